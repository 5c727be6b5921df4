// Where things are on a board. The unit is half the width of a cell; rows of hexagons are closer together than rows of
// squares.
import type { BoardPicture, Cell } from '../api/types'

export interface PlacedCell extends Cell {
  cx: number
  cy: number
}

export interface Label {
  text: string
  x: number
  y: number
}

export interface Layout {
  cells: PlacedCell[]
  byName: Map<string, PlacedCell>
  outline: string
  labels: Label[]
  viewBox: string
}

const HEX_ROW = Math.sqrt(3)
/** Half the corner-to-corner height of a hexagon of width 2. */
const HEX_TIP = 2 / Math.sqrt(3)
const SQUARE = '-1,-1 1,-1 1,1 -1,1'
const HEXAGON = [
  [0, -HEX_TIP],
  [1, -HEX_TIP / 2],
  [1, HEX_TIP / 2],
  [0, HEX_TIP],
  [-1, HEX_TIP / 2],
  [-1, -HEX_TIP / 2],
]
  .map(([x, y]) => `${x?.toFixed(4)},${y?.toFixed(4)}`)
  .join(' ')

export function layout(board: BoardPicture, flipped: boolean): Layout {
  const isHexagonal = board.shape === 'hexagon'
  const height = isHexagonal ? HEX_ROW : 2
  const turn = flipped ? -1 : 1
  const cells = board.cells.map((cell) => ({ ...cell, cx: turn * cell.x, cy: turn * height * cell.row }))
  const xs = cells.map((cell) => cell.cx)
  const ys = cells.map((cell) => cell.cy)
  const tip = isHexagonal ? HEX_TIP : 1
  const [left, right, top, bottom] = [
    Math.min(...xs) - 1,
    Math.max(...xs) + 1,
    Math.min(...ys) - tip,
    Math.max(...ys) + tip,
  ]
  return {
    cells,
    byName: new Map(cells.map((cell) => [cell.name, cell])),
    outline: isHexagonal ? HEXAGON : SQUARE,
    labels: [...rowLabels(cells, isHexagonal), ...columnLabels(cells, isHexagonal)],
    viewBox: [left - 0.7, top - 0.15, right - left + (isHexagonal ? 1.4 : 0.85), bottom - top + 0.85]
      .map((n) => n.toFixed(3))
      .join(' '),
  }
}

const letterOf = (cell: Cell) => cell.name.replace(/\d+/g, '')
const numberOf = (cell: Cell) => cell.name.replace(/\D+/g, '')

/**
 * The number of each row, left of its first cell; on hexagons right of its last one, because letters are on the left.
 */
function rowLabels(cells: PlacedCell[], isHexagonal: boolean): Label[] {
  const side = isHexagonal ? 1 : -1
  const outermost = new Map<number, PlacedCell>()
  for (const cell of cells)
    if (side * cell.cx > side * (outermost.get(cell.row)?.cx ?? -side * Infinity)) outermost.set(cell.row, cell)
  return [...outermost.values()].map((cell) => ({ text: numberOf(cell), x: cell.cx + side * 1.38, y: cell.cy }))
}

/** The letter of each column, below its last cell; on hexagons columns are slanted. */
function columnLabels(cells: PlacedCell[], isHexagonal: boolean): Label[] {
  const columns = new Map<string, PlacedCell[]>()
  for (const cell of cells) columns.set(letterOf(cell), [...(columns.get(letterOf(cell)) ?? []), cell])
  return [...columns].map(([text, column]) => {
    const [last, before] = column.toSorted((a, b) => b.cy - a.cy)
    const slant = isHexagonal && last && before ? Math.sign(last.cx - before.cx) : 0
    return { text, x: (last?.cx ?? 0) + 0.8 * slant, y: (last?.cy ?? 0) + (isHexagonal ? 1.45 : 1.38) }
  })
}

const KEYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The cell that an arrow key leads to, if there is one in that direction. */
export function neighbour(cells: PlacedCell[], from: PlacedCell, key: string): PlacedCell | undefined {
  const direction = KEYS[key]
  if (!direction) return undefined
  const [dx, dy] = direction
  const ahead = cells.filter((cell) =>
    dx !== 0 ? cell.row === from.row && Math.sign(cell.cx - from.cx) === dx : Math.sign(cell.cy - from.cy) === dy,
  )
  const distance = (cell: PlacedCell) => Math.abs(cell.cy - from.cy) * 10 + Math.abs(cell.cx - from.cx)
  return ahead.toSorted((a, b) => distance(a) - distance(b))[0]
}
