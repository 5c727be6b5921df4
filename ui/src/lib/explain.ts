// What the words of a search tree mean, for those who see them for the first time.
import type { TreeNode } from '../api/types'
import { boundedText, count, forMover, plural, roughly, scoreText, windowText } from './format'

/** A short word for a row of the tree, its class and its meaning. */
export interface Tag {
  text: string
  kind: 'pv' | 'cut' | 'all' | 'table' | 'end' | 'horizon' | 'stopped'
  meaning: string
}

export function tag(node: TreeNode): Tag | null {
  if (node.node_type === 'pv')
    return {
      text: 'PV',
      kind: 'pv',
      meaning: 'A PV node: its value lies within the window, so it is on the line of best play or a candidate for it.',
    }
  if (node.node_type === 'cut')
    return {
      text: 'CUT',
      kind: 'cut',
      meaning: 'A cut node: one move was already good enough, so the others need not be tried.',
    }
  if (node.node_type === 'all')
    return { text: 'ALL', kind: 'all', meaning: 'An all node: every move was tried, and none reached the window.' }
  switch (node.kind) {
    case 'table':
      return {
        text: 'TABLE',
        kind: 'table',
        meaning: 'The table knew this position from before, so nothing was searched here.',
      }
    case 'end':
      return { text: 'END', kind: 'end', meaning: 'The game is over here.' }
    case 'horizon':
      return node.simulated
        ? { text: 'LEAF', kind: 'horizon', meaning: 'Simulations left the tree here and went on at random.' }
        : {
            text: 'LEAF',
            kind: 'horizon',
            meaning: 'The horizon: the depth is used up, and the heuristic judged the position.',
          }
    case 'stopped':
      return {
        text: 'STOPPED',
        kind: 'stopped',
        meaning: 'The search was stopped here; the value is not to be trusted.',
      }
    default:
      return null
  }
}

/** What is known of a move's worth, for the side that made it. The root was reached by no move, so its value is that of its side to move. */
export function worth(node: TreeNode): string {
  if (node.simulated) return `${(100 * node.simulated.mean).toFixed(1)} %`
  return node.ply === 0 ? boundedText(node.score, node.bound) : boundedText(node.move_score, node.move_bound)
}

/** The window as the side that made the move sees it: turned round, except at the root. */
export function windowOfMover(node: TreeNode): string {
  if (node.ply === 0) return windowText(node.alpha, node.beta)
  return windowText(node.beta ? forMover(node.beta) : null, node.alpha ? forMover(node.alpha) : null)
}

/** A value with its bound, in words. */
export function boundMeaning(node: TreeNode): string {
  const value = scoreText(node.score)
  if (node.bound === 'exact') return `${value}, exactly`
  return `${node.bound} ${value}`
}

/** How large the tree below a node is, in words. */
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
