"""A program for NBoard that plays Othello by itself: it keeps a board, and takes the first legal move it finds."""
import re, sys

board, side = {}, "*"


def flips(x, y):
    found = []
    for dx, dy in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
        line, cx, cy = [], x + dx, y + dy
        while board.get((cx, cy)) not in (None, "-", side):
            line.append((cx, cy))
            cx, cy = cx + dx, cy + dy
        found += line if board.get((cx, cy)) == side else []
    return found if board[x, y] == "-" else []


def play(text):
    global side
    if text != "PA":
        x, y = ord(text[0]) - 65, int(text[1]) - 1
        for cell in flips(x, y) + [(x, y)]:
            board[cell] = side
    side = "*O"[side == "*"]


for line in sys.stdin:
    words = line.split()
    if words[:1] == ["nboard"]:
        print("set myname First", flush=True)
    elif words[:1] == ["ping"]:
        print("pong", words[1], flush=True)
    elif words[:2] == ["set", "game"]:
        cells, side = re.search(r"BO\[8 ([-*O]{64}) ([*O])\]", line).groups()
        board = {(i % 8, i // 8): cell for i, cell in enumerate(cells)}
        for move in re.findall(r"[BW]\[(PA|[A-H][1-8])\]", line):
            play(move)
    elif words[:1] == ["go"]:
        legal = [chr(65 + x) + str(y + 1) for x, y in sorted(board) if flips(x, y)]
        print("nodestats 60 0.1", flush=True)
        print("===", (legal or ["PA"])[0] + "/1.5/0.1", flush=True)
