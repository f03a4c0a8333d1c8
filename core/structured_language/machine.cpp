#include "machine.hpp"

#include <algorithm>
#include <numeric>

namespace genplan {

StructuredExecutor::StructuredExecutor(std::shared_ptr<const Instance> instance)
    : instance_(std::move(instance)),
      pointer_count_(static_cast<std::uint32_t>(instance_->domain().pointer_types.size())),
      patterns_(*instance_, instance_->domain().pointer_types) {
    for (Fact fact : instance_->goal()) {
        const Instance::Place at = instance_->locate(fact / 2);
        const bool is_static = instance_->domain().is_static[at.predicate];
        std::vector<Word>& words = goal_words_[is_static][fact % 2];
        const std::uint64_t bit = instance_->bit_offset(at.predicate) + at.local;
        if (words.size() <= bit / WORD_BITS) words.resize(bit / WORD_BITS + 1, 0);
        set_bit(words.data(), bit);
    }
    start_.words = instance_->initial_state();
    // Behind the pointers, the two places between which a `go` moves.
    start_.places.assign(pointer_count_ + 2, -1);
}

void StructuredExecutor::count_landmarks(std::unique_ptr<const LandmarkProgress> progress) {
    progress_ = std::move(progress);
    const std::size_t state_words = instance_->state_words();
    start_.words.resize(state_words);
    start_.words.resize(state_words + 2 * progress_->words(), 0);
    Word* reached_words = start_.words.data() + state_words;
    progress_->start(start_.words.data(), nullptr, reached_words,
                     reached_words + progress_->words());
}

std::size_t StructuredExecutor::bytes() const {
    return ops_.size() * sizeof(Op) + conditions_.size() * sizeof(Condition) +
           effects_.size() * sizeof(Effect) + marked_.size() * sizeof(Marked) +
           patterns_.bytes() + (progress_ ? progress_->bytes() : 0) +
           2 * start_.words.size() * sizeof(Word);
}

// --- Making statements ready -----------------------------------------------------------------

void StructuredExecutor::prepare(const std::vector<Statement>& table) {
    while (ops_.size() < table.size()) ops_.push_back(prepare(table[ops_.size()]));
}

StructuredExecutor::Op StructuredExecutor::prepare(const Statement& statement) {
    Op op{};
    op.kind = statement.kind;
    op.mode = statement.mode;
    op.operand = statement.operand;
    if (statement.kind == StatementKind::REPEAT) return op;
    std::vector<std::uint32_t> variables;  // for each parameter
    for (const StatementArgument& argument : statement.arguments) {
        variables.push_back(argument.pointer < 0 ? pointer_count_
                                                 : static_cast<std::uint32_t>(argument.pointer));
        if (argument.pointer >= 0 && patterns_.members(variables.back()).empty())
            op.possible = false;
    }
    if (statement.kind == StatementKind::FOR || statement.kind == StatementKind::FORDOWN) {
        op.pointer = variables[0];
        op.count = static_cast<Place>(patterns_.members(op.pointer).size());
        return op;
    }
    prepare_choice(statement, variables, op);
    if (!op.possible) return op;
    if (statement.is_condition()) {
        std::vector<int> terms(variables.size());
        std::iota(terms.begin(), terms.end(), 0);
        op.is_static = instance_->domain().is_static[statement.operand];
        op.atom = patterns_.atom(static_cast<int>(statement.operand), terms, variables);
    } else {
        prepare_action(statement, variables, op);
    }
    return op;
}

void StructuredExecutor::prepare_choice(const Statement& statement,
                                        const std::vector<std::uint32_t>& variables, Op& op) {
    const auto& arguments = statement.arguments;
    op.unmarked.begin = static_cast<std::uint32_t>(variables_.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i].pointer >= 0 && !arguments[i].choose) variables_.push_back(variables[i]);
    op.unmarked.end = static_cast<std::uint32_t>(variables_.size());
    op.marked.begin = static_cast<std::uint32_t>(marked_.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!arguments[i].choose) continue;
        Marked marked{};
        marked.variable = variables[i];
        marked.count = static_cast<Place>(patterns_.members(variables[i]).size());
        marked.others.begin = static_cast<std::uint32_t>(variables_.size());
        for (std::size_t j = 0; j < arguments.size(); ++j)
            if (j != i && arguments[j].pointer >= 0 && (!arguments[j].choose || j < i) &&
                may_meet(variables[i], variables[j]))
                variables_.push_back(variables[j]);
        marked.others.end = static_cast<std::uint32_t>(variables_.size());
        marked_.push_back(marked);
    }
    op.marked.end = static_cast<std::uint32_t>(marked_.size());
}

