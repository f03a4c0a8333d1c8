#include "task.hpp"

#include <bit>
#include <algorithm>
#include <map>

namespace genplan {

bool Domain::is_subtype(int type, int ancestor) const {
    const auto& below = subtypes[ancestor];
    return std::find(below.begin(), below.end(), type) != below.end();
}

Instance::Instance(std::shared_ptr<const Domain> domain, std::size_t objects,
                   std::vector<std::vector<int>> members,
                   const std::vector<std::uint64_t>& initial, std::vector<std::uint64_t> goal)
    : domain_(std::move(domain)), members_(std::move(members)), goal_(std::move(goal)) {
    places_.resize(members_.size());
    for (std::size_t type = 0; type < members_.size(); ++type) {
        places_[type].assign(objects, -1);
        for (std::size_t place = 0; place < members_[type].size(); ++place)
            places_[type][members_[type][place]] = static_cast<std::int32_t>(place);
    }
    lay_out();
    set_initial(initial);
    set_goal();
}

void Instance::lay_out() {
    for (std::size_t p = 0; p < domain_->predicate_types.size(); ++p) {
        const auto& types = domain_->predicate_types[p];
        std::vector<std::uint64_t> strides(types.size());
        std::uint64_t size = 1;
        for (std::size_t i = types.size(); i-- > 0;) {
            strides[i] = size;
            size *= members_[types[i]].size();
        }
        strides_.push_back(std::move(strides));
        sizes_.push_back(size);
        offsets_.push_back(atoms_);
        atoms_ += size;
        std::size_t& next = domain_->is_static[p] ? static_count_ : state_atoms_;
        bit_offsets_.push_back(next);
        next += size;
    }
    initial_state_.assign(words_for(state_atoms_), 0);
    static_atoms_.assign(words_for(static_count_), 0);
}

void Instance::set_initial(const std::vector<std::uint64_t>& initial) {
    for (std::uint64_t atom : initial) {
        const Place at = locate(atom);
        Word* words = domain_->is_static[at.predicate] ? static_atoms_.data() : initial_state_.data();
        set_bit(words, bit_offsets_[at.predicate] + at.local);
    }
}

void Instance::set_goal() {
    std::map<std::uint32_t, GoalWord> words;
    wanted_.assign(2 * offsets_.size(), false);
    // A goal that wants an atom both true and false is missed by one fact in every state.
    for (std::uint64_t fact : goal_) {
        const Place at = locate(fact / 2);
        const bool value = fact % 2;
        wanted_[2 * at.predicate + value] = true;
        if (domain_->is_static[at.predicate]) {
            static_goals_missing_ += holds_initially(at.predicate, at.local) != value;
            continue;
        }
        const std::uint64_t bit = bit_offsets_[at.predicate] + at.local;
        const auto word = static_cast<std::uint32_t>(bit / WORD_BITS);
        const Word mask = Word{1} << (bit % WORD_BITS);
        GoalWord& goal = words.try_emplace(word, GoalWord{word, 0, 0}).first->second;
        if (goal.mask & mask) {
            ++static_goals_missing_;
            goal.mask &= ~mask;
            goal.value &= ~mask;
            continue;
        }
        goal.mask |= mask;
        if (value) goal.value |= mask;
    }
    for (const auto& entry : words)
        if (entry.second.mask) goal_words_.push_back(entry.second);
}

std::uint64_t Instance::local_number(int predicate, const std::vector<int>& objects) const {
    const auto& types = domain_->predicate_types[predicate];
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < types.size(); ++i)
        number += strides_[predicate][i] * static_cast<std::uint64_t>(place(types[i], objects[i]));
    return number;
}

std::uint64_t Instance::local_number(const Literal& literal,
                                     const std::vector<int>& objects) const {
    const auto& types = domain_->predicate_types[literal.predicate];
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const int object = term_object(literal.terms[i], objects);
        number += strides_[literal.predicate][i] * static_cast<std::uint64_t>(place(types[i], object));
    }
    return number;
}

bool Instance::holds_initially(int predicate, std::uint64_t local) const {
    const auto& words = domain_->is_static[predicate] ? static_atoms_ : initial_state_;
    return test_bit(words.data(), bit_offsets_[predicate] + local);
}

Instance::Place Instance::locate(std::uint64_t atom) const {
    auto after = std::upper_bound(offsets_.begin(), offsets_.end(), atom);
    auto predicate = static_cast<int>(after - offsets_.begin()) - 1;
    while (offsets_[predicate] + sizes_[predicate] <= atom) --predicate;  // skip empty ones
    return {predicate, atom - offsets_[predicate]};
}

std::vector<std::uint64_t> Instance::true_atoms(const Word* state) const {
    std::vector<std::uint64_t> atoms;
    for (std::size_t p = 0; p < offsets_.size(); ++p) {
        const Word* words = domain_->is_static[p] ? static_atoms_.data() : state;
        const std::uint64_t begin = bit_offsets_[p];
        const std::uint64_t end = begin + sizes_[p];
        for (std::uint64_t bit = begin; bit < end;) {
            const Word rest = words[bit / WORD_BITS] >> (bit % WORD_BITS);
            if (rest == 0) {
                bit = (bit / WORD_BITS + 1) * WORD_BITS;
                continue;
            }
            bit += static_cast<unsigned>(std::countr_zero(rest));
            if (bit >= end) break;
            atoms.push_back(offsets_[p] + bit - begin);
            ++bit;
        }
    }
    return atoms;
}

std::size_t Instance::bytes() const {
    std::size_t total = (initial_state_.size() + static_atoms_.size()) * sizeof(Word);
    for (const auto& group : members_) total += group.size() * sizeof(int);
    for (const auto& places : places_) total += places.size() * sizeof(std::int32_t);
    return total;
}

}  // namespace genplan
