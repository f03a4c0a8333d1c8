#include "search.hpp"

#include <algorithm>

namespace genplan {

Search::Search(Language& language, bool all_active, Control& control)
    : language_(language),
      all_active_(all_active),
      control_(control),
      open_(language.code_length()),
      current_(language.code_length()),
      child_(language.code_length()) {}

Outcome Search::run() {
    try {
        return algorithm_1() ? Outcome::SOLVED : Outcome::EXHAUSTED;
    } catch (const Stopped& stopped) {
        switch (stopped.reason) {
            case Stop::OUT_OF_TIME: return Outcome::OUT_OF_TIME;
            case Stop::OUT_OF_MEMORY: return Outcome::OUT_OF_MEMORY;
            default: return Outcome::INTERRUPTED;
        }
    } catch (const std::bad_alloc&) {
        return Outcome::OUT_OF_MEMORY;
    }
}

bool Search::algorithm_1() {
    language_.root(current_.data());  // what reports show while landmark graphs are built
    // Line 1: active <- {P_1}; for BFS, all.
    const std::size_t first = all_active_ ? language_.instances() : 1;
    for (std::size_t i = 0; i < first; ++i) activate(i);
    // Line 2: open <- the empty program.
    language_.root_values(current_values_);
    ++counters_.evaluated;
    counters_.states += 2 * active_.size();
    insert(open_, current_values_, 0, current_.data());
    while (!open_.empty()) {  // Line 3
        std::uint64_t id = 0;
        open_.pop(current_values_, id, current_.data());  // Line 4
        ++counters_.expanded;
        remember();
        control_.poll();
        if (expand()) return true;  // Lines 5 to 16
    }
    return false;  // Line 17
}

bool Search::expand() {
    const std::size_t children = language_.open(current_.data());
    bool parent_lives = true;
    Values values;
    for (std::size_t number = 0; number < children; ++number) {
        control_.poll();
        const std::uint64_t id = counters_.evaluated++;
        const Fate fate = parent_lives ? language_.child(number, values) : Fate::DEAD;
        if (fate == Fate::DEAD) {  // Line 13
            ++counters_.dead;
            continue;
        }
        counters_.states += active_.size();
        language_.child_code(number, child_.data());
        if (fate == Fate::ALIVE) {
            insert(open_, values, id, child_.data());  // Line 14
            continue;
        }
        std::size_t failed = 0;
        if (!first_failed(failed)) {  // Lines 7 to 10
            counters_.states += active_.size();
            return true;
        }
        activate(failed);  // Line 11
        counters_.states += active_.size();
        reevaluate();  // Line 12
        parent_lives = language_.open_newest();
    }
    return false;
}

bool Search::first_failed(std::size_t& failed) {
    for (failed = 0; failed < language_.instances(); ++failed) {
        const bool active = std::find(active_.begin(), active_.end(), failed) != active_.end();
        if (!active && !language_.solves(child_.data(), failed)) return true;
    }
    return false;
}

void Search::activate(std::size_t instance) {
    active_.push_back(instance);
    activated_at_.push_back(counters_.evaluated);
    language_.activate(instance);
    if (language_.bytes() > control_.memory_limit()) throw Stopped{Stop::OUT_OF_MEMORY};
}

void Search::reevaluate() {
    OpenList survivors(language_.code_length());
    std::vector<Code> code(language_.code_length());
    Values values;
    std::uint64_t id = 0;
    for (open_.begin_drain(); open_.drain(values, id, code.data());) {
        control_.poll();
        if (!language_.add_newest(code.data(), values)) continue;
        counters_.states += active_.size();
        insert(survivors, values, id, code.data());
    }
    open_ = std::move(survivors);
}

void Search::insert(OpenList& open, const Values& values, std::uint64_t id, const Code* code) {
    std::size_t used = language_.bytes() + open.bytes();
    if (&open != &open_) used += open_.bytes();
    if (used + open.largest_allocation() > control_.memory_limit())
        throw Stopped{Stop::OUT_OF_MEMORY};
    counters_.memory = std::max(counters_.memory, used);
    open.insert(values, id, code);
}

void Search::remember() {
    if (!best_.empty() && !(current_values_ < best_values_)) return;
    best_ = current_;
    best_values_ = current_values_;
}

}  // namespace genplan
