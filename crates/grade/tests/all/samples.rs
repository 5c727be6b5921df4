//! Samples: true values, the same every time, kept on disk and not believed when damaged.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{Known, SAMPLE, named, start_of, truth, worth};
use plyscope_core::{Game, Score, Work};
use plyscope_games::{Breakthrough, Pawn, Reversi, TicTacToe};
use plyscope_grade::{Card, GradeError, Graph, Item, Marks, Positions, Sample, SampleRequest, Truth, TruthRequest};
use plyscope_heuristics::Judged;
use plyscope_solve::Solvable;

fn sample<G: Judged + Solvable>(variant: &str, positions: u64, ask: SampleRequest) -> Sample<G> {
    match truth(variant, Positions::Sample(positions), ask) {
        Truth::Some(sample) => sample,
        Truth::All(_) => panic!("a sample was asked for"),
    }
}

fn check_values<G: Judged + Solvable>(variant: &str) {
    let mut known = Known::new();
    worth(&start_of::<G>(variant), &mut known);
    let found = sample::<G>(variant, 40, SAMPLE);
    assert_eq!((found.items.len(), found.unsolved), (40, 0), "{variant}");
    for item in found.items {
        let slow: Vec<Score> = item.position.moves().map(|m| known[&item.position.child(m)].from_child()).collect();
        assert_eq!(item.scores, slow, "{variant}: {:?}", item.position);
    }
}

#[test]
fn moves_are_worth_what_plain_minimax_says() {
    check_values::<TicTacToe>("");
    check_values::<Pawn<u64>>("4x4");
    check_values::<Breakthrough<u64>>("5x3,rows=1");
    check_values::<Reversi>("4x4");
}

#[test]
fn seeds_decide() {
    let seeded = |seed| sample::<Pawn<u64>>("4x4", 30, SampleRequest { seed, ..SAMPLE });
    assert_eq!(seeded(5), seeded(5));
    assert_ne!(seeded(5), seeded(6));
}

#[test]
fn positions_are_near_the_end_and_differ_in_ply() {
    let found = sample::<Reversi>("6x6", 60, SampleRequest { last: 6, ..SAMPLE });
    let plies: std::collections::HashSet<u32> = found.items.iter().map(|item| item.ply).collect();
    assert!(plies.len() >= 5, "{plies:?}");
    for item in found.items {
        // A game of 32 empty cells ends after 32 moves and some passes, or earlier when neither side can move.
        assert!(item.ply >= 20 && item.position.outcome().is_none());
    }
}

/// The same choices by two ways: the graph of all positions, and a search of each position.
fn check_both_ways<G: Judged + Solvable>(variant: &str, names: &[&str]) {
    let whole = truth::<G>(variant, Positions::All, SAMPLE);
    let Truth::All(graph) = &whole else { panic!("all positions were asked for") };
    let mut known = Known::new();
    worth(&start_of::<G>(variant), &mut known);
    let scores = |position: &G| position.moves().map(|m| known[&position.child(m)].from_child()).collect();
    let items =
        graph.unfinished().map(|(position, ply, _)| Item { position: position.clone(), ply, scores: scores(position) });
    let one_by_one = Truth::Some(Sample { items: items.collect(), unsolved: 0 });
    let (whole, some) = (named(&whole, 3, names), named(&one_by_one, 3, names));
    assert!(whole.population.is_exact && !some.population.is_exact);
    for (a, b) in whole.cards.iter().zip(&some.cards) {
        for (a, b) in a.depths.iter().zip(&b.depths) {
            let all = |marks: &Marks| [marks.kept, marks.optimal, marks.points_lost, marks.measure_lost, marks.order];
            for (a, b) in all(&a.all).into_iter().zip(all(&b.all)) {
                let (a, b) = (a.expect("there are such positions"), b.expect("there are such positions"));
                assert!(a.n == b.n && (a.mean - b.mean).abs() < 1e-9, "{variant}: {a:?} {b:?}");
                let (low, high) = b.interval.expect("a sample has intervals");
                assert!(a.interval.is_none() && low <= b.mean && b.mean <= high, "{variant}: {b:?}");
            }
        }
        let bins = |card: &Card| card.calibration.as_ref().map(|found| found.bins.len());
        assert_eq!(bins(a), bins(b));
    }
}

