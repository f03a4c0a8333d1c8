#include "machine.hpp"

#include <algorithm>

namespace genplan {

Executor::Executor(std::shared_ptr<const Instance> instance, const std::vector<Instruction>& set)
    : instance_(std::move(instance)),
      pointer_words_(instance_->domain().pointer_types.size()) {
    for (const Instruction& instruction : set) ops_.push_back(prepare(instruction));
}

void Executor::count_landmarks(std::unique_ptr<const LandmarkProgress> progress) {
    progress_ = std::move(progress);
}

std::size_t Executor::bytes() const {
    return ops_.size() * sizeof(Op) + conditions_.size() * sizeof(Condition) +
           effects_.size() * sizeof(Effect) + terms_.size() * sizeof(Term) +
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
        conditions_.push_back({pattern(predicate, terms, instruction.pointers),
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
        conditions_.push_back({pattern(p.predicate, p.terms, instruction.pointers),
                               domain.is_static[p.predicate], p.positive});
    op.conditions.end = static_cast<std::uint32_t>(conditions_.size());
    op.equalities.begin = static_cast<std::uint32_t>(equalities_.size());
    for (const Equality& e : action.equalities)
        equalities_.push_back(
            {side(e.left, instruction.pointers), side(e.right, instruction.pointers), e.equal});
    op.equalities.end = static_cast<std::uint32_t>(equalities_.size());
    op.effects.begin = static_cast<std::uint32_t>(effects_.size());
    for (bool value : {false, true})  // deletes first: where both are mentioned, the add wins
        for (const Literal& e : action.effects)
            if (e.positive == value)
                effects_.push_back({pattern(e.predicate, e.terms, instruction.pointers), value});
    op.effects.end = static_cast<std::uint32_t>(effects_.size());
    op.arguments.begin = static_cast<std::uint32_t>(arguments_.size());
    arguments_.insert(arguments_.end(), instruction.pointers.begin(), instruction.pointers.end());
    op.arguments.end = static_cast<std::uint32_t>(arguments_.size());
}

Executor::AtomPattern Executor::pattern(int predicate, const std::vector<int>& terms,
                                        const std::vector<std::uint32_t>& pointers) {
    const Domain& domain = instance_->domain();
    AtomPattern atom{instance_->bit_offset(predicate), static_cast<std::uint32_t>(terms_.size()), 0};
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const int type = domain.predicate_types[predicate][i];
        const std::uint64_t stride = instance_->strides(predicate)[i];
        if (terms[i] < 0) {
            atom.base += stride * static_cast<std::uint64_t>(instance_->place(type, -1 - terms[i]));
            continue;
        }
        const std::uint32_t pointer = pointers[terms[i]];
        std::uint64_t first = 0;
        const std::int32_t* table = places(domain.pointer_types[pointer], type, first);
        atom.base += stride * first;
        terms_.push_back({pointer, table, stride});
    }
    atom.end = static_cast<std::uint32_t>(terms_.size());
    return atom;
}

// Where the objects of one type stand among those of a supertype: a table, or, where they are
// consecutive there, null and the place of the first.
const std::int32_t* Executor::places(int from, int to, std::uint64_t& first) {
    for (const auto& table : place_tables_) {
        if (table->from != from || table->to != to) continue;
        first = table->consecutive ? table->first : 0;
        return table->consecutive ? nullptr : table->places.data();
    }
    auto table = std::make_unique<PlaceTable>();
    table->from = from;
    table->to = to;
    for (int object : instance_->members(from)) table->places.push_back(instance_->place(to, object));
    table->consecutive = true;
    for (std::size_t i = 1; i < table->places.size(); ++i)
        table->consecutive &= table->places[i] == table->places[0] + static_cast<std::int32_t>(i);
    table->first = static_cast<std::uint64_t>(table->places[0]);
    if (table->consecutive) table->places.clear();
    place_tables_.push_back(std::move(table));
    return places(from, to, first);
}

Executor::Side Executor::side(int term, const std::vector<std::uint32_t>& pointers) const {
    if (term < 0) return {nullptr, 0, -1 - term};
    const std::uint32_t pointer = pointers[term];
    return {instance_->members(instance_->domain().pointer_types[pointer]).data(), pointer, 0};
}

// --- One instruction -------------------------------------------------------------------------

Machine Executor::start() const {
    Machine m;
    const std::size_t landmark_words = progress_ ? 2 * progress_->words() : 0;
    m.words.assign(identity_words() + landmark_words, 0);
    std::copy(instance_->initial_state().begin(), instance_->initial_state().end(), own_state(m));
    if (progress_) {
        Word* reached = own_state(m) + instance_->state_words();
        progress_->start(state(m), pointers(m), reached, reached + progress_->words());
    }
    return m;
}

bool Executor::applicable(const Op& op, const Place* pointers, const Word* state) const {
    if (!op.possible) return false;
    for (std::uint32_t i = op.conditions.begin; i < op.conditions.end; ++i) {
        const Condition& condition = conditions_[i];
        const Word* words = condition.is_static ? instance_->static_atoms() : state;
        if (test_bit(words, number(condition.atom, pointers)) != condition.value) return false;
    }
    for (std::uint32_t i = op.equalities.begin; i < op.equalities.end; ++i) {
        const auto object = [&](const Side& s) {
            return s.objects == nullptr ? s.constant : s.objects[pointers[s.pointer]];
        };
        const EqualityCheck& check = equalities_[i];
        if ((object(check.left) == object(check.right)) != check.equal) return false;
    }
    return true;
}

bool Executor::tests_true(const Op& op, const Place* pointers, const Word* state) const {
    if (!op.possible) return false;
    const Condition& condition = conditions_[op.conditions.begin];
    const Word* words = condition.is_static ? instance_->static_atoms() : state;
    return test_bit(words, number(condition.atom, pointers));
}

template <bool COUNTING>
void Executor::apply(const Op& op, Machine& m) const {
    Word* words = own_state(m);
    const Place* at = pointers(m);
    if constexpr (!COUNTING) {
        for (std::uint32_t i = op.effects.begin; i < op.effects.end; ++i) {
            const std::uint64_t atom = number(effects_[i].atom, at);
            if (effects_[i].value) set_bit(words, atom);
            else clear_bit(words, atom);
        }
        return;
    }
    touched_.clear();
    for (std::uint32_t i = op.effects.begin; i < op.effects.end; ++i) {
        const std::uint64_t atom = number(effects_[i].atom, at);
        touched_.emplace_back(atom, test_bit(words, atom));
    }
    for (std::uint32_t i = op.effects.begin; i < op.effects.end; ++i) {
        const std::uint64_t atom = touched_[i - op.effects.begin].first;
        if (effects_[i].value) set_bit(words, atom);
        else clear_bit(words, atom);
    }
    Word* holds = words + instance_->state_words() + progress_->words();
    for (const auto& [atom, before] : touched_)
        if (test_bit(words, atom) != before) progress_->atom_changed(atom, !before, words, holds);
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

bool Executor::solves_after(Code instruction, const Machine& m, Machine& scratch) const {
    const Op& op = ops_[instruction];
    if (op.kind != Kind::ACT || !applicable(op, pointers(m), state(m))) return goal_holds(m);
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
    const auto& types = instance_->domain().pointer_types;
    for (std::uint32_t i = op.arguments.begin; i < op.arguments.end; ++i) {
        const std::uint32_t z = arguments_[i];
        plan.words.push_back(static_cast<std::uint32_t>(instance_->members(types[z])[pointers[z]]));
    }
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
    const auto halt = [&](Halt reason) {
        m.y = y;
        m.line = line;
        m.steps = steps;
        return reason;
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
                line = op.operand;
                control.poll();
                if (is_saved && saved_line == line && saved_y == y &&
                    std::memcmp(saved_.data(), m.words.data(), identity * sizeof(Word)) == 0) {
                    ++steps;
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
        ++steps;
        if constexpr (COUNTING) after_step(moved, m);
        if constexpr (COUNTING && RECORDING)
            plan->reached.emplace_back(words + instance_->state_words(),
                                       words + instance_->state_words() + progress_->words());
    }
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
