#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "check.hpp"
#include "domains.hpp"

using namespace domains;

namespace {

// A program on one instance, run step by step by `run`.
struct Run {
    Executor executor;
    std::vector<Code> code;
    Machine machine;
    Control control = unlimited();
    Plan plan{};

    Run(std::shared_ptr<const Instance> instance, const std::vector<Instruction>& lines)
        : executor(std::move(instance), lines), code(straight(lines)), machine(executor.start()) {}

    Halt until(std::uint32_t line) { return executor.run(code.data(), line, machine, control); }
    Halt to_the_end() { return until(static_cast<std::uint32_t>(code.size())); }
    Halt recording() {
        const auto end = static_cast<std::uint32_t>(code.size());
        return executor.run_recording(code.data(), end, machine, control, plan);
    }
    Place at(std::uint32_t pointer) const { return executor.pointers(machine)[pointer]; }
    std::set<std::uint64_t> atoms() const {
        const auto atoms = executor.instance().true_atoms(executor.state(machine));
        return {atoms.begin(), atoms.end()};
    }
    bool holds(std::uint64_t atom) const { return atoms().contains(atom); }
};

// One instruction, by the definition of a goto and by `step` for the others.
void step(Run& run, const std::vector<Instruction>& lines) {
    Machine& m = run.machine;
    const Instruction& instruction = lines[m.line];
    if (instruction.kind == Kind::GOTO) {
        m.line = m.y == instruction.when ? instruction.operand : m.line + 1;
        ++m.steps;
    } else {
        run.executor.step(run.code[m.line], m);
    }
}

}  // namespace

TEST(pointer_instructions_move_and_set_y) {
    const Courier courier(3, 1);
    Run run(courier.in_a_row({}),
            {pointer(Kind::INC, {Courier::X}), pointer(Kind::INC, {Courier::X}),
             pointer(Kind::INC, {Courier::X}), pointer(Kind::SET, {Courier::Y, Courier::X}),
             pointer(Kind::DEC, {Courier::X}), pointer(Kind::DEC, {Courier::X}),
             pointer(Kind::DEC, {Courier::X}), pointer(Kind::SET, {Courier::Y, Courier::X}),
             pointer(Kind::INC, {Courier::Y}), pointer(Kind::CLEAR, {Courier::Y})});
    const auto step_to = [&](std::uint32_t line, std::uint32_t pointer, Place place, bool y) {
        CHECK(run.until(line) == Halt::STOP_LINE);
        CHECK_EQUAL(run.at(pointer), place);
        CHECK_EQUAL(run.machine.y, y);
        CHECK_EQUAL(run.machine.steps, line);
    };
    step_to(1, Courier::X, 1, false);
    step_to(2, Courier::X, 2, false);
    step_to(3, Courier::X, 2, true);  // at the last object: inapplicable
    step_to(4, Courier::Y, 2, false);
    step_to(5, Courier::X, 1, false);
    step_to(6, Courier::X, 0, true);
    step_to(7, Courier::X, 0, true);  // at 0: inapplicable
    step_to(8, Courier::Y, 0, true);
    step_to(9, Courier::Y, 1, false);
    step_to(10, Courier::Y, 0, true);
}

TEST(actions_change_the_state_only_where_applicable) {
    const Courier courier(2, 1);
    Run run(
        courier.in_a_row({}),
        {act(Courier::TAKE, {Courier::I, Courier::X}), act(Courier::WALK, {Courier::X, Courier::Y}),
         pointer(Kind::INC, {Courier::Y}), act(Courier::WALK, {Courier::X, Courier::Y}),
         act(Courier::TAKE, {Courier::I, Courier::Y}), act(Courier::SEAL, {Courier::P}),
         act(Courier::DROP, {Courier::I, Courier::Y}), end()});
    const auto before = run.atoms();
    run.until(2);
    CHECK(run.atoms() == before);  // nothing lies in the first cell; x and y stand at the same
    run.until(3);
    const bool y = run.machine.y;
    run.until(4);
    CHECK(run.holds(courier.here(1)) && !run.holds(courier.here(0)));
    CHECK_EQUAL(run.machine.y, y);  // actions leave y alone
    run.until(5);
    CHECK(run.holds(courier.held(0)) && !run.holds(courier.lies(0, 1)));
    run.until(6);
    CHECK(run.holds(courier.sealed(0)));
    CHECK(run.to_the_end() == Halt::END);
    CHECK_EQUAL(run.machine.line, 7U);
    CHECK_EQUAL(run.machine.steps, 7U);
    CHECK(run.holds(courier.lies(0, 1)) && !run.holds(courier.held(0)));
    CHECK(run.holds(courier.next(0, 1)));
}

