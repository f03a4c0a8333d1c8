// The open list: nodes in buckets of equal values, first in, first out within a bucket.
//
// A node is its id and its code, nothing more: 8 + 2 * code_length bytes in a page of its
// bucket. Its values are the bucket's key. Ids ascend within a bucket, because nodes are
// inserted in the order of their ids, so the first node of the first bucket is the smallest by
// (values, id).
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace genplan {

using Code = std::uint16_t;
using Values = std::vector<std::int64_t>;

class OpenList {
public:
    explicit OpenList(std::size_t code_length)
        : code_length_(code_length), stride_(sizeof(std::uint64_t) + sizeof(Code) * code_length) {}

    std::uint64_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::size_t bytes() const { return bytes_; }

    // What an insertion may allocate at most; to be checked against the limit before it.
    std::size_t largest_allocation() const { return LARGEST_PAGE * stride_ + OVERHEAD; }

    void insert(const Values& values, std::uint64_t id, const Code* code);

    // Takes the smallest node; the list must not be empty.
    void pop(Values& values, std::uint64_t& id, Code* code);

    // Takes the largest node: the last of the last bucket. The list must not be empty.
    void pop_worst(std::uint64_t& id, Code* code);
    const Values& worst_values() const { return buckets_.rbegin()->first; }
    std::uint64_t worst_id() const;

    // Calls with the values, id and code of every node, bucket by bucket.
    template <class Call>
    void for_each(const Call& call) const;

    // Takes the node with the smallest id of all, for re-evaluation in the order of ids. Until
    // `begin_drain` is called again, nodes must not be inserted.
    void begin_drain();
    bool drain(Values& values, std::uint64_t& id, Code* code);

private:
    static constexpr std::size_t SMALLEST_PAGE = 8;
    static constexpr std::size_t LARGEST_PAGE = 4096;
    static constexpr std::size_t OVERHEAD = 256;  // of a page and, at worst, a new bucket

    struct Page {
        std::unique_ptr<Page> next;
        Page* previous = nullptr;
        std::unique_ptr<unsigned char[]> nodes;
        std::size_t capacity = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    struct Bucket {
        std::unique_ptr<Page> first;
        Page* last = nullptr;

        Bucket() = default;
        Bucket(const Bucket&) = delete;
        Bucket& operator=(const Bucket&) = delete;
        // Page by page: left to themselves, they would end each other recursively.
        ~Bucket() {
            while (first != nullptr) first = std::move(first->next);
        }
    };
    using Buckets = std::map<Values, Bucket>;

    void add_page(Bucket& bucket);
    std::uint64_t first_id(const Bucket& bucket) const;
    std::uint64_t id_at(const Page& page, std::size_t at) const;
    void read(const Page& page, std::size_t at, std::uint64_t& id, Code* code) const;
    void erase(Buckets::iterator bucket);
    // Takes the first node of a bucket; true if the bucket is empty afterwards.
    bool take(Bucket& bucket, std::uint64_t& id, Code* code);

    std::size_t code_length_;
    std::size_t stride_;
    std::uint64_t size_ = 0;
    std::size_t bytes_ = 0;
    Buckets buckets_;
    Buckets::value_type* recent_ = nullptr;  // where the last node went: often again
    std::vector<std::pair<std::uint64_t, Buckets::iterator>> heap_;  // while draining
};

template <class Call>
void OpenList::for_each(const Call& call) const {
    std::vector<Code> code(code_length_ + 1);
    std::uint64_t id = 0;
    for (const auto& [values, bucket] : buckets_)
        for (const Page* page = bucket.first.get(); page != nullptr; page = page->next.get())
            for (std::size_t at = page->begin; at < page->end; ++at) {
                read(*page, at, id, code.data());
                call(values, id, code.data());
            }
}

}  // namespace genplan
