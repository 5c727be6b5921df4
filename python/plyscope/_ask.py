"""Searches, solutions, grades and matches."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, overload

from plyscope import _native
from plyscope._native import Game, Position
from plyscope._own import Heuristic, Player, PythonGame
from plyscope._results import Evaluation, ExactMatch, Grades, MatchResult, Perft, SearchResult, Solution
from plyscope._tree import Tree
from plyscope._types import Time

Place: TypeAlias = Position | Game | PythonGame[Any] | str
"""Where something begins: a position, or the start of a game."""


def position_of(place: Place) -> Position:
    """The position that is meant."""
    if isinstance(place, Position):
        return place
    if isinstance(place, PythonGame):
        return place.game().start()
    return (place if isinstance(place, Game) else Game(place)).start()


def spec_of(player: str | Player | Heuristic) -> str:
    """The text of a player or a heuristic."""
    return str(player) if isinstance(player, (Player, Heuristic)) else player


def games() -> list[dict[str, Any]]:
    """All games with their sizes, options, features and heuristics.

    >>> import plyscope as ply
    >>> [game["id"] for game in ply.games()][:3]
    ['tictactoe', 'connect4', 'reversi']
    """
    found: list[dict[str, Any]] = json.loads(_native.games())
    return found


def searches() -> list[dict[str, Any]]:
    """All searches with their options.

    >>> import plyscope as ply
    >>> "mcts" in [search["id"] for search in ply.searches()]
    True
    """
    found: list[dict[str, Any]] = json.loads(_native.searches())
    return found


def search(
    place: Place,
    player: str | Player,
    *,
    seed: int = 1,
    tree: bool | int = False,
    tree_nodes: int = 1_000_000,
) -> SearchResult:
    """Search a position and say what was found.

    ``tree=True`` also records the tree that the search walked, ``tree=3`` only its first three plies; ``tree_nodes``
    bounds the number of nodes. Other threads run meanwhile, and Ctrl-C stops the search with ``KeyboardInterrupt``.

    >>> import plyscope as ply
    >>> found = ply.search("pawn:3x3", "minimax")
    >>> found.best, found.score, found.line
    ('b1-b2', loses in 6, ('b1-b2', 'c3xb2', 'a1xb2', 'a3-a2', 'c1-c2', 'a2-a1'))
    """
    plies = None if tree is False else 1000 if tree is True else tree
    position = position_of(place)
    text, recorded = _native.search(position, spec_of(player), seed, plies, tree_nodes)
    found = None if recorded is None else Tree(recorded)
    return SearchResult.from_json(position, json.loads(text), found)


def solve(place: Place, *, time: Time | None = None, memory: str = "1GB", threads: int = 1) -> Solution:
    """Find out who wins with best play, and how soon or by how much.

    With ``time`` it stops then and says what is proven so far.

    >>> import plyscope as ply
    >>> solution = ply.solve("pawn:3x3")
    >>> solution.outcome, solution.plies
    ('o', 6)
    """
    position = position_of(place)
    return Solution.from_json(position, json.loads(_native.solve(position, time, memory, threads)))


def evaluate(place: Place, heuristic: str | Heuristic, *, seed: int = 1) -> Evaluation:
    """The value of a heuristic for a position, for both sides and term by term.

    >>> import plyscope as ply
    >>> position = ply.Game("pawn:4x4").start().play("a1-a2", "b4-b3", "a2xb3")
    >>> value = ply.evaluate(position, "{10*pieces+steps}")
    >>> value.value, [(term.name, term.share) for term in value.terms]
    (-12.0, [('pieces', -10.0), ('steps', -2.0)])
    """
    return Evaluation.from_json(json.loads(_native.evaluate(position_of(place), spec_of(heuristic), seed)))


def perft(place: Place, depth: int, *, jobs: int | None = None) -> Perft:
    """Count the sequences of moves of every length up to ``depth``.

    >>> import plyscope as ply
    >>> ply.perft("reversi", 4).by_depth
    (4, 12, 56, 244)
    """
    found = json.loads(_native.perft(position_of(place), depth, jobs))
    return Perft(found["leaves"], tuple(found["by_depth"]), dict(found["divide"]))


def grade(
    place: Place,
    heuristics: Sequence[str | Heuristic] = (),
    *,
    depth: int = 3,
    positions: int | Literal["all"] | None = None,
    last: int = 10,
    seed: int = 1,
    solve_time: Time = "1s",
    cache: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
) -> Grades:
    """Grade heuristics over all positions of a small game, or over a sample of endgames.

    Without ``heuristics``, all of the game's own are graded. ``cache`` names a folder that keeps solved samples.

    >>> import plyscope as ply
    >>> card = ply.grade("tictactoe", ["lines"], depth=1)
    >>> card.table()
    [{'heuristic': 'lines', 'greedy': 82.9...}]
    """
    position = position_of(place)
    folder = None if cache is None else os.fspath(cache)
    several = [heuristics] if isinstance(heuristics, str) else heuristics
    names = [spec_of(heuristic) for heuristic in several]
    found = json.loads(
        _native.grade(position, names, depth, positions, last, seed, solve_time, folder, jobs)
    )
    cards, notes = tuple(found["cards"]), tuple(found["notes"])
    return Grades(position.game.spec, found["population"], found["random"], cards, notes)


@overload
def match(
    place: Place,
    first: str | Player,
    second: str | Player,
    *,
    games: int = ...,
    seed: int = ...,
    swap: bool = ...,
    random_plies: int = ...,
    move_limit: Time | None = ...,
    jobs: int | None = ...,
    exact: Literal[False] = ...,
) -> MatchResult: ...


@overload
def match(
    place: Place,
    first: str | Player,
    second: str | Player,
    *,
    exact: Literal[True],
    time: Time | None = ...,
    max_positions: int = ...,
) -> ExactMatch: ...


def match(
    place: Place,
    first: str | Player,
    second: str | Player,
    *,
    games: int = 100,
    seed: int = 1,
    swap: bool = False,
    random_plies: int = 0,
    move_limit: Time | None = None,
    jobs: int | None = None,
    exact: bool = False,
    time: Time | None = None,
    max_positions: int = 50_000_000,
) -> MatchResult | ExactMatch:
    """Play games between two players, or compute the result with ``exact=True``.

    ``swap`` lets the players take turns moving first; ``random_plies`` begins each game, or pair of games, with that
    many random moves; ``move_limit`` is the limit of a referee.

    >>> import plyscope as ply
    >>> round(100 * ply.match("pawn:4x4", "random", "random", exact=True).first, 4)
    54.448
    >>> played = ply.match("pawn:4x4", "random", "mcts@rollouts=50", games=20)
    >>> played.wins + played.losses + played.draws
    20
    """
    position = position_of(place)
    first, second = spec_of(first), spec_of(second)
    if exact:
        return ExactMatch.from_json(json.loads(_native.exact(position, first, second, time, max_positions)))
    text = _native.play_match(position, first, second, games, seed, swap, random_plies, move_limit, jobs)
    return MatchResult.from_json(json.loads(text))
