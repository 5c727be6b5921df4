"""Names of types that several modules use."""

import os
from typing import Literal, TypeAlias

Side: TypeAlias = Literal["x", "o"]
"""One of the players; ``x`` moves first."""

Outcome: TypeAlias = Literal["x", "o", "draw"]
"""How a game ended: who won."""

Time: TypeAlias = str | float
"""A time such as ``"1s"``, or a number of seconds."""

PathText: TypeAlias = str | os.PathLike[str]
"""The path of a file."""