// The level of a variable among the first marked arguments; none if it is not one of them.
StructuredExecutor::Levels StructuredExecutor::level_among(const Op& op, std::uint32_t count,
                                                           std::uint32_t variable) const {
    for (std::uint32_t k = 0; k < count; ++k)
        if (marked_[op.marked.begin + k].variable == variable) return level(k);
    return 0;
}

// Whether two variables can stand at the same object.
bool StructuredExecutor::may_meet(std::uint32_t variable, std::uint32_t other) const {
    const Domain& domain = instance_->domain();
    const int type = patterns_.type_of(variable);
    const int other_type = patterns_.type_of(other);
    return domain.is_subtype(type, other_type) || domain.is_subtype(other_type, type);
}

void StructuredExecutor::prepare_action(const Statement& statement,
                                        std::vector<std::uint32_t> variables, Op& op) {
    const Action& action = instance_->domain().actions[statement.operand];
    Movement movement;
    if (statement.kind == StatementKind::GO) {
        movement = find_movement(action);
        const int type = action.parameter_types[movement.from];
        op.target = variables[movement.to];
        op.nodes = static_cast<std::uint32_t>(instance_->members(type).size());
        for (int object : patterns_.members(op.target))
            op.target_nodes.push_back(static_cast<std::uint32_t>(instance_->place(type, object)));
        variables[movement.from] = pointer_count_;
        variables[movement.to] = pointer_count_ + 1;
        patterns_.set_type(pointer_count_, type);
        patterns_.set_type(pointer_count_ + 1, type);
        const Literal& q = action.preconditions[movement.precondition];
        op.here = patterns_.atom(q.predicate, q.terms, variables);
    }
    place_conditions(action, movement, variables, op);
    op.effects.begin = static_cast<std::uint32_t>(effects_.size());
    for (bool value : {false, true})  // deletes first: where both are mentioned, the add wins
        for (const Literal& e : action.effects)
            if (e.positive == value)
                effects_.push_back({patterns_.atom(e.predicate, e.terms, variables), value});
    op.effects.end = static_cast<std::uint32_t>(effects_.size());
    op.arguments.begin = static_cast<std::uint32_t>(arguments_.size());
    for (std::size_t i = 0; i < variables.size(); ++i)
        arguments_.push_back(patterns_.argument(static_cast<int>(i), variables));
    op.arguments.end = static_cast<std::uint32_t>(arguments_.size());
}

void StructuredExecutor::place_conditions(const Action& action, const Movement& movement,
                                          const std::vector<std::uint32_t>& variables, Op& op) {
    const auto choices = op.marked.end - op.marked.begin;
    // How many choices must be made before terms are known; one more if they are those that
    // change along a path.
    const auto depth_of = [&](const std::vector<int>& terms) {
        std::uint32_t depth = 0;
        for (int term : terms) {
            if (term < 0) continue;
            if (variables[term] >= pointer_count_) return choices + 1;
            for (std::uint32_t k = 0; k < choices; ++k)
                if (marked_[op.marked.begin + k].variable == variables[term])
                    depth = std::max(depth, k + 1);
        }
        return depth;
    };
    // What is decided with an argument depends on those before it that its terms mention.
    const auto note = [&](const std::vector<int>& terms, std::uint32_t depth) {
        if (depth == 0 || depth > choices) return;
        for (int term : terms)
            if (term >= 0)
                marked_[op.marked.begin + depth - 1].depends |=
                    level_among(op, depth - 1, variables[term]);
    };
    for (std::uint32_t depth = 0; depth <= choices + 1; ++depth) {
        const auto first = static_cast<std::uint32_t>(conditions_.size());
        for (const Literal& p : action.preconditions) {
            const bool is_here = movement.precondition >= 0 &&
                                 p == action.preconditions[movement.precondition];
            if (is_here || depth_of(p.terms) != depth) continue;
            note(p.terms, depth);
            conditions_.push_back({patterns_.atom(p.predicate, p.terms, variables),
                                   instance_->domain().is_static[p.predicate], p.positive});
        }
        const Range conditions{first, static_cast<std::uint32_t>(conditions_.size())};
        const auto first_equality = static_cast<std::uint32_t>(equalities_.size());
        for (const genplan::Equality& e : action.equalities) {
            if (depth_of({e.left, e.right}) != depth) continue;
            note({e.left, e.right}, depth);
            equalities_.push_back({patterns_.argument(e.left, variables),
                                   patterns_.argument(e.right, variables), e.equal});
        }
        const Range equalities{first_equality, static_cast<std::uint32_t>(equalities_.size())};
        if (depth == 0) {
            op.conditions = conditions;
            op.equalities = equalities;
        } else if (depth <= choices) {
            marked_[op.marked.begin + depth - 1].conditions = conditions;
            marked_[op.marked.begin + depth - 1].equalities = equalities;
        } else {
            op.edges = conditions;
            op.edge_equalities = equalities;
        }
    }
}

