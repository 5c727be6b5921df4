"""A player that looks one move ahead: it plays the move with the best score."""
import random
import sys

# SCORE

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "lines":
        print("lines 1 one ply", flush=True)
    elif word == "side":
        side, other = rest, "xo".replace(rest, "")
    elif word == "board":
        rows = rest.split()
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        best = max(legal, key=lambda move: (score(move), random.random()))
        print("info depth 1 value", score(best), flush=True)
        print("move", best, flush=True)
