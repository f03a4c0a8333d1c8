#include "machine.hpp"

#include <algorithm>

namespace genplan {

Executor::Executor(std::shared_ptr<const Instance> instance, const std::vector<Instruction>& set)
    : instance_(std::move(instance)),
      patterns_(*instance_, instance_->domain().pointer_types),
      pointer_words_(std::max<std::size_t>(1, instance_->domain().pointer_types.size())) {
    for (const Instruction& instruction : set) ops_.push_back(prepare(instruction));
    make_start();
}

void Executor::count_landmarks(std::unique_ptr<const LandmarkProgress> progress) {
    progress_ = std::move(progress);
    make_start();
}

std::size_t Executor::bytes() const {
    return ops_.size() * sizeof(Op) + conditions_.size() * sizeof(Condition) +
           effects_.size() * sizeof(Effect) + patterns_.bytes() +
           (progress_ ? progress_->bytes() : 0) + 4 * identity_words() * sizeof(Word);
}

// --- Making instructions ready ---------------------------------------------------------------

Executor::Op Executor::prepare(const Instruction& instruction) {
    Op op{};
    op.kind = instruction.kind;
    op.when = instruction.when;
    op.operand = instruction.operand;
    const Domain& domain = instance_->domain();
    for (std::uint32_t z : instruction.pointers)
        op.possible &= !instance_->members(domain.pointer_types[z]).empty();
    if (!instruction.pointers.empty()) {
        op.pointer = instruction.pointers[0];
        op.source = instruction.pointers.back();
        op.last = static_cast<Place>(instance_->members(domain.pointer_types[op.pointer]).size()) - 1;
    }
    if (!op.possible) return op;
    if (op.kind == Kind::ACT) prepare_action(instruction, op);
    if (op.kind == Kind::TEST) {
        const int predicate = static_cast<int>(instruction.operand);
        std::vector<int> terms(instruction.pointers.size());
        for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = static_cast<int>(i);
        op.conditions.begin = static_cast<std::uint32_t>(conditions_.size());
        conditions_.push_back({patterns_.atom(predicate, terms, instruction.pointers),
                               domain.is_static[predicate], true});
        op.conditions.end = op.conditions.begin + 1;
    }
    return op;
}

void Executor::prepare_action(const Instruction& instruction, Op& op) {
    const Domain& domain = instance_->domain();
    const Action& action = domain.actions[instruction.operand];
    op.conditions.begin = static_cast<std::uint32_t>(conditions_.size());
    for (const Literal& p : action.preconditions)
        conditions_.push_back({patterns_.atom(p.predicate, p.terms, instruction.pointers),
                               domain.is_static[p.predicate], p.positive});
    op.conditions.end = static_cast<std::uint32_t>(conditions_.size());
    op.equalities.begin = static_cast<std::uint32_t>(equalities_.size());
    for (const Equality& e : action.equalities)
        equalities_.push_back(
            {patterns_.argument(e.left, instruction.pointers),
             patterns_.argument(e.right, instruction.pointers), e.equal});
    op.equalities.end = static_cast<std::uint32_t>(equalities_.size());
    op.effects.begin = static_cast<std::uint32_t>(effects_.size());
    for (bool value : {false, true})  // deletes first: where both are mentioned, the add wins
        for (const Literal& e : action.effects)
            if (e.positive == value) {
                effects_.push_back({patterns_.atom(e.predicate, e.terms, instruction.pointers), value});
                op.mends += instance_->is_wanted(e.predicate, value);
            }
    op.effects.end = static_cast<std::uint32_t>(effects_.size());
    op.arguments.begin = static_cast<std::uint32_t>(arguments_.size());
    for (std::size_t i = 0; i < instruction.pointers.size(); ++i)
        arguments_.push_back(patterns_.argument(static_cast<int>(i), instruction.pointers));
    op.arguments.end = static_cast<std::uint32_t>(arguments_.size());
}

// --- One instruction -------------------------------------------------------------------------

void Executor::make_start() {
    Machine& m = start_;
    const std::size_t landmark_words = progress_ ? 2 * progress_->words() : 0;
    m.words.assign(identity_words() + landmark_words, 0);
    std::copy(instance_->initial_state().begin(), instance_->initial_state().end(), own_state(m));
    if (progress_) {
        Word* reached = own_state(m) + instance_->state_words();
        progress_->start(state(m), pointers(m), reached, reached + progress_->words());
    }
}

bool Executor::applicable(const Op& op, const Place* pointers, const Word* state) const {
    if (!op.possible) return false;
    for (std::uint32_t i = op.conditions.begin; i < op.conditions.end; ++i) {
        const Condition& condition = conditions_[i];
        const Word* words = condition.is_static ? instance_->static_atoms() : state;
        if (test_bit(words, patterns_.number(condition.atom, pointers)) != condition.value) return false;
    }
    for (std::uint32_t i = op.equalities.begin; i < op.equalities.end; ++i) {
        const EqualityCheck& check = equalities_[i];
        const bool equal = check.left.object(pointers) == check.right.object(pointers);
        if (equal != check.equal) return false;
    }
    return true;
}

bool Executor::tests_true(const Op& op, const Place* pointers, const Word* state) const {
    if (!op.possible) return false;
    const Condition& condition = conditions_[op.conditions.begin];
    const Word* words = condition.is_static ? instance_->static_atoms() : state;
    return test_bit(words, patterns_.number(condition.atom, pointers));
}

template <bool COUNTING>
void Executor::apply(const Op& op, Machine& m) const {
    Word* words = own_state(m);
    const Place* at = pointers(m);
    for (std::uint32_t i = op.effects.begin; i < op.effects.end; ++i) {
        const std::uint64_t atom = patterns_.number(effects_[i].atom, at);
        const bool value = effects_[i].value;
        if constexpr (!COUNTING) {
            if (value) set_bit(words, atom);
            else clear_bit(words, atom);
        } else if (test_bit(words, atom) != value) {
            // `holds` follows every bit, so an atom deleted and added again leaves it as it was.
            flip_bit(words, atom);
            Word* holds = words + instance_->state_words() + progress_->words();
            progress_->atom_changed(atom, value, words, holds);
        }
    }
}

int Executor::move(const Op& op, Place* pointers, bool& y) const {
    if (!op.possible) {
        y = true;
        return -1;
    }
    Place& place = pointers[op.pointer];
    switch (op.kind) {
        case Kind::INC:
            y = place == op.last;
            if (y) return -1;
            ++place;
            break;
        case Kind::DEC:
            if (place == 0) {
                y = true;
                return -1;
            }
            y = place == 1;
            --place;
            break;
        case Kind::CLEAR:
            place = 0;
            y = true;
            break;
        default:  // SET
            place = pointers[op.source];
            y = place == 0;
    }
    return static_cast<int>(op.pointer);
}

void Executor::after_step(int moved, Machine& m) const {
    Word* reached = own_state(m) + instance_->state_words();
    progress_->after_step(moved, pointers(m), reached, reached + progress_->words());
}

bool Executor::changes_nothing(Code instruction, const Machine& m) const {
    const Op& op = ops_[instruction];
    if (op.kind == Kind::TEST) return true;
    return op.kind == Kind::ACT && !applicable(op, pointers(m), state(m));
}

bool Executor::y_after_idle(Code instruction, const Machine& m) const {
    const Op& op = ops_[instruction];
    return op.kind == Kind::TEST ? !tests_true(op, pointers(m), state(m)) : m.y;
}

bool Executor::solves_after(Code instruction, const Machine& m, unsigned missing,
                            Machine& scratch) const {
    const Op& op = ops_[instruction];
    if (missing > op.mends) return false;
    if (op.kind != Kind::ACT || !applicable(op, pointers(m), state(m))) return missing == 0;
    scratch.words.assign(m.words.begin(), m.words.begin() + static_cast<std::ptrdiff_t>(identity_words()));
    apply<false>(op, scratch);
    return goal_holds(scratch);
}

void Executor::step(Code instruction, Machine& m) const {
    const Op& op = ops_[instruction];
    int moved = -1;
    if (op.kind == Kind::ACT) {
        if (applicable(op, pointers(m), state(m))) {
            if (progress_) apply<true>(op, m);
            else apply<false>(op, m);
        }
    } else if (op.kind == Kind::TEST) {
        m.y = !tests_true(op, pointers(m), state(m));
    } else {
        moved = move(op, own_pointers(m), m.y);
    }
    ++m.steps;
    ++m.line;
    if (progress_) after_step(moved, m);
}

void Executor::idle_step(Machine& m) const {
    ++m.steps;
    ++m.line;
    if (progress_) after_step(-1, m);
}

// --- Runs ------------------------------------------------------------------------------------

void Executor::record(const Op& op, const Place* pointers, Plan& plan) const {
    plan.words.push_back(op.operand);
    for (std::uint32_t i = op.arguments.begin; i < op.arguments.end; ++i)
        plan.words.push_back(static_cast<std::uint32_t>(arguments_[i].object(pointers)));
}

template <bool COUNTING, bool RECORDING>
Halt Executor::run_loop(const Code* code, std::uint32_t stop_line, Machine& m, Control& control,
                        Plan* plan) const {
    Place* const at = own_pointers(m);
    Word* const words = own_state(m);
    bool y = m.y;
    std::uint32_t line = m.line;
    std::uint64_t steps = m.steps;
    // Brent: at the jumps number 1, 2, 4, 8, … the machine is saved, and at every later jump it
    // is compared with what was saved last. Whole machines are compared, so nothing but a true
    // repetition is found, and a repetition includes a jump, so every one is found.
    std::uint64_t since_saved = 0;
    std::uint64_t until_save = 1;
    bool is_saved = false;
    std::uint32_t saved_line = 0;
    bool saved_y = false;
    const std::size_t identity = identity_words();
    const auto is_repeated = [&] {
        if (!is_saved || saved_line != line || saved_y != y) return false;
        for (std::size_t i = 0; i < pointer_words_; ++i)  // mostly decides, and needs no call
            if (saved_[i] != m.words[i]) return false;
        return std::equal(saved_.begin(), saved_.end(), m.words.begin());
    };
    const auto halt = [&](Halt reason) {
        m.y = y;
        m.line = line;
        m.steps = steps;
        return reason;
    };
    const auto finish_step = [&](int moved) {
        ++steps;
        if constexpr (COUNTING) after_step(moved, m);
        if constexpr (COUNTING && RECORDING)
            plan->reached.emplace_back(words + instance_->state_words(),
                                       words + instance_->state_words() + progress_->words());
    };
    for (;;) {
        if (line == stop_line) return halt(Halt::STOP_LINE);
        const Op& op = ops_[code[line]];
        int moved = -1;
        switch (op.kind) {
            case Kind::ACT:
                ++line;
                if (applicable(op, at, words)) {
                    if constexpr (RECORDING) record(op, at, *plan);
                    apply<COUNTING>(op, m);
                }
                break;
            case Kind::TEST:
                ++line;
                y = !tests_true(op, at, words);
                break;
            case Kind::GOTO: {
                if (y != op.when) {
                    ++line;
                    break;
                }
                control.check_steps(steps);
                if (control.is_due()) {
                    halt(Halt::STOP_LINE);  // where it stands, should this be the end
                    control.look();
                }
                line = op.operand;
                if (is_repeated()) {
                    finish_step(-1);
                    return halt(Halt::INFINITE);
                }
                if (++since_saved == until_save) {
                    saved_.assign(m.words.begin(),
                                  m.words.begin() + static_cast<std::ptrdiff_t>(identity));
                    saved_line = line;
                    saved_y = y;
                    is_saved = true;
                    since_saved = 0;
                    until_save *= 2;
                }
                break;
            }
            case Kind::END:
                return halt(Halt::END);
            default:
                ++line;
                moved = move(op, at, y);
        }
        finish_step(moved);
    }
}

void Executor::step_or_jump(const Code* code, Machine& m) const {
    const Op& op = ops_[code[m.line]];
    if (op.kind != Kind::GOTO) {
        step(code[m.line], m);
        return;
    }
    m.line = m.y == op.when ? op.operand : m.line + 1;
    ++m.steps;
    if (progress_) after_step(-1, m);
}

bool Executor::same_identity(const Machine& a, const Machine& b) const {
    const auto end = a.words.begin() + static_cast<std::ptrdiff_t>(identity_words());
    return a.line == b.line && a.y == b.y && std::equal(a.words.begin(), end, b.words.begin());
}

// Two machines, one cycle apart, meet where the cycle begins: the first of them for the first
// time there, the other for the second.
Machine Executor::first_repetition(const Code* code, const Machine& recurring, Control& control,
                                   Plan& plan) const {
    Machine ahead = recurring;
    do {
        control.poll();
        step_or_jump(code, ahead);
    } while (!same_identity(ahead, recurring));
    const std::uint64_t length = ahead.steps - recurring.steps;
    std::size_t plan_words = 0;
    const auto advance = [&] {
        const Op& op = ops_[code[ahead.line]];
        if (op.kind == Kind::ACT && applicable(op, pointers(ahead), state(ahead)))
            plan_words += 1 + op.arguments.end - op.arguments.begin;
        control.poll();
        step_or_jump(code, ahead);
    };
    Machine behind = start();
    ahead = behind;
    while (ahead.steps < length) advance();
    for (; !same_identity(ahead, behind); step_or_jump(code, behind)) advance();
    plan.words.resize(std::min(plan.words.size(), plan_words));
    plan.reached.resize(std::min(plan.reached.size(), static_cast<std::size_t>(ahead.steps)));
    return ahead;
}

Halt Executor::run(const Code* code, std::uint32_t stop_line, Machine& m, Control& control) const {
    return run_loop<false, false>(code, stop_line, m, control, nullptr);
}

Halt Executor::run_counting(const Code* code, std::uint32_t stop_line, Machine& m,
                            Control& control) const {
    if (!progress_) return run_loop<false, false>(code, stop_line, m, control, nullptr);
    return run_loop<true, false>(code, stop_line, m, control, nullptr);
}

Halt Executor::run_recording(const Code* code, std::uint32_t stop_line, Machine& m,
                             Control& control, Plan& plan) const {
    if (!progress_) return run_loop<false, true>(code, stop_line, m, control, &plan);
    return run_loop<true, true>(code, stop_line, m, control, &plan);
}

}  // namespace genplan
