//! Fig. 20: thirteen players, each against each from both seats, on 4x4; and which program each cell can come from.

use plyscope_core::Game;

use super::data::{FIG_20, Label, PLAYERS};
use super::depth_cut::{Choices, Parts, chance, published_choices};
use super::estimate::{Estimate, LEAST_P};
use super::matches::{COMPLETE, DRAWN, Seat, Wanted, play};
use super::october;
use super::space::{PawnBoard, Space};
use crate::{CellVerdict, Interrupted, StudyCell, StudyRequest, StudyTable};

/// Which program a published cell fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    Published,
    OnlyOctober,
    Neither,
}

/// A program with its players: choices for those that do not simulate, the search for the others.
pub(super) struct Program<'a> {
    name: &'static str,
    space: &'a Space,
    choices: Vec<Option<Choices>>,
    search: &'static str,
    /// Keeps its games apart from those of other programs.
    stream: u64,
}

impl<'a> Program<'a> {
    /// The published program.
    pub(super) fn published(space: &'a Space, parts: &Parts) -> Self {
        let choices = PLAYERS.map(|label| published_choices(space, parts, label)).into();
        Program { name: "published program", space, choices, search: DRAWN, stream: 0 }
    }

    /// The program of October 2019; it has no simple heuristic.
    pub(super) fn october(space: &'a Space, parts: &Parts) -> Self {
        let of = |label: Label| match label {
            Label::Random => Some(Choices::random(space)),
            Label::DepthCut(_, depth) if label.in_october() => Some(october::choices(space, parts, depth)),
            Label::DepthCut(..) | Label::Mcts(_) => None,
        };
        Program { name: "October program", space, choices: PLAYERS.map(of).into(), search: COMPLETE, stream: 1000 }
    }

    fn seat(&self, player: usize) -> Seat<'_> {
        match (PLAYERS[player], &self.choices[player]) {
            (Label::Mcts(rollouts), _) => Seat::Mcts { id: self.search, rollouts },
            (_, Some(choices)) => Seat::Listed(self.space, choices),
            (label, None) => unreachable!("{label} is no player of the {}", self.name),
        }
    }

    /// The first player's chances in these cells: computed where neither player simulates, else from games, with more
    /// games where it is close whether the published score fits.
    pub(super) fn estimate(
        &self,
        request: &StudyRequest<'_>,
        cells: &[(usize, usize)],
        games: Games,
    ) -> Result<Vec<Estimate>, Interrupted> {
        let computed = |&(first, second): &(usize, usize)| match (&self.choices[first], &self.choices[second]) {
            (Some(first), Some(second)) => Some(Estimate::exact(chance(self.space, first, second))),
            _ => None,
        };
        let mut found: Vec<Option<Estimate>> = cells.iter().map(computed).collect();
        let open: Vec<usize> = (0..cells.len()).filter(|&index| found[index].is_none()).collect();
        self.add_games(request, cells, &open, &mut found, games.at_least)?;
        let is_close = |index: &usize| {
            let (first, second) = cells[*index];
            let p = found[*index].map_or(1.0, |estimate| estimate.p(FIG_20[first][second]));
            (LEAST_P / 10.0..LEAST_P * 10.0).contains(&p)
        };
        let close: Vec<usize> = open.into_iter().filter(is_close).collect();
        self.add_games(request, cells, &close, &mut found, games.if_close - games.at_least)?;
        Ok(found.into_iter().flatten().collect())
    }

    fn add_games(
        &self,
        request: &StudyRequest<'_>,
        cells: &[(usize, usize)],
        which: &[usize],
        found: &mut [Option<Estimate>],
        games: u64,
    ) -> Result<(), Interrupted> {
        let so_far: Vec<(u64, u64)> =
            which.iter().map(|&index| found[index].and_then(|estimate| estimate.sample).unwrap_or_default()).collect();
        let wanted = |(&index, &(_, from)): (&usize, &(u64, u64))| {
            let (first, second) = cells[index];
            Wanted {
                start: PawnBoard::start(&Default::default()),
                seats: [self.seat(first), self.seat(second)],
                from,
                games,
                stream: self.stream + (first * PLAYERS.len() + second) as u64,
            }
        };
        let matches: Vec<Wanted<'_>> = which.iter().zip(&so_far).map(wanted).collect();
        let part = format!("Fig. 20, {}", self.name);
        let won = play(request, &part, &matches)?;
        for ((&index, (wins, before)), won) in which.iter().zip(so_far).zip(won) {
            found[index] = Some(Estimate::sampled(wins + won, before + games));
        }
        Ok(())
    }
}

