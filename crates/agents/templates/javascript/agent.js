// A player that chooses at random. Change `choose`, and it is yours.
const lines = require("readline").createInterface({ input: process.stdin });

function choose(legal) {
  return legal[Math.floor(Math.random() * legal.length)];
}

let legal = [];
lines.on("line", (line) => {
  const [word, ...rest] = line.trim().split(" ");
  if (word === "lines") console.log("lines 1 random");
  if (word === "legal") legal = rest;
  if (word === "go") console.log("move " + choose(legal));
  if (word === "quit") process.exit();
});
