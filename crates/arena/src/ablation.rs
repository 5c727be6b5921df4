//! What each option of a player is worth: the schedule in which a player meets itself with one option switched off.

use plyscope_core::BadInput;
use plyscope_registry::{Player, SwitchedOff};
use plyscope_stats::Interval;
use serde::Serialize;

use crate::experiment::{Ablation, Experiment, Schedule};
use crate::findings::{is_significant, p_text};
use crate::plan::Entrant;
use crate::sampling::Sampling;
use crate::summary::{PairSummary, PlayerSummary};
use crate::sweep::Swept;

/// The names of what players of an ablation differ in, as of a sweep.
const OPTION: &str = "without";
const LIMIT: &str = "limit";

/// The players of an ablation: with each limit the whole player, and then those that lack one option.
pub(crate) fn expand(experiment: &Experiment) -> Result<Vec<Swept>, BadInput> {
    let (mut players, none) = (experiment.players.iter(), Ablation::default());
    let (Some((name, spec)), None, None) = (players.next(), players.next(), &experiment.sweep) else {
        return Err(BadInput::new("players: an ablation has one, whose options are switched off in turn"));
    };
    let Ablation { limits, options } = experiment.ablation.as_ref().unwrap_or(&none);
    let at = |place: &str, error: &BadInput| BadInput::new(format!("{place}: {error}"));
    let whole: Player = spec.parse().map_err(|error| at(&format!("players.{name}"), &error))?;
    if whole.has_limit() && !limits.is_empty() {
        return Err(BadInput::new(format!("ablation.limits: {whole} has a limit of its own; remove that, or these")));
    }
    let lacking = switched_off(&whole, options)?;
    let mut all = Vec::new();
    let none = [String::new()];
    for limit in if limits.is_empty() { &none[..] } else { &limits[..] } {
        let limited = |player: &Player| {
            let mut player = player.clone();
            if !limit.is_empty() {
                player.limit(limit).map_err(|error| at("ablation.limits", &error))?;
                if !player.has_limit() {
                    return Err(BadInput::new(format!("ablation.limits: {limit} is not a limit of {spec}")));
                }
            }
            Ok(player.to_string())
        };
        let named = |name: &str| if limits.len() > 1 { format!("{name}@{limit}") } else { name.to_owned() };
        let shown = if limit.is_empty() { limit_of(&whole, experiment) } else { limit.clone() };
        let values = |option: &str| vec![(OPTION.to_owned(), option.to_owned()), (LIMIT.to_owned(), shown.clone())];
        all.push(Swept { name: named(name), spec: limited(&whole)?, values: values("") });
        for SwitchedOff { option, player, .. } in &lacking {
            let name = named(&format!("without {option}"));
            all.push(Swept { name, spec: limited(player)?, values: values(option) });
        }
    }
    Ok(all)
}

/// The limit of a player that has its own, or that of all players.
fn limit_of(player: &Player, experiment: &Experiment) -> String {
    let text = player.to_string();
    let own = text.split_once('@').map(|(_, limit)| limit.to_owned());
    own.or_else(|| experiment.limit.clone()).unwrap_or_default()
}

/// The options to switch off: those that were asked for, or all.
fn switched_off(whole: &Player, wanted: &[String]) -> Result<Vec<SwitchedOff>, BadInput> {
    let found = whole.switched_off();
    let names: Vec<&str> = found.iter().map(|off| off.option).collect();
    if found.is_empty() {
        return Err(BadInput::new(format!("{whole} has no option that could be switched off")));
    }
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(BadInput::unknown("option that can be switched off", unknown, names));
    }
    let is_wanted = |off: &SwitchedOff| wanted.is_empty() || wanted.iter().any(|name| name == off.option);
    Ok(found.into_iter().filter(is_wanted).collect())
}

/// Who meets whom: each player that lacks something meets the whole one with the same limit.
pub(crate) fn pairs(players: &[Entrant]) -> Vec<(usize, usize)> {
    let mut whole = 0;
    let mut pairs = Vec::new();
    for (index, player) in players.iter().enumerate() {
        if option_of(&player.values).is_none() {
            whole = index;
        } else {
            pairs.push((whole, index));
        }
    }
    pairs
}

fn value_of<'a>(values: &'a [(String, String)], wanted: &str) -> Option<&'a str> {
    values.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
}

fn option_of(values: &[(String, String)]) -> Option<&str> {
    value_of(values, OPTION).filter(|option| !option.is_empty())
}