// --- Atoms -----------------------------------------------------------------------------------

bool StructuredExecutor::hold(Range conditions, Range equalities, const Word* state,
                              const Place* places) const {
    for (std::uint32_t i = conditions.begin; i < conditions.end; ++i) {
        const Condition& condition = conditions_[i];
        const Word* words = condition.is_static ? instance_->static_atoms() : state;
        if (test_bit(words, patterns_.number(condition.atom, places)) != condition.value)
            return false;
    }
    for (std::uint32_t i = equalities.begin; i < equalities.end; ++i) {
        const EqualityCheck& check = equalities_[i];
        if ((check.left.object(places) == check.right.object(places)) != check.equal) return false;
    }
    return true;
}

bool StructuredExecutor::choices_hold(const Op& op, const Word* state,
                                      const Place* places) const {
    for (std::uint32_t i = op.marked.begin; i < op.marked.end; ++i)
        if (!hold(marked_[i].conditions, marked_[i].equalities, state, places)) return false;
    return true;
}

// Whether the atom of a condition holds, whose pointers are all bound.
bool StructuredExecutor::asked(const Op& op, const Word* state, const Place* places) const {
    const std::uint64_t bit = patterns_.number(op.atom, places);
    const auto now = [&] {
        return test_bit(op.is_static ? instance_->static_atoms() : state, bit);
    };
    const auto wants = [&](bool value) {
        const std::vector<Word>& words = goal_words_[op.is_static][value];
        return bit / WORD_BITS < words.size() && test_bit(words.data(), bit);
    };
    switch (op.mode) {
        case Mode::NOW: return now();
        case Mode::GOAL: return wants(true);
        case Mode::GOAL_NOT: return wants(false);
        case Mode::TODO: return wants(true) && !now();
        default: return wants(false) && now();
    }
}

bool StructuredExecutor::unmarked_are_bound(const Op& op, const Place* places) const {
    for (std::uint32_t i = op.unmarked.begin; i < op.unmarked.end; ++i)
        if (places[variables_[i]] < 0) return false;
    return op.possible;
}

// Tries tuples of places for the marked arguments in lexicographic order, until one satisfies.
// The places are left as they were if none does.
//
// Returns CHOSEN, or the arguments before this one without which it is no use to try again: they
// decided that nothing could be chosen here or behind. Where an argument is not among them, its
// other objects would fail in the same way and are passed over (conflict-directed backjumping).
template <class Satisfied>
StructuredExecutor::Levels StructuredExecutor::choose_from(const Op& op, std::uint32_t number,
                                                           const Word* state, Place* places,
                                                           const Satisfied& satisfied) const {
    if (op.marked.begin + number == op.marked.end)
        return satisfied() ? CHOSEN : levels_before(number);
    const Marked& marked = marked_[op.marked.begin + number];
    const std::vector<int>& members = patterns_.members(marked.variable);
    const Place before = places[marked.variable];
    Levels decided = 0;
    for (Place place = 0; place < marked.count; ++place) {
        places[marked.variable] = place;
        if (!hold(marked.conditions, marked.equalities, state, places)) {
            decided |= marked.depends;
            continue;
        }
        bool differs = true;
        for (std::uint32_t i = marked.others.begin; differs && i < marked.others.end; ++i) {
            const std::uint32_t other = variables_[i];
            differs = patterns_.members(other)[places[other]] != members[place];
            if (!differs) decided |= level_among(op, number, other);
        }
        if (!differs) continue;
        const Levels found = choose_from(op, number + 1, state, places, satisfied);
        if (found == CHOSEN) return CHOSEN;
        if ((found & level(number)) == 0) {
            decided = found;
            break;
        }
        // The last level stands for all arguments from there on.
        decided |= number < 62 ? found & ~level(number) : found;
    }
    places[marked.variable] = before;
    return decided;
}

