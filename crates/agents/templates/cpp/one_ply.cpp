// A player that looks one move ahead: it plays the move with the best score.
#include <algorithm>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

std::mt19937 random_bits{std::random_device{}()};
char side, other;
std::vector<std::string> rows;

// SCORE

std::string choose(std::vector<std::string> legal) {
    std::shuffle(legal.begin(), legal.end(), random_bits);
    auto worse = [](const std::string& a, const std::string& b) { return score(a) < score(b); };
    std::string best = *std::max_element(legal.begin(), legal.end(), worse);
    std::cout << "info depth 1 value " << score(best) << std::endl;
    return best;
}

int main() {
    std::vector<std::string> legal;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "lines") {
            std::cout << "lines 1 one ply" << std::endl;
        } else if (word == "side") {
            words >> side;
            other = side == 'x' ? 'o' : 'x';
        } else if (word == "board" || word == "legal") {
            auto& list = word == "board" ? rows : legal;
            list.clear();
            while (words >> word) list.push_back(word);
        } else if (word == "go") {
            std::string best = choose(legal);
            std::cout << "move " << best << std::endl;
        }
    }
}
