// Which machines are known: 128-bit hashes of them, and the set of those seen.
//
// Two machines with one hash would be taken for the same, which only postpones a node: nothing is
// lost by it. The hash of several machines is the sum of theirs, so that the machine on an
// instance that becomes active can be added to what is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace genplan {

struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const Key&) const = default;
    Key& operator+=(const Key& other) {
        low += other.low;
        high += other.high;
        return *this;
    }
};

// Feeds words into a key; what is fed in another order gives another key.
class KeyMaker {
public:
    explicit KeyMaker(std::uint64_t seed) { feed(seed); }

    void feed(std::uint64_t word) {
        key_.low = scattered(key_.low ^ word) + 0x9E3779B97F4A7C15U;
        key_.high = scattered((key_.high + word) * 0xD1342543DE82EF95U) ^ 0x632BE59BD9B4E019U;
    }
    void feed(const std::uint64_t* words, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) feed(words[i]);
    }
    const Key& key() const { return key_; }

private:
    // A bijection in which every bit of the result depends on every bit of the number.
    static std::uint64_t scattered(std::uint64_t number) {
        number ^= number >> 32;
        number *= 0xE9846AF9B1A615DU;
        number ^= number >> 32;
        number *= 0xE9846AF9B1A615DU;
        return number ^ (number >> 28);
    }

    Key key_;
};

// A set of keys in one table, probed linearly; it doubles before it is three quarters full.
class KeySet {
public:
    // Returns whether the key is new.
    bool insert(Key key);
    void clear();

    std::size_t size() const { return count_; }
    std::size_t bytes() const { return sizeof(Key) * slots_.size(); }
    // What the next insertion may allocate.
    std::size_t next_allocation() const { return is_full() ? 2 * bytes() + sizeof(Key) * SMALLEST : 0; }
    // All keys, in no order that means anything.
    std::vector<Key> keys() const;

private:
    static constexpr std::size_t SMALLEST = 64;

    bool is_full() const { return 4 * (count_ + 1) > 3 * slots_.size(); }
    void grow();
    Key& slot_of(const Key& key);

    std::vector<Key> slots_;  // a power of two; {0, 0} is free
    std::size_t count_ = 0;
};

}  // namespace genplan
