#include <algorithm>
#include <optional>
#include <set>

#include "check.hpp"
#include "domains.hpp"

using namespace domains;

namespace {

LandmarkGraph discover(const Instance& instance, bool sound, bool with_pointers = true) {
    Control control = unlimited();
    return discover_landmarks(instance, sound, with_pointers, control);
}

bool certified(const Instance& instance, const FactSet& facts) {
    Control control = unlimited();
    return is_certified_landmark(instance, facts, control);
}

std::vector<FactSet> fact_sets(const LandmarkGraph& graph) {
    std::vector<FactSet> sets;
    for (const FactLandmark& landmark : graph.facts) sets.push_back(landmark.facts);
    return sets;
}

// Cells 0 to 3 with steps 0-1, 0-2, 1-3, 2-3: two ways from the first to the last.
std::shared_ptr<const Instance> diamond(const Courier& courier) {
    return courier.instance({courier.next(0, 1), courier.next(0, 2), courier.next(1, 3),
                             courier.next(2, 3), courier.here(0)},
                            {is_true(courier.here(3))});
}

std::vector<FactSet> random_lists(Dice& dice) {
    std::vector<FactSet> lists(1 + dice.below(4));
    for (FactSet& list : lists) {
        std::set<Fact> facts;
        const std::size_t size = dice.below(12) == 0 ? 0 : 1 + dice.below(4);
        while (facts.size() < size) facts.insert(dice.below(7));
        list.assign(facts.begin(), facts.end());
    }
    return lists;
}

// All choices of one fact from each list, as sets.
std::set<FactSet> all_choices(const std::vector<FactSet>& lists) {
    std::set<FactSet> choices{{}};
    for (const FactSet& list : lists) {
        std::set<FactSet> longer;
        for (const FactSet& choice : choices)
            for (Fact fact : list) {
                std::set<Fact> facts(choice.begin(), choice.end());
                facts.insert(fact);
                longer.insert(FactSet(facts.begin(), facts.end()));
            }
        choices = std::move(longer);
    }
    return choices;
}

bool matched_by_trying(const FactSet& facts, std::vector<FactSet> lists) {
    if (facts.empty()) return true;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (!std::binary_search(lists[i].begin(), lists[i].end(), facts.back())) continue;
        std::vector<FactSet> rest = lists;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        if (matched_by_trying({facts.begin(), facts.end() - 1}, rest)) return true;
    }
    return false;
}

}  // namespace

TEST(the_smallest_choice_is_that_of_the_whole_product) {
    Dice dice(5);
    for (int round = 0; round < 3000; ++round) {
        const std::vector<FactSet> lists = random_lists(dice);
        const std::set<FactSet> choices = all_choices(lists);
        CHECK_EQUAL(smallest_choice(lists), choices.empty() ? FactSet{} : *choices.begin());
    }
}

TEST(facts_are_matched_as_by_trying_everything) {
    Dice dice(6);
    int possible = 0;
    for (int round = 0; round < 3000; ++round) {
        const std::vector<FactSet> lists = random_lists(dice);
        std::set<Fact> some;
        while (some.size() < 1 + dice.below(3)) some.insert(dice.below(7));
        const FactSet facts(some.begin(), some.end());
        const bool expected = matched_by_trying(facts, lists);
        CHECK_EQUAL(can_be_matched(facts, lists), expected);
        possible += expected;
    }
    CHECK(possible > 300 && possible < 2700);
}

TEST(a_long_augmenting_path_is_found) {
    // Fact k fits the lists k and k + 1; the last one only the list 0, so all must move.
    constexpr std::size_t COUNT = 2000;
    std::vector<FactSet> lists(COUNT + 1);
    FactSet facts;
    for (Fact fact = 0; fact < COUNT; ++fact) {
        lists[fact].push_back(fact);
        lists[fact + 1].push_back(fact);
        facts.push_back(fact);
    }
    lists[0].push_back(COUNT);
    facts.push_back(COUNT);
    CHECK(can_be_matched(facts, lists));
    lists.pop_back();
    CHECK(!can_be_matched(facts, lists));
}

// The courier fetches the item from the third cell: worked out by hand from docs/algorithm.md.
TEST(the_landmarks_of_an_errand) {
    const Courier courier(3, 1);
    const auto instance = courier.in_a_row({is_true(courier.lies(0, 0))});
    const LandmarkGraph graph = discover(*instance, false);
    const auto one = [](std::uint64_t atom) { return FactSet{is_true(atom)}; };
    CHECK_EQUAL(fact_sets(graph),
                (std::vector<FactSet>{one(courier.lies(0, 0)), one(courier.here(0)),
                                      one(courier.held(0)), one(courier.here(2)),
                                      one(courier.lies(0, 2)), one(courier.next(1, 2)),
                                      one(courier.here(1)), one(courier.next(0, 1))}));
    for (std::size_t l = 0; l < graph.facts.size(); ++l)
        CHECK_EQUAL(graph.facts[l].is_goal, l == 0);
    // One pointer landmark for each that does not hold initially, in the order of those.
    std::vector<std::pair<int, std::vector<int>>> achievers;
    for (const PointerLandmark& landmark : graph.pointers) {
        CHECK_EQUAL(landmark.achievers.size(), 1U);
        achievers.push_back({landmark.achievers[0].action, landmark.achievers[0].objects});
    }
    const int item = courier.item(0);
    CHECK_EQUAL(achievers,
                (std::vector<std::pair<int, std::vector<int>>>{{Courier::DROP, {item, 0}},
                                                               {Courier::TAKE, {item, 2}},
                                                               {Courier::WALK, {1, 2}},
                                                               {Courier::WALK, {0, 1}}}));
    // 8 to 11 are the pointer landmarks: before their fact, after what comes before that.
    CHECK_EQUAL(graph.greedy_necessary,
                (std::vector<Ordering>{{1, 0}, {1, 6},  {1, 8}, {1, 11}, {2, 0},  {2, 8}, {3, 2},
                                       {3, 9}, {4, 2},  {4, 9}, {5, 3},  {5, 10}, {6, 3}, {6, 10},
                                       {7, 6}, {7, 11}, {8, 0}, {9, 2},  {10, 3}, {11, 6}}));
    CHECK_EQUAL(graph.natural, (std::vector<Ordering>{{3, 0}, {6, 0}, {6, 2}}));
}

