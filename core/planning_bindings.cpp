#include "planning_bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

#include "planning.hpp"
#include "python_calls.hpp"

namespace nb = nanobind;

namespace genplan {

namespace {

using Step = std::pair<int, std::vector<int>>;  // an action and its objects
using Atoms = std::vector<std::uint64_t>;       // in fact order
using Facts = std::vector<Fact>;

class PythonPlanner {
public:
    PythonPlanner(std::shared_ptr<const Instance> instance, std::size_t memory_limit,
                  double time_limit, const nb::object& cancelled)
        : instance_(std::move(instance)) {
        Control control(time_limit, memory_limit, stop_hook(cancelled));
        try {
            const nb::gil_scoped_release release;
            planner_ = std::make_unique<Planner>(instance_, control);
        } catch (const Stopped& stopped) {
            raise_stopped(stopped);
        }
    }

    bool reachable(const Atoms& atoms, const Facts& goals) {
        check(goals);
        return planner_->reachable(planner_->state_of(atoms), goals);
    }

    std::optional<std::vector<Step>> plan(const Atoms& atoms, const Facts& goals,
                                          std::size_t most_states, double time_limit,
                                          const nb::object& cancelled) {
        check(goals);
        Control control(time_limit, std::numeric_limits<std::size_t>::max(), stop_hook(cancelled));
        std::optional<std::vector<std::uint32_t>> numbers;
        try {
            const nb::gil_scoped_release release;
            numbers = planner_->plan(planner_->state_of(atoms), goals, most_states, control);
        } catch (const Stopped& stopped) {
            raise_stopped(stopped);
        }
        if (!numbers) return std::nullopt;
        std::vector<Step> steps;
        for (const std::uint32_t number : *numbers) {
            const GroundAction& action = planner_->actions()[number];
            steps.emplace_back(action.action, action.objects);
        }
        return steps;
    }

private:
    void check(const Facts& goals) const {
        const Facts& known = instance_->goal();
        for (const Fact goal : goals)
            if (std::find(known.begin(), known.end(), goal) == known.end())
                throw std::invalid_argument("not a goal of the instance");
    }

    std::shared_ptr<const Instance> instance_;
    std::unique_ptr<Planner> planner_;
};

}  // namespace

void bind_planning(nb::module_& module) {
    using nb::arg;
    nb::class_<PythonPlanner>(module, "Planner")
        .def(nb::init<std::shared_ptr<const Instance>, std::size_t, double, const nb::object&>(),
             arg("instance"), arg("memory_limit"), arg("time_limit"), arg("cancelled").none())
        .def("reachable", &PythonPlanner::reachable, arg("atoms"), arg("goals"))
        .def("plan", &PythonPlanner::plan, arg("atoms"), arg("goals"), arg("most_states"),
             arg("time_limit"), arg("cancelled").none());
}

}  // namespace genplan
