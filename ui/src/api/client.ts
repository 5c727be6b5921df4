// Requests to the server. Every refusal is an `ApiError` with the server's own sentence.
import type * as T from './types'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence)
  }
}

/** The sentence to show for an error; empty if the request was only aborted. */
export function sentence(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError') return ''
  if (error instanceof TypeError) return 'The server does not respond. Is it still running?'
  return error instanceof Error ? error.message : String(error)
}

type Query = Record<string, string | number | null | undefined>

export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `${path}?${search}` : path
}

/** The response, or the server's refusal as an error. */
export async function ask(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.ok) return response
  const body: { error?: string } | null = await response.json().catch(() => null)
  throw new ApiError(response.status, body?.error ?? `The server answered ${response.status}.`)
}

async function get<A>(path: string, query?: Query, signal?: AbortSignal): Promise<A> {
  return (await ask(address(path, query), { signal })).json()
}

async function post<A>(path: string, body: unknown, signal?: AbortSignal): Promise<A> {
  const headers = { 'content-type': 'application/json' }
  return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body), signal })).json()
}

export const placeQuery = (place: T.Place): Query => ({
  game: place.game,
  position: place.position,
  moves: place.moves,
})

let games: Promise<T.Games> | undefined

export const api = {
  /** Requested once: games do not change while the server runs. */
  games: () =>
    (games ??= get<T.Games>('/api/games').catch((error: unknown) => {
      games = undefined
      throw error
    })),
  position: (place: T.Place, signal?: AbortSignal) => get<T.Position>('/api/position', placeQuery(place), signal),
  hint: (place: T.Place, signal?: AbortSignal) => post<T.Hint>('/api/hint', { place }, signal),
  compare: (place: T.Place, players: string[], signal?: AbortSignal) =>
    post<T.Comparison>('/api/compare', { place, players }, signal),
  why: (place: T.Place, player: string, signal?: AbortSignal) => post<T.Why>('/api/why', { place, player }, signal),

  record: (place: T.Place, player: string, name: string, signal?: AbortSignal) =>
    post<T.Tree>('/api/trees', { place, player, name }, signal),
  /** Stops a search of this name; its own request then answers with what was found. */
  stopSearch: (name: string) => ask(`/api/searches/${encodeURIComponent(name)}`, { method: 'DELETE' }),
  node: (tree: string, node: number, signal?: AbortSignal) =>
    get<T.NodeDetails>(`/api/trees/${tree}/nodes/${node}`, {}, signal),
  children: (tree: string, node: number, offset: number, limit = 100) =>
    get<T.Children>(`/api/trees/${tree}/nodes/${node}/children`, { offset, limit }),
  steps: (tree: string, offset: number, limit: number) => get<T.Steps>(`/api/trees/${tree}/steps`, { offset, limit }),

  runs: () => get<{ runs: T.RunInfo[] }>('/api/runs'),
  run: (run: number) => get<T.RunDetails>(`/api/runs/${run}`),
  templates: () => get<T.Templates>('/api/experiments/templates'),
  check: (experiment: T.ExperimentRequest) => post<T.Plan>('/api/experiments/check', experiment),
  start: (experiment: T.ExperimentRequest) => post<T.RunInfo>('/api/runs', experiment),
  stop: (run: number) => post<T.RunInfo>(`/api/runs/${run}/stop`, {}),
  resume: (run: number) => post<T.RunInfo>(`/api/runs/${run}/resume`, {}),
  runGames: (run: number, cell: number, from: number, result?: string) =>
    get<T.GamePage>(`/api/runs/${run}/games`, { cell, from, limit: 50, result }),
  replay: (run: number, cell: number, number: number) => get<T.Replay>(`/api/runs/${run}/games/${cell}/${number}`),
  health: () => get<T.Health>('/api/health'),
  league: (signal?: AbortSignal) => get<T.League>('/api/league', {}, signal),
  leagueGames: (entrant: string, from: number, signal?: AbortSignal) =>
    get<T.LeagueGames>('/api/league/games', { entrant, from, limit: 50 }, signal),
  leagueReplay: (run: number, cell: number, number: number) =>
    get<T.Replay>(`/api/league/games/${run}/${cell}/${number}`),
  studies: () => get<T.Studies>('/api/studies'),
  study: (study: string) => get<T.StudyPage>(`/api/studies/${encodeURIComponent(study)}`),
  compareRuns: (a: number, b: number) => get<T.RunComparison>('/api/compare-runs', { a, b }),
}