#[test]
fn a_sample_is_graded_like_the_whole() {
    check_both_ways::<Pawn<u64>>("4x3", &["material", "{mobility}", "{mine.steps}"]);
    check_both_ways::<TicTacToe>("", &["strong", "dummy"]);
}

fn find(folder: &Path, work: Work<'_>) -> Result<(Truth<Pawn<u64>>, Vec<String>), GradeError> {
    let request = TruthRequest { positions: Positions::Sample(20), sample: SAMPLE, jobs: 1, cache: Some(folder), work };
    let start = start_of("5x5");
    Truth::find("pawn:5x5", &"5x5".parse().expect("a variant"), &start, &request)
}

fn items(found: Result<(Truth<Pawn<u64>>, Vec<String>), GradeError>) -> (Sample<Pawn<u64>>, Vec<String>) {
    match found {
        Ok((Truth::Some(sample), notes)) => (sample, notes),
        _ => panic!("a sample was asked for"),
    }
}

#[test]
fn the_cache_is_used_and_mistrusted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, notes) = items(find(folder.path(), Work::never()));
    assert!(notes.is_empty());
    let files: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|file| file.expect("a file").path()).collect();
    assert_eq!(files.len(), 1);
    let text = fs::read_to_string(&files[0]).expect("a text");
    // What is in the file is believed: a file with another checksum that is right is used as it is.
    assert_eq!(items(find(folder.path(), Work::never())), (first.clone(), Vec::new()));
    let damages = [
        (text.replacen(" w", " l", 1), "is damaged"),
        (text[..text.len() / 2].to_owned(), "is not complete"),
        ("something else".to_owned(), "was not written by this version"),
        (text.replacen("truth 1", "truth 0", 1), "was not written by this version"),
    ];
    for (damaged, said) in damages {
        assert_ne!(damaged, text);
        fs::write(&files[0], damaged).expect("a file");
        let (again, notes) = items(find(folder.path(), Work::never()));
        assert_eq!(again, first);
        assert!(notes.len() == 1 && notes[0].contains(said), "{notes:?}");
        assert_eq!(fs::read_to_string(&files[0]).expect("a text"), text);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
    // Where nothing can be written, the answer comes all the same.
    let (unkept, notes) = items(find(&files[0].join("below"), Work::never()));
    assert!(unkept == first && notes.iter().any(|note| note.contains("cannot be written")), "{notes:?}");
}

#[test]
fn stopped_or_too_hard_is_said() {
    let stop = AtomicBool::new(true);
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(find(folder.path(), Work::new(&stop)), Err(GradeError::Stopped)));
    let sample = SampleRequest { last: 60, time: Duration::ZERO, ..SAMPLE };
    let request = TruthRequest { positions: Positions::Sample(3), sample, jobs: 1, cache: None, work: Work::never() };
    let start: Reversi = start_of("8x8");
    let found = Truth::find("reversi:8x8", &"8x8".parse().expect("a variant"), &start, &request);
    let Err(GradeError::Input(error)) = found else { panic!("nothing can be solved in no time") };
    assert!(error.to_string().contains("none of 3 positions"), "{error}");
    assert!(matches!(Graph::from(&start, 1000, Work::never()), Ok(None)));
    assert!(matches!(Graph::from(&start_of::<TicTacToe>(""), 5477, Work::never()), Ok(None)));
    assert!(matches!(Graph::from(&start_of::<TicTacToe>(""), 5478, Work::never()), Ok(Some(_))));
}
