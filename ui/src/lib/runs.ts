// Results of experiments.
import type { RunSummary } from '../api/types'

/** A cell of a cross table: the games of the row's player, moving first, against the column's player, on all boards. */
export interface Crossing {
  games: number
  wins: number
  draws: number
  losses: number
  score: number | null
  /** Games lost by a fault, as of the summary. */
  forfeits: number
  /** Indices of the cells of the summary that it sums up. */
  cells: number[]
}

/**
 * The cross table of a run: rows move first. `live` has the losses, draws and wins of each cell where they are newer
 * than the summary.
 */
export function crossTable(summary: RunSummary, live: number[][] = []): Crossing[][] {
  const names = summary.players.map((player) => player.name)
  const table = names.map(() =>
    names.map((): Crossing => ({ games: 0, wins: 0, draws: 0, losses: 0, score: null, forfeits: 0, cells: [] })),
  )
  summary.cells.forEach((cell, index) => {
    const crossing = table[names.indexOf(cell.first)]?.[names.indexOf(cell.second)]
    if (!crossing) return
    const [losses = 0, draws = 0, wins = 0] = live[index] ?? [cell.losses, cell.draws, cell.wins]
    crossing.wins += wins
    crossing.draws += draws
    crossing.losses += losses
    crossing.games += wins + draws + losses
    crossing.forfeits += cell.forfeits
    crossing.cells.push(index)
    crossing.score = crossing.games > 0 ? (crossing.wins + crossing.draws / 2) / crossing.games : null
  })
  return table
}
