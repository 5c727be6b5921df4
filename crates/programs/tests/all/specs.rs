//! Programs as files describe them.

use std::path::Path;

use indexmap::IndexMap;
use plyscope_programs::{OptionValue, ProgramSpec, Programs, Protocol};

use crate::common::agent;

fn refused(name: &str, spec: ProgramSpec) -> String {
    Programs::listed(&IndexMap::from([(name.to_owned(), spec)]), Path::new("")).expect_err("a mistake").to_string()
}

#[test]
fn mistakes_are_named() {
    let spec = || agent(&["python3"]);
    for (name, spec, words) in [
        ("mine", agent(&[]), "programs.mine: command: empty"),
        ("mine", agent(&[""]), "command: empty"),
        ("a b", spec(), "programs.a b: a name has no spaces"),
        ("a@b", spec(), "no spaces, colons or @"),
        ("mine", ProgramSpec { start: Some("soon".to_owned()), ..spec() }, "programs.mine: start: time=soon"),
        ("mine", ProgramSpec { memory: Some("1KB".to_owned()), ..spec() }, "memory: \"1KB\" is no size from 8MB"),
        ("mine", ProgramSpec { cores: Some(0), ..spec() }, "cores: must be at least 1"),
        (
            "mine",
            ProgramSpec { options: IndexMap::from([("Hash".to_owned(), OptionValue::Integer(64))]), ..spec() },
            "only programs with protocol = \"uci\"",
        ),
        ("mine", ProgramSpec { env: IndexMap::from([("A=B".to_owned(), String::new())]), ..spec() }, "env: \"A=B\""),
        ("mine", agent(&["a\0b"]), "zero byte"),
    ] {
        let said = refused(name, spec);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_protocol_knows_its_games() {
    let spec = ProgramSpec { protocol: Protocol::Uci, ..agent(&["fairy-stockfish"]) };
    let programs = Programs::listed(&IndexMap::from([("fsf".to_owned(), spec)]), Path::new("")).unwrap();
    assert_eq!(programs.check("fsf", "breakthrough:8x8"), Ok(()));
    assert!(programs.check("fsf", "reversi:8x8").unwrap_err().to_string().contains("UCI cannot play"));
    let said = programs.check("fst", "breakthrough:8x8").unwrap_err().to_string();
    assert!(said.contains("did you mean \"fsf\""), "{said}");
    let none = Programs::default().find("mine").unwrap_err().to_string();
    assert!(none.contains("[programs.mine]"), "{none}");
}
