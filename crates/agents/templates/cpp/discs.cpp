// The piece on a square: x, o or . for none, and a space outside of the board.
char at(int column, int row) {
    bool inside = row >= 0 && row < int(rows.size()) && column >= 0 && column < int(rows[row].size());
    return inside ? rows[row][column] : ' ';
}

// How many discs the move turns over. A corner is worth more than all of them.
int score(const std::string& move) {
    if (move == "pass") return 0;
    size_t n_letters = move.find_first_of("0123456789");
    int column = 26 * (int(n_letters) - 1) + move[n_letters - 1] - 'a';
    int row = std::stoi(move.substr(n_letters)) - 1;
    int turned = 0;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            int steps = 1;
            while (at(column + steps * right, row + steps * down) == other) steps++;
            if (at(column + steps * right, row + steps * down) == side) turned += steps - 1;
        }
    }
    bool is_corner = column % (rows[0].size() - 1) == 0 && row % (rows.size() - 1) == 0;
    return turned + (is_corner ? 1000 : 0);
}
