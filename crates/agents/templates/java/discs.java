    /** The piece on a square: x, o or . for none, and a space outside of the board. */
    static char at(int column, int row) {
        boolean inside = row >= 0 && row < rows.length && column >= 0 && column < rows[row].length();
        return inside ? rows[row].charAt(column) : ' ';
    }

    /** How many discs the move turns over. A corner is worth more than all of them. */
    static int score(String move) {
        if (move.equals("pass")) {
            return 0;
        }
        String letters = move.replaceAll("\\d", "");
        int column = 26 * (letters.length() - 1) + letters.charAt(letters.length() - 1) - 'a';
        int row = Integer.parseInt(move.substring(letters.length())) - 1;
        int turned = 0;
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                int steps = 1;
                while (at(column + steps * right, row + steps * down) == other) {
                    steps++;
                }
                if (at(column + steps * right, row + steps * down) == side) {
                    turned += steps - 1;
                }
            }
        }
        boolean isCorner = column % (rows[0].length() - 1) == 0 && row % (rows.length - 1) == 0;
        return turned + (isCorner ? 1000 : 0);
    }
