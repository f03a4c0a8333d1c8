#include "check.hpp"
#include "domains.hpp"
#include "search.hpp"
#include "structured_language/edits.hpp"
#include "structured_language/language.hpp"
#include "structured_language/machine.hpp"

using namespace domains;

namespace {

constexpr std::int32_t X = Courier::X;
constexpr std::int32_t Y = Courier::Y;
constexpr std::int32_t I = Courier::I;

Statement apply(int action, std::vector<StatementArgument> arguments) {
    return {StatementKind::DO, Mode::NOW, static_cast<std::uint32_t>(action), std::move(arguments)};
}
Statement loop(StatementKind kind, std::int32_t pointer) {
    return {kind, Mode::NOW, 0, {{pointer, false}}};
}
const Statement REPEAT{StatementKind::REPEAT, Mode::NOW, 0, {}};

struct Line {
    Statement statement;
    std::uint32_t size = 0;
};

struct Result {
    StructuredHalt halt;
    StructuredMachine machine;
    std::vector<std::uint32_t> plan;
};

Result run(StructuredExecutor& executor, const std::vector<Line>& program,
           std::uint64_t limit = 1000) {
    std::vector<Statement> table;
    ProgramLines lines;
    for (const Line& line : program) {
        lines.push_back({static_cast<std::uint32_t>(table.size()), line.size});
        table.push_back(line.statement);
    }
    executor.prepare(table);
    Control control = unlimited();
    Result result{{}, executor.start(), {}};
    result.halt = executor.run(lines.data(), 0, static_cast<std::uint32_t>(lines.size()),
                               result.machine, control, limit, &result.plan);
    return result;
}

using Words = std::vector<std::uint32_t>;

}  // namespace

TEST(a_choice_takes_the_first_objects_that_make_an_action_applicable) {
    const Courier courier(3, 0);
    StructuredExecutor executor(courier.in_a_row({is_true(courier.here(1))}));
    const Result result = run(executor, {{apply(Courier::WALK, {{X, true}, {Y, true}})}});
    CHECK(result.halt == StructuredHalt::END);
    CHECK(executor.goal_holds(result.machine));
    CHECK_EQUAL(result.plan, (Words{Courier::WALK, 0, 1}));
    CHECK_EQUAL(result.machine.steps, 1U);
}

TEST(an_action_with_a_free_pointer_does_nothing) {
    const Courier courier(3, 0);
    StructuredExecutor executor(courier.in_a_row({is_true(courier.here(1))}));
    const Result result = run(executor, {{apply(Courier::WALK, {{X, true}, {Y, false}})}});
    CHECK(result.plan.empty());
    CHECK_EQUAL(result.machine.places[X], -1);
}

TEST(a_loop_visits_all_objects_and_frees_its_pointer) {
    const Courier courier(4, 0);
    StructuredExecutor executor(courier.in_a_row({is_true(courier.here(3))}));
    const Result result = run(executor, {{loop(StatementKind::FOR, Y), 1},
                                         {apply(Courier::WALK, {{X, true}, {Y, false}})}});
    CHECK(executor.goal_holds(result.machine));
    CHECK_EQUAL(result.plan.size(), 9U);
    CHECK_EQUAL(result.machine.places[Y], -1);
    CHECK_EQUAL(result.machine.steps, 8U);
}

TEST(an_endless_repeat_is_found_at_its_first_repetition) {
    const Courier courier(2, 0);
    StructuredExecutor executor(courier.in_a_row({is_true(courier.here(1))}));
    const Result result =
        run(executor, {{REPEAT, 1}, {apply(Courier::WALK, {{X, true}, {Y, true}})}});
    CHECK(result.halt == StructuredHalt::INFINITE);
    CHECK_EQUAL(executor.infinite_line(), 0U);
    // There, back, and there: then atoms and pointers are those after the first walk.
    CHECK_EQUAL(result.plan.size(), 9U);
    CHECK_EQUAL(result.machine.steps, 6U);
}

TEST(a_run_can_be_given_up_after_so_many_steps) {
    const Courier courier(9, 0);
    StructuredExecutor executor(courier.in_a_row({is_true(courier.here(1))}));
    const Result result = run(executor, {{loop(StatementKind::FOR, X), 0}}, 5);
    CHECK(result.halt == StructuredHalt::STEP_LIMIT);
}

TEST(go_walks_a_shortest_path) {
    const Courier courier(5, 0);
    StructuredExecutor executor(courier.in_a_row({is_true(courier.here(4))}));
    const Statement find{StatementKind::FIND, Mode::GOAL, Courier::HERE, {{Y, true}}};
    const Statement go{StatementKind::GO, Mode::NOW, Courier::WALK, {{-1, false}, {Y, false}}};
    const Result result = run(executor, {{find}, {go}});
    CHECK(executor.goal_holds(result.machine));
    CHECK_EQUAL(result.plan.size(), 12U);
    CHECK_EQUAL(result.machine.steps, 5U);
}

TEST(each_takes_what_holds_when_it_begins) {
    const Courier courier(1, 3);
    StructuredExecutor executor(courier.in_a_row(
        {is_true(courier.held(0)), is_true(courier.held(1)), is_true(courier.held(2))}));
    const Statement each{StatementKind::EACH, Mode::TODO, Courier::HELD, {{I, true}}};
    const Result result =
        run(executor, {{each, 1}, {apply(Courier::TAKE, {{I, false}, {X, true}})}});
    CHECK(executor.goal_holds(result.machine));
    CHECK_EQUAL(result.machine.places[I], -1);
}

TEST(a_wrap_turns_a_choice_into_the_pointer_of_the_loop) {
    const Courier courier(3, 0);
    StatementTable table;
    Alphabet alphabet;
    Askable askable(courier.domain()->predicate_types.size());
    Editor editor(*courier.domain(), alphabet, askable, table);
    const ProgramLines program{
        {table.number(apply(Courier::WALK, {{X, true}, {Y, true}})), 0}};
    bool found = false;
    for (const Edit& edit : std::vector<Edit>(editor.edits(program))) {
        if (!edit.wraps || table[edit.statement] != loop(StatementKind::FOR, Y)) continue;
        ProgramLines child;
        editor.apply(program, edit, child);
        found = true;
        CHECK_EQUAL(child.size(), 2U);
        CHECK_EQUAL(child[0].size, 1U);
        CHECK(table[child[1].statement] == apply(Courier::WALK, {{X, true}, {Y, false}}));
    }
    CHECK(found);
}

TEST(a_structured_program_is_found_for_rows_of_all_lengths) {
    std::vector<std::shared_ptr<const Instance>> instances;
    for (int cells : {2, 3, 5}) {
        const Courier courier(cells, 0);
        instances.push_back(courier.in_a_row({is_true(courier.here(cells - 1))}));
    }
    StructuredSettings settings;
    settings.evaluations = {StructuredEvaluation::GOAL_COUNT};
    Control control = unlimited();
    StructuredLanguage language(
        instances, settings, [](const Instance&) { return nullptr; }, control);
    SearchOptions options;
    QueueSpec novel;
    novel.columns = {0};
    novel.novel = true;
    QueueSpec everything;
    everything.columns = {0};
    options.queues = {novel, everything};
    options.lazy = true;
    options.evaluation_limit = 100000;
    Search search(language, options, control);
    CHECK(search.run() == Outcome::SOLVED);
    for (std::size_t i = 0; i < instances.size(); ++i)
        CHECK(language.solves(search.solution().data(), i));
}
