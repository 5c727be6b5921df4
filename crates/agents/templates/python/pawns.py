def score(move):
    """The nearer to the other end the better. A capture is worth ten steps, and the end everything."""
    if move == "pass":
        return 0
    row = int("".join(c if c.isdigit() else " " for c in move).split()[-1])
    steps = row if side == "x" else len(rows) + 1 - row
    return steps + (10 if "x" in move else 0) + (1000 if steps == len(rows) else 0)
