"""What searches, solvers and matches found, as plain values.

The fields have the names that ``plyscope … --json`` gives them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from plyscope._native import Position
from plyscope._tree import Tree
from plyscope._types import Outcome

Json = dict[str, Any]
Bound = Literal["exact", "at least", "at most"]


@dataclass(frozen=True)
class Score:
    """What a position is worth to a side.

    >>> Score("win", plies=3)
    wins in 3
    >>> Score("estimate", value=0.5).number
    0.5
    """

    kind: Literal["win", "loss", "draw", "estimate", "margin"]
    plies: int | None = None
    value: float | None = None

    @classmethod
    def from_json(cls, json: Json) -> Score:
        return cls(json["kind"], json.get("plies"), json.get("value"))

    @property
    def number(self) -> float:
        """The value as a number: infinite for a win or a loss, 0 for a draw."""
        if self.kind == "win":
            return math.inf
        if self.kind == "loss":
            return -math.inf
        return self.value if self.value is not None else 0.0

    @property
    def is_decided(self) -> bool:
        """Whether it is the result of the game and not an estimate."""
        return self.kind != "estimate"

    def __repr__(self) -> str:
        if self.kind == "win":
            return f"wins in {self.plies}"
        if self.kind == "loss":
            return f"loses in {self.plies}"
        return "draw" if self.kind == "draw" else f"{self.value:+g}"


def optional_score(json: Json | None) -> Score | None:
    """A score where there is one."""
    return None if json is None else Score.from_json(json)


@dataclass(frozen=True)
class RootMove:
    """A move of the root of a search."""

    move: str
    score: Score | None
    bound: Bound
    nodes: int


@dataclass(frozen=True)
class SearchResult:
    """What a search found. In a notebook it shows the move, its value and the line."""

    position: Position
    player: str
    best: str
    score: Score
    depth: int
    complete: bool
    has_value: bool
    line: tuple[str, ...]
    root_moves: tuple[RootMove, ...]
    nodes: int
    counters: dict[str, int]
    branching: float | None
    time_ms: float
    stopped: str
    remark: str | None
    tree: Tree | None

    @classmethod
    def from_json(cls, position: Position, json: Json, tree: Tree | None) -> SearchResult:
        moves = (
            RootMove(root["move"], optional_score(root["score"]), root["bound"], root["nodes"])
            for root in json["root_moves"]
        )
        return cls(
            position=position,
            player=json["player"],
            best=json["best"],
            score=Score.from_json(json["score"]),
            depth=json["depth"],
            complete=json["complete"],
            has_value=json["has_value"],
            line=tuple(json["pv"]),
            root_moves=tuple(moves),
            nodes=json["counters"]["nodes"],
            counters=json["counters"],
            branching=json["branching"],
            time_ms=json["time_ms"],
            stopped=json["stopped"],
            remark=json.get("remark"),
            tree=tree,
        )

    @property
    def value(self) -> float:
        """The score for the side to move as a number; infinite if the game is decided."""
        return self.score.number

    def __repr__(self) -> str:
        line = " ".join(self.line[:8])
        return f"<{self.player}: {self.best}, {self.score!r} (depth {self.depth}), {self.nodes:,} nodes, line {line}>"


@dataclass(frozen=True)
class SolvedMove:
    """What is proven about a move, for the side that plays it."""

    move: str
    at_least: Score | None
    at_most: Score | None


@dataclass(frozen=True)
class Solution:
    """A solved position, or what was proven before the solver was stopped."""

    position: Position
    outcome: Outcome | None
    plies: int | None
    score: int | None
    best_moves: tuple[str, ...]
    line: tuple[str, ...]
    at_least: Score
    at_most: Score
    moves: tuple[SolvedMove, ...]
    nodes: int
    time_ms: float
    memory_bytes: int
    stopped: Literal["time", "cancelled"] | None

    @classmethod
    def from_json(cls, position: Position, json: Json) -> Solution:
        moves = (
            SolvedMove(move["move"], optional_score(move["at_least"]), optional_score(move["at_most"]))
            for move in json["moves"]
        )
        return cls(
            position=position,
            outcome=json["outcome"],
            plies=json["plies"],
            score=json["score"],
            best_moves=tuple(json["best_moves"]),
            line=tuple(json["line"]),
            at_least=Score.from_json(json["bounds"]["at_least"]),
            at_most=Score.from_json(json["bounds"]["at_most"]),
            moves=tuple(moves),
            nodes=json["nodes"],
            time_ms=json["time_ms"],
            memory_bytes=json["memory_bytes"],
            stopped=json["stopped"],
        )

    @property
    def best(self) -> str | None:
        """The first of the best moves."""
        return self.best_moves[0] if self.best_moves else None

    @property
    def is_solved(self) -> bool:
        """Whether the result with best play is proven."""
        return self.outcome is not None


@dataclass(frozen=True)
class Term:
    """A part of a heuristic's value: weight times value is its share."""

    name: str
    weight: float
    value: float
    share: float