/// How many games of a cell are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Games {
    pub(super) at_least: u64,
    /// Where it is close whether the published score fits.
    pub(super) if_close: u64,
}

/// The chances behind Fig. 20.
pub(super) struct Fig20 {
    /// The chances under the published program, row by row.
    pub(super) published: Vec<Estimate>,
    /// The same under the program of October, where the published one does not fit and October's had both players.
    pub(super) october: Vec<Option<Estimate>>,
}

/// All cells, row by row.
pub(super) fn all_cells() -> Vec<(usize, usize)> {
    (0..PLAYERS.len()).flat_map(|first| (0..PLAYERS.len()).map(move |second| (first, second))).collect()
}

impl Fig20 {
    pub(super) fn run(
        request: &StudyRequest<'_>,
        space: &Space,
        parts: &Parts,
        games: Games,
    ) -> Result<Self, Interrupted> {
        let cells = all_cells();
        let published = Program::published(space, parts).estimate(request, &cells, games)?;
        let tries_october = |index: &usize| {
            let (first, second) = cells[*index];
            !published[*index].fits(FIG_20[first][second])
                && PLAYERS[first].in_october()
                && PLAYERS[second].in_october()
        };
        let tried: Vec<usize> = (0..cells.len()).filter(tries_october).collect();
        let tried_cells: Vec<(usize, usize)> = tried.iter().map(|&index| cells[index]).collect();
        let answers = Program::october(space, parts).estimate(request, &tried_cells, games)?;
        let mut october = vec![None; cells.len()];
        tried.iter().zip(answers).for_each(|(&index, answer)| october[index] = Some(answer));
        Ok(Fig20 { published, october })
    }

    /// Which program a cell fits.
    pub(super) fn fit(&self, index: usize) -> Fit {
        let score = score(index);
        match self.october[index] {
            _ if self.published[index].fits(score) => Fit::Published,
            Some(october) if october.fits(score) => Fit::OnlyOctober,
            _ => Fit::Neither,
        }
    }

    /// How many cells fit the published program, only October's, and neither.
    pub(super) fn counts(&self) -> [usize; 3] {
        [Fit::Published, Fit::OnlyOctober, Fit::Neither]
            .map(|fit| (0..self.published.len()).filter(|&index| self.fit(index) == fit).count())
    }

    /// The table next to the published program.
    pub(super) fn table(&self) -> StudyTable {
        let why = |index: usize| match self.fit(index) {
            Fit::Published => None,
            Fit::OnlyOctober => Some("comes from the program of October 2019, see fig-20-october"),
            Fit::Neither => Some("fits neither program, see fig-20-october"),
        };
        let cell = |(index, estimate): (usize, &Estimate)| {
            let cell = compared(index, estimate);
            why(index).map_or(cell.clone(), |why| cell.because(why))
        };
        let sampled = self.published.iter().filter_map(|estimate| estimate.sample).map(|(_, games)| games);
        let games = (sampled.clone().min().unwrap_or(0), sampled.max().unwrap_or(0));
        StudyTable {
            id: "fig-20",
            title: "Wins of the first player in 199 games on 4x4, as published and as expected of the published \
                    program"
                .into(),
            notes: vec![
                "R is the random player, M500 is MCTS with 500 rollouts, A4 and S4 are the depth-cut players with the \
                 advanced and the simple heuristic at depth 4. The row moves first: S2:M500 is the cell in row S2 and \
                 column M500."
                    .into(),
                format!(
                    "The 81 cells without MCTS are exact; the 88 others come from {} to {} games each, more where it \
                     is close.",
                    games.0, games.1
                ),
                format!(
                    "Within noise: all scores that are at most as likely as the published one have a total probability \
                     of at least {LEAST_P}, allowing for the error of our sample."
                ),
                self.close_calls(),
                "Five published cells do not add up to 199 (R:R, R:A4, M10:A5, M100:A5, M500:M10); for these, ours is \
                 for as many games as theirs."
                    .into(),
            ],
            cells: self.published.iter().enumerate().map(cell).collect(),
        }
    }

    /// The other half of each cell: the wins of the second player.
    pub(super) fn second_table(&self) -> StudyTable {
        let cell = |(index, estimate): (usize, &Estimate)| {
            let (first, second) = names(index);
            let cell =
                compare(StudyCell::new(first, second, 0.0), &estimate.seen_by_the_second(), swapped(score(index)));
            if cell.verdict == CellVerdict::Differs { cell.because("see fig-20") } else { cell }
        };
        StudyTable {
            id: "fig-20-second",
            title: "Wins of the second player in the same games".into(),
            notes: vec![
                "Rows move first, as in fig-20. There are no draws, so the wins of both players add up to 199, except \
                 in five published cells; for these, ours is for as many games as theirs."
                    .into(),
            ],
            cells: self.published.iter().enumerate().map(cell).collect(),
        }
    }

