#include <set>

#include "check.hpp"
#include "domains.hpp"

using namespace domains;

namespace {

// Reached landmarks and their count straight from the definitions: sets, no indices.
class Naive {
public:
    Naive(const Executor& executor, const LandmarkGraph& graph)
        : executor_(executor), graph_(graph) {
        const Machine start = executor.start();
        for (std::uint32_t l = 0; l < graph.size(); ++l)
            if (holds(l, start)) reached_.insert(l);
    }

    void after_step(const Machine& m) {
        const auto facts = static_cast<std::uint32_t>(graph_.facts.size());
        for (const auto& [begin, end] :
             {std::pair(0U, facts), std::pair(facts, static_cast<std::uint32_t>(graph_.size()))}) {
            std::set<std::uint32_t> fresh;
            for (std::uint32_t l = begin; l < end; ++l)
                if (holds(l, m) && is_ready(l)) fresh.insert(l);
            reached_.insert(fresh.begin(), fresh.end());
        }
    }

    const std::set<std::uint32_t>& reached() const { return reached_; }

    unsigned count(const Machine& m) const {
        unsigned total = 0;
        for (std::uint32_t l = 0; l < graph_.size(); ++l) {
            bool needed = l < graph_.facts.size() && graph_.facts[l].is_goal;
            for (const Ordering& o : graph_.greedy_necessary)
                needed |= o.first == l && !reached_.contains(o.second);
            total += !reached_.contains(l) || (needed && !holds(l, m));
        }
        return total;
    }

private:
    bool holds(std::uint32_t l, const Machine& m) const {
        if (l < graph_.facts.size()) {
            const auto list = executor_.instance().true_atoms(executor_.state(m));
            const std::set<std::uint64_t> atoms(list.begin(), list.end());
            for (Fact fact : graph_.facts[l].facts)
                if (atoms.contains(fact / 2) == (fact % 2 != 0)) return true;
            return false;
        }
        for (const Achievement& achiever : graph_.pointers[l - graph_.facts.size()].achievers) {
            bool all = true;
            for (std::size_t i = 0; i < achiever.objects.size(); ++i)
                all = all && is_pointed_at(achiever, i, m);
            if (all) return true;
        }
        return false;
    }

    bool is_pointed_at(const Achievement& achiever, std::size_t i, const Machine& m) const {
        const Domain& domain = executor_.instance().domain();
        const int wanted = domain.actions[achiever.action].parameter_types[i];
        for (std::size_t z = 0; z < domain.pointer_types.size(); ++z) {
            const int type = domain.pointer_types[z];
            const auto& members = executor_.instance().members(type);
            if (domain.is_subtype(type, wanted) &&
                members[static_cast<std::size_t>(executor_.pointers(m)[z])] == achiever.objects[i])
                return true;
        }
        return false;
    }

    bool is_ready(std::uint32_t l) const {
        for (const auto* orderings : {&graph_.greedy_necessary, &graph_.natural})
            for (const Ordering& o : *orderings)
                if (o.second == l && !reached_.contains(o.first)) return false;
        return true;
    }

    const Executor& executor_;
    const LandmarkGraph& graph_;
    std::set<std::uint32_t> reached_;
};

std::vector<Instruction> everything() {
    std::vector<Instruction> set;
    for (std::uint32_t z = 0; z < 4; ++z)
        for (Kind kind : {Kind::INC, Kind::DEC, Kind::CLEAR}) set.push_back(pointer(kind, {z}));
    for (std::uint32_t item : {Courier::I, Courier::P})
        for (std::uint32_t cell : {Courier::X, Courier::Y}) {
            set.push_back(act(Courier::TAKE, {item, cell}));
            set.push_back(act(Courier::DROP, {item, cell}));
        }
    set.push_back(pointer(Kind::SET, {Courier::X, Courier::Y}));
    set.push_back(act(Courier::WALK, {Courier::X, Courier::Y}));
    set.push_back(act(Courier::WALK, {Courier::Y, Courier::X}));
    set.push_back(act(Courier::WALK, {Courier::X, Courier::X}));
    set.push_back(act(Courier::SEAL, {Courier::P}));
    set.push_back(act(Courier::SWAP, {Courier::I, Courier::P}));
    set.push_back(act(Courier::HOME, {Courier::X}));
    set.push_back(test(Courier::HERE, {Courier::X}));
    return set;
}

std::set<std::uint32_t> reached_by(const Executor& executor, const Machine& m) {
    std::set<std::uint32_t> reached;
    for (std::uint32_t l = 0; l < executor.progress()->landmarks(); ++l)
        if (test_bit(executor.reached(m), l)) reached.insert(l);
    return reached;
}

}  // namespace

TEST(at_the_start_every_landmark_that_holds_is_reached) {
    const Courier courier(3, 1);
    const auto instance = courier.in_a_row({is_true(courier.lies(0, 0))});
    Executor executor(instance, everything());
    Control control = unlimited();
    executor.count_landmarks(std::make_unique<LandmarkProgress>(
        *instance, discover_landmarks(*instance, false, true, control)));
    const Machine start = executor.start();
    // Of the eight facts four hold; all pointers stand at 0, where the item would be dropped.
    CHECK_EQUAL(reached_by(executor, start), (std::set<std::uint32_t>{1, 4, 5, 7, 8}));
    CHECK_EQUAL(executor.landmark_count(start), 7U);
    CHECK(executor.progress()->bytes() > 0);
}

// Random walks in random little worlds, against the definitions, step by step.
TEST(progress_agrees_with_the_definitions) {
    Dice dice(8);
    std::set<unsigned> counts;
    for (int round = 0; round < 40; ++round) {
        const Courier courier(2 + static_cast<int>(dice.below(3)),
                              1 + static_cast<int>(dice.below(5)));
        const auto instance = courier.in_a_row(
            {is_true(courier.lies(0, 0)), is_true(courier.sealed(0)), is_false(courier.here(0))});
        const std::vector<Instruction> set = everything();
        Executor executor(instance, set);
        Control control = unlimited();
        const bool sound = dice.below(2) == 0;
        executor.count_landmarks(std::make_unique<LandmarkProgress>(
            *instance, discover_landmarks(*instance, sound, true, control)));
        const LandmarkGraph& graph = executor.progress()->graph();
        Naive naive(executor, graph);
        Machine machine = executor.start();
        CHECK_EQUAL(reached_by(executor, machine), naive.reached());
        for (int i = 0; i < 120; ++i) {
            const auto instruction = static_cast<Code>(dice.below(set.size()));
            const bool idle = executor.changes_nothing(instruction, machine);
            if (idle && dice.below(2) == 0) executor.idle_step(machine);
            else executor.step(instruction, machine);
            naive.after_step(machine);
            CHECK_EQUAL(reached_by(executor, machine), naive.reached());
            CHECK_EQUAL(executor.landmark_count(machine), naive.count(machine));
            counts.insert(executor.landmark_count(machine));
        }
    }
    CHECK(counts.size() > 5);
}

TEST(an_empty_graph_counts_nothing) {
    const Courier courier(2, 1);
    Executor executor(courier.in_a_row({}), everything());
    executor.count_landmarks(
        std::make_unique<LandmarkProgress>(executor.instance(), LandmarkGraph{}));
    Machine machine = executor.start();
    executor.step(0, machine);
    CHECK_EQUAL(executor.landmark_count(machine), 0U);
}
