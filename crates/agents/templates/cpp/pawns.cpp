// The nearer to the other end the better. A capture is worth ten steps, and the end everything.
int score(const std::string& move) {
    if (move == "pass") return 0;
    int n_rows = rows.size();
    int row = std::stoi(move.substr(move.find_last_not_of("0123456789") + 1));
    int steps = side == 'x' ? row : n_rows + 1 - row;
    bool is_capture = move.find('x') != std::string::npos;
    return steps + (is_capture ? 10 : 0) + (steps == n_rows ? 1000 : 0);
}
