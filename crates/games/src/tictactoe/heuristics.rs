//! Tic-tac-toe: features and heuristics.

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Feature, Judged, Named, PackedModel, View, descriptions, ids};

use super::{LINES, TicTacToe};

/// What can be measured.
#[derive(Clone, Copy)]
enum F {
    /// Marks on the board.
    Marks,
    /// Whose turn it is.
    Turn,
    /// Lines without an enemy mark.
    OpenLines,
    /// Open lines with exactly this many marks.
    Lines(u8),
    /// The centre.
    Centre,
    /// The corners.
    Corners,
    /// Cells that complete a line.
    Threats,
    /// Cells that make two threats.
    Forks,
}

const ALL: u32 = 0o777;
const CENTRE: u32 = 0o020;
const CORNERS: u32 = 0o505;

/// A side that can complete a line wins, a side that must block two cells loses; otherwise a fork, lines under way, and
/// the centre. The side that is not to move sees the negative.
const FITTED: &str = "if(mine.turn,\
    if(mine.threats,100,if(theirs.threats>1,-90,lines1+centre+if(theirs.threats,-5,30*(mine.forks>0)))),\
    if(theirs.threats,-100,if(mine.threats>1,90,lines1+centre-if(mine.threats,-5,30*(theirs.forks>0)))))";

const TABLE: &[(F, Feature)] = &[
    (F::Marks, Feature::new("marks", "marks", "marks of this side on the board")),
    (F::Turn, Feature::new("turn", "0 or 1", "1 for the side to move, 0 for the other")),
    (F::OpenLines, Feature::new("open_lines", "lines", "lines without an enemy mark")),
    (F::Lines(1), Feature::new("lines1", "lines", "lines with one mark of this side and two empty cells")),
    (F::Lines(2), Feature::new("lines2", "lines", "lines with two marks of this side and an empty cell")),
    (F::Centre, Feature::new("centre", "0 or 1", "1 for the side that holds the centre")),
    (F::Corners, Feature::new("corners", "cells", "corners of this side")),
    (F::Threats, Feature::new("threats", "cells", "empty cells that complete a line of this side")),
    (F::Forks, Feature::new("forks", "cells", "empty cells that complete no line but make two threats or more")),
];

static IDS: [F; TABLE.len()] = ids(TABLE);

/// What `plyscope learn` found; docs/heuristics/learning.md has the command.
static MODELS: [PackedModel; 1] = [PackedModel::embedded(include_bytes!("../../models/tictactoe.heuristic"))];

fn fitted() -> Named<TicTacToe> {
    Named::formula("fitted", "immediate wins, then forks, open lines with a mark, and the centre", &[], FITTED)
}

impl Judged for TicTacToe {
    const FEATURES: &'static [Feature] = &descriptions::<_, { TABLE.len() }>(TABLE);

    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        let (own, enemy) = (self.marks(side), self.marks(!side));
        f64::from(match IDS[feature] {
            F::Marks => own.count_ones(),
            F::Turn => u32::from(self.side_to_move() == side),
            F::OpenLines => LINES.iter().map(|line| u32::from(line & enemy == 0)).sum(),
            F::Lines(marks) => open_lines(own, enemy, marks.into()).count() as u32,
            F::Centre => u32::from(own & CENTRE != 0),
            F::Corners => (own & CORNERS).count_ones(),
            F::Threats => threats(own, enemy).count_ones(),
            F::Forks => {
                let (mut once, mut twice) = (0, 0);
                for line in open_lines(own, enemy, 1) {
                    twice |= once & line;
                    once |= line;
                }
                (twice & ALL & !(own | threats(own, enemy))).count_ones()
            }
        })
    }

    #[inline(always)]
    fn view(&self) -> View {
        View::narrow(self.mover.into(), self.other.into())
    }

    #[inline(always)]
    fn plays_like(&self, _: &Self) -> bool {
        true
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::learnt("strong", "patterns learnt from games", &MODELS, fitted()),
            fitted(),
            Named::formula("lines", "lines open to this side minus those open to the other", &[], "open_lines"),
            Named::formula("dummy", "127 for every position", &[], "127"),
        ]
    }
}

/// The lines with exactly this many own marks and no enemy mark.
#[inline(always)]
fn open_lines(own: u32, enemy: u32, marks: u32) -> impl Iterator<Item = u32> {
    LINES.into_iter().filter(move |line| line & enemy == 0 && (line & own).count_ones() == marks)
}

/// The empty cells that complete a line.
#[inline(always)]
fn threats(own: u32, enemy: u32) -> u32 {
    open_lines(own, enemy, 2).fold(0, |cells, line| cells | line & !own)
}
