// Several queues that take turns, against a plain reading of the rules.
#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "../open_lists.hpp"
#include "check.hpp"

using namespace genplan;

namespace {

constexpr std::size_t LENGTH = 3;

// Of a program, which its first word decides.
std::size_t length_of(Code code) { return code * 7U % 5; }

Node node(Values values, std::uint64_t machine, Code code) {
    return {std::move(values), {machine, 1}, 1, std::vector<Code>(LENGTH, code)};
}

void insert(OpenLists& lists, const Node& node) {
    lists.insert(node.values, node.key, node.known, length_of(node.code[0]), node.code.data());
}

Code pop(OpenLists& lists) {
    Node taken;
    lists.pop(taken);
    return taken.code[0];
}

// The rules, without any cleverness: all open nodes in the order of their insertion.
struct Plain {
    struct Entry {
        Values values;
        std::uint64_t machine;
        Code code;
        bool novel;
    };
    std::vector<QueueSpec> queues;
    std::uint64_t most;
    std::vector<Entry> open = {};
    std::vector<std::uint64_t> seen = {};
    std::vector<std::uint64_t> turns = std::vector<std::uint64_t>(queues.size());
    std::vector<std::size_t> lengths = std::vector<std::size_t>(queues.size());  // whose turn it is

    Values order(const QueueSpec& queue, const Entry& entry) const {
        Values result;
        for (const std::size_t column : queue.columns) result.push_back(entry.values[column]);
        return result;
    }
    // Whether the length is behind that whose turn it is; the length; the values.
    std::tuple<bool, std::size_t, Values> rank(std::size_t number, const Entry& entry) const {
        const QueueSpec& queue = queues[number];
        const std::size_t length = queue.by_length ? length_of(entry.code) : 0;
        return {queue.by_length && length < lengths[number], length, order(queue, entry)};
    }
    void insert(const Values& values, std::uint64_t machine, Code code) {
        const bool novel = std::find(seen.begin(), seen.end(), machine) == seen.end();
        if (novel) seen.push_back(machine);
        open.push_back({values, machine, code, novel});
        if (open.size() <= most) return;
        const auto all = std::find_if(queues.begin(), queues.end(),
                                      [](const QueueSpec& queue) { return !queue.novel; });
        std::size_t worst = 0;
        for (std::size_t i = 1; i < open.size(); ++i)
            if (order(*all, open[i]) >= order(*all, open[worst])) worst = i;
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(worst));
    }
    Code pop() {
        for (;;) {
            std::size_t turn = 0;
            for (std::size_t i = 1; i < queues.size(); ++i)
                if (turns[i] * queues[turn].ratio < turns[turn] * queues[i].ratio) turn = i;
            ++turns[turn];
            std::size_t best = open.size();
            for (std::size_t i = 0; i < open.size(); ++i) {
                if (queues[turn].novel && !open[i].novel) continue;
                if (best == open.size() || rank(turn, open[i]) < rank(turn, open[best])) best = i;
            }
            if (best == open.size()) continue;
            const Code code = open[best].code;
            lengths[turn] = length_of(code) + 1;
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
            return code;
        }
    }
};

}  // namespace

TEST(queues_take_turns_by_their_shares) {
    OpenLists lists({{{0}, false, 2}, {{1}, false, 1}}, 2, LENGTH, false, UINT64_MAX);
    for (Code i = 0; i < 9; ++i) insert(lists, node({i, 9 - i}, i, i));
    std::vector<Code> taken;
    while (!lists.empty()) taken.push_back(pop(lists));
    CHECK_EQUAL(taken, (std::vector<Code>{0, 8, 1, 2, 7, 3, 4, 6, 5}));
}

