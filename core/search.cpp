#include "search.hpp"

#include <algorithm>

namespace genplan {

Search::Search(Language& language, SearchOptions options, Control& control)
    : language_(language),
      options_(std::move(options)),
      control_(control),
      open_(options_.queues, options_.values, language.code_length(), options_.lazy,
            options_.open_limit),
      child_(language.code_length()) {
    node_.code.resize(language.code_length());
}

Outcome Search::run(StateReader* from) {
    try {
        if (algorithm_1(from)) return Outcome::SOLVED;
        return open_.dropped() == 0 ? Outcome::EXHAUSTED : Outcome::INCOMPLETE;
    } catch (const Stopped& stopped) {
        switch (stopped.reason) {
            case Stop::OUT_OF_TIME: return Outcome::OUT_OF_TIME;
            case Stop::OUT_OF_MEMORY: return Outcome::OUT_OF_MEMORY;
            case Stop::OUT_OF_BUDGET: return Outcome::OUT_OF_BUDGET;
            default: return Outcome::INTERRUPTED;
        }
    } catch (const std::bad_alloc&) {
        return Outcome::OUT_OF_MEMORY;
    }
}

bool Search::algorithm_1(StateReader* from) {
    if (from != nullptr) restore(*from);
    else if (start()) return true;
    while (!open_.empty()) {  // Line 3
        boundary();
        open_.pop(node_);  // Line 4
        control_.poll();
        if (options_.lazy && !refresh()) continue;
        ++counters_.expanded;
        remember();
        if (expand()) return true;  // Lines 5 to 16
    }
    return false;  // Line 17
}

// Where the search may be saved, and where it stops if nothing is to be lost.
void Search::boundary() {
    at_boundary_ = true;
    if (control_.save_is_due() && on_save_) {
        on_save_();
        control_.saved();
    }
    control_.at_boundary();
    if (counters_.evaluated >= options_.evaluation_limit) throw Stopped{Stop::OUT_OF_BUDGET};
    at_boundary_ = false;
}

void Search::save(StateWriter& writer) const {
    writer.number(language_.code_length());
    writer.number(options_.values);
    for (const std::uint64_t count : {counters_.expanded, counters_.evaluated, counters_.dead,
                                      counters_.states, std::uint64_t{counters_.memory}})
        writer.number(count);
    writer.list(active_);
    writer.list(activated_at_);
    writer.list(best_);
    writer.list(best_values_);
    language_.save(writer);
    open_.save(writer);
    writer.flush();
}

void Search::restore(StateReader& reader) {
    if (reader.number() != language_.code_length() || reader.number() != options_.values)
        throw BadState("it was saved by a search for something else");
    Counters counters;
    for (std::uint64_t* count :
         {&counters.expanded, &counters.evaluated, &counters.dead, &counters.states})
        *count = reader.number();
    counters.memory = reader.number();
    const auto active = reader.list<std::size_t>(language_.instances());
    auto activated_at = reader.list<std::uint64_t>(active.size());
    language_.root(node_.code.data());  // what reports show while landmark graphs are built
    for (const std::size_t instance : active) {
        if (instance >= language_.instances()) throw BadState("an instance is not there");
        activate(instance);
    }
    activated_at_ = std::move(activated_at);
    best_ = reader.list<Code>(language_.code_length());
    best_values_ = reader.list<std::int64_t>(options_.values);
    counters_ = counters;
    language_.restore(reader);
    open_.restore(reader, [&](std::size_t used, std::size_t more) { allow(used, more); });
}

// Lines 1 and 2. Returns whether the root solves everything.
bool Search::start() {
    language_.root(node_.code.data());  // what reports show while landmark graphs are built
    child_ = node_.code;
    // Line 1: active <- {P_1}; for BFS, all.
    const std::size_t first = options_.all_active ? language_.instances() : 1;
    for (std::size_t i = 0; i < first; ++i) activate(i);
    // Line 2: open <- the empty program.
    ++counters_.evaluated;
    counters_.states += 2 * active_.size();
    Key key;
    while (language_.root_values(node_.values, wanted(key)) == Fate::SOLVED) {
        std::size_t failed = 0;
        if (!first_failed(failed)) return true;
        activate(failed);
        counters_.states += active_.size();
    }
    insert(node_.values, key, node_.code.data());
    return false;
}

// Brings the taken node up to date; false if it died or had to be put back.
bool Search::refresh() {
    if (node_.known == active_.size()) return true;
    const Values before = node_.values;
    if (!language_.add_since(node_.code.data(), node_.known, node_.values, wanted(node_.key)))
        return false;
    counters_.states += active_.size();
    if (open_.is_worse(node_.values, before)) {
        insert(node_.values, node_.key, node_.code.data());
        return false;
    }
    open_.note(node_.key);
    return true;
}

bool Search::expand() {
    const std::size_t children = language_.open(node_.code.data());
    bool parent_lives = true;
    Values values;
    Key key;
    Key* const wanted_key = wanted(key);
    for (std::size_t number = 0; number < children; ++number) {
        control_.poll();
        ++counters_.evaluated;
        const Fate fate = parent_lives ? language_.child(number, values, wanted_key) : Fate::DEAD;
        if (fate == Fate::DEAD) {  // Line 13
            ++counters_.dead;
            continue;
        }
        counters_.states += active_.size();
        language_.child_code(number, child_.data());
        if (fate == Fate::ALIVE) {
            insert(values, key, child_.data());  // Line 14
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
        if (language_.every_program_is_complete()) keep_child(values, key);
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

// Machines on one more instance are other machines, so those known so far are forgotten.
void Search::reevaluate() {
    open_.forget_machines();
    if (options_.lazy) return;
    const std::size_t known = active_.size() - 1;
    open_.reevaluate(
        static_cast<std::uint32_t>(active_.size()),
        [&](const Code* code, Values& values, Key& key) {
            control_.poll();
            if (!language_.add_since(code, known, values, wanted(key))) return false;
            counters_.states += active_.size();
            return true;
        },
        [&](std::size_t used, std::size_t more) { allow(used, more); });
}

// The child that solved the active instances is a node like any other on one instance more.
void Search::keep_child(Values& values, Key& key) {
    const std::size_t known = active_.size() - 1;
    if (language_.add_since(child_.data(), known, values, wanted(key)))
        insert(values, key, child_.data());
    else
        ++counters_.dead;
}

void Search::remember() {
    history_.note(counters_.expanded, counters_.evaluated, open_.size(), active_.size(),
                  node_.values);
    if (!best_.empty() && !(node_.values < best_values_)) return;
    best_ = node_.code;
    best_values_ = node_.values;
}

}  // namespace genplan
