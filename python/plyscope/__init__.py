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
from plyscope._experiment import ExactRun, Experiment, Games, Run, Svg, run, runs
from plyscope._native import Game, Position, __version__
from plyscope._own import Heuristic, Player, PythonGame, heuristic, player
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
    "ExactRun",
    "Experiment",
    "Forfeit",
    "Game",
    "Games",
    "Grades",
    "Heuristic",
    "MatchResult",
    "Outcome",
    "Perft",
    "Place",
    "Player",
    "Position",
    "PythonGame",
    "RootMove",
    "Run",
    "Score",
    "SearchResult",
    "Side",
    "Solution",
    "SolvedMove",
    "Svg",
    "Term",
    "Time",
    "Tree",
    "__version__",
    "evaluate",
    "games",
    "grade",
    "heuristic",
    "match",
    "perft",
    "player",
    "run",
    "runs",
    "search",
    "searches",
    "solve",
]
