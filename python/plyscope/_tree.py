"""Recorded search trees."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from plyscope import _native
from plyscope._native import Position

if TYPE_CHECKING:
    import networkx
    import polars


class Tree:
    """The tree that a search walked. Node 0 is the root, and nodes are numbered as the search entered them.

    >>> import plyscope as ply
    >>> tree = ply.search("pawn:3x3", "minimax@depth=2", tree=True).tree
    >>> tree
    <Tree of minimax@depth=2 with 14 nodes>
    >>> [tree.node(child)["move"] for child in tree.children(0)]
    ['a1-a2', 'b1-b2', 'c1-c2']
    """

    def __init__(self, native: _native.Tree) -> None:
        self._native = native

    def __len__(self) -> int:
        return len(self._native)

    @property
    def is_truncated(self) -> bool:
        """Whether nodes were left out because there were too many."""
        return self._native.is_truncated

    @property
    def root(self) -> Position:
        """The position that was searched."""
        return self._native.root

    @property
    def text(self) -> str:
        """The whole tree, indented, as ``plyscope search --tree`` prints it."""
        return self._native.text

    def node(self, node: int) -> dict[str, Any]:
        """Everything that was recorded of a node; ``docs/python.md`` lists the keys."""
        fields: dict[str, Any] = json.loads(self._native._node(node))
        return fields

    def children(self, node: int) -> list[int]:
        """The numbers of the children of a node, in the order of the search."""
        return self._native.children(node)

    def position(self, node: int) -> Position:
        """The position of a node."""
        return self._native.position(node)

    def columns(self) -> dict[str, list[Any]]:
        """All nodes as a table: lists of equal length by name."""
        return self._native.columns()

    def to_polars(self) -> polars.DataFrame:
        """All nodes as a data frame of polars, which must be installed."""
        import polars

        return polars.DataFrame(self.columns(), infer_schema_length=None)

    def to_networkx(self) -> networkx.DiGraph[int]:
        """The tree as a graph of networkx, which must be installed; columns become attributes of nodes."""
        import networkx

        graph: networkx.DiGraph[int] = networkx.DiGraph()
        columns = self.columns()
        names = [name for name in columns if name != "node"]
        for values in zip(columns["node"], *(columns[name] for name in names), strict=True):
            node, attributes = values[0], dict(zip(names, values[1:], strict=True))
            graph.add_node(node, **attributes)
            if attributes["parent"] is not None:
                graph.add_edge(attributes["parent"], node)
        return graph

    def svg(self, caption: str | None = None) -> str:
        """A picture of the tree; ``ValueError`` if it is too large for one."""
        return self._native.svg(caption)

    def _repr_svg_(self) -> str | None:
        return self._native._repr_svg_()

    def __repr__(self) -> str:
        return repr(self._native)
