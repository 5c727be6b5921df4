"use strict";
(() => {
  const { boards, games } = JSON.parse(document.getElementById("games").textContent);
  const dialog = document.getElementById("replay");
  const part = (name) => document.getElementById("replay-" + name);
  const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  let game, ply, fields, pieces, moveButtons;

  // Cells are two units wide; rows of hexagons lie closer together.
  function drawBoard(board) {
    const height = board.hexagons ? Math.sqrt(3) : 2;
    const side = 2 / Math.sqrt(3);
    const xs = board.cells.map((cell) => cell[1]);
    const rows = board.cells.map((cell) => cell[2]);
    const [left, right] = [Math.min(...xs) - 1.1, Math.max(...xs) + 1.1];
    const [top, bottom] = [Math.min(...rows) * height - 1.3, Math.max(...rows) * height + 1.3];
    const viewBox = `${left} ${top} ${right - left} ${bottom - top}`;
    const picture = svg("svg", { viewBox, role: "img", "aria-labelledby": "replay-title" });
    fields = [];
    pieces = [];
    for (const [name, x, row] of board.cells) {
      const y = row * height;
      const corners = board.hexagons
        ? [[0, -side], [1, -side / 2], [1, side / 2], [0, side], [-1, side / 2], [-1, -side / 2]]
        : [[-1, -1], [1, -1], [1, 1], [-1, 1]];
      const points = corners.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");
      const field = svg("polygon", { points, class: "field" });
      const piece = svg("circle", { cx: x, cy: y, r: 0.64 });
      const place = board.hexagons ? { x, y: y + 0.15, "text-anchor": "middle" } : { x: x - 0.94, y: y + 0.92 };
      const label = svg("text", place);
      label.textContent = name;
      picture.append(field, label, piece);
      fields.push(field);
      pieces.push(piece);
    }
    part("board").replaceChildren(picture);
  }

  function show(wanted) {
    ply = Math.max(0, Math.min(wanted, game.moves.length));
    const stands = [...game.start];
    for (let i = 0; i < ply; i++) for (const [cell, piece] of game.changes[i]) stands[cell] = piece;
    const changed = new Set(ply > 0 ? game.changes[ply - 1].map(([cell]) => cell) : []);
    stands.forEach((piece, cell) => {
      pieces[cell].setAttribute("class", piece);
      pieces[cell].setAttribute("visibility", piece === "." ? "hidden" : "visible");
      fields[cell].setAttribute("class", changed.has(cell) ? "field changed" : "field");
    });
    const end = ply === game.moves.length ? " – " + game.ending : "";
    const now = ply === 0 ? "Before the first move" : `Move ${ply} of ${game.moves.length}: ${game.moves[ply - 1]}`;
    part("now").textContent = now + end;
    moveButtons.forEach((button, i) => {
      if (i === ply - 1) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    if (ply > 0) moveButtons[ply - 1].scrollIntoView({ block: "nearest" });
  }

  function open(index) {
    game = games[index];
    if (!game) return;
    part("title").textContent = game.title;
    drawBoard(boards[game.board]);
    moveButtons = game.moves.map((text, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = (i % 2 === 0 ? `${i / 2 + 1}. ` : "") + text;
      button.addEventListener("click", () => show(i + 1));
      return button;
    });
    part("moves").replaceChildren(...moveButtons.map((button) => {
      const item = document.createElement("li");
      item.append(button);
      return item;
    }));
    if (!dialog.open) dialog.showModal();
    show(0);
    dialog.querySelector("[data-step=forward]").focus();
  }

  const steps = {
    first: () => show(0),
    back: () => show(ply - 1),
    forward: () => show(ply + 1),
    last: () => show(game.moves.length),
    close: () => dialog.close(),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.game) open(Number(button.dataset.game));
    else if (button?.dataset.step) steps[button.dataset.step]();
    else if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (!keys[event.key]) return;
    event.preventDefault();
    steps[keys[event.key]]();
  });
  document.getElementById("save")?.addEventListener("click", (event) => {
    const link = document.createElement("a");
    const text = document.getElementById("experiment").textContent;
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = event.target.dataset.file;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  // Older browsers print only what is open.
  addEventListener("beforeprint", () => {
    document.querySelectorAll("details.printed").forEach((details) => (details.open = true));
  });
  // A game can be linked to: report.html#game-3.
  const linked = /^#game-(\d+)$/.exec(location.hash);
  if (linked) open(Number(linked[1]));
})();