TEST(tests_set_y_to_the_opposite) {
    const Courier courier(2, 1);
    Run run(courier.in_a_row({}),
            {test(Courier::HERE, {Courier::X}), pointer(Kind::INC, {Courier::X}),
             test(Courier::HERE, {Courier::X}), test(Courier::NEXT, {Courier::X, Courier::Y}),
             test(Courier::NEXT, {Courier::Y, Courier::Y}), test(Courier::OPEN, {}),
             test(Courier::LIES, {Courier::P, Courier::X})});
    for (const auto& [line, y] : std::vector<std::pair<std::uint32_t, bool>>{
             {1, false}, {3, true}, {4, false}, {5, true}, {6, false}, {7, false}}) {
        run.until(line);
        CHECK_EQUAL(run.machine.y, y);
    }
}

TEST(gotos_jump_on_their_value_of_y) {
    const Courier courier(4, 1);
    // The usual loop: x runs to the last object, y follows one behind.
    Run run(courier.in_a_row({}),
            {pointer(Kind::SET, {Courier::Y, Courier::X}), pointer(Kind::INC, {Courier::X}),
             act(Courier::WALK, {Courier::Y, Courier::X}), jump(0, false), end()});
    CHECK(run.to_the_end() == Halt::END);
    CHECK_EQUAL(run.at(Courier::X), 3);
    CHECK(run.holds(courier.here(3)));
    CHECK_EQUAL(run.machine.steps, 4U * 4);

    Run other(courier.in_a_row({}), {pointer(Kind::INC, {Courier::X}), jump(0, true), end()});
    CHECK(other.to_the_end() == Halt::END);
    CHECK_EQUAL(other.at(Courier::X), 1);
}

TEST(a_true_goto_at_the_last_object_never_ends) {
    const Courier courier(4, 1);
    Run run(courier.in_a_row({}), {pointer(Kind::INC, {Courier::X}), jump(0, false),
                                   pointer(Kind::CLEAR, {Courier::X}), jump(0, true), end()});
    CHECK(run.recording() == Halt::INFINITE);
    CHECK(run.plan.words.empty());
    Plan plan;
    const Machine first =
        run.executor.first_repetition(run.code.data(), run.machine, run.control, plan);
    // After `clear` the machine is back where it began but for y, which was False at the start;
    // line 0 forgets it, so the first machine seen twice is the one after the first `inc`.
    CHECK_EQUAL(first.line, 1U);
    CHECK_EQUAL(run.executor.pointers(first)[Courier::X], 1);
}

TEST(constants_and_equalities) {
    const Courier courier(3, 2);
    const auto row = courier.row();
    std::vector<std::uint64_t> initial(row.begin(), row.end());
    initial.insert(initial.end(), {courier.here(2), courier.held(0), courier.lies(1, 0)});
    const auto instance = courier.instance(initial, {});
    Run run(instance,
            {act(Courier::HOME, {Courier::X}), pointer(Kind::INC, {Courier::X}),
             pointer(Kind::INC, {Courier::X}), act(Courier::HOME, {Courier::X}),
             act(Courier::SWAP, {Courier::P, Courier::I}), pointer(Kind::INC, {Courier::I}),
             act(Courier::SWAP, {Courier::P, Courier::I})});
    run.until(1);
    CHECK(run.holds(courier.here(2)));  // home() is not for the first cell
    run.until(4);
    CHECK(run.holds(courier.here(0)) && !run.holds(courier.here(2)));
    run.until(5);
    CHECK(run.holds(courier.held(0)));  // both pointers stand at the same item
    run.until(7);
    CHECK(run.holds(courier.held(1)) && run.holds(courier.lies(0, 0)));
    CHECK(!run.holds(courier.held(0)) && !run.holds(courier.lies(1, 0)));
}