/// What an option is worth.
#[derive(Clone, Debug, Serialize)]
pub struct OptionWorth {
    /// The option.
    pub name: String,
    /// The limit of both players.
    pub limit: String,
    /// The player without it.
    pub player: String,
    /// What the player loses without it, in Elo; `None` where one side won everything.
    pub elo: Option<f64>,
    /// The ends of its interval; `None` for infinity.
    pub interval: (Option<f64>, Option<f64>),
    /// The score of the whole player against the one without it.
    pub score: f64,
    /// Its interval.
    pub score_interval: Interval,
    /// Games that are observations.
    pub games: u64,
    /// The probability of such a score if the option were worth nothing, corrected for the number of comparisons.
    pub p: f64,
    /// Whether it is certain that the option makes a difference, and which, after that correction.
    pub significant: bool,
    /// What makes the games differ.
    pub sampling: Sampling,
}

/// What the options of an ablation are worth, in the order of the players; nothing for other schedules.
pub(crate) fn worths(schedule: Schedule, players: &[PlayerSummary], pairs: &[PairSummary]) -> Vec<OptionWorth> {
    if schedule != Schedule::Ablation {
        return Vec::new();
    }
    let worth = |pair: &PairSummary| {
        let lacking = &players[pair.b];
        Some(OptionWorth {
            name: option_of(&lacking.values)?.to_owned(),
            limit: value_of(&lacking.values, LIMIT)?.to_owned(),
            player: lacking.player.clone(),
            elo: pair.elo,
            interval: pair.elo_interval,
            score: pair.score,
            score_interval: pair.interval,
            games: 2 * pair.pairs.iter().sum::<u64>(),
            p: pair.p,
            significant: is_significant(pair),
            sampling: pair.sampling,
        })
    };
    let mut found: Vec<(usize, OptionWorth)> = pairs.iter().filter_map(|pair| Some((pair.b, worth(pair)?))).collect();
    found.sort_by_key(|(player, _)| *player);
    found.into_iter().map(|(_, worth)| worth).collect()
}

/// An end of an interval in Elo.
pub fn elo_text(elo: Option<f64>, infinity: &str) -> String {
    elo.map_or_else(|| infinity.to_owned(), |elo| format!("{elo:+.0}").replace('-', "−").replace("+0", "0"))
}

/// The findings of an ablation: what is certain of each option, and no more than its interval says.
pub(crate) fn findings(options: &[OptionWorth]) -> Vec<String> {
    let mut limits: Vec<&str> = options.iter().map(|option| option.limit.as_str()).collect();
    limits.dedup();
    limits.into_iter().flat_map(|limit| of_limit(options, limit)).collect()
}

fn of_limit(options: &[OptionWorth], limit: &str) -> Vec<String> {
    let of_limit = || options.iter().filter(|option| option.limit == limit);
    let mut lines: Vec<String> = of_limit().filter(|option| option.significant).map(certain).collect();
    let same: Vec<&str> =
        of_limit().filter(|option| option.sampling == Sampling::Nothing).map(|option| option.name.as_str()).collect();
    if !same.is_empty() {
        lines.push(format!(
            "With {limit}, the games with and without {} are always the same two; vary the openings to find out what \
             {} worth.",
            listed(&same),
            if same.len() == 1 { "it is" } else { "they are" }
        ));
    }
    let open: Vec<&OptionWorth> =
        of_limit().filter(|option| !option.significant && option.sampling != Sampling::Nothing).collect();
    let names: Vec<&str> = open.iter().map(|option| option.name.as_str()).collect();
    if !open.is_empty() {
        let least = open.iter().map(|option| option.interval.0).reduce(|a, b| a.zip(b).map(|(a, b)| a.min(b)));
        let most = open.iter().map(|option| option.interval.1).reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b)));
        lines.push(format!(
            "With {limit}, these games do not show whether {} any difference: the intervals lie between {} and {} Elo.",
            if names.len() == 1 { format!("{} makes", names[0]) } else { format!("{} make", listed(&names)) },
            elo_text(least.flatten(), "minus infinity"),
            elo_text(most.flatten(), "infinity"),
        ));
    }
    lines
}

