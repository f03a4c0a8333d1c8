// Keys of machines and the set of those seen.
#include <set>

#include "../novelty.hpp"
#include "check.hpp"

using namespace genplan;

namespace {

Key key_of(std::initializer_list<std::uint64_t> words) {
    KeyMaker maker(0);
    for (const std::uint64_t word : words) maker.feed(word);
    return maker.key();
}

}  // namespace

TEST(keys_depend_on_every_word_and_on_their_order) {
    CHECK(key_of({1, 2}) == key_of({1, 2}));
    CHECK(key_of({1, 2}) != key_of({2, 1}));
    CHECK(key_of({0}) != key_of({0, 0}));
    CHECK(KeyMaker(1).key() != KeyMaker(2).key());
    std::set<std::uint64_t> low;
    std::set<std::uint64_t> high;
    for (std::uint64_t bit = 0; bit < 64; ++bit) {
        low.insert(key_of({std::uint64_t{1} << bit, 0}).low);
        low.insert(key_of({0, std::uint64_t{1} << bit}).low);
        high.insert(key_of({std::uint64_t{1} << bit, 0}).high);
        high.insert(key_of({0, std::uint64_t{1} << bit}).high);
    }
    CHECK_EQUAL(low.size(), 128U);
    CHECK_EQUAL(high.size(), 128U);
}

TEST(a_set_of_keys_knows_what_was_inserted) {
    KeySet set;
    CHECK_EQUAL(set.bytes(), 0U);
    CHECK(set.insert(Key{}));
    CHECK(!set.insert(Key{}));
    for (std::uint64_t i = 0; i < 5000; ++i) {
        const std::size_t allowed = set.bytes() + set.next_allocation();
        CHECK(set.insert(key_of({i})));
        CHECK(set.bytes() <= allowed);
    }
    for (std::uint64_t i = 0; i < 5000; ++i) CHECK(!set.insert(key_of({i})));
    CHECK_EQUAL(set.size(), 5001U);
    CHECK_EQUAL(set.keys().size(), 5001U);
    set.clear();
    CHECK_EQUAL(set.size(), 0U);
    CHECK_EQUAL(set.bytes(), 0U);
    CHECK(set.insert(key_of({7})));
}
