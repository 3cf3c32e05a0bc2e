// Random sequences of sample programs, linked, against their calls one by one.
#include "app/workbench/link_check.h"
#include "core/inputs/elements.h"
#include "core/io/sdfg_io.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/random_source.h"

#include <fmt/format.h>

#include <cstdlib>

namespace link_random_test {

using namespace mw;
using inputs::SequenceInput;
namespace fs = std::filesystem;

namespace {

struct Sample {
    std::string name;
    ir::DocumentPtr document;
    inputs::Scenario scenario;
};

/// Those of the folder for one generation and the usual grid, with the scenarios beside them.
std::vector<Sample> samples(bool older) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(test::sourceFile("samples")))
        if (entry.path().extension() == ".sdfgz" &&
            entry.path().parent_path().filename() != "transformations" && // they have no scenario
            older == (entry.path().filename().string().find(".gt4py-1.0.9.") != std::string::npos))
            files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Sample> all;
    for (const auto& file : files) {
        auto document = io::readSdfgFile(file);
        auto given =
            inputs::readScenario(file.parent_path() / (file.stem().string() + ".scenario.json"));
        REQUIRE(document);
        REQUIRE(given);
        auto scenario = inputs::completeScenario(*(*document)->root, *given);
        REQUIRE(scenario);
        if (scenario->grid == inputs::Grid{8, 6, 10})
            all.push_back({fmt::format("p{}", all.size()), *document, *scenario});
    }
    return all;
}

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

/// Bindings at random among arrays that earlier programs have; two arguments of one program are
/// never one array.
class Maker {
public:
    Maker(const std::vector<Sample>& all, std::uint64_t seed) : all_(all), random_(seed) {}

    SequenceInput make() {
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

private:
    void addProgram(SequenceInput& input) {
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
    void shorten(inputs::Scenario& scenario) {
        const auto end = scenario.symbols.find("vertical_end");
        const auto begin = scenario.symbols.find("vertical_start");
        if (end != scenario.symbols.end() && begin != scenario.symbols.end() &&
            end->second.i > begin->second.i + 2 && random_.chance(30))
            --end->second.i;
    }
    static bool isWritten(const ir::Sdfg& program, const std::string& name) {
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

    const std::vector<Sample>& all_;
    test::RandomSource random_;
    std::map<std::string, std::vector<std::string>> byKind_;
    std::map<std::string, std::string> kinds_; ///< of names that arrays have
    std::set<std::string> written_;
};

std::string described(const SequenceInput& input) {
    std::string text;
    for (const auto& program : input.programs) {
        text += fmt::format("{} ({})\n", program.name, program.document->root->name);
        for (const auto& [argument, array] : program.bindings)
            text += fmt::format("  {} -> {}\n", argument, array);
    }
    return text + fmt::format("internal: {}\n", fmt::join(input.internal, ", "));
}

} // namespace

TEST_CASE("random sequences of samples give what their calls give one by one") {
    const auto older = samples(true), newer = samples(false);
    const bool isLong = std::getenv("MAPWRIGHT_LONG") != nullptr;
    const std::uint64_t count = isLong ? 200 : 20;
    int temporaries = 0, kept = 0;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        const SequenceInput input = Maker(seed % 2 ? newer : older, seed).make();
        INFO("seed " << seed << "\n" << described(input));
        const auto linked = link::link(input);
        if (!linked)
            FAIL(toString(linked.error()));
        temporaries += static_cast<int>(linked->internal.size());
        kept += static_cast<int>(input.internal.size() - linked->internal.size());
        const ir::DocumentIndex index(linked->document);
        for (const auto& finding : validate::validate(index, {.hints = false, .warnings = false}))
            FAIL_CHECK(toString(finding));
        const auto interpreted = workbench::checkLinked(input, *linked, 0, 120);
        if (!interpreted)
            FAIL(toString(interpreted.error()));
        INFO(bench::toText(*interpreted));
        CHECK(interpreted->same());
        if (!isLong && seed % 5 != 0)
            continue; // compiling takes its time
        const auto compiled = workbench::checkLinked(input, *linked, 0, bench::BenchOptions{});
        if (!compiled)
            FAIL(toString(compiled.error()));
        INFO(bench::toText(*compiled));
        CHECK(compiled->same());
    }
    CHECK(temporaries > 0); // both happen
    CHECK(kept > 0);
    WARN(temporaries << " internal fields became temporaries, " << kept << " stayed arguments");
}

} // namespace link_random_test
