// Studies: published results next to those of this program, table by table.
import { sentence } from '../api/client'
import { listen } from '../api/events'
import type { StudyCell, StudyProgress, StudyResult, StudyTable } from '../api/types'

export const VERDICTS: Record<StudyCell['verdict'], { sign: string; meaning: string }> = {
  equal: { sign: '=', meaning: 'the same as published' },
  'within noise': { sign: '≈', meaning: 'different, but chance can explain it' },
  differs: { sign: '≠', meaning: 'different, by more than chance' },
  'other machine': { sign: '⧗', meaning: 'a time on another machine, not compared' },
  'not published': { sign: '+', meaning: 'not in the publication' },
}

/** A repetition of a study on this server. */
export class StudyRun {
  isRunning = $state(false)
  part = $state('')
  done = $state(0)
  total = $state(0)
  error = $state('')
  #stop = new AbortController()

  async start(id: string, full: boolean, tell: (result: StudyResult) => void) {
    this.#stop = new AbortController()
    this.isRunning = true
    this.error = ''
    this.part = ''
    this.done = this.total = 0
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ full }),
      signal: this.#stop.signal,
    }
    try {
      await listen(`/api/studies/${encodeURIComponent(id)}/run`, init, ({ event, data }) => {
        if (event === 'done') return tell(JSON.parse(data) as StudyResult)
        const { part, done, total } = JSON.parse(data) as StudyProgress
        ;[this.part, this.done, this.total] = [part, done, total]
      })
    } catch (error) {
      this.error = sentence(error)
    } finally {
      this.isRunning = false
    }
  }

  stop() {
    this.#stop.abort()
  }
}

/** The rows and columns of a table, each once, in order of appearance. */
export function grid(table: StudyTable): {
  rows: string[]
  columns: string[]
  at: (row: string, column: string) => StudyCell | undefined
} {
  const rows = [...new Set(table.cells.map((cell) => cell.row))]
  const columns = [...new Set(table.cells.map((cell) => cell.column))]
  const byPlace = new Map(table.cells.map((cell) => [JSON.stringify([cell.row, cell.column]), cell]))
  return { rows, columns, at: (row, column) => byPlace.get(JSON.stringify([row, column])) }
}
