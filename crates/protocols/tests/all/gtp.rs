//! Messages of GTP.

use plyscope_core::Side;
use plyscope_protocols::gtp::{Choice, Command, Response, ResponseReader, board_size, play, read_colour, vertex};

use crate::said;

fn answers(text: &str) -> Vec<Response> {
    let mut reader = ResponseReader::default();
    text.split('\n').filter_map(|line| reader.line(line).expect("an answer of GTP")).collect()
}

#[test]
fn commands_are_read_as_the_specification_says() {
    let command = |line| Command::read(line).expect("a command");
    assert_eq!(
        command("7 play\tblack  F5 # a move"),
        Command { id: Some(7), ..Command::new("play", &["black", "F5"]) }
    );
    assert_eq!(command("quit\r"), Command::new("quit", &[]));
    assert_eq!(command("na\u{7}me"), Command::new("name", &[]));
    assert_eq!(command("12"), Command { id: Some(12), ..Command::new("", &[]) });
    assert_eq!(command("99999999999 name").name, "99999999999");
    assert_eq!(["", "   ", "# nothing", "\t\r\n"].map(Command::read), [const { None }; 4]);
    assert_eq!(command("3 genmove white").to_string(), "3 genmove white");
}

#[test]
fn answers_are_written_as_the_specification_says() {
    let text = |id, result: Result<&str, &str>| {
        Response { id, result: result.map(str::to_owned).map_err(str::to_owned) }.to_string()
    };
    assert_eq!(text(None, Ok("")), "=\n");
    assert_eq!(text(Some(4), Ok("F5")), "=4 F5\n");
    assert_eq!(text(Some(4), Err("illegal move")), "?4 illegal move\n");
    assert_eq!(text(None, Ok("a\n\nb\n")), "= a\nb\n", "an empty line would end the answer");
}

/// Edax writes such a line now and then, before the answer and not as one.
#[test]
fn remarks_before_an_answer_are_skipped() {
    let told = answers("*** SEARCH STILL RUNNING ? (0) ***\n= f5\n\n= a\nb\n\n");
    let results: Vec<_> = told.into_iter().map(|response| response.result).collect();
    assert_eq!(results, [Ok("f5".to_owned()), Ok("a\nb".to_owned())]);
}

#[test]
fn a_transcript_of_gtp_rhino_is_understood() {
    let transcript = include_str!("../data/gtp-rhino.txt");
    let commands: Vec<Command> =
        said(transcript, ">").into_iter().map(|line| Command::read(line).expect("a command")).collect();
    let answers = answers(&said(transcript, "<").join("\n"));
    assert_eq!(commands.len(), answers.len());
    for (command, answer) in commands.iter().zip(&answers) {
        assert_eq!(command.id, answer.id, "{command}");
    }
    let answer_to = |text: &str| {
        let index = commands.iter().position(|command| command.to_string() == text).expect("in the transcript");
        answers[index].result.as_ref().map_err(String::as_str)
    };
    assert_eq!(answer_to("name"), Ok(&"GTP GRhino".to_owned()));
    assert_eq!(answer_to("list_commands").map(|list| list.lines().count()), Ok(22));
    assert_eq!(answer_to("8 genmove black").map(|m| Choice::read(m)), Ok(Choice::Move("pass".to_owned())));
    assert_eq!(answer_to("9 play black pass"), Err("syntax error"), "which is why a pass is never sent");
    assert_eq!(answer_to("genmove white").map(|m| Choice::read(m)), Ok(Choice::Move("f4".to_owned())));
    assert_eq!(answer_to("boardsize 6"), Err("unacceptable size"));
}

#[test]
fn what_is_no_answer_is_refused_and_the_next_one_is_read() {
    let mut reader = ResponseReader::default();
    assert_eq!(reader.line("hello"), Ok(None));
    assert!(reader.line("").is_err());
    assert_eq!(reader.line(""), Ok(None));
    assert_eq!(reader.line("=1 ok\r"), Ok(None));
    assert_eq!(reader.line("\r"), Ok(Some(Response { id: Some(1), result: Ok("ok".to_owned()) })));
}

#[test]
fn colours_moves_and_boards_are_translated() {
    for (text, side) in [("black", Side::First), ("B", Side::First), ("White", Side::Second), ("w", Side::Second)] {
        assert_eq!(read_colour(text), Some(side));
    }
    assert_eq!(read_colour("x"), None);
    assert_eq!((vertex("f5"), vertex("pass")), ("F5".to_owned(), "pass".to_owned()));
    assert_eq!(Choice::read("PASS"), Choice::Move("pass".to_owned()));
    assert_eq!(Choice::read("PA"), Choice::Move("pass".to_owned()));
    assert_eq!(Choice::read(" F5 "), Choice::Move("f5".to_owned()));
    assert_eq!(Choice::read("Resign"), Choice::Resign);
    assert_eq!(play(Side::First, "pass"), None);
    assert_eq!(play(Side::Second, "d6").map(|command| command.to_string()).as_deref(), Some("play white D6"));
    assert_eq!((board_size("reversi:8x8"), board_size("reversi:6x6")), (Ok(8), Ok(6)));
    for spec in ["reversi:6x8", "reversi:lab-large", "breakthrough:8x8"] {
        assert!(board_size(spec).expect_err("no board of GTP").to_string().contains(spec));
    }
}
