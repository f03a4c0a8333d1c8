// Landmark graphs: discovery by back-chaining from the goals (LAMA; Richter and Westphal 2010),
// in the paper's construction and in the sound one. The rules are those of docs/algorithm.md.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "relaxation.hpp"
#include "task.hpp"

namespace genplan {

using FactSet = std::vector<Fact>;  // ascending

struct FactLandmark {
    FactSet facts;
    bool is_goal;
};

struct Achievement {
    int action;
    std::vector<int> objects;
};

// For some achiever, pointers stand at all of its arguments (Definition 5).
struct PointerLandmark {
    std::vector<Achievement> achievers;
    std::uint32_t fact_landmark;
};

using Ordering = std::pair<std::uint32_t, std::uint32_t>;  // before, after

// Fact landmarks are numbered first, then pointer landmarks; orderings ascend.
struct LandmarkGraph {
    std::vector<FactLandmark> facts;
    std::vector<PointerLandmark> pointers;
    std::vector<Ordering> greedy_necessary;
    std::vector<Ordering> natural;

    std::size_t size() const { return facts.size() + pointers.size(); }
};

LandmarkGraph discover_landmarks(const Instance& instance, bool sound, bool with_pointers,
                                 Control& control);

// Whether a disjunction of facts is certainly a landmark: it holds initially, or without every
// action that adds one of its facts the goal is out of reach even in the relaxation.
bool is_certified_landmark(const Instance& instance, const FactSet& facts, Control& control);

// The lexicographically smallest set that takes one fact from each list; empty if there is none.
FactSet smallest_choice(const std::vector<FactSet>& lists);

// Whether every fact can be given a list of its own that contains it.
bool can_be_matched(const FactSet& facts, const std::vector<FactSet>& lists);

}  // namespace genplan
