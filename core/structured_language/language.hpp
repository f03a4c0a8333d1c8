// Structured programs as a search space. A code is, for each statement, its number and the size
// of its block.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "../control.hpp"
#include "../open_list.hpp"
#include "edits.hpp"
#include "machine.hpp"

namespace genplan {

struct NoveltyKey {
    std::uint64_t first = 0x9E3779B97F4A7C15ULL;
    std::uint64_t second = 0xC2B2AE3D27D4EB4FULL;

    void add(std::uint64_t word) {
        first = (first ^ word) * 0xFF51AFD7ED558CCDULL;
        first ^= first >> 32;
        second = (second + word) * 0x9FB21C651E98DF25ULL;
        second ^= second >> 29;
    }
    bool operator==(const NoveltyKey&) const = default;
};

struct StructuredSettings {
    Alphabet alphabet;
    std::int64_t length_weight = 200;  // of a statement, in thousandths of a landmark
    std::uint64_t step_limit = 100000;
    std::uint32_t most_statements = 30;
    bool goal_count = false;
};

class StructuredLanguage {
public:
    using MakeProgress = std::function<std::unique_ptr<const LandmarkProgress>(const Instance&)>;

    StructuredLanguage(std::vector<std::shared_ptr<const Instance>> instances,
                       StructuredSettings settings, MakeProgress make_progress, Control& control);

    void activate(std::size_t instance);
    std::size_t active() const { return standings_.size(); }
    std::size_t instances() const { return instances_.size(); }
    // Prepares the children of a program, which must be alive.
    std::size_t open(const ProgramLines& program);
    // Makes a child; false if it is dead. Then value, key and whether it solves the active ones.
    bool child(std::size_t number, ProgramLines& child, std::int64_t& value, NoveltyKey& key,
               bool& solves_active);
    bool evaluate(const ProgramLines& program, std::int64_t& value, NoveltyKey& key,
                  bool& solves_active);
    bool solves(const ProgramLines& program, std::size_t instance);
    const StatementTable& table() const { return table_; }

private:
    struct Standing {
        std::size_t instance;
        StructuredExecutor* executor;
        std::vector<StructuredMachine> before;  // each statement of the program, and after all
        StructuredMachine scratch;
    };
    StructuredExecutor& executor(std::size_t instance);
    bool judge(const ProgramLines& program, std::int64_t& value, NoveltyKey& key,
               bool& solves_active);

    std::vector<std::shared_ptr<const Instance>> instances_;
    StructuredSettings settings_;
    MakeProgress make_progress_;
    Control& control_;
    StatementTable table_;
    Editor editor_;
    std::vector<std::unique_ptr<StructuredExecutor>> executors_;
    std::vector<Standing> standings_;
    ProgramLines parent_;
    std::vector<std::uint32_t> starts_;  // lines of the outermost statements of the parent
    std::vector<Edit> edits_;
};

}  // namespace genplan
