#include "edits.hpp"

#include <algorithm>

namespace genplan {

std::uint32_t StatementTable::number(const Statement& statement) {
    const auto next = static_cast<std::uint32_t>(statements_.size());
    const auto [found, is_new] = numbers_.try_emplace(statement, next);
    if (is_new) statements_.push_back(statement);
    return found->second;
}

Editor::Editor(const Domain& domain, Alphabet alphabet, Askable askable, StatementTable& table)
    : domain_(domain), alphabet_(alphabet), askable_(std::move(askable)), table_(table) {
    for (const Action& action : domain.actions) movements_.push_back(find_movement(action));
    for (int type : domain.pointer_types)
        if (std::find(types_.begin(), types_.end(), type) == types_.end()) types_.push_back(type);
}

// --- Blocks and scopes -----------------------------------------------------------------------

std::vector<Editor::OpenBlock> Editor::open_blocks(const ProgramLines& program) const {
    const auto end = static_cast<std::uint32_t>(program.size());
    std::vector<OpenBlock> blocks;
    for (std::uint32_t begin = 0;;) {
        OpenBlock block{begin, {}};
        for (std::uint32_t line = begin; line < end; line += 1 + program[line].size)
            block.lines.push_back(line);
        blocks.push_back(block);
        if (block.lines.empty()) return blocks;
        const std::uint32_t last = block.lines.back();
        if (!table_[program[last].statement].opens_block()) return blocks;
        begin = last + 1;
    }
}

std::vector<std::uint32_t> Editor::open_headers(const ProgramLines& program) const {
    std::vector<std::uint32_t> headers;
    const std::vector<OpenBlock> blocks = open_blocks(program);
    for (std::size_t level = 1; level < blocks.size(); ++level)
        headers.push_back(program[blocks[level].begin - 1].statement);
    return headers;
}

// What a closed statement does to the scope of those after it. What is bound within its block
// counts as free: it need not have been reached.
void Editor::pass(const Statement& statement, Scope& scope) const {
    for (const StatementArgument& argument : statement.arguments)
        if (argument.choose || statement.kind == StatementKind::FOR ||
            statement.kind == StatementKind::FORDOWN)
            scope[argument.pointer] = statement.binds_in_block() ? Status::FREE : Status::BOUND;
}

Editor::Scope Editor::scope_at(const ProgramLines& program, const std::vector<OpenBlock>& blocks,
                               std::uint32_t level, std::uint32_t line) const {
    Scope scope(domain_.pointer_types.size(), Status::FREE);
    for (std::uint32_t l = 0; l <= level; ++l) {
        for (std::uint32_t at : blocks[l].lines) {
            const Statement& statement = table_[program[at].statement];
            if (l < level && at == blocks[l].lines.back()) {
                if (statement.binds_in_block())
                    for (const StatementArgument& argument : statement.arguments)
                        if (argument.choose || statement.kind != StatementKind::EACH)
                            scope[argument.pointer] = Status::LOCKED;
            } else if (l < level || at < line) {
                pass(statement, scope);
            }
        }
    }
    return scope;
}

// --- Edits -----------------------------------------------------------------------------------

const std::vector<Edit>& Editor::edits(const ProgramLines& program) {
    edits_.clear();
    const std::vector<OpenBlock> blocks = open_blocks(program);
    const auto end = static_cast<std::uint32_t>(program.size());
    for (auto level = static_cast<std::uint32_t>(blocks.size()); level-- > 0;) {
        const OpenBlock& block = blocks[level];
        const bool is_empty = block.lines.empty();
        const bool in_repeat = level > 0 && table_[program[block.begin - 1].statement].kind ==
                                                StatementKind::REPEAT;
        add_appends(scope_at(program, blocks, level, end), level, end, is_empty && in_repeat);
        if (is_empty && level > 0) break;  // a block without statements is not left
    }
    for (auto level = static_cast<std::uint32_t>(blocks.size()); level-- > 0;)
        for (auto line = blocks[level].lines.rbegin(); line != blocks[level].lines.rend(); ++line)
            add_wraps(program, scope_at(program, blocks, level, *line), level, *line);
    return edits_;
}

void Editor::add_appends(const Scope& scope, std::uint32_t level, std::uint32_t line,
                         bool in_empty_repeat) {
    for (std::uint32_t a = 0; a < domain_.actions.size(); ++a) {
        Statement statement{StatementKind::DO, Mode::NOW, a, {}};
        for_arguments(domain_.actions[a].parameter_types, scope, statement, true, -1, nullptr,
                      [&] { emit(false, level, line, statement); });
        if (alphabet_.go && movements_[a].precondition >= 0) {
            Statement go{StatementKind::GO, Mode::NOW, a, {}};
            for_arguments(domain_.actions[a].parameter_types, scope, go, true,
                          movements_[a].from, nullptr, [&] { emit(false, level, line, go); });
        }
    }
    if (alphabet_.find)
        for_conditions(scope, true, nullptr, [&](Statement& condition) {
            condition.kind = StatementKind::FIND;
            emit(false, level, line, condition);
        });
    for (int type : types_) {
        const int pointer = fresh(type, scope, {});
        if (pointer < 0) continue;
        emit(false, level, line, {StatementKind::FOR, Mode::NOW, 0, {{pointer, false}}});
        emit(false, level, line, {StatementKind::FORDOWN, Mode::NOW, 0, {{pointer, false}}});
    }
    if (!in_empty_repeat) emit(false, level, line, {StatementKind::REPEAT, Mode::NOW, 0, {}});
    for_conditions(scope, false, nullptr, [&](Statement& condition) {
        condition.kind = StatementKind::IF;
        emit(false, level, line, condition);
        condition.kind = StatementKind::IFNOT;
        emit(false, level, line, condition);
    });
    if (alphabet_.each)
        for_conditions(scope, true, nullptr, [&](Statement& condition) {
            condition.kind = StatementKind::EACH;
            emit(false, level, line, condition);
        });
}

void Editor::add_wraps(const ProgramLines& program, const Scope& scope, std::uint32_t level,
                       std::uint32_t line) {
    // What the suffix chooses can become what the loop goes over, if it is bound nowhere else.
    std::vector<bool> chosen(scope.size(), false);
    std::vector<bool> looped(scope.size(), false);
    for (std::size_t at = line; at < program.size(); ++at) {
        const Statement& statement = table_[program[at].statement];
        for (const StatementArgument& argument : statement.arguments) {
            if (argument.pointer < 0) continue;
            const bool binds = argument.choose || statement.kind == StatementKind::FOR ||
                               statement.kind == StatementKind::FORDOWN;
            // A `find` must keep something to choose.
            const bool keeps = statement.binds_in_block() || statement.kind == StatementKind::FIND;
            if (binds) (keeps ? looped : chosen)[argument.pointer] = true;
        }
    }
    for (std::size_t z = 0; z < scope.size(); ++z) {
        if (!chosen[z] || looped[z] || scope[z] == Status::LOCKED) continue;
        const auto pointer = static_cast<std::int32_t>(z);
        emit(true, level, line, {StatementKind::FOR, Mode::NOW, 0, {{pointer, false}}});
        emit(true, level, line, {StatementKind::FORDOWN, Mode::NOW, 0, {{pointer, false}}});
    }
    const StatementKind first = table_[program[line].statement].kind;
    const bool is_one = line + 1 + program[line].size == program.size();
    if (!(is_one && first == StatementKind::REPEAT))
        emit(true, level, line, {StatementKind::REPEAT, Mode::NOW, 0, {}});
    for_conditions(scope, false, nullptr, [&](Statement& condition) {
        condition.kind = StatementKind::IF;
        emit(true, level, line, condition);
        condition.kind = StatementKind::IFNOT;
        emit(true, level, line, condition);
    });
    if (alphabet_.each) {
        std::vector<bool> usable(scope.size());
        for (std::size_t z = 0; z < scope.size(); ++z)
            usable[z] = chosen[z] && !looped[z] && scope[z] != Status::LOCKED;
        for_conditions(scope, true, &usable, [&](Statement& condition) {
            condition.kind = StatementKind::EACH;
            for (const StatementArgument& argument : condition.arguments)
                if (argument.choose && looped[argument.pointer]) return;
            emit(true, level, line, condition);
        });
    }
}

// --- Atoms and arguments ---------------------------------------------------------------------

// The lowest pointer of a type that is free, -1 if there is none.
int Editor::fresh(int type, const Scope& scope, const Statement& statement) const {
    for (std::size_t z = 0; z < scope.size(); ++z) {
        if (domain_.pointer_types[z] != type || scope[z] != Status::FREE) continue;
        const auto pointer = static_cast<std::int32_t>(z);
        if (std::none_of(statement.arguments.begin(), statement.arguments.end(),
                         [&](const StatementArgument& a) { return a.pointer == pointer; }))
            return pointer;
    }
    return -1;
}

template <class Use>
void Editor::for_conditions(const Scope& scope, bool with_choice, const std::vector<bool>* chosen,
                            const Use& use) {
    for (std::uint32_t p = 0; p < domain_.predicate_types.size(); ++p) {
        for (Mode mode : {Mode::NOW, Mode::GOAL, Mode::GOAL_NOT, Mode::TODO, Mode::TODO_NOT}) {
            if (!askable_[p][static_cast<std::size_t>(mode)]) continue;
            Statement condition{StatementKind::IF, mode, p, {}};
            for_arguments(domain_.predicate_types[p], scope, condition, false, -1, chosen, [&] {
                const bool chooses =
                    std::any_of(condition.arguments.begin(), condition.arguments.end(),
                                [](const StatementArgument& a) { return a.choose; });
                if (chooses == with_choice) {
                    Statement used = condition;
                    use(used);
                }
            });
        }
    }
}

// Every tuple of arguments: for each parameter first the bound pointers that fit, then choices:
// pointers that the suffix to be wrapped chooses, and the lowest free one. Of an action a choice
// has exactly the parameter's type; of a condition it may have a subtype.
template <class Use>
void Editor::for_arguments(const std::vector<int>& types, const Scope& scope, Statement& statement,
                           bool exact, int skipped, const std::vector<bool>* chosen,
                           const Use& use) {
    const std::size_t position = statement.arguments.size();
    if (position == types.size()) {
        use();
        return;
    }
    const auto with = [&](std::int32_t pointer, bool choose) {
        statement.arguments.push_back({pointer, choose});
        for_arguments(types, scope, statement, exact, skipped, chosen, use);
        statement.arguments.pop_back();
    };
    if (static_cast<int>(position) == skipped) {
        with(-1, false);
        return;
    }
    const auto is_used = [&](std::int32_t pointer) {
        return std::any_of(statement.arguments.begin(), statement.arguments.end(),
                           [&](const StatementArgument& a) { return a.pointer == pointer; });
    };
    for (std::size_t z = 0; z < scope.size(); ++z) {
        const auto pointer = static_cast<std::int32_t>(z);
        if (scope[z] != Status::FREE && !is_used(pointer) &&
            domain_.is_subtype(domain_.pointer_types[z], types[position]))
            with(pointer, false);
    }
    for (std::size_t z = 0; chosen != nullptr && z < scope.size(); ++z) {
        const auto pointer = static_cast<std::int32_t>(z);
        if ((*chosen)[z] && !is_used(pointer) &&
            domain_.is_subtype(domain_.pointer_types[z], types[position]))
            with(pointer, true);
    }
    for (int type : types_) {
        if (exact ? type != types[position] : !domain_.is_subtype(type, types[position])) continue;
        const int pointer = fresh(type, scope, statement);
        if (pointer >= 0 && !(chosen != nullptr && (*chosen)[pointer])) with(pointer, true);
    }
}

// --- Making a child --------------------------------------------------------------------------

// The headers of the open blocks up to a level have one statement more.
void Editor::grow_blocks(const ProgramLines& program, std::uint32_t level,
                         ProgramLines& child) const {
    const auto end = static_cast<std::uint32_t>(program.size());
    std::uint32_t line = 0;
    for (std::uint32_t inner = 0; inner < level; ++inner) {
        while (line + 1 + program[line].size < end) line += 1 + program[line].size;
        ++child[line++].size;
    }
}

void Editor::apply(const ProgramLines& program, const Edit& edit, ProgramLines& child) {
    child = program;
    const auto end = static_cast<std::uint32_t>(program.size());
    if (!edit.wraps) {
        grow_blocks(program, edit.level, child);
        child.push_back({edit.statement, 0});
        return;
    }
    grow_blocks(program, edit.level, child);
    const Statement header = table_[edit.statement];
    if (header.binds_in_block()) {
        for (std::uint32_t at = edit.line; at < end; ++at) {
            Statement statement = table_[child[at].statement];
            for (StatementArgument& argument : statement.arguments)
                for (const StatementArgument& bound : header.arguments)
                    if (argument.pointer == bound.pointer && argument.choose &&
                        (bound.choose || header.kind != StatementKind::EACH))
                        argument.choose = false;
            child[at].statement = table_.number(statement);
        }
    }
    child.insert(child.begin() + edit.line, {edit.statement, end - edit.line});
}

}  // namespace genplan
