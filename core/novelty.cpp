#include "novelty.hpp"

#include <algorithm>

namespace genplan {

bool KeySet::insert(Key key) {
    if (key == Key{}) key.low = 1;  // that value marks free slots
    if (is_full()) grow();
    Key& slot = slot_of(key);
    if (slot == key) return false;
    slot = key;
    ++count_;
    return true;
}

void KeySet::clear() {
    slots_ = {};
    count_ = 0;
}

std::vector<Key> KeySet::keys() const {
    std::vector<Key> found;
    found.reserve(count_);
    for (const Key& key : slots_)
        if (key != Key{}) found.push_back(key);
    return found;
}

void KeySet::grow() {
    std::vector<Key> smaller(std::max(SMALLEST, 2 * slots_.size()));
    smaller.swap(slots_);
    for (const Key& key : smaller)
        if (key != Key{}) slot_of(key) = key;
}

// Where the key is, or the free slot where it belongs.
Key& KeySet::slot_of(const Key& key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = key.low & mask;
    while (slots_[i] != Key{} && slots_[i] != key) i = (i + 1) & mask;
    return slots_[i];
}

}  // namespace genplan
