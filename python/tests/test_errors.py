"""Mistakes: the sentences of the command line as ``ValueError``, ``TypeError`` for other types, and never a crash."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import plyscope as ply

START = ply.Game("pawn:4x4").start()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ply.Game("chess"), ["position", "chess"]),
        (lambda: ply.Game("pawn:99x99"), ["position", "pawn:99x99"]),
        (lambda: ply.search("pawn:4x4", "alphabeta+no@depth=2"), ["search", "pawn:4x4", "alphabeta+no@depth=2"]),
        (lambda: ply.search("pawn:4x4", "alphabetical"), ["search", "pawn:4x4", "alphabetical"]),
        (lambda: ply.search("pawn:4x4", "human"), ["search", "pawn:4x4", "human"]),
        (lambda: ply.search("pawn:4x4", "engine@time=-1s"), ["search", "pawn:4x4", "engine@time=-1s"]),
        (lambda: ply.evaluate("pawn:4x4", "{10*peices}"), ["evaluate", "pawn:4x4", "{10*peices}"]),
        (lambda: ply.match("reversi", "minimax", "random"), ["match", "reversi", "minimax", "random"]),
        (
            lambda: ply.match("pawn:4x4", "mcts", "random", exact=True),
            ["match", "pawn:4x4", "mcts", "random", "--exact"],
        ),
        (lambda: ply.grade("pawn:4x4", ["nothing"]), ["grade", "pawn:4x4", "nothing"]),
    ],
)
def test_errors_are_the_sentences_of_the_command_line(
    call: Callable[[], Any], words: list[str], plyscope: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    with pytest.raises(ValueError) as raised:
        call()
    said = plyscope(*words)
    assert said.returncode == 2
    assert said.stderr == f"error: {raised.value}\n"


def test_illegal_moves_and_positions_are_refused() -> None:
    with pytest.raises(ValueError, match='"z9" is not a legal move here; a move is'):
        START.play("z9")
    with pytest.raises(ValueError, match='move 2: "z9" is not'):
        START.play("a1-a2", "z9")
    with pytest.raises(ValueError):
        ply.Game("pawn:4x4").position("nonsense")
    over = ply.Game("tictactoe").start().play("a1 b1 a2 b2 a3")
    with pytest.raises(ValueError, match="the game is over"):
        over.play("c3")
    with pytest.raises(ValueError, match="over"):
        ply.search(over, "random")
    with pytest.raises(ValueError, match="over"):
        ply.match(over, "random", "random")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ply.search(START, "random", seed=-1), "seed: -1 is not in"),
        (lambda: ply.search(START, "random", seed=1 << 64), "seed: 18446744073709551616 is not in"),
        (lambda: ply.search(START, "random", tree=-1), "tree: -1 is not in"),
        (lambda: ply.perft(START, -3), "depth: -3 is not in 0..=1000"),
        (lambda: ply.match(START, "random", "random", games=0), "games: 0 is not in"),
        (lambda: ply.match(START, "random", "random", jobs=0), "jobs: 0 is not in"),
        (lambda: ply.solve(START, time="soon"), "time: "),
        (lambda: ply.solve(START, time=-1.0), "time: -1.0 is not a number of seconds"),
        (lambda: ply.solve(START, time=float("nan")), "time: nan is not"),
        (lambda: ply.solve(START, memory="much"), "memory: 'much' is not a size"),
        (lambda: ply.grade(START, positions=0), "positions: 0 is not in"),
        (lambda: ply.grade(START, positions="some"), "positions are"),  # type: ignore[arg-type]
    ],
)
def test_wrong_values_name_the_argument(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError) as raised:
        call()
    assert said in str(raised.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ply.Game(5),  # type: ignore[arg-type]
        lambda: ply.Game(None),  # type: ignore[arg-type]
        lambda: ply.search(5, "random"),  # type: ignore[arg-type]
        lambda: ply.search(START, 5),  # type: ignore[arg-type]
        lambda: ply.search(START, "random", seed="1"),  # type: ignore[arg-type]
        lambda: ply.search(START, "random", seed=1.5),  # type: ignore[arg-type]
        lambda: ply.solve(START, time=[]),  # type: ignore[arg-type]
        lambda: ply.match(START, "random", "random", games=True),
        lambda: START.play(3),  # type: ignore[arg-type]
        lambda: START.random("2"),  # type: ignore[arg-type]
        lambda: ply.evaluate(START, b"material"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_type_errors(call: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        call()


anything = some.one_of(
    some.none(), some.booleans(), some.integers(), some.floats(), some.text(), some.binary(), some.lists(some.text())
)


@settings(max_examples=60, deadline=None)
@given(anything, anything, anything)
def test_whatever_is_passed_is_an_answer_or_an_ordinary_exception(a: Any, b: Any, c: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: ply.Game(a),
        lambda: ply.Game("pawn:4x4").position(a),
        lambda: START.play(a, b),
        lambda: START.random(0 if a == 1 else a, b),
        lambda: START.svg(caption=a),
        lambda: ply.search("tictactoe", "random", seed=a, tree=b, tree_nodes=c),
        lambda: ply.search(START, a, seed=b),
        lambda: ply.evaluate(START, a, seed=b),
        lambda: ply.perft(START, 2, jobs=a),
        lambda: ply.solve("tictactoe", time=a, memory=b, threads=c),
        lambda: ply.match(START, "random", "random", games=2, seed=a, random_plies=b, jobs=c),
        lambda: ply.match(START, "random", "random", exact=True, max_positions=a),
        lambda: ply.Score.from_json({"kind": "estimate", "value": 1.0}),
    ]
    for call in calls:
        try:
            call()
        except (ValueError, TypeError, OSError):
            pass


@settings(max_examples=80, deadline=None)
@given(some.text(alphabet="abcdxo0123456789-/.,:+@={}() ", max_size=40))
def test_text_is_read_or_refused(text: str) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: ply.Game(text),
        lambda: ply.Game("reversi:6x6").position(text),
        lambda: START.play(text),
        lambda: ply.evaluate(START, "{" + text + "}"),
    ]
    for call in calls:
        try:
            call()
        except ValueError as error:
            assert str(error)
