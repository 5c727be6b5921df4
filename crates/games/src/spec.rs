//! The text after the colon of a game spec: a size or a named variant, then options, separated by commas.

use plyscope_core::{About, BadInput, Choice, nearest};

use crate::grid::Size;

/// A variant text taken apart: every option is known and has an accepted value.
pub(crate) struct Parts<'a> {
    about: &'static About,
    /// The first word, if it is not an option.
    pub(crate) head: Option<&'a str>,
    options: Vec<(&'static Choice, &'a str)>,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(about: &'static About, text: &'a str) -> Result<Self, BadInput> {
        let mut parts = Parts { about, head: None, options: Vec::new() };
        for (index, word) in text.split(',').map(str::trim).enumerate() {
            let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            let choice = about.options.iter().find(|choice| choice.name.eq_ignore_ascii_case(name));
            match (choice, value) {
                (Some(choice), value) => parts.option(choice, value)?,
                (None, None) if index == 0 && !word.is_empty() => parts.head = Some(word),
                (None, None) if index == 0 && text.is_empty() => {}
                _ => return Err(parts.unknown(word, name)),
            }
        }
        Ok(parts)
    }

    fn option(&mut self, choice: &'static Choice, value: Option<&'a str>) -> Result<(), BadInput> {
        let (id, name) = (self.about.id, choice.name);
        if self.value(name).is_some() {
            return Err(BadInput::new(format!("option {name:?} of {id} is given twice")));
        }
        let accepted = choice.values.join(" or ");
        match value {
            None if choice.values.is_empty() => self.options.push((choice, "")),
            Some(value) if choice.values.contains(&value) => self.options.push((choice, value)),
            Some(value) if choice.values.is_empty() => {
                return Err(BadInput::new(format!("option {name:?} of {id} takes no value, but has {value:?}")));
            }
            Some(value) => {
                return Err(BadInput::new(format!(
                    "option {name:?} of {id} cannot be {value:?}; accepted: {accepted}"
                )));
            }
            None => return Err(BadInput::new(format!("option {name:?} of {id} needs a value; accepted: {accepted}"))),
        }
        Ok(())
    }

    /// The value of an option, empty for one without values; `None` if it was not given.
    pub(crate) fn value(&self, name: &str) -> Option<&'a str> {
        self.options.iter().find(|(choice, _)| choice.name == name).map(|&(_, value)| value)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The size that the first word gives, or the default.
    pub(crate) fn size(&self, default: Size) -> Result<Size, BadInput> {
        match self.head {
            Some(head) => Size::read(head).ok_or_else(|| self.unknown(head, head)),
            None => Ok(default),
        }
    }

    /// The sentence for a word that is neither a size nor an option of this game.
    pub(crate) fn unknown(&self, word: &str, name: &str) -> BadInput {
        let options = self.about.options;
        // What follows "=" is no part of a name, so it must not spoil the comparison.
        let known = options.iter().map(|choice| choice.name).chain(self.about.variants.iter().copied());
        let suggestion = nearest(name, known).map_or_else(String::new, |near| format!(" (did you mean {near:?}?)"));
        let names = options.iter().map(|choice| format!(", {}", form(choice))).collect::<String>();
        let word: String = word.chars().take(60).collect();
        let About { id, sizes, .. } = self.about;
        BadInput::new(format!("{id} has no variant or option {word:?}{suggestion}; accepted: {sizes}{names}"))
    }
}

fn form(choice: &Choice) -> String {
    if choice.values.is_empty() {
        choice.name.to_owned()
    } else {
        format!("{}={}", choice.name, choice.values.join("|"))
    }
}
