//! The options of `engine` as text: its switches and the numbers behind them.

use plyscope_core::BadInput;
use plyscope_search::{MARGINS, Margins, TECHNIQUES, Techniques};

use super::SearchSpec;
use super::options::{Given, size};

impl Given<'_> {
    /// The engine that the options describe.
    pub(super) fn engine(&self) -> Result<SearchSpec, BadInput> {
        let techniques = self.techniques()?;
        Ok(SearchSpec::Engine {
            threads: self.number("threads", 1, 256)?,
            table: self.table()?.ok_or_else(|| self.bad("table"))?,
            techniques,
            margins: self.margins(techniques)?,
            ponder: self.is_on("ponder")?,
        })
    }

    /// The techniques of the engine; `None` if it is not selective. Techniques that are not used are then not part of
    /// the player: two that play alike are equal.
    fn techniques(&self) -> Result<Option<Techniques>, BadInput> {
        let mut techniques = Techniques::ALL;
        for name in TECHNIQUES {
            *techniques.switch(name).expect("every technique has a switch") = self.is_on(name)?;
        }
        Ok(self.is_on("selective")?.then_some(techniques))
    }

    /// The numbers of the techniques. One whose technique is not used changes nothing, so it is not part of the player.
    fn margins(&self, techniques: Option<Techniques>) -> Result<Margins, BadInput> {
        let mut margins = Margins::DEFAULT;
        for about in &MARGINS {
            let number = if about.is_whole {
                f64::from(self.number(about.name, about.least as u32, about.most as u32)?)
            } else {
                self.number(about.name, about.least, about.most)?
            };
            if techniques.is_some_and(|mut techniques| techniques.switch(about.technique).is_some_and(|on| *on)) {
                margins.set(about.name, number);
            }
        }
        Ok(margins)
    }
}

/// The values of all options of an engine; none of another search.
pub(super) fn engine_values(search: &SearchSpec) -> Vec<(&'static str, String)> {
    let SearchSpec::Engine { threads, table, techniques, margins, ponder } = search else { return Vec::new() };
    let word = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
    let mut values = vec![
        ("threads", threads.to_string()),
        ("table", size(Some(*table))),
        ("selective", word(techniques.is_some())),
    ];
    let mut techniques = techniques.unwrap_or(Techniques::ALL);
    values.extend(TECHNIQUES.map(|name| (name, word(techniques.switch(name).is_some_and(|on| *on)))));
    values.extend(MARGINS.iter().filter_map(|about| Some((about.name, margins.get(about.name)?.to_string()))));
    values.push(("ponder", word(*ponder)));
    values
}

#[cfg(test)]
mod tests {
    use super::super::Player;
    use super::*;

    /// What the table of options says is what the search does.
    #[test]
    fn a_plain_engine_has_the_margins_of_the_search() {
        let plain: Player = "engine".parse().expect("a player");
        let SearchSpec::Engine { margins, techniques, .. } = plain.search else { panic!("{plain} is an engine") };
        assert_eq!((margins, techniques), (Margins::DEFAULT, Some(Techniques::ALL)));
        assert_eq!(plain.to_string(), "engine", "all defaults are left out");
    }

    #[test]
    fn every_number_can_be_chosen_within_its_bounds() {
        for about in &MARGINS {
            for number in [about.least, about.most] {
                let text = format!("engine:{}={number}@nodes=100", about.name);
                let player: Player = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(player.to_string(), text);
            }
            let beyond = format!("engine:{}={}", about.name, about.most + 1.0);
            let error = beyond.parse::<Player>().expect_err(&beyond).to_string();
            assert!(error.contains(&format!("accepted: {} to {}", about.least, about.most)), "{error}");
        }
    }
}
