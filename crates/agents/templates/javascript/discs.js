// The piece on a square: x, o or . for none, and a space outside of the board.
function at(column, row) {
  return rows[row]?.[column] ?? " ";
}

// How many discs the move turns over. A corner is worth more than all of them.
function score(move) {
  if (move === "pass") return 0;
  const [, letters, number] = move.match(/^([a-z]+)(\d+)$/);
  const column = 26 * (letters.length - 1) + letters.charCodeAt(letters.length - 1) - 97;
  const row = Number(number) - 1;
  let turned = 0;
  for (const [right, down] of [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]) {
    let steps = 1;
    while (at(column + steps * right, row + steps * down) === other) steps += 1;
    if (at(column + steps * right, row + steps * down) === side) turned += steps - 1;
  }
  const isCorner = [0, rows[0].length - 1].includes(column) && [0, rows.length - 1].includes(row);
  return turned + (isCorner ? 1000 : 0);
}
