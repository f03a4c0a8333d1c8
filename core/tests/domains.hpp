// Two small domains for the tests, made by hand, with the numbers of their atoms by name.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "control.hpp"
#include "goto_language/machine.hpp"
#include "landmarks.hpp"
#include "task.hpp"

namespace domains {

using namespace genplan;

inline Control unlimited() {
    return {std::numeric_limits<double>::infinity(), std::numeric_limits<std::size_t>::max(), {}};
}

inline Fact is_true(std::uint64_t atom) { return 2 * atom + 1; }
inline Fact is_false(std::uint64_t atom) { return 2 * atom; }

// A courier walks between cells, takes and drops items, and seals parcels, which are items.
//
//   types       object 0, cell 1, item 2, parcel 3 (an item)
//   predicates  next(cell, cell) static, here(cell), held(item), lies(item, cell),
//               sealed(parcel), open() static
//   pointers    x y - cell, i - item, p - parcel
//   objects     the cells, then the items; every second item is a parcel, beginning with the first
class Courier {
public:
    enum Type { OBJECT, CELL, ITEM, PARCEL };
    enum Predicate { NEXT, HERE, HELD, LIES, SEALED, OPEN };
    enum Action { WALK, TAKE, DROP, SEAL, SWAP, HOME };
    enum Pointer : std::uint32_t { X, Y, I, P };

    Courier(int cells, int items) : cells_(cells), items_(items) {
        auto domain = std::make_shared<Domain>();
        domain->subtypes = {{OBJECT, CELL, ITEM, PARCEL}, {CELL}, {ITEM, PARCEL}, {PARCEL}};
        domain->predicate_types = {{CELL, CELL}, {CELL}, {ITEM}, {ITEM, CELL}, {PARCEL}, {}};
        domain->is_static = {true, false, false, false, false, true};
        domain->pointer_types = {CELL, CELL, ITEM, PARCEL};
        const int cell_0 = -1 - 0;  // a constant: object number 0
        domain->actions = {
            // walk(from, to)
            {{CELL, CELL},
             {{HERE, {0}, true}, {NEXT, {0, 1}, true}},
             {},
             {{HERE, {0}, false}, {HERE, {1}, true}}},
            // take(item, cell)
            {{ITEM, CELL},
             {{LIES, {0, 1}, true}, {HERE, {1}, true}},
             {},
             {{LIES, {0, 1}, false}, {HELD, {0}, true}}},
            // drop(item, cell)
            {{ITEM, CELL},
             {{HELD, {0}, true}, {HERE, {1}, true}},
             {},
             {{HELD, {0}, false}, {LIES, {0, 1}, true}}},
            // seal(parcel)
            {{PARCEL},
             {{HELD, {0}, true}, {SEALED, {0}, false}, {OPEN, {}, true}},
             {},
             {{SEALED, {0}, true}}},
            // swap(left, right): a held item for another one that lies in the first cell
            {{ITEM, ITEM},
             {{HELD, {0}, true}, {LIES, {1, cell_0}, true}},
             {{0, 1, false}},
             {{HELD, {0}, false},
              {LIES, {0, cell_0}, true},
              {HELD, {1}, true},
              {LIES, {1, cell_0}, false}}},
            // home(cell): from any other cell to the first one
            {{CELL},
             {{HERE, {0}, true}},
             {{0, cell_0, false}},
             {{HERE, {0}, false}, {HERE, {cell_0}, true}}},
        };
        domain_ = std::move(domain);
    }

    std::shared_ptr<const Domain> domain() const { return domain_; }
    int objects() const { return cells_ + items_; }
    int item(int number) const { return cells_ + number; }
    int parcels() const { return (items_ + 1) / 2; }

    std::uint64_t next(int from, int to) const {
        return static_cast<std::uint64_t>(from * cells_ + to);
    }
    std::uint64_t here(int cell) const {
        return next(cells_, 0) + static_cast<std::uint64_t>(cell);
    }
    std::uint64_t held(int item) const { return here(cells_) + static_cast<std::uint64_t>(item); }
    std::uint64_t lies(int item, int cell) const {
        return held(items_) + static_cast<std::uint64_t>(item * cells_ + cell);
    }
    std::uint64_t sealed(int parcel) const {
        return lies(items_, 0) + static_cast<std::uint64_t>(parcel);
    }
    std::uint64_t open() const { return sealed(parcels()); }
    std::uint64_t atoms() const { return open() + 1; }

    // Steps in both directions between neighbours in a row.
    std::vector<std::uint64_t> row() const {
        std::vector<std::uint64_t> atoms;
        for (int cell = 1; cell < cells_; ++cell) {
            atoms.push_back(next(cell - 1, cell));
            atoms.push_back(next(cell, cell - 1));
        }
        return atoms;
    }

    std::shared_ptr<const Instance> instance(std::vector<std::uint64_t> initial,
                                             std::vector<Fact> goal) const {
        std::vector<std::vector<int>> members(4);
        for (int object = 0; object < objects(); ++object) {
            members[OBJECT].push_back(object);
            members[object < cells_ ? CELL : ITEM].push_back(object);
            if (object >= cells_ && (object - cells_) % 2 == 0) members[PARCEL].push_back(object);
        }
        return std::make_shared<Instance>(domain_, static_cast<std::size_t>(objects()),
                                          std::move(members), initial, std::move(goal));
    }

    // The courier in the first cell of a row, all items in the last.
    std::shared_ptr<const Instance> in_a_row(std::vector<Fact> goal) const {
        std::vector<std::uint64_t> initial = row();
        initial.push_back(here(0));
        initial.push_back(open());
        for (int item = 0; item < items_; ++item) initial.push_back(lies(item, cells_ - 1));
        return instance(initial, std::move(goal));
    }

private:
    int cells_;
    int items_;
    std::shared_ptr<const Domain> domain_;
};

inline Instruction act(int action, std::vector<std::uint32_t> pointers) {
    return {Kind::ACT, static_cast<std::uint32_t>(action), std::move(pointers), false};
}
inline Instruction test(int predicate, std::vector<std::uint32_t> pointers) {
    return {Kind::TEST, static_cast<std::uint32_t>(predicate), std::move(pointers), false};
}
inline Instruction pointer(Kind kind, std::vector<std::uint32_t> pointers) {
    return {kind, 0, std::move(pointers), false};
}
inline Instruction jump(std::uint32_t target, bool when) { return {Kind::GOTO, target, {}, when}; }
inline Instruction end() { return {Kind::END, 0, {}, false}; }

// A program as the executor sees it: its lines as the instruction set, each once.
inline std::vector<Code> straight(const std::vector<Instruction>& lines) {
    std::vector<Code> code;
    for (std::size_t line = 0; line < lines.size(); ++line) code.push_back(static_cast<Code>(line));
    return code;
}

// Numbers that are the same everywhere, unlike those of std::uniform_int_distribution.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::size_t below(std::size_t bound) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>(state_ >> 33U) % bound;
    }

private:
    std::uint64_t state_;
};

}  // namespace domains
