"""Experiments: playing them, and what they showed."""

from __future__ import annotations

import json
import os
import sys
import time as clock
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope import _native
from plyscope._results import Json
from plyscope._types import PathText

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Progress = Callable[[int, int, float | None], object]


class Svg:
    """A picture. A notebook shows it; ``text`` is the SVG itself."""

    def __init__(self, text: str, title: str = "", caption: str = "") -> None:
        self.text = text
        self.title = title
        self.caption = caption

    def save(self, path: PathText) -> None:
        """Write the picture to a file."""
        Path(path).write_text(self.text, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Svg {self.title!r}>"


class Experiment:
    """An experiment as a file describes it; the keys are those of the file, with ``_`` for ``-``.

    >>> import plyscope as ply
    >>> experiment = ply.Experiment(game="pawn:4x4", games=10, players={"a": "random", "b": "alphabeta@depth=1"})
    >>> print(experiment.text)
    game = "pawn:4x4"
    games = 10
    <BLANKLINE>
    [players]
    a = "random"
    b = "alphabeta@depth=1"
    <BLANKLINE>
    >>> experiment.check()["games"]
    10
    """

    def __init__(self, _keys: Mapping[str, Any] | None = None, /, **keys: Any) -> None:
        merged = {**(_keys or {}), **keys}
        if not merged:
            raise ValueError("an experiment needs keys, such as game and players")
        plain = {name.replace("_", "-"): _plain(value) for name, value in merged.items() if value is not None}
        self.text = _native.experiment_text(json.dumps(plain))
        self.folder = Path()

    @classmethod
    def read(cls, path: PathText) -> Experiment:
        """The experiment of a file; paths in it are relative to its folder."""
        experiment = cls.__new__(cls)
        experiment.text = Path(path).read_text(encoding="utf-8")
        experiment.folder = Path(path).parent
        return experiment

    def check(self, *, jobs: int | None = None) -> Json:
        """What would be played, and about how long it would take."""
        size: Json = json.loads(_native.check_experiment(self.text, self.folder, jobs))
        return size

    def __repr__(self) -> str:
        return f"<Experiment of {len(self.text.splitlines())} lines>"


def _plain(value: Any) -> Any:
    """Tables inside an experiment have the same keys as those of a file."""
    if isinstance(value, Mapping):
        return {str(name): _plain(inner) for name, inner in value.items() if inner is not None}
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


class Games:
    """The games of a run as a table. It is an Arrow stream, so data frames take it without a copy:
    ``polars.DataFrame(run.games)``, ``pyarrow.table(run.games)``, or a query of duckdb.

    Each row is a game: ``run``, ``game``, ``first``, ``second``, ``number``, ``seed``, ``opening``, ``result``,
    ``reason``, ``forfeit``, ``plies``, and for both seats nodes, time, depths, captures, pieces and memory.
    """

    def __init__(self, db: Path, run: int, moves: bool = False) -> None:
        self._native = _native.Games(db, run, moves)
        self._place = (db, run)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._native)

    def with_moves(self) -> Games:
        """The same with a column ``moves``, which replays every game and takes longer."""
        return Games(*self._place, moves=True)

    def to_polars(self) -> polars.DataFrame:
        """A data frame of polars, which must be installed."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> pyarrow.Table:
        """A table of pyarrow, which must be installed."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas, which must be installed together with pyarrow."""
        return self.to_arrow().to_pandas()

    def __repr__(self) -> str:
        return f"<Games of run {self._place[1]}: {len(self):,}>"


