//! From a formula to a program for one game: names become features, weights become numbers, constant parts are computed
//! once.

use plyscope_core::{BadInput, Side};

use super::program::{Action, Instruction, Operand, Program, STACK, call, finite, operate};
use super::syntax::{Expression, Function, Kind, Node, Operator, View, error_at};
use crate::judge::{Judge, Term};
use crate::named::{Feature, Judged};
use crate::settings::Settings;

/// Weights below this cannot overflow, no matter what is counted.
const LARGE: f64 = 1e250;

/// A formula at work.
struct Compiled {
    program: Program,
    terms: Vec<Part>,
}

/// A summand of the formula: its text without the constant factor, that factor, and a program for the rest.
struct Part {
    name: String,
    weight: f64,
    program: Program,
}

/// The judge that a formula describes.
pub(crate) fn compile<G: Judged>(formula: &Expression, weights: &Settings) -> Result<Box<dyn Judge<G>>, BadInput> {
    Ok(Box::new(Compiler { source: &formula.source, weights, features: G::FEATURES }.compile(formula)?))
}

impl<G: Judged> Judge<G> for Compiled {
    fn seen_by(&self, position: &G, side: Side) -> f64 {
        self.program.run(position, side)
    }

    fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        let term = |part: &Part| Term::new(part.name.clone(), part.weight, part.program.run(position, side));
        self.terms.iter().map(term).collect()
    }
}

/// A formula whose names are known to the game.
#[derive(Clone, Debug)]
enum Resolved {
    Constant(f64),
    Feature(View, usize),
    Negated(Box<Resolved>),
    Pair(Operator, Box<Resolved>, Box<Resolved>),
    Call(Function, Vec<Resolved>),
}

/// Knows a game only by the list of its features, so it is compiled once for all games.
struct Compiler<'a> {
    source: &'a str,
    weights: &'a Settings,
    features: &'static [Feature],
}

impl Compiler<'_> {
    fn compile(&self, formula: &Expression) -> Result<Compiled, BadInput> {
        let root = self.resolve(&formula.root)?;
        if let Some(unused) = self.weights.names().find(|name| !formula.root.uses_weight(name)) {
            return Err(BadInput::new(format!("the formula {{{formula}}} has no weight ${unused}")));
        }
        let mut terms = Vec::new();
        self.split(&formula.root, 1.0, &mut terms)?;
        Ok(Compiled { program: self.program(&root)?, terms })
    }

    fn resolve(&self, node: &Node) -> Result<Resolved, BadInput> {
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
                let feature = self.features.iter().position(|feature| feature.name == name);
                Resolved::Feature(*view, feature.ok_or_else(|| self.unknown(node.at, *view, name))?)
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
        let known = self.features.iter().map(|feature| feature.name);
        let skipped = match view {
            View::Mine => "mine.".len(),
            View::Theirs => "theirs.".len(),
            View::Difference => 0,
        };
        error_at(self.source, at + skipped, BadInput::unknown("feature", name, known))
    }

    /// The summands of a formula, each with its constant factor, in the order in which they are written.
    fn split(&self, node: &Node, factor: f64, into: &mut Vec<Part>) -> Result<(), BadInput> {
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

    fn program(&self, root: &Resolved) -> Result<Program, BadInput> {
        let mut program = Program { terms: Vec::new(), steps: Vec::new() };
        if root.emit_sum(&mut program) > STACK {
            return Err(BadInput::new("the formula is too deeply nested; write it with fewer parentheses"));
        }
        Ok(program)
    }
}

impl Resolved {
    /// Its value, if that depends on no position.
    fn constant(&self) -> Option<f64> {
        if let Resolved::Constant(value) = self { Some(*value) } else { None }
    }

