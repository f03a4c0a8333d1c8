#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "check.hpp"
#include "domains.hpp"
#include "goto_language/language.hpp"
#include "search.hpp"

using namespace domains;

namespace {

constexpr std::size_t NO_LIMIT = std::numeric_limits<std::size_t>::max();

// Walking in a row of cells with two pointers; the set that genplan.program.instruction_set gives.
InstructionSet walking(std::uint32_t lines) {
    InstructionSet set;
    const auto x = Courier::X;
    const auto y = Courier::Y;
    set.instructions = {act(Courier::WALK, {x, y}), act(Courier::WALK, {y, x})};
    set.actions = set.instructions.size();
    for (const auto& [z, other] : {std::pair(x, y), std::pair(y, x)}) {
        for (Kind kind : {Kind::INC, Kind::DEC, Kind::CLEAR})
            set.instructions.push_back(pointer(kind, {z}));
        set.instructions.push_back(pointer(Kind::SET, {z, other}));
    }
    set.pointer_instructions = set.instructions.size() - set.actions;
    set.instructions.push_back(test(Courier::HERE, {x}));
    set.instructions.push_back(test(Courier::HERE, {y}));
    set.tests = 2;
    for (std::uint32_t target = 0; target + 1 < lines; ++target)
        for (bool when : {false, true}) set.instructions.push_back(jump(target, when));
    set.instructions.push_back(end());
    return set;
}

using Instances = std::vector<std::shared_ptr<const Instance>>;

// In rows of these lengths: walk to the last cell.
Instances rows(const std::vector<int>& lengths) {
    Instances instances;
    for (int cells : lengths) {
        const Courier courier(cells, 1);
        instances.push_back(courier.in_a_row({is_true(courier.here(cells - 1))}));
    }
    return instances;
}

// One queue of everything.
SearchOptions options(std::size_t values, bool all_active) {
    SearchOptions options;
    QueueSpec everything;
    for (std::size_t k = 0; k < values; ++k) everything.columns.push_back(k);
    options.queues = {everything};
    options.values = values;
    options.all_active = all_active;
    return options;
}

// The courier's numbers differ from row to row, but the domain is one; each Courier makes its own
// equal copy of it, which is all that a search needs.
struct Searched {
    Control control;
    GotoLanguage language;
    Search search;
    Outcome outcome;

    Searched(const Instances& instances, std::uint32_t lines, std::vector<Evaluation> evaluations,
             Control given = unlimited(), bool all_active = false, GotoLanguage::Custom custom = {})
        : Searched(instances, lines, evaluations, options(evaluations.size(), all_active),
                   std::move(given), std::move(custom)) {}

    Searched(const Instances& instances, std::uint32_t lines, std::vector<Evaluation> evaluations,
             SearchOptions asked, Control given = unlimited(), GotoLanguage::Custom custom = {},
             const std::string* saved = nullptr)
        : control(std::move(given)),
          language(
              instances, walking(lines), lines, std::move(evaluations),
              [this](const Instance& instance) {
                  return std::make_unique<LandmarkProgress>(
                      instance, discover_landmarks(instance, false, true, control));
              },
              std::move(custom), control),
          search(language, std::move(asked), control),
          outcome(run(saved)) {}

    // From the start, or from saved bytes.
    Outcome run(const std::string* saved) {
        if (saved == nullptr) return search.run();
        bool is_read = false;
        StateReader reader([&](std::size_t) {
            return std::exchange(is_read, true) ? std::string() : *saved;
        });
        return search.run(&reader);
    }
};

std::vector<Evaluation> by(EvaluationKind kind) { return {{kind, 1, 0}}; }

bool solves(const std::shared_ptr<const Instance>& instance, const std::vector<Code>& code,
            std::uint32_t lines) {
    const Executor executor(instance, walking(lines).instructions);
    Machine machine = executor.start();
    Control control = unlimited();
    const Halt halt = executor.run(code.data(), lines - 1, machine, control);
    return halt != Halt::INFINITE && executor.goal_holds(machine);
}

// Every program of the space, each run from the start: how many are alive, dead and solutions.
struct Enumerated {
    const Instances& instances;
    std::uint32_t lines;
    InstructionSet set = walking(lines);
    std::vector<Code> code = std::vector<Code>(lines - 1, UNDEFINED);
    std::uint64_t alive = 1;  // the root
    std::uint64_t dead = 0;
    std::uint64_t solutions = 0;

