#include "language.hpp"

#include <algorithm>

namespace genplan {

GotoLanguage::GotoLanguage(std::vector<std::shared_ptr<const Instance>> instances,
                           InstructionSet set, std::uint32_t lines,
                           std::vector<Evaluation> evaluations, MakeProgress make_progress,
                           Custom custom, Control& control)
    : instances_(std::move(instances)),
      set_(std::move(set)),
      lines_(lines),
      evaluations_(std::move(evaluations)),
      make_progress_(std::move(make_progress)),
      custom_(std::move(custom)),
      control_(control),
      has_custom_(std::any_of(evaluations_.begin(), evaluations_.end(), [](const Evaluation& e) {
          return e.kind == EvaluationKind::CUSTOM;
      })),
      executors_(instances_.size()),
      parent_(lines - 1, UNDEFINED),
      scratch_code_(lines - 1, UNDEFINED) {
    for (const auto& instance : instances_) bytes_ += instance->bytes();
}

Executor& GotoLanguage::executor(std::size_t instance) {
    if (!executors_[instance]) {
        executors_[instance] = std::make_unique<Executor>(instances_[instance], set_.instructions);
        bytes_ += executors_[instance]->bytes();
    }
    return *executors_[instance];
}

void GotoLanguage::root(Code* code) const { std::fill(code, code + code_length(), UNDEFINED); }

void GotoLanguage::activate(std::size_t instance) {
    Executor& made = executor(instance);
    bytes_ -= made.bytes();
    if (auto progress = make_progress_(*instances_[instance]))
        made.count_landmarks(std::move(progress));
    bytes_ += made.bytes();
    standings_.push_back({.instance = instance,
                          .executor = &made,
                          .machine = made.start(),
                          .scratch = made.start(),
                          .idle = {}});
    keys_.emplace_back();
}

Fate GotoLanguage::root_values(Values& values, Key* key) {
    structure(parent_.data(), values);
    if (key != nullptr) *key = {};
    for (Standing& standing : standings_) {
        standing.machine = standing.executor->start();
        contribute(*standing.executor, standing.machine, values);
        if (key != nullptr) *key += key_of(standing, standing.machine, standing.machine.y);
    }
    add_custom(parent_.data(), false, values);
    return Fate::ALIVE;
}

std::uint32_t GotoLanguage::first_undefined(const Code* code) const {
    std::uint32_t line = 0;
    while (line < lines_ - 1 && code[line] != UNDEFINED) ++line;
    return line;
}

// --- Expansion -------------------------------------------------------------------------------

std::size_t GotoLanguage::open(const Code* parent) {
    std::copy(parent, parent + code_length(), parent_.begin());
    scratch_code_ = parent_;
    line_ = first_undefined(parent);
    for (Standing& standing : standings_) run_opened(standing);
    find_candidates();
    return candidates_.size();
}

bool GotoLanguage::open_newest() { return run_opened(standings_.back()); }

bool GotoLanguage::run_opened(Standing& standing) {
    const Executor& executor = *standing.executor;
    standing.machine = executor.start();
    standing.idle_known = false;
    keys_[static_cast<std::size_t>(&standing - standings_.data())].known = false;
    // Children that are complete have no values, so their landmarks need not be counted.
    const Halt halt =
        is_last_line() ? executor.run(parent_.data(), line_, standing.machine, control_)
                       : executor.run_counting(parent_.data(), line_, standing.machine, control_);
    standing.goals_missing = executor.goals_missing(standing.machine);
    return halt != Halt::INFINITE;
}

// Which instructions may stand on the first undefined line, after the one before it.
void GotoLanguage::find_candidates() {
    candidates_.clear();
    const Code before = line_ > 0 ? parent_[line_ - 1] : UNDEFINED;
    const std::size_t tests = set_.actions + set_.pointer_instructions;
    const bool after_test = before != UNDEFINED && before >= tests && before < set_.first_goto();
    const bool after_pointer = before != UNDEFINED && before >= set_.actions && before < tests;
    const auto add = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) candidates_.push_back(static_cast<Code>(i));
    };
    if (!after_test) {
        add(0, set_.actions);
        if (line_ + 3 <= lines_) add(set_.actions, tests);
        add(tests, set_.first_goto());
    }
    if (after_test || after_pointer) add(set_.first_goto(), set_.first_goto() + 2 * line_);
    if (!after_test) add(set_.end(), set_.end() + 1);
}

