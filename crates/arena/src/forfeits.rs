//! Games that were lost by a fault and not on the board: who lost them, and why.

use serde::Serialize;

use crate::summary::{Counts, Summary};

/// Games that a player lost by the same fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForfeitSummary {
    /// The name of the player at fault.
    pub player: String,
    /// The fault, such as `timeout`.
    pub reason: String,
    /// The number of games.
    pub count: u64,
    /// What happened in one of them, with the last words of the program, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// The forfeits of all cells by player and reason, in the order of the players.
pub(crate) fn by_player(counts: &Counts<'_>) -> Vec<ForfeitSummary> {
    let mut found: Vec<ForfeitSummary> = Vec::new();
    for (player, entrant) in counts.plan.players.iter().enumerate() {
        for (cell, counted) in counts.plan.cells.iter().zip(&counts.cells) {
            let own = counted.forfeits.iter().filter(|lost| [cell.first, cell.second][lost.seat] == player);
            for lost in own {
                let same = |known: &&mut ForfeitSummary| known.player == entrant.name && known.reason == lost.reason;
                match found.iter_mut().find(same) {
                    Some(known) => {
                        known.count += lost.games;
                        known.words = known.words.take().or_else(|| lost.words.clone());
                    }
                    None => found.push(ForfeitSummary {
                        player: entrant.name.clone(),
                        reason: lost.reason.clone(),
                        count: lost.games,
                        words: lost.words.clone(),
                    }),
                }
            }
        }
    }
    found
}

/// A sentence for each player that forfeited games.
pub(crate) fn findings(summary: &Summary) -> Vec<String> {
    let mut sentences = Vec::new();
    for player in &summary.players {
        let own: Vec<_> = summary.forfeits.iter().filter(|lost| lost.player == player.name).collect();
        let total: u64 = own.iter().map(|lost| lost.count).sum();
        if total == 0 {
            continue;
        }
        let reasons: Vec<String> = match &own[..] {
            [one] => vec![one.reason.clone()],
            several => several.iter().map(|lost| format!("{} by {}", lost.count, lost.reason)).collect(),
        };
        let by = if own.len() == 1 { "all by " } else { "" };
        let (name, games) = (&player.name, player.games);
        sentences.push(format!("{name} forfeited {total} of its {games} games: {by}{}.", reasons.join(", ")));
    }
    sentences
}
