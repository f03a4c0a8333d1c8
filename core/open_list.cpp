#include "open_list.hpp"

#include <algorithm>

namespace genplan {

void OpenList::insert(const Values& values, std::uint64_t id, const Code* code) {
    if (recent_ == nullptr || recent_->first != values) {
        const auto [found, is_new] = buckets_.try_emplace(values);
        if (is_new) bytes_ += OVERHEAD;
        recent_ = &*found;
    }
    Bucket& bucket = recent_->second;
    if (bucket.last == nullptr || bucket.last->end == bucket.last->capacity) add_page(bucket);
    unsigned char* node = bucket.last->nodes.get() + stride_ * bucket.last->end++;
    std::memcpy(node, &id, sizeof id);
    std::memcpy(node + sizeof id, code, sizeof(Code) * code_length_);
    ++size_;
}

void OpenList::add_page(Bucket& bucket) {
    auto page = std::make_unique<Page>();
    page->capacity = bucket.last == nullptr ? SMALLEST_PAGE
                                            : std::min(LARGEST_PAGE, 2 * bucket.last->capacity);
    page->nodes = std::make_unique_for_overwrite<unsigned char[]>(stride_ * page->capacity);
    bytes_ += sizeof(Page) + stride_ * page->capacity;
    page->previous = bucket.last;
    Page* added = page.get();
    (bucket.last == nullptr ? bucket.first : bucket.last->next) = std::move(page);
    bucket.last = added;
}

std::uint64_t OpenList::id_at(const Page& page, std::size_t at) const {
    std::uint64_t id = 0;
    std::memcpy(&id, page.nodes.get() + stride_ * at, sizeof id);
    return id;
}

std::uint64_t OpenList::first_id(const Bucket& bucket) const {
    return id_at(*bucket.first, bucket.first->begin);
}

std::uint64_t OpenList::worst_id() const {
    const Page& page = *buckets_.rbegin()->second.last;
    return id_at(page, page.end - 1);
}

void OpenList::read(const Page& page, std::size_t at, std::uint64_t& id, Code* code) const {
    const unsigned char* node = page.nodes.get() + stride_ * at;
    std::memcpy(&id, node, sizeof id);
    std::memcpy(code, node + sizeof id, sizeof(Code) * code_length_);
}

bool OpenList::take(Bucket& bucket, std::uint64_t& id, Code* code) {
    Page& page = *bucket.first;
    read(page, page.begin++, id, code);
    --size_;
    if (page.begin == page.end) {
        bytes_ -= sizeof(Page) + stride_ * page.capacity;
        bucket.first = std::move(page.next);
        (bucket.first == nullptr ? bucket.last : bucket.first->previous) = nullptr;
    }
    return bucket.first == nullptr;
}

void OpenList::erase(Buckets::iterator bucket) {
    if (recent_ == &*bucket) recent_ = nullptr;
    buckets_.erase(bucket);
    bytes_ -= OVERHEAD;
}

void OpenList::pop(Values& values, std::uint64_t& id, Code* code) {
    const auto best = buckets_.begin();
    values = best->first;
    if (take(best->second, id, code)) erase(best);
}

void OpenList::pop_worst(std::uint64_t& id, Code* code) {
    const auto worst = std::prev(buckets_.end());
    Bucket& bucket = worst->second;
    Page& page = *bucket.last;
    read(page, --page.end, id, code);
    --size_;
    if (page.begin < page.end) return;
    bytes_ -= sizeof(Page) + stride_ * page.capacity;
    bucket.last = page.previous;
    (bucket.last == nullptr ? bucket.first : bucket.last->next).reset();
    if (bucket.last == nullptr) erase(worst);
}

void OpenList::begin_drain() {
    recent_ = nullptr;
    heap_.clear();
    for (auto bucket = buckets_.begin(); bucket != buckets_.end(); ++bucket)
        heap_.emplace_back(first_id(bucket->second), bucket);
    std::make_heap(heap_.begin(), heap_.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
}

bool OpenList::drain(Values& values, std::uint64_t& id, Code* code) {
    if (heap_.empty()) return false;
    const auto later = [](const auto& a, const auto& b) { return a.first > b.first; };
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const auto bucket = heap_.back().second;
    values = bucket->first;
    if (take(bucket->second, id, code)) {
        erase(bucket);
        heap_.pop_back();
    } else {
        heap_.back().first = first_id(bucket->second);
        std::push_heap(heap_.begin(), heap_.end(), later);
    }
    return true;
}

}  // namespace genplan
