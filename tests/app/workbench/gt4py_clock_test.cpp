// A program as GT4Py's CPU back end finished it, with the clock that it adds around a program.
#include "app/workbench/interpret.h"
#include "core/analysis/raw_code.h"
#include "core/bench/bench.h"
#include "core/inputs/elements.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <algorithm>

namespace gt4py_clock_test {

using namespace mw;
namespace fs = std::filesystem;

TEST_CASE("a finished program of GT4Py's CPU back end runs without consent") {
    const auto root = test::corpus();
    const fs::path file =
        root ? root->parent_path() / "traps/round3/icon4py/nabla4-finished-cpu.sdfgz" : fs::path();
    if (!root || !fs::exists(file))
        return test::skip("the folder of traps is missing");
    const auto document = io::readSdfgFile(file);
    REQUIRE(document);
    CHECK(analysis::rawCode(*(*document)->root).empty());
    inputs::Scenario small;
    small.grid = {8, 6, 10};
    const auto compiled = bench::runOnce(*document, small, {});
    if (!compiled)
        FAIL(toString(compiled.error()));
    const auto interpreted = workbench::interpret(**document, small, 60);
    REQUIRE(interpreted);
    const auto& got = compiled->outputs.at("z_nabla4_e2");
    const inputs::ElementComparison comparison(got, interpreted->outputs.at("z_nabla4_e2"));
    double far = 0;
    for (std::int64_t i = 0; i < comparison.count(); ++i)
        far = std::max(far, comparison.error(i));
    CHECK(far <= 1e-12);
    CHECK(got.bytes != compiled->inputs.at("z_nabla4_e2").bytes);
}

} // namespace gt4py_clock_test
