"""The documentation: it names everything, and its examples hold."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import plyscope as ply

DOCS = Path(__file__).parents[2] / "docs" / "python.md"


def test_every_name_is_described() -> None:
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", DOCS.read_text()))))
    assert [name for name in ply.__all__ if name not in words and not name.startswith("__")] == []


@pytest.mark.parametrize("kind", [ply.Game, ply.Position, ply.Tree])
def test_every_method_is_described(kind: type) -> None:
    words = set(re.findall(r"\w+", DOCS.read_text()))
    assert [name for name in dir(kind) if not name.startswith("_") and name not in words] == []


def test_the_examples_hold() -> None:
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, optionflags=options)
    assert tried > 8
    assert failed == 0


def test_everything_exported_has_a_docstring() -> None:
    things = {name: getattr(ply, name) for name in ply.__all__}
    defined = {name: thing for name, thing in things.items() if getattr(thing, "__module__", "").startswith("plyscope")}
    assert len(defined) > 20
    assert [name for name, thing in defined.items() if not thing.__doc__] == []
    members = [getattr(kind, name) for kind in [ply.Game, ply.Position] for name in dir(kind) if name[0] != "_"]
    assert all(member.__doc__ for member in members)
