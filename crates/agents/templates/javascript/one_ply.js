// A player that looks one move ahead: it plays the move with the best score.
const lines = require("readline").createInterface({ input: process.stdin });

let side, other, rows, legal;

// SCORE

lines.on("line", (line) => {
  const [word, ...rest] = line.trim().split(" ");
  if (word === "lines") console.log("lines 1 one ply");
  if (word === "side") [side, other] = rest[0] === "x" ? ["x", "o"] : ["o", "x"];
  if (word === "board") rows = rest;
  if (word === "legal") legal = rest;
  if (word === "quit") process.exit();
  if (word === "go") {
    const best = Math.max(...legal.map(score));
    const moves = legal.filter((move) => score(move) === best);
    console.log("info depth 1 value " + best);
    console.log("move " + moves[Math.floor(Math.random() * moves.length)]);
  }
});
