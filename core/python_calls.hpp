// What all bindings share: rows of instructions, CPU time, and calls of Python from code that runs
// without the GIL.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <ctime>

#include "control.hpp"
#include "goto_language/machine.hpp"

namespace genplan {

using InstructionRow = std::tuple<int, std::uint32_t, std::vector<std::uint32_t>, bool>;

inline Instruction make_instruction(const InstructionRow& row) {
    const auto& [kind, operand, pointers, when] = row;
    return {static_cast<Kind>(kind), operand, pointers, when};
}

inline double cpu_seconds() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

// Adds the time of its life, however that ends.
class Stopwatch {
public:
    explicit Stopwatch(double& total) : total_(total), began_(cpu_seconds()) {}
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;
    ~Stopwatch() { total_ += cpu_seconds() - began_; }

private:
    double& total_;
    double began_;
};

// Calls Python from code that runs without the GIL. Ctrl-C may arrive in the midst of it: that is
// the user's wish to stop; other exceptions pass.
template <class Call>
auto call_python(const Call& call) {
    nanobind::gil_scoped_acquire gil;
    try {
        return call();
    } catch (const nanobind::python_error& error) {
        if (!error.matches(PyExc_KeyboardInterrupt)) throw;
    }
    throw Stopped{Stop::INTERRUPTED};
}

inline bool python_says_stop(const nanobind::object& cancelled) {
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    return !cancelled.is_none() && nanobind::cast<bool>(cancelled());
}

inline Control::Hook stop_hook(const nanobind::object& cancelled) {
    return [&cancelled] { return call_python([&] { return python_says_stop(cancelled); }); };
}

// What stopped a call, as Python is told.
[[noreturn]] inline void raise_stopped(const Stopped& stopped) {
    const auto raise = [](const char* why) {
        throw nanobind::builtin_exception(nanobind::exception_type::runtime_error, why);
    };
    switch (stopped.reason) {
        case Stop::OUT_OF_TIME: raise("out_of_time");
        case Stop::OUT_OF_MEMORY: raise("out_of_memory");
        default: raise("interrupted");
    }
}

}  // namespace genplan
