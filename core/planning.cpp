#include "planning.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>

#include "novelty.hpp"

namespace genplan {

// --- Relaxed plans ---------------------------------------------------------------------------

RelaxedPlan::RelaxedPlan(const Instance& instance, const Relaxation& relaxation)
    : relaxation_(relaxation), number_of_(2 * instance.state_atoms(), NONE) {
    for (Fact goal : instance.goal()) {
        StateFact fact = 0;
        if (relaxation.to_state_fact(goal, fact)) number(fact);
    }
    for (const GroundAction& action : relaxation.actions()) {
        for (Fact precondition : action.preconditions) {
            StateFact fact = 0;
            if (relaxation.to_state_fact(precondition, fact)) needs_.items.push_back(number(fact));
        }
        needs_.close();
    }
    for (const GroundAction& action : relaxation.actions()) {
        for (StateFact fact : action.effects)
            if (number_of_[fact] != NONE) adds_.items.push_back(number_of_[fact]);
        adds_.close();
    }
    const auto actions = static_cast<Number>(relaxation.actions().size());
    std::vector<std::vector<Number>> users(facts_.size());
    for (Number a = 0; a < actions; ++a) {
        if (needs_.begin[a] == needs_.begin[a + 1]) free_.push_back(a);
        for (Number i = needs_.begin[a]; i < needs_.begin[a + 1]; ++i)
            users[needs_.items[i]].push_back(a);
    }
    for (const std::vector<Number>& of_fact : users) {
        needed_by_.items.insert(needed_by_.items.end(), of_fact.begin(), of_fact.end());
        needed_by_.close();
    }
    layers_.resize(facts_.size());
    supporters_.resize(facts_.size());
    missing_.resize(actions);
    chosen_.resize(actions);
}

RelaxedPlan::Number RelaxedPlan::number(StateFact fact) {
    if (number_of_[fact] == NONE) {
        number_of_[fact] = static_cast<Number>(facts_.size());
        facts_.push_back(fact);
    }
    return number_of_[fact];
}

std::optional<std::uint32_t> RelaxedPlan::length(const Word* state,
                                                 const std::vector<Fact>& goals) {
    goals_.clear();
    for (Fact goal : goals) {
        StateFact fact = 0;
        if (relaxation_.to_state_fact(goal, fact)) goals_.push_back(number_of_[fact]);
        else if (!relaxation_.holds_initially(goal)) return std::nullopt;
    }
    if (!grow(state)) return std::nullopt;
    return read_backwards();
}

// Until all goals are there, or nothing new comes.
bool RelaxedPlan::grow(const Word* state) {
    reached_.clear();
    for (Number f = 0; f < facts_.size(); ++f) {
        const bool holds = test_bit(state, facts_[f] / 2) == ((facts_[f] & 1U) != 0);
        layers_[f] = holds ? 0 : -1;
        if (holds) reached_.push_back(f);
    }
    for (Number a = 0; a < missing_.size(); ++a)
        missing_[a] = needs_.begin[a + 1] - needs_.begin[a];
    std::size_t next = 0;
    for (std::int32_t layer = 1;; ++layer) {
        if (std::all_of(goals_.begin(), goals_.end(),
                        [&](Number goal) { return layers_[goal] >= 0; }))
            return true;
        const std::size_t end = reached_.size();
        if (layer == 1)
            for (Number action : free_) apply(action, layer);
        for (; next < end; ++next) {
            const Number fact = reached_[next];
            for (Number i = needed_by_.begin[fact]; i < needed_by_.begin[fact + 1]; ++i)
                if (--missing_[needed_by_.items[i]] == 0) apply(needed_by_.items[i], layer);
        }
        if (reached_.size() == end) return false;
    }
}

// Of the actions of the earliest layer that add a fact, the first is its supporter.
void RelaxedPlan::apply(Number action, std::int32_t layer) {
    for (Number i = adds_.begin[action]; i < adds_.begin[action + 1]; ++i) {
        const Number fact = adds_.items[i];
        if (layers_[fact] < 0) {
            layers_[fact] = layer;
            supporters_[fact] = action;
            reached_.push_back(fact);
        } else if (layers_[fact] == layer) {
            supporters_[fact] = std::min(supporters_[fact], action);
        }
    }
}

std::uint32_t RelaxedPlan::read_backwards() {
    std::fill(chosen_.begin(), chosen_.end(), false);
    std::uint32_t length = 0;
    open_ = goals_;
    while (!open_.empty()) {
        const Number fact = open_.back();
        open_.pop_back();
        if (layers_[fact] == 0 || chosen_[supporters_[fact]]) continue;
        const Number action = supporters_[fact];
        chosen_[action] = true;
        ++length;
        for (Number i = needs_.begin[action]; i < needs_.begin[action + 1]; ++i)
            open_.push_back(needs_.items[i]);
    }
    return length;
}

// --- Weighted A* -----------------------------------------------------------------------------

Planner::Planner(std::shared_ptr<const Instance> instance, Control& control)
    : instance_(std::move(instance)),
      relaxation_(*instance_, false, control),
      relaxed_plan_(*instance_, relaxation_) {
    for (const GroundAction& action : relaxation_.actions()) {
        needs_.emplace_back();
        for (Fact precondition : action.preconditions) {
            StateFact fact = 0;
            if (relaxation_.to_state_fact(precondition, fact)) needs_.back().push_back(fact);
        }
    }
}

std::vector<Word> Planner::state_of(const std::vector<std::uint64_t>& atoms) const {
    std::vector<Word> state(instance_->state_words(), 0);
    for (std::uint64_t atom : atoms) {
        StateFact fact = 0;
        if (relaxation_.to_state_fact(2 * atom + 1, fact)) set_bit(state.data(), fact / 2);
    }
    return state;
}

std::optional<std::vector<std::uint32_t>> Planner::plan(const std::vector<Word>& state,
                                                        const std::vector<Fact>& goals,
                                                        std::size_t most_states,
                                                        Control& control) {
    struct Node {
        std::vector<Word> state;
        std::uint64_t cost;
        std::uint32_t parent;
        std::uint32_t action;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const { return key.low; }
    };
    using Entry = std::pair<std::uint64_t, std::uint32_t>;  // value, node
    std::vector<Node> nodes;
    std::unordered_map<Key, std::uint32_t, KeyHash> known;  // the last node of a state
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::size_t looked_at = 0;
    std::optional<std::uint32_t> end;  // a node in which the goals hold
    const auto add = [&](std::vector<Word> reached, std::uint64_t cost, std::uint32_t parent,
                         std::uint32_t action) {
        KeyMaker key(0);
        key.feed(reached.data(), reached.size());
        const auto found = known.find(key.key());
        if (found != known.end() && nodes[found->second].cost <= cost) return;
        ++looked_at;
        control.look();
        const auto left = relaxed_plan_.length(reached.data(), goals);
        if (!left) return;
        const auto node = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back({std::move(reached), cost, parent, action});
        known[key.key()] = node;
        open.push({cost + WEIGHT * *left, node});
        if (*left == 0) end = node;
    };
    add(state, 0, 0, 0);
    while (!end && !open.empty() && looked_at < most_states) {
        const std::uint32_t node = open.top().second;
        open.pop();
        KeyMaker key(0);
        key.feed(nodes[node].state.data(), nodes[node].state.size());
        if (known[key.key()] != node) continue;  // reached at less cost since
        for (std::uint32_t a = 0; a < actions().size() && !end && looked_at < most_states; ++a) {
            if (!applicable(a, nodes[node].state.data())) continue;
            std::vector<Word> reached = nodes[node].state;
            for (StateFact effect : actions()[a].effects) {
                if ((effect & 1U) != 0) set_bit(reached.data(), effect / 2);
                else clear_bit(reached.data(), effect / 2);
            }
            add(std::move(reached), nodes[node].cost + 1, node, a);
        }
    }
    if (!end) return std::nullopt;
    std::vector<std::uint32_t> steps;
    for (std::uint32_t node = *end; nodes[node].cost > 0; node = nodes[node].parent)
        steps.push_back(nodes[node].action);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

bool Planner::applicable(std::uint32_t action, const Word* state) const {
    return std::all_of(needs_[action].begin(), needs_[action].end(), [&](StateFact fact) {
        return test_bit(state, fact / 2) == ((fact & 1U) != 0);
    });
}

}  // namespace genplan
