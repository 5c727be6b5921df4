// What a search did, step by step, and all nodes in the order in which they were entered. Pages of steps are requested
// as they are needed.
import { api } from '../api/client'
import type { Step, Tree, TreeNode } from '../api/types'

const PAGE = 200

export class Steps {
  /** Counts the pages that have arrived, so that lists update. */
  version = $state(0)
  #pages = new Map<number, Promise<Step[]>>()
  #nodes: (TreeNode | undefined)[]
  #deepest = 1

  constructor(readonly tree: Tree) {
    this.#nodes = new Array<TreeNode | undefined>(tree.nodes)
  }

  async step(number: number): Promise<Step | undefined> {
    return (await this.#page(Math.floor(number / PAGE)))[number % PAGE]
  }

  /** A node by its number, if it has arrived. */
  node = (number: number): TreeNode | undefined => this.#nodes[number]

  /**
   * Requests the nodes of a range. Each node is entered once and left once, and when node n is entered, all earlier
   * nodes except its ancestors have been left: so it is entered in step 2n − its ply.
   */
  ensure(first: number, last: number) {
    if (this.#isComplete(first, last)) return
    const deepest = Math.max(this.tree.report.depth, this.#deepest)
    const from = Math.floor(Math.max(0, 2 * first - deepest) / PAGE)
    const to = Math.floor(Math.min(this.tree.steps - 1, 2 * last) / PAGE)
    for (let page = from; page <= to; page++) void this.#page(page)
  }

  #isComplete(first: number, last: number): boolean {
    for (let at = first; at <= Math.min(last, this.tree.nodes - 1); at++) if (!this.#nodes[at]) return false
    return true
  }

  #page(page: number): Promise<Step[]> {
    const known = this.#pages.get(page)
    if (known) return known
    const asked = api.steps(this.tree.id, page * PAGE, PAGE).then(({ steps }) => {
      for (const { node } of steps) {
        this.#nodes[node.node] = node
        this.#deepest = Math.max(this.#deepest, node.ply)
      }
      this.version++
      return steps
    })
    // A page that failed is requested again next time.
    asked.catch(() => this.#pages.delete(page))
    this.#pages.set(page, asked)
    return asked
  }
}

/** The number of nodes entered up to a step. Every step enters or leaves a node, and an open node is not yet left. */
export function entered({ step, action, node }: Step): number {
  const open = action === 'enter' ? node.ply + 1 : node.ply
  return (step + 1 + open) / 2
}
