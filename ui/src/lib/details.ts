// The positions of nodes of one tree, each asked for once. Those that a search enters next are asked for ahead, so that no board lags behind its step.
import { api } from '../api/client'
import type { NodeDetails } from '../api/types'

/** Positions that are kept; the oldest go first. */
const MOST = 1000

export class Details {
  #known = new Map<number, NodeDetails>()
  #asked = new Map<number, Promise<NodeDetails>>()

  constructor(readonly tree: string) {}

  /** The position of a node, if it has come already. */
  known = (node: number): NodeDetails | undefined => this.#known.get(node)

  async ask(node: number): Promise<NodeDetails> {
    const known = this.#known.get(node) ?? this.#asked.get(node)
    if (known) return known
    const asked = api.node(this.tree, node)
    this.#asked.set(node, asked)
    try {
      const found = await asked
      const oldest = this.#known.keys().next().value
      if (oldest !== undefined && this.#known.size >= MOST) this.#known.delete(oldest)
      this.#known.set(node, found)
      return found
    } finally {
      this.#asked.delete(node)
    }
  }
}
