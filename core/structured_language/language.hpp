// Structured programs as a search space (docs/language.md, "Search").
//
// A code is three words for each statement: the two halves of its number, and the size of its
// block. Children resume: the opened program is run once per active instance, and a child goes on
// where the outermost statement begins that its edit changes.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "../control.hpp"
#include "../novelty.hpp"
#include "../search.hpp"
#include "edits.hpp"
#include "machine.hpp"

namespace genplan {

enum class StructuredEvaluation { GOAL_COUNT, LANDMARK_COUNT, LANDMARK_FRACTION };

struct StructuredSettings {
    Alphabet alphabet;
    std::vector<std::pair<std::uint32_t, Mode>> hidden;  // conditions that have no name
    std::vector<StructuredEvaluation> evaluations;
    std::int64_t length_weight = 300;  // of a statement, in thousandths of a landmark
    std::uint64_t step_limit = 100000;
    std::uint32_t most_statements = 30;
};

class StructuredLanguage final : public Language {
public:
    using MakeProgress = std::function<std::unique_ptr<const LandmarkProgress>(const Instance&)>;

    StructuredLanguage(std::vector<std::shared_ptr<const Instance>> instances,
                       StructuredSettings settings, MakeProgress make_progress, Control& control);

    std::size_t code_length() const override { return WORDS * settings_.most_statements; }
    std::size_t instances() const override { return instances_.size(); }
    std::size_t bytes() const override { return bytes_ + generated_.bytes(); }
    bool every_program_is_complete() const override { return true; }
    void root(Code* code) const override;
    std::size_t length(const Code* code) const override;
    void activate(std::size_t instance) override;
    Fate root_values(Values& values, Key* key) override;
    std::size_t open(const Code* parent) override;
    bool open_newest() override;
    Fate child(std::size_t number, Values& values, Key* key) override;
    void child_code(std::size_t number, Code* code) const override;
    bool solves(const Code* code, std::size_t instance) override;
    bool add_since(const Code* code, std::size_t known, Values& values, Key* key) override;

    void save(StateWriter& writer) const override;
    void restore(StateReader& reader) override;

    const StatementTable& table() const { return table_; }
    ProgramLines decode(const Code* code) const;

private:
    static constexpr std::size_t WORDS = 3;
    static constexpr Code PADDING = 0xFFFF;
    // A solution must end on the larger instances, too; there it has so many times the steps.
    static constexpr std::uint64_t PATIENCE = 10;

    struct Standing {  // the opened program on one active instance
        std::size_t instance;
        StructuredExecutor* executor;
        std::vector<StructuredMachine> before;  // each outermost statement, and after all
        StructuredMachine scratch;
    };

    StructuredExecutor& executor(std::size_t instance);
    void encode(const ProgramLines& program, Code* code) const;
    bool open_on(Standing& standing);
    bool run_all(const ProgramLines& program);
    std::size_t first_changed(const Edit& edit) const;
    bool is_new(const ProgramLines& program);
    Fate judge(const ProgramLines& program, Values& values, Key* key);

    std::vector<std::shared_ptr<const Instance>> instances_;
    StructuredSettings settings_;
    MakeProgress make_progress_;
    Control& control_;
    StatementTable table_;
    Editor editor_;
    std::size_t bytes_ = 0;
    std::vector<std::unique_ptr<StructuredExecutor>> executors_;
    std::vector<Standing> standings_;
    KeySet generated_;  // programs
    ProgramLines parent_;
    std::vector<std::uint32_t> starts_;  // lines of the outermost statements of the parent
    std::vector<Edit> edits_;
    ProgramLines child_;
};

}  // namespace genplan
