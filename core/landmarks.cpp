#include "landmarks.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace genplan {
namespace {

bool contains(const FactSet& facts, Fact fact) {
    return std::binary_search(facts.begin(), facts.end(), fact);
}

bool meets(const FactSet& facts, const FactSet& list) {
    return std::any_of(facts.begin(), facts.end(), [&](Fact f) { return contains(list, f); });
}

bool meets_all(const FactSet& facts, const std::vector<FactSet>& lists) {
    return std::all_of(lists.begin(), lists.end(),
                       [&](const FactSet& list) { return meets(facts, list); });
}

// Facts that each have a list of their own that contains them.
class Matching {
public:
    explicit Matching(const std::vector<FactSet>& lists) : lists_(lists), owner_(lists.size()) {}

    // Adds a fact; false, and nothing is changed, if the facts cannot all be matched.
    bool place(Fact fact);

private:
    static constexpr std::size_t NOBODY = std::numeric_limits<std::size_t>::max();

    const std::vector<FactSet>& lists_;
    std::vector<std::optional<Fact>> owner_;
};

// One fact of a bipartite matching looks for a list, moving others if need be: an augmenting
// path, found breadth first, since it can be too long for the stack.
bool Matching::place(Fact fact) {
    std::vector<std::size_t> reached;               // lists, in the order in which they were found
    std::vector<std::size_t> from(lists_.size());   // the list whose owner would move here
    std::vector<bool> seen(lists_.size(), false);
    const auto look = [&](Fact mover, std::size_t origin) {
        for (std::size_t list = 0; list < lists_.size(); ++list) {
            if (seen[list] || !contains(lists_[list], mover)) continue;
            seen[list] = true;
            from[list] = origin;
            reached.push_back(list);
        }
    };
    look(fact, NOBODY);
    for (std::size_t next = 0; next < reached.size(); ++next) {
        std::size_t list = reached[next];
        if (owner_[list]) {
            look(*owner_[list], list);
            continue;
        }
        for (; from[list] != NOBODY; list = from[list]) owner_[list] = owner_[from[list]];
        owner_[list] = fact;
        return true;
    }
    return false;
}

// The graph while it grows. Landmarks keep their numbers; a removed one is marked so and left
// out at the end.
class Builder {
public:
    Builder(const Instance& instance, bool sound, Control& control)
        : instance_(instance),
          sound_(sound),
          control_(control),
          relaxation_(instance, !sound, control),
          graph_(relaxation_) {}

    LandmarkGraph run(bool with_pointers) {
        for (Fact fact : instance_.goal()) append({fact});
        while (!queue_.empty()) {
            control_.look();
            const std::uint32_t q = queue_.front();
            queue_.pop_front();
            if (!landmarks_[q].holds_initially) explain(q);
        }
        return finish(with_pointers);
    }

private:
    static constexpr std::size_t BYTES_PER_ORDERING = 64;

    struct Landmark {
        FactSet facts;
        bool holds_initially;
        std::vector<StateFact> state_facts;  // those of its facts that can change
        bool removed = false;
        std::vector<std::uint32_t> first_achievers{};
    };

    void explain(std::uint32_t q) {
        const std::vector<std::uint32_t> adders = adders_of(landmarks_[q].facts);
        std::vector<bool> excluded(relaxation_.actions().size(), false);
        for (std::uint32_t a : adders)
            if (sound_ || adds_all(a, landmarks_[q].facts)) excluded[a] = true;
        graph_.grow(excluded);
        const std::vector<std::uint32_t> achievers = find_first_achievers(adders);
        landmarks_[q].first_achievers = achievers;
        if (achievers.empty()) return;
        FactSet shared = relaxation_.actions()[achievers[0]].preconditions;
        for (std::uint32_t a : achievers) {
            FactSet both;
            const FactSet& preconditions = relaxation_.actions()[a].preconditions;
            std::set_intersection(shared.begin(), shared.end(), preconditions.begin(),
                                  preconditions.end(), std::back_inserter(both));
            shared = std::move(both);
        }
        for (Fact fact : shared) add({fact}, q);
        add_disjunctions(q, achievers, shared);
        add_natural_orderings(q, achievers);
        check_memory();
    }

    // Of the orderings, and of the bit sets over landmarks that keep track of them later.
    void check_memory() const {
        const std::size_t orderings = greedy_necessary_.size() + natural_.size();
        const std::size_t tracked = landmarks_.size() * landmarks_.size();
        if (BYTES_PER_ORDERING * orderings + tracked > control_.memory_limit())
            throw Stopped{Stop::OUT_OF_MEMORY};
    }

