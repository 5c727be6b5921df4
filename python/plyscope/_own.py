"""Your own heuristics, players and games, written in Python."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, overload

from plyscope import _native
from plyscope._native import Game, Position

if TYPE_CHECKING:
    # Only for types: NumPy takes longer to import than everything else.
    import numpy as np
    import numpy.typing as npt

One: TypeAlias = Callable[[Position], float]
Many: TypeAlias = "Callable[[npt.NDArray[np.int8]], npt.NDArray[Any] | Sequence[float]]"
Chooses: TypeAlias = Callable[[Position], str]

State = TypeVar("State", bound=Hashable)


class Heuristic:
    """A heuristic in Python. As text it is the name under which players know it: ``f"alphabeta+{mine}@depth=3"``."""

    def __init__(self, function: One | Many, name: str, batch: bool) -> None:
        _native.register_heuristic(name, function, batch)
        self.function = function
        self.name = name
        self.batch = batch
        self.__doc__ = function.__doc__ or "A heuristic in Python."

    def __call__(self, position: Position) -> float:
        """The value of one position for its side to move."""
        return self.many([position])[0]

    def many(self, positions: Sequence[Position]) -> list[float]:
        """The values of positions of one game, each for its side to move."""
        if self.batch:
            return _native.evaluate_batch(positions, self.function)
        return [float(self.function(position)) for position in positions]  # type: ignore[arg-type]

    def __str__(self) -> str:
        return f"outside:{self.name}"

    def __repr__(self) -> str:
        return f"<Heuristic {self}>"


@overload
def heuristic(function: One, /) -> Heuristic: ...


@overload
def heuristic(*, name: str | None = ...) -> Callable[[One], Heuristic]: ...


@overload
def heuristic(*, batch: bool, name: str | None = ...) -> Callable[[Many], Heuristic]: ...


def heuristic(function: Any = None, /, *, name: str | None = None, batch: bool = False) -> Any:
    """Make a function a heuristic that every search, match and experiment takes.

    The function gets a position and returns its value for the side to move. With ``batch=True`` it gets many boards at
    once, an array of shape (n, rows, columns) with 1 for the side to move and -1 for the other, and returns n values;
    that is much faster.

    >>> import plyscope as ply
    >>> @ply.heuristic
    ... def pieces(position):
    ...     own = 1 if position.side == "x" else -1
    ...     return float(own * position.to_numpy().sum())
    >>> print(pieces)
    outside:pieces
    >>> ply.search("pawn:4x4", f"alphabeta+{pieces}@depth=3").value
    0.0
    >>> @ply.heuristic(batch=True, name="pieces-fast")
    ... def fast(boards):
    ...     return boards.sum(axis=(1, 2))
    >>> ply.evaluate(ply.Game("pawn:4x4").start().play("a1-a2", "b4-b3", "a2xb3"), fast).value
    -1.0
    """

    def wrap(wrapped: One | Many) -> Heuristic:
        return Heuristic(wrapped, _name(wrapped, name), batch)

    return wrap if function is None else wrap(function)


class Player:
    """A player in Python. As text it is the name under which matches and experiments know it."""

    def __init__(self, function: Chooses, name: str) -> None:
        _native.register_player(name, lambda position, seed: function(position))
        self.function = function
        self.name = name
        self.__doc__ = function.__doc__ or "A player in Python."

    def __call__(self, position: Position) -> str:
        """The move that it chooses."""
        return self.function(position)

    def __str__(self) -> str:
        return f"outside:{self.name}"

    def __repr__(self) -> str:
        return f"<Player {self}>"


@overload
def player(function: Chooses, /) -> Player: ...


@overload
def player(*, name: str | None = ...) -> Callable[[Chooses], Player]: ...


def player(function: Any = None, /, *, name: str | None = None) -> Any:
    """Make a function a player: it gets a position and returns one of ``position.moves``.

    >>> import plyscope as ply
    >>> @ply.player
    ... def greedy(position):
    ...     captures = [move for move in position.moves if "x" in move]
    ...     return (captures or position.moves)[0]
    >>> played = ply.match("breakthrough:5x5", greedy, "random", games=10)
    >>> played.first, played.wins + played.losses
    ('outside:greedy', 10)
    """

    def wrap(wrapped: Chooses) -> Player:
        return Player(wrapped, _name(wrapped, name))

    return wrap if function is None else wrap(function)


def _name(function: object, name: str | None) -> str:
    found = name if name is not None else getattr(function, "__name__", None)
    if not isinstance(found, str) or found == "<lambda>":
        raise ValueError("this function has no name; give one with name=")
    if not callable(function):
        raise TypeError(f"{found} is not a function")
    return found


class PythonGame(Generic[State]):
    """The rules of a game of your own: a subclass with five methods. All searches, solvers and statistics take it.

    The sides take turns, ``x`` first. A state must be hashable and must not change; it must say everything that
    matters for the rest of the game, except whose turn it is.

    >>> import plyscope as ply
    >>> class Nim(ply.PythonGame[int]):
    ...     "Take one to three matches of ten; who takes the last one wins."
    ...     def start(self): return 10
    ...     def moves(self, state): return [str(n) for n in (1, 2, 3) if n <= state]
    ...     def play(self, state, move): return state - int(move)
    ...     def outcome(self, state): return "win" if state == 0 else None
    ...     def board(self, state): return ["x" * state + "." * (10 - state)]
    >>> solution = ply.solve(Nim())
    >>> solution.outcome, solution.best
    ('x', '2')
    """

    name: str | None = None

    def start(self) -> State:
        """The state in which the game begins."""
        raise NotImplementedError("a game needs a method start")

    def moves(self, state: State) -> Iterable[object]:
        """The legal moves of a state of an unfinished game: texts without spaces, or objects that ``str`` makes so."""
        raise NotImplementedError("a game needs a method moves")

    def play(self, state: State, move: Any) -> State:
        """The state after a move."""
        raise NotImplementedError("a game needs a method play")

    def outcome(self, state: State) -> str | None:
        """``None`` while the game goes on, else ``"x"``, ``"o"`` or ``"draw"``; or ``"win"`` or ``"loss"`` of the side
        that moved last."""
        raise NotImplementedError("a game needs a method outcome")

    def board(self, state: State) -> str | Sequence[str]:
        """The rows of the board from the top: ``x`` and ``o`` for pieces, anything else for empty cells."""
        raise NotImplementedError("a game needs a method board")

    def game(self) -> Game:
        """The game for searches, matches and experiments; its spec is ``outside:`` and the name of the class."""
        name = self.name if self.name is not None else type(self).__name__.lower()
        _native.register_game(name, self)
        return Game(f"outside:{name}")
