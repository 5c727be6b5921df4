//! From a formula to a program for one game: names become features, weights become numbers, constant parts are computed once.

use plyscope_core::{BadInput, Side};

use super::program::{Program, STACK, Step, call, finite, operate};
use super::syntax::{Expression, Function, Kind, Node, Operator, View, error_at};
use crate::judge::{Judge, Term};
use crate::named::Judged;
use crate::settings::Settings;

/// A formula at work.
struct Compiled<G: Judged> {
    program: Program<G::Feature>,
    terms: Vec<Part<G::Feature>>,
}

/// A summand of the formula: its text without the constant factor, that factor, and a program for the rest.
struct Part<F> {
    name: String,
    weight: f64,
    program: Program<F>,
}

/// The judge that a formula describes.
pub(crate) fn compile<G: Judged>(formula: &Expression, weights: &Settings) -> Result<Box<dyn Judge<G>>, BadInput> {
    let compiler = Compiler::<G> { source: &formula.source, weights, game: std::marker::PhantomData };
    let root = compiler.resolve(&formula.root)?;
    if let Some(unused) = weights.names().find(|name| !formula.root.uses_weight(name)) {
        return Err(BadInput::new(format!("the formula {{{formula}}} has no weight ${unused}")));
    }
    let mut terms = Vec::new();
    compiler.split(&formula.root, 1.0, &mut terms)?;
    Ok(Box::new(Compiled::<G> { program: compiler.program(&root)?, terms }))
}

impl<G: Judged> Judge<G> for Compiled<G> {
    fn seen_by(&self, position: &G, side: Side) -> f64 {
        self.program.run(position, side)
    }

    fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        let term = |part: &Part<_>| Term::new(part.name.clone(), part.weight, part.program.run(position, side));
        self.terms.iter().map(term).collect()
    }
}

/// A formula whose names are known to the game.
#[derive(Clone, Debug)]
enum Resolved<F> {
    Constant(f64),
    Feature(View, F),
    Negated(Box<Resolved<F>>),
    Pair(Operator, Box<Resolved<F>>, Box<Resolved<F>>),
    Call(Function, Vec<Resolved<F>>),
}

struct Compiler<'a, G> {
    source: &'a str,
    weights: &'a Settings,
    game: std::marker::PhantomData<G>,
}

impl<G: Judged> Compiler<'_, G> {
    fn resolve(&self, node: &Node) -> Result<Resolved<G::Feature>, BadInput> {
        Ok(match &node.kind {
            Kind::Number(number) => Resolved::Constant(finite(*number)),
            Kind::Weight(name) => Resolved::Constant(finite(self.weights.weight(name).ok_or_else(|| {
                error_at(
                    self.source,
                    node.at,
                    format!("the weight ${name} has no value; give one after the formula, as in {{…}}:{name}=1"),
                )
            })?)),
            Kind::Feature(view, name) => {
                let feature = G::FEATURES.iter().find(|feature| feature.name == name);
                Resolved::Feature(*view, feature.ok_or_else(|| self.unknown(node.at, *view, name))?.id)
            }
            Kind::Negated(inner) => match self.resolve(inner)? {
                Resolved::Constant(value) => Resolved::Constant(-value),
                inner => Resolved::Negated(Box::new(inner)),
            },
            Kind::Pair(operator, left, right) => {
                let (left, divisor_at, right) = (self.resolve(left)?, right.at, self.resolve(right)?);
                match (left, right) {
                    (_, Resolved::Constant(0.0)) if *operator == Operator::Over => {
                        return Err(error_at(self.source, divisor_at, "this divides by zero"));
                    }
                    (Resolved::Constant(left), Resolved::Constant(right)) => {
                        Resolved::Constant(operate(*operator, left, right))
                    }
                    (left, right) => Resolved::Pair(*operator, Box::new(left), Box::new(right)),
                }
            }
            Kind::Call(function, arguments) => {
                let arguments: Vec<_> =
                    arguments.iter().map(|argument| self.resolve(argument)).collect::<Result<_, _>>()?;
                let constants: Option<Vec<f64>> = arguments.iter().map(Resolved::constant).collect();
                match constants {
                    Some(constants) => Resolved::Constant(call(*function, &constants)),
                    None => Resolved::Call(*function, arguments),
                }
            }
        })
    }

    fn unknown(&self, at: usize, view: View, name: &str) -> BadInput {
        let known = G::FEATURES.iter().map(|feature| feature.name);
        let skipped = match view {
            View::Mine => "mine.".len(),
            View::Theirs => "theirs.".len(),
            View::Difference => 0,
        };
        error_at(self.source, at + skipped, BadInput::unknown("feature", name, known))
    }

    /// The summands of a formula, each with its constant factor, in the order in which they are written.
    fn split(&self, node: &Node, factor: f64, into: &mut Vec<Part<G::Feature>>) -> Result<(), BadInput> {
        let (weight, rest) = match &node.kind {
            Kind::Negated(inner) => return self.split(inner, -factor, into),
            Kind::Pair(operator @ (Operator::Plus | Operator::Minus), left, right) => {
                self.split(left, factor, into)?;
                return self.split(right, if *operator == Operator::Plus { factor } else { -factor }, into);
            }
            Kind::Pair(Operator::Times, left, right) => match (self.resolve(left)?, self.resolve(right)?) {
                (Resolved::Constant(weight), _) => (weight, &**right),
                (_, Resolved::Constant(weight)) => (weight, &**left),
                _ => (1.0, node),
            },
            _ => (1.0, node),
        };
        let program = self.program(&self.resolve(rest)?)?;
        into.push(Part { name: rest.to_string(), weight: factor * weight, program });
        Ok(())
    }

    fn program(&self, root: &Resolved<G::Feature>) -> Result<Program<G::Feature>, BadInput> {
        if let Some(program) = root.weighted() {
            return Ok(program);
        }
        let mut steps = Vec::new();
        if root.emit(&mut steps) > STACK {
            return Err(BadInput::new("the formula keeps too many values at a time; write it with fewer parentheses"));
        }
        Ok(Program::Steps(steps.into()))
    }
}

