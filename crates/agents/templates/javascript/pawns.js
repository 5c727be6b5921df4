// The nearer to the other end the better. A capture is worth ten steps, and the end everything.
function score(move) {
  if (move === "pass") return 0;
  const row = Number(move.match(/\d+$/)[0]);
  const steps = side === "x" ? row : rows.length + 1 - row;
  return steps + (move.includes("x") ? 10 : 0) + (steps === rows.length ? 1000 : 0);
}