fn certain(option: &OptionWorth) -> String {
    let OptionWorth { name, limit, elo, interval: (low, high), games, p, .. } = option;
    let p = p_text(*p);
    let is_good = option.score > 0.5;
    let how = if is_good { format!("{name} is worth") } else { format!("the player is stronger without {name}, by") };
    let (size, least, most) =
        if is_good { (*elo, *low, *high) } else { (elo.map(|elo| -elo), high.map(|end| -end), low.map(|end| -end)) };
    let size = match (size, least, most) {
        (Some(size), Some(least), Some(most)) => format!("{size:.0} Elo ({least:.0} to {most:.0})"),
        (_, Some(least), _) => format!("at least {least:.0} Elo"),
        _ => "some Elo".to_owned(),
    };
    format!("With {limit}, {how} {size}: {games} games, {p}.")
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::plan::Plan;

    fn plan(text: &str) -> Result<Plan, BadInput> {
        Plan::new(&Experiment::read(&format!("game = 'tictactoe'\nschedule = 'ablation'\n{text}"))?, Path::new(""))
    }

    #[test]
    fn each_limit_has_a_whole_player_and_one_without_each_option() {
        let plan =
            plan("games = 10\n[ablation]\nlimits = ['nodes=500', 'rollouts=20']\n[players]\nmcts = 'mcts:merge=yes'")
                .expect("a plan");
        let players: Vec<(&str, String)> =
            plan.players.iter().map(|entrant| (entrant.name.as_str(), entrant.player.to_string())).collect();
        let expected = [
            ("mcts@nodes=500", "mcts:merge=yes@nodes=500"),
            ("without merge@nodes=500", "mcts@nodes=500"),
            ("without solver@nodes=500", "mcts:merge=yes,solver=off@nodes=500"),
            ("mcts@rollouts=20", "mcts:merge=yes@rollouts=20"),
            ("without merge@rollouts=20", "mcts@rollouts=20"),
            ("without solver@rollouts=20", "mcts:merge=yes,solver=off@rollouts=20"),
        ];
        assert_eq!(players, expected.map(|(name, player)| (name, player.to_owned())));
        let met: Vec<(usize, usize, u32)> =
            plan.cells.iter().map(|cell| (cell.first, cell.second, cell.games)).collect();
        assert_eq!(met, [(0, 1, 5), (1, 0, 5), (0, 2, 5), (2, 0, 5), (3, 4, 5), (4, 3, 5), (3, 5, 5), (5, 3, 5)]);
    }

    #[test]
    fn a_limit_of_its_own_and_chosen_options() {
        let plan =
            plan("[ablation]\noptions = ['solver']\n[players]\nm = 'mcts:merge=yes@rollouts=9'").expect("a plan");
        let names: Vec<&str> = plan.players.iter().map(|entrant| entrant.name.as_str()).collect();
        assert_eq!(names, ["m", "without solver"]);
        assert_eq!(value_of(&plan.players[1].values, LIMIT), Some("rollouts=9"));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, said) in [
            ("[players]\na = 'random'", "random has no option that could be switched off"),
            ("[players]\na = 'mcts'\nb = 'mcts'", "an ablation has one"),
            ("[players]\na = 'iterative'", "has no limit"),
            ("[ablation]\nlimits = ['depth=3']\n[players]\na = 'mcts'", "depth=3 is not a limit of mcts"),
            ("[ablation]\nlimits = ['tim=3']\n[players]\na = 'mcts'", "did you mean \"time\""),
            ("[ablation]\nlimits = ['nodes=9']\n[players]\na = 'mcts@nodes=3'", "has a limit of its own"),
            ("[ablation]\noptions = ['solvr']\n[players]\na = 'mcts'", "did you mean \"solver\""),
            ("[ablation]\nlimits = ['nodes=9', 'nodes=9']\n[players]\na = 'mcts'", "two players with this name"),
        ] {
            let error = plan(text).map(|_| ()).expect_err(text).to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
        let elsewhere = "game = 'tictactoe'\n[ablation]\n[players]\na = 'random'\nb = 'random'";
        let error = Plan::new(&Experiment::read(elsewhere).expect("a file"), Path::new("")).expect_err("a mistake");
        assert!(error.to_string().contains("schedule = \"ablation\""), "{error}");
    }

    fn worth(name: &str, elo: f64, interval: (Option<f64>, Option<f64>), significant: bool) -> OptionWorth {
        OptionWorth {
            name: name.to_owned(),
            limit: "nodes=1000".to_owned(),
            player: String::new(),
            elo: Some(elo),
            interval,
            score: 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)),
            score_interval: (0.0, 1.0),
            games: 200,
            p: if significant { 0.004 } else { 0.3 },
            significant,
            sampling: Sampling::Games,
        }
    }

    #[test]
    fn sentences_say_no_more_than_the_intervals() {
        let options = [
            worth("table", 84.0, (Some(51.0), Some(120.0)), true),
            worth("order", -40.0, (Some(-70.0), Some(-9.0)), true),
            worth("solver", 12.0, (Some(-20.0), Some(41.0)), false),
            worth("merge", -3.0, (Some(-30.0), Some(26.0)), false),
            OptionWorth { elo: None, score: 1.0, ..worth("null-move", 0.0, (Some(300.0), None), true) },
        ];
        assert_eq!(
            findings(&options),
            [
                "With nodes=1000, table is worth 84 Elo (51 to 120): 200 games, p = 0.004.",
                "With nodes=1000, the player is stronger without order, by 40 Elo (9 to 70): 200 games, p = 0.004.",
                "With nodes=1000, null-move is worth at least 300 Elo: 200 games, p = 0.004.",
                "With nodes=1000, these games do not show whether solver and merge make any difference: the intervals \
                 lie between −30 and +41 Elo.",
            ]
        );
    }
}
