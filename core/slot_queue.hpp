// The slots of the nodes that wait in a queue: in the order of their values, first in, first out
// among equals; or so for each length of program apart, and the lengths take turns.
#pragma once

#include <cstdint>
#include <deque>

#include "open_list.hpp"

namespace genplan {

class SlotQueue {
public:
    explicit SlotQueue(bool by_length) : by_length_(by_length) {}
    SlotQueue(SlotQueue&&) = default;
    SlotQueue& operator=(SlotQueue&&) = default;

    std::uint64_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::size_t bytes() const { return bytes_; }
    // What an insertion may allocate at most.
    std::size_t largest_allocation() const {
        return OpenList(0).largest_allocation() + sizeof(OpenList) * (lists_.size() + 1);
    }

    // Where the next turn begins: at this length, or the next longer one that has nodes, or else
    // the shortest. It outlives `clear`.
    std::uint64_t turn() const { return turn_; }
    void set_turn(std::uint64_t length) { turn_ = length; }

    void insert(const Values& values, std::size_t length, std::uint64_t slot);

    // Takes slots, the best of the length whose turn it is first, until one is accepted; false if
    // none is. What is not accepted is gone, and does not use up the turn.
    template <class Accept>
    bool pop(const Accept& accept);

    // Takes the slot with the largest values; of equals, the one with the largest serial number.
    template <class SerialOf>
    std::uint64_t pop_worst(const SerialOf& serial_of);

    // Lets go of the slots that are not to be kept.
    template <class Keep>
    void keep_only(const Keep& keep);

    template <class Call>
    void for_each(const Call& call) const;

    void clear();

private:
    static constexpr Code NOTHING = 0;  // nodes lie elsewhere: lists hold no codes

    // Calls with a list, and keeps count of what that changed.
    template <class Call>
    void change(OpenList& list, const Call& call) {
        size_ -= list.size();
        bytes_ -= list.bytes();
        call(list);
        size_ += list.size();
        bytes_ += list.bytes();
    }
    static std::uint64_t take_first(OpenList& list, Values& values) {
        std::uint64_t slot = 0;
        Code nothing = NOTHING;
        list.pop(values, slot, &nothing);
        return slot;
    }

    bool by_length_;
    std::deque<OpenList> lists_;  // by length; only the first if lengths do not matter
    std::uint64_t size_ = 0;
    std::size_t bytes_ = 0;
    std::uint64_t turn_ = 0;
};

template <class Accept>
bool SlotQueue::pop(const Accept& accept) {
    Values values;
    const std::size_t first = turn_ < lists_.size() ? turn_ : 0;
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        const std::size_t length = (first + i) % lists_.size();
        bool found = false;
        change(lists_[length], [&](OpenList& list) {
            while (!found && !list.empty()) found = accept(take_first(list, values));
        });
        if (!found) continue;
        turn_ = length + 1;
        return true;
    }
    return false;
}

template <class SerialOf>
std::uint64_t SlotQueue::pop_worst(const SerialOf& serial_of) {
    OpenList* worst = nullptr;
    for (OpenList& list : lists_) {
        if (list.empty()) continue;
        if (worst == nullptr || worst->worst_values() < list.worst_values() ||
            (worst->worst_values() == list.worst_values() &&
             serial_of(worst->worst_id()) < serial_of(list.worst_id())))
            worst = &list;
    }
    std::uint64_t slot = 0;
    Code nothing = NOTHING;
    change(*worst, [&](OpenList& list) { list.pop_worst(slot, &nothing); });
    return slot;
}

template <class Keep>
void SlotQueue::keep_only(const Keep& keep) {
    Values values;
    for (OpenList& list : lists_)
        change(list, [&](OpenList& all) {
            OpenList kept(0);
            while (!all.empty()) {
                const std::uint64_t slot = take_first(all, values);
                if (keep(slot)) kept.insert(values, slot, &NOTHING);
            }
            all = std::move(kept);
        });
}

template <class Call>
void SlotQueue::for_each(const Call& call) const {
    for (const OpenList& list : lists_)
        list.for_each([&](const Values&, std::uint64_t slot, const Code*) { call(slot); });
}

}  // namespace genplan
