#include <set>

#include "check.hpp"
#include "domains.hpp"

using namespace domains;

TEST(atoms_are_located_by_predicate_and_place) {
    const Courier courier(3, 3);
    const auto instance = courier.in_a_row({});
    CHECK_EQUAL(instance->atoms(), courier.atoms());
    const Instance::Place first = instance->locate(courier.next(0, 0));
    CHECK_EQUAL(first.predicate, Courier::NEXT);
    CHECK_EQUAL(first.local, 0U);
    const Instance::Place held = instance->locate(courier.held(2));
    CHECK_EQUAL(held.predicate, Courier::HELD);
    CHECK_EQUAL(held.local, 2U);
    CHECK_EQUAL(instance->locate(courier.open()).predicate, Courier::OPEN);
    const std::vector<int> arguments{courier.item(1), 2};
    CHECK_EQUAL(instance->offset(Courier::LIES) + instance->local_number(Courier::LIES, arguments),
                courier.lies(1, 2));
}

TEST(predicates_without_atoms_are_skipped_when_locating) {
    const Courier courier(2, 0);  // no items: held, lies and sealed have no atoms
    const auto instance = courier.instance({courier.here(0), courier.open()}, {});
    CHECK_EQUAL(instance->atoms(), 7U);
    CHECK_EQUAL(instance->locate(5).predicate, Courier::HERE);
    CHECK_EQUAL(instance->locate(6).predicate, Courier::OPEN);
}

TEST(places_follow_the_order_of_objects_and_subtypes) {
    const Courier courier(2, 4);
    const auto instance = courier.in_a_row({});
    CHECK_EQUAL(instance->members(Courier::PARCEL), (std::vector<int>{2, 4}));
    CHECK_EQUAL(instance->place(Courier::ITEM, 4), 2);
    CHECK_EQUAL(instance->place(Courier::PARCEL, 4), 1);
    CHECK_EQUAL(instance->place(Courier::PARCEL, 3), -1);
    CHECK(instance->domain().is_subtype(Courier::PARCEL, Courier::OBJECT));
    CHECK(!instance->domain().is_subtype(Courier::ITEM, Courier::PARCEL));
}

// Static atoms are kept apart from states; together they must come out as they went in, also
// where a predicate's atoms begin in the middle of a word.
TEST(true_atoms_are_those_given) {
    Dice dice(1);
    for (int round = 0; round < 20; ++round) {
        const Courier courier(2 + static_cast<int>(dice.below(9)), static_cast<int>(dice.below(9)));
        std::set<std::uint64_t> initial;
        for (std::size_t i = 0; i < 40; ++i) initial.insert(dice.below(courier.atoms()));
        const std::vector<std::uint64_t> given(initial.begin(), initial.end());
        const auto instance = courier.instance(given, {});
        CHECK_EQUAL(instance->true_atoms(instance->initial_state().data()), given);
        for (std::uint64_t atom = 0; atom < instance->atoms(); ++atom) {
            const auto at = instance->locate(atom);
            CHECK_EQUAL(instance->holds_initially(at.predicate, at.local), initial.contains(atom));
        }
    }
}

TEST(only_atoms_that_can_change_are_in_a_state) {
    const Courier courier(10, 2);
    const auto instance = courier.in_a_row({});
    CHECK_EQUAL(instance->state_atoms(), 10U + 2 + 20 + 1);
    CHECK_EQUAL(instance->state_words(), 1U);
}

TEST(goals_are_counted_by_fact) {
    const Courier courier(40, 2);  // goals in more than one word
    const auto instance = courier.in_a_row(
        {is_true(courier.here(0)), is_true(courier.here(39)), is_false(courier.lies(0, 39)),
         is_false(courier.held(1)), is_true(courier.lies(1, 0))});
    const Word* state = instance->initial_state().data();
    CHECK_EQUAL(instance->goals_missing(state), 3U);
    CHECK(!instance->goal_holds(state));
    CHECK(instance->is_wanted(Courier::HELD, false));
    CHECK(!instance->is_wanted(Courier::HELD, true));
    std::vector<Word> mended(state, state + instance->state_words());
    set_bit(mended.data(), instance->bit_offset(Courier::HERE) + 39);
    clear_bit(mended.data(), instance->bit_offset(Courier::LIES) + 39);
    set_bit(mended.data(), instance->bit_offset(Courier::LIES) + 40);
    CHECK_EQUAL(instance->goals_missing(mended.data()), 0U);
    CHECK(instance->goal_holds(mended.data()));
}

TEST(a_contradictory_goal_misses_one_fact_in_every_state) {
    const Courier courier(2, 1);
    const auto instance = courier.in_a_row({is_true(courier.here(0)), is_false(courier.here(0))});
    std::vector<Word> state = instance->initial_state();
    CHECK_EQUAL(instance->goals_missing(state.data()), 1U);
    clear_bit(state.data(), instance->bit_offset(Courier::HERE));
    CHECK_EQUAL(instance->goals_missing(state.data()), 1U);
    CHECK(!instance->goal_holds(state.data()));
}

TEST(goals_over_static_atoms_are_settled_from_the_start) {
    const Courier courier(2, 1);
    const auto good = courier.in_a_row({is_true(courier.open()), is_false(courier.next(0, 0))});
    CHECK(good->goal_holds(good->initial_state().data()));
    const auto bad = courier.in_a_row({is_false(courier.open()), is_true(courier.next(0, 0))});
    CHECK_EQUAL(bad->static_goals_missing(), 2U);
    CHECK_EQUAL(bad->goals_missing(bad->initial_state().data()), 2U);
}

TEST(an_empty_goal_holds) {
    const Courier courier(2, 1);
    const auto instance = courier.in_a_row({});
    CHECK(instance->goal_holds(instance->initial_state().data()));
}

TEST(bytes_grow_with_the_instance) {
    const Courier small(3, 1);
    const Courier large(60, 1);
    CHECK(small.in_a_row({})->bytes() > 0);
    CHECK(large.in_a_row({})->bytes() > 2 * small.in_a_row({})->bytes());
}