void GotoLanguage::child_code(std::size_t number, Code* code) const {
    std::copy(parent_.begin(), parent_.end(), code);
    code[line_] = candidates_[number];
}

Fate GotoLanguage::child(std::size_t number, Values& values, Key* key) {
    const Code instruction = candidates_[number];
    if (instruction == set_.end() || is_last_line()) return complete(instruction);
    return key == nullptr ? continue_with<false>(instruction, values, key)
                          : continue_with<true>(instruction, values, key);
}

// A child without undefined lines: it solves all active instances, or it is dead.
Fate GotoLanguage::complete(Code instruction) {
    scratch_code_[line_] = instruction;
    for (Standing& standing : standings_) {
        const Executor& executor = *standing.executor;
        if (instruction == set_.end()) {
            if (standing.goals_missing != 0) return Fate::DEAD;
        } else if (!is_goto(instruction)) {
            if (!executor.solves_after(instruction, standing.machine, standing.goals_missing,
                                       standing.scratch))
                return Fate::DEAD;
        } else {
            standing.scratch = standing.machine;
            const Halt halt =
                executor.run(scratch_code_.data(), line_ + 1, standing.scratch, control_);
            if (halt == Halt::INFINITE || !executor.goal_holds(standing.scratch))
                return Fate::DEAD;
        }
    }
    return Fate::SOLVED;
}

template <bool KEYED>
Fate GotoLanguage::continue_with(Code instruction, Values& values, [[maybe_unused]] Key* key) {
    scratch_code_[line_] = instruction;
    structure(scratch_code_.data(), values);
    if constexpr (KEYED) *key = {};
    for (Standing& standing : standings_) {
        const bool idle = is_goto(instruction)
                              ? standing.machine.y != set_.instructions[instruction].when
                              : standing.executor->changes_nothing(instruction, standing.machine);
        if (idle && !has_custom_) {
            add_idle(standing, values);
            if constexpr (KEYED) add_idle_key(instruction, standing, *key);
            continue;
        }
        if (!resume(instruction, standing)) return Fate::DEAD;
        contribute(*standing.executor, standing.scratch, values);
        if constexpr (KEYED) *key += key_of(standing, standing.scratch, standing.scratch.y);
    }
    add_custom(scratch_code_.data(), true, values);
    return Fate::ALIVE;
}

bool GotoLanguage::resume(Code instruction, Standing& standing) {
    standing.scratch = standing.machine;
    if (!is_goto(instruction)) {
        standing.executor->step(instruction, standing.scratch);
        return true;
    }
    return standing.executor->run_counting(scratch_code_.data(), line_ + 1, standing.scratch,
                                           control_) != Halt::INFINITE;
}

void GotoLanguage::add_idle(Standing& standing, Values& values) {
    if (!standing.idle_known) {
        standing.scratch = standing.machine;
        standing.executor->idle_step(standing.scratch);
        standing.idle.assign(evaluations_.size(), 0);
        contribute(*standing.executor, standing.scratch, standing.idle);
        standing.idle_known = true;
    }
    for (std::size_t k = 0; k < evaluations_.size(); ++k) values[k] += standing.idle[k];
}

void GotoLanguage::add_idle_key(Code instruction, const Standing& standing, Key& key) {
    Keys& keys = keys_[static_cast<std::size_t>(&standing - standings_.data())];
    if (!keys.known) {
        for (const bool y : {false, true}) keys.by_y[y] = key_of(standing, standing.machine, y);
        keys.known = true;
    }
    key += keys.by_y[standing.executor->y_after_idle(instruction, standing.machine)];
}

Key GotoLanguage::key_of(const Standing& standing, const Machine& machine, bool y) const {
    KeyMaker maker(2 * standing.instance + y);
    maker.feed(machine.words.data(), standing.executor->identity_words());
    return maker.key();
}

bool GotoLanguage::solves(const Code* code, std::size_t instance) {
    const Executor& on = executor(instance);
    Machine machine = on.start();
    const Halt halt = on.run(code, lines_ - 1, machine, control_);
    return halt != Halt::INFINITE && on.goal_holds(machine);
}

