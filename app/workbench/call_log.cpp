// From the log of a time step to a sequence of programs on shared arrays.
#include "app/workbench/call_log.h"

#include "app/workbench/detail/json_fields.h"
#include "app/workbench/program.h"
#include "app/workbench/sequence_file.h"
#include "core/analysis/analysis.h"
#include "core/conventions/conventions.h"
#include "core/io/file.h"
#include "core/link/link.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLog = "calls.json";
constexpr int kNewest = 1;

struct LoggedCall {
    fs::path program; ///< its folder
    std::string where;
    Json symbols;
    std::map<std::string, std::size_t> arrays; ///< argument and number of the memory
    std::vector<std::size_t> changed;          ///< memories, since the program before it
};
struct Memory {
    std::string file, argument;
    Json shape, type;
};
struct Log {
    fs::path folder;
    std::vector<LoggedCall> calls;
    std::vector<Memory> memories;
    std::vector<std::size_t> changed; ///< after the last call
    std::vector<std::pair<std::size_t, std::size_t>> overlap;
};

Expected<fs::path> folderOf(const fs::path& given) {
    std::error_code ignored;
    if (fs::is_regular_file(given / kLog, ignored))
        return given;
    std::vector<fs::path> below;
    for (const auto& entry : fs::directory_iterator(given, ignored))
        if (fs::is_regular_file(entry.path() / kLog, ignored))
            below.push_back(entry.path());
    if (below.size() == 1)
        return below.front();
    std::ranges::sort(below);
    std::vector<std::string> names;
    for (const auto& one : below)
        names.push_back(one.filename().string());
    return fail("no-log",
                names.empty()
                    ? fmt::format("'{}' holds no log of calls ({}): mapwright.log_calls(...) makes "
                                  "one (docs/pipeline.md)",
                                  given.string(), kLog)
                    : fmt::format("'{}' holds several logs of calls; name one of: {}",
                                  given.string(), fmt::join(names, ", ")));
}

class LogReader {
public:
    explicit LogReader(fs::path folder) { log_.folder = std::move(folder); }

    Expected<Log> read() {
        auto read = readAll();
        if (!read) {
            read.error().location.file = (log_.folder / kLog).string();
            return fail(std::move(read).error());
        }
        return std::move(log_);
    }

private:
    Expected<void> readAll() {
        MW_TRY(const std::string text, io::readFile(log_.folder / kLog, std::size_t{1} << 28U));
        MW_TRY(const Json json, parseVersioned(text, kWhat, "version", kNewest));
        MW_TRY(const Fields fields, Fields::of(json, kWhat, ""));
        MW_TRY(const Json* arrays, fields.list("arrays"));
        for (const Json& one : *arrays)
            MW_CHECK(addMemory(one, fmt::format("/arrays/{}", log_.memories.size())));
        MW_TRY(const Json* calls, fields.list("calls"));
        for (const Json& one : *calls)
            MW_CHECK(addCall(one, fmt::format("/calls/{}", log_.calls.size())));
        if (log_.calls.empty())
            return fields.needs("calls", "one call or more");
        MW_TRY(log_.changed, numbers(fields, "changed"));
        MW_TRY(const Json* pairs, fields.list("overlap"));
        for (const Json& pair : *pairs) {
            if (!pair.is_array() || pair.size() != 2 || !isMemory(pair[0]) || !isMemory(pair[1]))
                return fields.needs("overlap", "pairs of numbers of arrays");
            log_.overlap.emplace_back(pair[0].get<std::size_t>(), pair[1].get<std::size_t>());
        }
        return {};
    }
    bool isMemory(const Json& json) const {
        return json.is_number_unsigned() && json.get<std::size_t>() < log_.memories.size();
    }
    Expected<std::vector<std::size_t>> numbers(const Fields& fields, const char* key) const {
        MW_TRY(const Json* list, fields.list(key));
        std::vector<std::size_t> all;
        for (const Json& one : *list) {
            if (!isMemory(one))
                return fields.needs(key, "numbers of arrays");
            all.push_back(one.get<std::size_t>());
        }
        return all;
    }
    Expected<void> addMemory(const Json& json, const std::string& path) {
        MW_TRY(const Fields fields, Fields::of(json, kWhat, path));
        Memory memory;
        MW_TRY(memory.file, fields.text("file"));
        MW_TRY(memory.argument, fields.text("argument"));
        MW_TRY(const Json* shape, fields.list("shape"));
        memory.shape = *shape;
        MW_TRY(memory.type, fields.text("dtype"));
        log_.memories.push_back(std::move(memory));
        return {};
    }
    Expected<void> addCall(const Json& json, const std::string& path) {
        MW_TRY(const Fields fields, Fields::of(json, kWhat, path));
        LoggedCall call;
        MW_TRY(const std::string program, fields.text("program"));
        call.program = (log_.folder / program).lexically_normal();
        MW_TRY(call.where, fields.text("where"));
        MW_TRY(const Fields symbols, fields.object("symbols"));
        call.symbols = symbols.json();
        MW_TRY(const Fields arrays, fields.object("arrays"));
        for (const auto& [name, number] : arrays.json().items()) {
            if (!isMemory(number))
                return arrays.needs(name, "the number of an array");
            call.arrays.emplace(name, number.get<std::size_t>());
        }
        MW_TRY(call.changed, numbers(fields, "changed"));
        log_.calls.push_back(std::move(call));
        return {};
    }

