def at(column, row):
    """The piece on a square: x, o or . for none, and a space outside of the board."""
    inside = 0 <= row < len(rows) and 0 <= column < len(rows[row])
    return rows[row][column] if inside else " "


def score(move):
    """How many discs the move turns over. A corner is worth more than all of them."""
    if move == "pass":
        return 0
    letters = move.rstrip("0123456789")
    column = 26 * (len(letters) - 1) + ord(letters[-1]) - ord("a")
    row = int(move[len(letters):]) - 1
    turned = 0
    for right, down in (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1):
        steps = 1
        while at(column + steps * right, row + steps * down) == other:
            steps += 1
        if at(column + steps * right, row + steps * down) == side:
            turned += steps - 1
    is_corner = column in (0, len(rows[0]) - 1) and row in (0, len(rows) - 1)
    return turned + (1000 if is_corner else 0)
