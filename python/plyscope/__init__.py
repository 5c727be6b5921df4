"""Plyscope: an instrument for studying game-tree search.

>>> import plyscope as ply
>>> position = ply.Game("breakthrough:6x6").start().play("a2-a3", "b5-b4")
>>> position.side, len(position.moves)
('x', 17)
>>> ply.search(position, "alphabeta+material@depth=4").nodes > 0
True

``docs/python.md`` describes everything that is exported here.
"""

from plyscope._ask import Place, evaluate, games, grade, match, perft, search, searches, solve
from plyscope._native import Game, Position, __version__
from plyscope._results import (
    Evaluation,
    ExactMatch,
    Forfeit,
    Grades,
    MatchResult,
    Perft,
    RootMove,
    Score,
    SearchResult,
    Solution,
    SolvedMove,
    Term,
)
from plyscope._tree import Tree
from plyscope._types import Outcome, Side, Time

__all__ = [
    "Evaluation",
    "ExactMatch",
    "Forfeit",
    "Game",
    "Grades",
    "MatchResult",
    "Outcome",
    "Perft",
    "Place",
    "Position",
    "RootMove",
    "Score",
    "SearchResult",
    "Side",
    "Solution",
    "SolvedMove",
    "Term",
    "Time",
    "Tree",
    "__version__",
    "evaluate",
    "games",
    "grade",
    "match",
    "perft",
    "search",
    "searches",
    "solve",
]
