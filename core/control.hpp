// Limits and interruption, the same for searches and plain executions.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
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

    // A goto program that is executed for more steps than this stops at its next jump.
    void limit_steps(std::uint64_t most) { most_steps_ = most; }
    void check_steps(std::uint64_t steps) const {
        if (steps > most_steps_) throw Stopped{Stop::OUT_OF_BUDGET};
    }

    // From now on limits and wishes to stop wait for the next boundary between two expansions,
    // though not longer than GRACE seconds.
    void stop_softly() { soft_ = true; }
    // From now on a save is due so many seconds after the last one, the first at once.
    void save_every(double seconds) {
        save_interval_ = seconds;
        save_is_due_ = true;
    }
    bool save_is_due() const { return save_is_due_; }
    void saved() {
        save_is_due_ = false;
        last_saved_ = Clock::now();
    }
    // Between two expansions: nothing is lost if the search stops here.
    void at_boundary() const {
        if (pending_ != Stop::NONE) throw Stopped{pending_};
    }

    // Cheap enough for inner loops: looks at the clock once in a hundred calls or so.
    void poll() {
        if (is_due()) look();
    }
    bool is_due() { return ++calls_ % CALLS_PER_LOOK == 0; }

    void look() {
        const Clock::time_point now = Clock::now();
        if (seconds(began_, now) > limit_) stop(Stop::OUT_OF_TIME, now);
        if (seconds(last_, now) < INTERVAL) return;
        last_ = now;
        save_is_due_ |= seconds(last_saved_, now) >= save_interval_;
        if (hook_ && hook_()) stop(Stop::INTERRUPTED, now);
    }

private:
    static constexpr unsigned CALLS_PER_LOOK = 128;
    static constexpr double INTERVAL = 0.04;
    static constexpr double GRACE = 1.0;

    static double seconds(Clock::time_point from, Clock::time_point to) {
        return std::chrono::duration<double>(to - from).count();
    }
    void stop(Stop reason, Clock::time_point now) {
        if (!soft_) throw Stopped{reason};
        if (pending_ == Stop::NONE) {
            pending_ = reason;
            pending_since_ = now;
        } else if (seconds(pending_since_, now) > GRACE) {
            throw Stopped{pending_};
        }
    }

    Clock::time_point began_;
    Clock::time_point last_;
    double limit_;
    std::size_t memory_limit_;
    std::uint64_t most_steps_ = std::numeric_limits<std::uint64_t>::max();
    Hook hook_;
    unsigned calls_ = 0;
    bool soft_ = false;
    Stop pending_ = Stop::NONE;
    Clock::time_point pending_since_;
    double save_interval_ = std::numeric_limits<double>::infinity();
    bool save_is_due_ = false;
    Clock::time_point last_saved_;
};

}  // namespace genplan
