"""Experiments: the games and results of the command line, tables without a copy, resuming, and plots."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import plyscope as ply

EXPERIMENT: dict[str, Any] = {
    "name": "two players",
    "game": "pawn:4x4",
    "games": 30,
    "seed": 5,
    "players": {"chance": "random", "deep": "alphabeta:ties=random@depth=2"},
    "openings": {"random-plies": 2},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> ply.Run:
    found = ply.run(EXPERIMENT, db=tmp_path_factory.mktemp("run") / "games.db", jobs=2)
    assert isinstance(found, ply.Run)
    return found


def test_a_run_is_that_of_the_command_line(
    run: ply.Run, plyscope_json: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    file = tmp_path / "experiment.toml"
    file.write_text(ply.Experiment(EXPERIMENT).text)
    told = plyscope_json("run", str(file), "--db", str(tmp_path / "other.db"))
    for same in ["name", "games", "played", "ratings", "findings", "notes", "first_move"]:
        assert run.summary[same] == told[same], same
    assert [cell["wins"] for cell in run.cells] == [cell["wins"] for cell in told["cells"]]
    assert "deep" in run.report
    again = ply.run(file, db=tmp_path / "third.db")
    assert isinstance(again, ply.Run)
    assert again.ratings == run.ratings


def test_the_table_is_that_of_the_csv(
    run: ply.Run, plyscope: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    file = tmp_path / "games.csv"
    done = plyscope("report", str(run.run), "--db", str(run.db), "--csv", str(file))
    assert done.returncode == 0, done.stderr
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    table = run.games.with_moves().to_arrow()
    assert table.num_rows == len(rows) == len(run.games) == 30
    for name in table.column_names:
        values = table.column(name).to_pylist()
        texts = ["" if value is None else str(value).lower() if name == "forfeit" else str(value) for value in values]
        assert texts == [row[name] for row in rows], name
    assert set(table.column_names) == set(rows[0])
    assert "moves" not in pyarrow.table(run.games).column_names


def test_data_frames_take_the_table(run: ply.Run) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = run.games.to_polars()
    assert frame.height == 30
    assert frame["plies"].sum() == sum(round(cell["plies"] * cell["games"]) for cell in run.cells)
    wins = frame.filter((polars.col("first") == "deep") & (polars.col("result") == "1-0")).height
    assert wins == next(cell["wins"] for cell in run.cells if cell["first"] == "deep")
    pytest.importorskip("pandas", reason="pandas is not installed")
    assert len(run.games.to_pandas()) == 30


def test_a_stopped_run_is_resumed(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    experiment = {**EXPERIMENT, "games": 4000, "players": {"chance": "random", "deep": "mcts@rollouts=500"}}

    def stop(played: int, planned: int, left: float | None) -> None:
        if 0 < played < planned:
            raise StopIteration("enough")

    with pytest.raises(StopIteration, match="enough"):
        ply.run(experiment, db=db, progress=stop)
    [stored] = ply.runs(db)
    assert stored["status"] == "stopped"
    assert 0 < stored["played"] < stored["games"] == 4000
    resumed = ply.run(experiment, db=db, resume=True)
    assert isinstance(resumed, ply.Run)
    assert resumed.run == stored["run"]
    assert resumed.summary["played"] == 4000
    assert len(ply.runs(db)) == 1
    whole = ply.run(experiment, db=tmp_path / "whole.db")
    assert isinstance(whole, ply.Run)
    assert whole.ratings == resumed.ratings


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    begun = threading.Event()

    def interrupt() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    other = threading.Thread(target=interrupt)
    other.start()
    experiment = {**EXPERIMENT, "players": {"a": "mcts@rollouts=2000", "b": "mcts@rollouts=3000"}, "games": 100_000}
    with pytest.raises(KeyboardInterrupt):
        ply.run(experiment, db=tmp_path / "games.db", progress=lambda *_: begun.set())
    other.join()
    assert ply.runs(tmp_path / "games.db")[0]["status"] == "stopped"


def test_plots_and_reports_are_complete_files(run: ply.Run, tmp_path: Path) -> None:
    assert {"ratings", "first-move"} <= set(run.plots)
    for name, plot in run.plots.items():
        assert ElementTree.fromstring(plot.text).tag == "{http://www.w3.org/2000/svg}svg", name
        assert plot.title
        assert plot.caption
    run.plot().save(tmp_path / "ratings.svg")
    assert "deep" in (tmp_path / "ratings.svg").read_text()
    with pytest.raises(ValueError, match='unknown plot "rating"; known: ratings'):
        run.plot("rating")
    page = run.html()
    assert page.startswith("<!doctype html>") or page.startswith("<!DOCTYPE html>")
    assert "two players" in page
    assert "<iframe srcdoc=" in run._repr_html_()


def test_an_exact_experiment_is_computed(tmp_path: Path) -> None:
    experiment = {"game": "pawn:4x4", "exact": True, "players": {"a": "random", "b": "random"}}
    exact = ply.run(experiment, db=tmp_path / "no.db")
    assert isinstance(exact, ply.ExactRun)
    assert {round(cell["wins"], 6) for cell in exact.cells} == {0.54448}
    assert not (tmp_path / "no.db").exists()
    assert exact.scores


def test_mistakes_name_the_place(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown game"):
        ply.run({"game": "chess", "players": {"a": "random"}}, db=tmp_path / "games.db")
    with pytest.raises(ValueError, match="plyers"):
        ply.run({"game": "pawn:4x4", "plyers": {"a": "random"}}, db=tmp_path / "games.db")
    with pytest.raises(FileNotFoundError):
        ply.run(tmp_path / "nothing.toml")
    with pytest.raises(TypeError, match="experiment must be"):
        ply.run(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ply.Experiment(game=object())
    with pytest.raises(ValueError, match="no run 77"):
        ply.run({**EXPERIMENT, "games": 1}, db=tmp_path / "games.db")
        ply.Run(tmp_path / "games.db", 77)
    with pytest.raises(ValueError):
        ply.runs(tmp_path / "nothing.db")
    text = tmp_path / "text.db"
    text.write_text("no database")
    with pytest.raises(ValueError):
        ply.runs(text)


def test_an_experiment_is_the_file_that_it_writes() -> None:
    boards = ["pawn:4x4", "pawn:3x3"]
    experiment = ply.Experiment(game=boards, games=4, max_plies=30, players={"a": "random"}, seed=None)
    assert "max-plies = 30" in experiment.text
    assert "seed" not in experiment.text
    size = ply.Experiment(EXPERIMENT).check()
    assert (size["games"], size["boards"], json.loads(json.dumps(size))) == (30, ["pawn:4x4"], size)
