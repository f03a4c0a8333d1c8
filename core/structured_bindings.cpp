#include "structured_bindings.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "python_calls.hpp"
#include "python_execution.hpp"
#include "search_bindings.hpp"
#include "structured_language/language.hpp"

namespace nb = nanobind;

namespace genplan {

namespace {

// Kind, operand, mode, pointers, marks, size of the block.
using StatementRow = std::tuple<int, std::uint32_t, int, std::vector<std::int32_t>,
                                std::vector<bool>, std::uint32_t>;

Statement make_statement(const StatementRow& row) {
    const auto& [kind, operand, mode, pointers, choose, size] = row;
    (void)size;
    Statement statement{static_cast<StatementKind>(kind), static_cast<Mode>(mode), operand, {}};
    for (std::size_t i = 0; i < pointers.size(); ++i)
        statement.arguments.push_back({pointers[i], choose[i]});
    return statement;
}

StatementRow make_row(const Statement& statement, std::uint32_t size) {
    std::vector<std::int32_t> pointers;
    std::vector<bool> choose;
    for (const StatementArgument& argument : statement.arguments) {
        pointers.push_back(argument.pointer);
        choose.push_back(argument.choose);
    }
    return {static_cast<int>(statement.kind), statement.operand, static_cast<int>(statement.mode),
            pointers, choose, size};
}

std::string outcome_name(StructuredHalt halt, bool goal_holds) {
    switch (halt) {
        case StructuredHalt::INFINITE: return "infinite";
        case StructuredHalt::STEP_LIMIT: return "step_limit";
        default: return goal_holds ? "solved" : "incorrect";
    }
}

Execution execute(const std::shared_ptr<const Instance>& instance,
                  const std::vector<StatementRow>& rows, std::uint64_t step_limit,
                  double time_limit, const nb::object& cancelled) {
    std::vector<Statement> table;
    ProgramLines lines;
    for (const StatementRow& row : rows) {
        lines.push_back({static_cast<std::uint32_t>(table.size()), std::get<5>(row)});
        table.push_back(make_statement(row));
    }
    Execution result;
    result.instance = instance;
    Control control(time_limit, std::numeric_limits<std::size_t>::max(), stop_hook(cancelled));
    nb::gil_scoped_release release;
    StructuredExecutor executor(instance);
    executor.prepare(table);
    StructuredMachine machine = executor.start();
    const auto end = static_cast<std::uint32_t>(lines.size());
    try {
        const StructuredHalt halt = executor.run(lines.data(), 0, end, machine, control, step_limit,
                                                 &result.plan.words);
        result.outcome = outcome_name(halt, executor.goal_holds(machine));
        result.line = halt == StructuredHalt::INFINITE ? executor.infinite_line() : end;
    } catch (const Stopped& stopped) {
        result.outcome = stopped.reason == Stop::OUT_OF_TIME ? "out_of_time" : "interrupted";
    }
    result.steps = machine.steps;
    result.pointers.assign(machine.places.begin(),
                           machine.places.begin() +
                               static_cast<std::ptrdiff_t>(instance->domain().pointer_types.size()));
    result.state.assign(machine.words.begin(),
                        machine.words.begin() +
                            static_cast<std::ptrdiff_t>(instance->state_words()));
    return result;
}

StructuredSettings make_settings(const nb::dict& options) {
    StructuredSettings settings;
    settings.alphabet.go = nb::cast<bool>(options["go"]);
    settings.alphabet.find = nb::cast<bool>(options["find"]);
    settings.alphabet.each = nb::cast<bool>(options["each"]);
    settings.alphabet.goals = nb::cast<bool>(options["goals"]);
    for (const auto& [predicate, mode] :
         nb::cast<std::vector<std::pair<std::uint32_t, int>>>(options["hidden"]))
        settings.hidden.emplace_back(predicate, static_cast<Mode>(mode));
    for (int evaluation : nb::cast<std::vector<int>>(options["evaluations"]))
        settings.evaluations.push_back(static_cast<StructuredEvaluation>(evaluation));
    settings.length_weight = nb::cast<std::int64_t>(options["length_weight"]);
    settings.step_limit = nb::cast<std::uint64_t>(options["step_limit"]);
    settings.most_statements = nb::cast<std::uint32_t>(options["most_statements"]);
    return settings;
}

nb::dict search(const std::vector<std::shared_ptr<const Instance>>& instances,
                const nb::dict& structured, const nb::dict& options, const nb::object& observer,
                const nb::object& cancelled) {
    PythonSearch asked(options, observer, cancelled);
    StructuredLanguage language(
        instances, make_settings(structured),
        [&](const Instance& instance) { return asked.make_progress(instance, false); },
        asked.control());
    return asked.run(language, [&](const std::vector<Code>& code) -> nb::object {
        std::vector<StatementRow> rows;
        if (code.empty()) return nb::cast(rows);  // no program was taken yet
        for (const ProgramLine& line : language.decode(code.data()))
            rows.push_back(make_row(language.table()[line.statement], line.size));
        return nb::cast(rows);
    });
}

}  // namespace

void bind_structured(nb::module_& module) {
    using nb::arg;
    module.def("execute_structured", &execute, arg("instance"), arg("lines"), arg("step_limit"),
               arg("time_limit"), arg("cancelled").none());
    module.def("search_structured", &search, arg("instances"), arg("structured"), arg("options"),
               arg("observer").none(), arg("cancelled").none());
}

}  // namespace genplan
