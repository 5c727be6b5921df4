const bool IS_HEXAGON = IS-HEXAGON;
const int DIRECTIONS[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

// The piece on a cell: x, o or . for none, and a space outside of the board.
char at(int column, int row) {
    int n_rows = rows.size();
    // The rows of a hexagon do not all begin with column a.
    int place = column - (IS_HEXAGON ? std::max(0, row + 1 - (n_rows + 1) / 2) : 0);
    bool inside = row >= 0 && row < n_rows && place >= 0 && place < int(rows[row].size());
    return inside ? rows[row][place] : ' ';
}

// The longest line that the stone makes, or takes away from the other side.
int score(const std::string& move) {
    int column = move[0] - 'a';
    int row = int(rows.size()) - 1;
    if (move.size() > 1) {
        row = std::stoi(move.substr(1)) - 1;
    } else {  // a column alone: the stone falls down
        while (at(column, row) != '.') row--;
    }
    int best = 0;
    for (char owner : {side, other}) {
        for (int index = 0; index < (IS_HEXAGON ? 3 : 4); index++) {
            int length = 1;
            for (int sign : {-1, 1}) {
                int right = sign * DIRECTIONS[index][0], down = sign * DIRECTIONS[index][1], steps = 1;
                while (at(column + steps * right, row + steps * down) == owner) steps++;
                length += steps - 1;
            }
            best = std::max(best, 2 * length + (owner == side));
        }
    }
    return best;
}
