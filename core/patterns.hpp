// Atoms over places: how the number of a ground atom follows from where variables stand among
// the objects of their types.
//
// A variable is a pointer, or a slot that a statement uses for itself. Its value is a place
// among the objects of its type.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "task.hpp"

namespace genplan {

// Where a variable stands among the objects of its type; as wide as a word, since machines keep
// pointers and states in one block.
using Place = std::int64_t;

struct AtomTerm {  // contributes stride * place to the number of an atom
    std::uint32_t variable = 0;
    const std::int32_t* places = nullptr;  // by the variable's value; null: the value itself
    std::uint64_t stride = 0;
};

struct AtomPattern {
    std::uint64_t base = 0;
    // The first two terms without a table; where there are fewer, with stride 0. Most atoms
    // have no others, so their numbers take no loop and no branch.
    AtomTerm first;
    AtomTerm second;
    std::uint32_t begin = 0;  // of the other terms
    std::uint32_t end = 0;
};

struct Argument {  // an object: where a variable stands, or a constant
    const int* objects;
    std::uint32_t variable;
    int constant;

    int object(const Place* places) const {
        return objects == nullptr ? constant : objects[places[variable]];
    }
};

// Makes and evaluates patterns for one instance. A schema's term is the position of a parameter,
// for which `variables` gives the variable, or -1 - constant.
class Patterns {
public:
    Patterns(const Instance& instance, std::vector<int> variable_types)
        : instance_(instance), types_(std::move(variable_types)) {}

    // Patterns made from now on take the variable to be of this type.
    void set_type(std::uint32_t variable, int type) {
        if (types_.size() <= variable) types_.resize(variable + 1);
        types_[variable] = type;
    }
    int type_of(std::uint32_t variable) const { return types_[variable]; }
    const std::vector<int>& members(std::uint32_t variable) const {
        return instance_.members(types_[variable]);
    }

    AtomPattern atom(int predicate, const std::vector<int>& terms,
                     const std::vector<std::uint32_t>& variables);
    Argument argument(int term, const std::vector<std::uint32_t>& variables) const;

    // The number of the atom among the bits of a state, or of the static table.
    std::uint64_t number(const AtomPattern& atom, const Place* places) const {
        const auto value_of = [&](const AtomTerm& term) {
            return static_cast<std::uint64_t>(places[term.variable]);
        };
        std::uint64_t number = atom.base + atom.first.stride * value_of(atom.first) +
                               atom.second.stride * value_of(atom.second);
        for (std::uint32_t i = atom.begin; i < atom.end; ++i) {
            const AtomTerm& term = terms_[i];
            const std::uint64_t value = value_of(term);
            number += term.stride * (term.places == nullptr
                                         ? value
                                         : static_cast<std::uint64_t>(term.places[value]));
        }
        return number;
    }
    std::size_t bytes() const { return terms_.size() * sizeof(AtomTerm); }

private:
    struct PlaceTable {
        int from;
        int to;
        bool consecutive;
        std::uint64_t first;
        std::vector<std::int32_t> places;
    };
    const std::int32_t* places(int from, int to, std::uint64_t& first);

    const Instance& instance_;
    std::vector<int> types_;  // of the variables
    std::vector<AtomTerm> terms_;
    std::vector<std::unique_ptr<PlaceTable>> place_tables_;
};

}  // namespace genplan
