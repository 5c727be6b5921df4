//! Programs from outside: visitors can choose those that the server was started with, and run no others.

use plyscope_programs::{ProgramSpec, ProgramTable};
use serde_json::json;

use crate::common::{Desk, encoded};

const AGENT: &str = "
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'lines': print('lines 1', flush=True)
    if word == 'legal': legal = rest.split()
    if word == 'go': print('info depth 3 value 0.5'); print('move', legal[-1], flush=True)
";

fn desk() -> Desk {
    let spec = |command: &[&str]| ProgramSpec {
        command: command.iter().map(|&word| word.to_owned()).collect(),
        ..ProgramSpec::default()
    };
    let table: ProgramTable =
        [("mine".to_owned(), spec(&["python3", "-c", AGENT])), ("broken".to_owned(), spec(&["false"]))].into();
    Desk::set_up(|settings| settings.programs = (table, settings.db.parent().expect("a folder").to_owned()))
}

#[tokio::test]
async fn a_listed_program_plays() {
    let desk = desk();
    let games = desk.get("/api/games").await.good();
    let presets = games["games"][0]["presets"].to_string();
    assert!(presets.contains("program:mine@time=1s"), "{presets}");
    let ask =
        async |player: &str| desk.get(&format!("/api/search?game=tictactoe&player={}", encoded(player))).await.text;
    let events = ask("program:mine@time=5s").await;
    assert!(events.contains("event: done") && events.contains(r#""best":"c3""#), "{events}");
    let (thought, _) = events.split_once("event: done").expect("both");
    assert!(thought.contains("event: iteration") && thought.contains(r#""depth":3"#), "{thought}");
    let broken = ask("program:broken@time=5s").await;
    assert!(broken.contains("event: failed") && broken.contains("no start"), "{broken}");
    for player in ["program:true", "program:python3 -c pass", "program:sh -c id"] {
        let refused = ask(player).await;
        assert!(refused.contains("event: failed") && refused.contains("unknown program"), "{refused}");
    }
}

#[tokio::test]
async fn experiments_of_visitors_bring_no_programs() {
    let desk = desk();
    let players = "[players]\na = 'program:mine@time=5s'\nb = 'random'\n";
    let listed = json!({ "toml": format!("game = 'tictactoe'\ngames = 2\n{players}") });
    let plan = desk.post("/api/experiments/check", &listed).await.good();
    assert_eq!(plan["games"], 2, "{plan}");
    let own = format!("game = 'tictactoe'\n{players}[programs.mine]\ncommand = ['id']\n");
    for path in ["/api/experiments/check", "/api/runs"] {
        let refused = desk.post(path, &json!({ "toml": own })).await.refused(400, "bad-input");
        assert!(refused.contains("cannot run programs of their own"), "{refused}");
        let unknown = json!({ "toml": "game = 'tictactoe'\n[players]\na = 'program:id'\nb = 'random'\n" });
        let refused = desk.post(path, &unknown).await.refused(400, "bad-input");
        assert!(refused.contains("unknown program \"id\""), "{refused}");
    }
}
