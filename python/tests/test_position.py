"""Positions: rules by published counts, arrays by the text of the board, and how they behave as Python values."""

from __future__ import annotations

import pickle
from xml.etree import ElementTree

import numpy as np
import pytest

import plyscope as ply

GAMES = ["tictactoe", "connect4", "reversi", "reversi:6x6", "pawn:5x5", "pawned", "breakthrough:10x10", "andantino:5"]


def walk(position: ply.Position, depth: int) -> int:
    """The number of sequences of moves, played one by one."""
    if depth == 0:
        return 1
    return sum(walk(position.play(move), depth - 1) for move in position.moves)


@pytest.mark.parametrize(
    ("game", "counts"),
    # Published: Reversi (OEIS A124004), tic-tac-toe (9, 72, 504, 3024), Connect Four (OEIS A212693).
    [("reversi", [4, 12, 56, 244, 1396]), ("tictactoe", [9, 72, 504, 3024]), ("connect4", [7, 49, 343, 2401])],
)
def test_moves_give_the_published_counts(game: str, counts: list[int]) -> None:
    start = ply.Game(game).start()
    assert [walk(start, depth + 1) for depth in range(len(counts))] == counts
    assert list(ply.perft(game, len(counts)).by_depth) == counts


@pytest.mark.parametrize("game", GAMES)
def test_the_array_is_the_board_as_text(game: str) -> None:
    for plies in range(12):
        position = ply.Game(game).start().random(plies, seed=plies)
        array = position.to_numpy()
        assert array.dtype == np.int8
        assert array.shape == position.game.shape
        # The text has the rows from the top; on a hexagon they are padded, and the names of the cells say where.
        letters = {".": 0, "x": 1, "o": -1}
        cells = np.array([name is not None for name in position.game.cells]).reshape(array.shape)
        shown = position.board
        rows = [row.split() for row in shown.splitlines()]
        drawn = [[letters[word] for word in row if word in letters] for row in rows]
        if game.startswith("andantino"):
            drawn = [row for row in drawn if len(row) > 1]
        else:
            drawn = [row for row in drawn if len(row) == array.shape[1]]
        for row, inside, expected in zip(array, cells, drawn, strict=True):
            assert list(row[inside]) == expected[: int(inside.sum())], shown
        assert not array[~cells].any()


def test_an_array_belongs_to_its_caller() -> None:
    position = ply.Game("tictactoe").start()
    array = position.to_numpy()
    array[0, 0] = 1
    assert not position.to_numpy().any()


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_values(game: str) -> None:
    start = ply.Game(game).start()
    position = start.play(start.moves[0])
    again = ply.Game(game).start().play(start.moves[0])
    assert position == again
    assert hash(position) == hash(again)
    assert position != start
    assert len({position, again, start}) == 2
    assert start.ply == 0, "playing changes nothing"
    read = position.game.position(position.text)
    assert read == position
    for value in [position, read, position.random(3), position.random(3).play()]:
        copy = pickle.loads(pickle.dumps(value))
        assert copy == value
        assert (copy.ply, copy.played, copy.moves) == (len(copy.played), copy.played, value.moves)
    assert pickle.loads(pickle.dumps(position)).played == [start.moves[0]]
    other: object = position.text
    assert position != other


def test_a_position_says_whose_turn_it_is_and_who_won() -> None:
    position = ply.Game("tictactoe").start()
    assert (position.side, position.outcome, position.reason, position.is_over) == ("x", None, None, False)
    won = position.play("a1", "b1", "a2", "b2", "a3")
    assert (won.side, won.outcome, won.is_over, won.moves, won.ply) == (None, "x", True, [], 5)
    assert won.reason == "line"
    assert "x has won: line" in repr(won)
    drawn = position.play("a1 b1 a2 b2 b3 a3 c1 c3 c2")
    assert drawn.outcome == "draw"


def test_moves_have_every_spelling_of_the_command_line() -> None:
    start = ply.Game("reversi").start()
    assert start.play("f5d6c3") == start.play("f5", "d6", "c3") == start.play("F5, d6 c3")
    assert start.play() == start


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_well_formed(game: str) -> None:
    position = ply.Game(game).start().random(5)
    for svg in [position._repr_svg_(), position.svg(legal=True, flip=True, caption="<after> 5 & more")]:
        assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_games_know_their_lists() -> None:
    ids = [game["id"] for game in ply.games()]
    assert ids == ["tictactoe", "connect4", "reversi", "pawn", "pawned", "breakthrough", "andantino"]
    game = ply.Game("breakthrough:6x6")
    assert (game.id, game.spec, game.name, game.shape) == ("breakthrough", "breakthrough:6x6", "Breakthrough", (6, 6))
    assert "material" in game.heuristics
    assert "pieces" in game.features
    assert game.cells[:2] == ["a6", "b6"]
    assert game == ply.Game("BREAKTHROUGH:6x6")
    assert pickle.loads(pickle.dumps(game)) == game
    assert len({game, ply.Game("breakthrough:6x6"), ply.Game("breakthrough")}) == 2
