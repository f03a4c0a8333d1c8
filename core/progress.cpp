#include "progress.hpp"

#include <bit>
#include <algorithm>
#include <set>

namespace genplan {

LandmarkProgress::LandmarkProgress(const Instance& instance, LandmarkGraph graph)
    : graph_(std::move(graph)),
      words_(words_for(graph_.size())),
      fact_count_(graph_.facts.size()) {
    index_facts(instance);
    index_orderings();
    index_pointers(instance);
}

void LandmarkProgress::index_facts(const Instance& instance) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // state fact, landmark
    goals_.assign(words_, 0);
    for (std::uint32_t l = 0; l < fact_count_; ++l) {
        if (graph_.facts[l].is_goal) set_bit(goals_.data(), l);
        bool always = false;
        const auto begin = static_cast<std::uint32_t>(facts_.size());
        for (Fact fact : graph_.facts[l].facts) {
            const auto at = instance.locate(fact / 2);
            if (instance.domain().is_static[at.predicate]) {
                always |= instance.holds_initially(at.predicate, at.local) == (fact % 2 != 0);
                continue;
            }
            const auto state_fact = static_cast<std::uint32_t>(
                2 * (instance.bit_offset(at.predicate) + at.local) + fact % 2);
            facts_.push_back(state_fact);
            pairs.push_back({state_fact, l});
        }
        facts_of_.push_back({begin, static_cast<std::uint32_t>(facts_.size())});
        always_.push_back(always);
    }
    by_fact_.assign(2 * instance.state_atoms() + 1, 0);
    std::sort(pairs.begin(), pairs.end());
    for (const auto& pair : pairs) {
        ++by_fact_[pair.first + 1];
        by_fact_items_.push_back(pair.second);
    }
    for (std::size_t i = 1; i < by_fact_.size(); ++i) by_fact_[i] += by_fact_[i - 1];
}

void LandmarkProgress::index_orderings() {
    predecessors_.assign(words_ * graph_.size(), 0);
    greedy_successors_.assign(words_ * graph_.size(), 0);
    std::vector<std::vector<std::uint32_t>> after(fact_count_);
    for (const Ordering& o : graph_.natural)
        set_bit(&predecessors_[words_ * o.second], o.first);
    for (const Ordering& o : graph_.greedy_necessary) {
        set_bit(&predecessors_[words_ * o.second], o.first);
        set_bit(&greedy_successors_[words_ * o.first], o.second);
        if (o.second >= fact_count_) after[o.first].push_back(o.second);
    }
    for (const auto& successors : after) {
        const auto begin = static_cast<std::uint32_t>(pointer_successor_items_.size());
        pointer_successor_items_.insert(pointer_successor_items_.end(), successors.begin(),
                                        successors.end());
        pointer_successors_.push_back(
            {begin, static_cast<std::uint32_t>(pointer_successor_items_.size())});
    }
}

void LandmarkProgress::index_pointers(const Instance& instance) {
    const Domain& domain = instance.domain();
    const std::size_t pointers = domain.pointer_types.size();
    std::vector<std::set<std::pair<Place, std::uint32_t>>> at(pointers);  // place, landmark
    for (std::uint32_t l = 0; l < graph_.pointers.size(); ++l) {
        const auto first_achiever = static_cast<std::uint32_t>(arguments_of_.size());
        for (const Achievement& achiever : graph_.pointers[l].achievers) {
            const auto first_argument = static_cast<std::uint32_t>(stands_of_.size());
            const auto& types = domain.actions[achiever.action].parameter_types;
            for (std::size_t i = 0; i < achiever.objects.size(); ++i) {
                const auto first_stand = static_cast<std::uint32_t>(stands_.size());
                for (std::uint32_t z = 0; z < pointers; ++z) {
                    const int type = domain.pointer_types[z];
                    if (!domain.is_subtype(type, types[i])) continue;
                    const int place = instance.place(type, achiever.objects[i]);
                    if (place < 0) continue;
                    stands_.push_back({z, place});
                    at[z].insert({place, l + static_cast<std::uint32_t>(fact_count_)});
                }
                stands_of_.push_back({first_stand, static_cast<std::uint32_t>(stands_.size())});
            }
            arguments_of_.push_back({first_argument, static_cast<std::uint32_t>(stands_of_.size())});
        }
        achievers_of_.push_back({first_achiever, static_cast<std::uint32_t>(arguments_of_.size())});
    }
    for (std::size_t z = 0; z < pointers; ++z) {
        const std::size_t places = instance.members(domain.pointer_types[z]).size();
        std::vector<std::uint32_t> begin;
        auto next = at[z].begin();
        for (std::size_t place = 0; place <= places; ++place) {
            begin.push_back(static_cast<std::uint32_t>(by_place_items_.size()));
            for (; next != at[z].end() && static_cast<std::size_t>(next->first) == place; ++next)
                by_place_items_.push_back(next->second);
        }
        by_place_.push_back(std::move(begin));
    }
}

