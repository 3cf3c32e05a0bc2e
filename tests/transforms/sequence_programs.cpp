// The programs that sequences of actions are tried on.

#include "tests/transforms/sequence_programs.h"

#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/fusion_program.h"
#include "tests/support/random_sdfg.h"
#include "tests/support/scenario_run.h"
#include "tests/transforms/equivalence.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::test {

namespace {

namespace fs = std::filesystem;

/// Of the C library's functions as C++.
constexpr double kSequenceTolerance = 1e-14;

/// Those with a reference; not the same programs again with the sizes of measurements.
std::vector<fs::path> realGraphs() {
    const auto root = corpus();
    if (!root)
        return {};
    auto files = graphsBelow(*root);
    std::erase_if(files, [](const fs::path& file) {
        return file.stem().string().starts_with("bench") ||
               !fs::exists(file.parent_path() / "reference.npz");
    });
    return files;
}

SequenceProgram randomStencil(std::uint64_t seed) {
    const auto document = randomSdfg(seed);
    auto inputs = inputsFor(*document->root, sizeSets(*document->root).front(), seed);
    REQUIRE(inputs.has_value());
    return sequenceProgram(fmt::format("stencil {}", seed), document, std::move(*inputs));
}

SequenceProgram mapsInARow(std::uint64_t seed) {
    auto program = fusionProgram(seed);
    return sequenceProgram(fmt::format("maps in a row {}", seed), program.document,
                           std::move(program.inputs));
}

} // namespace

SequencePrograms::SequencePrograms() : small_(smallTexts()), real_(realGraphs()) {}

const SequenceProgram& SequencePrograms::at(std::uint64_t seed) {
    if (seed % 8 == 1 && !real_.empty())
        return realGraph(real_[seed / 8 % real_.size()]);
    last_ = made(seed);
    return last_;
}

SequenceProgram SequencePrograms::made(std::uint64_t seed) const {
    if (seed % 8 == 0)
        return randomStencil(seed);
    if (seed % 8 != 4)
        return mapsInARow(seed);
    const auto& [name, text, faulty, races] = small_[seed / 8 % small_.size()];
    auto program = textProgram(name, text);
    if (program.runs.empty()) // it runs with no size, as those with a fault may
        return mapsInARow(seed);
    // A fault may be that the results depend on an order that the graph leaves open. More orders,
    // and more sizes, were tried of it than sequenceProgram() tries.
    auto made = sequenceProgram(name, program.document, std::move(program.runs.front()),
                                faulty && program.orderOpen ? std::nullopt
                                                            : std::optional(kSequenceTolerance));
    made.anyOrder = made.anyOrder && !program.orderOpen;
    return made;
}

const SequenceProgram& SequencePrograms::realGraph(const fs::path& file) {
    const auto found = read_.find(file);
    if (found != read_.end())
        return found->second;
    const auto folder = file.parent_path();
    auto run = readRun(file, folder / "reference.json", folder / "reference.npz");
    INFO(file);
    if (!run)
        FAIL(toString(run.error()));
    const auto name = (folder.filename() / file.filename()).string();
    return read_
        .emplace(file,
                 sequenceProgram(name, run->document, std::move(run->inputs), kSequenceTolerance))
        .first->second;
}

} // namespace mw::test
