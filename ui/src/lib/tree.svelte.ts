// A recorded tree, expanded level by level. Only what is expanded is requested, a page of children at a time, and shown
// as one flat list of rows.
import { api } from '../api/client'
import type { Tree, TreeNode } from '../api/types'

export type Row =
  | { kind: 'node'; node: TreeNode; level: number; isOpen: boolean }
  /** A move that was cut off. */
  | { kind: 'untried'; parent: TreeNode; move: string; level: number }
  /** Children that were not requested yet. */
  | { kind: 'more'; parent: TreeNode; left: number; level: number }
  /** Children that were visited but not recorded. */
  | { kind: 'hidden'; parent: TreeNode; level: number }

const PAGE = 100
/** Nodes expanded at once, so that a click never causes thousands of requests. */
const MAX_AT_ONCE = 60

export class OpenTree {
  rows = $state.raw<Row[]>([])
  isBusy = $state(false)
  #children = new Map<number, TreeNode[]>()
  #open = new Set<number>()

  constructor(readonly tree: Tree) {
    this.#flatten()
    if (tree.root) void this.toggle(tree.root)
  }

  async toggle(node: TreeNode): Promise<void> {
    if (this.#open.delete(node.node)) return this.#flatten()
    await this.#load(node)
    this.#open.add(node.node)
    this.#flatten()
  }

  isOpen = (node: TreeNode) => this.#open.has(node.node)

  /** The next page of children. */
  async more(parent: TreeNode): Promise<void> {
    const known = this.#children.get(parent.node) ?? []
    const page = await api.children(this.tree.id, parent.node, known.length, PAGE)
    this.#children.set(parent.node, [...known, ...page.children])
    this.#flatten()
  }

  /** Expands the shallowest rows that are still closed, from the top. */
  async openLevel(): Promise<void> {
    this.isBusy = true
    const closed = this.rows.flatMap((row) =>
      row.kind === 'node' && !row.isOpen && isInner(row.node) ? [row.node] : [],
    )
    const shallowest = Math.min(...closed.map((node) => node.ply))
    try {
      const now = closed.filter((node) => node.ply === shallowest).slice(0, MAX_AT_ONCE)
      await Promise.all(now.map((node) => this.#load(node)))
      now.forEach((node) => this.#open.add(node.node))
    } finally {
      this.isBusy = false
      this.#flatten()
    }
  }

  closeAll() {
    this.#open.clear()
    if (this.tree.root) this.#open.add(this.tree.root.node)
    this.#flatten()
  }

  /** Expands everything above a node so that it is shown, and on request the node itself. */
  async reveal(node: TreeNode, itself = false): Promise<void> {
    const above: TreeNode[] = []
    for (let at = node; at.parent !== null && at.parent !== undefined;) {
      at = this.#find(at.parent) ?? (await api.node(this.tree.id, at.parent)).node
      above.unshift(at)
    }
    for (const [index, parent] of above.entries()) {
      const wanted = (above[index + 1] ?? node).node
      await this.#load(parent)
      // Children are in search order, so pages are read until the wanted one is there.
      for (
        let known = this.#children.get(parent.node) ?? [];
        (known.at(-1)?.node ?? 0) < wanted && known.length < parent.children;
      ) {
        await this.more(parent)
        known = this.#children.get(parent.node) ?? []
      }
      this.#open.add(parent.node)
    }
    if (itself) {
      await this.#load(node)
      this.#open.add(node.node)
    }
    this.#flatten()
  }

  #find(number: number): TreeNode | undefined {
    if (this.tree.root?.node === number) return this.tree.root
    for (const row of this.rows) if (row.kind === 'node' && row.node.node === number) return row.node
    return undefined
  }

  async #load(node: TreeNode): Promise<void> {
    if (this.#children.has(node.node)) return
    const { children } = node.children > 0 ? await api.children(this.tree.id, node.node, 0, PAGE) : { children: [] }
    this.#children.set(node.node, children)
  }

  #flatten() {
    const rows: Row[] = []
    const add = (node: TreeNode, level: number) => {
      const isOpen = this.#open.has(node.node)
      rows.push({ kind: 'node', node, level, isOpen })
      if (!isOpen) return
      const known = this.#children.get(node.node) ?? []
      known.forEach((child) => add(child, level + 1))
      if (known.length < node.children)
        rows.push({ kind: 'more', parent: node, left: node.children - known.length, level: level + 1 })
      if (node.hidden > 0) rows.push({ kind: 'hidden', parent: node, level: level + 1 })
      node.cut?.untried.forEach((move) => rows.push({ kind: 'untried', parent: node, move, level: level + 1 }))
    }
    if (this.tree.root) add(this.tree.root, 1)
    this.rows = rows
  }
}

/** Whether there is anything to expand. */
export const isInner = (node: TreeNode) => node.children > 0 || node.hidden > 0 || (node.cut?.untried.length ?? 0) > 0