bool LandmarkProgress::fact_landmark_holds(std::uint32_t landmark, const Word* state) const {
    if (always_[landmark]) return true;
    for (std::uint32_t i = facts_of_[landmark].begin; i < facts_of_[landmark].end; ++i)
        if (test_bit(state, facts_[i] / 2) == ((facts_[i] & 1U) != 0)) return true;
    return false;
}

bool LandmarkProgress::pointers_stand(std::uint32_t landmark, const Place* pointers) const {
    const Range achievers = achievers_of_[landmark - fact_count_];
    for (std::uint32_t a = achievers.begin; a < achievers.end; ++a) {
        bool all = true;
        for (std::uint32_t i = arguments_of_[a].begin; all && i < arguments_of_[a].end; ++i) {
            all = false;
            for (std::uint32_t s = stands_of_[i].begin; !all && s < stands_of_[i].end; ++s)
                all = pointers[stands_[s].pointer] == stands_[s].place;
        }
        if (all) return true;
    }
    return false;
}

bool LandmarkProgress::is_ready(std::uint32_t landmark, const Word* reached) const {
    const Word* before = &predecessors_[words_ * landmark];
    for (std::size_t w = 0; w < words_; ++w)
        if ((before[w] & ~reached[w]) != 0) return false;
    return true;
}

void LandmarkProgress::start(const Word* state, const Place* pointers, Word* reached,
                             Word* holds) const {
    std::fill(reached, reached + words_, 0);
    std::fill(holds, holds + words_, 0);
    for (std::uint32_t l = 0; l < fact_count_; ++l)
        if (fact_landmark_holds(l, state)) set_bit(holds, l);
    std::copy(holds, holds + words_, reached);
    for (std::uint32_t l = static_cast<std::uint32_t>(fact_count_); l < graph_.size(); ++l)
        if (pointers_stand(l, pointers)) set_bit(reached, l);
}

void LandmarkProgress::update(int moved, const Place* pointers, Word* reached,
                              const Word* holds) const {
    // A pass collects what it reaches and adds it at its end. Small fixed buffer, then grows.
    std::uint32_t buffer[64];
    std::vector<std::uint32_t> overflow;
    std::size_t count = 0;
    const auto collect = [&](std::uint32_t landmark) {
        if (count < 64) buffer[count] = landmark;
        else overflow.push_back(landmark);
        ++count;
    };
    const auto collected = [&](std::size_t i) { return i < 64 ? buffer[i] : overflow[i - 64]; };

    for (std::size_t w = 0; w < words_; ++w) {
        for (Word pending = holds[w] & ~reached[w]; pending != 0; pending &= pending - 1) {
            const auto l = static_cast<std::uint32_t>(w * WORD_BITS) +
                           static_cast<std::uint32_t>(std::countr_zero(pending));
            if (is_ready(l, reached)) collect(l);
        }
    }
    const std::size_t new_facts = count;
    for (std::size_t i = 0; i < new_facts; ++i) set_bit(reached, collected(i));

    const auto consider = [&](std::uint32_t l) {
        if (!test_bit(reached, l) && is_ready(l, reached) && pointers_stand(l, pointers))
            collect(l);
    };
    for (std::size_t i = 0; i < new_facts; ++i) {
        const Range after = pointer_successors_[collected(i)];
        for (std::uint32_t j = after.begin; j < after.end; ++j)
            consider(pointer_successor_items_[j]);
    }
    if (moved >= 0) {
        const std::vector<std::uint32_t>& begin = by_place_[moved];
        const auto place = static_cast<std::size_t>(pointers[moved]);
        for (std::uint32_t j = begin[place]; j < begin[place + 1]; ++j)
            consider(by_place_items_[j]);
    }
    for (std::size_t i = new_facts; i < count; ++i) set_bit(reached, collected(i));
}

unsigned LandmarkProgress::count(const Place* pointers, const Word* reached,
                                 const Word* holds) const {
    auto total = static_cast<unsigned>(graph_.size());
    for (std::size_t w = 0; w < words_; ++w) {
        total -= count_bits(reached[w]);
        for (Word candidates = reached[w] & ~holds[w]; candidates != 0;
             candidates &= candidates - 1) {
            const auto l = static_cast<std::uint32_t>(w * WORD_BITS) +
                           static_cast<std::uint32_t>(std::countr_zero(candidates));
            bool needed = test_bit(goals_.data(), l);
            const Word* after = &greedy_successors_[words_ * l];
            for (std::size_t v = 0; !needed && v < words_; ++v)
                needed = (after[v] & ~reached[v]) != 0;
            if (needed && (l < fact_count_ || !pointers_stand(l, pointers))) ++total;
        }
    }
    return total;
}

std::size_t LandmarkProgress::bytes() const {
    return sizeof(Word) * (predecessors_.size() + greedy_successors_.size()) +
           sizeof(std::uint32_t) * (by_fact_.size() + by_fact_items_.size() + facts_.size() +
                                    by_place_items_.size() + pointer_successor_items_.size()) +
           sizeof(Stand) * stands_.size();
}

}  // namespace genplan
