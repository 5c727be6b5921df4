    /** The nearer to the other end the better. A capture is worth ten steps, and the end everything. */
    static int score(String move) {
        if (move.equals("pass")) {
            return 0;
        }
        int row = Integer.parseInt(move.replaceAll(".*\\D", ""));
        int steps = side == 'x' ? row : rows.length + 1 - row;
        return steps + (move.contains("x") ? 10 : 0) + (steps == rows.length ? 1000 : 0);
    }