    Enumerated(const Instances& given, std::uint32_t count, bool enumerate = true)
        : instances(given), lines(count) {
        if (enumerate) below(0);
    }

    bool fits(std::uint32_t line, Code instruction) const {
        const Kind kind = set.instructions[instruction].kind;
        const Kind before = line > 0 ? set.instructions[code[line - 1]].kind : Kind::END;
        const bool after_pointer = before == Kind::INC || before == Kind::DEC ||
                                   before == Kind::CLEAR || before == Kind::SET;
        if (kind == Kind::GOTO)
            return set.instructions[instruction].operand < line &&
                   (after_pointer || before == Kind::TEST);
        if (before == Kind::TEST) return false;
        const bool is_last = line + 2 == lines;
        return kind == Kind::ACT || kind == Kind::TEST || kind == Kind::END || !is_last;
    }

    void below(std::uint32_t line) {
        for (std::size_t i = 0; i < set.instructions.size(); ++i) {
            const Code instruction = static_cast<Code>(i);
            if (!fits(line, instruction)) continue;
            code[line] = instruction;
            const bool is_complete = line + 2 == lines || instruction == set.end();
            bool lives = true;
            bool solved = is_complete;
            for (const auto& instance : instances) {
                const Executor executor(instance, set.instructions);
                Machine machine = executor.start();
                Control control = unlimited();
                if (executor.run(code.data(), line + 1, machine, control) == Halt::INFINITE)
                    lives = false;
                else solved = solved && executor.goal_holds(machine);
            }
            if (is_complete) lives = lives && solved;
            solutions += lives && is_complete;
            dead += !lives;
            if (lives && !is_complete) {
                ++alive;
                below(line + 1);
            }
        }
        code[line] = UNDEFINED;
    }
};

// Algorithm 1 with goal counts, as it is written: every program is run from the start.
struct Naive {
    using Node = std::tuple<std::int64_t, std::uint64_t, std::vector<Code>>;  // value, id, code

    const Instances& instances;
    std::uint32_t lines;
    Enumerated space;  // for what may stand where
    std::vector<std::size_t> active{0};
    std::set<Node> open;
    Counters counters;
    std::vector<Code> solution;

    Naive(const Instances& given, std::uint32_t count)
        : instances(given), lines(count), space(given, count, false) {
        const std::vector<Code> root(lines - 1, UNDEFINED);
        counters.evaluated = 1;
        counters.states = 2;
        open.insert({*value(root, active), 0, root});
        while (!open.empty() && solution.empty()) {
            const auto code = std::get<2>(open.extract(open.begin()).value());
            ++counters.expanded;
            expand(code);
        }
    }

    static std::uint32_t halted_at(const std::vector<Code>& code) {
        return static_cast<std::uint32_t>(std::find(code.begin(), code.end(), UNDEFINED) -
                                          code.begin());
    }

    // The goals missing on some instances; nothing if the program is infinite on one.
    std::optional<std::int64_t> value(const std::vector<Code>& code,
                                      const std::vector<std::size_t>& on) const {
        std::int64_t total = 0;
        for (std::size_t i : on) {
            const Executor executor(instances[i], space.set.instructions);
            Machine machine = executor.start();
            Control control = unlimited();
            if (executor.run(code.data(), halted_at(code), machine, control) == Halt::INFINITE)
                return std::nullopt;
            total += executor.goals_missing(machine);
        }
        return total;
    }

    void expand(const std::vector<Code>& parent) {
        const std::uint32_t line = halted_at(parent);
        for (std::size_t i = 0; i < space.set.instructions.size() && solution.empty(); ++i) {
            space.code = parent;
            const auto instruction = static_cast<Code>(i);
            if (!space.fits(line, instruction)) continue;
            std::vector<Code> child = parent;
            child[line] = instruction;
            consider(child, instruction == space.set.end() || line + 2 == lines);
        }
    }

    void consider(const std::vector<Code>& child, bool complete) {
        const std::uint64_t id = counters.evaluated++;
        const auto missing = value(child, active);
        if (!missing || (complete && *missing != 0)) {
            ++counters.dead;
            return;
        }
        counters.states += active.size();
        if (!complete) {
            open.insert({*missing, id, child});
            return;
        }
        for (std::size_t i = 0; i < instances.size(); ++i) {
            if (value(child, {i}) == 0) continue;
            active.push_back(i);
            counters.states += active.size();
            reevaluate();
            return;
        }
        counters.states += active.size();
        solution = child;
    }

