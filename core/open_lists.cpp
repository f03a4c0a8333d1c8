#include "open_lists.hpp"

#include <algorithm>
#include <cstring>

namespace genplan {

namespace {

bool is_everything(const QueueSpec& queue, std::size_t values) {
    if (queue.novel || queue.by_length || queue.columns.size() != values) return false;
    for (std::size_t k = 0; k < values; ++k)
        if (queue.columns[k] != k) return false;
    return true;
}

constexpr std::size_t whole_words(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

}  // namespace

OpenLists::OpenLists(std::vector<QueueSpec> queues, std::size_t values, std::size_t code_length,
                     bool remembers_known, std::uint64_t most)
    : values_(values),
      code_length_(code_length),
      is_simple_(queues.size() == 1 && is_everything(queues[0], values) && !remembers_known &&
                 most == UINT64_MAX),
      most_(most),
      simple_(code_length) {
    for (QueueSpec& queue : queues) {
        wants_keys_ |= queue.novel;
        wants_lengths_ |= queue.by_length;
        SlotQueue slots(queue.by_length);
        queues_.push_back({std::move(queue), std::move(slots), 0});
    }
    while (queues_[complete_].spec.novel) ++complete_;
    stride_ = sizeof(Header) + (wants_keys_ ? sizeof(Key) : 0) +
              sizeof(std::int64_t) * values_ + whole_words(sizeof(Code) * code_length_);
}

std::size_t OpenLists::pool_bytes() const {
    std::size_t used = chunks_.size() * CHUNK * stride_ + seen_.bytes() +
                       free_.capacity() * sizeof(std::size_t);
    for (const Queue& queue : queues_) used += queue.slots.bytes();
    return used;
}

std::size_t OpenLists::largest_pool_allocation() const {
    std::size_t most = slots_ % CHUNK == 0 && free_.empty() ? CHUNK * stride_ : 0;
    for (const Queue& queue : queues_) most += queue.slots.largest_allocation();
    return most + (wants_keys_ ? seen_.next_allocation() : 0);
}

// --- The pool --------------------------------------------------------------------------------

std::size_t OpenLists::new_slot() {
    if (!free_.empty()) {
        const std::size_t slot = free_.back();
        free_.pop_back();
        return slot;
    }
    if (slots_ == chunks_.size() * CHUNK)
        chunks_.push_back(std::make_unique_for_overwrite<unsigned char[]>(CHUNK * stride_));
    return slots_++;
}

void OpenLists::write(std::size_t slot, const Values& values, const Key& key, const Code* code) {
    unsigned char* at = node(slot) + sizeof(Header);
    if (wants_keys_) {
        std::memcpy(at, &key, sizeof key);
        at += sizeof key;
    }
    std::memcpy(at, values.data(), sizeof(std::int64_t) * values_);
    std::memcpy(at + sizeof(std::int64_t) * values_, code, sizeof(Code) * code_length_);
}

void OpenLists::read(std::size_t slot, Node& into) const {
    into.known = header(slot).known;
    into.values.resize(values_);
    into.code.resize(code_length_);
    const unsigned char* at = node(slot) + sizeof(Header);
    if (wants_keys_) {
        std::memcpy(&into.key, at, sizeof into.key);
        at += sizeof into.key;
    }
    std::memcpy(into.values.data(), at, sizeof(std::int64_t) * values_);
    std::memcpy(into.code.data(), at + sizeof(std::int64_t) * values_, sizeof(Code) * code_length_);
}

// The node is no longer open; queues may still hold its slot.
void OpenLists::close(std::size_t slot) {
    Header& of = header(slot);
    of.is_open = false;
    --open_;
    open_novel_ -= of.is_novel;
}

// A queue holds the slot no longer. Returns whether the node was open until now.
bool OpenLists::release(std::size_t slot) {
    Header& of = header(slot);
    const bool was_open = of.is_open;
    if (was_open) close(slot);
    if (--of.entries == 0) free_.push_back(slot);
    return was_open;
}

// --- Queues ----------------------------------------------------------------------------------

void OpenLists::insert_in_pool(const Values& values, const Key& key, std::uint32_t known,
                               std::size_t length, const Code* code, std::uint64_t serial) {
    const bool is_novel = wants_keys_ && seen_.insert(key);
    const std::size_t slot = new_slot();
    header(slot) = {serial, known, static_cast<std::uint16_t>(length), 0, true, is_novel};
    write(slot, values, key, code);
    enqueue(slot, values);
    if (open_ > most_) drop_worst();
}

void OpenLists::enqueue(std::size_t slot, const Values& values) {
    Header& of = header(slot);
    for (Queue& queue : queues_) {
        if (queue.spec.novel && !of.is_novel) continue;
        queue.slots.insert(projected(queue.spec, values), of.length, slot);
        ++of.entries;
    }
    ++open_;
    open_novel_ += of.is_novel;
}

Values OpenLists::projected(const QueueSpec& spec, const Values& values) const {
    Values result;
    result.reserve(spec.columns.size());
    for (const std::size_t column : spec.columns) result.push_back(values[column]);
    return result;
}

void OpenLists::pop(Node& node) {
    if (is_simple_) {
        std::uint64_t id = 0;
        node.code.resize(code_length_);
        simple_.pop(node.values, id, node.code.data());
        return;
    }
    do {
        Queue& queue = whose_turn();
        ++queue.turns;
        recent_ = static_cast<std::size_t>(&queue - queues_.data());
    } while (!take(queues_[recent_], node));
    compact();
}

// The queue that has had the smallest share of its turns; of equals, the first.
OpenLists::Queue& OpenLists::whose_turn() {
    Queue* best = &queues_[0];
    for (Queue& queue : queues_)
        if (queue.turns * best->spec.ratio < best->turns * queue.spec.ratio) best = &queue;
    return *best;
}

// Takes the first open node of a queue; false if it has none.
bool OpenLists::take(Queue& queue, Node& node) {
    return queue.slots.pop([&](std::uint64_t slot) {
        if (header(slot).is_open) read(slot, node);
        return release(slot);
    });
}

bool OpenLists::is_worse(const Values& values, const Values& before) const {
    for (const std::size_t column : queues_[recent_].spec.columns)
        if (values[column] != before[column]) return values[column] > before[column];
    return false;
}

// The worst node is the last one of the first queue that holds everything.
void OpenLists::drop_worst() {
    SlotQueue& slots = queues_[complete_].slots;
    const auto serial_of = [&](std::uint64_t slot) { return header(slot).serial; };
    while (!release(slots.pop_worst(serial_of))) {
    }
    ++dropped_;
    compact();
}

// Rids the queues of slots that other queues have emptied, before they outnumber the open ones.
void OpenLists::compact() {
    for (Queue& queue : queues_) {
        const std::uint64_t open = queue.spec.novel ? open_novel_ : open_;
        if (queue.slots.size() <= 2 * open + SLACK) continue;
        queue.slots.keep_only([&](std::uint64_t slot) {
            const bool is_open = header(slot).is_open;
            if (!is_open) release(slot);
            return is_open;
        });
    }
}

// --- Re-evaluation ---------------------------------------------------------------------------

// Empties the queues. Returns serial number and slot of every open node, in that order.
std::vector<std::pair<std::uint64_t, std::size_t>> OpenLists::take_all() {
    std::vector<bool> is_free(slots_);
    for (const std::size_t slot : free_) is_free[slot] = true;
    for (std::size_t slot = 0; slot < slots_; ++slot)
        if (!is_free[slot] && !header(slot).is_open) free_.push_back(slot);
    auto order = open_slots();
    for (Queue& queue : queues_) queue.slots.clear();
    seen_.clear();
    open_ = open_novel_ = 0;
    return order;
}

std::vector<std::pair<std::uint64_t, std::size_t>> OpenLists::open_slots() const {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    order.reserve(open_);
    queues_[complete_].slots.for_each([&](std::uint64_t slot) {
        if (header(slot).is_open) order.emplace_back(header(slot).serial, slot);
    });
    std::sort(order.begin(), order.end());
    return order;
}

// --- Saving ----------------------------------------------------------------------------------

// Within a queue, nodes of equal values lie in the order of their serial numbers. So if they are
// inserted in that order again, every queue is as it was.
void OpenLists::save(StateWriter& writer) const {
    save_queues(writer);
    writer.number(size());
    Saved saved;
    if (is_simple_) {
        simple_.for_each([&](const Values& values, std::uint64_t serial, const Code* code) {
            saved.serial = serial;
            saved.node.values = values;
            saved.node.code.assign(code, code + code_length_);
            save_node(writer, saved);
        });
        return;
    }
    for (const auto& [serial, slot] : open_slots()) {
        saved.serial = serial;
        saved.known = header(slot).known;
        saved.length = header(slot).length;
        saved.is_novel = header(slot).is_novel;
        read(slot, saved.node);
        save_node(writer, saved);
    }
}

void OpenLists::save_queues(StateWriter& writer) const {
    writer.number(next_serial_);
    writer.number(dropped_);
    for (const Queue& queue : queues_) {
        writer.number(queue.turns);
        writer.number(queue.slots.turn());
    }
    writer.list(seen_.keys());
}

void OpenLists::restore_queues(StateReader& reader) {
    next_serial_ = reader.number();
    dropped_ = reader.number();
    for (Queue& queue : queues_) {
        queue.turns = reader.number();
        queue.slots.set_turn(reader.number());
    }
    for (std::uint64_t left = reader.number(); left > 0; --left) {
        Key key;
        reader.bytes(&key, sizeof key);
        seen_.insert(key);
    }
}

void OpenLists::save_node(StateWriter& writer, const Saved& saved) const {
    writer.number(saved.serial);
    writer.bytes(&saved.known, sizeof saved.known);
    writer.bytes(&saved.length, sizeof saved.length);
    writer.bytes(&saved.is_novel, sizeof saved.is_novel);
    if (wants_keys_) writer.bytes(&saved.node.key, sizeof(Key));
    writer.bytes(saved.node.values.data(), sizeof(std::int64_t) * values_);
    writer.bytes(saved.node.code.data(), sizeof(Code) * code_length_);
}

void OpenLists::restore_node(StateReader& reader, Saved& saved) const {
    saved.serial = reader.number();
    reader.bytes(&saved.known, sizeof saved.known);
    reader.bytes(&saved.length, sizeof saved.length);
    reader.bytes(&saved.is_novel, sizeof saved.is_novel);
    if (wants_keys_) reader.bytes(&saved.node.key, sizeof(Key));
    saved.node.values.resize(values_);
    saved.node.code.resize(code_length_);
    reader.bytes(saved.node.values.data(), sizeof(std::int64_t) * values_);
    reader.bytes(saved.node.code.data(), sizeof(Code) * code_length_);
}

void OpenLists::insert_saved(const Saved& saved) {
    const Node& node = saved.node;
    if (is_simple_) {
        simple_.insert(node.values, saved.serial, node.code.data());
        return;
    }
    const std::size_t slot = new_slot();
    header(slot) = {saved.serial, saved.known, static_cast<std::uint16_t>(saved.length), 0, true,
                    saved.is_novel != 0};
    write(slot, node.values, node.key, node.code.data());
    enqueue(slot, node.values);
}

}  // namespace genplan
