"""Long calls: they can be interrupted, and other threads run meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import plyscope as ply

LONG = "alphabeta@depth=50"


def interrupt_when_started(begun: threading.Event) -> None:
    begun.wait()
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ply.search("reversi", LONG),
        lambda: ply.search("reversi", "engine:threads=2@time=100s", tree=True),
        lambda: ply.solve("breakthrough:8x8", memory="16MB"),
        lambda: ply.perft("reversi", 30),
        lambda: ply.match("reversi", "mcts@rollouts=1M", "mcts@rollouts=1M"),
        lambda: ply.match("pawn:6x6", "random", "random", exact=True),
        lambda: ply.grade("reversi", last=40, solve_time="100s"),
    ],
)
def test_ctrl_c_interrupts_every_long_call(call: object) -> None:
    begun = threading.Event()
    other = threading.Thread(target=interrupt_when_started, args=(begun,))
    other.start()
    with pytest.raises(KeyboardInterrupt):
        begun.set()
        assert callable(call)
        call()
    other.join()
    assert ply.search("tictactoe", "alphabeta@depth=3").nodes > 0, "nothing is left behind"


def test_a_handler_that_raises_ends_the_call_with_its_exception() -> None:
    class Enough(Exception):
        pass

    def handler(number: int, frame: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Enough):
            ply.search("reversi", LONG)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_other_threads_run_during_a_search() -> None:
    counts = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counts
        while not stop.is_set():
            counts += 1

    other = threading.Thread(target=count)
    other.start()
    before = counts
    ply.search("reversi", "engine@nodes=200k")
    assert counts > before
    stop.set()
    other.join()


def test_several_threads_search_at_once_and_find_the_same() -> None:
    alone = ply.search("breakthrough:6x6", "alphabeta+material@depth=5")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: ply.search("breakthrough:6x6", "alphabeta+material@depth=5"), range(8)))
    assert {(one.best, one.nodes, one.value) for one in found} == {(alone.best, alone.nodes, alone.value)}


def test_the_command_line_is_part_of_the_package() -> None:
    command = [sys.executable, "-m", "plyscope"]
    listed = subprocess.run([*command, "games"], capture_output=True, text=True, check=True)
    assert "breakthrough" in listed.stdout
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.split() == ["plyscope", ply.__version__]
    wrong = subprocess.run([*command, "serach"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "search" in wrong.stderr


def test_the_command_line_listens_for_ctrl_c() -> None:
    command = [sys.executable, "-m", "plyscope", "search", "reversi", "iterative@time=100s"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stdout is not None
    # Its first iteration; then it is searching.
    assert "depth" in program.stdout.readline()
    program.send_signal(signal.SIGINT)
    out, _ = program.communicate(timeout=30)
    assert "stopped by cancelled" in out