    /// The cells whose verdict another sample could change.
    fn close_calls(&self) -> String {
        let judged = (0..self.published.len()).map(|index| (index, self.published[index].p(score(index))));
        let close = judged.filter(|(_, p)| (LEAST_P / 2.0..LEAST_P * 2.0).contains(p)).map(|(index, p)| {
            let (first, second) = names(index);
            format!("{first}:{second} (p = {p:.3})")
        });
        match close.collect::<Vec<_>>().as_slice() {
            [] => "No cell is a close call.".into(),
            calls => format!("Close calls, which more games could decide differently: {}.", calls.join(", ")),
        }
    }

    /// The cells that the published program does not explain, next to October's program.
    pub(super) fn october_table(&self) -> StudyTable {
        let missing = (0..self.published.len()).filter(|&index| self.fit(index) != Fit::Published);
        let cell = |index: usize| {
            let cell = match &self.october[index] {
                Some(estimate) => compared(index, estimate),
                None => {
                    let (first, second) = names(index);
                    StudyCell::new(first, second, "no such player").exactly(score(index).0)
                }
            };
            if cell.verdict == CellVerdict::Differs { cell.because(self.reading(index)) } else { cell }
        };
        StudyTable {
            id: "fig-20-october",
            title: "The cells that the published program does not explain, compared with its version of 16 October \
                    2019"
                .into(),
            notes: vec![
                "That version had complete MCTS children and no shuffle: its depth-cut player always takes the first \
                 of the best moves, in the order of a CPython 3.6 set."
                    .into(),
                "It had no simple heuristic, so cells with S cannot come from it.".into(),
                "Remarks on the other cells are inference: which match would fit best if one parameter of one player \
                 had been set wrongly by hand."
                    .into(),
                "The order of a Python set, which decides ties in MCTS, is fixed for each run of the program, so its \
                 MCTS cells scatter more than ours."
                    .into(),
            ],
            cells: missing.map(cell).collect(),
        }
    }

    /// The cell that explains this one best if one parameter of one player differed from its label.
    fn reading(&self, index: usize) -> String {
        let (first, second) = (index / PLAYERS.len(), index % PLAYERS.len());
        let candidates = all_cells().into_iter().filter(|&(i, j)| {
            (i == first && PLAYERS[second].differs_in_one_parameter(PLAYERS[j]))
                || (j == second && PLAYERS[first].differs_in_one_parameter(PLAYERS[i]))
        });
        let judged = candidates.map(|(i, j)| (i, j, self.published[i * PLAYERS.len() + j].p(score(index))));
        let best = judged.max_by(|a, b| a.2.total_cmp(&b.2));
        match best {
            Some((i, j, p)) if p >= LEAST_P => {
                format!("inference: looks like {}:{} (p = {p:.2})", PLAYERS[i], PLAYERS[j])
            }
            _ if PLAYERS[first].is_mcts() || PLAYERS[second].is_mcts() => {
                "no other single parameter explains it; the order of a Python set is fixed for each run, so its MCTS \
                 cells scatter more than ours"
                    .into()
            }
            _ => "no other single parameter explains it".into(),
        }
    }
}

pub(super) fn score(index: usize) -> (u64, u64) {
    FIG_20[index / PLAYERS.len()][index % PLAYERS.len()]
}

/// A score with the second player first.
pub(super) fn swapped((first, second): (u64, u64)) -> (u64, u64) {
    (second, first)
}

pub(super) fn names(index: usize) -> (String, String) {
    (PLAYERS[index / PLAYERS.len()].to_string(), PLAYERS[index % PLAYERS.len()].to_string())
}

fn compared(index: usize, estimate: &Estimate) -> StudyCell {
    let (row, column) = names(index);
    compare(StudyCell::new(row, column, 0.0), estimate, score(index))
}

/// The expected wins of the first player next to the published ones.
pub(super) fn compare(cell: StudyCell, estimate: &Estimate, published: (u64, u64)) -> StudyCell {
    let games = (published.0 + published.1) as f64;
    let cell = StudyCell { ours: (games * estimate.share).into(), interval: None, ..cell };
    let cell = cell.within_noise(published.0, estimate.fits(published));
    match estimate.interval() {
        Some((low, high)) => cell.between((games * low, games * high)),
        None => cell,
    }
}
