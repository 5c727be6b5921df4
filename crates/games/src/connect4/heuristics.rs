//! Connect Four: features and heuristics.

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Feature, Judged, Named, PackedModel, View, descriptions, ids};

use super::Connect4;

/// What can be measured.
#[derive(Clone, Copy)]
enum F {
    /// Stones on the board.
    Stones,
    /// Whose turn it is.
    Turn,
    /// Stones in the middle columns.
    Centre,
    /// Lines without an enemy stone.
    OpenLines,
    /// Open lines with this number of stones.
    Lines(usize),
    /// Empty cells that complete a line.
    Threats,
    /// Those that a stone can reach now.
    Wins,
    /// Those on the rows that fall to this side.
    TimelyThreats,
}

const TABLE: &[(F, Feature)] = &[
    (F::Stones, Feature::new("stones", "stones", "stones of this side on the board")),
    (F::Turn, Feature::new("turn", "0 or 1", "1 for the side to move, 0 for the other")),
    (F::Centre, Feature::new("centre", "stones", "stones of this side in the middle column, or in the middle two")),
    (F::OpenLines, Feature::new("open_lines", "lines", "lines of four without an enemy stone")),
    (F::Lines(1), Feature::new("lines1", "lines", "open lines with one stone of this side")),
    (F::Lines(2), Feature::new("lines2", "lines", "open lines with two stones of this side")),
    (F::Lines(3), Feature::new("lines3", "lines", "open lines with three stones of this side")),
    (F::Threats, Feature::new("threats", "cells", "empty cells that complete a line of this side")),
    (F::Wins, Feature::new("wins", "cells", "threats that a stone can fill now")),
    (F::TimelyThreats, Feature::new("timely_threats", "cells", "other threats: on odd rows for x, on even rows for o")),
];

static IDS: [F; TABLE.len()] = ids(TABLE);

/// A side that can complete a line wins, a side that must block two cells loses; otherwise lines that are under way,
/// the centre, and threats that come true when the columns fill up. The side that is not to move sees the negative.
const FITTED: &str = "if(mine.turn,\
    if(mine.wins,1000,if(theirs.wins>1,-900,lines1+3*lines2+9*lines3+2*centre+20*timely_threats)),\
    if(theirs.wins,-1000,if(mine.wins>1,900,lines1+3*lines2+9*lines3+2*centre+20*timely_threats)))";

/// What `plyscope learn` found; docs/heuristics/learning.md has the commands.
static MODELS: [PackedModel; 1] = [PackedModel::embedded(include_bytes!("../../models/connect4-6x7.heuristic"))];

fn fitted() -> Named<Connect4> {
    Named::formula("fitted", "immediate wins, then open lines, the centre and later threats", &[], FITTED)
}

impl Judged for Connect4 {
    const FEATURES: &'static [Feature] = &descriptions::<_, { TABLE.len() }>(TABLE);

    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        let (own, enemy) = (self.stones(side), self.stones(!side));
        let threats = || self.rack.completing(own) & !self.filled();
        f64::from(match IDS[feature] {
            F::Stones => own.count_ones(),
            F::Turn => u32::from(self.side_to_move() == side),
            F::Centre => (own & self.rack.middle()).count_ones(),
            F::OpenLines => self.rack.open_lines(own, enemy).iter().sum(),
            F::Lines(stones) => self.rack.open_lines(own, enemy)[stones],
            F::Threats => threats().count_ones(),
            F::Wins => (threats() & self.landing()).count_ones(),
            F::TimelyThreats => (threats() & !self.landing() & self.rack.rows_of(side)).count_ones(),
        })
    }

    #[inline(always)]
    fn view(&self) -> View {
        View::narrow(self.mover, self.other)
    }

    fn cell_bits(&self, _: Side) -> Vec<u16> {
        let size = self.rack.size();
        let rows = (0..u32::from(size.rows)).rev();
        let cells = rows.flat_map(|row| (0..u32::from(size.cols)).map(move |column| (row, column)));
        cells.map(|(row, column)| self.rack.cell(row, column) as u16).collect()
    }

    #[inline(always)]
    fn plays_like(&self, other: &Self) -> bool {
        self.rack == other.rack
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::learnt("strong", "patterns learnt from games on 6x7; fitted on other boards", &MODELS, fitted()),
            fitted(),
            Named::formula("lines", "lines open to this side minus those open to the other", &[], "open_lines"),
            Named::formula("centre", "stones in the middle", &[], "centre"),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
