// Numbers and values as text.
import type { Bound, Report, Score, Side } from '../api/types'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, notation: 'compact' })

export const count = (value: number) => whole.format(value)
export const roughly = (value: number) => (value < 10_000 ? whole.format(value) : short.format(value))
/** The text of a value that may be missing. */
export const optional = <Value>(value: Value | null | undefined, text: (value: Value) => string, missing = '–') =>
  value === null || value === undefined ? missing : text(value)
export const percent = (share: number | null | undefined, digits = 0) =>
  optional(share, (share) => `${(100 * share).toFixed(digits)} %`)
export const plural = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`

export const signed = (value: number) => {
  const text = Number.isInteger(value)
    ? whole.format(Math.abs(value))
    : Math.abs(value).toFixed(Math.abs(value) < 10 ? 2 : 1)
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : text
}

export function duration(ms: number): string {
  if (ms > 0 && ms < 1) return `${Math.round(1000 * ms)} µs`
  if (ms < 1000) return `${Math.round(ms)} ms`
  const s = ms / 1000
  if (s < 60) return `${s.toFixed(s < 10 ? 1 : 0)} s`
  if (s < 3600) return `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`
  return `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`
}

/** A number of bytes; units are powers of 1024, as in specs of players. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  let unit = 0
  while (bytes >= 1000 && unit < units.length - 1) {
    bytes /= 1024
    unit += 1
  }
  return `${bytes.toFixed(unit > 0 && bytes < 10 && !Number.isInteger(bytes) ? 1 : 0)} ${units[unit]}`
}

/** What a side is called, as in the terminal. */
export const sideName = (side: Side) => (side === 'x' ? 'x (first player)' : 'o (second player)')

/** A value for the side it belongs to. */
export function scoreText(score: Score): string {
  switch (score.kind) {
    case 'win':
      return `win in ${score.plies}`
    case 'loss':
      return `loss in ${score.plies}`
    case 'draw':
      return 'draw'
    case 'estimate':
      return signed(score.value)
  }
}

const SIGNS: Record<Bound, string> = { exact: '', 'at least': '≥ ', 'at most': '≤ ' }
export const boundedText = (score: Score | null | undefined, bound: Bound) =>
  optional(score, (score) => SIGNS[bound] + scoreText(score), 'not known')

/** A mean reward of simulations, from −1 to 1, as a share of points. */
export const pointShare = (value: number) => percent((value + 1) / 2, 1)

/** The value that a search found, in the unit of that search. */
export const foundText = ({ counters }: Report, score: Score) =>
  score.kind === 'estimate' && counters.rollouts > 0 ? pointShare(score.value) : scoreText(score)

/** What a search found: its value, or that it was stopped before it found one. */
export const valueText = (report: Report) => (report.has_value ? foundText(report, report.score) : 'not known')

/** The depth that a search completed, and whether it was stopped in the next one. */
export function depthText({ depth, has_value, stopped, counters }: Report): string {
  if (stopped === 'answered') return depth > 0 ? String(depth) : 'not said'
  if (!has_value && stopped === 'depth') return 'none, a random move'
  if (!has_value) return `none completed (${stopText(stopped)})`
  const isEarly = ['nodes', 'time', 'cancelled'].includes(stopped) && counters.rollouts === 0
  return isEarly ? `${depth}, the last completed (${stopText(stopped)})` : String(depth)
}

const STOPS: Record<string, string> = {
  nodes: 'stopped by its node limit',
  time: 'stopped by its time limit',
  cancelled: 'stopped',
}
const stopText = (stopped: string) => STOPS[stopped] ?? stopped

/** The same value one move earlier, for the other side. */
export function forMover(score: Score): Score {
  switch (score.kind) {
    case 'win':
      return { kind: 'loss', plies: score.plies + 1 }
    case 'loss':
      return { kind: 'win', plies: score.plies + 1 }
    case 'draw':
      return score
    case 'estimate':
      return { kind: 'estimate', value: -score.value }
  }
}

/** A window of values; an open end is infinite. */
export const windowText = (low: Score | null | undefined, high: Score | null | undefined) =>
  `${low ? scoreText(low) : '−∞'} … ${high ? scoreText(high) : '+∞'}`

export const dateText = (ms: number) =>
  new Date(ms).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
