// The open nodes of a search, in one or several queues that take turns.
//
// One queue of everything is an `OpenList`, and nothing else is needed. Otherwise nodes lie in a
// pool and the queues hold their slots there: a node that was taken from one queue is passed
// over by the others, and its slot is free again once no queue holds it.
//
// A queue by length takes the best node of each length of program in turn. A novel queue holds only nodes whose key was new when they were inserted, compared with
// everything inserted since `forget_machines`. A queue that is empty when it is its turn misses
// the turn.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "novelty.hpp"
#include "open_list.hpp"
#include "saved_state.hpp"
#include "slot_queue.hpp"

namespace genplan {

// Its order: columns of the values; whether only nodes with new keys enter; its share of turns;
// whether the lengths of programs take turns within it.
struct QueueSpec {
    std::vector<std::size_t> columns;
    bool novel = false;
    std::uint64_t ratio = 1;
    bool by_length = false;
};

// An open node, as it is inserted and taken. `known` is how many instances were active when its
// values were computed.
struct Node {
    Values values;
    Key key;
    std::uint32_t known = 0;
    std::vector<Code> code;
};

class OpenLists {
public:
    // `values` is how many values a node has; more nodes than `most` push out the worst one.
    OpenLists(std::vector<QueueSpec> queues, std::size_t values, std::size_t code_length,
              bool remembers_known, std::uint64_t most);

    bool wants_keys() const { return wants_keys_; }
    bool wants_lengths() const { return wants_lengths_; }
    std::uint64_t size() const { return is_simple_ ? simple_.size() : open_; }
    bool empty() const { return size() == 0; }
    std::uint64_t dropped() const { return dropped_; }
    std::size_t bytes() const { return is_simple_ ? simple_.bytes() : pool_bytes(); }
    // What an insertion may allocate at most; to be checked against the limit before it.
    std::size_t largest_allocation() const {
        return is_simple_ ? simple_.largest_allocation() : largest_pool_allocation();
    }

    // The length is the program's, at most 65,535, and matters only where lengths are wanted.
    void insert(const Values& values, const Key& key, std::uint32_t known, std::size_t length,
                const Code* code) {
        const std::uint64_t serial = next_serial_++;
        if (is_simple_) simple_.insert(values, serial, code);
        else insert_in_pool(values, key, known, length, code, serial);
    }

    // Takes the next node of the queue whose turn it is; there must be one.
    void pop(Node& node);

    // Compares in the order of the queue that a node was taken from last.
    bool is_worse(const Values& values, const Values& before) const;
    // Remembers a machine without inserting a node.
    void note(const Key& key) {
        if (wants_keys_) seen_.insert(key);
    }
    void forget_machines() { seen_.clear(); }

    // Nodes, turns and known machines as they are, and back into empty lists; `allow` as below.
    void save(StateWriter& writer) const;
    template <class Allow>
    void restore(StateReader& reader, const Allow& allow);

    // Gives every node to `refresh` in the order of insertion, which says whether it stays, with
    // what values and key. `allow` is told before an insertion what is in use and what it may take.
    template <class Refresh, class Allow>
    void reevaluate(std::uint32_t known, const Refresh& refresh, const Allow& allow) {
        if (is_simple_) reevaluate_simple(refresh, allow);
        else reevaluate_pool(known, refresh, allow);
    }

private:
    static constexpr std::size_t CHUNK = 1024;
    static constexpr std::size_t SLACK = 4096;  // entries that a queue may hold in vain

    struct Header {
        std::uint64_t serial;
        std::uint32_t known;
        std::uint16_t length;
        std::uint16_t entries : 14;  // how many queues hold the slot
        bool is_open : 1;
        bool is_novel : 1;
    };
    static_assert(sizeof(Header) == 16);
    struct Queue {
        QueueSpec spec;
        SlotQueue slots;
        std::uint64_t turns;
    };

