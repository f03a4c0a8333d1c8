#include "search_bindings.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "goto_language/language.hpp"
#include "landmarks.hpp"
#include "python_calls.hpp"

namespace nb = nanobind;

namespace genplan {

namespace {

const char* outcome_name(Outcome outcome) {
    switch (outcome) {
        case Outcome::SOLVED: return "solved";
        case Outcome::EXHAUSTED: return "unsolvable_within_bounds";
        case Outcome::INCOMPLETE: return "not_complete";
        case Outcome::OUT_OF_TIME: return "out_of_time";
        case Outcome::OUT_OF_MEMORY: return "out_of_memory";
        case Outcome::OUT_OF_BUDGET: return "out_of_budget";
        default: return "interrupted";
    }
}

using QueueRow = std::tuple<std::vector<std::size_t>, bool, std::uint64_t, bool>;

SearchOptions search_options(const nb::dict& options) {
    SearchOptions result;
    for (auto& [columns, novel, ratio, by_length] :
         nb::cast<std::vector<QueueRow>>(options["queues"]))
        result.queues.push_back({std::move(columns), novel, ratio, by_length});
    result.values = nb::cast<std::size_t>(options["values"]);
    result.all_active = nb::cast<bool>(options["all_active"]);
    result.lazy = nb::cast<bool>(options["lazy"]);
    result.evaluation_limit = nb::cast<std::uint64_t>(options["evaluation_limit"]);
    result.open_limit = nb::cast<std::uint64_t>(options["open_limit"]);
    return result;
}

}  // namespace

PythonSearch::PythonSearch(const nb::dict& options, nb::object observer, nb::object cancelled)
    : observer_(std::move(observer)),
      cancelled_(std::move(cancelled)),
      interval_(nb::cast<double>(options["interval"])),
      landmark_mode_(nb::cast<int>(options["landmark_mode"])),
      options_(search_options(options)),
      control_(nb::cast<double>(options["time_limit"]),
               nb::cast<std::size_t>(options["memory_limit"]),
               [this] {
                   try {
                       return call_python([this] { return tell_and_ask(); });
                   } catch (const Stopped&) {
                       return true;
                   }
               }),
      saver_(options["saver"]),
      saved_(options["saved"]),
      last_told_(std::chrono::steady_clock::now()) {
    if (saver_.is_none()) return;
    control_.stop_softly();
    control_.save_every(nb::cast<double>(options["save_interval"]));
}

bool PythonSearch::tell_and_ask() {
    const auto now = std::chrono::steady_clock::now();
    if (!observer_.is_none() && running_ != nullptr &&
        std::chrono::duration<double>(now - last_told_).count() >= interval_) {
        last_told_ = now;
        observer_(report(*running_));
    }
    return python_says_stop(cancelled_);
}

std::unique_ptr<const LandmarkProgress> PythonSearch::make_progress(const Instance& instance,
                                                                    bool with_pointers) {
    if (landmark_mode_ == 0) return nullptr;
    const Stopwatch stopwatch(landmark_seconds_);
    return std::make_unique<LandmarkProgress>(
        instance, discover_landmarks(instance, landmark_mode_ == 2, with_pointers, control_));
}

nb::object PythonSearch::shown(const std::vector<Code>& code) const {
    // There is no best program before the first expansion.
    return show_ && !code.empty() ? show_(code) : nb::cast(code);
}

nb::dict PythonSearch::report(const Search& search) const {
    nb::dict report;
    const Counters& counters = search.counters();
    report["expanded"] = counters.expanded;
    report["evaluated"] = counters.evaluated;
    report["dead"] = counters.dead;
    report["states"] = counters.states;
    report["memory"] = counters.memory;
    report["open"] = search.open_nodes();
    report["dropped"] = search.dropped();
    report["active"] = nb::cast(search.active());
    report["activated_at"] = nb::cast(search.activated_at());
    report["current"] = shown(search.current());
    report["current_values"] = nb::cast(search.current_values());
    report["best"] = shown(search.best());
    report["best_values"] = nb::cast(search.best_values());
    return report;
}

double PythonSearch::search_seconds() const {
    return seconds_ + cpu_seconds() - began_ - landmark_seconds_;
}

void PythonSearch::save(const Search& search) {
    call_python([&] {
        saver_.attr("begin")();
        StateWriter writer([&](const char* bytes, std::size_t count) {
            saver_.attr("write")(nb::bytes(bytes, count));
        });
        writer.real(landmark_seconds_);
        writer.real(search_seconds());
        search.save(writer);
        saver_.attr("commit")();
    });
}

nb::dict PythonSearch::run(Language& language, Show show) {
    show_ = std::move(show);
    Search search(language, options_, control_);
    running_ = &search;
    search.on_save([&] { save(search); });
    StateReader reader([&](std::size_t most) {
        return call_python([&] {
            const auto piece = nb::cast<nb::bytes>(saved_.attr("read")(most));
            return std::string(piece.c_str(), piece.size());
        });
    });
    const bool resumed = !saved_.is_none();
    if (resumed) {
        landmark_seconds_ = reader.real();
        seconds_ = landmark_seconds_ + reader.real();
    }
    began_ = cpu_seconds();
    Outcome outcome{};
    {
        nb::gil_scoped_release release;
        outcome = search.run(resumed ? &reader : nullptr);
    }
    const double seconds = search_seconds();
    const bool is_open = outcome != Outcome::SOLVED && outcome != Outcome::EXHAUSTED &&
                         outcome != Outcome::INCOMPLETE;
    if (is_open && !saver_.is_none() && search.can_be_saved()) save(search);
    running_ = nullptr;
    nb::dict result = report(search);
    result["outcome"] = outcome_name(outcome);
    result["solution"] = outcome == Outcome::SOLVED ? shown(search.solution())
                                                    : nb::cast(std::vector<Code>{});
    nb::list history;
    for (const Sample& sample : search.history().samples())
        history.append(nb::make_tuple(sample.expanded, sample.evaluated, sample.open, sample.active,
                                      nb::tuple(nb::cast(sample.best))));
    result["history"] = history;
    result["landmark_seconds"] = landmark_seconds_;
    result["search_seconds"] = seconds;
    return result;
}

namespace {

std::int64_t call_custom(const nb::list& functions, std::size_t number, const Code* code,
                         std::size_t length, const std::vector<StandingRun>& runs) {
    nb::list rows;
    for (const StandingRun& run : runs) {
        const Executor& executor = *run.executor;
        const Machine& machine = *run.machine;
        const std::vector<Place> pointers(executor.pointers(machine),
                                          executor.pointers(machine) + executor.pointer_count());
        rows.append(nb::make_tuple(
            run.instance, nb::cast(executor.instance().true_atoms(executor.state(machine))),
            nb::cast(pointers), machine.y, machine.line, machine.steps,
            executor.goals_missing(machine)));
    }
    return nb::cast<std::int64_t>(
        functions[number](nb::cast(std::vector<Code>(code, code + length)), rows));
}

nb::dict search(const std::vector<std::shared_ptr<const Instance>>& instances,
                const std::vector<InstructionRow>& instructions,
                std::tuple<std::size_t, std::size_t, std::size_t> counts, std::uint32_t lines,
                const std::vector<std::pair<int, std::int64_t>>& evaluations,
                const nb::list& customs, const nb::dict& options, const nb::object& observer,
                const nb::object& cancelled) {
    InstructionSet set;
    for (const InstructionRow& row : instructions) set.instructions.push_back(make_instruction(row));
    std::tie(set.actions, set.pointer_instructions, set.tests) = counts;
    std::vector<Evaluation> specified;
    std::size_t custom_count = 0;
    for (const auto& [kind, weight] : evaluations) {
        const auto which = static_cast<EvaluationKind>(kind);
        specified.push_back({which, weight, which == EvaluationKind::CUSTOM ? custom_count++ : 0});
    }
    PythonSearch asked(options, observer, cancelled);
    const auto custom = [&](std::size_t number, const Code* code,
                            const std::vector<StandingRun>& runs) {
        asked.control().look();  // a user's function may take its time
        return call_python([&] { return call_custom(customs, number, code, lines - 1, runs); });
    };
    const auto make_progress = [&](const Instance& instance) { return asked.make_progress(instance, true); };
    GotoLanguage language(instances, std::move(set), lines, std::move(specified), make_progress,
                          custom, asked.control());
    return asked.run(language);
}

}  // namespace

void bind_search(nb::module_& module) {
    using nb::arg;
    nb::exception<BadState>(module, "StateError", PyExc_ValueError);
    module.def("search", &search, arg("instances"), arg("instructions"), arg("counts"),
               arg("lines"), arg("evaluations"), arg("customs"), arg("options"),
               arg("observer").none(), arg("cancelled").none());
}

}  // namespace genplan