TEST(pointer_landmarks_can_be_left_out) {
    const Courier courier(3, 1);
    const auto instance = courier.in_a_row({is_true(courier.lies(0, 0))});
    const LandmarkGraph graph = discover(*instance, false, false);
    CHECK(graph.pointers.empty());
    CHECK_EQUAL(graph.facts.size(), 8U);
    for (const Ordering& o : graph.greedy_necessary) CHECK(o.second < 8);
}

TEST(two_ways_make_a_disjunctive_landmark) {
    const Courier courier(4, 1);
    const auto instance = diamond(courier);
    for (bool sound : {false, true}) {
        const LandmarkGraph graph = discover(*instance, sound);
        const FactSet either{is_true(courier.here(1)), is_true(courier.here(2))};
        CHECK_EQUAL(
            fact_sets(graph),
            (std::vector<FactSet>{{is_true(courier.here(3))}, either, {is_true(courier.here(0))}}));
        CHECK_EQUAL(graph.pointers.size(), 2U);
        CHECK_EQUAL(graph.pointers[1].achievers.size(), 2U);
    }
}

// A short and a long way to the goal: the published construction looks only at the earliest
// achiever, the sound one at every achiever.
TEST(the_constructions_differ_in_their_achievers) {
    const Courier courier(3, 1);
    const auto instance = courier.instance(
        {courier.next(0, 2), courier.next(0, 1), courier.next(1, 2), courier.here(0)},
        {is_true(courier.here(2))});
    CHECK_EQUAL(discover(*instance, false).facts.size(), 3U);
    CHECK_EQUAL(discover(*instance, true).facts.size(), 1U);
    CHECK_EQUAL(discover(*instance, true).pointers[0].achievers.size(), 2U);
}

TEST(goals_to_be_false_and_goals_out_of_reach) {
    const Courier courier(2, 1);
    const auto leave = courier.in_a_row({is_false(courier.here(0))});
    const LandmarkGraph graph = discover(*leave, false);
    CHECK_EQUAL(graph.facts[0].facts, FactSet{is_false(courier.here(0))});
    CHECK_EQUAL(graph.pointers.size(), 1U);
    const auto hopeless = courier.instance({courier.here(0)}, {is_true(courier.here(1))});
    const LandmarkGraph nothing = discover(*hopeless, false);
    CHECK_EQUAL(nothing.facts.size(), 1U);
    CHECK(nothing.pointers.empty() && nothing.greedy_necessary.empty() && nothing.natural.empty());
}

TEST(an_empty_goal_has_no_landmarks) {
    const Courier courier(2, 1);
    CHECK_EQUAL(discover(*courier.in_a_row({}), true).size(), 0U);
}

TEST(certificates_hold_for_landmarks_and_for_nothing_else) {
    const Courier courier(4, 1);
    const auto instance = diamond(courier);
    CHECK(certified(*instance, {is_true(courier.here(3))}));
    CHECK(certified(*instance, {is_true(courier.here(1)), is_true(courier.here(2))}));
    CHECK(!certified(*instance, {is_true(courier.here(1))}));
    CHECK(!certified(*instance, {is_true(courier.held(0))}));
    CHECK(certified(*instance, {is_true(courier.here(0))}));  // holds initially
}

// On random maps, every landmark of the sound construction is certified.
TEST(the_sound_construction_finds_landmarks_only) {
    Dice dice(7);
    int landmarks = 0;
    for (int round = 0; round < 60; ++round) {
        const int cells = 3 + static_cast<int>(dice.below(4));
        const Courier courier(cells, 2);
        std::vector<std::uint64_t> initial{courier.here(0), courier.open()};
        const auto cell = [&] {
            return static_cast<int>(dice.below(static_cast<std::size_t>(cells)));
        };
        for (int i = 0; i < 2 * cells; ++i) initial.push_back(courier.next(cell(), cell()));
        for (int item = 0; item < 2; ++item) initial.push_back(courier.lies(item, cell()));
        const auto instance =
            courier.instance(initial, {is_true(courier.lies(0, cell())), is_true(courier.sealed(0)),
                                       is_false(courier.here(0))});
        for (const FactLandmark& landmark : discover(*instance, true).facts) {
            CHECK(certified(*instance, landmark.facts));
            ++landmarks;
        }
    }
    CHECK(landmarks > 300);
}

TEST(discovery_refuses_what_does_not_fit) {
    const Courier courier(30, 30);
    const auto instance = courier.in_a_row({is_true(courier.lies(0, 0))});
    Control control(std::numeric_limits<double>::infinity(), 20000, {});
    std::optional<Stop> reason;
    try {
        discover_landmarks(*instance, false, true, control);
    } catch (const Stopped& stopped) {
        reason = stopped.reason;
    }
    CHECK(reason == Stop::OUT_OF_MEMORY);
}
