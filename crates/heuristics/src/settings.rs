//! The options of a heuristic as they were given: weights and choices.

use plyscope_core::{BadInput, Choice};

/// What stands in a [`Choice`] for an option that takes any number.
pub const NUMBER: &[&str] = &["NUMBER"];

/// The options of one heuristic, each with an accepted value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    values: Vec<(String, String)>,
}

impl Settings {
    /// The given values for these options, and the defaults of the others.
    ///
    /// # Errors
    /// If an option is unknown or its value is not accepted.
    pub(crate) fn read(owner: &str, options: &[Choice], given: &[(String, String)]) -> Result<Self, BadInput> {
        let mut values: Vec<_> =
            options.iter().map(|choice| (choice.name.to_owned(), choice.default.to_owned())).collect();
        for (name, value) in given {
            let known = || options.iter().map(|choice| choice.name).chain([crate::spec::NOISE]);
            let place = options.iter().position(|choice| choice.name == name);
            let place =
                place.ok_or_else(|| BadInput::unknown(&format!("option of heuristic {owner}"), name, known()))?;
            let accepted = options[place].values;
            let is_accepted =
                if accepted == NUMBER { number(value).is_some() } else { accepted.contains(&value.as_str()) };
            if !is_accepted {
                let accepted = accepted.join(", ").replace(NUMBER[0], "a number such as 0.5");
                return Err(BadInput::new(format!(
                    "option {name:?} of heuristic {owner} cannot be {value:?}; accepted: {accepted}"
                )));
            }
            values[place].1.clone_from(value);
        }
        Ok(Settings { values })
    }

    /// Any names with numbers, for formulas with weights.
    pub(crate) fn of_weights(given: &[(String, String)]) -> Result<Self, BadInput> {
        match given.iter().find(|(_, value)| number(value).is_none()) {
            Some((name, value)) => Err(BadInput::new(format!(
                "weight {name:?} of a formula cannot be {value:?}; it is a number such as 0.5"
            ))),
            None => Ok(Settings { values: given.to_vec() }),
        }
    }

    /// The value of an option that takes words.
    pub fn word(&self, name: &str) -> &str {
        self.find(name).unwrap_or_default()
    }

    /// The value of an option that takes numbers.
    pub fn number(&self, name: &str) -> f64 {
        self.weight(name).unwrap_or_default()
    }

    /// The number with this name, if there is one.
    pub fn weight(&self, name: &str) -> Option<f64> {
        self.find(name).and_then(number)
    }

    /// All names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.values.iter().map(|(name, _)| name.as_str())
    }

    fn find(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A finite number.
pub(crate) fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}
