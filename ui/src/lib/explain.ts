// The vocabulary of search trees, explained for readers who see it for the first time.
import type { TreeNode } from '../api/types'
import { boundedText, count, forMover, plural, roughly, scoreText, windowText } from './format'

type Kind = 'pv' | 'cut' | 'all' | 'table' | 'end' | 'horizon' | 'simulated' | 'certain' | 'pruned' | 'stopped'

const TAGS: Record<Kind, [text: string, meaning: string]> = {
  pv: ['PV', 'A PV node: its value lies within the window, so it is on the line of best play or a candidate for it.'],
  cut: ['CUT', 'A cut node: one move was good enough, so the others need not be tried.'],
  all: ['ALL', 'An all node: every move was tried, and none raised alpha.'],
  table: ['TABLE', 'Found in the transposition table, so nothing was searched here.'],
  end: ['END', 'The game is over here.'],
  horizon: ['LEAF', 'The depth limit was reached, and the heuristic evaluated the position.'],
  simulated: ['LEAF', 'Simulations left the tree here and continued at random.'],
  certain: ['KNOWN', 'The game knows the value here without a search, for example because a race is decided.'],
  pruned: ['PRUNED', 'Not searched, because that would hardly matter; the reason is given with the node.'],
  stopped: ['STOPPED', 'The search was stopped at or below this node, so its value is not known.'],
}

/** A short word for a row of the tree, its kind, and its meaning. */
export interface Tag {
  kind: Kind
  text: string
  meaning: string
}

export function tag(node: TreeNode): Tag | null {
  const kind = kindOf(node)
  if (!kind) return null
  const [text, meaning] = TAGS[kind]
  return { kind, text, meaning }
}

function kindOf({ node_type, kind, simulated }: TreeNode): Kind | null {
  if (node_type) return node_type
  if (kind === 'interior') return null
  return kind === 'horizon' && simulated ? 'simulated' : kind
}

/**
 * What is known of a move's value, for the side that made it. No move leads to the root, so its value is for its side
 * to move.
 */
export function moveValue(node: TreeNode): string {
  if (node.simulated) return `${(100 * node.simulated.mean).toFixed(1)} %`
  return node.ply === 0 ? boundedText(node.score, node.bound) : boundedText(node.move_score, node.move_bound)
}

/** The window as the side that made the move sees it: reversed, except at the root. */
export function windowOfMover(node: TreeNode): string {
  if (node.ply === 0) return windowText(node.alpha, node.beta)
  return windowText(node.beta ? forMover(node.beta) : null, node.alpha ? forMover(node.alpha) : null)
}

/** A value with its bound, in words. */
export function boundMeaning(node: TreeNode): string {
  if (!node.score) return 'not known'
  const value = scoreText(node.score)
  if (node.bound === 'exact') return `${value}, exactly`
  return `${node.bound} ${value}`
}

/** Moves that were not searched, those with the same reason together. */
export function skippedGroups(node: TreeNode): { why: string; moves: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const { move, why } of node.skipped ?? []) groups.set(why, [...(groups.get(why) ?? []), move])
  return [...groups].map(([why, moves]) => ({ why, moves }))
}

/** The size of the tree below a node, in words. */
export function sizeText(node: TreeNode): string {
  const below = node.size - 1
  if (below === 0) return 'Nothing was searched below it.'
  const hidden =
    node.hidden > 0
      ? ` ${plural(node.hidden, 'position')} directly below ${node.hidden === 1 ? 'was' : 'were'} not recorded.`
      : ''
  return `${plural(below, 'position')} ${below === 1 ? 'was' : 'were'} visited below it.${hidden}`
}

/** What a cut saved, in words. */
export const savedText = (saved: number) =>
  `about ${saved < 1.5 ? '1 position' : `${saved < 10_000 ? count(saved) : roughly(saved)} positions`}`
