// Which landmarks an execution has reached, kept up to date instruction by instruction.
//
// A machine carries two bit sets over the landmarks of its instance:
//   reached   the landmarks reached so far
//   holds     the *fact* landmarks that are true now
// Whether a pointer landmark is true is worked out from the pointers where it is asked.
#pragma once

#include <cstdint>
#include <vector>

#include "landmarks.hpp"
#include "patterns.hpp"
#include "task.hpp"

namespace genplan {

class LandmarkProgress {
public:
    LandmarkProgress(const Instance& instance, LandmarkGraph graph);

    std::size_t words() const { return words_; }
    std::size_t landmarks() const { return graph_.size(); }
    const LandmarkGraph& graph() const { return graph_; }
    std::size_t bytes() const;

    // Sets both bit sets for a machine at the start: everything that holds is reached.
    void start(const Word* state, const Place* pointers, Word* reached, Word* holds) const;

    // An atom of the state got a new value.
    void atom_changed(std::size_t atom, bool value, const Word* state, Word* holds) const {
        const std::size_t now = 2 * atom + value;
        const std::size_t before = 2 * atom + !value;
        for (std::uint32_t i = by_fact_[now]; i < by_fact_[now + 1]; ++i)
            set_bit(holds, by_fact_items_[i]);
        for (std::uint32_t i = by_fact_[before]; i < by_fact_[before + 1]; ++i)
            if (!fact_landmark_holds(by_fact_items_[i], state)) clear_bit(holds, by_fact_items_[i]);
    }

    // One instruction was executed; `moved` is the pointer that it moved, or -1. First the fact
    // landmarks, then the pointer landmarks; within a pass nothing counts that it reached itself.
    void after_step(int moved, const Place* pointers, Word* reached, const Word* holds) const {
        if (moved >= 0 || is_pending(reached, holds)) update(moved, pointers, reached, holds);
    }

    // f_LM: landmarks not reached, and those reached but false now and still needed.
    unsigned count(const Place* pointers, const Word* reached, const Word* holds) const;

private:
    struct Stand {  // one way to satisfy an argument: this pointer at this place
        std::uint32_t pointer;
        Place place;
    };
    struct Range {
        std::uint32_t begin;
        std::uint32_t end;
    };
    void index_facts(const Instance& instance);
    void index_orderings();
    void index_pointers(const Instance& instance);
    bool fact_landmark_holds(std::uint32_t landmark, const Word* state) const;
    bool pointers_stand(std::uint32_t landmark, const Place* pointers) const;
    bool is_ready(std::uint32_t landmark, const Word* reached) const;
    // Whether a fact landmark holds that was not reached.
    bool is_pending(const Word* reached, const Word* holds) const {
        for (std::size_t w = 0; w < words_; ++w)
            if ((holds[w] & ~reached[w]) != 0) return true;
        return false;
    }
    void update(int moved, const Place* pointers, Word* reached, const Word* holds) const;

    LandmarkGraph graph_;
    std::size_t words_;
    std::size_t fact_count_;
    std::vector<Word> predecessors_;       // words_ per landmark
    std::vector<Word> greedy_successors_;  // words_ per landmark
    std::vector<Word> goals_;
    std::vector<std::uint32_t> by_fact_;  // state fact -> fact landmarks
    std::vector<std::uint32_t> by_fact_items_;
    std::vector<Range> facts_of_;  // fact landmark -> its facts over the state
    std::vector<std::uint32_t> facts_;
    std::vector<bool> always_;  // fact landmarks with a static fact that is true
    std::vector<Range> achievers_of_;  // pointer landmark -> achievers -> arguments -> stands
    std::vector<Range> arguments_of_;
    std::vector<Range> stands_of_;
    std::vector<Stand> stands_;
    std::vector<std::vector<std::uint32_t>> by_place_;  // pointer -> place -> begin of items
    std::vector<std::uint32_t> by_place_items_;
    std::vector<Range> pointer_successors_;  // fact landmark -> pointer landmarks after it
    std::vector<std::uint32_t> pointer_successor_items_;
};

}  // namespace genplan
