//! Players as text, and every search on every game.

use crate::common;
use std::collections::HashSet;
use std::time::Duration;

use crate::common::start_of;
use plyscope_core::Work;
use plyscope_registry::{Chance, GAMES, GameConditions, PRESETS, Player, SEARCHES, SearchRequest};
use proptest::prelude::*;

fn player(text: &str) -> Player {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn canonical_forms() {
    for (text, canonical) in [
        ("random", "random"),
        ("human", "human"),
        ("minimax+dummy@depth=3", "minimax+dummy@depth=3"),
        ("pvs:table=64MB+material@time=1s", "pvs:table=64MB+material@time=1s"),
        ("alphabeta:order=none,table=off,root=shared,ties=first@depth=4", "alphabeta@depth=4"),
        ("alphabeta:ties=random,order=history/table@depth=4", "alphabeta:order=table/history,ties=random@depth=4"),
        ("mcts:c=1@rollouts=100", "mcts:c=1@rollouts=100"),
        (
            "mcts:rollout=cut,plies=20,solver=off@time=500ms,nodes=20k",
            "mcts:solver=off,rollout=cut,plies=20@nodes=20000,time=500ms",
        ),
        ("mcts:rollout=greedy", "mcts:rollout=greedy"),
        ("mcts:rollout=cut,plies=5,scale=10", "mcts:rollout=cut,plies=5,scale=10"),
        ("iterative:over=alphabeta,aspiration=2.5", "iterative:over=alphabeta,aspiration=2.5"),
        ("engine:threads=2,table=1GB@time=1.5s", "engine:threads=2,table=1GB@time=1500ms"),
        ("engine:late-moves=3,futility-margin=1.20", "engine"),
        ("engine:null-reduction=2,reduction-base=0.75", "engine:reduction-base=0.75,null-reduction=2"),
        ("engine:futility=off,futility-margin=3", "engine:futility=off"),
        ("engine:selective=off,probcut-errors=3", "engine:selective=off"),
        ("mtdf:table=16MB@depth=5", "mtdf@depth=5"),
        ("sss:table=512KB@depth=5", "sss:table=512KB@depth=5"),
        ("program:mine@time=1s", "program:mine@time=1s"),
        (" program: python3   agent.py --level=3,a+b @ nodes=2k", "program:python3 agent.py --level=3,a+b@nodes=2000"),
    ] {
        assert_eq!(player(text).to_string(), canonical);
        assert_eq!(player(canonical), player(text), "{canonical} is the same player");
    }
}

#[test]
fn errors_tell_what_is_accepted() {
    for (text, parts) in [
        ("alphabet@depth=3", &["\"alphabet\"", "did you mean \"alphabeta\""][..]),
        ("", &["unknown search"]),
        ("alphabeta:oder=none", &["\"oder\"", "did you mean \"order\""]),
        ("alphabeta:order=best", &["\"best\"", "none, heuristic, table, killer, history"]),
        ("alphabeta:root=fresh,root=shared", &["twice"]),
        ("random:c=1", &["no options"]),
        ("alphabeta@dept=3", &["\"dept\"", "did you mean \"depth\""]),
        ("alphabeta@depth", &["needs a value"]),
        ("alphabeta@depth=0", &["1 to 1000"]),
        ("alphabeta@depth=3,depth=4", &["twice"]),
        ("alphabeta@time=3", &["500ms"]),
        ("alphabeta@nodes=many", &["20k"]),
        ("engine@clock=60", &["clock=60", "60s+1s"]),
        ("engine@clock=60s+", &["60s+1s"]),
        ("engine@clock=0s+1s", &["60s+1s"]),
        ("engine@clock=1s,clock=2s", &["twice"]),
        ("random@clock=60s", &["clock is not a limit of random"]),
        (
            "alphabeta@rollouts=30",
            &["rollouts is not a limit of alphabeta; its limits are depth, nodes, time and clock"],
        ),
        ("mcts@depth=3,rollouts=30", &["depth is not a limit of mcts; its limits are rollouts, nodes, time and clock"]),
        ("published-thesis-mcts@depth=3", &["depth is not a limit of published-thesis-mcts"]),
        ("random@time=1s", &["time is not a limit of random; it takes no limits"]),
        ("human@time=1s", &["it takes no limits"]),
        ("alphabeta+@depth=3", &["no heuristic"]),
        ("program", &["needs a command", "program:python3 agent.py"]),
        ("program: @time=1s", &["needs a command"]),
        ("program:mine@rollouts=3", &["its limits are depth, nodes, time and clock"]),
        ("program:a\u{1b}b", &["cannot contain"]),
        ("pvs:table=big", &["off, a size", "64MB"]),
        ("engine:table=300GB", &["64GB"]),
        ("mcts:c=-1", &["\"-1\""]),
        ("engine:late-moves=2.5", &["\"2.5\"", "accepted: 0 to 1000"]),
        ("engine:reduction-divisor=0", &["\"0\"", "accepted: 0.1 to 100"]),
        ("engine:futility-margin=nan", &["\"nan\"", "accepted: 0 to 100"]),
        ("engine:futility=off,futility-margin=-1", &["\"-1\"", "accepted: 0 to 100"]),
        ("engine:threads=0", &["\"0\"", "accepted: 1 to 256"]),
        ("engine:threads=257", &["\"257\"", "accepted: 1 to 256"]),
        ("iterative:aspiration=x", &["accepted: off, 0 to 1000000000000"]),
    ] {
        let sentence = text.parse::<Player>().expect_err(text).to_string();
        assert!(parts.iter().all(|part| sentence.contains(part)), "{text}: {sentence}");
    }
    let unknown = player("alphabeta+materiel@depth=2");
    let request = SearchRequest { player: &unknown, seed: 1, work: Work::never() };
    let sentence = start_of("breakthrough").search(&request, &mut |_| {}).expect_err("no such heuristic").to_string();
    assert!(sentence.contains("did you mean \"material\""), "{sentence}");
}

/// Players of every search, with options that make them quick.
fn quick_players() -> Vec<String> {
    let mut players = Vec::new();
    for about in SEARCHES.iter().filter(|about| !["human", "program"].contains(&about.id)) {
        let table = if about.options.iter().any(|choice| choice.name == "table") { ":table=64KB" } else { "" };
        let limit = match about.limits {
            limits if limits.contains(&"depth") => "@depth=2",
            limits if limits.contains(&"rollouts") => "@rollouts=20",
            _ => "",
        };
        players.push(format!("{}{table}{limit}", about.id));
    }
    players.push("alphabeta:order=table/killer/heuristic/history,table=64KB,ties=random@depth=2".to_owned());
    players.push("iterative:table=64KB@nodes=500".to_owned());
    players.push("mcts:merge=yes,tree=reuse,rollout=cut@rollouts=20".to_owned());
    players
}

#[test]
fn every_search_plays_every_game_to_the_end_and_the_same_again() {
    let mut have_played = HashSet::new();
    for game in GAMES {
        let small = match game.about().id {
            "reversi" => "reversi:4x4".to_owned(),
            "andantino" => "andantino:3".to_owned(),
            "tictactoe" => "tictactoe".to_owned(),
            id => format!("{id}:5x4"),
        };
        let position = start_of(&small);
        for text in quick_players() {
            let (own, random) = (player(&text), player("random"));
            // Searches of a study play the game of their study only.
            if let Err(error) = position.check_player(&own) {
                assert!(text.starts_with("published-") && error.to_string().contains("it is a program for"), "{error}");
                continue;
            }
            for (seed, seats) in [(1, [&own, &random]), (2, [&random, &own])] {
                let play = || {
                    let mut record = position
                        .play_out(seats, seed, &GameConditions::default())
                        .unwrap_or_else(|error| panic!("{small}, {text}: {error}"))
                        .expect("it is not stopped");
                    // Only the clock may differ.
                    record.cost.iter_mut().for_each(|cost| cost.time = Duration::ZERO);
                    record
                };
                let record = play();
                assert_eq!(record, play(), "{small}, {text}: the same seed gives the same game");
                let mut replayed = start_of(&small);
                for m in position.replay(&record.choices).expect("moves of this game") {
                    replayed.play(&m).unwrap_or_else(|error| panic!("{small}, {text}: {error}"));
                }
                assert_eq!(replayed.outcome(), Some(record.outcome), "{small}, {text}");
            }
            have_played.insert(text);
        }
    }
    for text in quick_players() {
        assert!(have_played.contains(&text), "{text} plays no game");
    }
}

#[test]
fn the_gate_lets_all_searches_through() {
    for spec in ["tictactoe", "reversi:6x6", "pawn:5x5", "pawned:4x4", "breakthrough:5x5", "andantino:4"] {
        let result = start_of(spec).verify(15, 42, Work::never());
        assert!(result.checked > 30, "{spec}: {} comparisons", result.checked);
        assert!(result.failures.is_empty(), "{spec}: {:?}", result.failures[0]);
    }
}

/// The middle game on which searches are measured; the values are those of the study that set the figures.
#[test]
fn middle_game_values() {
    let text = ".oooo.oo/...o.ooo/ooo.o.o./x......./....x.../....xx../xx..xxxx/xx....xx x";
    let position = plyscope_registry::read("breakthrough", text).expect("a position");
    for (depth, value) in [(4, 0.0), (5, 3.0), (6, 0.0)] {
        for search in ["alphabeta", "negamax:order=history", "pvs", "engine:selective=off", "iterative"] {
            let asked = player(&format!("{search}+{{10*pieces+steps}}@depth={depth}"));
            let request = SearchRequest { player: &asked, seed: 1, work: Work::never() };
            let answer = position.search(&request, &mut |_| {}).expect("an answer");
            assert_eq!(answer.score, plyscope_core::Verdict::Estimate(value), "{search} at depth {depth}");
        }
    }
}

#[test]
fn every_preset_plays_every_game() {
    for preset in PRESETS {
        let asked = player(preset.player);
        assert_eq!(asked.to_string(), preset.player);
        for game in GAMES {
            game.start("").unwrap().check_player(&asked).unwrap();
        }
    }
}

/// The recursive calls that the lab report's own program counted are the nodes that ours visit.
#[test]
fn node_counts_of_the_lab_program() {
    let data = common::data(include_str!("../data/reversi.json"));
    for item in common::list(&data, "searches") {
        let (search, plies) = (common::text(item, "search"), &item["plies"]);
        let position =
            plyscope_registry::read(common::text(item, "game"), common::text(item, "position")).expect("a position");
        let asked = player(&format!("{search}:root=fresh+dummy@depth={plies}"));
        let request = SearchRequest { player: &asked, seed: 1, work: Work::never() };
        let answer = position.search(&request, &mut |_| {}).expect("an answer");
        assert_eq!(answer.counters.nodes, item["calls"].as_u64().expect("a count"), "{item}");
    }
}

/// The tree of tic-tac-toe has 549,946 nodes with its root. (Alpha-beta visits 20,866 of them; teaching material gives
/// 18,297 for searches that do not ask how soon a game is won.)
#[test]
fn minimax_visits_all_of_tic_tac_toe() {
    let asked = player("minimax@depth=9");
    let request = SearchRequest { player: &asked, seed: 1, work: Work::never() };
    let answer = start_of("tictactoe").search(&request, &mut |_| {}).expect("an answer");
    assert_eq!((answer.counters.nodes + 1, answer.score), (549_946, plyscope_core::Verdict::Draw));
}

/// What a player leaves to chance, against games with many seeds: all are the same, or some differ.
#[test]
fn chance_is_what_games_show() {
    for (game, spec, expected) in [
        ("pawn:4x4", "random", Chance::Seed),
        ("pawn:4x4", "minimax+material@depth=2", Chance::Nothing),
        ("pawn:4x4", "alphabeta:ties=random+material@depth=1", Chance::Seed),
        ("pawn:4x4", "pvs+material:noise=5@depth=1", Chance::Seed),
        ("pawn:4x4", "iterative:table=1MB@depth=3", Chance::Nothing),
        ("pawn:4x4", "iterative:ties=random@depth=1", Chance::Seed),
        ("pawn:4x4", "engine:table=1MB@depth=3", Chance::Nothing),
        ("pawn:4x4", "mcts@rollouts=5", Chance::Seed),
        ("pawn:4x4", "published-thesis-mcts@rollouts=5", Chance::Seed),
        ("pawned:6x6", "published-pawned-alphabeta@depth=1", Chance::Seed),
        ("pawned:6x6", "published-pawned-checkmate@depth=1", Chance::Seed),
        ("breakthrough:5x5", "published-breakthrough-minimax@depth=1", Chance::Seed),
        ("breakthrough:5x5", "published-breakthrough-alphabeta@depth=1", Chance::Seed),
        ("tictactoe", "published-lab-minimax@depth=2", Chance::Nothing),
        ("tictactoe", "published-lab-alphabeta@depth=2", Chance::Nothing),
        ("andantino:3", "published-andantino-alphabeta@depth=1", Chance::Nothing),
        ("andantino:3", "published-andantino-iterative@depth=1", Chance::Nothing),
        ("andantino:3", "published-andantino-minimax@depth=1", Chance::Nothing),
        ("andantino:3", "published-andantino-negamax@depth=1", Chance::Nothing),
        ("andantino:3", "published-andantino-pvs@depth=1", Chance::Nothing),
    ] {
        let player = player(spec);
        assert_eq!(player.chance(), expected, "{spec}");
        let play = |seed: u64| {
            let record = start_of(game).play_out([&player, &player], seed, &GameConditions::default());
            record.expect("a game").expect("no limit").choices.stable_hash()
        };
        let games: HashSet<u64> = (0..12).map(play).collect();
        assert_eq!(games.len() > 1, expected == Chance::Seed, "{spec}: {} different games", games.len());
    }
    let timed = ["engine@time=1s", "engine:threads=2@depth=3", "alphabeta@depth=2,time=1s"];
    assert!(timed.iter().all(|spec| player(spec).chance() == Chance::Speed));
    assert_eq!(player("mcts@time=1s").chance(), Chance::Seed);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn player_texts_never_panic(text in prop_oneof![
        any::<String>(),
        "(random|minimax|alphabeta|pvs|mtdf|mcts|engine|iterative|program)(:[a-z0-9=,/. -]{0,20})?\
        ([+][a-z{}]{0,6})?(@[a-z0-9=,.]{0,20})?",
    ]) {
        if let Ok(player) = text.parse::<Player>() {
            let canonical = player.to_string();
            prop_assert_eq!(canonical.parse::<Player>().expect("canonical"), player);
        }
    }
}
