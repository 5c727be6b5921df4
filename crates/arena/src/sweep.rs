//! Players that differ in parameters.

use plyscope_core::BadInput;
use plyscope_registry::{fill_blanks, first_blank, has_blank};

use crate::experiment::{Sweep, Value, Values};

/// A player of a sweep: its name, its spec, and the values of the parameters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Swept {
    pub(crate) name: String,
    pub(crate) spec: String,
    pub(crate) values: Vec<(String, String)>,
}

/// The most players of an experiment. More are probably a mistake, and every two of them would meet.
pub(crate) const MAX_PLAYERS: usize = 1000;

/// Every combination of values, the last parameter changing fastest.
pub(crate) fn expand(sweep: &Sweep) -> Result<Vec<Swept>, BadInput> {
    let mut combinations: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (name, values) in &sweep.parameters {
        if !has_blank(&sweep.player, name) {
            return Err(BadInput::new(format!("sweep.{name}: the sweep's player does not contain <{name}>")));
        }
        let values = listed(name, values)?;
        if combinations.len() * values.len() > MAX_PLAYERS {
            return Err(BadInput::new(format!("sweep: gives more than {MAX_PLAYERS} players")));
        }
        combinations = combinations
            .into_iter()
            .flat_map(|combination| {
                values.iter().map(move |value| [&combination[..], &[(name.clone(), value.clone())]].concat())
            })
            .collect();
    }
    if sweep.parameters.is_empty() {
        return Err(BadInput::new("sweep: no parameter is given; add one, such as depth = \"2..5\""));
    }
    combinations.into_iter().map(|values| swept(sweep, values)).collect()
}

fn swept(sweep: &Sweep, values: Vec<(String, String)>) -> Result<Swept, BadInput> {
    let fill = |text: &str| fill_blanks(text, &values);
    let spec = fill(&sweep.player);
    if let Some(open) = first_blank(&spec) {
        return Err(BadInput::new(format!("sweep.player: {open} is not a parameter of the sweep")));
    }
    let all = values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
    let name = sweep.name.as_deref().map_or(all, fill);
    Ok(Swept { name, spec, values })
}

fn listed(name: &str, values: &Values) -> Result<Vec<String>, BadInput> {
    let found = match values {
        Values::One(value) => vec![value.to_string()],
        Values::List(values) => values.iter().map(Value::to_string).collect(),
        Values::Range(text) => range(text).map_err(|what| BadInput::new(format!("sweep.{name}: {text:?} {what}")))?,
    };
    if found.is_empty() { Err(BadInput::new(format!("sweep.{name}: no value is given"))) } else { Ok(found) }
}

/// The numbers of a range, both ends included, or what is wrong with it.
fn range(text: &str) -> Result<Vec<String>, String> {
    let form = || "is not a range such as \"2..5\" or \"0..1 by 0.25\"".to_owned();
    let (ends, step) = text.split_once("by").map_or((text, "1"), |(ends, step)| (ends, step));
    let (low, high) = ends.split_once("..").ok_or_else(form)?;
    let [low, high, step] = [low, high, step].map(|part| part.trim().trim_start_matches('=').parse::<f64>().ok());
    let [Some(low), Some(high), Some(step)] = [low, high, step] else { return Err(form()) };
    if !(low <= high && step > 0.0) {
        return Err(form());
    }
    // Multiplied instead of added up, so that 0..1 by 0.1 ends at 1.
    let n = ((high - low) / step + 1e-9).floor() + 1.0;
    if n > MAX_PLAYERS as f64 {
        return Err(format!("has {n:.0} values; a sweep has at most {MAX_PLAYERS} players"));
    }
    Ok((0..n as usize).map(|index| (((low + index as f64 * step) * 1e9).round() / 1e9).to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep(text: &str) -> Result<Vec<Swept>, BadInput> {
        expand(&toml::from_str(text).expect("a sweep"))
    }

    #[test]
    fn all_combinations_become_players() {
        let players =
            sweep("player = 'pvs+pmc2:corners=<c>@depth=<d>'\nd = '2..3'\nc = [0.1, 0.2, 'x']").expect("six players");
        let specs: Vec<&str> = players.iter().map(|player| &player.spec[..]).collect();
        assert_eq!(specs.len(), 6);
        assert_eq!((specs[0], specs[5]), ("pvs+pmc2:corners=0.1@depth=2", "pvs+pmc2:corners=x@depth=3"));
        assert_eq!(players[1].name, "d=2 c=0.2");
    }

    #[test]
    fn ranges_end_where_they_say() {
        assert_eq!(
            range("0..1 by 0.1").map(|values| (values.len(), values[3].clone(), values[10].clone())),
            Ok((11, "0.3".into(), "1".into()))
        );
        assert_eq!(range("5..5"), Ok(vec!["5".to_owned()]));
        for bad in ["", "5..2", "1..2 by 0", "a..b", "1-2", "1..nan"] {
            assert!(range(bad).is_err_and(|what| what.contains("is not a range")), "{bad}");
        }
        let too_many = range("0..1 by 0.0001").expect_err("too many");
        assert_eq!(too_many, "has 10001 values; a sweep has at most 1000 players");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, said) in [
            ("player = 'minimax@depth=<d>'", "no parameter"),
            ("player = 'minimax@depth=3'\nd = '1..2'", "does not contain <d>"),
            ("player = 'minimax@depth=<d>,nodes=<n>'\nd = '1..2'", "<n>"),
            ("player = 'minimax@depth=<d>'\nd = []", "no value"),
            ("player = 'minimax@depth=<d>'\nd = '0..1000'\n", "1001 values"),
        ] {
            let error = sweep(text).expect_err(text).to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