    std::vector<std::uint32_t> adders_of(const FactSet& facts) const {
        std::vector<std::uint32_t> adders;
        for (Fact fact : facts) {
            auto found = relaxation_.achievers(fact);
            adders.insert(adders.end(), found.begin(), found.end());
        }
        std::sort(adders.begin(), adders.end());
        adders.erase(std::unique(adders.begin(), adders.end()), adders.end());
        return adders;
    }

    bool adds_all(std::uint32_t action, const FactSet& facts) const {
        const auto& effects = relaxation_.actions()[action].effects;
        return std::all_of(facts.begin(), facts.end(), [&](Fact fact) {
            StateFact state_fact = 0;
            return relaxation_.to_state_fact(fact, state_fact) &&
                   std::binary_search(effects.begin(), effects.end(), state_fact);
        });
    }

    std::vector<std::uint32_t> find_first_achievers(const std::vector<std::uint32_t>& adders) const {
        int earliest = std::numeric_limits<int>::max();
        for (std::uint32_t a : adders)
            if (graph_.layer_of(a) >= 0) earliest = std::min(earliest, graph_.layer_of(a));
        std::vector<std::uint32_t> found;
        for (std::uint32_t a : adders)
            if (graph_.layer_of(a) >= 0 && (sound_ || graph_.layer_of(a) == earliest))
                found.push_back(a);
        return found;
    }

    // A disjunctive landmark for every choice of one unshared precondition from each achiever,
    // without building the product.
    void add_disjunctions(std::uint32_t q, const std::vector<std::uint32_t>& achievers,
                          const FactSet& shared) {
        std::vector<FactSet> lists;
        for (std::uint32_t a : achievers) {
            FactSet unshared;
            const FactSet& preconditions = relaxation_.actions()[a].preconditions;
            std::set_difference(preconditions.begin(), preconditions.end(), shared.begin(),
                                shared.end(), std::back_inserter(unshared));
            if (unshared.empty()) {
                if (sound_) return;
                continue;
            }
            std::erase_if(unshared, [&](Fact f) { return relaxation_.holds_initially(f); });
            if (unshared.empty()) {
                // Every choice has a fact that holds initially; but an achiever with nothing
                // left would still forbid all disjunctions in the sound construction, so the
                // outcome is the same either way.
                return;
            }
            lists.push_back(std::move(unshared));
        }
        if (lists.empty()) return;
        for (std::uint32_t known = 0; known < landmarks_.size(); ++known) {
            const Landmark& landmark = landmarks_[known];
            if (!landmark.removed && meets_all(landmark.facts, lists) &&
                can_be_matched(landmark.facts, lists))
                greedy_necessary_.insert({known, q});
        }
        for (;;) {
            for (FactSet& list : lists)
                std::erase_if(list, [&](Fact f) { return landmark_of_.contains(f); });
            const FactSet choice = smallest_choice(lists);
            if (choice.empty()) return;
            add(choice, q);
        }
    }

    void add(const FactSet& facts, std::uint32_t q) {
        const auto known = landmark_of_.find(facts[0]);
        if (known != landmark_of_.end() && landmarks_[known->second].facts == facts) {
            greedy_necessary_.insert({known->second, q});
            return;
        }
        if (facts.size() == 1) {
            if (known != landmark_of_.end()) remove(known->second);
        } else if (std::any_of(facts.begin(), facts.end(),
                               [&](Fact f) { return landmark_of_.contains(f); })) {
            return;
        }
        greedy_necessary_.insert({append(facts), q});
    }

    std::uint32_t append(const FactSet& facts) {
        const auto number = static_cast<std::uint32_t>(landmarks_.size());
        landmarks_.push_back({facts, holds_initially(facts), {}});
        for (Fact fact : facts) {
            landmark_of_[fact] = number;
            StateFact state_fact = 0;
            if (relaxation_.to_state_fact(fact, state_fact))
                landmarks_[number].state_facts.push_back(state_fact);
        }
        queue_.push_back(number);
        return number;
    }

    void remove(std::uint32_t number) {
        landmarks_[number].removed = true;
        for (Fact fact : landmarks_[number].facts) landmark_of_.erase(fact);
        std::erase(queue_, number);
        for (auto* orderings : {&greedy_necessary_, &natural_})
            std::erase_if(*orderings, [&](const Ordering& o) {
                return o.first == number || o.second == number;
            });
    }

    void add_natural_orderings(std::uint32_t q, const std::vector<std::uint32_t>& achievers) {
        std::set<StateFact> added;
        for (std::uint32_t a : achievers)
            added.insert(relaxation_.actions()[a].effects.begin(),
                         relaxation_.actions()[a].effects.end());
        for (std::uint32_t l = 0; l < landmarks_.size(); ++l) {
            const Landmark& landmark = landmarks_[l];
            const auto in_reach = [&](StateFact fact) {
                return graph_.is_added(fact) || added.contains(fact);
            };
            if (landmark.removed || landmark.holds_initially ||
                std::any_of(landmark.state_facts.begin(), landmark.state_facts.end(), in_reach))
                continue;
            if (!greedy_necessary_.contains({q, l})) natural_.insert({q, l});
        }
    }

