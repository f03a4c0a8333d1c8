// The Python module genplan._core: tables in, plain values out. Names and meaning are given back
// to numbers in genplan.engine.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "control.hpp"
#include "goto_language/machine.hpp"
#include "landmarks.hpp"
#include "planning_bindings.hpp"
#include "python_calls.hpp"
#include "python_execution.hpp"
#include "search_bindings.hpp"
#include "structured_bindings.hpp"
#include "task.hpp"

namespace nb = nanobind;
using namespace genplan;

namespace {

using LiteralRow = std::tuple<int, std::vector<int>, bool>;
using EqualityRow = std::tuple<int, int, bool>;
using ActionRow = std::tuple<std::vector<int>, std::vector<LiteralRow>, std::vector<EqualityRow>,
                             std::vector<LiteralRow>>;

std::vector<Literal> literals(const std::vector<LiteralRow>& rows) {
    std::vector<Literal> result;
    for (const auto& [predicate, terms, positive] : rows)
        result.push_back({predicate, terms, positive});
    return result;
}

std::shared_ptr<Domain> make_domain(std::vector<std::vector<int>> subtypes,
                                    std::vector<std::vector<int>> predicate_types,
                                    std::vector<bool> is_static,
                                    const std::vector<ActionRow>& actions,
                                    std::vector<int> pointer_types) {
    auto domain = std::make_shared<Domain>();
    domain->subtypes = std::move(subtypes);
    domain->predicate_types = std::move(predicate_types);
    domain->is_static = std::move(is_static);
    domain->pointer_types = std::move(pointer_types);
    for (const auto& [types, preconditions, equalities, effects] : actions) {
        Action action{types, literals(preconditions), {}, literals(effects)};
        for (const auto& [left, right, equal] : equalities)
            action.equalities.push_back({left, right, equal});
        domain->actions.push_back(std::move(action));
    }
    return domain;
}

// --- Landmarks -------------------------------------------------------------------------------

nb::tuple graph_rows(const LandmarkGraph& graph) {
    nb::list facts;
    for (const FactLandmark& l : graph.facts) facts.append(nb::make_tuple(nb::cast(l.facts), l.is_goal));
    nb::list pointers;
    for (const PointerLandmark& l : graph.pointers) {
        nb::list achievers;
        for (const Achievement& a : l.achievers)
            achievers.append(nb::make_tuple(a.action, nb::cast(a.objects)));
        pointers.append(nb::make_tuple(achievers, l.fact_landmark));
    }
    return nb::make_tuple(facts, pointers, nb::cast(graph.greedy_necessary), nb::cast(graph.natural));
}

nb::tuple landmarks(const Instance& instance, bool sound, bool with_pointers, double time_limit,
                    std::size_t memory_limit, const nb::object& cancelled) {
    LandmarkGraph graph;
    try {
        Control control(time_limit, memory_limit, stop_hook(cancelled));
        nb::gil_scoped_release release;
        graph = discover_landmarks(instance, sound, with_pointers, control);
    } catch (const Stopped& stopped) {
        raise_stopped(stopped);
    }
    return graph_rows(graph);
}

bool certified(const Instance& instance, FactSet facts) {
    Control control(std::numeric_limits<double>::infinity(),
                    std::numeric_limits<std::size_t>::max(), {});
    std::sort(facts.begin(), facts.end());
    return is_certified_landmark(instance, facts, control);
}

// --- Execution -------------------------------------------------------------------------------

std::string outcome_name(Halt halt, bool is_end, bool goal_holds) {
    if (halt == Halt::INFINITE) return "infinite";
    if (!is_end) return "undefined";
    return goal_holds ? "solved" : "incorrect";
}

std::string stop_name(Stop reason) {
    switch (reason) {
        case Stop::OUT_OF_TIME: return "out_of_time";
        case Stop::OUT_OF_BUDGET: return "step_limit";
        default: return "interrupted";
    }
}

Execution execute(const std::shared_ptr<const Instance>& instance,
                  const std::vector<InstructionRow>& lines, bool with_plan, int landmark_mode,
                  double time_limit, const nb::object& cancelled, std::uint64_t step_limit) {
    std::vector<Instruction> set;
    std::vector<Code> code;
    for (const InstructionRow& row : lines) {
        code.push_back(static_cast<Code>(set.size()));
        set.push_back(make_instruction(row));
    }
    Execution result;
    result.instance = instance;
    Control control(time_limit, std::numeric_limits<std::size_t>::max(), stop_hook(cancelled));
    control.limit_steps(step_limit);
    nb::gil_scoped_release release;
    Executor executor(instance, set);
    const auto end = static_cast<std::uint32_t>(code.size());
    Machine machine;
    try {
        if (landmark_mode > 0)
            executor.count_landmarks(std::make_unique<LandmarkProgress>(
                *instance, discover_landmarks(*instance, landmark_mode == 2, true, control)));
        machine = executor.start();
        const Halt halt = with_plan
                              ? executor.run_recording(code.data(), end, machine, control, result.plan)
                              : executor.run_counting(code.data(), end, machine, control);
        result.outcome = outcome_name(halt, halt == Halt::END, executor.goal_holds(machine));
        if (halt == Halt::INFINITE)
            machine = executor.first_repetition(code.data(), machine, control, result.plan);
    } catch (const Stopped& stopped) {
        if (result.outcome.empty())  // otherwise it was found infinite just in time
            result.outcome = stop_name(stopped.reason);
        if (machine.words.empty()) machine = executor.start();
    }
    result.line = machine.line;
    result.y = machine.y;
    result.steps = machine.steps;
    result.pointers.assign(executor.pointers(machine),
                           executor.pointers(machine) + executor.pointer_count());
    result.state.assign(executor.state(machine),
                        executor.state(machine) + instance->state_words());
    if (executor.progress()) {
        result.landmark_count = executor.landmark_count(machine);
        result.landmarks = executor.progress()->landmarks();
    }
    return result;
}

std::vector<std::vector<std::uint32_t>> reached_landmarks(const Execution& execution) {
    std::vector<std::vector<std::uint32_t>> result;
    for (const auto& words : execution.plan.reached) {
        std::vector<std::uint32_t> reached;
        for (std::uint32_t l = 0; l < execution.landmarks; ++l)
            if (test_bit(words.data(), l)) reached.push_back(l);
        result.push_back(std::move(reached));
    }
    return result;
}

}  // namespace

