    static final boolean IS_HEXAGON = IS-HEXAGON;
    static final int[][] DIRECTIONS = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

    /** The piece on a cell: x, o or . for none, and a space outside of the board. */
    static char at(int column, int row) {
        // The rows of a hexagon do not all begin with column a.
        int place = column - (IS_HEXAGON ? Math.max(0, row + 1 - (rows.length + 1) / 2) : 0);
        boolean inside = row >= 0 && row < rows.length && place >= 0 && place < rows[row].length();
        return inside ? rows[row].charAt(place) : ' ';
    }

    /** The longest line that the stone makes, or takes away from the other side. */
    static int score(String move) {
        int column = move.charAt(0) - 'a';
        int row = rows.length - 1;
        if (move.length() > 1) {
            row = Integer.parseInt(move.substring(1)) - 1;
        } else { // a column alone: the stone falls down
            while (at(column, row) != '.') {
                row--;
            }
        }
        int best = 0;
        for (char owner : new char[] {side, other}) {
            for (int index = 0; index < (IS_HEXAGON ? 3 : 4); index++) {
                int length = 1;
                for (int sign = -1; sign <= 1; sign += 2) {
                    int right = sign * DIRECTIONS[index][0];
                    int down = sign * DIRECTIONS[index][1];
                    int steps = 1;
                    while (at(column + steps * right, row + steps * down) == owner) {
                        steps++;
                    }
                    length += steps - 1;
                }
                best = Math.max(best, 2 * length + (owner == side ? 1 : 0));
            }
        }
        return best;
    }
