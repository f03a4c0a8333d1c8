// Best-first search in a space of programs with progressive activation of instances
// (Paper: Algorithm 1). It knows programs only as codes, through a Language.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "control.hpp"
#include "history.hpp"
#include "open_lists.hpp"

namespace genplan {

enum class Fate { DEAD, ALIVE, SOLVED };

// The space: the children of a program, and running it on instances.
//
// A code has at most code_length() words; shorter ones are padded by the language, and programs
// are equal if their padded codes are. Between expansions a search can be saved; so can what a
// language knows then beside the active instances. Where a key is asked for (the pointer is not null), it is
// set to that of the machines in which the program halts on the active instances; see novelty.hpp.
class Language {
public:
    virtual ~Language() = default;

    virtual std::size_t code_length() const = 0;
    virtual std::size_t instances() const = 0;
    virtual std::size_t bytes() const = 0;
    virtual void root(Code* code) const = 0;

    // How many lines or statements of a program are there: less than code_length() + 1.
    virtual std::size_t length(const Code* code) const = 0;

    // Whether every program can be run to its end, so that one which solves the active
    // instances, but not all, is kept as a node like any other.
    virtual bool every_program_is_complete() const { return false; }

    // From now on the instance counts in every value.
    virtual void activate(std::size_t instance) = 0;

    // The values of the root on the active instances. It is SOLVED only where every program is
    // complete, and never dead.
    virtual Fate root_values(Values& values, Key* key) = 0;

    // Prepares the children of a program: runs it on the active instances. Returns how many
    // children there are.
    virtual std::size_t open(const Code* parent) = 0;

    // Runs the opened program on the instance activated last; false if it is dead there, and
    // all its children with it.
    virtual bool open_newest() = 0;

    // Runs a child of the opened program on the active instances. Values and key only if it is
    // alive, or if it is solved and every program is complete.
    virtual Fate child(std::size_t number, Values& values, Key* key) = 0;
    virtual void child_code(std::size_t number, Code* code) const = 0;

    // Whether a complete program solves an instance.
    virtual bool solves(const Code* code, std::size_t instance) = 0;

    // Adds to the values and the key of a node, computed when `known` instances were active, those
    // activated since; false if it is dead there. The opened program stays open.
    virtual bool add_since(const Code* code, std::size_t known, Values& values, Key* key) = 0;

    // What codes and values depend on beside the active instances, which are activated first.
    virtual void save(StateWriter&) const {}
    virtual void restore(StateReader&) {}
};

// What is searched for how. Limits of time and memory are the Control's.
struct SearchOptions {
    std::vector<QueueSpec> queues;  // at least one that is not novel
    std::size_t values = 1;         // how many a node has
    bool all_active = false;        // BFS: all instances are active from the start
    // After an activation open nodes keep their values; one that is taken is re-evaluated then,
    // and put back if that made it worse.
    bool lazy = false;
    std::uint64_t evaluation_limit = UINT64_MAX;  // looked at between expansions
    std::uint64_t open_limit = UINT64_MAX;        // the worst nodes beyond it are dropped
};

struct Counters {
    std::uint64_t expanded = 0;
    std::uint64_t evaluated = 0;
    std::uint64_t dead = 0;
    std::uint64_t states = 0;
    std::size_t memory = 0;
};

// EXHAUSTED proves that there is no program; INCOMPLETE says that dropped nodes are missing.
enum class Outcome {
    SOLVED,
    EXHAUSTED,
    INCOMPLETE,
    OUT_OF_TIME,
    OUT_OF_MEMORY,
    OUT_OF_BUDGET,
    INTERRUPTED,
};

class Search {
public:
    Search(Language& language, SearchOptions options, Control& control);

    // From the start, or from a state that was saved by a search for the same.
    Outcome run(StateReader* from = nullptr);

    // Called between expansions whenever the control says that a save is due.
    void on_save(std::function<void()> call) { on_save_ = std::move(call); }
    // Whether the search stands between two expansions, so that it can be saved.
    bool can_be_saved() const { return at_boundary_; }
    void save(StateWriter& writer) const;

    const Counters& counters() const { return counters_; }
    const std::vector<std::size_t>& active() const { return active_; }
    const std::vector<std::uint64_t>& activated_at() const { return activated_at_; }
    const std::vector<Code>& solution() const { return child_; }
    std::uint64_t open_nodes() const { return open_.size(); }
    std::uint64_t dropped() const { return open_.dropped(); }
    const std::vector<Code>& current() const { return node_.code; }
    const Values& current_values() const { return node_.values; }
    const std::vector<Code>& best() const { return best_; }
    const Values& best_values() const { return best_values_; }
    const History& history() const { return history_; }

private:
    bool algorithm_1(StateReader* from);
    bool start();
    void restore(StateReader& reader);
    void boundary();
    bool refresh();
    bool expand();
    bool first_failed(std::size_t& failed);
    void activate(std::size_t instance);
    void reevaluate();
    void keep_child(Values& values, Key& key);
    void insert(const Values& values, const Key& key, const Code* code) {
        allow(open_.bytes(), open_.largest_allocation());
        const std::size_t length = open_.wants_lengths() ? language_.length(code) : 0;
        open_.insert(values, key, static_cast<std::uint32_t>(active_.size()), length, code);
    }
    // Stops where the open lists, and what they are about to allocate, do not fit.
    void allow(std::size_t used, std::size_t more) {
        used += language_.bytes();
        if (used + more > control_.memory_limit()) throw Stopped{Stop::OUT_OF_MEMORY};
        if (used > counters_.memory) counters_.memory = used;
    }
    void remember();
    Key* wanted(Key& key) const { return open_.wants_keys() ? &key : nullptr; }

    Language& language_;
    SearchOptions options_;
    Control& control_;
    OpenLists open_;
    std::function<void()> on_save_;
    bool at_boundary_ = false;
    Counters counters_;
    std::vector<std::size_t> active_;
    std::vector<std::uint64_t> activated_at_;
    Node node_;
    std::vector<Code> best_;
    Values best_values_;
    History history_;
    std::vector<Code> child_;
};

}  // namespace genplan
