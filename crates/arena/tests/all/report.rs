//! The reports of real runs: complete, well-formed, safe and self-contained.

use crate::common;
use plyscope_arena::{html, summarise};
use plyscope_registry::start;

/// A text as the page must contain it.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#x27;").replace('/', "&#x2f;")
}

/// The text between a start and the next end.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = &text[text.find(begin).unwrap_or_else(|| panic!("{begin} is there")) + begin.len()..];
    &rest[..rest.find(end).unwrap_or_else(|| panic!("{end} is there"))]
}

/// Every element is closed, in order; attributes are quoted. Scripts and styles are skipped as browsers do.
fn check_tags(page: &str) {
    const VOID: [&str; 2] = ["meta", "br"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document type");
    while let Some(begin) = rest.find('<') {
        let end = begin + rest[begin..].find('>').expect("the end of a tag");
        let tag = &rest[begin + 1..end];
        assert!(!tag.contains('<'), "{tag}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        rest = &rest[end + 1..];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        if !tag.starts_with('/') && (name == "script" || name == "style") {
            rest = &rest[rest.find(&format!("</{name}")).expect("the end of a script")..];
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

fn check(page: &str) {
    check_tags(page);
    for bad in ["NaN", ">inf", "Infinity", "src=", "href=", "@import", "url(", "undefined"] {
        assert!(!page.contains(bad), "{bad}");
    }
    // The only address is the namespace of SVG.
    assert_eq!(page.matches("://").count(), page.matches("\"http://www.w3.org/2000/svg\"").count());
    assert!(page.contains("<html lang=\"en\">") && page.contains("name=\"viewport\""));
}

#[test]
fn names_of_players_are_escaped() {
    let text = format!("name = '<b>bold</b>'\ngame = 'tictactoe'\ngames = 20\n[players]\n{}", common::random_players());
    let (_folder, store, run) = common::play(&text);
    let page = html(&store, run).expect("a report");
    check(&page);
    for name in common::NAMES {
        assert!(page.contains(&format!("<th scope=\"row\">{}</th>", escaped(name))), "{name}");
    }
    assert!(!page.contains("<script>alert") && !page.contains("<b>bold"));
    assert_eq!(page.matches("<script").count(), 2);
    let summary = summarise(&store, run).expect("a summary");
    summary.findings.iter().chain(&summary.notes).for_each(|line| assert!(page.contains(&escaped(line)), "{line}"));
    assert!(page.contains(&escaped(&text)), "the experiment as it was");
    assert!(page.contains("plyscope run b-bold-b.toml"));
    assert!(page.len() < 80_000, "{} bytes", page.len());
}

/// The sample games of the page lead to the same positions as their moves.
#[test]
fn samples_can_be_replayed() {
    let text = format!(
        "game = ['tictactoe', 'reversi:6x6', 'andantino:4']\ngames = 2\n[players]\n{}",
        common::random_players()
    );
    let (_folder, store, run) = common::play(&text);
    let page = html(&store, run).expect("a report");
    check(&page);
    let data = between(&page, "id=\"games\">", "</script>");
    let data: serde_json::Value = serde_json::from_str(data).expect("data");
    let games = data["games"].as_array().expect("games");
    assert_eq!(games.len(), 3 * 12, "one for each cell");
    let specs = ["tictactoe", "reversi:6x6", "andantino:4"];
    for game in games {
        let board = game["board"].as_u64().expect("a board") as usize;
        let mut position = start(specs[board]).expect("a game");
        let mut stands: Vec<char> = game["start"].as_str().expect("a start").chars().collect();
        assert_eq!(stands.len(), data["boards"][board]["cells"].as_array().expect("cells").len());
        let changes = game["changes"].as_array().expect("changes");
        let moves = game["moves"].as_array().expect("moves");
        assert_eq!(moves.len(), changes.len());
        for (text, changes) in moves.iter().zip(changes) {
            position.play(text.as_str().expect("a move")).expect("a legal move");
            for change in changes.as_array().expect("cells") {
                let cell = change[0].as_u64().expect("an index") as usize;
                stands[cell] = change[1].as_str().and_then(|piece| piece.chars().next()).expect("a piece");
            }
            let text = position.text();
            let count = |piece: char| text.split(' ').next().unwrap_or_default().matches(piece).count();
            let drawn = |piece: char| stands.iter().filter(|&&c| c == piece).count();
            assert_eq!(['x', 'o', '.'].map(drawn), ['x', 'o', '.'].map(count), "{text}");
            if board < 2 {
                let rows = text.split(' ').next().unwrap_or_default().replace('/', "");
                assert_eq!(stands.iter().collect::<String>(), rows);
            }
        }
        assert!(position.outcome().is_some());
    }
    assert!(page.contains("The first move and the board") && page.contains("The score of each player on each board"));
}

#[test]
fn sweeps_are_drawn() {
    let text = "game = 'pawn:4x4'\ngames = 10\nschedule = 'gauntlet'\nchallengers = ['r']\n[players]\nr = 'random'\n\
                [sweep]\nplayer = 'alphabeta+material@depth=<depth>'\ndepth = '1..3'";
    let (_folder, store, run) = common::play(text);
    let page = html(&store, run).expect("a report");
    check(&page);
    let plot = between(&page, "<h2>Score against depth</h2>", "</section>");
    assert_eq!(plot.matches("<circle").count(), 3);
    assert_eq!(plot.matches("<polyline").count(), 1);
    assert!(page.contains("<h2>Strength against cost</h2>"));
    // In a gauntlet each player of the smaller group has a column for each seat.
    let cross = between(&page, "<h2>Results by pairing</h2>", "</section>");
    assert!(cross.contains("r, moving second") && cross.contains("r, moving first"));
    assert_eq!((cross.matches("<td class=\"heat").count(), cross.matches("class=\"none\"").count()), (6, 0));
    let summary = summarise(&store, run).expect("a summary");
    for cell in &summary.cells {
        let (name, score) = if cell.first == "r" { (&cell.second, cell.losses) } else { (&cell.first, cell.wins) };
        let row = between(cross, &format!("<th scope=\"row\">{name}</th>"), "</tr>");
        assert!(row.contains(&format!("{score} wins, {} draws", cell.draws)), "{row}");
    }
    assert!(!page.contains("Score against two parameters"));
}

#[test]
fn two_parameters_are_a_heat_map() {
    let text = "game = 'tictactoe'\ngames = 4\n[sweep]\nplayer = 'mcts:c=<c>@rollouts=<rollouts>'\n\
                c = [0.5, 1, 2]\nrollouts = [5, 500]";
    let (_folder, store, run) = common::play(text);
    let page = html(&store, run).expect("a report");
    check(&page);
    let table = between(&page, "<h2>Score against two parameters</h2>", "</table>");
    assert_eq!((table.matches("<td class=\"heat").count(), table.matches("scope=\"row\"").count()), (6, 3));
    assert!(page.contains("<h2>Score against c</h2>") && page.contains("<h2>Score against rollouts</h2>"));
}

/// A run without any game has a report too.
#[test]
fn a_run_without_games_is_reported() {
    use plyscope_store::{NewRun, Pairing, Player, Setup, Store};
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_or_create(folder.path().join("runs.db")).expect("a store");
    let player = |name: &str| Player { name: name.to_owned(), spec: "random".to_owned() };
    let pairing = |first, second| Pairing { game: "tictactoe".to_owned(), first, second, planned: 5, whole: None };
    let setup = Setup {
        players: vec![player("a"), player("b")],
        pairings: vec![pairing(0, 1), pairing(1, 0)],
        openings: vec![],
    };
    let new = NewRun {
        name: "empty".to_owned(),
        experiment: "game = 'tictactoe'\ngames = 10\n[players]\na = 'random'\nb = 'random'\n".to_owned(),
        fingerprint: String::new(),
        program: "0".to_owned(),
        seed: 1,
        created_ms: 0,
        shard: None,
        setup,
    };
    let writer = store.start(&new).expect("a run");
    let page = html(&store, writer.run()).expect("a report");
    check(&page);
    assert!(page.contains("0 of 10") && page.contains("1970-01-01"));
}
