// A player that chooses at random. Change `choose`, and it is yours.
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

std::mt19937 random_bits{std::random_device{}()};

std::string choose(const std::vector<std::string>& legal) {
    return legal[random_bits() % legal.size()];
}

int main() {
    std::vector<std::string> legal;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "lines") {
            std::cout << "lines 1 random" << std::endl;
        } else if (word == "legal") {
            legal.clear();
            while (words >> word) legal.push_back(word);
        } else if (word == "go") {
            std::cout << "move " << choose(legal) << std::endl;
        }
    }
}
