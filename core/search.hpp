// Best-first search in a space of programs with progressive activation of instances
// (Paper: Algorithm 1). It knows programs only as codes, through a Language.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "control.hpp"
#include "open_list.hpp"

namespace genplan {

enum class Fate { DEAD, ALIVE, SOLVED };

// The space: the children of a program, and running it on instances.
class Language {
public:
    virtual ~Language() = default;

    virtual std::size_t code_length() const = 0;
    virtual std::size_t instances() const = 0;
    virtual std::size_t bytes() const = 0;
    virtual void root(Code* code) const = 0;

    // From now on the instance counts in every value.
    virtual void activate(std::size_t instance) = 0;

    // The values of the root on the active instances.
    virtual void root_values(Values& values) = 0;

    // Prepares the children of a program: runs it on the active instances. Returns how many
    // children there are.
    virtual std::size_t open(const Code* parent) = 0;

    // Runs the opened program on the instance activated last; false if it is dead there, and
    // all its children with it.
    virtual bool open_newest() = 0;

    // Runs a child of the opened program on the active instances. Values only if alive.
    virtual Fate child(std::size_t number, Values& values) = 0;
    virtual void child_code(std::size_t number, Code* code) const = 0;

    // Whether a complete program solves an instance.
    virtual bool solves(const Code* code, std::size_t instance) = 0;

    // Adds the instance activated last to the values of a node; false if it is dead there.
    virtual bool add_newest(const Code* code, Values& values) = 0;
};

struct Counters {
    std::uint64_t expanded = 0;
    std::uint64_t evaluated = 0;
    std::uint64_t dead = 0;
    std::uint64_t states = 0;
    std::size_t memory = 0;
};

enum class Outcome { SOLVED, EXHAUSTED, OUT_OF_TIME, OUT_OF_MEMORY, INTERRUPTED };

class Search {
public:
    Search(Language& language, bool all_active, Control& control);

    Outcome run();

    const Counters& counters() const { return counters_; }
    const std::vector<std::size_t>& active() const { return active_; }
    const std::vector<std::uint64_t>& activated_at() const { return activated_at_; }
    const std::vector<Code>& solution() const { return child_; }
    std::uint64_t open_nodes() const { return open_.size(); }
    const std::vector<Code>& current() const { return current_; }
    const Values& current_values() const { return current_values_; }
    const std::vector<Code>& best() const { return best_; }
    const Values& best_values() const { return best_values_; }

private:
    bool algorithm_1();
    bool expand();
    bool first_failed(std::size_t& failed);
    void activate(std::size_t instance);
    void reevaluate();
    void insert(OpenList& open, const Values& values, std::uint64_t id, const Code* code);
    void remember();

    Language& language_;
    bool all_active_;
    Control& control_;
    OpenList open_;
    Counters counters_;
    std::vector<std::size_t> active_;
    std::vector<std::uint64_t> activated_at_;
    std::vector<Code> current_;
    Values current_values_;
    std::vector<Code> best_;
    Values best_values_;
    std::vector<Code> child_;
};

}  // namespace genplan
