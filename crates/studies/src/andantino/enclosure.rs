//! How often the program's line-of-sight test reports an enclosure that does not exist.

use plyscope_core::{Game, Rng};
use plyscope_games::{Andantino, andantino};
use plyscope_plot::{Axis, Plot, Point};
use plyscope_stats::{Z_95, wilson};

use super::program::{Program, Ties};
use crate::share::share;
use crate::{Interrupted, StudyCell, StudyPicture, StudyRequest, StudyTable, spread};

/// Games whose last stone seems to enclose but does not.
pub const FALSE_POSITIVES: [&str; 3] = [
    "j10 k10 j9 k11 l11 l12 k12 m12 k9 m11 l10",
    "j10 j9 i9 k10 k9 l10 i8 k11 l11 j11 j8",
    "j10 j9 i9 i10 i8 h8 h9 j11 i11 k11 j12 k10",
];

/// Random games per unit of work.
const LOT: u64 = 250;

/// Longer games are counted at this length; there are hardly any.
const MAX_PLIES: usize = 120;

/// What the random games showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sightings {
    /// Games played.
    pub games: u64,
    /// Games with at least one false alarm.
    pub deceived_games: u64,
    /// Positions tested.
    pub tests: u64,
    /// Enclosures reported wrongly.
    pub false_positives: u64,
    /// Enclosures missed.
    pub false_negatives: u64,
    /// Real enclosures.
    pub enclosures: u64,
    /// Tests and false alarms by ply.
    pub by_ply: Vec<(u64, u64)>,
}

impl Sightings {
    fn none() -> Self {
        let by_ply = vec![(0, 0); MAX_PLIES + 1];
        Sightings {
            games: 0,
            deceived_games: 0,
            tests: 0,
            false_positives: 0,
            false_negatives: 0,
            enclosures: 0,
            by_ply,
        }
    }

    fn add(&mut self, other: &Sightings) {
        self.games += other.games;
        self.deceived_games += other.deceived_games;
        self.tests += other.tests;
        self.false_positives += other.false_positives;
        self.false_negatives += other.false_negatives;
        self.enclosures += other.enclosures;
        for (sum, one) in self.by_ply.iter_mut().zip(&other.by_ply) {
            *sum = (sum.0 + one.0, sum.1 + one.1);
        }
    }
}

fn play_lot(seed: u64, lot: u64) -> Sightings {
    let mut seen = Sightings::none();
    for game in 0..LOT {
        let (mut position, mut rng) =
            (Andantino::start(&andantino::Variant::default()), Rng::part(seed, lot * LOT + game));
        let (mut ply, mut is_deceived) = (0, false);
        while let Some(m) = position.pick(|n| rng.below(n)) {
            let mover = position.side_to_move();
            position.play(m);
            ply = (ply + 1).min(MAX_PLIES);
            let (seems, does) = (position.seems_to_enclose(mover), position.encloses(mover));
            seen.tests += 1;
            seen.enclosures += u64::from(does);
            seen.false_positives += u64::from(seems && !does);
            seen.false_negatives += u64::from(does && !seems);
            seen.by_ply[ply].0 += 1;
            seen.by_ply[ply].1 += u64::from(seems && !does);
            is_deceived |= seems && !does;
        }
        seen.games += 1;
        seen.deceived_games += u64::from(is_deceived);
    }
    seen
}

/// Plays `lots` lots of 250 random games and tests every position.
///
/// # Errors
/// If the run is stopped.
pub fn watch(request: &StudyRequest<'_>, lots: u64) -> Result<Sightings, Interrupted> {
    let lots: Vec<u64> = (0..lots).collect();
    let mut sum = Sightings::none();
    spread(request, "enclosures", &lots, |&lot| play_lot(request.seed, lot))?.iter().for_each(|lot| sum.add(lot));
    Ok(sum)
}

/// The table and its picture.
pub(super) fn table(request: &StudyRequest<'_>) -> Result<(StudyTable, StudyPicture), Interrupted> {
    let seen = watch(request, if request.full { 80 } else { 16 })?;
    let mut cells = Vec::new();
    for game in FALSE_POSITIVES {
        let position = Program::after(game, Ties::Fixed);
        let mover = !position.side_to_move();
        let says = |is: bool| if is { "enclosed" } else { "open" };
        cells.push(
            StudyCell::new(game, "ours", says(position.real.encloses(mover)))
                .exactly(says(position.real.seems_to_enclose(mover)))
                .because(
                    "the region is open: none of its cells sees the edge in one of the six directions, but a path with \
                     a bend leads out",
                ),
        );
    }
    cells.push(share("false alarms, of all tests", "ours", seen.false_positives, seen.tests));
    cells.push(share("games with a false alarm", "ours", seen.deceived_games, seen.games));
    cells.push(share("real enclosures that it misses", "ours", seen.false_negatives, seen.enclosures));
    Ok((
        StudyTable {
            id: "enclosure",
            title: "The program's test for an enclosure, on three games and on random ones".to_owned(),
            notes: vec![
                "Published is what the program's test says, ours is what the rules say. After a false alarm the \
                 program takes the game for won."
                    .to_owned(),
                format!(
                    "{} random games on the full board, every position tested once; {} real enclosures.",
                    seen.games, seen.enclosures
                ),
            ],
            cells,
        },
        picture(&seen),
    ))
}

/// The share of false alarms by ply, as far as enough games last.
fn picture(seen: &Sightings) -> StudyPicture {
    const STEP: usize = 5;
    let points: Vec<Point> = (0..60 / STEP)
        .map(|index| {
            let plies = 1 + index * STEP..=(index + 1) * STEP;
            let (tests, alarms) = seen.by_ply[plies].iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            let (x, y) = (((index + 1) * STEP) as f64 - 2.0, alarms as f64 / tests.max(1) as f64);
            let interval = wilson(alarms as f64, tests as f64, Z_95);
            Point { x, y, interval, label: String::new(), title: format!("{alarms} of {tests}") }
        })
        .collect();
    let plot = Plot {
        title: "False enclosures by ply, random games".to_owned(),
        x: Axis::of("ply", points.iter().map(|point| point.x)),
        y: Axis::of("share of tests", points.iter().flat_map(|point| [point.interval.0, point.interval.1])),
        mark: None,
        series: vec![points],
        joined: true,
    };
    StudyPicture::plot("false-enclosures", plot, Vec::new())
}
