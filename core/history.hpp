// How a search went: its state at every expansion or, where these are too many, at every second,
// every fourth and so on. That depends on the search alone, never on the clock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "open_list.hpp"

namespace genplan {

// `best` are the best values of a node taken since an instance became active the last time.
struct Sample {
    std::uint64_t expanded;
    std::uint64_t evaluated;
    std::uint64_t open;
    std::size_t active;
    Values best;
};

class History {
public:
    void note(std::uint64_t expanded, std::uint64_t evaluated, std::uint64_t open,
              std::size_t active, const Values& values) {
        if (active != active_ || values < best_) best_ = values;
        active_ = active;
        if (expanded % every_ != 0) return;
        samples_.push_back({expanded, evaluated, open, active, best_});
        if (samples_.size() < MOST) return;
        every_ *= 2;
        const auto passed = [this](const Sample& sample) { return sample.expanded % every_ != 0; };
        samples_.erase(std::remove_if(samples_.begin(), samples_.end(), passed), samples_.end());
    }

    const std::vector<Sample>& samples() const { return samples_; }

private:
    static constexpr std::size_t MOST = 512;

    std::uint64_t every_ = 1;
    std::size_t active_ = 0;
    Values best_;
    std::vector<Sample> samples_;
};

}  // namespace genplan
