// Executions as Python sees them, whatever the language of the program.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "goto_language/machine.hpp"
#include "task.hpp"

namespace genplan {

// A finished execution. What is large is turned into Python values only when asked for.
struct Execution {
    std::shared_ptr<const Instance> instance;
    std::string outcome;
    std::uint32_t line = 0;
    bool y = false;
    std::uint64_t steps = 0;
    std::vector<Place> pointers;
    std::vector<Word> state;
    Plan plan;
    unsigned landmark_count = 0;
    std::size_t landmarks = 0;

    // The number of actions in the plan, which has for each its number and its objects.
    std::size_t plan_length() const {
        std::size_t count = 0;
        for (std::size_t at = 0; at < plan.words.size(); ++count)
            at += 1 + instance->domain().actions[plan.words[at]].parameter_types.size();
        return count;
    }
};

}  // namespace genplan
