"""Heuristics, players and games in Python: the same results as their equals in Rust, and faults that come out whole."""

from __future__ import annotations

import itertools
import traceback
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyscope as ply


@ply.heuristic
def slow_pieces(position: ply.Position) -> float:
    own = 1 if position.side == "x" else -1
    return float(own * int(position.to_numpy().sum()))


@ply.heuristic(batch=True)
def fast_pieces(boards: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.asarray(boards.sum(axis=(1, 2)))


@pytest.mark.parametrize("game", ["pawn:4x4", "breakthrough:5x4"])
@pytest.mark.parametrize("search", ["minimax@depth=3", "alphabeta@depth=4", "pvs:order=heuristic/killer@depth=4"])
def test_a_heuristic_in_python_is_the_same_formula(game: str, search: str) -> None:
    name, limits = search.split("@")
    formula = ply.search(game, f"{name}+{{pieces}}@{limits}", tree=True)
    for mine in [slow_pieces, fast_pieces]:
        found = ply.search(game, f"{name}+{mine}@{limits}", tree=True)
        assert (found.best, found.value, found.nodes) == (formula.best, formula.value, formula.nodes)
        assert ply.search(game, f"{name}+{mine}@{limits}").nodes == formula.nodes, "the path without a tree"


def test_every_search_takes_a_heuristic_in_python() -> None:
    for player in [f"engine+{fast_pieces}@nodes=500", f"mcts:rollout=cut+{slow_pieces}@rollouts=50"]:
        assert ply.search("pawn:4x4", player).best
    formula = ply.match("pawn:4x4", "alphabeta+{pieces}@depth=2", "random", games=20).wins
    assert ply.match("pawn:4x4", f"alphabeta+{fast_pieces}@depth=2", "random", games=20).wins == formula
    [mine, theirs] = ply.grade("tictactoe", ["outside:fast_pieces", "dummy"], depth=1, positions="all").table()
    assert mine["greedy"] is not None
    assert theirs["heuristic"] == "dummy"


def test_batches_are_formed_by_searches() -> None:
    sizes: list[int] = []

    @ply.heuristic(batch=True, name="measured")
    def measured(boards: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        sizes.append(len(boards))
        return np.asarray(boards.sum(axis=(1, 2)))

    found = ply.search("breakthrough:6x6", f"alphabeta+{measured}@depth=3")
    assert max(sizes) > 10
    assert len(sizes) < found.counters["evals"] / 2
    assert measured.many([ply.Game("pawn:4x4").start()] * 5) == [0.0] * 5
    with pytest.raises(ValueError, match="cannot be one batch"):
        measured.many([ply.Game("pawn:4x4").start(), ply.Game("pawn:3x3").start()])


class Broken(Exception):
    """Raised by the functions of these tests."""


def test_an_exception_in_a_heuristic_comes_out_with_its_traceback() -> None:
    calls = itertools.count()

    @ply.heuristic(name="broken")
    def breaks_later(position: ply.Position) -> float:
        if next(calls) == 20:
            raise Broken("after twenty")
        return 0.0

    with pytest.raises(Broken, match="after twenty") as raised:
        ply.search("breakthrough", f"alphabeta+{breaks_later}@depth=6")
    assert "breaks_later" in "".join(traceback.format_tb(raised.value.__traceback__))
    assert next(calls) < 30, "it is not asked again"
    assert ply.search("breakthrough:4x4", f"alphabeta+{breaks_later}@depth=2").nodes > 0


@pytest.mark.parametrize("given", ["text", None, [1.0, 2.0]])
def test_what_is_no_number_is_refused(given: Any) -> None:
    wrong = ply.heuristic(name="wrong")(lambda position: given)
    with pytest.raises(TypeError):
        ply.evaluate("pawn:4x4", wrong)
    batch = ply.heuristic(name="wrong-batch", batch=True)(lambda boards: [1.0] * (len(boards) + 1))
    with pytest.raises(ValueError, match="values for"):
        ply.search("pawn:4x4", f"alphabeta+{batch}@depth=2")


def test_values_that_are_not_finite_count_as_nothing() -> None:
    strange = ply.heuristic(name="strange")(lambda position: float("nan"))
    assert ply.search("pawn:4x4", f"alphabeta+{strange}@depth=2").value == 0


@ply.player
def first_move(position: ply.Position) -> str:
    return position.moves[0]


def test_a_player_in_python_plays_what_it_chooses() -> None:
    position = ply.Game("pawn:4x4").start()
    while not position.is_over:
        position = position.play(position.moves[0])
    played = ply.match("pawn:4x4", first_move, first_move, games=6, jobs=2)
    assert played.distinct_games == 1
    assert (played.wins, played.losses) == ((6, 0) if position.outcome == "x" else (0, 6))
    assert ply.search("pawn:4x4", first_move).best == ply.Game("pawn:4x4").start().moves[0]


def test_faults_of_players_come_out() -> None:
    def breaks(position: ply.Position) -> str:
        raise Broken("no idea")

    faults: list[tuple[Any, type[Exception]]] = [
        (breaks, Broken),
        (lambda position: "z9", ValueError),
        (lambda position: 7, TypeError),
    ]
    for number, (function, kind) in enumerate(faults):
        bad = ply.player(name=f"bad{number}")(function)
        for jobs in [1, 2]:
            with pytest.raises(kind):
                ply.match("pawn:4x4", bad, "random", games=20, jobs=jobs)


WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NAMES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]


class TicTacToe(ply.PythonGame[str]):
    """Tic-tac-toe by its rules; a state is nine letters."""

    name = "mytictactoe"

    def start(self) -> str:
        return "." * 9

    def moves(self, state: str) -> list[str]:
        return [NAMES[cell] for cell in range(9) if state[cell] == "."]

    def play(self, state: str, move: str) -> str:
        cell, side = NAMES.index(move), "xo"[(9 - state.count(".")) % 2]
        return state[:cell] + side + state[cell + 1 :]

    def outcome(self, state: str) -> str | None:
        if any(state[a] == state[b] == state[c] != "." for a, b, c in WINS):
            return "win"
        return None if "." in state else "draw"

    def board(self, state: str) -> list[str]:
        return [state[0:3], state[3:6], state[6:9]]


def test_a_game_in_python_is_the_same_game() -> None:
    mine, ours = TicTacToe().game(), ply.Game("tictactoe")
    assert mine.spec == "outside:mytictactoe"
    assert ply.perft(mine, 6).by_depth == ply.perft(ours, 6).by_depth == (9, 72, 504, 3024, 15120, 54720)
    position, other = mine.start().play("b2", "a1"), ours.start().play("b2", "a1")
    # Our tic-tac-toe has its first row at the top.
    assert (position.to_numpy() == other.to_numpy()[::-1]).all()
    assert sorted(position.moves) == sorted(other.moves)
    assert position.state == "....x.o.."
    assert mine.position(position.text) == position
    assert position.svg(legal=True).startswith("<svg")
    assert ply.solve(mine).outcome == "draw"
    for line in ["b2 a2", "a1 b1 c3"]:
        ours_found = ply.search(ours.start().play(line), "minimax@depth=9")
        found = ply.search(mine.start().play(line), "minimax@depth=9", tree=2)
        assert (found.score, found.nodes) == (ours_found.score, ours_found.nodes)
    exact = ply.match(mine, "random", "random", exact=True)
    same = ply.match(ours, "random", "random", exact=True)
    assert (exact.first, exact.draw, exact.plies) == pytest.approx((same.first, same.draw, same.plies))


def test_an_experiment_takes_everything_of_ones_own(tmp_path: Path) -> None:
    game = TicTacToe().game()
    players = {"first": str(first_move), "mine": f"alphabeta+{slow_pieces}@depth=3", "engine": "engine@nodes=100"}
    experiment = {"game": game.spec, "games": 4, "players": players, "openings": {"random-plies": 2}}
    run = ply.run(experiment, db=tmp_path / "games.db")
    assert isinstance(run, ply.Run)
    assert run.summary["played"] == 12
    assert run.ratings[-1]["name"] == "first"


@pytest.mark.parametrize("method", ["start", "moves", "play", "outcome", "board"])
def test_an_exception_in_a_rule_comes_out(method: str) -> None:
    calls = itertools.count()
    after = 0 if method == "start" else 4

    def breaks(*_: object) -> object:
        if next(calls) >= after:
            raise Broken(method)
        return original(*_)

    rules = TicTacToe()
    original = getattr(rules, method)
    rules.name = f"broken-{method}"
    setattr(rules, method, breaks)
    with pytest.raises(Broken, match=method) as raised:
        game = rules.game()
        ply.search(game, "alphabeta@depth=9")
        for _ in range(10):
            game.start().to_numpy()
    assert "breaks" in "".join(traceback.format_tb(raised.value.__traceback__))
    with pytest.raises(Broken):
        ply.match(rules, "random", "random", games=50, jobs=2)
        for _ in range(10):
            rules.game().start().to_numpy()


@pytest.mark.parametrize(
    ("method", "result", "said"),
    [
        ("outcome", "nobody", "outcome must be"),
        ("outcome", 5, "outcome must be"),
        ("moves", [], "there is no move"),
        ("moves", ["a b"], "has a space"),
        ("moves", ["a1", "A1"], "two moves have the same text"),
        ("moves", 5, "not iterable"),
        ("start", [], "unhashable"),
        ("play", {}, "unhashable"),
    ],
)
def test_rules_that_make_no_sense_are_refused(method: str, result: object, said: str) -> None:
    rules = TicTacToe()
    rules.name = "nonsense"
    setattr(rules, method, lambda *_: result)
    with pytest.raises((ValueError, TypeError), match=said):
        ply.search(rules, "alphabeta@depth=2")


def test_unknown_names_are_explained() -> None:
    with pytest.raises(ValueError, match='unknown heuristic from outside "slow-pieces" .did you mean "slow_pieces"'):
        ply.evaluate("pawn:4x4", "outside:slow-pieces")
    with pytest.raises(ValueError, match='unknown player from outside "nobody"'):
        ply.match("pawn:4x4", "outside:nobody", "random")
    with pytest.raises(ValueError, match='unknown game from outside "nothing"'):
        ply.Game("outside:nothing")
    with pytest.raises(ValueError, match="cannot be a name"):
        ply.player(name="a b")(lambda position: "a1")
    with pytest.raises(ValueError, match="has no name"):
        ply.player(lambda position: "a1")
