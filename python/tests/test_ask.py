"""Searches, solutions and matches: against plain recursion in Python, published values and the command line."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import plyscope as ply

CommandLine = Callable[..., dict[str, Any]]


def minimax(position: ply.Position, depth: int, heuristic: str, side: str) -> float:
    """The value for the side to move, as the heuristic of ``side`` sees it; a win is infinite."""
    if position.is_over:
        return 0.0 if position.outcome == "draw" else -math.inf
    if depth == 0:
        value = ply.evaluate(position, heuristic)
        own = value.value_first if side == "x" else value.value_second
        return own if position.side == side else -own
    return max(-minimax(position.play(move), depth - 1, heuristic, side) for move in position.moves)


@pytest.mark.parametrize("game", ["pawn:3x3", "breakthrough:4x4", "reversi:4x4", "andantino:3"])
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "pvs", "mtdf"])
def test_searches_find_the_value_of_plain_recursion(game: str, search: str) -> None:
    position = ply.Game(game).start().random(3, seed=5)
    heuristic = position.game.heuristics[0]
    assert position.side is not None
    expected = minimax(position, 2, heuristic, position.side)
    assert ply.search(position, f"{search}+{heuristic}@depth=2").value == expected


@pytest.mark.parametrize(
    "player", ["alphabeta+material@depth=4", "engine@nodes=5000", "mcts@rollouts=200", "random", "minimax@depth=2"]
)
def test_a_search_is_that_of_the_command_line(player: str, plyscope_json: CommandLine) -> None:
    position = ply.Game("breakthrough:6x6").start().play("a2-a3", "b5-b4")
    found = ply.search(position, player, seed=7)
    told = plyscope_json("search", "breakthrough:6x6", player, "--moves", "a2-a3 b5-b4", "--seed", "7")
    assert found.counters["nodes"] == told["nodes"]
    assert (found.best, found.depth, list(found.line)) == (told["best"], told["depth"], told["pv"])
    assert found.score == ply.Score.from_json(told["score"])
    assert found.player == told["player"]
    assert [root.nodes for root in found.root_moves] == [root["nodes"] for root in told["root_moves"]]


def test_a_tree_has_what_the_search_visited(plyscope_json: CommandLine) -> None:
    found = ply.search("pawn:3x3", "alphabeta+{10*pieces+steps}@depth=2", tree=True)
    tree = found.tree
    assert tree is not None
    assert len(tree) == found.nodes + 1
    columns = tree.columns()
    assert {len(column) for column in columns.values()} == {len(tree)}
    assert columns["size"][0] == len(tree)
    told = plyscope_json("search", "pawn:3x3", "alphabeta+{10*pieces+steps}@depth=2", "--tree", "2")
    moves = [tree.node(child)["move"] for child in tree.children(0)]
    assert moves == [child["move"] for child in told["tree"]["children"]]
    child = tree.children(0)[1]
    assert tree.position(child) == tree.root.play(moves[1])
    assert tree.position(child).played == [moves[1]]
    assert tree.svg("a caption").startswith("<svg")
    assert "a1-a2" in tree.text
    assert sum(columns["untried"]) == 5
    with pytest.raises(ValueError, match="the tree has no node 99"):
        tree.node(99)
    assert ply.search("pawn:3x3", "minimax@depth=2").tree is None


def test_a_tree_becomes_a_graph_and_a_table() -> None:
    networkx = pytest.importorskip("networkx", reason="networkx is not installed")
    polars = pytest.importorskip("polars", reason="polars is not installed")
    tree = ply.search("tictactoe", "alphabeta@depth=3", tree=2).tree
    assert tree is not None
    graph = tree.to_networkx()
    assert networkx.is_arborescence(graph)
    frame = tree.to_polars()
    assert frame.height == graph.number_of_nodes() == len(tree)
    assert frame["ply"].max() == 2
    assert frame.filter(polars.col("parent").is_null()).height == 1


def test_solutions_are_the_published_ones() -> None:
    # Tic-tac-toe is a draw; Breakthrough 5x5 is won by the second player (Saffidine, Jouandeau and Cazenave 2011);
    # a smaller board is enough here, and alpha-beta says the same of it.
    assert ply.solve("tictactoe").outcome == "draw"
    solution = ply.solve("breakthrough:4x4")
    exact = ply.search("breakthrough:4x4", "alphabeta:table=16MB@depth=30")
    assert solution.is_solved
    assert exact.complete
    assert solution.outcome == ("x" if exact.score.kind == "win" else "o")
    assert solution.plies == exact.score.plies
    assert solution.best in {root.move for root in exact.root_moves if root.score == exact.score}
    # Reversi on 4x4: the second player wins by 8 (Iwata and Kasai 1994).
    assert (ply.solve("reversi:4x4").outcome, ply.solve("reversi:4x4").score) == ("o", -8)


def test_a_solver_out_of_time_says_what_is_proven() -> None:
    solution = ply.solve("breakthrough:8x8", time=0.05, memory="1MB")
    assert (solution.outcome, solution.stopped, solution.is_solved) == (None, "time", False)
    assert solution.at_least.kind == "loss"


def test_a_match_is_that_of_the_command_line(plyscope_json: CommandLine) -> None:
    words = ["pawn:4x4", "random", "alphabeta:ties=random@depth=2"]
    options = {"games": 60, "seed": 3, "swap": True, "random_plies": 2}
    played = ply.match(words[0], words[1], words[2], jobs=2, **options)  # type: ignore[call-overload]
    told = plyscope_json("match", *words, "--games", "60", "--seed", "3", "--swap", "--random-plies", "2")
    assert played.wins == told["first"]["wins"]
    assert played.losses == told["second"]["wins"]
    assert list(played.interval) == told["interval"]
    assert played.nodes == told["nodes"]
    assert played.interval[0] <= played.score <= played.interval[1]


def test_an_exact_match_has_the_published_probabilities() -> None:
    # The thesis on the Pawn Game: 54.4480 % for the first player on 4x4.
    exact = ply.match("pawn:4x4", "random", "random", exact=True)
    assert round(100 * exact.first, 4) == 54.4480
    assert exact.first + exact.second + exact.draw == pytest.approx(1)
    assert exact.positions == 20286
    played = ply.match("pawn:4x4", "random", "random", games=20_000)
    low, high = played.interval
    assert low < exact.score < high


def test_values_have_terms() -> None:
    position = ply.Game("pawn:4x4").start().play("a1-a2", "b4-b3", "a2xb3")
    value = ply.evaluate(position, "{10*pieces+steps}")
    assert (value.value, value.value_first, value.value_second) == (-12, 12, -12)
    assert sum(term.share for term in value.terms) == value.value


def test_grades_are_those_of_the_command_line(plyscope_json: CommandLine, tmp_path: Any) -> None:
    card = ply.grade("tictactoe", ["strong", "lines"], depth=1, positions="all")
    told = plyscope_json("grade", "tictactoe", "strong", "lines", "--depth", "1", "--cache", str(tmp_path))
    assert list(card.cards) == told["cards"]
    assert card.population == told["population"]
    assert [row["heuristic"] for row in card.table()] == ["strong", "lines"]


def test_a_program_from_outside_plays(tmp_path: Any) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'lines': print('lines 1 first', flush=True)\n"
        "    elif word == 'legal': legal = rest.split()\n"
        "    elif word == 'go': print('move', legal[0], flush=True)\n"
    )
    player = f"program:python3 {agent}@time=5s"
    assert ply.search("tictactoe", player).best == ply.Game("tictactoe").start().moves[0]
    assert ply.match("tictactoe", player, "random", games=2).forfeits == ()
