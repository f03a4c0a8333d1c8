// The test frame: a test is a function that a file registers under a name, a check that fails
// throws. `core_tests` runs all, `core_tests WORD …` those whose names contain one of the words.
#pragma once

#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace check {

struct Test {
    std::string name;
    std::function<void()> run;
};

// In the order of registration; filled before main begins.
inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

struct Registered {
    Registered(const char* name, std::function<void()> run) {
        tests().push_back({name, std::move(run)});
    }
};

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T>
std::string shown(const T& value) {
    std::ostringstream out;
    if constexpr (
        requires {
            value.begin();
            value.size();
        } && !requires { out << value; }) {
        out << "{";
        for (const auto& item : value) out << " " << shown(item);
        out << " }";
    } else if constexpr (requires {
                             value.first;
                             value.second;
                         }) {
        out << "(" << shown(value.first) << ", " << shown(value.second) << ")";
    } else if constexpr (requires { out << value; }) {
        out << value;
    } else {
        out << static_cast<long long>(value);  // an enum
    }
    return out.str();
}

[[noreturn]] inline void fail(const char* file, int line, const std::string& what) {
    throw Failure(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

template <class A, class B>
void equal(const char* file, int line, const char* text, const A& found, const B& expected) {
    if (!(found == expected))
        fail(file, line, std::string(text) + " is " + shown(found) + ", not " + shown(expected));
}

}  // namespace check

#define TEST(name)                                                 \
    static void name();                                            \
    static const check::Registered registered_##name(#name, name); \
    static void name()

#define CHECK(condition) \
    ((condition) ? void() : check::fail(__FILE__, __LINE__, "this does not hold: " #condition))

#define CHECK_EQUAL(found, expected) check::equal(__FILE__, __LINE__, #found, found, expected)
