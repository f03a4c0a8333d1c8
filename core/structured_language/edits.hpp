// The children of a structured program: what can be appended, and what can be wrapped.
//
// The blocks at the end of the program are open: the whole program, and every block that reaches
// to its end. A statement can be appended to each of them, and each suffix of each of them can be
// wrapped into a loop or a condition. docs/language.md gives the order.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "machine.hpp"
#include "statement.hpp"

namespace genplan {

using ProgramLines = std::vector<ProgramLine>;

// What statements a search may use, beyond actions, loops and conditions on the state.
struct Alphabet {
    bool go = false;
    bool find = false;
    bool each = false;
    bool goals = false;  // atoms of conditions that ask about the goal
};

// Of each predicate, which modes conditions may have.
using Askable = std::vector<std::array<bool, 5>>;

// Statements by number; the same statement has one number.
class StatementTable {
public:
    std::uint32_t number(const Statement& statement);
    const Statement& operator[](std::uint32_t number) const { return statements_[number]; }
    const std::vector<Statement>& all() const { return statements_; }

private:
    std::vector<Statement> statements_;
    std::map<Statement, std::uint32_t> numbers_;
};

struct Edit {
    bool wraps;
    std::uint32_t level;      // of the open block: 0 is the program, then inwards
    std::uint32_t line;       // wrap: where the suffix begins; append: the end
    std::uint32_t statement;  // appended, or the header that wraps
};

class Editor {
public:
    Editor(const Domain& domain, Alphabet alphabet, Askable askable, StatementTable& table);

    // The edits that make the children of a program, in the order that decides ties.
    const std::vector<Edit>& edits(const ProgramLines& program);
    void apply(const ProgramLines& program, const Edit& edit, ProgramLines& child);
    // The statements whose blocks are open at the end.
    std::vector<std::uint32_t> open_headers(const ProgramLines& program) const;

private:
    enum class Status : std::uint8_t { FREE, BOUND, LOCKED };
    using Scope = std::vector<Status>;
    struct OpenBlock {
        std::uint32_t begin;               // its first line
        std::vector<std::uint32_t> lines;  // of its statements
    };

    void grow_blocks(const ProgramLines& program, std::uint32_t level, ProgramLines& child) const;
    std::vector<OpenBlock> open_blocks(const ProgramLines& program) const;
    Scope scope_at(const ProgramLines& program, const std::vector<OpenBlock>& blocks,
                   std::uint32_t level, std::uint32_t line) const;
    void pass(const Statement& statement, Scope& scope) const;
    void add_appends(const Scope& scope, std::uint32_t level, std::uint32_t line,
                     bool in_empty_repeat);
    void add_wraps(const ProgramLines& program, const Scope& scope, std::uint32_t level,
                   std::uint32_t line);
    template <class Use>
    void for_conditions(const Scope& scope, bool with_choice, const std::vector<bool>* chosen,
                        const Use& use);
    template <class Use>
    void for_arguments(const std::vector<int>& types, const Scope& scope, Statement& statement,
                       bool exact, int skipped, const std::vector<bool>* chosen, const Use& use);
    int fresh(int type, const Scope& scope, const Statement& statement) const;
    void emit(bool wraps, std::uint32_t level, std::uint32_t line, const Statement& statement) {
        edits_.push_back({wraps, level, line, table_.number(statement)});
    }

    const Domain& domain_;
    Alphabet alphabet_;
    Askable askable_;
    StatementTable& table_;
    std::vector<Movement> movements_;
    std::vector<int> types_;  // of the pointers, each once
    std::vector<Edit> edits_;
};

}  // namespace genplan
