//! Heuristics as text: `name[:k=v,…]`, a formula in braces, `{2*pieces+steps}[:k=v,…]`, `file:PATH[,k=v,…]`, or
//! `outside:NAME[,k=v,…]` for one that a front end has registered.

use std::fmt;
use std::str::FromStr;

use plyscope_core::BadInput;

use crate::formula::Expression;
use crate::learnt::ModelFile;
use crate::outside::check_name;
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

/// A heuristic by name, by formula or from a file.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A registered one.
    Name(String),
    /// What a formula computes.
    Formula(Expression),
    /// What `plyscope learn` wrote into a file.
    File(ModelFile),
    /// One from outside that was registered under this name.
    Outside(String),
}

const FORM: &str = "a heuristic is name[:option=value,…], a formula in braces or file:PATH, for example \
                    pmc2:corners=0.5, {2*pieces+steps} or file:my.heuristic";

/// The word before the path of a file.
const FILE: &str = "file";

/// The word before the name of a heuristic from outside.
const OUTSIDE: &str = "outside";

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
                if name.trim() == FILE {
                    let (path, options) = options.split_once(',').unwrap_or((options, ""));
                    (What::File(read_path(path.trim())?), options)
                } else if name.trim() == OUTSIDE {
                    let (name, options) = options.split_once(',').unwrap_or((options, ""));
                    check_name(name.trim())?;
                    (What::Outside(name.trim().to_owned()), options)
                } else {
                    (What::Name(name.trim().to_owned()), options)
                }
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

    /// Loads the file of this heuristic, if it is in one, with a function that reads a path.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn load(&mut self, read: &dyn Fn(&str) -> Result<Vec<u8>, BadInput>) -> Result<(), BadInput> {
        if let What::File(file) = &mut self.what {
            let bytes = read(&file.path)?;
            file.load(bytes);
        }
        Ok(())
    }

    /// Whether it is in a file that is not loaded.
    pub fn lacks_file(&self) -> bool {
        matches!(&self.what, What::File(file) if !file.is_loaded())
    }

    /// The same formula with these weights for its summands, in the order of its terms, and without the noise; `None`
    /// if it is no formula.
    ///
    /// # Errors
    /// If the formula becomes too long.
    pub fn with_weights(&self, weights: &[f64]) -> Result<Option<HeuristicSpec>, BadInput> {
        let What::Formula(formula) = &self.what else { return Ok(None) };
        let formula = formula.with_weights(weights)?;
        let settings = self.settings.iter().filter(|(name, _)| formula.uses_weight(name)).cloned().collect();
        Ok(Some(HeuristicSpec { what: What::Formula(formula), settings, noise: 0.0 }))
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
            What::File(file) => write!(f, "{FILE}:{}", file.path)?,
            What::Outside(name) => write!(f, "{OUTSIDE}:{name}")?,
        }
        let noise = (self.noise > 0.0).then(|| format!("{NOISE}={}", self.noise));
        let options: Vec<String> =
            self.settings.iter().map(|(name, value)| format!("{name}={value}")).chain(noise).collect();
        let before = if matches!(self.what, What::File(_) | What::Outside(_)) { ',' } else { ':' };
        if options.is_empty() { Ok(()) } else { write!(f, "{before}{}", options.join(",")) }
    }
}

/// The path of a file, which must be one that the text of a player can hold.
fn read_path(path: &str) -> Result<ModelFile, BadInput> {
    if path.is_empty() {
        return Err(BadInput::new(format!("{FILE}: needs the path of a file; {FORM}")));
    }
    if path.contains('@') || path.chars().any(char::is_control) {
        return Err(BadInput::new(format!(
            "{path:.60?} cannot be the path of a heuristic: it has an @ or a control character; rename the file"
        )));
    }
    Ok(ModelFile::at(path))
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
            ("file: dir/my:own+b.heuristic", "file:dir/my:own+b.heuristic"),
            ("file:b.heuristic,noise=2", "file:b.heuristic,noise=2"),
            ("outside: mine ,noise=2", "outside:mine,noise=2"),
        ] {
            let spec: HeuristicSpec = given.parse().expect(given);
            assert_eq!(spec.to_string(), canonical);
            assert_eq!(canonical.parse::<HeuristicSpec>().as_ref(), Ok(&spec));
        }
    }

    #[test]
    fn a_formula_takes_other_weights() {
        for (given, weights, made) in [
            ("{10*pieces+steps-3*hanging}", &[10.0, 2.5, -1.0][..], "{10*pieces+2.5*steps-hanging}"),
            ("{pieces-(steps-hanging)}", &[-1.0, -2.0, 3.0], "{-1*pieces-2*steps+3*hanging}"),
            ("{$w*(a+b)+c*$v}:v=2,w=3", &[4.0, 5.0], "{4*(a+b)+5*c}"),
            ("{2*max($v,a)+5}:noise=1,v=2", &[1.0, 0.5], "{max($v,a)+2.5}:v=2"),
        ] {
            let spec: HeuristicSpec = given.parse().expect(given);
            let other = spec.with_weights(weights).expect("not too long").expect("a formula");
            assert_eq!(other.to_string(), made);
            assert_eq!(made.parse::<HeuristicSpec>(), Ok(other));
        }
        assert_eq!(HeuristicSpec::named("pmc2").with_weights(&[1.0]), Ok(None));
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
            ("file:", "needs the path"),
            ("file", "needs the path"),
            ("file:a@b", "has an @"),
            ("file:a,b", "needs a value"),
            ("outside:", "cannot be a name"),
            ("outside:a b", "cannot be a name"),
        ] {
            let error = given.parse::<HeuristicSpec>().expect_err(given).to_string();
            assert!(error.contains(said), "{given}: {error}");
        }
    }
}
