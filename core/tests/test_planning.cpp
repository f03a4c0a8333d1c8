#include "planning.hpp"

#include "check.hpp"
#include "domains.hpp"

using namespace domains;

namespace {

constexpr std::size_t MANY = 10'000;

struct Case {
    explicit Case(std::shared_ptr<const Instance> given)
        : instance(std::move(given)), control(unlimited()), planner(instance, control) {}

    std::optional<std::vector<std::uint32_t>> plan(std::size_t most_states = MANY) {
        return planner.plan(instance->initial_state(), instance->goal(), most_states, control);
    }
    std::vector<int> schemas(const std::vector<std::uint32_t>& plan) const {
        std::vector<int> found;
        for (const std::uint32_t number : plan) found.push_back(planner.actions()[number].action);
        return found;
    }

    std::shared_ptr<const Instance> instance;
    Control control;
    Planner planner;
};

}  // namespace

TEST(a_plan_takes_what_it_needs_on_the_way) {
    const Courier courier(4, 1);
    const int item = courier.item(0);
    std::vector<std::uint64_t> initial = courier.row();
    initial.push_back(courier.here(0));
    initial.push_back(courier.lies(0, 2));
    Case own(courier.instance(initial, {is_true(courier.lies(0, 3))}));
    const auto plan = own.plan();
    CHECK(plan.has_value());
    CHECK_EQUAL(own.schemas(*plan), (std::vector<int>{Courier::WALK, Courier::WALK, Courier::TAKE,
                                                      Courier::WALK, Courier::DROP}));
    CHECK_EQUAL(own.planner.actions()[plan->back()].objects, (std::vector<int>{item, 3}));
}

TEST(a_goal_that_holds_needs_an_empty_plan) {
    const Courier courier(2, 0);
    Case own(courier.in_a_row({is_true(courier.here(0))}));
    CHECK(own.plan() == std::vector<std::uint32_t>{});
}

TEST(what_nothing_achieves_has_no_plan_and_is_out_of_reach) {
    const Courier courier(2, 1);
    Case own(courier.instance({courier.here(0)}, {is_true(courier.held(0))}));  // it lies nowhere
    CHECK(!own.plan());
    CHECK(!own.planner.reachable(own.instance->initial_state(), own.instance->goal()));
}

TEST(a_missing_static_goal_is_out_of_reach) {
    const Courier courier(2, 0);
    Case own(courier.in_a_row({is_false(courier.open())}));
    CHECK(!own.plan());
    Case other(courier.in_a_row({is_true(courier.open())}));
    CHECK(other.plan() == std::vector<std::uint32_t>{});
}

TEST(that_an_atom_is_false_can_be_a_goal) {
    const Courier courier(2, 0);
    Case own(courier.in_a_row({is_false(courier.here(0))}));
    const auto plan = own.plan();
    CHECK(plan.has_value());
    CHECK_EQUAL(plan->size(), std::size_t{1});
}

TEST(a_planner_looks_at_no_more_states_than_it_may) {
    const Courier courier(9, 0);
    Case own(courier.in_a_row({is_true(courier.here(8))}));
    CHECK(!own.plan(3));
    CHECK_EQUAL(own.plan()->size(), std::size_t{8});
}

TEST(a_state_is_made_of_its_atoms) {
    const Courier courier(3, 1);
    Case own(courier.in_a_row({is_true(courier.here(2))}));
    const auto atoms = own.instance->true_atoms(own.instance->initial_state().data());
    CHECK(own.planner.state_of(atoms) == own.instance->initial_state());
}
