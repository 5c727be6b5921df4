"""A player that chooses at random. Change `choose`, and it is yours."""
import random
import sys


def choose(legal):
    return random.choice(legal)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "lines":
        print("lines 1 random", flush=True)
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        print("move", choose(legal), flush=True)
