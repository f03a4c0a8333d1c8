#include "language.hpp"

#include <algorithm>

namespace genplan {

namespace {

std::vector<bool> wanted_atoms(const std::vector<std::shared_ptr<const Instance>>& instances) {
    std::vector<bool> wanted(2 * instances[0]->domain().predicate_types.size(), false);
    for (const auto& instance : instances)
        for (int p = 0; 2 * static_cast<std::size_t>(p) < wanted.size(); ++p)
            for (int value : {0, 1})
                if (instance->is_wanted(p, value)) wanted[2 * p + value] = true;
    return wanted;
}

}  // namespace

StructuredLanguage::StructuredLanguage(std::vector<std::shared_ptr<const Instance>> instances,
                                       StructuredSettings settings, MakeProgress make_progress,
                                       Control& control)
    : instances_(std::move(instances)),
      settings_(settings),
      make_progress_(std::move(make_progress)),
      control_(control),
      editor_(instances_[0]->domain(), settings.alphabet, wanted_atoms(instances_), table_),
      executors_(instances_.size()) {}

StructuredExecutor& StructuredLanguage::executor(std::size_t instance) {
    if (!executors_[instance])
        executors_[instance] = std::make_unique<StructuredExecutor>(instances_[instance]);
    executors_[instance]->prepare(table_.all());
    return *executors_[instance];
}

void StructuredLanguage::activate(std::size_t instance) {
    StructuredExecutor& made = executor(instance);
    if (auto progress = make_progress_(*instances_[instance]))
        made.count_landmarks(std::move(progress));
    standings_.push_back({instance, &made, {made.start()}, made.start()});
}

std::size_t StructuredLanguage::open(const ProgramLines& program) {
    parent_ = program;
    starts_.clear();
    const auto end = static_cast<std::uint32_t>(program.size());
    for (std::uint32_t line = 0; line < end; line += 1 + program[line].size) starts_.push_back(line);
    for (Standing& standing : standings_) {
        standing.executor->prepare(table_.all());
        standing.before.assign(1, standing.executor->start());
        StructuredMachine machine = standing.executor->start();
        for (std::uint32_t line : starts_) {
            standing.executor->run(program.data(), line, line + 1 + program[line].size, machine,
                                   control_, settings_.step_limit, nullptr);
            standing.before.push_back(machine);
        }
    }
    edits_ = editor_.edits(program);
    if (program.size() >= settings_.most_statements) edits_.clear();
    for (Standing& standing : standings_) standing.executor->prepare(table_.all());
    return edits_.size();
}

bool StructuredLanguage::child(std::size_t number, ProgramLines& child, std::int64_t& value,
                               NoveltyKey& key, bool& solves_active) {
    const Edit& edit = edits_[number];
    child = editor_.apply(parent_, edit);
    // The first statement that differs from the parent's.
    std::size_t first = starts_.size();
    if (edit.level > 0) {
        first = starts_.size() - 1;
    } else if (edit.wraps) {
        first = static_cast<std::size_t>(
            std::find(starts_.begin(), starts_.end(), edit.line) - starts_.begin());
    }
    const std::uint32_t begin =
        first < starts_.size() ? starts_[first] : static_cast<std::uint32_t>(parent_.size());
    for (Standing& standing : standings_) {
        standing.executor->prepare(table_.all());
        standing.scratch = standing.before[first];
        if (standing.executor->run(child.data(), begin, static_cast<std::uint32_t>(child.size()),
                                   standing.scratch, control_, settings_.step_limit,
                                   nullptr) != StructuredHalt::END)
            return false;
    }
    return judge(child, value, key, solves_active);
}

bool StructuredLanguage::evaluate(const ProgramLines& program, std::int64_t& value,
                                  NoveltyKey& key, bool& solves_active) {
    for (Standing& standing : standings_) {
        standing.executor->prepare(table_.all());
        standing.scratch = standing.executor->start();
        if (standing.executor->run(program.data(), 0, static_cast<std::uint32_t>(program.size()),
                                   standing.scratch, control_, settings_.step_limit,
                                   nullptr) != StructuredHalt::END)
            return false;
    }
    return judge(program, value, key, solves_active);
}

bool StructuredLanguage::judge(const ProgramLines& program, std::int64_t& value, NoveltyKey& key,
                               bool& solves_active) {
    std::int64_t sum = 0;
    solves_active = true;
    key = NoveltyKey{};
    for (std::uint32_t header : editor_.open_headers(program)) key.add(header);
    for (const Standing& standing : standings_) {
        const StructuredMachine& m = standing.scratch;
        sum += settings_.goal_count ? standing.executor->goals_missing(m)
                                    : standing.executor->landmark_count(m);
        solves_active &= standing.executor->goal_holds(m);
        for (std::size_t w = 0; w < standing.executor->instance().state_words(); ++w)
            key.add(m.words[w]);
        for (Place place : m.places) key.add(static_cast<std::uint64_t>(place));
    }
    value = 1000 * sum / static_cast<std::int64_t>(standings_.size()) +
            settings_.length_weight * static_cast<std::int64_t>(program.size());
    return true;
}

bool StructuredLanguage::solves(const ProgramLines& program, std::size_t instance) {
    StructuredExecutor& on = executor(instance);
    StructuredMachine machine = on.start();
    return on.run(program.data(), 0, static_cast<std::uint32_t>(program.size()), machine, control_,
                  20 * settings_.step_limit, nullptr) == StructuredHalt::END &&
           on.goal_holds(machine);
}

}  // namespace genplan