    static constexpr const char* kWhat = "log of calls";
    Log log_;
};

/// `wish`, with a number where it is taken.
std::string freshName(const std::string& wish, const std::set<std::string>& taken) {
    std::string name = wish;
    for (int i = 2; taken.contains(name); ++i)
        name = fmt::format("{}_{}", wish, i);
    return name;
}

bool isArgument(const ir::Sdfg& program, const std::string& name) {
    const auto* data = program.data(name);
    return data && !data->transient && !data->isScalar() && !conventions::isMeasurement(name);
}

class Maker {
public:
    Maker(const Log& log, std::string stage) : log_(log), stage_(std::move(stage)) {}

    Expected<LoggedSequence> run() {
        made_.sequence.name = log_.folder.filename().string();
        for (std::size_t c = 0; c < log_.calls.size(); ++c) {
            MW_TRY(const std::size_t program, programOf(log_.calls[c]));
            addChanges(c);
            auto& calls = made_.sequence.calls;
            const bool again = !calls.empty() && calls.back().program == program &&
                               (made_.sequence.exchanges.empty() ||
                                made_.sequence.exchanges.back().before != calls.size());
            if (again)
                ++calls.back().count;
            else
                calls.push_back({program, 1});
        }
        noteWhatIsAround();
        describeArrays();
        findCandidates();
        return std::move(made_);
    }

private:
    struct Known {
        std::size_t program;
        const LoggedCall* call;
    };

    Expected<std::size_t> programOf(const LoggedCall& call) {
        for (const Known& known : known_)
            if (known.call->program == call.program && known.call->symbols == call.symbols &&
                known.call->arrays == call.arrays)
                return known.program;
        MW_TRY(const fs::path graph, graphOf(call.program));
        MW_TRY(const auto opened, openProgram(graph));
        inputs::SequenceProgram program;
        program.document = opened->current().document;
        const ir::Sdfg& root = *program.document->root;
        program.name = freshName(root.name, programs_);
        programs_.insert(program.name);
        for (const auto& [argument, number] : call.arrays)
            if (isArgument(root, argument))
                if (const auto name = nameOf(number, argument); name != argument)
                    program.bindings.emplace(argument, name);
        MW_TRY(program.scenario, scenarioOf(call, root));
        known_.push_back({made_.sequence.programs.size(), &call});
        made_.sequence.programs.push_back(std::move(program));
        made_.graphs.push_back(graph.string());
        return made_.sequence.programs.size() - 1;
    }
    Expected<fs::path> graphOf(const fs::path& folder) const {
        for (const auto& name : {stage_, std::string("lowered"), std::string("finished")}) {
            std::error_code ignored;
            if (fs::path graph = folder / (name + ".sdfgz"); fs::is_regular_file(graph, ignored))
                return graph;
        }
        return fail("no-log",
                    fmt::format("the log in '{}' has a call of '{}', of which there is no "
                                "graph: it is where attach(save=...) saved it",
                                log_.folder.string(), folder.string()));
    }
    /// As the first program calls it that has it.
    const std::string& nameOf(std::size_t number, const std::string& argument) {
        auto [name, isNew] = names_.try_emplace(number);
        if (isNew) {
            name->second = freshName(argument, taken_);
            taken_.insert(name->second);
            order_.push_back(number);
        }
        return name->second;
    }
    Expected<inputs::Scenario> scenarioOf(const LoggedCall& call, const ir::Sdfg& root) const {
        Json json{{"program", root.name},
                  {"grid", {{"kind", "captured"}}},
                  {"symbols", call.symbols},
                  {"arrays", Json::object()}};
        for (const auto& [argument, number] : call.arrays) {
            const Memory& memory = log_.memories[number];
            if (isArgument(root, argument))
                json["arrays"][argument] = {{"shape", memory.shape},
                                            {"dtype", memory.type},
                                            {"file", (log_.folder / memory.file).string()}};
        }
        MW_TRY(const auto scenario, inputs::parseScenario(json.dump()));
        return inputs::completeScenario(root, scenario);
    }

