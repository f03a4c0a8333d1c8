#include <set>
#include <tuple>

#include "check.hpp"
#include "domains.hpp"
#include "open_list.hpp"

using namespace domains;

namespace {

using Node = std::tuple<Values, std::uint64_t, std::vector<Code>>;
constexpr std::size_t LENGTH = 3;

std::vector<Code> code_of(std::uint64_t id) {
    return {static_cast<Code>(id), static_cast<Code>(id / 7), UNDEFINED};
}

void insert(OpenList& list, std::set<Node>& expected, const Values& values, std::uint64_t id) {
    const std::vector<Code> code = code_of(id);
    const std::size_t before = list.bytes();
    const std::size_t allowed = list.largest_allocation();
    list.insert(values, id, code.data());
    CHECK(list.bytes() - before <= allowed);
    expected.insert({values, id, code});
}

Node pop(OpenList& list) {
    Node node{{}, 0, std::vector<Code>(LENGTH)};
    list.pop(std::get<0>(node), std::get<1>(node), std::get<2>(node).data());
    return node;
}

}  // namespace

TEST(an_open_list_gives_the_smallest_values_then_the_smallest_id) {
    Dice dice(2);
    OpenList list(LENGTH);
    std::set<Node> expected;
    std::uint64_t id = 0;
    for (int round = 0; round < 3000; ++round) {
        if (dice.below(3) != 0) {
            insert(list, expected,
                   {static_cast<std::int64_t>(dice.below(4)),
                    -static_cast<std::int64_t>(dice.below(3))},
                   id++);
        } else if (!expected.empty()) {
            CHECK(pop(list) == *expected.begin());
            expected.erase(expected.begin());
        }
        CHECK_EQUAL(list.size(), expected.size());
        CHECK_EQUAL(list.empty(), expected.empty());
    }
    for (; !expected.empty(); expected.erase(expected.begin()))
        CHECK(pop(list) == *expected.begin());
    CHECK(list.empty());
}

TEST(an_empty_open_list_has_given_back_its_bytes) {
    OpenList list(LENGTH);
    CHECK_EQUAL(list.bytes(), 0U);
    std::set<Node> expected;
    for (std::uint64_t id = 0; id < 20000; ++id)
        insert(list, expected, {static_cast<std::int64_t>(id % 3)}, id);
    const std::size_t node = sizeof(std::uint64_t) + LENGTH * sizeof(Code);
    CHECK(list.bytes() >= 20000 * node);
    CHECK(list.bytes() < 20000 * node * 2);  // pages are mostly full
    while (!list.empty()) pop(list);
    CHECK_EQUAL(list.bytes(), 0U);
    insert(list, expected, {1}, 20000);  // and it can be filled again
    CHECK_EQUAL(std::get<1>(pop(list)), 20000U);
}

TEST(a_drain_gives_every_node_in_the_order_of_ids) {
    Dice dice(3);
    OpenList list(LENGTH);
    std::set<Node> expected;
    for (std::uint64_t id = 0; id < 5000; ++id)
        insert(list, expected, {static_cast<std::int64_t>(dice.below(50))}, id);
    for (int taken = 0; taken < 700; ++taken) {
        pop(list);
        expected.erase(expected.begin());
    }
    std::set<std::uint64_t> ids;
    for (const Node& node : expected) ids.insert(std::get<1>(node));
    Node node{{}, 0, std::vector<Code>(LENGTH)};
    auto next = ids.begin();
    for (list.begin_drain();
         list.drain(std::get<0>(node), std::get<1>(node), std::get<2>(node).data()); ++next) {
        CHECK_EQUAL(std::get<1>(node), *next);
        CHECK(expected.contains(node));
    }
    CHECK(next == ids.end());
    CHECK(list.empty());
    CHECK_EQUAL(list.bytes(), 0U);
}

TEST(draining_an_empty_list_gives_nothing) {
    OpenList list(LENGTH);
    Node node{{}, 0, std::vector<Code>(LENGTH)};
    list.begin_drain();
    CHECK(!list.drain(std::get<0>(node), std::get<1>(node), std::get<2>(node).data()));
}

TEST(long_buckets_end_without_recursion) {
    OpenList list(LENGTH);
    std::set<Node> expected;
    const std::vector<Code> code = code_of(0);
    for (std::uint64_t id = 0; id < 300000; ++id) list.insert({0}, id, code.data());
    CHECK_EQUAL(list.size(), 300000U);
}
