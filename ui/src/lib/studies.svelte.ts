// Studies: what was published and what this program finds, table by table. Not every server has them, so their absence is no failure.
import { ApiError, ask, sentence } from '../api/client'
import { listen } from '../api/events'

export interface StudyAbout {
  study: string
  title: string
  claim: string
  takes: string
  full_takes: string
}

export type CellVerdict = 'equal' | 'within noise' | 'differs' | 'not published'

export interface StudyCell {
  row: string
  column: string
  published: number | string | null
  ours: number | string | null
  interval?: { low: number; high: number } | null
  agrees: boolean | null
  verdict: CellVerdict
  why?: string | null
}

export interface StudyTable {
  id: string
  title: string
  notes: string[]
  cells: StudyCell[]
}

export interface StudyResult {
  study: string
  tables: StudyTable[]
  verdict: string
}

export const VERDICTS: Record<CellVerdict, { sign: string; meaning: string }> = {
  equal: { sign: '=', meaning: 'the same as published' },
  'within noise': { sign: '≈', meaning: 'different, but not more than chance explains' },
  differs: { sign: '≠', meaning: 'different, and not by chance' },
  'not published': { sign: '+', meaning: 'not in the publication' },
}

/** Gives nothing when the server has no studies. */
async function ifThere<A>(path: string): Promise<A | null> {
  try {
    return (await (await ask(path)).json()) as A
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export const listStudies = () => ifThere<{ studies: StudyAbout[] }>('/api/studies')
export const readStudy = (id: string) => ifThere<StudyResult>(`/api/studies/${encodeURIComponent(id)}`)

/** A study that is being repeated here. */
export class StudyRun {
  isRunning = $state(false)
  part = $state('')
  done = $state(0)
  total = $state(0)
  error = $state('')
  #stop = new AbortController()

  async start(id: string, tell: (result: StudyResult) => void) {
    this.#stop = new AbortController()
    this.isRunning = true
    this.error = ''
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}', signal: this.#stop.signal }
    try {
      await listen(`/api/studies/${encodeURIComponent(id)}/run`, init, ({ event, data }) => {
        const news = JSON.parse(data) as Partial<StudyResult> & { part?: string; done?: number; total?: number; error?: string }
        if (event === 'failed') throw new Error(news.error ?? 'The study failed.')
        if (news.tables) tell(news as StudyResult)
        else [this.part, this.done, this.total] = [news.part ?? '', news.done ?? 0, news.total ?? 0]
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

/** The rows and columns of a table, each once, in the order in which they come. */
export function grid(table: StudyTable): { rows: string[]; columns: string[]; at: (row: string, column: string) => StudyCell | undefined } {
  const rows = [...new Set(table.cells.map((cell) => cell.row))]
  const columns = [...new Set(table.cells.map((cell) => cell.column))]
  const byPlace = new Map(table.cells.map((cell) => [JSON.stringify([cell.row, cell.column]), cell]))
  return { rows, columns, at: (row, column) => byPlace.get(JSON.stringify([row, column])) }
}