// --- Runs ------------------------------------------------------------------------------------

// One run of a program: what it changes, and why it stops.
class StructuredExecutor::Run {
public:
    Run(StructuredExecutor& executor, const ProgramLine* lines, StructuredMachine& machine,
        Control& control, std::uint64_t step_limit, std::vector<std::uint32_t>* plan)
        : executor_(executor),
          lines_(lines),
          machine_(machine),
          state_(machine.words.data()),
          places_(machine.places.data()),
          state_words_(executor.instance_->state_words()),
          control_(control),
          step_limit_(step_limit),
          plan_(plan) {}

    StructuredHalt block(std::uint32_t begin, std::uint32_t end);

private:
    StructuredHalt statement(std::uint32_t line);
    StructuredHalt over_objects(const Op& op, std::uint32_t line);
    StructuredHalt each(const Op& op, std::uint32_t line);
    StructuredHalt repeat(std::uint32_t line);
    void act(const Op& op);
    void go(const Op& op);
    bool find_path(const Op& op);
    void walk(const Op& op);
    void apply(const Op& op);
    bool count_step() { return ++machine_.steps <= step_limit_; }
    bool condition_holds(const Op& op) const {
        return executor_.unmarked_are_bound(op, places_) && executor_.asked(op, state_, places_);
    }
    void restore_first_repetition(std::uint32_t line, const StructuredMachine& entry,
                                  std::size_t plan_size, std::uint64_t length);
    bool same_identity(const StructuredMachine& a, const StructuredMachine& b) const {
        return a.places == b.places &&
               std::equal(a.words.begin(),
                          a.words.begin() + static_cast<std::ptrdiff_t>(state_words_),
                          b.words.begin());
    }

    StructuredExecutor& executor_;
    const ProgramLine* lines_;
    StructuredMachine& machine_;
    Word* state_;
    Place* places_;
    std::size_t state_words_;
    Control& control_;
    std::uint64_t step_limit_;
    std::vector<std::uint32_t>* plan_;
    std::vector<std::int32_t> parents_;  // of the nodes that a `go` reached; -1 otherwise
    std::vector<std::uint32_t> path_;    // and the way to its target
};

StructuredHalt StructuredExecutor::run(const ProgramLine* lines, std::uint32_t begin,
                                       std::uint32_t end, StructuredMachine& m, Control& control,
                                       std::uint64_t step_limit,
                                       std::vector<std::uint32_t>* plan) {
    return Run(*this, lines, m, control, step_limit, plan).block(begin, end);
}

StructuredHalt StructuredExecutor::Run::block(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t line = begin; line < end; line += 1 + lines_[line].size) {
        const StructuredHalt halt = statement(line);
        if (halt != StructuredHalt::END) return halt;
    }
    return StructuredHalt::END;
}

StructuredHalt StructuredExecutor::Run::statement(std::uint32_t line) {
    const Op& op = executor_.ops_[lines_[line].statement];
    switch (op.kind) {
        case StatementKind::FOR:
        case StatementKind::FORDOWN: return over_objects(op, line);
        case StatementKind::EACH: return each(op, line);
        case StatementKind::REPEAT: return repeat(line);
        default: break;
    }
    if (!count_step()) return StructuredHalt::STEP_LIMIT;
    switch (op.kind) {
        case StatementKind::DO: act(op); break;
        case StatementKind::GO: go(op); break;
        case StatementKind::FIND:
            if (executor_.unmarked_are_bound(op, places_))
                executor_.choose(op, state_, places_,
                                 [&] { return executor_.asked(op, state_, places_); });
            break;
        default:
            if (condition_holds(op) == (op.kind == StatementKind::IF))
                return block(line + 1, line + 1 + lines_[line].size);
    }
    return StructuredHalt::END;
}

