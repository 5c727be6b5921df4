"""What the tests share: the command line as an independent voice."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture(scope="session")
def plyscope() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command line in a process of its own."""

    def run(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "plyscope", *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)

    return run


@pytest.fixture(scope="session")
def plyscope_json(plyscope: Callable[..., subprocess.CompletedProcess[str]]) -> Callable[..., dict[str, Any]]:
    """What the command line prints with ``--json``."""

    def run(*words: str) -> dict[str, Any]:
        done = plyscope(*words, "--json")
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    return run
