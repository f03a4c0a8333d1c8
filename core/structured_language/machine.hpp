// Execution of structured programs on one instance (docs/language.md).
//
// A machine is | state | reached | holds | as words, and the places of the pointers, -1 where a
// pointer is free. The landmark part is there only where landmarks are counted.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../control.hpp"
#include "../patterns.hpp"
#include "../progress.hpp"
#include "../relaxation.hpp"
#include "../task.hpp"
#include "statement.hpp"

namespace genplan {

struct StructuredMachine {
    std::vector<Word> words;
    std::vector<Place> places;
    std::uint64_t steps = 0;
};

enum class StructuredHalt { END, INFINITE, STEP_LIMIT };

// A statement of a program as the machine reads it: its number in the executor, and the number
// of statements in its block.
struct ProgramLine {
    std::uint32_t statement;
    std::uint32_t size;
};

class StructuredExecutor {
public:
    explicit StructuredExecutor(std::shared_ptr<const Instance> instance);

    const Instance& instance() const { return *instance_; }
    void count_landmarks(std::unique_ptr<const LandmarkProgress> progress);
    const LandmarkProgress* progress() const { return progress_.get(); }
    std::size_t bytes() const;

    // Makes statements ready that are not yet; programs name them by their place in the table.
    void prepare(const std::vector<Statement>& table);

    const StructuredMachine& start() const { return start_; }
    const Word* reached(const StructuredMachine& m) const {
        return m.words.data() + instance_->state_words();
    }
    bool goal_holds(const StructuredMachine& m) const {
        return instance_->goal_holds(m.words.data());
    }
    unsigned goals_missing(const StructuredMachine& m) const {
        return instance_->goals_missing(m.words.data());
    }
    unsigned landmark_count(const StructuredMachine& m) const {
        return progress_->count(nullptr, reached(m), reached(m) + progress_->words());
    }

    // Runs the lines from one to another. What is applied is appended to the plan, if there is
    // one: the number of the action, then its objects.
    StructuredHalt run(const ProgramLine* lines, std::uint32_t begin, std::uint32_t end,
                       StructuredMachine& m, Control& control, std::uint64_t step_limit,
                       std::vector<std::uint32_t>* plan);

    // The line of the `repeat` that was found infinite.
    std::uint32_t infinite_line() const { return infinite_line_; }

private:
    struct Condition {
        AtomPattern atom;
        bool is_static;
        bool value;
    };
    struct EqualityCheck {
        Argument left;
        Argument right;
        bool equal;
    };
    struct Effect {
        AtomPattern atom;
        bool value;
    };
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    using Levels = std::uint64_t;  // a set of marked arguments of one statement, by number
    struct Marked {  // an argument to choose
        std::uint32_t variable;
        Place count;          // objects of its type
        Range others;         // arguments from which it must differ
        Range conditions;     // decided when it is chosen
        Range equalities;
        Levels depends;       // arguments chosen before on which it depends what can be chosen
    };
    // Says that a choice succeeded; no argument has this number.
    static constexpr Levels CHOSEN = Levels{1} << 63;
    static Levels level(std::size_t number) {
        return Levels{1} << (number < 62 ? number : 62);
    }
    static Levels levels_before(std::size_t number) {
        return number <= 62 ? (Levels{1} << number) - 1 : CHOSEN - 1;
    }
    struct Op {
        StatementKind kind;
        Mode mode;
        std::uint32_t operand;
        bool possible = true;  // false if a pointer has no object in this instance
        bool is_static = false;
        std::uint32_t pointer = 0;  // of a loop
        Place count = 0;            // of a loop
        AtomPattern atom;           // of a condition
        Range unmarked;             // variables that must not be free
        Range marked;
        Range conditions;  // decided before anything is chosen
        Range equalities;
        Range effects;
        Range arguments;
        // Of a `go`.
        AtomPattern here;  // the atom that says where it is
        std::uint32_t target = 0;  // the variable to reach
        std::vector<std::uint32_t> target_nodes;  // its places as nodes
        Range edges;               // conditions and equalities that mention from or to
        Range edge_equalities;
        std::uint32_t nodes = 0;   // objects of the type of from and to
    };
    class Run;

    Op prepare(const Statement& statement);
    void prepare_choice(const Statement& statement, const std::vector<std::uint32_t>& variables,
                        Op& op);
    void prepare_action(const Statement& statement, std::vector<std::uint32_t> variables, Op& op);
    // Adds an action's preconditions to the op, each where it can be decided first.
    void place_conditions(const Action& action, const Movement& movement,
                          const std::vector<std::uint32_t>& variables, Op& op);
    bool hold(Range conditions, Range equalities, const Word* state, const Place* places) const;
    // Whether the conditions hold that depend on what was chosen.
    bool choices_hold(const Op& op, const Word* state, const Place* places) const;
    bool asked(const Op& op, const Word* state, const Place* places) const;
    bool unmarked_are_bound(const Op& op, const Place* places) const;
    Levels level_among(const Op& op, std::uint32_t count, std::uint32_t variable) const;
    bool may_meet(std::uint32_t variable, std::uint32_t other) const;
    template <class Satisfied>
    bool choose(const Op& op, const Word* state, Place* places, const Satisfied& satisfied) const {
        return choose_from(op, 0, state, places, satisfied) == CHOSEN;
    }
    template <class Satisfied>
    Levels choose_from(const Op& op, std::uint32_t number, const Word* state, Place* places,
                       const Satisfied& satisfied) const;

    std::shared_ptr<const Instance> instance_;
    std::unique_ptr<const LandmarkProgress> progress_;
    std::uint32_t pointer_count_;
    Patterns patterns_;
    std::vector<Op> ops_;
    std::vector<Condition> conditions_;
    std::vector<EqualityCheck> equalities_;
    std::vector<Effect> effects_;
    std::vector<Argument> arguments_;
    std::vector<Marked> marked_;
    std::vector<std::uint32_t> variables_;
    // Which bits the goal mentions: [static][wanted value].
    std::vector<Word> goal_words_[2][2];
    StructuredMachine start_;
    std::uint32_t infinite_line_ = 0;
};

}  // namespace genplan
