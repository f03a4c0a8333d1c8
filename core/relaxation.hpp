// Ground actions and delete relaxation over facts (an atom with a value, 2 * atom + value).
//
// Facts are numbered in fact order where they are looked at, and over the atoms of states where
// the relaxed planning graph grows: static facts never change there.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "control.hpp"
#include "task.hpp"

namespace genplan {

using Fact = std::uint64_t;       // in fact order
using StateFact = std::uint32_t;  // over the atoms of states

struct GroundAction {
    int action;
    std::vector<int> objects;
    std::vector<Fact> preconditions;        // ascending, static ones included
    std::vector<StateFact> needed;          // those that do not hold initially
    std::vector<StateFact> effects;         // facts that it makes true, ascending

    std::size_t bytes() const;  // its place in indices and graph included
};

// The ground actions of an instance whose static preconditions and equalities hold: no others
// are ever applicable, in the relaxation or otherwise.
class Relaxation {
public:
    // If an atom is mentioned twice in an effect, the last mention wins (the paper's
    // construction) or the add wins (PDDL).
    Relaxation(const Instance& instance, bool last_mention_wins, Control& control);

    const Instance& instance() const { return instance_; }
    const std::vector<GroundAction>& actions() const { return actions_; }
    std::span<const std::uint32_t> achievers(Fact fact) const;
    bool holds_initially(Fact fact) const;
    // The fact as the graph knows it; false if its predicate is static.
    bool to_state_fact(Fact fact, StateFact& out) const;

private:
    friend class RelaxedGraph;
    struct Index {  // lists of numbers by state fact
        std::vector<std::uint32_t> begin;
        std::vector<std::uint32_t> items;
        std::span<const std::uint32_t> operator[](StateFact fact) const {
            return {items.data() + begin[fact], begin[fact + 1] - begin[fact]};
        }
    };
    void ground(int action, std::vector<int>& bound, bool last_mention_wins);
    bool possible(int action, const std::vector<int>& bound) const;
    GroundAction make(int action, const std::vector<int>& objects, bool last_mention_wins) const;
    Index index(std::vector<StateFact> GroundAction::* facts) const;
    bool initially(StateFact fact) const {
        return test_bit(instance_.initial_state().data(), fact / 2) == ((fact & 1U) != 0);
    }

    const Instance& instance_;
    Control& control_;
    std::size_t bytes_;
    std::vector<GroundAction> actions_;
    Index achievers_;
    Index needed_by_;
};

// A relaxed planning graph, grown layer by layer to a fixpoint without some of the actions.
// One object serves many graphs: growing again costs what was reached before, not the table.
class RelaxedGraph {
public:
    explicit RelaxedGraph(const Relaxation& relaxation);

    void grow(const std::vector<bool>& excluded);
    bool holds(Fact fact) const;
    // Whether a fact that does not hold initially was added.
    bool is_added(StateFact fact) const { return fact_layer_[fact] >= 0; }
    // The first layer at which an action is applicable, -1 if it never is.
    int layer_of(std::uint32_t action) const { return action_layer_[action]; }

private:
    std::span<const StateFact> new_facts(std::uint32_t action) const {
        return {new_facts_.data() + first_new_fact_[action],
                new_facts_.data() + first_new_fact_[action + 1]};
    }

    const Relaxation& relaxation_;
    std::vector<StateFact> new_facts_;  // of each action: what it adds and does not hold initially
    std::vector<std::size_t> first_new_fact_;
    std::vector<std::uint32_t> applicable_at_start_;
    std::vector<std::int32_t> fact_layer_;  // -1: not added
    std::vector<StateFact> added_;
    std::vector<std::uint32_t> missing_;
    std::vector<std::uint32_t> missing_at_start_;
    std::vector<std::int32_t> action_layer_;
};

}  // namespace genplan
