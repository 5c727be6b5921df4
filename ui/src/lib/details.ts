// The positions of the nodes of one tree, each requested once. Those that the next steps enter are requested ahead, so
// that the board does not lag behind the step.
import { api } from '../api/client'
import type { NodeDetails } from '../api/types'

/** Positions kept; the oldest are dropped first. */
const MAX_KNOWN = 1000

export class Details {
  #known = new Map<number, NodeDetails>()
  #asked = new Map<number, Promise<NodeDetails>>()

  constructor(readonly tree: string) {}

  /** The position of a node, if it has arrived. */
  known = (node: number): NodeDetails | undefined => this.#known.get(node)

  async ask(node: number): Promise<NodeDetails> {
    const known = this.#known.get(node) ?? this.#asked.get(node)
    if (known) return known
    const asked = api.node(this.tree, node)
    this.#asked.set(node, asked)
    try {
      const found = await asked
      const oldest = this.#known.keys().next().value
      if (oldest !== undefined && this.#known.size >= MAX_KNOWN) this.#known.delete(oldest)
      this.#known.set(node, found)
      return found
    } finally {
      this.#asked.delete(node)
    }
  }
}
