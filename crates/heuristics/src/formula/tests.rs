//! The formula language against a slow evaluator that walks the tree, and against what people may type.
