// Plans for a few goal facts from any state of an instance: weighted A* with the lengths of
// relaxed plans, which ignore what actions delete. reference/planning.py says the same in Python.
//
// Facts that neither a precondition nor a goal asks for are left out of the relaxation; the
// others are numbered from 0.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "control.hpp"
#include "relaxation.hpp"
#include "task.hpp"

namespace genplan {

// The relaxed plan from a state: grown layer by layer, then read backwards from the goals.
class RelaxedPlan {
public:
    using Number = std::uint32_t;

    RelaxedPlan(const Instance& instance, const Relaxation& relaxation);

    // The number of actions in the relaxed plan; none if the goals, some of the instance's, are
    // out of reach.
    std::optional<std::uint32_t> length(const Word* state, const std::vector<Fact>& goals);

private:
    static constexpr Number NONE = UINT32_MAX;

    struct Lists {  // of numbers, one after the other
        std::vector<Number> begin{0};
        std::vector<Number> items;
        void close() { begin.push_back(static_cast<Number>(items.size())); }
    };

    Number number(StateFact fact);
    bool grow(const Word* state);
    void apply(Number action, std::int32_t layer);
    std::uint32_t read_backwards();

    const Relaxation& relaxation_;
    std::vector<Number> number_of_;      // of state facts
    std::vector<StateFact> facts_;       // of numbers
    Lists needs_;                        // of each action
    Lists adds_;
    Lists needed_by_;                    // of each fact
    std::vector<Number> free_;           // actions that need nothing
    // Of the state and the goals that are looked at:
    std::vector<Number> goals_;
    std::vector<std::int32_t> layers_;   // of facts, -1: not there
    std::vector<Number> supporters_;     // of facts
    std::vector<Number> missing_;        // of actions
    std::vector<Number> reached_;        // facts in the order of their layers
    std::vector<bool> chosen_;           // actions of the relaxed plan
    std::vector<Number> open_;
};

class Planner {
public:
    // The control is used here only.
    Planner(std::shared_ptr<const Instance> instance, Control& control);

    const std::vector<GroundAction>& actions() const { return relaxation_.actions(); }
    // A state with exactly these atoms, static ones aside; they are given in fact order.
    std::vector<Word> state_of(const std::vector<std::uint64_t>& atoms) const;
    bool reachable(const std::vector<Word>& state, const std::vector<Fact>& goals) {
        return relaxed_plan_.length(state.data(), goals).has_value();
    }
    // Numbers of actions; nothing if there is no plan, or none among so many states. The goals
    // are some of the instance's.
    std::optional<std::vector<std::uint32_t>> plan(const std::vector<Word>& state,
                                                   const std::vector<Fact>& goals,
                                                   std::size_t most_states, Control& control);

private:
    static constexpr std::uint64_t WEIGHT = 3;  // of what is still to do, beside what was done

    bool applicable(std::uint32_t action, const Word* state) const;

    std::shared_ptr<const Instance> instance_;
    Relaxation relaxation_;
    RelaxedPlan relaxed_plan_;
    std::vector<std::vector<StateFact>> needs_;  // of each action, also what holds initially
};

}  // namespace genplan