TEST(the_add_wins_over_the_delete) {
    const Courier courier(2, 1);
    std::vector<std::uint64_t> initial = courier.row();
    initial.insert(initial.end(), {courier.here(0), courier.next(0, 0)});
    Run run(courier.instance(initial, {}), {act(Courier::WALK, {Courier::X, Courier::Y})});
    run.to_the_end();
    CHECK(run.holds(courier.here(0)));  // walk(a, a)
}

// The parcels are the first, third and fifth item: not consecutive, so a table is needed.
TEST(pointers_of_a_subtype_stand_at_their_own_places) {
    const Courier courier(2, 5);
    std::vector<std::uint64_t> initial{courier.here(0), courier.open()};
    for (int item = 0; item < 5; ++item) initial.push_back(courier.lies(item, 0));
    Run run(courier.instance(initial, {}),
            {pointer(Kind::INC, {Courier::P}), act(Courier::TAKE, {Courier::P, Courier::X}),
             act(Courier::SEAL, {Courier::P}), pointer(Kind::INC, {Courier::P}),
             act(Courier::TAKE, {Courier::P, Courier::X}), pointer(Kind::INC, {Courier::P})});
    run.to_the_end();
    CHECK(run.holds(courier.held(2)) && run.holds(courier.held(4)));
    CHECK(run.holds(courier.sealed(1)) && !run.holds(courier.sealed(0)));
    CHECK(run.holds(courier.lies(0, 0)) && run.holds(courier.lies(1, 0)) &&
          run.holds(courier.lies(3, 0)));
    CHECK_EQUAL(run.at(Courier::P), 2);
    CHECK(run.machine.y);
}

TEST(without_an_object_of_the_type_everything_is_inapplicable) {
    const Courier courier(2, 0);
    Run run(courier.instance({courier.here(0), courier.open()}, {}),
            {pointer(Kind::INC, {Courier::I}), pointer(Kind::DEC, {Courier::I}),
             pointer(Kind::CLEAR, {Courier::P}), act(Courier::TAKE, {Courier::I, Courier::X}),
             act(Courier::SEAL, {Courier::P}), test(Courier::HELD, {Courier::I}),
             test(Courier::LIES, {Courier::P, Courier::X})});
    const auto before = run.atoms();
    for (std::uint32_t line = 1; line <= 7; ++line) {
        run.until(line);
        CHECK(run.machine.y);
        CHECK(run.atoms() == before);
    }
}

TEST(a_recorded_plan_names_actions_and_objects) {
    const Courier courier(2, 1);
    const std::vector<Instruction> lines{pointer(Kind::INC, {Courier::Y}),
                                         act(Courier::TAKE, {Courier::I, Courier::Y}),
                                         act(Courier::WALK, {Courier::X, Courier::Y}),
                                         act(Courier::TAKE, {Courier::I, Courier::Y}), end()};
    Run run(courier.in_a_row({is_true(courier.held(0))}), lines);
    CHECK(run.recording() == Halt::END);
    const auto item = static_cast<std::uint32_t>(courier.item(0));
    CHECK_EQUAL(run.plan.words,
                (std::vector<std::uint32_t>{Courier::WALK, 0, 1, Courier::TAKE, item, 1}));
    CHECK(run.executor.goal_holds(run.machine));
    CHECK(run.plan.reached.empty());

    Run counting(courier.in_a_row({is_true(courier.held(0))}), lines);
    counting.executor.count_landmarks(std::make_unique<LandmarkProgress>(
        counting.executor.instance(),
        discover_landmarks(counting.executor.instance(), false, true, counting.control)));
    counting.machine = counting.executor.start();
    CHECK(counting.recording() == Halt::END);
    CHECK_EQUAL(counting.plan.reached.size(), 4U);  // after each instruction, `end` not counted
    CHECK_EQUAL(counting.plan.words, run.plan.words);
}