    void reevaluate() {
        std::set<Node> survivors;
        for (const auto& [old, id, code] : open) {
            const auto missing = value(code, active);
            if (!missing) continue;
            counters.states += active.size();
            survivors.insert({*missing, id, code});
        }
        open = std::move(survivors);
    }
};

}  // namespace

TEST(a_program_of_two_lines_is_its_first_line) {
    const Searched searched(rows({3}), 2, by(EvaluationKind::GOAL_COUNT));
    CHECK(searched.outcome == Outcome::EXHAUSTED);
    // 2 actions, 2 tests and `end`: complete children, and all of them fail.
    CHECK_EQUAL(searched.search.counters().expanded, 1U);
    CHECK_EQUAL(searched.search.counters().evaluated, 6U);
    CHECK_EQUAL(searched.search.counters().dead, 5U);
    CHECK_EQUAL(searched.search.counters().states, 2U);
}

TEST(an_exhausted_search_has_seen_the_whole_space) {
    const Instances instances = rows({3, 5});
    for (std::uint32_t lines : {3U, 4U}) {
        const Enumerated all(instances, lines);
        CHECK_EQUAL(all.solutions, 0U);
        for (EvaluationKind kind : {EvaluationKind::GOAL_COUNT, EvaluationKind::LANDMARK_COUNT,
                                    EvaluationKind::STEPS, EvaluationKind::GOTO_NESTING}) {
            const Searched searched(instances, lines, by(kind), unlimited(), true);
            CHECK(searched.outcome == Outcome::EXHAUSTED);
            CHECK_EQUAL(searched.search.counters().expanded, all.alive);
            CHECK_EQUAL(searched.search.counters().dead, all.dead);
            CHECK_EQUAL(searched.search.counters().evaluated, all.alive + all.dead);
        }
    }
}

TEST(searches_are_algorithm_1_step_for_step) {
    Dice dice(9);
    int solved = 0;
    int activations = 0;
    for (int round = 0; round < 40; ++round) {
        const auto below = [&](int bound) {
            return static_cast<int>(dice.below(static_cast<std::size_t>(bound)));
        };
        Instances instances;
        for (int number = 0; number < 3; ++number) {
            const int cells = 1 + below(4);
            const Courier courier(cells, 1);
            std::vector<std::uint64_t> initial = courier.row();
            initial.push_back(courier.here(below(cells)));
            instances.push_back(courier.instance(initial, {is_true(courier.here(below(cells)))}));
        }
        const std::uint32_t lines = round % 20 == 0 ? 5 : 4;
        const Naive naive(instances, lines);
        const Searched searched(instances, lines, by(EvaluationKind::GOAL_COUNT));
        const Counters& counters = searched.search.counters();
        CHECK_EQUAL(searched.outcome == Outcome::SOLVED, !naive.solution.empty());
        if (!naive.solution.empty()) CHECK_EQUAL(searched.search.solution(), naive.solution);
        CHECK_EQUAL(searched.search.active(), naive.active);
        CHECK_EQUAL(counters.expanded, naive.counters.expanded);
        CHECK_EQUAL(counters.evaluated, naive.counters.evaluated);
        CHECK_EQUAL(counters.dead, naive.counters.dead);
        CHECK_EQUAL(counters.states, naive.counters.states);
        solved += !naive.solution.empty();
        activations += static_cast<int>(naive.active.size()) - 1;
    }
    CHECK(solved > 5 && solved < 55);
    CHECK(activations > 20);
}

TEST(a_program_for_all_rows_is_found) {
    const Instances instances = rows({2, 3, 4, 6});
    for (EvaluationKind kind : {EvaluationKind::GOAL_COUNT, EvaluationKind::LANDMARK_COUNT,
                                EvaluationKind::LANDMARK_FRACTION}) {
        for (bool all_active : {false, true}) {
            const Searched searched(instances, 5, by(kind), unlimited(), all_active);
            CHECK(searched.outcome == Outcome::SOLVED);
            for (const auto& instance : rows({2, 3, 4, 6, 9, 20}))
                CHECK(solves(instance, searched.search.solution(), 5));
            const auto& active = searched.search.active();
            CHECK_EQUAL(active.size(), searched.search.activated_at().size());
            CHECK(all_active ? active.size() == 4 : active.front() == 0 && active.size() < 4);
        }
    }
}

