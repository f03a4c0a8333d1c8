// Limits and interruption, the same for searches and plain executions.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>

namespace genplan {

enum class Stop { NONE, OUT_OF_TIME, OUT_OF_MEMORY, OUT_OF_BUDGET, INTERRUPTED };

// Thrown where a limit is noticed, caught where the statistics are.
struct Stopped {
    Stop reason;
};

class Control {
public:
    using Clock = std::chrono::steady_clock;
    // Called about every INTERVAL seconds; true asks for the end.
    using Hook = std::function<bool()>;

    Control(double seconds, std::size_t memory_limit, Hook hook)
        : began_(Clock::now()),
          last_(began_),
          limit_(seconds),
          memory_limit_(memory_limit),
          hook_(std::move(hook)) {}

    std::size_t memory_limit() const { return memory_limit_; }

    // Cheap enough for inner loops: looks at the clock once in a hundred calls or so.
    void poll() {
        if (is_due()) look();
    }
    bool is_due() { return ++calls_ % CALLS_PER_LOOK == 0; }

    void look() {
        const Clock::time_point now = Clock::now();
        if (std::chrono::duration<double>(now - began_).count() > limit_)
            throw Stopped{Stop::OUT_OF_TIME};
        if (std::chrono::duration<double>(now - last_).count() < INTERVAL) return;
        last_ = now;
        if (hook_ && hook_()) throw Stopped{Stop::INTERRUPTED};
    }

private:
    static constexpr unsigned CALLS_PER_LOOK = 128;
    static constexpr double INTERVAL = 0.04;

    Clock::time_point began_;
    Clock::time_point last_;
    double limit_;
    std::size_t memory_limit_;
    Hook hook_;
    unsigned calls_ = 0;
};

}  // namespace genplan
