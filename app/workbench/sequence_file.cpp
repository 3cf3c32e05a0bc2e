// Reads sequences of programs: graphs, recipes, scenarios, bindings and calls.
#include "app/workbench/sequence_file.h"

#include "app/workbench/detail/json_fields.h"
#include "app/workbench/steps.h"
#include "core/io/file.h"
#include "core/support/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

constexpr int kMostCalls = 100000; ///< of one program in a row

class SequenceReader {
public:
    SequenceReader(fs::path file, std::string grid, codegen::Target target)
        : file_(std::move(file)), grid_(std::move(grid)), target_(target) {}

    Expected<SequenceFile> read() {
        MW_TRY(const std::string text, io::readFile(file_));
        const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
        if (!json.is_object())
            return bad("this is no JSON object: a sequence has \"programs\" and \"calls\"");
        MW_CHECK(checkKeys(json,
                           {"name", "grid", "programs", "calls", "scalars", "internal", "keep"},
                           "a sequence"));
        result_.input.name = file_.stem().stem().string();
        if (json.contains("name")) {
            MW_TRY(result_.input.name, textOf(json, "name", "the sequence"));
        }
        if (grid_.empty() && json.contains("grid")) {
            MW_TRY(fileGrid_, textOf(json, "grid", "the sequence"));
        }
        MW_CHECK(programs(json));
        MW_CHECK(scalars(json));
        MW_CHECK(calls(json));
        MW_TRY(result_.input.internal, fields(json, "internal"));
        MW_TRY(result_.input.keep, fields(json, "keep"));
        return std::move(result_);
    }

private:
    Unexpected bad(const std::string& sentence) const {
        return fail("bad-sequence", fmt::format("{}: {}", file_.string(), sentence));
    }
    Unexpected bad(const std::string& where, Diagnostic diagnostic) const {
        diagnostic.sentence = fmt::format("{}: {}: {}", file_.string(), where, diagnostic.sentence);
        return Unexpected(std::move(diagnostic));
    }
    /// A name that nothing reads is a mistake that would go unseen.
    Expected<void> checkKeys(const Json& json, const std::vector<std::string_view>& known,
                             const std::string& what) const {
        if (const auto unknown = unknownMember(what, membersOf(json), known))
            return bad(*unknown);
        return {};
    }
    Expected<std::string> textOf(const Json& json, const char* key,
                                 const std::string& where) const {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_string() || found->get<std::string>().empty())
            return bad(fmt::format("{} needs a text as \"{}\"", where, key));
        return found->get<std::string>();
    }
    Expected<Json> listOf(const Json& json, const char* key) const {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_array() || found->empty())
            return bad(fmt::format("a sequence needs a list of one or more \"{}\"", key));
        return *found;
    }
    fs::path beside(const std::string& path) const { return file_.parent_path() / path; }

    Expected<void> programs(const Json& json) {
        MW_TRY(const Json list, listOf(json, "programs"));
        for (const Json& entry : list) {
            const std::string where =
                fmt::format("the program number {}", result_.input.programs.size() + 1);
            if (!entry.is_object())
                return bad(where + " is no object with a \"graph\"");
            MW_CHECK(
                checkKeys(entry, {"name", "graph", "recipe", "scenario", "bind"}, "a program"));
            MW_CHECK(addProgram(entry, where));
        }
        return {};
    }
    Expected<void> addProgram(const Json& entry, std::string where) {
        MW_TRY(const std::string path, textOf(entry, "graph", where));
        const fs::path graph = beside(path);
        bench::SequenceProgram program;
        program.name = graph.stem().string();
        if (entry.contains("name")) {
            MW_TRY(program.name, textOf(entry, "name", where));
        }
        where = fmt::format("the program '{}'", program.name);
        const auto& others = result_.input.programs;
        if (std::ranges::find(others, program.name, &bench::SequenceProgram::name) != others.end())
            return bad(fmt::format("two programs are called '{}'; give one a \"name\" of its own",
                                   program.name));
        auto opened = openProgram(graph);
        if (!opened)
            return bad(where, opened.error());
        program.document = (*opened)->current().document;
        if (entry.contains("recipe")) {
            MW_TRY(const std::string recipe, textOf(entry, "recipe", where));
            result_.files.push_back(beside(recipe).string());
            auto document = withRecipe(program.document, beside(recipe));
            if (!document)
                return bad(where, document.error());
            program.document = *document;
        }
        auto scenario = scenarioOf(entry, where, graph, *program.document->root);
        if (!scenario)
            return bad(where, scenario.error());
        program.scenario = std::move(*scenario);
        MW_TRY(program.bindings, bindings(entry, where));
        result_.graphs.push_back(graph.string());
        result_.input.programs.push_back(std::move(program));
        return {};
    }

    static Expected<ir::DocumentPtr> withRecipe(const ir::DocumentPtr& document,
                                                const fs::path& file) {
        MW_TRY(const auto recipe, readRecipe(file));
        const auto steps = replay(document, recipe);
        if (const auto misfit = misfitOf(steps))
            return Unexpected(*misfit);
        const auto done = doneOf(steps);
        return done.empty() ? document : done.back().result.document;
    }

    Expected<inputs::Scenario> scenarioOf(const Json& entry, const std::string& where,
                                          const fs::path& graph, const ir::Sdfg& program) {
        InputChoice choice;
        choice.grid = grid_;
        if (grid_.empty() && entry.contains("scenario")) {
            MW_TRY(const std::string path, textOf(entry, "scenario", where));
            choice.scenario = beside(path).string();
        } else if (grid_.empty() && fileGrid_.empty()) {
            if (const auto found = scenarioBeside(graph))
                choice.scenario = found->string();
        } else if (grid_.empty()) {
            choice.grid = fileGrid_;
        }
        if (!choice.scenario.empty())
            result_.files.push_back(choice.scenario);
        return scenarioFor(program, choice, measuringGrid(program, target_));
    }

    Expected<std::map<std::string, std::string, std::less<>>>
    bindings(const Json& entry, const std::string& where) const {
        std::map<std::string, std::string, std::less<>> bound;
        const auto found = entry.find("bind");
        if (found == entry.end())
            return bound;
        if (!found->is_object())
            return bad(where + " needs an object as \"bind\": arguments and their arrays");
        for (const auto& [argument, array] : found->items()) {
            const bool named = array.is_string() && !array.get<std::string>().empty();
            if (!named && !array.is_null())
                return bad(fmt::format("{} binds '{}' to {}, not to the name of an array or to "
                                       "null",
                                       where, argument, array.dump()));
            bound[argument] = named ? array.get<std::string>() : "";
        }
        return bound;
    }

    /// Names of arrays; none where the key is not there.
    Expected<std::vector<std::string>> fields(const Json& json, const char* key) const {
        std::vector<std::string> names;
        const auto found = json.find(key);
        if (found == json.end())
            return names;
        if (!found->is_array())
            return bad(fmt::format("\"{}\" is no list of names of arrays", key));
        for (const Json& name : *found) {
            if (!name.is_string() || name.get<std::string>().empty())
                return bad(
                    fmt::format("\"{}\" has {}, which is no name of an array", key, name.dump()));
            names.push_back(name.get<std::string>());
        }
        return names;
    }

    Expected<void> scalars(const Json& json) {
        const auto found = json.find("scalars");
        if (found == json.end())
            return {};
        if (!found->is_object())
            return bad("\"scalars\" is no object of names and their values");
        for (const auto& [name, value] : found->items()) {
            const auto scalar = scalarOf(value);
            if (!scalar || name != inputs::identifierOf(name))
                return bad(fmt::format("\"scalars\" has '{}' as {}: a name of letters, digits and "
                                       "underscores and a number, true or false are needed",
                                       name, value.dump()));
            result_.input.scalars.emplace(name, *scalar);
        }
        return {};
    }
    static std::optional<inputs::SequenceScalar> scalarOf(const Json& value) {
        using symbolic::Value;
        const auto typed = [](ir::ScalarType type, const Value& of) {
            return inputs::SequenceScalar{ir::DType{type, {}}, of};
        };
        if (value.is_boolean())
            return typed(ir::ScalarType::boolean, Value::integer(value.get<bool>() ? 1 : 0));
        if (value.is_number_unsigned() &&
            value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max())
            return std::nullopt;
        if (value.is_number_integer()) {
            const auto number = value.get<std::int64_t>();
            const bool isShort = number == static_cast<std::int32_t>(number);
            return typed(isShort ? ir::ScalarType::int32 : ir::ScalarType::int64,
                         Value::integer(number));
        }
        if (value.is_number_float())
            return typed(ir::ScalarType::float64, Value::real(value.get<double>()));
        return std::nullopt;
    }

    Expected<void> calls(const Json& json) {
        MW_TRY(const Json list, listOf(json, "calls"));
        for (const Json& entry : list) {
            const std::string where =
                fmt::format("the call number {}", result_.input.calls.size() + 1);
            if (entry.is_object() && entry.contains("exchange")) {
                MW_CHECK(addExchange(entry));
                continue;
            }
            bench::SequenceCall call;
            std::string name;
            if (entry.is_string()) {
                name = entry.get<std::string>();
            } else if (entry.is_object()) {
                MW_CHECK(checkKeys(entry, {"program", "count", "if"}, "a call"));
                MW_TRY(name, textOf(entry, "program", where));
                MW_TRY(call.count, countOf(entry, where));
                if (entry.contains("if")) {
                    MW_TRY(call.condition, textOf(entry, "if", where));
                }
            } else {
                return bad(where + " is neither a program's name nor an object with a \"program\" "
                                   "or an \"exchange\"");
            }
            MW_TRY(call.program, programNamed(name, where));
            if (const auto read = inputs::conditionOf(result_.input, call); !read)
                return bad(where, read.error());
            result_.input.calls.push_back(call);
        }
        if (result_.input.calls.empty())
            return bad("a sequence needs a call among its \"calls\", not exchanges alone");
        return {};
    }
    Expected<void> addExchange(const Json& entry) {
        MW_CHECK(checkKeys(entry, {"exchange"}, "an exchange"));
        bench::SequenceExchange exchange;
        exchange.before = result_.input.calls.size();
        MW_TRY(exchange.fields, fields(entry, "exchange"));
        result_.input.exchanges.push_back(std::move(exchange));
        return {};
    }
    Expected<int> countOf(const Json& entry, const std::string& where) const {
        const auto found = entry.find("count");
        if (found == entry.end())
            return 1;
        if (!found->is_number_integer() || *found < 1 || *found > kMostCalls)
            return bad(fmt::format("{} needs a number from 1 to {} as \"count\", not {}", where,
                                   kMostCalls, found->dump()));
        return found->get<int>();
    }
    Expected<std::size_t> programNamed(const std::string& name, const std::string& where) const {
        const auto& programs = result_.input.programs;
        const auto found = std::ranges::find(programs, name, &bench::SequenceProgram::name);
        if (found != programs.end())
            return static_cast<std::size_t>(found - programs.begin());
        std::vector<std::string> names;
        for (const auto& program : programs)
            names.push_back(program.name);
        return bad(fmt::format("{} names no program '{}'; there are: {}", where, name,
                               fmt::join(names, ", ")));
    }

    fs::path file_;
    std::string grid_, fileGrid_;
    codegen::Target target_;
    SequenceFile result_;
};

} // namespace

Expected<SequenceFile> readSequence(const fs::path& file, const std::string& grid,
                                    codegen::Target target) {
    return SequenceReader(file, grid, target).read();
}

} // namespace mw::workbench
