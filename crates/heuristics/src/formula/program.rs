//! A compiled formula, and how it runs.

use plyscope_core::Side;
use plyscope_core::cpu::{Task, boost};

use super::cells::Cells;
use super::syntax::{Function, Operator, View};
use crate::named::Judged;

/// A step of a program: what is done to two values. The left one is the value at hand, which the step replaces, and the
/// right one its operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Instruction {
    pub(super) action: Action,
    pub(super) operand: Operand,
}

/// Where the right value comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operand {
    Constant(f64),
    /// A weight times the feature with this index; the cells of the formula come after all features.
    Measure(f64, View, usize),
    /// It is the value at hand, and the left one is the last that was put on the stack.
    Waiting,
}

/// What becomes the value at hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Action {
    /// The right value; the left one is put on the stack.
    Take,
    Operate(Operator),
    Min,
    Max,
    /// The left value with the other sign.
    Negate,
    /// The left value without its sign.
    Abs,
    /// The left value, or the right one if the last that was put on the stack is 0.
    Choose,
    /// The left value; if the right one is 0, the program goes on this many steps later.
    SkipUnless(usize),
    /// The left value; the program goes on this many steps later.
    Skip(usize),
}

/// What a formula has become.
#[derive(Debug)]
pub(super) struct Program {
    /// The weighted features with which its sum begins, and that is all of most formulas: no stack is needed, and no
    /// check, since nothing here can leave the finite numbers.
    pub(super) terms: Vec<(f64, View, usize)>,
    /// What is done to that sum.
    pub(super) steps: Vec<Instruction>,
}

/// Values that a program may keep at a time: more than any formula of a person needs, and cheap to clear.
pub(super) const STACK: usize = 32;

/// The largest absolute value.
const MOST: f64 = 1e300;

/// Makes a value finite: 0 for what has no value, and a limit for what is too large. A branch that is never taken costs
/// less than the latency of a clamp.
#[inline(always)]
pub(super) fn finite(value: f64) -> f64 {
    if value.abs() <= MOST { value } else { tame(value) }
}

#[cold]
fn tame(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { MOST.copysign(value) }
}

#[inline(always)]
fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[inline(always)]
pub(super) fn operate(operator: Operator, left: f64, right: f64) -> f64 {
    match operator {
        Operator::Plus => finite(left + right),
        Operator::Minus => finite(left - right),
        Operator::Times => finite(left * right),
        Operator::Over if right == 0.0 => 0.0,
        // One over zero, written otherwise.
        Operator::Power if left == 0.0 && right < 0.0 => 0.0,
        Operator::Over => finite(left / right),
        Operator::Power => finite(left.powf(right)),
        Operator::Less => truth(left < right),
        Operator::LessOrEqual => truth(left <= right),
        Operator::Greater => truth(left > right),
        Operator::GreaterOrEqual => truth(left >= right),
        Operator::Equal => truth(left == right),
        Operator::Unequal => truth(left != right),
    }
}

/// A function of constants, of which there are as many as it takes.
pub(super) fn call(function: Function, arguments: &[f64]) -> f64 {
    match function {
        Function::Abs => arguments[0].abs(),
        Function::Min => arguments.iter().copied().fold(f64::INFINITY, f64::min),
        Function::Max => arguments.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Function::If => arguments[if arguments[0] == 0.0 { 2 } else { 1 }],
    }
}

/// What I have, or they, or the difference. The sides are written out, so that what a game finds out about a side is
/// found out before the loop, and both halves of a difference are found by one jump.
#[inline(always)]
fn measure<G: Judged>(position: &G, cells: &Cells<G>, view: View, feature: usize, side: Side) -> f64 {
    if feature >= G::FEATURES.len() {
        return measure_cells(position, cells, view, feature - G::FEATURES.len(), side);
    }
    match view {
        View::Mine => position.measure(feature, side),
        View::Theirs => position.measure(feature, !side),
        View::Difference => position.measure(feature, side) - position.measure(feature, !side),
    }
}

/// The same for cells; apart, so that formulas without cells stay as small as they were.
#[inline(never)]
fn measure_cells<G: Judged>(position: &G, cells: &Cells<G>, view: View, index: usize, side: Side) -> f64 {
    match view {
        View::Mine => cells.measure(index, position, side),
        View::Theirs => cells.measure(index, position, !side),
        View::Difference => cells.measure(index, position, side) - cells.measure(index, position, !side),
    }
}

/// One run, for [`boost`].
struct Run<'a, G: Judged> {
    program: &'a Program,
    cells: &'a Cells<G>,
    position: &'a G,
    side: Side,
}

impl Program {
    /// The value of a position as this side sees it.
    pub(super) fn run<G: Judged>(&self, cells: &Cells<G>, position: &G, side: Side) -> f64 {
        boost(Run { program: self, cells, position, side })
    }
}

impl<G: Judged> Task for Run<'_, G> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let Run { program, cells, position, side } = self;
        // In the order in which they are written, as the same sum in Rust would be. No closures: they might not be
        // inlined, and would then be compiled without the newer instructions.
        let mut value = 0.0;
        for &(weight, view, feature) in &program.terms {
            value += weight * measure(position, cells, view, feature, side);
        }
        if !program.steps.is_empty() {
            value = run_steps(&program.steps, value, cells, position, side);
        }
        // A feature alone passes through no operation that would make it finite; and there is only one zero.
        finite(value) + 0.0
    }
}

#[inline(always)]
fn run_steps<G: Judged>(steps: &[Instruction], begin: f64, cells: &Cells<G>, position: &G, side: Side) -> f64 {
    let (mut stack, mut n) = ([0.0; STACK], 0);
    let (mut at_hand, mut at) = (begin, 0);
    while let Some(step) = steps.get(at) {
        at += 1;
        let (left, right) = match step.operand {
            Operand::Constant(value) => (at_hand, value),
            Operand::Measure(weight, view, feature) => {
                (at_hand, weight * measure(position, cells, view, feature, side))
            }
            Operand::Waiting => {
                n -= 1;
                (stack[n % STACK], at_hand)
            }
        };
        at_hand = match step.action {
            Action::Take => {
                // The compiler of formulas has checked that everything fits; the remainder spares the bounds check.
                stack[n % STACK] = left;
                n += 1;
                right
            }
            Action::Operate(operator) => operate(operator, left, right),
            Action::Min => {
                if right < left {
                    right
                } else {
                    left
                }
            }
            Action::Max => {
                if right > left {
                    right
                } else {
                    left
                }
            }
            Action::Negate => -left,
            Action::Abs => left.abs(),
            Action::Choose => {
                n -= 1;
                std::hint::select_unpredictable(stack[n % STACK] == 0.0, right, left)
            }
            Action::SkipUnless(n_steps) => {
                at += if right == 0.0 { n_steps } else { 0 };
                left
            }
            Action::Skip(n_steps) => {
                at += n_steps;
                left
            }
        };
    }
    at_hand
}
