#include <algorithm>
#include <cstdio>
#include <exception>

#include "check.hpp"

int main(int count, char** words) {
    const auto is_wanted = [&](const check::Test& test) {
        return count < 2 ||
               std::any_of(
                   words + 1, words + count,
                   [&](const char* word) { return test.name.find(word) != std::string::npos; });
    };
    int run = 0;
    int failed = 0;
    for (const check::Test& test : check::tests()) {
        if (!is_wanted(test)) continue;
        ++run;
        try {
            test.run();
        } catch (const std::exception& error) {
            ++failed;
            std::printf("FAILED %s\n  %s\n", test.name.c_str(), error.what());
        } catch (...) {
            ++failed;
            std::printf("FAILED %s\n  it ended with something that is no std::exception\n",
                        test.name.c_str());
        }
    }
    std::printf("%d tests, %d failed\n", run, failed);
    return failed == 0 && run > 0 ? 0 : 1;
}
