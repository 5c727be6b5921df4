//! A compiled formula, and how it runs.

use plyscope_core::Side;
use plyscope_core::cpu::{Task, boost};

use super::syntax::{Function, Operator, View};
use crate::named::Judged;

/// A step of a program: puts a value on the stack, or replaces those on top by one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step<F> {
    Constant(f64),
    Measure(View, F),
    Negate,
    Operate(Operator),
    Abs,
    Min,
    Max,
    If,
}

/// What a formula has become.
#[derive(Debug)]
pub(super) enum Program<F> {
    /// The commonest kind, weights times differences: no stack is needed, and no check, since nothing here can leave the finite numbers.
    Weighted { terms: Box<[(f64, F)]>, constant: f64 },
    /// Everything else.
    Steps(Box<[Step<F>]>),
}

/// Values that a program may keep at a time: more than any formula of a person needs, and cheap to clear.
pub(super) const STACK: usize = 32;

/// The largest absolute value.
const MOST: f64 = 1e300;

/// Makes a value finite: 0 for what has no value, and a limit for what is too large.
#[inline(always)]
pub(super) fn finite(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-MOST, MOST) }
}

#[inline(always)]
pub(super) fn operate(operator: Operator, left: f64, right: f64) -> f64 {
    let truth = |holds: bool| f64::from(u8::from(holds));
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
        Function::If => choose(arguments[0], arguments[1], arguments[2]),
    }
}

#[inline(always)]
fn choose(condition: f64, then: f64, otherwise: f64) -> f64 {
    if condition == 0.0 { otherwise } else { then }
}

#[inline(always)]
pub(super) fn measure<G: Judged>(position: &G, view: View, feature: G::Feature, side: Side) -> f64 {
    match view {
        View::Mine => position.measure(feature, side),
        View::Theirs => position.measure(feature, !side),
        View::Difference => position.measure(feature, side) - position.measure(feature, !side),
    }
}

/// One run, for [`boost`].
struct Run<'a, G: Judged> {
    program: &'a Program<G::Feature>,
    position: &'a G,
    side: Side,
}

impl<F> Program<F> {
    /// The value of a position as this side sees it.
    pub(super) fn run<G: Judged<Feature = F>>(&self, position: &G, side: Side) -> f64 {
        boost(Run { program: self, position, side })
    }
}

impl<G: Judged> Task for Run<'_, G> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let Run { program, position, side } = self;
        let value = match program {
            Program::Weighted { terms, constant } => {
                // In the order in which they are written, as the same sum in Rust would be.
                let share = |&(weight, feature): &(f64, G::Feature)| {
                    weight * measure(position, View::Difference, feature, side)
                };
                let mut shares = terms.iter().map(share);
                let first = shares.next().unwrap_or(0.0);
                shares.fold(first, |sum, share| sum + share) + constant
            }
            Program::Steps(steps) => run_steps(steps, position, side),
        };
        // A feature alone passes through no operation that would make it finite; and there is only one zero.
        finite(value) + 0.0
    }
}

#[inline(always)]
fn run_steps<G: Judged>(steps: &[Step<G::Feature>], position: &G, side: Side) -> f64 {
    let mut stack = [0.0; STACK];
    let mut n = 0;
    for &step in steps {
        let value = match step {
            Step::Constant(value) => value,
            Step::Measure(view, feature) => measure(position, view, feature, side),
            Step::Negate => {
                n -= 1;
                -stack[n]
            }
            Step::Abs => {
                n -= 1;
                stack[n].abs()
            }
            Step::Operate(operator) => {
                n -= 2;
                operate(operator, stack[n], stack[n + 1])
            }
            Step::Min => {
                n -= 2;
                stack[n].min(stack[n + 1])
            }
            Step::Max => {
                n -= 2;
                stack[n].max(stack[n + 1])
            }
            Step::If => {
                n -= 3;
                choose(stack[n], stack[n + 1], stack[n + 2])
            }
        };
        stack[n] = value;
        n += 1;
    }
    stack[0]
}
