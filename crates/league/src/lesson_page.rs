//! The part of an entrant's report about its lost games.

use std::time::Duration;

use minijinja::{Value as Page, context};
use plyscope_core::{BadInput, Verdict};
use plyscope_plot::{Arrow, BoardPicture, CellMark, Colour};
use plyscope_view::{ScoreView, number, short_time};

use crate::lost::{GAMES_IN_TIME, Lessons, LostGame};
use crate::review::{Fall, Mistake, Value};

/// The number of moves of a game that are shown.
const SHOWN_MOVES: usize = 3;
/// The move played and the better one.
const PLAYED: Colour = Colour(0xd5, 0x5e, 0x00);
const BETTER: Colour = Colour(0x00, 0x72, 0xb2);

/// What the template needs. `has_games`: whether there are pages of games beside the report.
pub(crate) fn page(lessons: &Lessons, time: Duration, has_games: bool) -> Result<Page, BadInput> {
    let games = lessons.games.iter().map(|game| game_page(game, has_games)).collect::<Result<Vec<_>, _>>()?;
    let faults: Vec<Page> =
        lessons.faults.iter().map(|(reason, count)| context! { reason => reason, count => count }).collect();
    Ok(context! {
        games => games,
        lost => lessons.lost,
        judged => lessons.judged,
        faults => faults,
        time => short_time(time),
        time_of_game => short_time(time / GAMES_IN_TIME),
    })
}

fn game_page(game: &LostGame, has_games: bool) -> Result<Page, BadInput> {
    let mistakes = game.review.mistakes.iter().take(SHOWN_MOVES).map(mistake_page).collect::<Result<Vec<_>, _>>()?;
    Ok(context! {
        opponent => &game.opponent,
        number => game.number,
        seat => if game.moved_first { "first" } else { "second" },
        reason => &game.reason,
        had_been => game.had_been(),
        judged => game.review.judged,
        moves => game.review.moves,
        file => has_games.then(|| format!("../games/{}.html", game.run)),
        mistakes => mistakes,
    })
}

fn mistake_page(mistake: &Mistake) -> Result<Page, BadInput> {
    let side = mistake.position.side_to_move().letter();
    Ok(context! {
        number => mistake.number,
        played => &mistake.played,
        better => &mistake.better,
        what => what(mistake),
        before => value_text(mistake.before),
        after => value_text(mistake.after),
        judge => mistake.depth.map_or_else(|| "exact".to_owned(), |depth| format!("engine, {depth} plies")),
        side => side.to_string(),
        board => board(mistake)?,
    })
}

/// What the move did, in words.
fn what(mistake: &Mistake) -> String {
    match (mistake.fall, mistake.before.result(), mistake.after.result()) {
        (Fall::Results(_), Some(1), Some(0)) => "made a draw of a won game".to_owned(),
        (Fall::Results(_), Some(1), _) => "lost a won game".to_owned(),
        (Fall::Results(_), ..) => "lost a drawn game".to_owned(),
        (Fall::Unclear, Some(_), _) => "left a certain win for something unclear".to_owned(),
        (Fall::Unclear, ..) => "went into a certain loss".to_owned(),
        (Fall::Estimate(fall), ..) => format!("lost {} of value", number(fall)),
    }
}

fn value_text(value: Value) -> String {
    match value {
        Value::Exact(Verdict::Estimate(margin)) if margin < 0.0 => format!("loses by {}", number(-margin)),
        Value::Exact(Verdict::Estimate(margin)) => format!("wins by {}", number(margin)),
        Value::Exact(verdict) => ScoreView::from(verdict).text(),
        Value::Estimate(value) => ScoreView::Estimate { value }.text(),
    }
}

/// The position before the move as SVG, with both moves in it.
fn board(mistake: &Mistake) -> Result<String, BadInput> {
    let (position, letter) = (&mistake.position, mistake.position.side_to_move().letter());
    let (mut marks, mut arrows) = (Vec::new(), Vec::new());
    let legal = position.legal_moves();
    for (text, colour, label) in [(&mistake.better, BETTER, "+"), (&mistake.played, PLAYED, "?")] {
        let Some(found) = legal.iter().find(|known| known.m == *text) else { continue };
        match found.cells.as_slice() {
            [] => {}
            [cell] => marks.push(CellMark { cell: cell.clone(), colour, label: Some(label.to_owned()) }),
            [from, .., to] => arrows.push(Arrow { from: from.clone(), to: to.clone(), colour }),
        }
    }
    let picture = BoardPicture {
        title: format!("{}: {}", position.spec(), position.text()),
        picture: position.picture(),
        last_move: position.last_move_cells().to_vec(),
        targets: Vec::new(),
        heat: Vec::new(),
        marks,
        arrows,
        status: (Some(position.side_to_move()), format!("{letter} to move")),
        caption: None,
        flipped: false,
    };
    Ok(picture.scene()?.svg())
}
