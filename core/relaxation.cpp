#include "relaxation.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace genplan {
namespace {

template <class T>
void sort_unique(std::vector<T>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

// What the indices, the relaxed graph and the reached landmarks keep per atom.
constexpr std::size_t BYTES_PER_ATOM = 32;

[[noreturn]] void out_of_memory() { throw Stopped{Stop::OUT_OF_MEMORY}; }

}  // namespace

std::size_t GroundAction::bytes() const {
    return sizeof(GroundAction) + sizeof(int) * objects.size() +
           sizeof(Fact) * preconditions.size() +
           sizeof(StateFact) * (2 * needed.size() + 3 * effects.size());
}

Relaxation::Relaxation(const Instance& instance, bool last_mention_wins, Control& control)
    : instance_(instance),
      control_(control),
      bytes_(BYTES_PER_ATOM * instance.state_atoms()) {
    // Beyond that, state facts would not fit their type.
    if (instance.state_atoms() > std::numeric_limits<StateFact>::max() / 2) out_of_memory();
    if (bytes_ > control.memory_limit()) out_of_memory();
    std::vector<int> bound;
    for (std::size_t action = 0; action < instance.domain().actions.size(); ++action)
        ground(static_cast<int>(action), bound, last_mention_wins);
    achievers_ = index(&GroundAction::effects);
    needed_by_ = index(&GroundAction::needed);
}

void Relaxation::ground(int action, std::vector<int>& bound, bool last_mention_wins) {
    control_.poll();
    if (!possible(action, bound)) return;
    const Action& schema = instance_.domain().actions[action];
    if (bound.size() == schema.parameter_types.size()) {
        actions_.push_back(make(action, bound, last_mention_wins));
        bytes_ += actions_.back().bytes();
        if (bytes_ > control_.memory_limit()) out_of_memory();
        return;
    }
    for (int object : instance_.members(schema.parameter_types[bound.size()])) {
        bound.push_back(object);
        ground(action, bound, last_mention_wins);
        bound.pop_back();
    }
}

bool Relaxation::possible(int action, const std::vector<int>& bound) const {
    const Action& schema = instance_.domain().actions[action];
    const int count = static_cast<int>(bound.size());
    for (const Equality& e : schema.equalities)
        if (std::max(e.left, e.right) < count &&
            (term_object(e.left, bound) == term_object(e.right, bound)) != e.equal)
            return false;
    for (const Literal& p : schema.preconditions) {
        if (!instance_.domain().is_static[p.predicate]) continue;
        if (std::any_of(p.terms.begin(), p.terms.end(), [&](int t) { return t >= count; }))
            continue;
        if (instance_.holds_initially(p.predicate, instance_.local_number(p, bound)) != p.positive)
            return false;
    }
    return true;
}

GroundAction Relaxation::make(int action, const std::vector<int>& objects,
                              bool last_mention_wins) const {
    const Action& schema = instance_.domain().actions[action];
    GroundAction result{action, objects, {}, {}, {}};
    for (const Literal& p : schema.preconditions) {
        const std::uint64_t local = instance_.local_number(p, objects);
        result.preconditions.push_back(2 * (instance_.offset(p.predicate) + local) + p.positive);
        if (instance_.domain().is_static[p.predicate]) continue;
        const auto fact =
            static_cast<StateFact>(2 * (instance_.bit_offset(p.predicate) + local) + p.positive);
        if (!initially(fact)) result.needed.push_back(fact);
    }
    sort_unique(result.needed);
    sort_unique(result.preconditions);
    std::map<StateFact, bool> values;
    for (const Literal& e : schema.effects) {
        const auto atom = static_cast<StateFact>(instance_.bit_offset(e.predicate) +
                                                 instance_.local_number(e, objects));
        bool& value = values[atom];
        value = e.positive || (!last_mention_wins && value);
    }
    for (const auto& [atom, value] : values) result.effects.push_back(2 * atom + value);
    return result;
}

Relaxation::Index Relaxation::index(std::vector<StateFact> GroundAction::* facts) const {
    Index index;
    index.begin.assign(2 * instance_.state_atoms() + 1, 0);
    for (const GroundAction& action : actions_)
        for (StateFact fact : action.*facts) ++index.begin[fact + 1];
    std::uint64_t total = 0;
    for (std::uint32_t& begin : index.begin) {
        total += begin;
        if (total > std::numeric_limits<std::uint32_t>::max()) out_of_memory();
        begin = static_cast<std::uint32_t>(total);
    }
    index.items.resize(index.begin.back());
    std::vector<std::uint32_t> next(index.begin.begin(), index.begin.end() - 1);
    for (std::uint32_t number = 0; number < actions_.size(); ++number)
        for (StateFact fact : actions_[number].*facts) index.items[next[fact]++] = number;
    return index;
}

bool Relaxation::to_state_fact(Fact fact, StateFact& out) const {
    const auto at = instance_.locate(fact / 2);
    if (instance_.domain().is_static[at.predicate]) return false;
    out = static_cast<StateFact>(2 * (instance_.bit_offset(at.predicate) + at.local) + fact % 2);
    return true;
}

std::span<const std::uint32_t> Relaxation::achievers(Fact fact) const {
    StateFact state_fact = 0;
    if (!to_state_fact(fact, state_fact)) return {};
    return achievers_[state_fact];
}

bool Relaxation::holds_initially(Fact fact) const {
    const auto at = instance_.locate(fact / 2);
    return instance_.holds_initially(at.predicate, at.local) == (fact % 2 != 0);
}

RelaxedGraph::RelaxedGraph(const Relaxation& relaxation)
    : relaxation_(relaxation),
      fact_layer_(2 * relaxation.instance().state_atoms(), -1),
      action_layer_(relaxation.actions().size(), -1) {
    for (std::uint32_t a = 0; a < relaxation.actions().size(); ++a) {
        const GroundAction& action = relaxation.actions()[a];
        missing_at_start_.push_back(static_cast<std::uint32_t>(action.needed.size()));
        if (action.needed.empty()) applicable_at_start_.push_back(a);
        first_new_fact_.push_back(new_facts_.size());
        std::copy_if(action.effects.begin(), action.effects.end(), std::back_inserter(new_facts_),
                     [&](StateFact fact) { return !relaxation.initially(fact); });
    }
    first_new_fact_.push_back(new_facts_.size());
}

void RelaxedGraph::grow(const std::vector<bool>& excluded) {
    for (StateFact fact : added_) fact_layer_[fact] = -1;
    added_.clear();
    missing_ = missing_at_start_;
    std::fill(action_layer_.begin(), action_layer_.end(), -1);
    std::vector<std::uint32_t> applicable = applicable_at_start_;
    std::vector<std::uint32_t> following;
    for (int layer = 0; !applicable.empty(); ++layer) {
        const std::size_t fresh = added_.size();
        for (std::uint32_t a : applicable) {
            action_layer_[a] = layer;
            if (excluded[a]) continue;
            for (StateFact fact : new_facts(a)) {
                if (fact_layer_[fact] >= 0) continue;
                fact_layer_[fact] = layer + 1;
                added_.push_back(fact);
            }
        }
        following.clear();
        for (std::size_t i = fresh; i < added_.size(); ++i)
            for (std::uint32_t a : relaxation_.needed_by_[added_[i]])
                if (--missing_[a] == 0) following.push_back(a);
        applicable.swap(following);
    }
}

bool RelaxedGraph::holds(Fact fact) const {
    if (relaxation_.holds_initially(fact)) return true;
    StateFact state_fact = 0;
    return relaxation_.to_state_fact(fact, state_fact) && is_added(state_fact);
}

}  // namespace genplan
