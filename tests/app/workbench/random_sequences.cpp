// Random sequences of sample programs.
#include "tests/app/workbench/random_sequences.h"

#include "core/analysis/analysis.h"
#include "core/inputs/elements.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace mw::test {

using inputs::SequenceInput;
namespace fs = std::filesystem;

namespace {

/// Arrays that may stand for each other; what chooses elements is not mixed up.
std::string kindOf(const Sample& sample, const std::string& argument) {
    const auto* data = sample.document->root->data(argument);
    const auto input = sample.scenario.arrays.find(argument);
    if (!data || data->transient || data->isScalar() || !data->dtype.isFloating() ||
        input == sample.scenario.arrays.end())
        return {};
    std::string strides;
    for (const auto& stride : data->strides)
        strides += fmt::format(
            "{} ", symbolic::evaluateInteger(stride, sample.scenario.symbols).value_or(-1));
    return fmt::format("{} {} {}", ir::name(data->dtype.scalar),
                       inputs::listText(input->second.shape), strides);
}

bool hasAccess(const ir::Sdfg& program, const std::string& name) {
    bool found = false;
    analysis::forEachAccess(program, [&](std::string_view data) { found |= data == name; });
    return found;
}
bool isWritten(const ir::Sdfg& program, const std::string& name) {
    bool written = false;
    ir::forEachBlock(program.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i)
            if (const auto* access = state->nodes[i]->as<ir::AccessNode>();
                access && access->data == name)
                written |= std::ranges::any_of(state->edges, [&](const ir::EdgePtr& edge) {
                    return edge->dst == state->nodes[i]->id;
                });
    });
    return written;
}

} // namespace

std::vector<Sample> smallSamples(bool older) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(sourceFile("samples")))
        if (entry.path().extension() == ".sdfgz" &&
            older == (entry.path().filename().string().find(".gt4py-1.0.9.") != std::string::npos))
            files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Sample> all;
    for (const auto& file : files) {
        const auto beside = file.parent_path() / (file.stem().string() + ".scenario.json");
        if (!fs::exists(beside))
            continue; // graphs of transformations
        auto document = io::readSdfgFile(file);
        auto given = inputs::readScenario(beside);
        REQUIRE(document);
        INFO(file.string());
        if (!given)
            FAIL(toString(given.error()));
        auto scenario = inputs::completeScenario(*(*document)->root, *given);
        REQUIRE(scenario);
        if (scenario->grid == inputs::Grid{8, 6, 10})
            all.push_back({fmt::format("p{}", all.size()), *document, *scenario});
    }
    REQUIRE(all.size() > 1);
    return all;
}

SequenceInput RandomSequence::make() {
    SequenceInput input{.name = "random", .programs = {}, .calls = {}};
    const int count = 2 + random_.below(3);
    for (int i = 0; i < count; ++i)
        addProgram(input);
    for (std::size_t p = 0; p < input.programs.size(); ++p)
        input.calls.push_back({p, random_.chance(15) ? 2 : 1});
    if (random_.chance(10))
        input.calls.push_back({0, 9});
    for (const auto& name : written_)
        if (random_.chance(50))
            input.internal.push_back(name);
    if (!written_.empty() && input.internal.size() == written_.size())
        input.internal.pop_back(); // something is left to compare
    return input;
}

void RandomSequence::addExchanges(SequenceInput& input) {
    for (std::size_t call = 1; call < input.calls.size(); ++call) {
        if (!random_.chance(50))
            continue;
        inputs::SequenceExchange exchange{call, {}};
        for (const auto& name : touched_)
            if (std::ranges::find(input.internal, name) == input.internal.end() &&
                random_.chance(50))
                exchange.fields.push_back(name);
        input.exchanges.push_back(std::move(exchange));
    }
}

void RandomSequence::addConditions(SequenceInput& input) {
    const std::vector<std::string> all{"is_limited", "not is_limited", "substep > 1",
                                       "substep > 1 and is_limited",
                                       "substep == 1 or weight < 0.5"};
    input.scalars = {
        {"is_limited", {{ir::ScalarType::boolean, {}}, symbolic::Value::integer(random_.below(2))}},
        {"substep", {{ir::ScalarType::int32, {}}, symbolic::Value::integer(random_.below(4))}},
        {"weight",
         {{ir::ScalarType::float64, {}}, symbolic::Value::real(0.25 * random_.below(4))}}};
    for (auto& call : input.calls)
        if (random_.chance(60))
            call.condition = random_.of(all);
}

void RandomSequence::addProgram(SequenceInput& input) {
    const Sample& sample = random_.of(all_);
    inputs::SequenceProgram program{fmt::format("{}_{}", sample.name, input.programs.size()),
                                    sample.document,
                                    sample.scenario,
                                    {}};
    shorten(program.scenario);
    std::set<std::string> used;
    for (const auto& [argument, data] : sample.document->root->arrays) {
        const auto kind = kindOf(sample, argument);
        if (kind.empty())
            continue;
        auto& known = byKind_[kind];
        std::string name = argument;
        if (!known.empty() && random_.chance(60))
            name = random_.of(known);
        else if (const auto other = kinds_.find(name);
                 other != kinds_.end() && other->second != kind)
            name = {};
        if (!name.empty() && !used.insert(name).second)
            name = {};
        if (name != argument)
            program.bindings[argument] = name;
        if (name.empty())
            continue;
        kinds_[name] = kind;
        if (std::ranges::find(known, name) == known.end())
            known.push_back(name);
        if (hasAccess(*sample.document->root, argument))
            touched_.insert(name);
        if (isWritten(*sample.document->root, argument))
            written_.insert(name);
    }
    // An argument that goes by its own name must not be one that is bound to it.
    for (const auto& [argument, data] : sample.document->root->arrays)
        if (!data->transient && kindOf(sample, argument).empty() && kinds_.contains(argument))
            program.bindings[argument] = "";
    input.programs.push_back(std::move(program));
}
/// Other programs of a sequence may end earlier.
void RandomSequence::shorten(inputs::Scenario& scenario) {
    const auto end = scenario.symbols.find("vertical_end");
    const auto begin = scenario.symbols.find("vertical_start");
    if (end != scenario.symbols.end() && begin != scenario.symbols.end() &&
        end->second.i > begin->second.i + 2 && random_.chance(30))
        --end->second.i;
}

std::string described(const SequenceInput& input) {
    std::string text;
    for (const auto& program : input.programs) {
        text += fmt::format("{} ({})\n", program.name, program.document->root->name);
        for (const auto& [argument, array] : program.bindings)
            text += fmt::format("  {} -> {}\n", argument, array);
    }
    for (const auto& call : input.calls)
        text += fmt::format("{} times {} if {}\n", call.count, input.programs[call.program].name,
                            call.condition);
    for (const auto& [name, scalar] : input.scalars)
        text += fmt::format("{} = {}\n", name, scalar.value.asReal());
    return text + fmt::format("internal: {}\n", fmt::join(input.internal, ", "));
}

} // namespace mw::test
