IS_HEXAGON = IS-HEXAGON
DIRECTIONS = [(1, 0), (0, 1), (1, 1)] + ([] if IS_HEXAGON else [(1, -1)])


def first_column(row):
    """The rows of a hexagon do not all begin with column a."""
    return max(0, row + 1 - (len(rows) + 1) // 2) if IS_HEXAGON else 0


def at(column, row):
    """The piece on a cell: x, o or . for none, and a space outside of the board."""
    column -= first_column(row)
    inside = 0 <= row < len(rows) and 0 <= column < len(rows[row])
    return rows[row][column] if inside else " "


def score(move):
    """The longest line that the stone makes, or takes away from the other side."""
    column = ord(move[0]) - ord("a")
    if move[1:]:
        row = int(move[1:]) - 1
    else:  # a column alone: the stone falls down
        row = max(row for row in range(len(rows)) if at(column, row) == ".")
    best = 0
    for owner in side, other:
        for right, down in DIRECTIONS:
            length = 1
            for sign in 1, -1:
                steps = 1
                while at(column + sign * steps * right, row + sign * steps * down) == owner:
                    steps += 1
                length += steps - 1
            best = max(best, 2 * length + (owner == side))
    return best