TEST(nothing_is_found_where_the_enumeration_finds_nothing) {
    const Instances instances = rows({2, 3});
    for (std::uint32_t lines : {3U, 4U, 5U}) {
        const Enumerated all(instances, lines);
        const Searched searched(instances, lines, by(EvaluationKind::GOAL_COUNT));
        CHECK_EQUAL(searched.outcome == Outcome::SOLVED, all.solutions > 0);
    }
}

TEST(a_search_is_the_same_every_time) {
    const Instances instances = rows({2, 3, 4, 6});
    const Searched one(instances, 5, by(EvaluationKind::LANDMARK_COUNT));
    const Searched two(instances, 5, by(EvaluationKind::LANDMARK_COUNT));
    CHECK_EQUAL(one.search.solution(), two.search.solution());
    CHECK_EQUAL(one.search.counters().evaluated, two.search.counters().evaluated);
    CHECK_EQUAL(one.search.counters().states, two.search.counters().states);
}

TEST(a_custom_evaluation_sees_programs_and_runs) {
    const Instances instances = rows({2, 3, 4});
    std::uint64_t calls = 0;
    const auto goals = [&](std::size_t number, const Code*, const std::vector<StandingRun>& runs) {
        CHECK_EQUAL(number, 0U);
        ++calls;
        std::int64_t missing = 0;
        for (const StandingRun& run : runs) missing += run.executor->goals_missing(*run.machine);
        return missing;
    };
    const Searched custom(instances, 5, {{EvaluationKind::CUSTOM, 0, 0}}, unlimited(), false,
                          goals);
    const Searched built_in(instances, 5, by(EvaluationKind::GOAL_COUNT));
    CHECK(calls > 0);
    CHECK_EQUAL(custom.search.solution(), built_in.search.solution());
    CHECK_EQUAL(custom.search.counters().evaluated, built_in.search.counters().evaluated);
}

TEST(a_search_stops_when_its_time_is_up) {
    const Searched searched(rows({3, 5}), 7, by(EvaluationKind::GOTO_COUNT),
                            Control(0.02, NO_LIMIT, {}));
    CHECK(searched.outcome == Outcome::OUT_OF_TIME);
    CHECK(searched.search.counters().expanded > 0);
}

TEST(a_search_stops_when_it_is_asked_to) {
    int asked = 0;
    Control control(std::numeric_limits<double>::infinity(), NO_LIMIT,
                    [&] { return ++asked == 2; });
    const Searched searched(rows({3, 5}), 9, by(EvaluationKind::GOTO_COUNT), std::move(control));
    CHECK(searched.outcome == Outcome::INTERRUPTED);
    CHECK_EQUAL(asked, 2);
}

TEST(a_search_refuses_memory_beyond_its_limit) {
    constexpr std::size_t LIMIT = 1000000;
    Control control(std::numeric_limits<double>::infinity(), LIMIT, {});
    const Searched searched(rows({3, 5}), 9, by(EvaluationKind::GOTO_COUNT), std::move(control));
    CHECK(searched.outcome == Outcome::OUT_OF_MEMORY);
    CHECK(searched.search.counters().memory <= LIMIT);
    CHECK(searched.search.counters().memory > LIMIT / 2);
    CHECK(searched.search.open_nodes() > 0);
    Control nothing(std::numeric_limits<double>::infinity(), 100, {});
    const Searched refused(rows({3, 5}), 9, by(EvaluationKind::GOAL_COUNT), std::move(nothing));
    CHECK(refused.outcome == Outcome::OUT_OF_MEMORY);
    CHECK_EQUAL(refused.search.counters().expanded, 0U);
}

// --- Queues ----------------------------------------------------------------------------------

