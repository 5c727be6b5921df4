const IS_HEXAGON = IS-HEXAGON;
const DIRECTIONS = IS_HEXAGON ? [[1, 0], [0, 1], [1, 1]] : [[1, 0], [0, 1], [1, 1], [1, -1]];

// The piece on a cell: x, o or . for none, and a space outside of the board.
function at(column, row) {
  // The rows of a hexagon do not all begin with column a.
  const first = IS_HEXAGON ? Math.max(0, row + 1 - (rows.length + 1) / 2) : 0;
  return rows[row]?.[column - first] ?? " ";
}

// The longest line that the stone makes, or takes away from the other side.
function score(move) {
  const column = move.charCodeAt(0) - 97;
  let row = Number(move.slice(1)) - 1;
  if (move.length === 1) { // a column alone: the stone falls down
    row = rows.length - 1;
    while (at(column, row) !== ".") row -= 1;
  }
  let best = 0;
  for (const owner of [side, other]) {
    for (const [right, down] of DIRECTIONS) {
      let length = 1;
      for (const sign of [1, -1]) {
        let steps = 1;
        while (at(column + sign * steps * right, row + sign * steps * down) === owner) steps += 1;
        length += steps - 1;
      }
      best = Math.max(best, 2 * length + (owner === side ? 1 : 0));
    }
  }
  return best;
}
