// Domains and instances as integer tables. The numbering is that of genplan.compiled:
// types, objects, predicates, actions and ground atoms count from 0 in the order of the files.
//
// Ground atoms have two numbers here:
//   fact order    dense over all predicates in domain order; what Python sees, what landmarks sort by
//   state order   dense over the predicates that some action changes; a bit in a state
// Atoms of static predicates are bits of a table of the instance instead, so that states hold
// only what can change.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace genplan {

using Word = std::uint64_t;
constexpr unsigned WORD_BITS = 64;

inline std::size_t words_for(std::size_t bits) { return (bits + WORD_BITS - 1) / WORD_BITS; }
inline bool test_bit(const Word* words, std::size_t bit) {
    return (words[bit / WORD_BITS] >> (bit % WORD_BITS)) & 1U;
}
inline void set_bit(Word* words, std::size_t bit) {
    words[bit / WORD_BITS] |= Word{1} << (bit % WORD_BITS);
}
inline void clear_bit(Word* words, std::size_t bit) {
    words[bit / WORD_BITS] &= ~(Word{1} << (bit % WORD_BITS));
}
inline void flip_bit(Word* words, std::size_t bit) {
    words[bit / WORD_BITS] ^= Word{1} << (bit % WORD_BITS);
}

// How many bits are set. Written out, since std::popcount is a call where the instruction for it
// may be missing, as on x86-64 in general.
inline unsigned count_bits(Word word) {
    word -= (word >> 1) & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + ((word >> 2) & 0x3333333333333333U);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FU;
    return static_cast<unsigned>((word * 0x0101010101010101U) >> 56);
}

// A literal of an action schema. A term is the position of a parameter or, if negative,
// -1 - constant.
struct Literal {
    int predicate;
    std::vector<int> terms;
    bool positive;

    bool operator==(const Literal&) const = default;
};

struct Equality {
    int left;
    int right;
    bool equal;
};

struct Action {
    std::vector<int> parameter_types;
    std::vector<Literal> preconditions;
    std::vector<Equality> equalities;
    std::vector<Literal> effects;
};

struct Domain {
    std::vector<std::vector<int>> subtypes;         // of each type, itself included
    std::vector<std::vector<int>> predicate_types;  // of the parameters
    std::vector<bool> is_static;                    // by predicate
    std::vector<Action> actions;
    std::vector<int> pointer_types;

    bool is_subtype(int type, int ancestor) const;
};

// One goal word: the bits `mask` of state word `word` must equal `value`.
struct GoalWord {
    std::uint32_t word;
    Word mask;
    Word value;
};

class Instance {
public:
    Instance(std::shared_ptr<const Domain> domain, std::size_t objects,
             std::vector<std::vector<int>> members, const std::vector<std::uint64_t>& initial,
             std::vector<std::uint64_t> goal);

    const Domain& domain() const { return *domain_; }
    const std::vector<int>& members(int type) const { return members_[type]; }
    // The place of an object among those of a type, -1 if it is not of that type.
    int place(int type, int object) const { return places_[type][object]; }
    std::uint64_t atoms() const { return atoms_; }
    std::size_t state_atoms() const { return state_atoms_; }
    std::size_t state_words() const { return words_for(state_atoms_); }
    const std::vector<Word>& initial_state() const { return initial_state_; }
    const Word* static_atoms() const { return static_atoms_.data(); }
    const std::vector<std::uint64_t>& goal() const { return goal_; }  // facts: 2 * atom + value
    const std::vector<GoalWord>& goal_words() const { return goal_words_; }
    // Whether the goal mentions an atom of the predicate with that value.
    bool is_wanted(int predicate, bool value) const { return wanted_[2 * predicate + value]; }
    unsigned static_goals_missing() const { return static_goals_missing_; }

    std::uint64_t offset(int predicate) const { return offsets_[predicate]; }
    // Start of a predicate's atoms in the states, or in the static table if it is static.
    std::uint64_t bit_offset(int predicate) const { return bit_offsets_[predicate]; }
    const std::vector<std::uint64_t>& strides(int predicate) const { return strides_[predicate]; }

    // The distance of a ground atom from its predicate's offset.
    std::uint64_t local_number(int predicate, const std::vector<int>& objects) const;
    std::uint64_t local_number(const Literal& literal, const std::vector<int>& objects) const;
    bool holds_initially(int predicate, std::uint64_t local) const;

    struct Place {
        int predicate;
        std::uint64_t local;
    };
    Place locate(std::uint64_t atom) const;  // by its number in fact order
    std::vector<std::uint64_t> true_atoms(const Word* state) const;  // fact order, ascending

    unsigned goals_missing(const Word* state) const {
        unsigned count = static_goals_missing_;
        for (const GoalWord& goal : goal_words_)
            count += count_bits((state[goal.word] ^ goal.value) & goal.mask);
        return count;
    }
    bool goal_holds(const Word* state) const {
        for (const GoalWord& goal : goal_words_)
            if (((state[goal.word] ^ goal.value) & goal.mask) != 0) return false;
        return static_goals_missing_ == 0;
    }
    std::size_t bytes() const;

private:
    void lay_out();
    void set_initial(const std::vector<std::uint64_t>& initial);
    void set_goal();

    std::shared_ptr<const Domain> domain_;
    std::vector<std::vector<int>> members_;
    std::vector<std::vector<std::int32_t>> places_;
    std::vector<std::uint64_t> offsets_;
    std::vector<std::uint64_t> bit_offsets_;
    std::vector<std::uint64_t> sizes_;
    std::vector<std::vector<std::uint64_t>> strides_;
    std::uint64_t atoms_ = 0;
    std::size_t state_atoms_ = 0;
    std::size_t static_count_ = 0;
    std::vector<Word> initial_state_;
    std::vector<Word> static_atoms_;
    std::vector<std::uint64_t> goal_;
    std::vector<GoalWord> goal_words_;
    std::vector<bool> wanted_;  // by 2 * predicate + value
    unsigned static_goals_missing_ = 0;
};

inline int term_object(int term, const std::vector<int>& objects) {
    return term >= 0 ? objects[term] : -1 - term;
}

}  // namespace genplan
