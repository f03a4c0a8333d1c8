// Goto programs as a search space. A code is the instruction numbers of lines 0 … n-2; line n-1
// is always `end`.
//
// Children resume: the opened program is run once per active instance, up to its first undefined
// line, and every child goes on from the halted machine. A child that is not a goto is then one
// step per instance; one that changes nothing shares the value of that step with its siblings.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "../control.hpp"
#include "../search.hpp"
#include "machine.hpp"

namespace genplan {

enum class EvaluationKind {
    GOAL_COUNT,
    LANDMARK_COUNT,
    LANDMARK_FRACTION,
    GOTO_COUNT,
    UNDEFINED_LINES,
    REPEATED_INSTRUCTIONS,
    HALTED_LINE,
    STEPS,
    GOTO_NESTING,
    STEPS_PLUS_WEIGHTED_GOALS,
    CUSTOM,
};

struct Evaluation {
    EvaluationKind kind;
    std::int64_t weight;
    std::size_t custom;  // number of a custom function
};

// The instructions in the order that decides ties.
struct InstructionSet {
    std::vector<Instruction> instructions;  // actions, pointer instructions, tests, gotos, end
    std::size_t actions;
    std::size_t pointer_instructions;
    std::size_t tests;

    std::size_t first_goto() const { return actions + pointer_instructions + tests; }
    std::size_t end() const { return instructions.size() - 1; }
};

// How a program stands on an instance, for custom evaluation functions.
struct StandingRun {
    std::size_t instance;
    const Executor* executor;
    const Machine* machine;
};

class GotoLanguage final : public Language {
public:
    using Custom = std::function<std::int64_t(std::size_t, const Code*, const std::vector<StandingRun>&)>;
    // Called when an instance becomes active; builds its landmark graph if one is needed.
    using MakeProgress = std::function<std::unique_ptr<const LandmarkProgress>(const Instance&)>;

    GotoLanguage(std::vector<std::shared_ptr<const Instance>> instances, InstructionSet set,
                 std::uint32_t lines, std::vector<Evaluation> evaluations, MakeProgress make_progress,
                 Custom custom, Control& control);

    std::size_t code_length() const override { return lines_ - 1; }
    std::size_t instances() const override { return instances_.size(); }
    std::size_t bytes() const override { return bytes_; }
    void root(Code* code) const override;
    std::size_t length(const Code* code) const override { return first_undefined(code); }
    void activate(std::size_t instance) override;
    Fate root_values(Values& values, Key* key) override;
    std::size_t open(const Code* parent) override;
    bool open_newest() override;
    Fate child(std::size_t number, Values& values, Key* key) override;
    void child_code(std::size_t number, Code* code) const override;
    bool solves(const Code* code, std::size_t instance) override;
    bool add_since(const Code* code, std::size_t known, Values& values, Key* key) override;

private:
    struct Standing {  // the opened program on one active instance
        std::size_t instance;
        Executor* executor;
        Machine machine;
        Machine scratch;
        unsigned goals_missing = 0;
        bool idle_known = false;
        Values idle;  // what an instruction that changes nothing contributes
    };

    Executor& executor(std::size_t instance);
    std::uint32_t first_undefined(const Code* code) const;
    void find_candidates();
    bool run_opened(Standing& standing);
    bool is_last_line() const { return line_ + 2 == lines_; }  // the line opened; then comes `end`
    Fate complete(Code instruction);
    template <bool KEYED>
    Fate continue_with(Code instruction, Values& values, Key* key);
    // Executes the instruction from the opened program's machine; false if that never ends.
    bool resume(Code instruction, Standing& standing);
    void structure(const Code* code, Values& values) const;
    std::int64_t goto_nesting(const Code* code) const;
    std::int64_t repeated_instructions(const Code* code) const;
    void contribute(const Executor& executor, const Machine& machine, Values& values) const;
    void add_idle(Standing& standing, Values& values);
    void add_idle_key(Code instruction, const Standing& standing, Key& key);
    Key key_of(const Standing& standing, const Machine& machine, bool y) const;
    void add_custom(const Code* code, bool use_scratch, Values& values);
    bool is_goto(Code instruction) const {
        return instruction >= set_.first_goto() && instruction < set_.end();
    }

    std::vector<std::shared_ptr<const Instance>> instances_;
    InstructionSet set_;
    std::uint32_t lines_;
    std::vector<Evaluation> evaluations_;
    MakeProgress make_progress_;
    Custom custom_;
    Control& control_;
    bool has_custom_;
    std::size_t bytes_ = 0;
    std::vector<std::unique_ptr<Executor>> executors_;
    std::vector<Standing> standings_;
    struct Keys {  // of the opened program's machine, if y is false and if y is true
        bool known = false;
        Key by_y[2];
    };
    std::vector<Keys> keys_;  // by standing
    std::vector<Code> parent_;
    std::uint32_t line_ = 0;  // the opened program's first undefined line
    std::vector<Code> candidates_;
    std::vector<Code> scratch_code_;
};

}  // namespace genplan
