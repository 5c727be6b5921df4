//! From text to a formula.

use std::str::FromStr;

use plyscope_core::BadInput;

use super::cells::CellSet;
use super::syntax::{Expression, Function, Kind, Node, Operator, View, error_at};

/// The longest formula, in characters, and how deep its parts may nest: enough for people, and no stack is ever
/// exhausted.
const MAX_CHARACTERS: usize = 4000;
const DEEPEST: usize = 64;

impl FromStr for Expression {
    type Err = BadInput;

    fn from_str(source: &str) -> Result<Self, BadInput> {
        if source.chars().count() > MAX_CHARACTERS {
            return Err(too_long());
        }
        let mut parser = Parser { source, chars: source.chars().collect(), at: 0, depth: 0 };
        let root = parser.formula()?;
        if let Some(c) = parser.peek() {
            return Err(parser.error(format!("unexpected {c:?}")));
        }
        let formula = Expression { source: source.to_owned(), root };
        // The canonical text is longer where a number was written briefly, as in .5, and must be readable too.
        if formula.to_string().chars().count() > MAX_CHARACTERS {
            return Err(too_long());
        }
        Ok(formula)
    }
}

struct Parser<'a> {
    source: &'a str,
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

/// The operators of each level, longer signs before their beginnings.
const COMPARISONS: [Operator; 6] = [
    Operator::LessOrEqual,
    Operator::GreaterOrEqual,
    Operator::Equal,
    Operator::Unequal,
    Operator::Less,
    Operator::Greater,
];
const SUMS: [Operator; 2] = [Operator::Plus, Operator::Minus];
const PRODUCTS: [Operator; 2] = [Operator::Times, Operator::Over];

