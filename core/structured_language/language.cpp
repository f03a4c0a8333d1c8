#include "language.hpp"

#include <algorithm>

namespace genplan {

namespace {

constexpr std::uint64_t PROGRAM_SEED = 1;
constexpr std::uint64_t MACHINE_SEED = 2;
constexpr std::uint64_t HEADERS_SEED = 3;
constexpr std::int64_t THOUSAND = 1000;
constexpr std::int64_t FRACTIONS = 10000;

// What may be asked about each predicate: on the goal only what some instance wants.
Askable askable_conditions(const std::vector<std::shared_ptr<const Instance>>& instances,
                           const StructuredSettings& settings) {
    Askable askable(instances[0]->domain().predicate_types.size());
    for (std::size_t p = 0; p < askable.size(); ++p) {
        const auto allow = [&](Mode mode) { askable[p][static_cast<std::size_t>(mode)] = true; };
        allow(Mode::NOW);
        for (const auto& instance : instances) {
            if (!settings.alphabet.goals) break;
            if (instance->is_wanted(static_cast<int>(p), true)) {
                allow(Mode::GOAL);
                allow(Mode::TODO);
            }
            if (instance->is_wanted(static_cast<int>(p), false)) {
                allow(Mode::GOAL_NOT);
                allow(Mode::TODO_NOT);
            }
        }
    }
    for (const auto& [predicate, mode] : settings.hidden)
        askable[predicate][static_cast<std::size_t>(mode)] = false;
    return askable;
}

}  // namespace

StructuredLanguage::StructuredLanguage(std::vector<std::shared_ptr<const Instance>> instances,
                                       StructuredSettings settings, MakeProgress make_progress,
                                       Control& control)
    : instances_(std::move(instances)),
      settings_(std::move(settings)),
      make_progress_(std::move(make_progress)),
      control_(control),
      editor_(instances_[0]->domain(), settings_.alphabet,
              askable_conditions(instances_, settings_), table_),
      executors_(instances_.size()) {
    for (const auto& instance : instances_) bytes_ += instance->bytes();
}

StructuredExecutor& StructuredLanguage::executor(std::size_t instance) {
    if (!executors_[instance]) {
        executors_[instance] = std::make_unique<StructuredExecutor>(instances_[instance]);
        bytes_ += executors_[instance]->bytes();
    }
    executors_[instance]->prepare(table_.all());
    return *executors_[instance];
}

void StructuredLanguage::root(Code* code) const { std::fill(code, code + code_length(), PADDING); }

void StructuredLanguage::encode(const ProgramLines& program, Code* code) const {
    root(code);
    for (const ProgramLine& line : program) {
        *code++ = static_cast<Code>(line.statement >> 16);
        *code++ = static_cast<Code>(line.statement & 0xFFFF);
        *code++ = static_cast<Code>(line.size);
    }
}

ProgramLines StructuredLanguage::decode(const Code* code) const {
    ProgramLines program;
    for (const Code* end = code + code_length(); code != end && *code != PADDING; code += WORDS)
        program.push_back({std::uint32_t{code[0]} << 16 | code[1], code[2]});
    return program;
}

std::size_t StructuredLanguage::length(const Code* code) const {
    std::size_t statements = 0;
    while (statements < settings_.most_statements && code[WORDS * statements] != PADDING)
        ++statements;
    return statements;
}

void StructuredLanguage::activate(std::size_t instance) {
    StructuredExecutor& made = executor(instance);
    bytes_ -= made.bytes();
    if (auto progress = make_progress_(*instances_[instance]))
        made.count_landmarks(std::move(progress));
    bytes_ += made.bytes();
    standings_.push_back({instance, &made, {made.start()}, made.start()});
}

Fate StructuredLanguage::root_values(Values& values, Key* key) {
    for (Standing& standing : standings_) standing.scratch = standing.executor->start();
    return judge({}, values, key);
}

// --- Expansion -------------------------------------------------------------------------------

std::size_t StructuredLanguage::open(const Code* parent) {
    parent_ = decode(parent);
    starts_.clear();
    const auto end = static_cast<std::uint32_t>(parent_.size());
    for (std::uint32_t line = 0; line < end; line += 1 + parent_[line].size) starts_.push_back(line);
    for (Standing& standing : standings_) open_on(standing);
    edits_.clear();
    if (parent_.size() < settings_.most_statements) edits_ = editor_.edits(parent_);
    return edits_.size();
}

bool StructuredLanguage::open_newest() { return open_on(standings_.back()); }

bool StructuredLanguage::open_on(Standing& standing) {
    standing.executor->prepare(table_.all());
    standing.before.assign(1, standing.executor->start());
    StructuredMachine machine = standing.executor->start();
    for (std::uint32_t line : starts_) {
        if (standing.executor->run(parent_.data(), line, line + 1 + parent_[line].size, machine,
                                   control_, settings_.step_limit, nullptr) != StructuredHalt::END)
            return false;
        standing.before.push_back(machine);
    }
    return true;
}

// Which outermost statement of the opened program an edit changes first; after the last one if
// it changes none.
std::size_t StructuredLanguage::first_changed(const Edit& edit) const {
    if (edit.level > 0) return starts_.size() - 1;
    if (!edit.wraps) return starts_.size();
    const auto found = std::find(starts_.begin(), starts_.end(), edit.line);
    return static_cast<std::size_t>(found - starts_.begin());
}

// Different edits can make the same program: only the first is one. Two programs of one hash
// would be taken for the same; with 128 bits that does not happen.
bool StructuredLanguage::is_new(const ProgramLines& program) {
    KeyMaker key(PROGRAM_SEED);
    for (const ProgramLine& line : program)
        key.feed(std::uint64_t{line.statement} << 32 | line.size);
    return generated_.insert(key.key());
}

Fate StructuredLanguage::child(std::size_t number, Values& values, Key* key) {
    const Edit& edit = edits_[number];
    editor_.apply(parent_, edit, child_);
    if (!is_new(child_)) return Fate::DEAD;
    const std::size_t first = first_changed(edit);
    const auto end = static_cast<std::uint32_t>(child_.size());
    const std::uint32_t begin = first < starts_.size() ? starts_[first] : end - 1;
    for (Standing& standing : standings_) {
        standing.executor->prepare(table_.all());
        standing.scratch = standing.before[first];
        if (standing.executor->run(child_.data(), begin, end, standing.scratch, control_,
                                   settings_.step_limit, nullptr) != StructuredHalt::END)
            return Fate::DEAD;
    }
    return judge(child_, values, key);
}

void StructuredLanguage::child_code(std::size_t number, Code* code) const {
    (void)number;  // of the child that was run last
    encode(child_, code);
}

bool StructuredLanguage::run_all(const ProgramLines& program) {
    const auto end = static_cast<std::uint32_t>(program.size());
    for (Standing& standing : standings_) {
        standing.executor->prepare(table_.all());
        standing.scratch = standing.executor->start();
        if (standing.executor->run(program.data(), 0, end, standing.scratch, control_,
                                   settings_.step_limit, nullptr) != StructuredHalt::END)
            return false;
    }
    return true;
}

// The values are averages, which change as a whole with every instance.
bool StructuredLanguage::add_since(const Code* code, std::size_t known, Values& values, Key* key) {
    (void)known;
    const ProgramLines program = decode(code);
    if (!run_all(program)) return false;
    judge(program, values, key);
    return true;
}

bool StructuredLanguage::solves(const Code* code, std::size_t instance) {
    StructuredExecutor& on = executor(instance);
    const ProgramLines program = decode(code);
    StructuredMachine machine = on.start();
    return on.run(program.data(), 0, static_cast<std::uint32_t>(program.size()), machine, control_,
                  PATIENCE * settings_.step_limit, nullptr) == StructuredHalt::END &&
           on.goal_holds(machine);
}

// --- Values ----------------------------------------------------------------------------------

Fate StructuredLanguage::judge(const ProgramLines& program, Values& values, Key* key) {
    const std::int64_t length = settings_.length_weight * static_cast<std::int64_t>(program.size());
    const auto active = static_cast<std::int64_t>(standings_.size());
    values.assign(settings_.evaluations.size(), length);
    for (std::size_t k = 0; k < values.size(); ++k) {
        std::int64_t sum = 0;
        for (const Standing& standing : standings_) {
            const StructuredExecutor& on = *standing.executor;
            switch (settings_.evaluations[k]) {
                case StructuredEvaluation::GOAL_COUNT:
                    sum += on.goals_missing(standing.scratch);
                    break;
                case StructuredEvaluation::LANDMARK_COUNT:
                    sum += on.landmark_count(standing.scratch);
                    break;
                default: {
                    const auto all = static_cast<std::int64_t>(on.progress()->landmarks());
                    sum += FRACTIONS * std::int64_t{on.landmark_count(standing.scratch)} /
                           std::max<std::int64_t>(1, all);
                }
            }
        }
        values[k] += THOUSAND * sum / active;
    }
    bool solved = true;
    for (const Standing& standing : standings_)
        solved = solved && standing.executor->goal_holds(standing.scratch);
    if (key != nullptr) {
        KeyMaker headers(HEADERS_SEED);
        for (std::uint32_t header : editor_.open_headers(program)) headers.feed(header);
        *key = headers.key();
        for (const Standing& standing : standings_) {
            KeyMaker machine(MACHINE_SEED + standing.instance);
            machine.feed(standing.scratch.words.data(),
                         standing.executor->instance().state_words());
            for (Place place : standing.scratch.places)
                machine.feed(static_cast<std::uint64_t>(place));
            *key += machine.key();
        }
    }
    return solved ? Fate::SOLVED : Fate::ALIVE;
}

// --- Saving ----------------------------------------------------------------------------------

// Statements are numbered as they are met, and codes hold the numbers.
void StructuredLanguage::save(StateWriter& writer) const {
    writer.number(table_.all().size());
    for (const Statement& statement : table_.all()) {
        writer.number(static_cast<std::uint64_t>(statement.kind));
        writer.number(static_cast<std::uint64_t>(statement.mode));
        writer.number(statement.operand);
        writer.number(statement.arguments.size());
        for (const StatementArgument& argument : statement.arguments)
            writer.number(std::uint64_t{static_cast<std::uint32_t>(argument.pointer)} << 1 |
                          std::uint64_t{argument.choose});
    }
    writer.list(generated_.keys());
}

void StructuredLanguage::restore(StateReader& reader) {
    const std::uint64_t statements = reader.number();
    for (std::uint64_t number = 0; number < statements; ++number) {
        Statement statement{};
        statement.kind = static_cast<StatementKind>(reader.number(UINT8_MAX));
        statement.mode = static_cast<Mode>(reader.number(UINT8_MAX));
        statement.operand = static_cast<std::uint32_t>(reader.number(UINT32_MAX));
        for (std::uint64_t left = reader.number(UINT16_MAX); left > 0; --left) {
            const std::uint64_t word = reader.number();
            const auto pointer = static_cast<std::uint32_t>(word >> 1);
            statement.arguments.push_back({static_cast<std::int32_t>(pointer), word % 2 == 1});
        }
        if (table_.number(statement) != number) throw BadState("a statement is there twice");
    }
    for (const Standing& standing : standings_) standing.executor->prepare(table_.all());
    for (std::uint64_t left = reader.number(); left > 0; --left) {
        Key key;
        reader.bytes(&key, sizeof key);
        generated_.insert(key);
    }
}

}  // namespace genplan
