// Writing the state of a search as bytes, and reading it again, in pieces of bounded size. The
// bytes are for the same kind of machine: numbers are written as they lie in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace genplan {

// What is read is not what a search wrote, or not for this search.
class BadState : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class StateWriter {
public:
    using Sink = std::function<void(const char* bytes, std::size_t count)>;

    explicit StateWriter(Sink sink) : sink_(std::move(sink)) {}

    void bytes(const void* from, std::size_t count) {
        buffer_.append(static_cast<const char*>(from), count);
        if (buffer_.size() >= PIECE) flush();
    }
    void number(std::uint64_t number) { bytes(&number, sizeof number); }
    void real(double number) { bytes(&number, sizeof number); }
    template <class Item>
    void list(const std::vector<Item>& items) {
        number(items.size());
        bytes(items.data(), sizeof(Item) * items.size());
    }
    void flush() {
        if (!buffer_.empty()) sink_(buffer_.data(), buffer_.size());
        buffer_.clear();
    }

private:
    static constexpr std::size_t PIECE = std::size_t{1} << 20;

    Sink sink_;
    std::string buffer_;
};

class StateReader {
public:
    // Returns the next bytes, at least one and at most so many, or none at the end.
    using Source = std::function<std::string(std::size_t most)>;

    explicit StateReader(Source source) : source_(std::move(source)) {}

    void bytes(void* into, std::size_t count) {
        char* at = static_cast<char*>(into);
        while (count > 0) {
            if (next_ == piece_.size()) fetch();
            const std::size_t some = std::min(count, piece_.size() - next_);
            std::copy_n(piece_.data() + next_, some, at);
            next_ += some;
            at += some;
            count -= some;
        }
    }
    std::uint64_t number() {
        std::uint64_t number = 0;
        bytes(&number, sizeof number);
        return number;
    }
    // A number that must not be larger.
    std::uint64_t number(std::uint64_t most) {
        const std::uint64_t found = number();
        if (found > most) throw BadState("a number is out of range");
        return found;
    }
    double real() {
        double number = 0;
        bytes(&number, sizeof number);
        return number;
    }
    // A list that must not be longer.
    template <class Item>
    std::vector<Item> list(std::uint64_t most) {
        std::vector<Item> items(number(most));
        bytes(items.data(), sizeof(Item) * items.size());
        return items;
    }

private:
    static constexpr std::size_t PIECE = std::size_t{1} << 20;

    void fetch() {
        piece_ = source_(PIECE);
        next_ = 0;
        if (piece_.empty()) throw BadState("it ends too early");
    }

    Source source_;
    std::string piece_;
    std::size_t next_ = 0;
};

}  // namespace genplan