class Run:
    """A stored run, and what it showed. The values are those of ``plyscope report --json``."""

    def __init__(self, db: PathText, run: int) -> None:
        self.db = Path(db)
        self.run = run
        self.summary: Json = json.loads(_native.run_summary(self.db, run))

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str(self.summary["name"])

    @property
    def games(self) -> Games:
        """All games as a table."""
        return Games(self.db, self.run)

    @property
    def ratings(self) -> list[Json]:
        """The players by strength: ``name``, ``elo``, ``interval``."""
        return list(self.summary["ratings"])

    @property
    def players(self) -> list[Json]:
        """The players with their scores and costs."""
        return list(self.summary["players"])

    @property
    def cells(self) -> list[Json]:
        """The results of every pairing in fixed seats."""
        return list(self.summary["cells"])

    @property
    def pairs(self) -> list[Json]:
        """Players against each other, over both seats and all boards."""
        return list(self.summary["pairs"])

    @property
    def findings(self) -> list[str]:
        """What was found, in sentences that claim no more than the intervals."""
        return list(self.summary["findings"])

    @property
    def report(self) -> str:
        """Findings and notes as one text."""
        return str(self.summary["report"])

    @property
    def plots(self) -> dict[str, Svg]:
        """All plots that the results allow, by name."""
        found = json.loads(_native.run_plots(self.db, self.run))
        return {plot["name"]: Svg(plot["svg"], plot["title"], plot["caption"]) for plot in found}

    def plot(self, name: str = "ratings") -> Svg:
        """One plot: ``ratings``, ``cost``, ``first-move``, ``score-against-…`` or ``test-1``."""
        plots = self.plots
        if name not in plots:
            known = ", ".join(plots) or "none, for there are too few results"
            raise ValueError(f'unknown plot "{name}"; known: {known}')
        return plots[name]

    def html(self) -> str:
        """The report as one page with plots and replayable games."""
        return _native.run_html(self.db, self.run)

    def _repr_html_(self) -> str:
        import html

        page = html.escape(self.html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:36em;border:1px solid #ccc"></iframe>'

    def __repr__(self) -> str:
        return f"<Run {self.run} of {self.name!r}: {self.summary['played']:,} games>\n{self.report}"


class ExactRun:
    """An experiment that was computed and not played. ``cells`` has the probabilities of every pairing."""

    def __init__(self, summary: Json) -> None:
        self.summary = summary

    @property
    def cells(self) -> list[Json]:
        """The probabilities of every pairing in fixed seats."""
        return list(self.summary["cells"])

    @property
    def scores(self) -> dict[str, float]:
        """The mean score of each player, the best first."""
        return dict(self.summary["scores"])

    @property
    def report(self) -> str:
        """The findings as one text."""
        return str(self.summary["report"])

    def __repr__(self) -> str:
        return f"<ExactRun of {self.summary['name']!r}>\n{self.report}"


def run(
    experiment: Experiment | Mapping[str, Any] | PathText | None = None,
    *,
    db: PathText = "plyscope.db",
    resume: bool = False,
    jobs: int | None = None,
    progress: bool | Progress = True,
) -> Run | ExactRun:
    """Play an experiment, keep every game in a database, and say what was found.

    ``experiment`` is a file, a dictionary with the keys of such a file, or an ``Experiment``; without one, the example
    of ``plyscope run`` is played. Ctrl-C stops it with ``KeyboardInterrupt``; games that were played are kept, and the
    same call with ``resume=True`` plays the rest. ``progress`` shows a bar after two seconds; a function is called with
    the games played, the games planned and the seconds left.

    >>> import plyscope as ply, tempfile, pathlib
    >>> folder = tempfile.TemporaryDirectory()
    >>> experiment = {"game": "pawn:4x4", "games": 20, "players": {"a": "random", "b": "mcts@rollouts=20"}}
    >>> run = ply.run(experiment, db=pathlib.Path(folder.name) / "games.db")
    >>> run.summary["played"], [rating["name"] for rating in run.ratings]
    (20, ['b', 'a'])
    """
    if experiment is None:
        text, folder = _native.quickstart(), Path()
    else:
        if isinstance(experiment, (str, os.PathLike)):
            experiment = Experiment.read(experiment)
        elif isinstance(experiment, Mapping):
            experiment = Experiment(experiment)
        elif not isinstance(experiment, Experiment):
            kind = type(experiment).__name__
            raise TypeError(f"experiment must be a path, a dict or an Experiment, not {kind}")
        text, folder = experiment.text, experiment.folder
    bar = None if callable(progress) or not progress else Bar()
    listener = progress if callable(progress) else bar
    try:
        found = json.loads(_native.run_experiment(text, folder, Path(db), resume, jobs, listener))
    finally:
        if bar is not None:
            bar.close()
    if found["exact"] is not None:
        return ExactRun(found["exact"])
    return Run(db, found["summary"]["run"])


def runs(db: PathText = "plyscope.db") -> list[Json]:
    """The runs of a database, the oldest first: ``run``, ``name``, ``status``, ``games``, ``played``, ``program``."""
    found: list[Json] = json.loads(_native.stored_runs(Path(db)))
    return found


class Bar:
    """A line that says how far a run is: rewritten in place in a terminal and in a notebook."""

    PATIENCE = 2.0

    def __init__(self) -> None:
        self._begun = clock.monotonic()
        self._width = 0
        self._can_rewrite = sys.stderr.isatty() or "ipykernel" in sys.modules

    def __call__(self, played: int, planned: int, left: float | None) -> None:
        if not self._can_rewrite or clock.monotonic() - self._begun < self.PATIENCE:
            return
        share = played / max(planned, 1)
        filled = round(30 * share)
        rest = "" if left is None else f", about {left:.0f} s to go"
        line = f"[{'█' * filled}{'·' * (30 - filled)}] {played:,} of {planned:,} games{rest}"
        self._show(line)

    def close(self) -> None:
        """Remove the line."""
        if self._width:
            self._show("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _show(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)
