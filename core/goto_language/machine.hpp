// Execution of goto programs on one instance.
//
// A machine is one block of words:
//
//   | pointers | state | reached | holds |
//    \__ identity ___/  \__ landmarks __/
//
// The identity, with line and y, is what repeats in an infinite program, so it is compared and
// copied as one piece. The landmark part is there only where landmarks are counted.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "../control.hpp"
#include "../open_list.hpp"
#include "../patterns.hpp"
#include "../progress.hpp"
#include "../task.hpp"

namespace genplan {

enum class Kind : std::uint8_t { ACT, INC, DEC, CLEAR, SET, TEST, GOTO, END };

// An instruction over numbers; `operand` is an action, a predicate or the target of a goto.
struct Instruction {
    Kind kind;
    std::uint32_t operand;
    std::vector<std::uint32_t> pointers;
    bool when;
};

constexpr Code UNDEFINED = 0xFFFF;

struct Machine {
    std::vector<Word> words;
    std::uint64_t steps = 0;
    std::uint32_t line = 0;
    bool y = false;
};

enum class Halt { STOP_LINE, END, INFINITE };

// What a run applied: for each ground action its number, then its objects. Where landmarks are
// counted, also the landmarks reached after each instruction.
struct Plan {
    std::vector<std::uint32_t> words;
    std::vector<std::vector<Word>> reached;
};

// The instructions of a program or of a whole instruction set, made ready for one instance.
class Executor {
public:
    Executor(std::shared_ptr<const Instance> instance, const std::vector<Instruction>& set);

    const Instance& instance() const { return *instance_; }
    void count_landmarks(std::unique_ptr<const LandmarkProgress> progress);
    const LandmarkProgress* progress() const { return progress_.get(); }
    std::size_t bytes() const;

    const Machine& start() const { return start_; }
    const Word* state(const Machine& m) const { return m.words.data() + pointer_words_; }
    const Place* pointers(const Machine& m) const {
        return reinterpret_cast<const Place*>(m.words.data());
    }
    std::size_t pointer_count() const { return instance_->domain().pointer_types.size(); }
    std::size_t identity_words() const { return pointer_words_ + instance_->state_words(); }
    const Word* reached(const Machine& m) const { return state(m) + instance_->state_words(); }
    unsigned goals_missing(const Machine& m) const { return instance_->goals_missing(state(m)); }
    bool goal_holds(const Machine& m) const { return instance_->goal_holds(state(m)); }
    unsigned landmark_count(const Machine& m) const {
        return progress_->count(pointers(m), reached(m), reached(m) + progress_->words());
    }

    // Whether an instruction leaves state, pointers and landmarks' truth as they are.
    bool changes_nothing(Code instruction, const Machine& m) const;
    // The flag y after such an instruction.
    bool y_after_idle(Code instruction, const Machine& m) const;
    // Whether the goal holds after an instruction, of which `missing` facts are missing before.
    bool solves_after(Code instruction, const Machine& m, unsigned missing, Machine& scratch) const;
    void step(Code instruction, Machine& m) const;  // not a goto, not end; landmarks counted
    void idle_step(Machine& m) const;               // an instruction that changes nothing

    // Runs from where the machine stands until a line, `end`, or a repetition.
    Halt run(const Code* code, std::uint32_t stop_line, Machine& m, Control& control) const;
    Halt run_counting(const Code* code, std::uint32_t stop_line, Machine& m,
                      Control& control) const;
    Halt run_recording(const Code* code, std::uint32_t stop_line, Machine& m, Control& control,
                       Plan& plan) const;
    // The first machine that occurs twice in an infinite run that ended at a recurring one; what
    // the run recorded is cut there.
    Machine first_repetition(const Code* code, const Machine& recurring, Control& control,
                             Plan& plan) const;

private:
    struct Condition {
        AtomPattern atom;
        bool is_static;
        bool value;
    };
    struct Effect {
        AtomPattern atom;
        bool value;
    };
    struct EqualityCheck {
        Argument left;
        Argument right;
        bool equal;
    };
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    struct Op {
        Kind kind;
        bool possible = true;  // false if a pointer has no object in this instance
        bool when = false;
        std::uint32_t pointer = 0;
        std::uint32_t source = 0;
        std::uint32_t operand = 0;
        Place last = 0;  // the place of the last object of the pointer's type
        Range conditions;
        Range equalities;
        Range effects;
        Range arguments;
        unsigned mends = 0;  // how many facts of the goal an action can make true at most
    };

    void make_start();
    Op prepare(const Instruction& instruction);
    void prepare_action(const Instruction& instruction, Op& op);
    bool applicable(const Op& op, const Place* pointers, const Word* state) const;
    bool tests_true(const Op& op, const Place* pointers, const Word* state) const;
    template <bool COUNTING>
    void apply(const Op& op, Machine& m) const;
    // Executes a pointer instruction; the pointer if it moved, otherwise -1.
    int move(const Op& op, Place* pointers, bool& y) const;
    template <bool COUNTING, bool RECORDING>
    Halt run_loop(const Code* code, std::uint32_t stop_line, Machine& m, Control& control,
                  Plan* plan) const;
    void record(const Op& op, const Place* pointers, Plan& plan) const;
    void step_or_jump(const Code* code, Machine& m) const;
    bool same_identity(const Machine& a, const Machine& b) const;
    void after_step(int moved, Machine& m) const;

    Word* own_state(Machine& m) const { return m.words.data() + pointer_words_; }
    Place* own_pointers(Machine& m) const { return reinterpret_cast<Place*>(m.words.data()); }

    std::shared_ptr<const Instance> instance_;
    std::unique_ptr<const LandmarkProgress> progress_;
    Patterns patterns_;
    std::size_t pointer_words_;
    std::vector<Op> ops_;
    std::vector<Condition> conditions_;
    std::vector<EqualityCheck> equalities_;
    std::vector<Effect> effects_;
    std::vector<Argument> arguments_;
    Machine start_;
    mutable std::vector<Word> saved_;  // by the detection of loops
};

}  // namespace genplan