bool GotoLanguage::add_since(const Code* code, std::size_t known, Values& values, Key* key) {
    const std::uint32_t stop_line = first_undefined(code);
    // The opened program's machines stay: its remaining children still need them. Custom values
    // are not sums, so they need every instance's machine again.
    for (std::size_t i = has_custom_ ? 0 : known; i < standings_.size(); ++i) {
        Standing& standing = standings_[i];
        standing.scratch = standing.executor->start();
        if (standing.executor->run_counting(code, stop_line, standing.scratch, control_) ==
            Halt::INFINITE)
            return false;
        if (i < known) continue;
        contribute(*standing.executor, standing.scratch, values);
        if (key != nullptr) *key += key_of(standing, standing.scratch, standing.scratch.y);
    }
    add_custom(code, true, values);
    return true;
}

// --- Values ----------------------------------------------------------------------------------

// The part of the values that depends on the text alone; 0 where instances contribute.
void GotoLanguage::structure(const Code* code, Values& values) const {
    values.assign(evaluations_.size(), 0);
    for (std::size_t k = 0; k < evaluations_.size(); ++k) {
        switch (evaluations_[k].kind) {
            case EvaluationKind::GOTO_COUNT:
                values[k] = std::count_if(code, code + code_length(),
                                          [&](Code c) { return is_goto(c); });
                break;
            case EvaluationKind::UNDEFINED_LINES:
                values[k] = static_cast<std::int64_t>(lines_ - 1 - first_undefined(code));
                break;
            case EvaluationKind::HALTED_LINE:
                // Every active instance of a live program halts at its first undefined line.
                values[k] = static_cast<std::int64_t>(lines_ - first_undefined(code));
                break;
            case EvaluationKind::REPEATED_INSTRUCTIONS:
                values[k] = repeated_instructions(code);
                break;
            case EvaluationKind::GOTO_NESTING:
                values[k] = goto_nesting(code);
                break;
            default:
                break;
        }
    }
}

std::int64_t GotoLanguage::repeated_instructions(const Code* code) const {
    std::int64_t repeated = 0;
    for (std::uint32_t line = 1; line < first_undefined(code); ++line)
        repeated += std::find(code, code + line, code[line]) != code + line;
    return repeated;
}

std::int64_t GotoLanguage::goto_nesting(const Code* code) const {
    std::int64_t deepest = 0;
    for (std::uint32_t line = 0; line < lines_ - 1; ++line) {
        std::int64_t spanning = 0;
        for (std::uint32_t jump = line; jump < lines_ - 1; ++jump)
            spanning += is_goto(code[jump]) && set_.instructions[code[jump]].operand <= line;
        deepest = std::max(deepest, spanning);
    }
    return deepest;
}

void GotoLanguage::contribute(const Executor& executor, const Machine& machine,
                              Values& values) const {
    for (std::size_t k = 0; k < evaluations_.size(); ++k) {
        switch (evaluations_[k].kind) {
            case EvaluationKind::GOAL_COUNT:
                values[k] += executor.goals_missing(machine);
                break;
            case EvaluationKind::LANDMARK_COUNT:
                values[k] += executor.landmark_count(machine);
                break;
            case EvaluationKind::LANDMARK_FRACTION: {
                const auto all = static_cast<std::int64_t>(executor.progress()->landmarks());
                values[k] += 10000 * static_cast<std::int64_t>(executor.landmark_count(machine)) /
                             std::max<std::int64_t>(1, all);
                break;
            }
            case EvaluationKind::STEPS:
                values[k] += static_cast<std::int64_t>(machine.steps);
                break;
            case EvaluationKind::STEPS_PLUS_WEIGHTED_GOALS:
                values[k] += static_cast<std::int64_t>(machine.steps) +
                             evaluations_[k].weight * executor.goals_missing(machine);
                break;
            default:
                break;
        }
    }
}

void GotoLanguage::add_custom(const Code* code, bool use_scratch, Values& values) {
    if (!has_custom_) return;
    std::vector<StandingRun> runs;
    for (const Standing& standing : standings_)
        runs.push_back({standing.instance, standing.executor,
                        use_scratch ? &standing.scratch : &standing.machine});
    for (std::size_t k = 0; k < evaluations_.size(); ++k)
        if (evaluations_[k].kind == EvaluationKind::CUSTOM)
            values[k] = custom_(evaluations_[k].custom, code, runs);
}

}  // namespace genplan
