//! Heuristics as text: `name[:k=v,…]` or a formula in braces, `{2*pieces+steps}[:k=v,…]`.

use std::fmt;
use std::str::FromStr;

use plyscope_core::BadInput;

use crate::formula::Expression;
use crate::settings::number;

/// The option that every heuristic has: how much noise is added.
pub(crate) const NOISE: &str = "noise";

/// A heuristic that is asked for, before the game is known.
#[derive(Clone, Debug, PartialEq)]
pub struct HeuristicSpec {
    /// What judges.
    pub what: What,
    /// Its options, in alphabetical order, without `noise`.
    pub settings: Vec<(String, String)>,
    /// The amplitude of the noise that is added.
    pub noise: f64,
}

/// A heuristic by name or by formula.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A registered one.
    Name(String),
    /// What a formula computes.
    Formula(Expression),
}

const FORM: &str =
    "a heuristic is name[:option=value,…] or a formula in braces, for example pmc2:corners=0.5 or {2*pieces+steps}";

impl FromStr for HeuristicSpec {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let text = text.trim();
        let (what, options) = match text.strip_prefix('{') {
            None => {
                let (name, options) = text.split_once(':').unwrap_or((text, ""));
                if name.trim().is_empty() {
                    return Err(BadInput::new(format!("{text:?} does not name a heuristic; {FORM}")));
                }
                (What::Name(name.trim().to_owned()), options)
            }
            Some(rest) => {
                let (formula, rest) = rest
                    .split_once('}')
                    .ok_or_else(|| BadInput::new(format!("the formula {text:?} has no closing brace; {FORM}")))?;
                let rest = rest.trim();
                let options = rest.strip_prefix(':').unwrap_or(rest);
                if !rest.is_empty() && rest == options {
                    return Err(BadInput::new(format!("{rest:?} cannot follow a formula; {FORM}")));
                }
                (What::Formula(formula.parse()?), options)
            }
        };
        let mut spec = HeuristicSpec { what, settings: Vec::new(), noise: 0.0 };
        for word in options.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| BadInput::new(format!("option {word:?} of a heuristic needs a value; {FORM}")))?;
            spec.set(name.trim(), value.trim())?;
        }
        Ok(spec)
    }
}

impl HeuristicSpec {
    /// The registered heuristic of this name, with its defaults.
    pub fn named(name: &str) -> Self {
        HeuristicSpec { what: What::Name(name.to_owned()), settings: Vec::new(), noise: 0.0 }
    }

    /// Gives an option a value; a second value for the same option is an error.
    fn set(&mut self, name: &str, value: &str) -> Result<(), BadInput> {
        if name == NOISE {
            let amplitude = number(value).filter(|amplitude| *amplitude >= 0.0);
            self.noise = amplitude.ok_or_else(|| {
                BadInput::new(format!(
                    "noise={value:?}: noise must be a number of at least 0, the largest value that is added"
                ))
            })?;
            return Ok(());
        }
        match self.settings.binary_search_by(|(known, _)| known.as_str().cmp(name)) {
            Ok(_) => Err(BadInput::new(format!("option {name:?} of a heuristic is given twice"))),
            Err(place) => {
                self.settings.insert(place, (name.to_owned(), value.to_owned()));
                Ok(())
            }
        }
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Name(name) => f.write_str(name)?,
            What::Formula(formula) => write!(f, "{{{formula}}}")?,
        }
        let noise = (self.noise > 0.0).then(|| format!("{NOISE}={}", self.noise));
        let options: Vec<String> =
            self.settings.iter().map(|(name, value)| format!("{name}={value}")).chain(noise).collect();
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_form_reads_as_the_same() {
        for (given, canonical) in [
            ("pmc2", "pmc2"),
            (" pmc2 : parity=0.2 , corners=0.5", "pmc2:corners=0.5,parity=0.2"),
            ("{ 2 * pieces+steps }", "{2*pieces+steps}"),
            ("{$w*pieces}:w=3,noise=0.5", "{$w*pieces}:w=3,noise=0.5"),
            ("offensive1:noise=0", "offensive1"),
        ] {
            let spec: HeuristicSpec = given.parse().expect(given);
            assert_eq!(spec.to_string(), canonical);
            assert_eq!(canonical.parse::<HeuristicSpec>().as_ref(), Ok(&spec));
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (given, said) in [
            ("", "does not name a heuristic"),
            ("{pieces", "no closing brace"),
            ("{pieces}x", "cannot follow a formula"),
            ("pmc2:corners", "needs a value"),
            ("pmc2:corners=1,corners=2", "given twice"),
            ("pmc2:noise=-1", "at least 0"),
            ("pmc2:noise=nan", "at least 0"),
        ] {
            let error = given.parse::<HeuristicSpec>().expect_err(given).to_string();
            assert!(error.contains(said), "{given}: {error}");
        }
    }
}