    bool holds_initially(const FactSet& facts) const {
        return std::any_of(facts.begin(), facts.end(),
                           [&](Fact fact) { return relaxation_.holds_initially(fact); });
    }

    LandmarkGraph finish(bool with_pointers) const {
        LandmarkGraph result;
        std::vector<std::uint32_t> number(landmarks_.size(), 0);
        const std::set<Fact> goals(instance_.goal().begin(), instance_.goal().end());
        for (std::size_t l = 0; l < landmarks_.size(); ++l) {
            if (landmarks_[l].removed) continue;
            number[l] = static_cast<std::uint32_t>(result.facts.size());
            const FactSet& facts = landmarks_[l].facts;
            result.facts.push_back({facts, facts.size() == 1 && goals.contains(facts[0])});
        }
        for (const Ordering& o : natural_) result.natural.push_back({number[o.first], number[o.second]});
        std::set<Ordering> greedy;
        for (const Ordering& o : greedy_necessary_) greedy.insert({number[o.first], number[o.second]});
        if (with_pointers) add_pointer_landmarks(number, result, greedy);
        result.greedy_necessary.assign(greedy.begin(), greedy.end());
        std::sort(result.natural.begin(), result.natural.end());
        return result;
    }

    void add_pointer_landmarks(const std::vector<std::uint32_t>& number, LandmarkGraph& result,
                               std::set<Ordering>& greedy) const {
        std::vector<std::vector<std::uint32_t>> before(result.facts.size());
        for (const Ordering& o : greedy) before[o.second].push_back(o.first);
        for (std::size_t l = 0; l < landmarks_.size(); ++l) {
            if (landmarks_[l].removed) continue;
            PointerLandmark landmark{{}, number[l]};
            for (std::uint32_t a : landmarks_[l].first_achievers) {
                const GroundAction& action = relaxation_.actions()[a];
                if (!action.objects.empty())
                    landmark.achievers.push_back({action.action, action.objects});
            }
            if (landmark.achievers.empty()) continue;
            const auto pointer = static_cast<std::uint32_t>(result.size());
            for (std::uint32_t p : before[number[l]]) greedy.insert({p, pointer});
            greedy.insert({pointer, number[l]});
            result.pointers.push_back(std::move(landmark));
        }
    }

    const Instance& instance_;
    bool sound_;
    Control& control_;
    Relaxation relaxation_;
    RelaxedGraph graph_;
    std::vector<Landmark> landmarks_;
    std::unordered_map<Fact, std::uint32_t> landmark_of_;
    std::deque<std::uint32_t> queue_;
    std::set<Ordering> greedy_necessary_;
    std::set<Ordering> natural_;
};

}  // namespace

LandmarkGraph discover_landmarks(const Instance& instance, bool sound, bool with_pointers,
                                 Control& control) {
    return Builder(instance, sound, control).run(with_pointers);
}

bool is_certified_landmark(const Instance& instance, const FactSet& facts, Control& control) {
    const Relaxation relaxation(instance, false, control);
    if (std::any_of(facts.begin(), facts.end(),
                    [&](Fact fact) { return relaxation.holds_initially(fact); }))
        return true;
    std::vector<bool> removed(relaxation.actions().size(), false);
    for (Fact fact : facts)
        for (std::uint32_t a : relaxation.achievers(fact)) removed[a] = true;
    RelaxedGraph graph(relaxation);
    graph.grow(removed);
    return !std::all_of(instance.goal().begin(), instance.goal().end(),
                        [&](Fact fact) { return graph.holds(fact); });
}

bool can_be_matched(const FactSet& facts, const std::vector<FactSet>& lists) {
    Matching matching(lists);
    return std::all_of(facts.begin(), facts.end(), [&](Fact f) { return matching.place(f); });
}

FactSet smallest_choice(const std::vector<FactSet>& lists) {
    std::set<Fact> all;
    for (const FactSet& list : lists) {
        if (list.empty()) return {};
        all.insert(list.begin(), list.end());
    }
    FactSet taken;
    Matching matching(lists);  // of what is taken
    for (Fact fact : all) {
        if (meets_all(taken, lists)) break;
        FactSet grown = taken;
        grown.push_back(fact);
        const bool completable =
            std::all_of(lists.begin(), lists.end(), [&](const FactSet& list) {
                return list.back() > fact || meets(grown, list);
            });
        if (completable && matching.place(fact)) taken = std::move(grown);
    }
    return meets_all(taken, lists) ? taken : FactSet{};
}

}  // namespace genplan
