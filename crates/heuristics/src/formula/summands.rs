//! The summands of a formula, each with the number that it is multiplied with: what Texel's method fits.

use plyscope_core::BadInput;

use super::syntax::{Expression, Kind, Node, Operator};

/// A summand as it is written.
pub(super) struct Summand<'a> {
    /// Whether it is subtracted.
    pub(super) is_negative: bool,
    /// The constant that it is multiplied with, if there is one.
    pub(super) factor: Option<&'a Node>,
    /// The rest.
    pub(super) rest: &'a Node,
}

impl Node {
    /// The summands, in the order in which they are written.
    pub(super) fn summands(&self) -> Vec<Summand<'_>> {
        let mut found = Vec::new();
        self.split(false, &mut found);
        found
    }

    fn split<'a>(&'a self, is_negative: bool, into: &mut Vec<Summand<'a>>) {
        let (factor, rest) = match &self.kind {
            Kind::Negated(inner) => return inner.split(!is_negative, into),
            Kind::Pair(operator @ (Operator::Plus | Operator::Minus), left, right) => {
                left.split(is_negative, into);
                return right.split(is_negative != (*operator == Operator::Minus), into);
            }
            Kind::Pair(Operator::Times, left, right) if left.is_constant() => (Some(&**left), &**right),
            Kind::Pair(Operator::Times, left, right) if right.is_constant() => (Some(&**right), &**left),
            _ => (None, self),
        };
        into.push(Summand { is_negative, factor, rest });
    }

    /// Whether it depends on no position.
    fn is_constant(&self) -> bool {
        match &self.kind {
            Kind::Number(_) | Kind::Weight(_) => true,
            Kind::Feature(..) | Kind::Cells(..) => false,
            Kind::Negated(inner) => inner.is_constant(),
            Kind::Pair(_, left, right) => left.is_constant() && right.is_constant(),
            Kind::Call(_, arguments) => arguments.iter().all(Node::is_constant),
        }
    }
}

impl Expression {
    /// The same summands with these weights, one for each, in their order.
    ///
    /// # Errors
    /// If the formula becomes too long.
    pub(crate) fn with_weights(&self, weights: &[f64]) -> Result<Expression, BadInput> {
        let mut sum: Option<Node> = None;
        for (summand, &weight) in self.root.summands().iter().zip(weights) {
            let subtracted = sum.is_some() && weight < 0.0;
            let term = weighted(if subtracted { -weight } else { weight }, summand.rest);
            sum = Some(match sum {
                None => term,
                Some(sum) => {
                    let operator = if subtracted { Operator::Minus } else { Operator::Plus };
                    at_begin(Kind::Pair(operator, Box::new(sum), Box::new(term)))
                }
            });
        }
        sum.map_or_else(|| Ok(self.clone()), |sum| sum.to_string().parse())
    }

    /// Whether a weight of this name is part of the formula.
    pub(crate) fn uses_weight(&self, name: &str) -> bool {
        self.root.uses_weight(name)
    }
}

fn weighted(weight: f64, rest: &Node) -> Node {
    match rest.kind {
        // A constant summand is one number.
        Kind::Number(number) => at_begin(Kind::Number(weight * number)),
        _ if weight == 1.0 => rest.clone(),
        _ => {
            let weight = at_begin(Kind::Number(weight));
            at_begin(Kind::Pair(Operator::Times, Box::new(weight), Box::new(rest.clone())))
        }
    }
}

/// A part of a formula that nobody has typed.
fn at_begin(kind: Kind) -> Node {
    Node { at: 0, kind }
}
