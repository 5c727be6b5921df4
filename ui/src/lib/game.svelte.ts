// A game in progress. The address holds everything: game, start, moves and players. This asks the server for the
// position and lets programs move when it is their turn.
import { address, api, placeQuery, sentence } from '../api/client'
import { listen } from '../api/events'
import type { Hint, Move, Place, Position, Report } from '../api/types'
import { link, router } from './router.svelte'

export interface Table {
  place: Place
  players: { x: string; o: string }
  flip: boolean
}

const START = { game: 'reversi:6x6', x: 'human', o: 'alphabeta:ties=random@depth=3' }

export function tableOf(query: URLSearchParams): Table {
  const get = (name: string) => query.get(name) ?? undefined
  const isNew = !query.has('game')
  return {
    place: { game: get('game') ?? START.game, position: get('position'), moves: get('moves') },
    players: { x: get('x') ?? 'human', o: get('o') ?? (isNew ? START.o : 'human') },
    flip: query.get('flip') === '1',
  }
}

export const playAddress = ({ place, players, flip }: Table) =>
  link('/play', {
    game: place.game,
    position: place.position ?? undefined,
    moves: place.moves ?? undefined,
    x: players.x === 'human' ? undefined : players.x,
    o: players.o === 'human' ? undefined : players.o,
    flip: flip ? '1' : undefined,
  })

const movesOf = (place: Place) => (place.moves ?? '').split(/\s+/).filter((move) => move !== '')
const withMoves = (place: Place, moves: string[]): Place => ({
  ...place,
  moves: moves.length > 0 ? moves.join(' ') : undefined,
})

export class Session {
  table = $derived(tableOf(router.query))
  position = $state.raw<Position | null>(null)
  thoughts = $state.raw<Report[]>([])
  isThinking = $state(false)
  /** Programs wait until the game is continued. */
  isPaused = $state(false)
  hint = $state.raw<Hint | null>(null)
  isHinting = $state(false)
  error = $state('')
  #stop: AbortController | undefined

  /**
   * Shows the position of the address and lets a program move there. Called whenever the address changes; returns a
   * function that ends it.
   */
  show(): () => void {
    const { place, players } = this.table
    const stop = (this.#stop = new AbortController())
    this.hint = null
    void this.#show(place, players, stop)
    return () => stop.abort()
  }

  async #show(place: Place, players: Table['players'], stop: AbortController) {
    try {
      const position = await api.position(place, stop.signal)
      this.position = position
      this.error = ''
      const player = position.to_move ? players[position.to_move] : 'human'
      if (player !== 'human' && !this.isPaused) await this.#think(place, position, player, stop)
    } catch (error) {
      if (!stop.signal.aborted) this.error = sentence(error)
    }
  }

  async #think(place: Place, position: Position, player: string, stop: AbortController) {
    this.thoughts = []
    this.isThinking = true
    const seed = Math.floor(Math.random() * 2 ** 32)
    const url = address('/api/search', { ...placeQuery(place), player, seed })
    let best: string | undefined
    try {
      await listen(url, { signal: stop.signal }, ({ event, data }) => {
        this.thoughts = [...this.thoughts, JSON.parse(data) as Report]
        if (event === 'done') best = this.thoughts.at(-1)?.best
      })
    } finally {
      if (this.#stop === stop) this.isThinking = false
    }
    if (best && !stop.signal.aborted) this.#go([...position.moves, best], { replace: true })
  }

  /** A person moves. */
  play(move: Move) {
    if (this.position) this.#go([...this.position.moves, move.move])
  }

  /** Makes the program play the best move it has found so far. */
  moveNow() {
    const best = this.thoughts.at(-1)?.best
    if (!best || !this.position) return
    this.#stop?.abort()
    this.isThinking = false
    this.#go([...this.position.moves, best], { replace: true })
  }

  pause() {
    this.isPaused = !this.isPaused
    if (this.isPaused) {
      this.#stop?.abort()
      this.isThinking = false
    } else this.show()
  }

  /** Goes back to the last position where a person was to move; between programs, one move back with both paused. */
  takeBack() {
    const { place, players } = this.table
    const moves = movesOf(place)
    let n = moves.length - 1
    const starts = this.position?.start?.endsWith(' o') ? 1 : 0
    const isPerson = (ply: number) => players[(ply + starts) % 2 === 0 ? 'x' : 'o'] === 'human'
    if (isPerson(0) || isPerson(1)) while (n > 0 && !isPerson(n)) n--
    if (n >= 0 && !isPerson(n)) this.isPaused = true
    this.#go(moves.slice(0, Math.max(n, 0)))
  }

  async askHint() {
    const stop = this.#stop
    if (!this.position || this.isHinting) return
    this.isHinting = true
    try {
      const hint = await api.hint(this.table.place, stop?.signal)
      if (!stop?.signal.aborted) this.hint = hint
    } catch (error) {
      this.error = sentence(error)
    } finally {
      this.isHinting = false
    }
  }

  change(part: Partial<Table>, { replace = false } = {}) {
    router.go(playAddress({ ...this.table, ...part }), { replace })
  }

  newGame(game = this.table.place.game) {
    this.thoughts = []
    this.isPaused = false
    this.change({ place: { game } })
  }

  /** The position on the board becomes the start of a new game. */
  newGameFromHere() {
    if (this.position) this.change({ place: { game: this.position.game, position: this.position.position } })
  }

  #go(moves: string[], options = {}) {
    this.change({ place: withMoves(this.table.place, moves) }, options)
  }

  /** The address of the position after each move. */
  get hrefs(): string[] {
    const moves = this.position?.moves ?? []
    return moves.map((_, at) =>
      playAddress({ ...this.table, place: withMoves(this.table.place, moves.slice(0, at + 1)) }),
    )
  }
}
