"""What Python costs. Run it with the package installed, on an idle machine.

    python python/benchmarks.py [GAMES]

GAMES is the number of games of the table, a million unless it is given. pyarrow and easyAI are used if installed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import plyscope as ply

COLUMNS, ROWS = 5, 4


def seconds(job: Callable[[], object], repeat: int = 1) -> float:
    """The best of three."""
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        for _ in range(repeat):
            job()
        times.append((time.perf_counter() - begun) / repeat)
    return min(times)


@ply.heuristic(batch=True, name="benchmark")
def material(boards: Any) -> Any:
    return boards.sum(axis=(1, 2))


def winner(state: str) -> bool:
    """Whether four in a row are the same, on a board of rows from the bottom."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            piece = state[row * COLUMNS + column]
            if piece == ".":
                continue
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if not (row + 3 * down < ROWS and 0 <= column + 3 * right < COLUMNS):
                    continue
                if all(state[(row + k * down) * COLUMNS + column + k * right] == piece for k in (1, 2, 3)):
                    return True
    return False


def drop(state: str, column: int, piece: str) -> str:
    """The board after a piece falls into a column."""
    place = next(cell for cell in range(column, ROWS * COLUMNS, COLUMNS) if state[cell] == ".")
    return state[:place] + piece + state[place + 1 :]


class Four(ply.PythonGame[str]):
    """Connect Four on a small board, in plain Python."""

    def start(self) -> str:
        return "." * (ROWS * COLUMNS)

    def moves(self, state: str) -> list[str]:
        return ["abcde"[column] for column in range(COLUMNS) if state[(ROWS - 1) * COLUMNS + column] == "."]

    def play(self, state: str, move: str) -> str:
        return drop(state, "abcde".index(move), "xo"[(len(state) - state.count(".")) % 2])

    def outcome(self, state: str) -> str | None:
        return "win" if winner(state) else None if "." in state else "draw"

    def board(self, state: str) -> list[str]:
        return [state[row * COLUMNS : (row + 1) * COLUMNS] for row in reversed(range(ROWS))]


def easy_ai(depth: int) -> float | None:
    """How long easyAI takes to choose the first move of the same game; None if it is not installed."""
    try:
        from easyAI import Negamax, TwoPlayerGame
    except ImportError:
        return None

    class EasyFour(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.state = "." * (ROWS * COLUMNS)
            self.before: list[str] = []

        def possible_moves(self) -> list[str]:
            return ["abcde"[column] for column in range(COLUMNS) if self.state[(ROWS - 1) * COLUMNS + column] == "."]

        def make_move(self, move: str) -> None:
            self.before.append(self.state)
            self.state = drop(self.state, "abcde".index(move), "xo"[self.current_player - 1])

        def unmake_move(self, move: str) -> None:
            self.state = self.before.pop()

        def is_over(self) -> bool:
            return winner(self.state) or "." not in self.state

        def scoring(self) -> int:
            return -100 if winner(self.state) else 0

    return seconds(lambda: Negamax(depth, win_score=90)(EasyFour()))


def table(games: int) -> None:
    """Stores many random games and reads them as a table."""
    try:
        import pyarrow
    except ImportError:
        print("pyarrow is not installed: the table of games is left out")
        return
    with tempfile.TemporaryDirectory() as folder:
        players = {"a": "random", "b": "random"}
        experiment = {"game": "pawn:4x4", "games": games, "players": players, "schedule": "round-robin"}
        run = ply.run(experiment, db=Path(folder) / "games.db", progress=False)
        assert isinstance(run, ply.Run)
        print(f"{len(run.games):,} games as an Arrow table: {seconds(lambda: pyarrow.table(run.games)):.2f} s")


def main() -> None:
    position = ply.Game("breakthrough:6x6").start()
    print(f"to_numpy: {1e6 * seconds(position.to_numpy, 10_000):.2f} µs")
    print(f"an empty call (text): {1e6 * seconds(lambda: position.side, 10_000):.2f} µs")
    many = [position.random(seed % 20, seed=seed) for seed in range(1000)]
    print(f"batched heuristic, 1,000 positions: {1e3 * seconds(lambda: material.many(many), 20):.2f} µs a position")
    player = f"alphabeta+{material}@depth=4"
    found = ply.search(position, player)
    print(f"the same in alpha-beta: {1e3 * found.time_ms / found.counters['evals']:.2f} µs an evaluation")
    for depth in (4, 6):
        player = f"alphabeta:order=killer/history@depth={depth}"
        # Registered again, it has forgotten its positions.
        new = seconds(partial(ply.search, Four(), player))
        known = seconds(partial(ply.search, Four().game(), player))
        print(f"a game in Python, depth {depth}: {1e3 * new:.1f} ms, the second time {1e3 * known:.1f} ms")
        other = easy_ai(depth)
        if other is not None:
            ratios = f"{other / new:.1f} and {other / known:.1f} times as long"
            print(f"the same rules in easyAI: {1e3 * other:.1f} ms, {ratios}")
    table(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)


if __name__ == "__main__":
    main()
