//! Players that differ in one or two numbers: the axes of the plots in a report.

use crate::summary::PlayerSummary;

/// Players along one parameter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Series {
    /// The parameter.
    pub(super) parameter: String,
    /// The label that the players of a line share, and the players: value and index, ordered by value.
    pub(super) lines: Vec<(String, Vec<(f64, usize)>)>,
}

/// Players over two parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    /// The parameters of the rows and of the columns.
    pub(super) parameters: [String; 2],
    /// The values of the rows.
    pub(super) rows: Vec<f64>,
    /// The values of the columns.
    pub(super) columns: Vec<f64>,
    /// The players by row and column.
    pub(super) players: Vec<Vec<Option<usize>>>,
}

/// The least number of players that form a series without a sweep.
const LEAST_PLAYERS: usize = 3;

/// All series of players: over the numeric parameters of a sweep, or over numbers in which specs differ.
pub(super) fn series(players: &[PlayerSummary]) -> Vec<Series> {
    let swept: Vec<Series> = swept_parameters(players).iter().map(|name| along(players, name)).collect();
    if swept.is_empty() { written(players) } else { swept }
}

/// The grid of a sweep over exactly two numeric parameters.
pub(super) fn grid(players: &[PlayerSummary]) -> Option<Grid> {
    let [row, column] = <[String; 2]>::try_from(swept_parameters(players)).ok()?;
    let of = |player: &PlayerSummary| Some((number(player, &row)?, number(player, &column)?));
    let places: Vec<(usize, (f64, f64))> =
        players.iter().enumerate().filter_map(|(index, player)| Some((index, of(player)?))).collect();
    let rows = sorted(places.iter().map(|(_, place)| place.0));
    let columns = sorted(places.iter().map(|(_, place)| place.1));
    let mut table = vec![vec![None; columns.len()]; rows.len()];
    for (player, (a, b)) in places {
        let (i, j) = (rows.iter().position(|&v| v == a)?, columns.iter().position(|&v| v == b)?);
        // With a third parameter that is a word, several players share a place, and the table has no room for them.
        if table[i][j].replace(player).is_some() {
            return None;
        }
    }
    Some(Grid { parameters: [row, column], rows, columns, players: table })
}

fn number(player: &PlayerSummary, parameter: &str) -> Option<f64> {
    let (_, value) = player.values.iter().find(|(name, _)| name == parameter)?;
    value.parse().ok().filter(|value: &f64| value.is_finite())
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// Parameters of a sweep that have two or more values, all of them numbers.
fn swept_parameters(players: &[PlayerSummary]) -> Vec<String> {
    let swept: Vec<&PlayerSummary> = players.iter().filter(|player| !player.values.is_empty()).collect();
    let Some(one) = swept.first() else { return Vec::new() };
    let is_numeric = |name: &&String| {
        let values: Option<Vec<f64>> = swept.iter().map(|player| number(player, name)).collect();
        values.is_some_and(|values| sorted(values.into_iter()).len() >= 2)
    };
    one.values.iter().map(|(name, _)| name).filter(is_numeric).cloned().collect()
}

fn along(players: &[PlayerSummary], parameter: &str) -> Series {
    let points = players.iter().enumerate().filter_map(|(index, player)| {
        let others = player.values.iter().filter(|(name, _)| name != parameter);
        let rest = others.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
        Some((rest, number(player, parameter)?, index))
    });
    Series { parameter: parameter.to_owned(), lines: lines(points) }
}

fn lines(points: impl Iterator<Item = (String, f64, usize)>) -> Vec<(String, Vec<(f64, usize)>)> {
    let mut lines: Vec<(String, Vec<(f64, usize)>)> = Vec::new();
    for (label, value, player) in points {
        match lines.iter_mut().find(|(known, _)| *known == label) {
            Some((_, line)) => line.push((value, player)),
            None => lines.push((label, vec![(value, player)])),
        }
    }
    lines.iter_mut().for_each(|(_, line)| line.sort_by(|a, b| a.0.total_cmp(&b.0)));
    lines
}

/// Players whose specs differ only in one number, such as depth=2, depth=3, depth=4.
fn written(players: &[PlayerSummary]) -> Vec<Series> {
    let mut names: Vec<String> = Vec::new();
    let mut points: Vec<(String, String, f64, usize)> = Vec::new();
    for (index, player) in players.iter().enumerate() {
        for (name, value, rest) in numbers(&player.player) {
            if !names.contains(&name) {
                names.push(name.clone());
            }
            points.push((name, rest, value, index));
        }
    }
    let along = |parameter: String| {
        let own = points.iter().filter(|point| point.0 == parameter);
        let mut lines = lines(own.map(|(_, rest, value, player)| (rest.clone(), *value, *player)));
        lines.retain(|(_, line)| sorted(line.iter().map(|point| point.0)).len() >= LEAST_PLAYERS);
        (!lines.is_empty()).then_some(Series { parameter, lines })
    };
    names.into_iter().filter_map(along).collect()
}

/// Every `name=number` of a spec: the name, the number, and the spec with an ellipsis in its place.
fn numbers(spec: &str) -> Vec<(String, f64, String)> {
    let found = spec.match_indices('=').filter_map(|(at, _)| {
        let name_begin = spec[..at].rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |i| i + 1);
        let text = &spec[at + 1..];
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(text.len());
        let value: f64 = text[..end].parse().ok()?;
        let name = &spec[name_begin..at];
        (!name.is_empty()).then(|| (name.to_owned(), value, format!("{}…{}", &spec[..=at], &text[end..])))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(spec: &str, values: &[(&str, &str)]) -> PlayerSummary {
        PlayerSummary {
            name: spec.to_owned(),
            player: spec.to_owned(),
            values: values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            games: 0,
            score: None,
            interval: (0.0, 1.0),
            nodes_per_move: 0.0,
            ms_per_move: 0.0,
            depth: 0.0,
            branching: None,
            captures: None,
            pieces: None,
            memory: None,
            boards: Vec::new(),
        }
    }

    #[test]
    fn specs_that_differ_in_one_number_are_a_series() {
        let specs = ["random", "minimax@depth=4", "minimax@depth=2", "mcts:c=1.5@rollouts=100", "minimax@depth=3"];
        let players: Vec<_> = specs.iter().map(|spec| player(spec, &[])).collect();
        let expected = Series {
            parameter: "depth".into(),
            lines: vec![("minimax@depth=…".into(), vec![(2.0, 2), (3.0, 4), (4.0, 1)])],
        };
        assert_eq!(series(&players), [expected]);
        assert_eq!(series(&players[..3]), []);
    }

    #[test]
    fn a_sweep_over_two_weights_is_a_grid() {
        let values = [("1", "-2"), ("1", "0.5"), ("10", "-2"), ("10", "0.5")];
        let mut players: Vec<_> = values.iter().map(|(a, b)| player("p", &[("a", a), ("b", b)])).collect();
        players.insert(0, player("random", &[]));
        let found = grid(&players).expect("a grid");
        assert_eq!((found.rows, found.columns), (vec![1.0, 10.0], vec![-2.0, 0.5]));
        assert_eq!(found.players, [[Some(1), Some(2)], [Some(3), Some(4)]]);
        let lines: Vec<usize> = series(&players).iter().map(|series| series.lines.len()).collect();
        assert_eq!(lines, [2, 2]);
    }

    #[test]
    fn words_are_no_axis() {
        let players: Vec<_> = ["x", "y", "z"].iter().map(|word| player("p", &[("order", word)])).collect();
        assert_eq!((series(&players), grid(&players)), (vec![], None));
    }
}