TEST(lengths_take_turns_in_a_queue_by_length) {
    OpenLists lists({{{0}, false, 1, true}}, 1, LENGTH, false, UINT64_MAX);
    CHECK(lists.wants_lengths());
    // The lengths of 1, 2, 3, 4, 5, 6 are 2, 4, 1, 3, 0, 2; the smaller the code, the better.
    for (const Code code : {6, 4, 3, 2, 1}) insert(lists, node({code}, code, code));
    CHECK_EQUAL(pop(lists), 3);
    insert(lists, node({0}, 5, 5));  // its turn is over
    CHECK_EQUAL(pop(lists), 1);
    CHECK_EQUAL(pop(lists), 4);
    CHECK_EQUAL(pop(lists), 2);
    CHECK_EQUAL(pop(lists), 5);
    CHECK_EQUAL(pop(lists), 6);
    CHECK(lists.empty());
}

TEST(the_worst_of_all_lengths_is_dropped) {
    OpenLists lists({{{0}, false, 1, true}}, 1, LENGTH, false, 3);
    for (const Code code : {1, 2, 3, 4}) insert(lists, node({code % 2}, code, code));
    insert(lists, node({1}, 9, 5));
    CHECK_EQUAL(lists.dropped(), 2U);
    std::vector<Code> left = {pop(lists), pop(lists), pop(lists)};
    std::sort(left.begin(), left.end());
    CHECK_EQUAL(left, (std::vector<Code>{1, 2, 4}));
}

TEST(a_machine_that_is_known_is_postponed_not_lost) {
    OpenLists lists({{{0}, true, 1}, {{0}, false, 1}}, 1, LENGTH, false, UINT64_MAX);
    insert(lists, node({1}, 7, 1));
    insert(lists, node({0}, 7, 2));
    insert(lists, node({5}, 8, 3));
    CHECK_EQUAL(pop(lists), 1);  // the best new one
    CHECK_EQUAL(pop(lists), 2);  // the best of all
    CHECK_EQUAL(pop(lists), 3);
    lists.forget_machines();
    insert(lists, node({1}, 7, 4));
    insert(lists, node({2}, 6, 5));
    CHECK_EQUAL(pop(lists), 4);
    CHECK(!lists.empty());
}

TEST(any_queues_agree_with_the_plain_rules) {
    std::mt19937 random(1);
    const auto roll = [&](unsigned most) { return random() % (most + 1); };
    for (int round = 0; round < 60; ++round) {
        std::vector<QueueSpec> queues;
        for (unsigned i = 0; i <= roll(2); ++i)
            queues.push_back({roll(1) ? std::vector<std::size_t>{0, 1}
                                      : std::vector<std::size_t>{1},
                              roll(1) == 1, 1 + roll(2), roll(1) == 1});
        queues.push_back({{0}, false, 1, roll(1) == 1});
        const std::uint64_t most = roll(1) ? 40 : UINT64_MAX;
        OpenLists lists(queues, 2, LENGTH, true, most);
        Plain plain{queues, most};
        Code next = 0;
        for (int step = 0; step < 400; ++step) {
            if (plain.open.empty() || roll(2) > 0) {
                const Values values = {static_cast<std::int64_t>(roll(4)),
                                       static_cast<std::int64_t>(roll(4))};
                const std::uint64_t machine = roll(150);
                insert(lists, node(values, machine, next));
                plain.insert(values, machine, next++);
            } else {
                CHECK_EQUAL(pop(lists), plain.pop());
            }
            CHECK_EQUAL(lists.size(), plain.open.size());
        }
    }
}

TEST(slots_are_used_again_and_queues_compacted) {
    OpenLists lists({{{0}, false, 1}, {{1}, false, 1000}}, 2, LENGTH, false, UINT64_MAX);
    std::size_t most = 0;
    for (std::int64_t i = 0; i < 100'000; ++i) {
        insert(lists, node({-i, i}, 0, 0));
        if (lists.size() > 100) pop(lists);
        most = std::max(most, lists.bytes());
    }
    CHECK(most < 2'000'000);
}

