import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

/** A player that looks one move ahead: it plays the move with the best score. */
class OnePly {
    static final Random RANDOM = new Random();
    static char side;
    static char other;
    static String[] rows;

    // SCORE

    static String choose(String[] legal) {
        int best = Integer.MIN_VALUE;
        List<String> moves = new ArrayList<>();
        for (String move : legal) {
            int score = score(move);
            if (score > best) {
                best = score;
                moves.clear();
            }
            if (score == best) {
                moves.add(move);
            }
        }
        System.out.println("info depth 1 value " + best);
        return moves.get(RANDOM.nextInt(moves.size()));
    }

    public static void main(String[] arguments) {
        String[] legal = {};
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String[] parts = input.nextLine().trim().split(" ", 2);
            String rest = parts.length > 1 ? parts[1] : "";
            switch (parts[0]) {
                case "lines" -> System.out.println("lines 1 one ply");
                case "side" -> {
                    side = rest.charAt(0);
                    other = side == 'x' ? 'o' : 'x';
                }
                case "board" -> rows = rest.split(" ");
                case "legal" -> legal = rest.split(" ");
                case "go" -> System.out.println("move " + choose(legal));
                default -> { }
            }
        }
    }
}
