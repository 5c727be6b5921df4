//! From a formula to a program for one game: names become features, weights become numbers, constant parts are computed
//! once.

use std::cell::RefCell;

use plyscope_core::{BadInput, Side};

use super::cells::{CellSet, Cells};
use super::program::{Action, Instruction, Operand, Program, STACK, call, finite, operate};
use super::summands::Summand;
use super::syntax::{Expression, Function, Kind, Node, Operator, View, error_at};
use crate::judge::{Judge, Term};
use crate::named::{Feature, Judged};
use crate::settings::Settings;

/// Weights below this cannot overflow, no matter what is counted.
const LARGE: f64 = 1e250;

/// A formula at work.
struct Compiled<G> {
    program: Program,
    terms: Vec<Part>,
    cells: Cells<G>,
}

/// A summand of the formula: its text without the constant factor, that factor, and a program for the rest.
struct Part {
    name: String,
    weight: f64,
    program: Program,
}

/// The judge that a formula describes.
pub(crate) fn compile<G: Judged>(formula: &Expression, weights: &Settings) -> Result<Box<dyn Judge<G>>, BadInput> {
    let compiler = Compiler { source: &formula.source, weights, features: G::FEATURES, sets: RefCell::default() };
    let (program, terms) = compiler.compile(formula)?;
    let cells = Cells::new(&formula.source, compiler.sets.into_inner());
    Ok(Box::new(Compiled { program, terms, cells }))
}

impl<G: Judged> Judge<G> for Compiled<G> {
    fn seen_by(&self, position: &G, side: Side) -> f64 {
        self.program.run(&self.cells, position, side)
    }

    fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        let term =
            |part: &Part| Term::new(part.name.clone(), part.weight, part.program.run(&self.cells, position, side));
        self.terms.iter().map(term).collect()
    }

    fn fits(&self, position: &G) -> Result<(), BadInput> {
        self.cells.check(position)
    }

    fn heat(&self, position: &G, side: Side) -> Option<Vec<f64>> {
        let picture = position.picture();
        let (mut heat, mut is_known) = (vec![0.0; picture.cells.len()], false);
        for part in &self.terms {
            let [(weight, view, feature)] = part.program.terms[..] else { continue };
            let Some(index) = feature.checked_sub(G::FEATURES.len()) else { continue };
            is_known = true;
            let counted: &[(Side, f64)] = match view {
                View::Mine => &[(side, 1.0)],
                View::Theirs => &[(!side, 1.0)],
                View::Difference => &[(side, 1.0), (!side, -1.0)],
            };
            for &(whose, sign) in counted {
                let weights = self.cells.weights(index, position, whose);
                let cells = heat.iter_mut().zip(&picture.cells).zip(weights);
                let owned = cells.filter(|((_, cell), _)| cell.piece == Some(whose));
                owned.for_each(|((heat, _), worth)| *heat += sign * part.weight * weight * worth);
            }
        }
        is_known.then_some(heat)
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
    /// The cells met so far, with the places where they begin.
    sets: RefCell<Vec<(usize, CellSet)>>,
}

impl Compiler<'_> {
    fn compile(&self, formula: &Expression) -> Result<(Program, Vec<Part>), BadInput> {
        let root = self.resolve(&formula.root)?;
        if let Some(unused) = self.weights.names().find(|name| !formula.root.uses_weight(name)) {
            return Err(BadInput::new(format!("the formula {{{formula}}} has no weight ${unused}")));
        }
        let terms = formula.root.summands().iter().map(|summand| self.part(summand)).collect::<Result<_, _>>()?;
        Ok((self.program(&root)?, terms))
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
            Kind::Cells(view, set) => {
                let mut sets = self.sets.borrow_mut();
                let known = sets.iter().position(|(_, known)| known == set);
                let index = known.unwrap_or_else(|| {
                    sets.push((node.at, set.clone()));
                    sets.len() - 1
                });
                Resolved::Feature(*view, self.features.len() + index)
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

    fn part(&self, summand: &Summand<'_>) -> Result<Part, BadInput> {
        let Summand { is_negative, factor, rest } = summand;
        let factor = factor.map_or(Ok(Resolved::Constant(1.0)), |node| self.resolve(node))?;
        let weight = factor.constant().unwrap_or(1.0) * if *is_negative { -1.0 } else { 1.0 };
        let program = self.program(&self.resolve(rest)?)?;
        Ok(Part { name: rest.to_string(), weight, program })
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