// Random programs: the loop detection against a set of all machines seen.
TEST(loops_are_found_exactly) {
    Dice dice(4);
    int infinite = 0;
    int ended = 0;
    for (int round = 0; round < 400; ++round) {
        const Courier courier(2 + static_cast<int>(dice.below(2)),
                              1 + static_cast<int>(dice.below(2)));
        const auto instance = courier.in_a_row({is_true(courier.lies(0, 0))});
        std::vector<Instruction> lines;
        const auto cell = [&] { return static_cast<std::uint32_t>(dice.below(2)); };
        while (lines.size() < 9) {
            const auto line = static_cast<std::uint32_t>(lines.size());
            switch (dice.below(8)) {
                case 0:
                    lines.push_back(act(Courier::WALK, {cell(), cell()}));
                    break;
                case 1:
                    lines.push_back(act(Courier::TAKE, {Courier::I, cell()}));
                    break;
                case 2:
                    lines.push_back(act(Courier::DROP, {Courier::P, cell()}));
                    break;
                case 3:
                    lines.push_back(
                        pointer(Kind::INC, {static_cast<std::uint32_t>(dice.below(4))}));
                    break;
                case 4:
                    lines.push_back(pointer(Kind::DEC, {cell()}));
                    break;
                case 5:
                    lines.push_back(test(Courier::HERE, {cell()}));
                    break;
                default:
                    if (line > 0)
                        lines.push_back(
                            jump(static_cast<std::uint32_t>(dice.below(line)), dice.below(2) == 0));
            }
        }
        lines.push_back(end());
        Run fast(instance, lines);
        const Halt halt = fast.recording();
        Run slow(instance, lines);
        std::set<std::pair<std::vector<Word>, std::pair<std::uint32_t, bool>>> seen;
        const auto identity = [&] {
            return std::pair(slow.machine.words, std::pair(slow.machine.line, slow.machine.y));
        };
        bool repeats = false;
        while (!repeats && lines[slow.machine.line].kind != Kind::END) {
            seen.insert(identity());
            step(slow, lines);
            repeats = seen.contains(identity());
        }
        CHECK_EQUAL(halt == Halt::INFINITE, repeats);
        if (!repeats) {
            ++ended;
            CHECK(fast.machine.words == slow.machine.words);
            CHECK_EQUAL(fast.machine.steps, slow.machine.steps);
        } else {
            ++infinite;
            const Machine first = fast.executor.first_repetition(fast.code.data(), fast.machine,
                                                                 fast.control, fast.plan);
            CHECK(first.words == slow.machine.words);
            CHECK_EQUAL(first.line, slow.machine.line);
            CHECK_EQUAL(first.steps, slow.machine.steps);
        }
    }
    CHECK(infinite > 40 && ended > 40);
}

TEST(what_changes_nothing_is_known_without_running_it) {
    const Courier courier(2, 1);
    const std::vector<Instruction> set{
        act(Courier::WALK, {Courier::X, Courier::Y}), test(Courier::HERE, {Courier::X}),
        pointer(Kind::INC, {Courier::Y}), act(Courier::HOME, {Courier::X}),
        act(Courier::TAKE, {Courier::I, Courier::X})};
    const Executor executor(courier.in_a_row({is_true(courier.here(1)), is_false(courier.here(0))}),
                            set);
    Machine machine = executor.start();
    CHECK(executor.changes_nothing(0, machine));
    CHECK(executor.changes_nothing(1, machine));
    CHECK(!executor.changes_nothing(2, machine));
    Machine scratch = machine;
    CHECK(!executor.solves_after(0, machine, executor.goals_missing(machine), scratch));
    executor.step(2, machine);
    CHECK_EQUAL(executor.goals_missing(machine), 2U);
    CHECK(!executor.changes_nothing(0, machine));
    CHECK(executor.solves_after(0, machine, 2, scratch));
    CHECK_EQUAL(executor.goals_missing(machine), 2U);  // the machine itself stays
    CHECK(!executor.solves_after(3, machine, 2, scratch));
    CHECK(!executor.solves_after(4, machine, 2, scratch));
}

TEST(a_run_stops_when_its_time_is_up) {
    const Courier courier(60, 60);
    // Two nested loops over 60 objects each, again and again: far more jumps than looks at the
    // clock.
    const std::vector<Instruction> lines{
        pointer(Kind::INC, {Courier::Y}), jump(0, false), pointer(Kind::CLEAR, {Courier::Y}),
        pointer(Kind::INC, {Courier::X}), jump(0, false), end()};
    Run run(courier.in_a_row({}), lines);
    run.control = Control(0, std::numeric_limits<std::size_t>::max(), {});
    std::optional<Stop> reason;
    try {
        run.to_the_end();
    } catch (const Stopped& stopped) {
        reason = stopped.reason;
    }
    CHECK(reason == Stop::OUT_OF_TIME);
    CHECK(run.machine.steps > 0);  // where it stood
}
