//! Formulas as trees, and their canonical text.

use std::fmt;

use plyscope_core::BadInput;

use super::cells::CellSet;

/// A formula that is written correctly; whether its names exist depends on the game.
#[derive(Clone, Debug)]
pub struct Expression {
    /// As it was typed, for error messages.
    pub(super) source: String,
    pub(super) root: Node,
}

/// Formulas are equal if they read the same, however they were typed.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

/// A part of a formula and where it begins, counted in characters from 0.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) at: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Number(f64),
    Feature(View, String),
    Cells(View, CellSet),
    Weight(String),
    Negated(Box<Node>),
    Pair(Operator, Box<Node>, Box<Node>),
    Call(Function, Vec<Node>),
}

/// Whose feature is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Mine,
    Theirs,
    /// Mine less theirs.
    Difference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Unequal,
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Abs,
    Min,
    Max,
    If,
}

impl Function {
    pub(super) const NAMES: [(&'static str, Function); 4] =
        [("abs", Function::Abs), ("min", Function::Min), ("max", Function::Max), ("if", Function::If)];

    pub(super) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, function)| *function == self).map_or("", |(name, _)| name)
    }
}

impl Operator {
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterOrEqual => ">=",
            Operator::Equal => "==",
            Operator::Unequal => "!=",
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            Operator::Over => "/",
            Operator::Power => "^",
        }
    }

    /// How tightly it binds.
    pub(super) const fn level(self) -> u8 {
        match self {
            Operator::Plus | Operator::Minus => 2,
            Operator::Times | Operator::Over => 3,
            Operator::Power => 5,
            _ => 1,
        }
    }
}

/// How tightly a sign in front binds: 2*-3 and -2^2 need no parentheses, (-2)^2 does.
pub(super) const SIGN_LEVEL: u8 = 4;

impl Node {
    /// Whether a weight of this name is part of the formula.
    pub(super) fn uses_weight(&self, name: &str) -> bool {
        match &self.kind {
            Kind::Weight(used) => used == name,
            Kind::Number(_) | Kind::Feature(..) | Kind::Cells(..) => false,
            Kind::Negated(inner) => inner.uses_weight(name),
            Kind::Pair(_, left, right) => left.uses_weight(name) || right.uses_weight(name),
            Kind::Call(_, arguments) => arguments.iter().any(|argument| argument.uses_weight(name)),
        }
    }

    fn level(&self) -> u8 {
        match &self.kind {
            Kind::Pair(operator, ..) => operator.level(),
            Kind::Negated(_) => SIGN_LEVEL,
            _ => u8::MAX,
        }
    }

    /// Writes the node, in parentheses if it binds less tightly than its place asks for.
    fn write(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.level() < least {
            f.write_str("(")?;
            self.write(f, 0)?;
            return f.write_str(")");
        }
        match &self.kind {
            Kind::Number(number) => write_number(f, *number),
            Kind::Feature(view, name) => write!(f, "{}{name}", view.prefix()),
            Kind::Cells(view, CellSet::One(name)) => write!(f, "{}cell({name})", view.prefix()),
            Kind::Cells(view, CellSet::Table(rows)) => {
                write!(f, "{}cells(", view.prefix())?;
                for (index, row) in rows.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "/" })?;
                    for (column, number) in row.iter().enumerate() {
                        f.write_str(if column == 0 { "" } else { " " })?;
                        write_number(f, *number)?;
                    }
                }
                f.write_str(")")
            }
            Kind::Weight(name) => write!(f, "${name}"),
            Kind::Negated(inner) => {
                f.write_str("-")?;
                inner.write(f, SIGN_LEVEL)
            }
            Kind::Pair(operator, left, right) => {
                // All but powers group from the left; a comparison of a comparison always shows its parentheses.
                let level = operator.level();
                let (least_left, least_right) = match operator {
                    Operator::Power => (level + 1, SIGN_LEVEL),
                    _ if level == 1 => (level + 1, level + 1),
                    _ => (level, level + 1),
                };
                left.write(f, least_left)?;
                f.write_str(operator.sign())?;
                right.write(f, least_right)
            }
            Kind::Call(function, arguments) => {
                write!(f, "{}(", function.name())?;
                for (index, argument) in arguments.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    argument.write(f, 0)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// The 309 digits of 1e308 would be unreadable.
fn write_number(f: &mut fmt::Formatter<'_>, number: f64) -> fmt::Result {
    let is_usual = number == 0.0 || (1e-5..1e16).contains(&number.abs());
    if is_usual { write!(f, "{number}") } else { write!(f, "{number:e}") }
}

impl View {
    fn prefix(self) -> &'static str {
        match self {
            View::Mine => "mine.",
            View::Theirs => "theirs.",
            View::Difference => "",
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root.fmt(f)
    }
}

/// An error with the formula and a mark under the character that it is about.
pub(super) fn error_at(source: &str, at: usize, sentence: impl fmt::Display) -> BadInput {
    // A long formula is shown around the place only.
    const BEFORE: usize = 50;
    const SHOWN: usize = 100;
    let begin = at.saturating_sub(BEFORE);
    let part: String = source.chars().skip(begin).take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (dots, indent) = if begin > 0 { ("…", at - begin + 1) } else { ("", at) };
    BadInput::new(format!("character {} of the formula: {sentence}\n  {dots}{part}\n  {:indent$}^", at + 1, ""))
}
