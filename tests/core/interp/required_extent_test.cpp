// What the footprint says a program touches, against the interpreter, which checks every access:
// arrays of exactly the required extent suffice, and one element less is an error.

#include "core/analysis/footprint.h"
#include "core/inputs/scenario.h"
#include "core/interp/interp.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <algorithm>
#include <cstdlib>

namespace required_extent_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

class Trial {
public:
    explicit Trial(const fs::path& graph)
        : document_(io::readSdfgFile(graph).value()),
          complete_(inputs::completeScenario(
                        *document_->root,
                        inputs::readScenario(graph.parent_path() / "reference.json").value())
                        .value()),
          touched_(analysis::footprint(*document_->root)) {}

    /// Tries every dimension of every array that is read or written at certain places.
    void run() {
        for (const auto& [name, extent] : analysis::requiredExtents(touched_, complete_.symbols)) {
            const auto* data = document_->root->data(name);
            const auto input = complete_.arrays.find(name);
            if (!data || data->transient || input == complete_.arrays.end() ||
                !std::holds_alternative<inputs::HashedFill>(input->second.fill))
                continue;
            for (std::size_t d = 0; d < data->rank(); ++d)
                if (!data->shape[d].isInteger())
                    inDimension(name, d, extent.high[d] + 1, input->second.shape[d]);
        }
    }
    int enough = 0, tooShort = 0;

private:
    void inDimension(const std::string& name, std::size_t d, std::int64_t needed,
                     std::int64_t present) {
        INFO(name << ", dimension " << d << ", needs " << needed << " of " << present);
        CHECK(needed <= present);
        const auto& accesses = touched_.at(name);
        const bool certain = std::ranges::none_of(
            accesses, [](const auto& a) { return a.reach == analysis::Reach::bound; });
        if (certain) {
            const auto fits = interpret(name, d, needed);
            INFO((fits ? "" : toString(fits.error())));
            CHECK(fits);
            ++enough;
        }
        if (needed > 1) {
            CHECK_FALSE(interpret(name, d, needed - 1));
            ++tooShort;
        }
    }

    /// Runs with one extent changed; the symbols behind it and behind the strides follow, and the
    /// memory is as small as they say.
    Expected<void> interpret(const std::string& name, std::size_t d, std::int64_t extent) const {
        inputs::Scenario changed = complete_;
        auto& shape = changed.arrays.at(name).shape;
        const std::int64_t longer = extent - shape[d];
        shape[d] = extent;
        const auto* data = document_->root->data(name);
        for (const auto& symbol : symbolic::freeSymbols(data->shape[d]))
            if (!symbol.ends_with("_0") || data->shape[d].isSymbol())
                changed.symbols.at(symbol).i += longer;
        std::int64_t stride = 1;
        for (std::size_t k = 0; k < data->rank(); stride *= shape[k++])
            if (data->strides[k].isSymbol())
                changed.symbols[data->strides[k].name()] = symbolic::Value::integer(stride);
        interp::Memory memory;
        for (const auto& [array, input] : changed.arrays) {
            MW_TRY(auto made, inputs::makeArray(array, input, changed.grid));
            memory[array] = {made.type, std::move(made.bytes)};
        }
        return interp::run(*document_, changed.symbols, memory);
    }

    ir::DocumentPtr document_;
    inputs::Scenario complete_;
    analysis::Footprint touched_;
};

} // namespace

TEST_CASE("required extents are what the interpreter needs") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    auto graphs = test::nabla4Graphs();
    if (!std::getenv("MAPWRIGHT_LONG"))
        std::erase_if(graphs, [](const fs::path& graph) { return graph.stem() != "optimized"; });
    else
        for (const char* more :
             {"gt4py-1.0.9/compute_horizontal_velocity_quantities_and_fluxes/optimized.sdfgz",
              "gt4py-1.2.1/compute_horizontal_velocity_quantities_and_fluxes/initial.sdfgz",
              "gt4py-1.0.9/vertically_implicit_solver_at_predictor_step/simplified.sdfgz"})
            graphs.push_back(*root / more);
    for (const auto& graph : graphs) {
        INFO(graph);
        Trial trial(graph);
        trial.run();
        CHECK(trial.enough > 0);
        CHECK(trial.tooShort > trial.enough / 2);
    }
}

} // namespace required_extent_test