@dataclass(frozen=True)
class Evaluation:
    """The value of a heuristic for a position, and its parts, for the side to move."""

    heuristic: str
    value: float
    value_first: float
    value_second: float
    terms: tuple[Term, ...]

    @classmethod
    def from_json(cls, json: Json) -> Evaluation:
        terms = tuple(Term(**term) for term in json["terms"])
        return cls(json["heuristic"], json["value"], json["value_first"], json["value_second"], terms)


@dataclass(frozen=True)
class Perft:
    """Numbers of move sequences: of each length, and of the full length by first move."""

    leaves: int
    by_depth: tuple[int, ...]
    divide: dict[str, int]


@dataclass(frozen=True)
class Forfeit:
    """Games that a player lost by a fault and not on the board."""

    player: str
    reason: str
    count: int
    words: str | None = None


@dataclass(frozen=True)
class MatchResult:
    """Games between two players; score and interval are those of the player named first."""

    game: str
    first: str
    second: str
    games: int
    wins: int
    losses: int
    draws: int
    interval: tuple[float, float]
    sampling: str
    observations: int
    distinct_games: int
    nodes: int
    time_ms: float
    forfeits: tuple[Forfeit, ...]

    @classmethod
    def from_json(cls, json: Json) -> MatchResult:
        low, high = json["interval"]
        return cls(
            game=json["game"],
            first=json["first"]["player"],
            second=json["second"]["player"],
            games=json["games"],
            wins=json["first"]["wins"],
            losses=json["second"]["wins"],
            draws=json["draws"],
            interval=(low, high),
            sampling=json["sampling"],
            observations=json["observations"],
            distinct_games=json["distinct_games"],
            nodes=json["nodes"],
            time_ms=json["time_ms"],
            forfeits=tuple(Forfeit(**lost) for lost in json["forfeits"]),
        )

    @property
    def score(self) -> float:
        """The share of the points that the player named first scored, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games

    def __repr__(self) -> str:
        low, high = self.interval
        return (
            f"<{self.first} against {self.second} on {self.game}: {self.wins} wins, {self.losses} losses,"
            f" {self.draws} draws; {self.score:.1%}, 95 % interval {low:.1%} to {high:.1%}>"
        )


@dataclass(frozen=True)
class ExactMatch:
    """The computed result of a match: the probability of each result, without an error."""

    game: str
    players: tuple[str, str]
    first: float
    second: float
    draw: float
    plies: float
    positions: int
    time_ms: float

    @classmethod
    def from_json(cls, json: Json) -> ExactMatch:
        first, second = json.pop("players")
        return cls(players=(first, second), **json)

    @property
    def score(self) -> float:
        """The expected share of the points of the player named first."""
        return self.first + self.draw / 2

    @property
    def interval(self) -> tuple[float, float]:
        """The score is exact, so the interval has no width."""
        return (self.score, self.score)


@dataclass(frozen=True)
class Grades:
    """The report cards of heuristics: ``cards`` has one for each, as ``plyscope grade --json`` prints them."""

    game: str
    population: Json
    random: Json
    cards: tuple[Json, ...]
    notes: tuple[str, ...]

    def table(self) -> list[Json]:
        """One row for each heuristic, with the mark that each depth keeps the result, in percent."""
        rows = []
        for card in self.cards:
            row: Json = {"heuristic": card["heuristic"]}
            for depth in card["depths"]:
                kept = depth["all"]["kept"]
                name = "greedy" if depth["depth"] == 1 else f"depth_{depth['depth']}"
                row[name] = None if kept is None else 100 * kept["mean"]
            rows.append(row)
        return rows