    /// Writes the steps that take this to hand; the number of values that the stack must hold meanwhile.
    fn emit(&self, steps: &mut Vec<Instruction>) -> usize {
        if let Some(operand) = self.operand() {
            steps.push(Instruction { action: Action::Take, operand });
            return 1;
        }
        let alone = |action| Instruction { action, operand: Operand::Constant(0.0) };
        match self {
            Resolved::Negated(inner) => {
                let room = inner.emit(steps);
                steps.push(alone(Action::Negate));
                room
            }
            Resolved::Pair(operator, left, right) => {
                let room = left.emit(steps);
                room.max(right.emit_with(Action::Operate(*operator), steps))
            }
            Resolved::Call(Function::If, arguments) => {
                let mut room = arguments[0].emit(steps);
                // Two measurements cost less than a jump that cannot be foreseen.
                if let (Some(then), Some(otherwise)) = (arguments[1].operand(), arguments[2].operand()) {
                    steps.push(Instruction { action: Action::Take, operand: then });
                    steps.push(Instruction { action: Action::Choose, operand: otherwise });
                    return room.max(2);
                }
                let condition_end = steps.len();
                steps.push(Instruction { action: Action::SkipUnless(0), operand: Operand::Waiting });
                room = room.max(arguments[1].emit(steps));
                let then_end = steps.len();
                steps.push(alone(Action::Skip(0)));
                room = room.max(arguments[2].emit(steps));
                steps[condition_end].action = Action::SkipUnless(then_end - condition_end);
                steps[then_end].action = Action::Skip(steps.len() - then_end - 1);
                room
            }
            Resolved::Call(Function::Abs, arguments) => {
                let room = arguments[0].emit(steps);
                steps.push(alone(Action::Abs));
                room
            }
            Resolved::Call(function, arguments) => {
                let action = if *function == Function::Min { Action::Min } else { Action::Max };
                let room = arguments[0].emit(steps);
                arguments[1..].iter().fold(room, |room, argument| room.max(argument.emit_with(action, steps)))
            }
            // These are operands.
            Resolved::Constant(_) | Resolved::Feature(..) => 0,
        }
    }

    /// Writes the steps that do something to the value at hand and this; the number of values that the stack must hold
    /// meanwhile.
    fn emit_with(&self, action: Action, steps: &mut Vec<Instruction>) -> usize {
        if let Some(operand) = self.operand() {
            steps.push(Instruction { action, operand });
            return 1;
        }
        let room = 1 + self.emit(steps);
        steps.push(Instruction { action, operand: Operand::Waiting });
        room
    }

    /// This as an operand, if it is no more than that. Weights are those that cannot overflow, since operands are not
    /// checked.
    fn operand(&self) -> Option<Operand> {
        let scaled = |weight: f64, (view, feature): (View, usize)| {
            (weight.abs() < LARGE).then_some(Operand::Measure(weight, view, feature))
        };
        match self {
            Resolved::Constant(value) => Some(Operand::Constant(*value)),
            Resolved::Feature(view, feature) => scaled(1.0, (*view, *feature)),
            Resolved::Pair(Operator::Times, left, right) => match (&**left, &**right) {
                (Resolved::Constant(weight), Resolved::Feature(view, feature))
                | (Resolved::Feature(view, feature), Resolved::Constant(weight)) => scaled(*weight, (*view, *feature)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Writes a sum as weights times features as far as it begins so, and the rest as steps; the number of values that
    /// the stack must hold.
    fn emit_sum(&self, program: &mut Program) -> usize {
        if let Some(term) = self.weighted_feature() {
            program.terms.push(term);
            return 0;
        }
        match self {
            Resolved::Pair(operator @ (Operator::Plus | Operator::Minus), left, right) => {
                let room = left.emit_sum(program);
                match right.weighted_feature() {
                    Some((weight, view, feature)) if program.steps.is_empty() => {
                        let weight = if *operator == Operator::Plus { weight } else { -weight };
                        program.terms.push((weight, view, feature));
                        room
                    }
                    _ => room.max(right.emit_with(Action::Operate(*operator), &mut program.steps)),
                }
            }
            _ => self.emit(&mut program.steps),
        }
    }

    fn weighted_feature(&self) -> Option<(f64, View, usize)> {
        match (self, self.operand()) {
            (_, Some(Operand::Measure(weight, view, feature))) => Some((weight, view, feature)),
            (Resolved::Negated(inner), _) => {
                inner.weighted_feature().map(|(weight, view, feature)| (-weight, view, feature))
            }
            _ => None,
        }
    }
}