impl<F: Copy + PartialEq> Resolved<F> {
    /// Its value, if that depends on no position.
    fn constant(&self) -> Option<f64> {
        if let Resolved::Constant(value) = self { Some(*value) } else { None }
    }

    /// Writes the steps that compute this; the number of values that the stack must hold for it.
    fn emit(&self, steps: &mut Vec<Step<F>>) -> usize {
        match self {
            Resolved::Constant(value) => {
                steps.push(Step::Constant(*value));
                1
            }
            Resolved::Feature(view, feature) => {
                steps.push(Step::Measure(*view, *feature));
                1
            }
            Resolved::Negated(inner) => {
                let room = inner.emit(steps);
                steps.push(Step::Negate);
                room
            }
            Resolved::Pair(operator, left, right) => {
                let room = left.emit(steps).max(1 + right.emit(steps));
                steps.push(Step::Operate(*operator));
                room
            }
            Resolved::Call(function, arguments) => {
                let mut room = 0;
                for (index, argument) in arguments.iter().enumerate() {
                    // All but `if` take the values as they come, two at a time.
                    let kept = if *function == Function::If { index } else { index.min(1) };
                    room = room.max(kept + argument.emit(steps));
                    match function {
                        Function::Min if index > 0 => steps.push(Step::Min),
                        Function::Max if index > 0 => steps.push(Step::Max),
                        _ => {}
                    }
                }
                match function {
                    Function::Abs => steps.push(Step::Abs),
                    Function::If => steps.push(Step::If),
                    Function::Min | Function::Max => {}
                }
                room
            }
        }
    }

    /// This as weights times differences, if it is nothing else. Only where each weight belongs to one feature and everything is added from the
    /// left, so that the sum is rounded as it would be step by step.
    fn weighted(&self) -> Option<Program<F>> {
        let mut rest = self;
        let mut constant = 0.0;
        if let Resolved::Pair(operator @ (Operator::Plus | Operator::Minus), left, right) = rest
            && let Resolved::Constant(value) = **right
        {
            constant = if *operator == Operator::Plus { value } else { -value };
            rest = left;
        }
        let mut terms = Vec::new();
        while let Resolved::Pair(operator @ (Operator::Plus | Operator::Minus), left, right) = rest {
            let (weight, feature) = right.weighted_feature()?;
            terms.push((if *operator == Operator::Plus { weight } else { -weight }, feature));
            rest = left;
        }
        terms.push(rest.weighted_feature()?);
        terms.reverse();
        // Numbers of this size cannot overflow, whatever is counted.
        const LARGE: f64 = 1e250;
        let is_small = terms.iter().all(|(weight, _)| weight.abs() < LARGE) && constant.abs() < LARGE;
        is_small.then(|| Program::Weighted { terms: terms.into(), constant })
    }

    fn weighted_feature(&self) -> Option<(f64, F)> {
        match self {
            Resolved::Feature(View::Difference, feature) => Some((1.0, *feature)),
            Resolved::Negated(inner) => inner.weighted_feature().map(|(weight, feature)| (-weight, feature)),
            Resolved::Pair(Operator::Times, left, right) => match (&**left, &**right) {
                (Resolved::Constant(weight), Resolved::Feature(View::Difference, feature))
                | (Resolved::Feature(View::Difference, feature), Resolved::Constant(weight)) => {
                    Some((*weight, *feature))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
