//! Samples: true values, the same every time, kept on disk and not believed when damaged.

mod common;

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Known, SAMPLE, named, start_of, truth, worth};
use plyscope_core::{Game, Score};
use plyscope_games::{Breakthrough, Pawn, Reversi, TicTacToe};
use plyscope_grade::{GradeError, Graph, Positions, Sample, SampleAsk, Truth, TruthAsk};
use plyscope_heuristics::Judged;
use plyscope_solve::Solvable;

fn sample<G: Judged + Solvable>(variant: &str, positions: u64, ask: SampleAsk) -> Sample<G> {
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
    let seeded = |seed| sample::<Pawn<u64>>("4x4", 30, SampleAsk { seed, ..SAMPLE });
    assert_eq!(seeded(5), seeded(5));
    assert_ne!(seeded(5), seeded(6));
}

#[test]
fn positions_are_near_the_end_and_differ_in_ply() {
    let found = sample::<Reversi>("6x6", 60, SampleAsk { last: 6, ..SAMPLE });
    let plies: std::collections::HashSet<u32> = found.items.iter().map(|item| item.ply).collect();
    assert!(plies.len() >= 5, "{plies:?}");
    for item in found.items {
        // A game of 32 empty cells ends after 32 moves and some passes, or earlier when nobody can move.
        assert!(item.ply >= 20 && item.position.outcome().is_none());
    }
}

/// The same choices by two ways: the graph of all positions, and a search of each position.
#[test]
fn a_sample_is_graded_like_the_whole() {
    let names = ["material", "{mobility}", "{mine.steps}"];
    let whole = named(&truth::<Pawn<u64>>("4x4", Positions::All, SAMPLE), 3, &names);
    let some = named(&truth::<Pawn<u64>>("4x4", Positions::Sample(4000), SampleAsk { last: 3, ..SAMPLE }), 3, &names);
    assert!(!some.population.is_exact && whole.population.is_exact);
    for card in &some.cards {
        for depth in &card.depths {
            let kept = depth.all.kept.expect("decisions");
            let (low, high) = kept.interval.expect("a sample has intervals");
            assert!(low <= kept.mean && kept.mean <= high && high - low < 0.1);
        }
        // Three plies before the end and later, three plies of search see nearly everything.
        assert!(card.depths[2].all.kept.expect("decisions").mean > 0.97, "{}", card.heuristic);
    }
    assert!(whole.cards.iter().all(|card| card.depths[0].all.kept.expect("decisions").interval.is_none()));
}

fn find(folder: &Path, stop: &AtomicBool) -> Result<(Truth<Pawn<u64>>, Vec<String>), GradeError> {
    let ask = TruthAsk { positions: Positions::Sample(20), sample: SAMPLE, jobs: 1, cache: Some(folder), stop };
    let start = start_of("5x5");
    Truth::find("pawn:5x5", &"5x5".parse().expect("a variant"), &start, &ask, &mut |_| {})
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
    let stop = AtomicBool::new(false);
    let (first, notes) = items(find(folder.path(), &stop));
    assert!(notes.is_empty());
    let files: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|file| file.expect("a file").path()).collect();
    assert_eq!(files.len(), 1);
    let text = fs::read_to_string(&files[0]).expect("a text");
    // What is in the file is believed: a file with another checksum that is right is used as it is.
    assert_eq!(items(find(folder.path(), &stop)), (first.clone(), Vec::new()));
    let damages = [
        (text.replacen(" w", " l", 1), "is damaged"),
        (text[..text.len() / 2].to_owned(), "is not complete"),
        ("something else".to_owned(), "is no truth of this version"),
        (text.replacen("truth 1", "truth 0", 1), "is no truth of this version"),
    ];
    for (damaged, said) in damages {
        assert_ne!(damaged, text);
        fs::write(&files[0], damaged).expect("a file");
        let (again, notes) = items(find(folder.path(), &stop));
        assert_eq!(again, first);
        assert!(notes.len() == 1 && notes[0].contains(said), "{notes:?}");
        assert_eq!(fs::read_to_string(&files[0]).expect("a text"), text);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
    // Where nothing can be written, the answer comes all the same.
    let (unkept, notes) = items(find(&files[0].join("below"), &stop));
    assert!(unkept == first && notes.len() == 1, "{notes:?}");
}

#[test]
fn stopped_or_too_hard_is_said() {
    let stop = AtomicBool::new(true);
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(find(folder.path(), &stop), Err(GradeError::Stopped)));
    let go_on = AtomicBool::new(false);
    let sample = SampleAsk { last: 60, time: Duration::ZERO, ..SAMPLE };
    let ask = TruthAsk { positions: Positions::Sample(3), sample, jobs: 1, cache: None, stop: &go_on };
    let start: Reversi = start_of("8x8");
    let found = Truth::find("reversi:8x8", &"8x8".parse().expect("a variant"), &start, &ask, &mut |_| {});
    let Err(GradeError::Input(error)) = found else { panic!("nothing can be solved in no time") };
    assert!(error.to_string().contains("none of 3 positions"), "{error}");
    assert!(matches!(Graph::from(&start, 1000, &go_on), Ok(None)));
    assert!(matches!(Graph::from(&start_of::<TicTacToe>(""), 5477, &go_on), Ok(None)));
    assert!(matches!(Graph::from(&start_of::<TicTacToe>(""), 5478, &go_on), Ok(Some(_))));
}