StructuredHalt StructuredExecutor::Run::over_objects(const Op& op, std::uint32_t line) {
    const bool down = op.kind == StatementKind::FORDOWN;
    for (Place i = 0; i < op.count; ++i) {
        control_.poll();
        if (!count_step()) return StructuredHalt::STEP_LIMIT;
        places_[op.pointer] = down ? op.count - 1 - i : i;
        const StructuredHalt halt = block(line + 1, line + 1 + lines_[line].size);
        if (halt != StructuredHalt::END) return halt;
    }
    places_[op.pointer] = -1;
    return StructuredHalt::END;
}

StructuredHalt StructuredExecutor::Run::each(const Op& op, std::uint32_t line) {
    const std::size_t width = op.marked.end - op.marked.begin;
    const Marked* marked = executor_.marked_.data() + op.marked.begin;
    std::vector<Place> bindings;
    std::size_t count = 0;
    if (executor_.unmarked_are_bound(op, places_))
        executor_.choose(op, state_, places_, [&] {
            if (!executor_.asked(op, state_, places_)) return false;
            ++count;
            for (std::size_t k = 0; k < width; ++k)
                bindings.push_back(places_[marked[k].variable]);
            return false;
        });
    for (std::size_t i = 0; i < count; ++i) {
        control_.poll();
        if (!count_step()) return StructuredHalt::STEP_LIMIT;
        for (std::size_t k = 0; k < width; ++k)
            places_[marked[k].variable] = bindings[i * width + k];
        const StructuredHalt halt = block(line + 1, line + 1 + lines_[line].size);
        if (halt != StructuredHalt::END) return halt;
    }
    for (std::size_t k = 0; k < width; ++k) places_[marked[k].variable] = -1;
    return StructuredHalt::END;
}

// An iteration that leaves the state unchanged is the last. Brent: at the iterations number 1, 2,
// 4, 8, … the machine is saved, and at every later one it is compared with what was saved last.
StructuredHalt StructuredExecutor::Run::repeat(std::uint32_t line) {
    std::vector<Word> before(state_words_);
    StructuredMachine saved;
    std::uint64_t since_saved = 0;
    std::uint64_t until_save = 1;
    StructuredMachine entry;
    std::size_t plan_size = 0;
    if (plan_ != nullptr) {
        entry = machine_;
        plan_size = plan_->size();
    }
    for (;;) {
        control_.poll();
        if (!saved.words.empty() && same_identity(saved, machine_)) {
            executor_.infinite_line_ = line;
            if (plan_ != nullptr) restore_first_repetition(line, entry, plan_size, since_saved);
            return StructuredHalt::INFINITE;
        }
        if (since_saved == until_save || saved.words.empty()) {
            if (!saved.words.empty()) until_save *= 2;
            saved = machine_;
            since_saved = 0;
        }
        ++since_saved;
        if (!count_step()) return StructuredHalt::STEP_LIMIT;
        std::copy(state_, state_ + state_words_, before.begin());
        const StructuredHalt halt = block(line + 1, line + 1 + lines_[line].size);
        if (halt != StructuredHalt::END) return halt;
        if (std::equal(before.begin(), before.end(), state_)) return StructuredHalt::END;
    }
}

// Two machines, one cycle apart, meet where the cycle begins: the first of them for the first
// time there, the other for the second. The machine is left there, and the plan with it.
void StructuredExecutor::Run::restore_first_repetition(std::uint32_t line,
                                                       const StructuredMachine& entry,
                                                       std::size_t plan_size,
                                                       std::uint64_t length) {
    StructuredMachine ahead = entry;
    StructuredMachine behind = entry;
    plan_->resize(plan_size);
    const auto iterate = [&](StructuredMachine& machine, std::vector<std::uint32_t>* plan) {
        ++machine.steps;
        Run(executor_, lines_, machine, control_, step_limit_, plan)
            .block(line + 1, line + 1 + lines_[line].size);
    };
    for (std::uint64_t i = 0; i < length; ++i) iterate(ahead, plan_);
    while (!same_identity(ahead, behind)) {
        iterate(ahead, plan_);
        iterate(behind, nullptr);
    }
    std::copy(ahead.words.begin(), ahead.words.end(), machine_.words.begin());
    std::copy(ahead.places.begin(), ahead.places.end(), machine_.places.begin());
    machine_.steps = ahead.steps;
}

