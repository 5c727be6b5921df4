//! Pictures as files.

use std::path::Path;
use std::process::{Command, Output};

fn plyscope(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.current_dir(folder).args(arguments).output().expect("the program runs")
}

/// Width and height, as the header of a PNG file gives them.
#[cfg(feature = "png")]
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&bytes[12..16], b"IHDR");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn json_goes_to_standard_output_and_the_picture_to_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = plyscope(folder.path(), &["position", "reversi", "--moves", "f5", "--json", "--svg", "board.svg"]);
    assert!(output.status.success());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(json["to_move"], "o");
    let svg = std::fs::read_to_string(folder.path().join("board.svg")).expect("the picture");
    assert_eq!(svg.matches("class=\"cell\"").count(), 64);
    // Four black discs and a white one; another white one stands next to the line below.
    assert_eq!(svg.matches("class=\"first\"").count(), 4);
    assert_eq!(svg.matches("class=\"second\"").count(), 2);
    assert_eq!(svg.matches("class=\"last-move\"").count(), 1);
}

#[test]
fn legal_moves_arrows_and_marks_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["position", "pawn:4x4", "--moves", "a1-a2 b4-b3", "--svg", "-", "--legal", "--flip"];
    let more = ["--arrow", "a2xb3:green", "--arrow", "c1-c2", "--mark", "d4:red:12", "--mark", "c4"];
    let output = plyscope(folder.path(), &[&arguments[..], &more[..]].concat());
    assert!(output.status.success());
    let svg = String::from_utf8(output.stdout).expect("text");
    // The pawns can go to a3, b2, c2 and d2, and the one on a2 can take on b3.
    assert_eq!(svg.matches("class=\"target\"").count(), 5);
    assert_eq!(svg.matches("class=\"arrow\"").count(), 2);
    assert_eq!(svg.matches("class=\"mark\"").count(), 2);
    assert!(svg.contains("<title>a2-b3</title>") && svg.contains(">12</text>"));
}

#[cfg(feature = "png")]
#[test]
fn a_png_is_as_wide_as_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = plyscope(folder.path(), &["position", "andantino:5", "--png", "board.png", "--size", "777"]);
    assert!(output.status.success() && !output.stdout.is_empty());
    let (width, height) = png_size(&std::fs::read(folder.path().join("board.png")).expect("the picture"));
    assert!(width == 777 && (500..1000).contains(&height), "{width}×{height}");

    let tree = ["search", "pawn:3x3", "alphabeta+material@depth=2", "--tree", "2", "--png", "-", "--size", "640"];
    let output = plyscope(folder.path(), &tree);
    assert!(output.status.success());
    assert_eq!(png_size(&output.stdout).0, 640);
}