impl Parser<'_> {
    fn error(&self, sentence: impl std::fmt::Display) -> BadInput {
        error_at(self.source, self.at, sentence)
    }

    /// The next character that is not white space.
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, sign: &str) -> bool {
        self.peek();
        let is_there = sign.chars().enumerate().all(|(index, c)| self.chars.get(self.at + index) == Some(&c));
        if is_there {
            self.at += sign.chars().count();
        }
        is_there
    }

    fn expect(&mut self, sign: &str, why: &str) -> Result<(), BadInput> {
        if self.take(sign) { Ok(()) } else { Err(self.error(format!("{sign:?} is missing {why}"))) }
    }

    fn operator(&mut self, accepted: &[Operator]) -> Option<Operator> {
        accepted.iter().copied().find(|operator| self.take(operator.sign()))
    }

    /// A whole formula, or one inside parentheses.
    fn formula(&mut self) -> Result<Node, BadInput> {
        self.deeper(|parser| {
            let left = parser.sum()?;
            match parser.operator(&COMPARISONS) {
                None => Ok(left),
                Some(operator) => Ok(pair(operator, left, parser.sum()?)),
            }
        })
    }

    fn deeper(&mut self, inner: impl FnOnce(&mut Self) -> Result<Node, BadInput>) -> Result<Node, BadInput> {
        if self.depth == DEEPEST {
            return Err(self.error(format!("the formula is nested more than {DEEPEST} deep")));
        }
        self.depth += 1;
        let node = inner(self);
        self.depth -= 1;
        node
    }

    fn sum(&mut self) -> Result<Node, BadInput> {
        let mut left = self.product()?;
        while let Some(operator) = self.operator(&SUMS) {
            left = pair(operator, left, self.product()?);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Node, BadInput> {
        let mut left = self.signed()?;
        while let Some(operator) = self.operator(&PRODUCTS) {
            left = pair(operator, left, self.signed()?);
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Node, BadInput> {
        self.peek();
        let at = self.at;
        if self.take("-") {
            let inner = self.deeper(Self::signed)?;
            return Ok(Node { at, kind: Kind::Negated(Box::new(inner)) });
        }
        let base = self.atom()?;
        if self.take(Operator::Power.sign()) {
            return Ok(pair(Operator::Power, base, self.deeper(Self::signed)?));
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<Node, BadInput> {
        let first = self.peek();
        let at = self.at;
        let kind = match first {
            Some('(') => {
                self.at += 1;
                let inner = self.formula()?;
                self.expect(")", "to close the parenthesis")?;
                return Ok(inner);
            }
            Some('$') => {
                self.at += 1;
                Kind::Weight(self.name("a weight after $, for example $corners")?)
            }
            Some(c) if c.is_ascii_digit() || c == '.' => Kind::Number(self.number()?),
            Some(c) if is_letter(c) => self.named()?,
            Some(c) => {
                return Err(self.error(format!("unexpected {c:?}; expected a number, a feature or \"(\"")));
            }
            None => return Err(self.error("the formula ends too early; a number, a feature or \"(\" is missing")),
        };
        Ok(Node { at, kind })
    }

    /// A feature with or without its owner, or a function with its arguments.
    fn named(&mut self) -> Result<Kind, BadInput> {
        let at = self.at;
        let name = self.name("a name")?;
        // No space around the point: it belongs to the name.
        if self.chars.get(self.at) == Some(&'.') {
            self.at += 1;
            let view = match name.as_str() {
                "mine" => View::Mine,
                "theirs" => View::Theirs,
                _ => {
                    return Err(error_at(
                        self.source,
                        at,
                        format!("only mine. and theirs. can precede a feature, not {name:?}"),
                    ));
                }
            };
            let name = self.name("a feature after the point")?;
            return self.cells(view, &name).map(|cells| cells.unwrap_or(Kind::Feature(view, name)));
        }
        if self.peek() != Some('(') {
            return Ok(Kind::Feature(View::Difference, name));
        }
        if let Some(cells) = self.cells(View::Difference, &name)? {
            return Ok(cells);
        }
        let known = Function::NAMES.map(|(known, _)| known);
        let Some(&(_, function)) = Function::NAMES.iter().find(|(known, _)| *known == name) else {
            return Err(error_at(self.source, at, BadInput::unknown("function", &name, known)));
        };
        self.at += 1;
        let mut arguments = Vec::new();
        if !self.take(")") {
            arguments.push(self.formula()?);
            while self.take(",") {
                arguments.push(self.formula()?);
            }
            self.expect(")", "after the arguments")?;
        }
        let (fits, wanted) = match function {
            Function::Abs => (arguments.len() == 1, "one argument, abs(x)"),
            Function::Min | Function::Max => (arguments.len() >= 2, "two or more arguments"),
            Function::If => (arguments.len() == 3, "three arguments, if(condition, then, else)"),
        };
        if !fits {
            let n = arguments.len();
            return Err(error_at(self.source, at, format!("{name} takes {wanted}; here it has {n}")));
        }
        Ok(Kind::Call(function, arguments))
    }

    /// What follows `cell` or `cells`, if that is the name: a cell in parentheses, or a table of weights.
    fn cells(&mut self, view: View, name: &str) -> Result<Option<Kind>, BadInput> {
        if !["cell", "cells"].contains(&name) || self.peek() != Some('(') {
            return Ok(None);
        }
        self.at += 1;
        let set = if name == "cell" {
            self.peek();
            let wanted = "the name of a cell, as in cell(d4),";
            let is_part = |c: &char| c.is_ascii_alphanumeric();
            let text: String = self.chars[self.at..].iter().copied().take_while(is_part).collect();
            if text.is_empty() {
                return Err(self.error(format!("{wanted} is missing")));
            }
            self.at += text.len();
            CellSet::One(text)
        } else {
            CellSet::Table(self.table()?)
        };
        self.expect(")", "after the cells")?;
        Ok(Some(Kind::Cells(view, set)))
    }

    /// Rows of numbers, separated by `/`.
    fn table(&mut self) -> Result<Vec<Vec<f64>>, BadInput> {
        let mut rows = vec![Vec::new()];
        loop {
            match self.peek() {
                Some('/') => {
                    self.at += 1;
                    rows.push(Vec::new());
                }
                Some(c) if c.is_ascii_digit() || c == '.' || c == '-' => {
                    let sign = if self.take("-") { -1.0 } else { 1.0 };
                    let number = sign * self.number()?;
                    rows.last_mut().expect("there is a row").push(number);
                }
                Some(')') => return Ok(rows),
                _ => return Err(self.error("a table has numbers, rows separated by \"/\" and a \")\" at its end")),
            }
        }
    }

    fn name(&mut self, wanted: &str) -> Result<String, BadInput> {
        let begin = self.at;
        while self.chars.get(self.at).is_some_and(|&c| is_letter(c) || self.at > begin && c.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == begin {
            return Err(self.error(format!("{wanted} is missing")));
        }
        Ok(self.chars[begin..self.at].iter().collect())
    }

    /// Digits with a point and an exponent, in the usual ways.
    fn number(&mut self) -> Result<f64, BadInput> {
        let begin = self.at;
        self.digits();
        if self.chars.get(self.at) == Some(&'.') {
            self.at += 1;
            self.digits();
        }
        if matches!(self.chars.get(self.at), Some('e' | 'E')) {
            let mark = self.at;
            self.at += 1;
            if matches!(self.chars.get(self.at), Some('+' | '-')) {
                self.at += 1;
            }
            if !self.digits() {
                self.at = mark;
            }
        }
        let text: String = self.chars[begin..self.at].iter().collect();
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| error_at(self.source, begin, format!("{text:?} is not a number")))
    }

    fn digits(&mut self) -> bool {
        let begin = self.at;
        while self.chars.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        self.at > begin
    }
}

fn too_long() -> BadInput {
    BadInput::new(format!("the formula is longer than {MAX_CHARACTERS} characters"))
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn pair(operator: Operator, left: Node, right: Node) -> Node {
    Node { at: left.at, kind: Kind::Pair(operator, Box::new(left), Box::new(right)) }
}