NB_MODULE(_core, module) {
    module.attr("version") = GENPLAN_VERSION;

    nb::class_<Domain>(module, "Domain").def(nb::new_(&make_domain));
    nb::class_<Instance>(module, "Instance")
        .def(nb::init<std::shared_ptr<const Domain>, std::size_t, std::vector<std::vector<int>>,
                      const std::vector<std::uint64_t>&, std::vector<std::uint64_t>>())
        .def_prop_ro("bytes", &Instance::bytes);
    nb::class_<Execution>(module, "Execution")
        .def_ro("outcome", &Execution::outcome)
        .def_ro("line", &Execution::line)
        .def_ro("y", &Execution::y)
        .def_ro("steps", &Execution::steps)
        .def_ro("pointers", &Execution::pointers)
        .def_ro("landmark_count", &Execution::landmark_count)
        .def_prop_ro("plan_length", &Execution::plan_length)
        .def_prop_ro("goals_missing",
                     [](const Execution& e) { return e.instance->goals_missing(e.state.data()); })
        .def("true_atoms",
             [](const Execution& e) { return e.instance->true_atoms(e.state.data()); })
        .def("plan",
             [](const Execution& e) {
                 return nb::bytes(reinterpret_cast<const char*>(e.plan.words.data()),
                                  e.plan.words.size() * sizeof(std::uint32_t));
             })
        .def("reached_after_each_step", &reached_landmarks);

    using nb::arg;
    module.def("execute", &execute, arg("instance"), arg("lines"), arg("with_plan"),
               arg("landmark_mode"), arg("time_limit"), arg("cancelled").none(),
               arg("step_limit") = std::numeric_limits<std::uint64_t>::max());
    module.def("landmarks", &landmarks, arg("instance"), arg("sound"), arg("with_pointers"),
               arg("time_limit"), arg("memory_limit"), arg("cancelled").none());
    module.def("is_certified", &certified, arg("instance"), arg("facts"));
    bind_planning(module);
    bind_search(module);
    bind_structured(module);
}