TEST(reevaluation_keeps_the_order_of_insertion_and_drops_the_dead) {
    OpenLists lists({{{0}, false, 1}, {{0}, true, 1}}, 1, LENGTH, false, UINT64_MAX);
    for (Code i = 0; i < 10; ++i) insert(lists, node({10 - i}, i, i));
    std::vector<Code> seen;
    lists.reevaluate(
        2,
        [&](const Code* code, Values& values, Key& key) {
            seen.push_back(code[0]);
            values[0] = 0;
            key = {code[0] % 2U, 0};
            return code[0] != 3;
        },
        [](std::size_t, std::size_t) {});
    CHECK_EQUAL(seen, (std::vector<Code>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    CHECK_EQUAL(lists.size(), 9U);
    std::vector<Code> taken;
    while (!lists.empty()) taken.push_back(pop(lists));
    CHECK_EQUAL(taken, (std::vector<Code>{0, 1, 2, 4, 5, 6, 7, 8, 9}));
}

namespace {

std::string saved(const OpenLists& lists) {
    std::string bytes;
    StateWriter writer([&](const char* piece, std::size_t count) { bytes.append(piece, count); });
    lists.save(writer);
    writer.flush();
    return bytes;
}

StateReader reader_of(const std::string& bytes) {
    return StateReader([&bytes, at = std::size_t{0}](std::size_t most) mutable {
        const std::string piece = bytes.substr(at, std::min<std::size_t>(most, 7));
        at += piece.size();
        return piece;
    });
}

constexpr auto ALLOW = [](std::size_t, std::size_t) {};

}  // namespace

TEST(lists_go_on_from_what_was_saved) {
    const std::vector<std::vector<QueueSpec>> all = {
        {{{0, 1}, false, 1}},
        {{{0}, false, 2}, {{1}, true, 3}},
        {{{1, 0}, true, 1}, {{0}, false, 1}, {{1}, false, 1}},
        {{{0}, true, 2, true}, {{1}, false, 1, true}},
    };
    std::mt19937 random(2);
    for (const auto& queues : all) {
        OpenLists one(queues, 2, LENGTH, false, UINT64_MAX);
        Code next = 0;
        const auto insert_some = [&](OpenLists& a, OpenLists* b) {
            const Values values = {static_cast<std::int64_t>(random() % 5),
                                   static_cast<std::int64_t>(random() % 5)};
            const Node made = node(values, random() % 40, next++);
            insert(a, made);
            if (b != nullptr) insert(*b, made);
        };
        for (int i = 0; i < 200; ++i) {
            insert_some(one, nullptr);
            if (i % 3 == 0) pop(one);
        }
        const std::string bytes = saved(one);
        OpenLists two(queues, 2, LENGTH, false, UINT64_MAX);
        StateReader reader = reader_of(bytes);
        two.restore(reader, ALLOW);
        CHECK_EQUAL(one.size(), two.size());
        CHECK_EQUAL(saved(two).size(), bytes.size());
        for (int i = 0; i < 100; ++i) {
            insert_some(one, &two);
            CHECK_EQUAL(pop(one), pop(two));
            CHECK_EQUAL(pop(one), pop(two));
        }
    }
}

TEST(a_state_that_ends_too_early_is_refused) {
    OpenLists one({{{0}, false, 1}, {{0}, true, 1}}, 1, LENGTH, false, UINT64_MAX);
    for (Code i = 0; i < 5; ++i) insert(one, node({i}, i, i));
    const std::string bytes = saved(one);
    for (std::size_t length = 0; length < bytes.size(); length += 5) {
        OpenLists two({{{0}, false, 1}, {{0}, true, 1}}, 1, LENGTH, false, UINT64_MAX);
        const std::string cut = bytes.substr(0, length);
        StateReader reader = reader_of(cut);
        bool refused = false;
        try {
            two.restore(reader, ALLOW);
        } catch (const BadState&) {
            refused = true;
        }
        CHECK(refused);
    }
}