    /// What something else did between two calls.
    void addChanges(std::size_t c) {
        inputs::SequenceExchange exchange{made_.sequence.calls.size(), {}};
        for (const std::size_t number : log_.calls[c].changed)
            if (const auto name = names_.find(number); name != names_.end())
                exchange.fields.push_back(name->second);
        if (exchange.fields.empty() || c == 0)
            return;
        std::ranges::sort(exchange.fields);
        changed_.insert(exchange.fields.begin(), exchange.fields.end());
        made_.notes.push_back(fmt::format("between '{}' ({}) and '{}' ({}) something else changed "
                                          "{}: an exchange stands there",
                                          titleOf(c - 1), log_.calls[c - 1].where, titleOf(c),
                                          log_.calls[c].where, fmt::join(exchange.fields, ", ")));
        made_.sequence.exchanges.push_back(std::move(exchange));
    }
    std::string titleOf(std::size_t c) const {
        const LoggedCall& call = log_.calls[c];
        for (const Known& known : known_)
            if (known.call->program == call.program && known.call->symbols == call.symbols &&
                known.call->arrays == call.arrays)
                return made_.sequence.programs[known.program].name;
        return call.program.filename().string();
    }
    void noteWhatIsAround() {
        std::vector<std::string> after;
        for (const std::size_t number : log_.changed)
            if (const auto name = names_.find(number); name != names_.end())
                after.push_back(name->second);
        changed_.insert(after.begin(), after.end());
        if (!after.empty())
            made_.notes.push_back(fmt::format("after the last call something else changed {}",
                                              fmt::join(after, ", ")));
        for (const auto& [one, other] : log_.overlap)
            if (names_.contains(one) && names_.contains(other))
                made_.notes.push_back(fmt::format(
                    "'{}' and '{}' share memory and are not the same array: a sequence takes them "
                    "for two, and gives other results where one of them is written",
                    names_.at(one), names_.at(other)));
    }

    void describeArrays() {
        for (const std::size_t number : order_) {
            LoggedArray array{names_.at(number), {}, {}, changed_.contains(names_.at(number))};
            for (const Known& known : known_) {
                const auto& program = made_.sequence.programs[known.program];
                for (const auto& [argument, memory] : known.call->arrays) {
                    if (memory != number || !isArgument(*program.document->root, argument))
                        continue;
                    array.users.push_back(fmt::format("{} of {}", argument, program.name));
                    if (writes(*program.document->root, argument))
                        array.writers.push_back(program.name);
                }
            }
            made_.arrays.push_back(std::move(array));
        }
    }
    static bool writes(const ir::Sdfg& program, const std::string& argument) {
        bool found = false;
        ir::forEachBlock(program.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                found = found || analysis::accessSets(*state).written.contains(argument);
        });
        return found;
    }

    /// Those that linking would make temporaries of.
    void findCandidates() {
        auto all = made_.sequence;
        for (const LoggedArray& array : made_.arrays)
            if (!array.writers.empty() && !array.changed && array.users.size() > 1)
                all.internal.push_back(array.name);
        const auto linked = link::link(all);
        if (!linked)
            made_.notes.push_back(
                fmt::format("it cannot be linked as it is: {}", linked.error().sentence));
        else
            made_.candidates = linked->internal;
    }

    const Log& log_;
    std::string stage_;
    LoggedSequence made_;
    std::vector<Known> known_;
    std::set<std::string> programs_, taken_, changed_; ///< names
    std::map<std::size_t, std::string> names_;         ///< of memories
    std::vector<std::size_t> order_;
};

} // namespace

Expected<LoggedSequence> readCallLog(const fs::path& folder, const std::string& stage) {
    MW_TRY(const fs::path place, folderOf(folder));
    MW_TRY(const Log log, LogReader(place).read());
    return Maker(log, stage).run();
}

Expected<std::vector<std::string>> exportCallLog(const LoggedSequence& logged,
                                                 const fs::path& file) {
    const std::string end = ".sequence.json", name = file.filename().string();
    const std::string stem =
        name.ends_with(end) ? name.substr(0, name.size() - end.size()) : file.stem().string();
    std::vector<SequenceFiles> files;
    std::vector<std::string> written{file.string()};
    for (std::size_t p = 0; p < logged.graphs.size(); ++p) {
        const auto& program = logged.sequence.programs[p];
        const fs::path scenario =
            file.parent_path() / fmt::format("{}.{}.scenario.json", stem, program.name);
        MW_CHECK(writeScenario(program.scenario, scenario));
        files.push_back({logged.graphs[p], scenario});
        written.push_back(scenario.string());
    }
    MW_CHECK(writeSequence(logged.sequence, files, file));
    return written;
}

std::string toText(const LoggedSequence& logged) {
    std::string text;
    for (const auto& note : logged.notes)
        text += note + "\n";
    for (const LoggedArray& array : logged.arrays)
        if (array.users.size() > 1)
            text += fmt::format("{}: {}{}\n", array.name, fmt::join(array.users, ", "),
                                array.writers.empty() ? "; only read" : "");
    text += fmt::format("written before they are read: {}\n",
                        logged.candidates.empty()
                            ? "none"
                            : fmt::format("{} (internal, if nobody outside reads them)",
                                          fmt::join(logged.candidates, ", ")));
    return text;
}

std::string toJson(const LoggedSequence& logged, const std::vector<std::string>& written) {
    Json json;
    json["written"] = written;
    json["arrays"] = Json::array();
    for (const LoggedArray& array : logged.arrays)
        json["arrays"].push_back({{"name", array.name},
                                  {"users", array.users},
                                  {"writers", array.writers},
                                  {"changed", array.changed}});
    json["candidates"] = logged.candidates;
    json["notes"] = logged.notes;
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mw::workbench
