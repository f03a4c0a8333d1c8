#include "slot_queue.hpp"

namespace genplan {

void SlotQueue::insert(const Values& values, std::size_t length, std::uint64_t slot) {
    const std::size_t number = by_length_ ? length : 0;
    while (lists_.size() <= number) {
        lists_.emplace_back(0);
        bytes_ += sizeof(OpenList);
    }
    change(lists_[number], [&](OpenList& list) { list.insert(values, slot, &NOTHING); });
}

void SlotQueue::clear() {
    lists_.clear();
    size_ = 0;
    bytes_ = 0;
}

}  // namespace genplan
