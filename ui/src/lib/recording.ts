// A recorded search, and what has been loaded of its tree.
import type { Tree } from '../api/types'
import { Details } from './details'
import { Steps } from './steps.svelte'
import { OpenTree } from './tree.svelte'

export class Recording {
  readonly open: OpenTree
  readonly steps: Steps
  readonly positions: Details

  constructor(readonly tree: Tree) {
    this.open = new OpenTree(tree)
    this.steps = new Steps(tree)
    this.positions = new Details(tree.id)
  }
}
