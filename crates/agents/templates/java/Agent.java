import java.util.Random;
import java.util.Scanner;

/** A player that chooses at random. Change {@code choose}, and it is yours. */
class Agent {
    static final Random RANDOM = new Random();

    static String choose(String[] legal) {
        return legal[RANDOM.nextInt(legal.length)];
    }

    public static void main(String[] arguments) {
        String[] legal = {};
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String[] parts = input.nextLine().trim().split(" ", 2);
            String rest = parts.length > 1 ? parts[1] : "";
            switch (parts[0]) {
                case "lines" -> System.out.println("lines 1 random");
                case "legal" -> legal = rest.split(" ");
                case "go" -> System.out.println("move " + choose(legal));
                default -> { }
            }
        }
    }
}
