// Statements of structured programs over numbers (docs/language.md).
//
// A program is a flat list of statements in the order of the text; `size` of a statement counts
// the statements within its block, nested ones included:
//
//   for z2 {           0  FOR     size 1
//     move(?z1,z2)     1  DO
//   }
//   fordown z1 { …     2  FORDOWN size 3
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "../task.hpp"

namespace genplan {

enum class StatementKind : std::uint8_t { DO, GO, FIND, FOR, FORDOWN, REPEAT, IF, IFNOT, EACH };

// What an atom of a condition asks about: the state, the goal, or the goal as far as it is open.
enum class Mode : std::uint8_t { NOW, GOAL, GOAL_NOT, TODO, TODO_NOT };

struct StatementArgument {
    std::int32_t pointer;  // -1: `_`, wherever it is
    bool choose;

    auto operator<=>(const StatementArgument&) const = default;
};

struct Statement {
    StatementKind kind;
    Mode mode = Mode::NOW;
    std::uint32_t operand = 0;  // an action or a predicate; loops over a pointer have none
    std::vector<StatementArgument> arguments;

    bool opens_block() const { return kind >= StatementKind::FOR; }
    bool is_condition() const {
        return kind == StatementKind::FIND || kind >= StatementKind::IF;
    }
    // Whether the pointers that it binds are bound within its block only.
    bool binds_in_block() const {
        return kind == StatementKind::FOR || kind == StatementKind::FORDOWN ||
               kind == StatementKind::EACH;
    }
    auto operator<=>(const Statement&) const = default;
};

// The parameters between which a moving action moves something, and its precondition that says
// where that is; precondition is -1 for other actions.
struct Movement {
    int precondition = -1;
    int from = -1;
    int to = -1;
};

Movement find_movement(const Action& action);

}  // namespace genplan