TEST(any_queues_find_a_program_if_there_is_one) {
    const Instances instances = rows({2, 3, 4, 6});
    const std::vector<Evaluation> two = {{EvaluationKind::GOAL_COUNT, 0, 0},
                                         {EvaluationKind::LANDMARK_COUNT, 0, 0}};
    for (const bool lazy : {false, true}) {
        for (const std::uint32_t lines : {4U, 5U}) {
            SearchOptions asked = options(2, false);
            asked.queues = {{{1}, true, 2}, {{0}, false, 1}, {{1, 0}, false, 1}};
            asked.lazy = lazy;
            const Searched searched(instances, lines, two, asked);
            CHECK_EQUAL(searched.outcome == Outcome::SOLVED, lines == 5);
            CHECK_EQUAL(searched.outcome == Outcome::EXHAUSTED, lines == 4);
            if (lines == 5) CHECK(solves(rows({17})[0], searched.search.solution(), lines));
        }
    }
}

TEST(a_pool_holds_the_nodes_in_the_order_of_the_plain_list) {
    const Instances instances = rows({2, 3, 4});
    const Searched one(instances, 5, by(EvaluationKind::LANDMARK_COUNT));
    SearchOptions asked = options(1, false);
    asked.open_limit = 1'000'000;  // nodes lie in the pool then
    const Searched pooled(instances, 5, by(EvaluationKind::LANDMARK_COUNT), asked);
    CHECK_EQUAL(one.search.solution(), pooled.search.solution());
    CHECK_EQUAL(one.search.counters().evaluated, pooled.search.counters().evaluated);
    CHECK_EQUAL(one.search.counters().states, pooled.search.counters().states);
}

TEST(a_bounded_open_list_stays_bounded_and_proves_nothing) {
    SearchOptions asked = options(1, true);
    asked.open_limit = 10;
    const Searched searched(rows({3, 5}), 4, by(EvaluationKind::GOAL_COUNT), asked);
    CHECK(searched.outcome == Outcome::INCOMPLETE);
    CHECK(searched.search.dropped() > 0);
    CHECK(searched.search.open_nodes() <= 10);
}

TEST(a_search_ends_after_the_expansion_that_used_up_its_budget) {
    SearchOptions asked = options(1, true);
    asked.evaluation_limit = 100;
    const Searched searched(rows({3, 5}), 9, by(EvaluationKind::GOAL_COUNT), asked);
    CHECK(searched.outcome == Outcome::OUT_OF_BUDGET);
    CHECK(searched.search.counters().evaluated >= 100);
    CHECK(searched.search.counters().evaluated < 200);
}

// --- Saving ----------------------------------------------------------------------------------

TEST(a_search_goes_on_from_where_it_was_saved) {
    const Instances instances = rows({2, 3, 4, 6});
    const auto evaluations = by(EvaluationKind::LANDMARK_COUNT);
    for (const bool lazy : {false, true}) {
        SearchOptions asked = options(1, false);
        asked.queues.push_back({{0}, true, 2});
        asked.lazy = lazy;
        const Searched whole(instances, 5, evaluations, asked);
        const std::uint64_t all = whole.search.counters().evaluated;
        for (std::uint64_t limit = 1; limit < all; limit += all / 5 + 1) {
            asked.evaluation_limit = limit;
            const Searched first(instances, 5, evaluations, asked);
            CHECK(first.outcome == Outcome::OUT_OF_BUDGET);
            CHECK(first.search.can_be_saved());
            std::string bytes;
            StateWriter writer(
                [&](const char* piece, std::size_t count) { bytes.append(piece, count); });
            first.search.save(writer);
            asked.evaluation_limit = UINT64_MAX;
            Searched second(instances, 5, evaluations, asked, unlimited(), {}, &bytes);
            CHECK(second.outcome == whole.outcome);
            CHECK_EQUAL(second.search.solution(), whole.search.solution());
            CHECK_EQUAL(second.search.counters().evaluated, all);
            CHECK_EQUAL(second.search.counters().states, whole.search.counters().states);
            CHECK_EQUAL(second.search.activated_at(), whole.search.activated_at());
        }
    }
}

TEST(a_search_that_is_to_be_saved_stops_softly) {
    int asked = 0;
    Control control(std::numeric_limits<double>::infinity(), NO_LIMIT,
                    [&] { return ++asked == 2; });
    control.stop_softly();
    const Searched searched(rows({3, 5}), 9, by(EvaluationKind::GOTO_COUNT), std::move(control));
    CHECK(searched.outcome == Outcome::INTERRUPTED);
    CHECK(searched.search.can_be_saved());
}