// --- Actions ---------------------------------------------------------------------------------

void StructuredExecutor::Run::act(const Op& op) {
    if (!executor_.unmarked_are_bound(op, places_)) return;
    if (!executor_.hold(op.conditions, op.equalities, state_, places_)) return;
    if (executor_.choose(op, state_, places_, [] { return true; })) apply(op);
}

void StructuredExecutor::Run::apply(const Op& op) {
    if (plan_ != nullptr) {
        plan_->push_back(op.operand);
        for (std::uint32_t i = op.arguments.begin; i < op.arguments.end; ++i)
            plan_->push_back(
                static_cast<std::uint32_t>(executor_.arguments_[i].object(places_)));
    }
    const LandmarkProgress* progress = executor_.progress_.get();
    Word* reached = state_ + state_words_;
    Word* holds = progress != nullptr ? reached + progress->words() : nullptr;
    for (std::uint32_t i = op.effects.begin; i < op.effects.end; ++i) {
        const Effect& effect = executor_.effects_[i];
        const std::uint64_t atom = executor_.patterns_.number(effect.atom, places_);
        if (test_bit(state_, atom) == effect.value) continue;
        flip_bit(state_, atom);
        // `holds` follows every bit, so an atom deleted and added again leaves it as it was.
        if (progress != nullptr) progress->atom_changed(atom, effect.value, state_, holds);
    }
    if (progress != nullptr) progress->after_step(-1, nullptr, reached, holds);
}

void StructuredExecutor::Run::go(const Op& op) {
    if (!executor_.unmarked_are_bound(op, places_)) return;
    if (!executor_.hold(op.conditions, op.equalities, state_, places_)) return;
    if (executor_.choose(op, state_, places_, [&] { return find_path(op); })) walk(op);
    // The two places are part of what is compared, so they are as before, path or not.
    places_[executor_.pointer_count_] = places_[executor_.pointer_count_ + 1] = -1;
}

// Whether the target can be reached; then the way is in `path_`.
bool StructuredExecutor::Run::find_path(const Op& op) {
    Place& from = places_[executor_.pointer_count_];
    Place& to = places_[executor_.pointer_count_ + 1];
    const std::uint32_t target = op.target_nodes[places_[op.target]];
    std::uint32_t start = op.nodes;
    for (std::uint32_t node = 0; start == op.nodes && node < op.nodes; ++node) {
        from = node;
        const std::uint64_t bit = executor_.patterns_.number(op.here, places_);
        if (test_bit(state_, bit)) start = node;
    }
    path_.clear();
    if (start == op.nodes || start == target) return false;
    parents_.assign(op.nodes, -1);
    parents_[start] = static_cast<std::int32_t>(start);
    std::vector<std::uint32_t> queue{start};
    for (std::size_t next = 0; next < queue.size() && parents_[target] < 0; ++next) {
        control_.poll();
        from = queue[next];
        for (std::uint32_t node = 0; node < op.nodes; ++node) {
            to = node;
            if (parents_[node] >= 0 ||
                !executor_.hold(op.edges, op.edge_equalities, state_, places_))
                continue;
            parents_[node] = static_cast<std::int32_t>(queue[next]);
            queue.push_back(node);
        }
    }
    if (parents_[target] < 0) return false;
    for (std::uint32_t node = target; node != start;
         node = static_cast<std::uint32_t>(parents_[node]))
        path_.push_back(node);
    path_.push_back(start);
    std::reverse(path_.begin(), path_.end());
    return true;
}

void StructuredExecutor::Run::walk(const Op& op) {
    for (std::size_t i = 1; i < path_.size(); ++i) {
        places_[executor_.pointer_count_] = path_[i - 1];
        places_[executor_.pointer_count_ + 1] = path_[i];
        const std::uint64_t here = executor_.patterns_.number(op.here, places_);
        if (!test_bit(state_, here) ||
            !executor_.hold(op.conditions, op.equalities, state_, places_) ||
            !executor_.choices_hold(op, state_, places_) ||
            !executor_.hold(op.edges, op.edge_equalities, state_, places_))
            break;
        if (i > 1) ++machine_.steps;
        apply(op);
    }
}

}  // namespace genplan