    // A node as it is saved: fields of its header, then the rest.
    struct Saved {
        std::uint64_t serial = 0;
        std::uint32_t known = 0;
        std::uint32_t length = 0;
        std::uint32_t is_novel = 0;
        Node node;
    };
    void save_node(StateWriter& writer, const Saved& saved) const;
    void restore_node(StateReader& reader, Saved& saved) const;
    void insert_saved(const Saved& saved);
    void save_queues(StateWriter& writer) const;
    void restore_queues(StateReader& reader);
    std::vector<std::pair<std::uint64_t, std::size_t>> open_slots() const;
    template <class Refresh, class Allow>
    void reevaluate_simple(const Refresh& refresh, const Allow& allow);
    template <class Refresh, class Allow>
    void reevaluate_pool(std::uint32_t known, const Refresh& refresh, const Allow& allow);
    std::vector<std::pair<std::uint64_t, std::size_t>> take_all();
    std::size_t pool_bytes() const;
    std::size_t largest_pool_allocation() const;
    void insert_in_pool(const Values& values, const Key& key, std::uint32_t known,
                        std::size_t length, const Code* code, std::uint64_t serial);
    unsigned char* node(std::size_t slot) const {
        return chunks_[slot / CHUNK].get() + stride_ * (slot % CHUNK);
    }
    Header& header(std::size_t slot) const { return *reinterpret_cast<Header*>(node(slot)); }
    std::size_t new_slot();
    void write(std::size_t slot, const Values& values, const Key& key, const Code* code);
    void read(std::size_t slot, Node& node) const;
    void close(std::size_t slot);
    bool release(std::size_t slot);
    void enqueue(std::size_t slot, const Values& values);
    Values projected(const QueueSpec& spec, const Values& values) const;
    bool take(Queue& queue, Node& node);
    Queue& whose_turn();
    void drop_worst();
    void compact();

    std::size_t values_;
    std::size_t code_length_;
    bool is_simple_;
    bool wants_keys_ = false;
    bool wants_lengths_ = false;
    std::uint64_t most_;
    std::uint64_t dropped_ = 0;
    std::uint64_t next_serial_ = 0;

    OpenList simple_;  // the only queue, where that is enough

    std::vector<Queue> queues_;
    std::size_t complete_ = 0;  // the first queue that holds everything
    std::size_t recent_ = 0;    // the queue that a node was taken from last
    KeySet seen_;
    std::size_t stride_;
    std::vector<std::unique_ptr<unsigned char[]>> chunks_;
    std::vector<std::size_t> free_;
    std::size_t slots_ = 0;
    std::uint64_t open_ = 0;
    std::uint64_t open_novel_ = 0;
};

template <class Allow>
void OpenLists::restore(StateReader& reader, const Allow& allow) {
    restore_queues(reader);
    Saved saved;
    for (std::uint64_t left = reader.number(); left > 0; --left) {
        restore_node(reader, saved);
        allow(bytes(), largest_allocation());
        insert_saved(saved);
    }
}

template <class Refresh, class Allow>
void OpenLists::reevaluate_simple(const Refresh& refresh, const Allow& allow) {
    OpenList survivors(code_length_);
    std::vector<Code> code(code_length_);
    Values values;
    Key key;
    std::uint64_t id = 0;
    for (simple_.begin_drain(); simple_.drain(values, id, code.data());) {
        if (!refresh(code.data(), values, key)) continue;
        allow(simple_.bytes() + survivors.bytes(), survivors.largest_allocation());
        survivors.insert(values, id, code.data());
    }
    simple_ = std::move(survivors);
}

template <class Refresh, class Allow>
void OpenLists::reevaluate_pool(std::uint32_t known, const Refresh& refresh, const Allow& allow) {
    using Place = std::pair<std::uint64_t, std::size_t>;
    allow(bytes(), open_ * sizeof(Place));
    const std::vector<Place> order = take_all();
    Node node;
    for (const auto& [serial, slot] : order) {
        read(slot, node);
        if (!refresh(node.code.data(), node.values, node.key)) {
            free_.push_back(slot);
            continue;
        }
        allow(bytes() + order.size() * sizeof(Place), largest_allocation());
        const bool is_novel = wants_keys_ && seen_.insert(node.key);
        header(slot) = {serial, known, header(slot).length, 0, true, is_novel};
        write(slot, node.values, node.key, node.code.data());
        enqueue(slot, node.values);
    }
}

}  // namespace genplan
