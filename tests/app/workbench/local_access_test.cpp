// One iteration of a map by name: maps, parameters, and the lanes that kernels have.

#include "app/workbench/local_access.h"
#include "app/workbench/run_setup.h"
#include "core/codegen/lanes.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <memory>

namespace local_access_test {

using namespace mw;
using namespace mw::workbench;

namespace {

/// A map of a sample, by label, on a small torus.
struct Sample {
    Sample(const std::string& file, const std::string& label) {
        auto read = io::readSdfgFile(test::sourceFile("samples/" + file));
        if (!read)
            FAIL(toString(read.error()));
        document = *read;
        const auto named = mapNamed(ir::DocumentIndex(document), label);
        if (!named)
            FAIL(toString(named.error()));
        map = *named;
        const auto scenario = scenarioFor(*document->root, {}, "torus:8,6,10");
        if (!scenario)
            FAIL(toString(scenario.error()));
        auto accesses = analysis::mapAccesses(*document->root, map);
        inputs::IndexTables tables(*scenario);
        const auto arrays = tables.forAccesses(accesses);
        if (!arrays)
            FAIL(toString(arrays.error()));
        local = std::make_unique<inputs::LocalAccesses>(std::move(accesses), scenario->symbols,
                                                        *arrays);
    }
    std::string lanes() const {
        return local
            ->parameterNames()[local->laneParameter(codegen::laneParameter(*document, map))];
    }

    ir::DocumentPtr document;
    NodeId map;
    std::unique_ptr<inputs::LocalAccesses> local;
};

} // namespace

TEST_CASE("lanes differ in the parameter that kernels give to neighbouring threads") {
    CHECK(Sample("nabla4.sdfg", "project_0").lanes() == "Edge");
    CHECK(Sample("nabla4.sdfg", "normal_0").lanes() == "Edge"); // what it writes
    // Strides of arguments are symbols, of which GT4Py sees to it that cells lie side by side.
    const Sample theta("01_update_theta_and_exner/update_theta_and_exner.sdfgz", "map_0_fieldop");
    CHECK(theta.lanes() == "Cell");
    CHECK(theta.local->parameterNames()[theta.local->fastestParameter()] == "Cell");
}

TEST_CASE("views are followed to the elements that they show") {
    const Sample sample("03_calculate_nabla2_of_theta/calculate_nabla2_of_theta.sdfgz", "0");
    const auto view = sample.local->at({47, 4}, 0);
    REQUIRE(view);
    const std::string text = toText(*sample.local, *view);
    INFO(text);
    CHECK(text.find("z_nabla2_e (float64 [144, 12])\n"
                    "  reads [C2E[Cell, i_C2E_gtx_localdim], K] -> [70, 4], [71, 4], [93, 4]\n"
                    "    through C2E[47, 0] = 70, C2E[47, 1] = 71, C2E[47, 2] = 93\n") !=
          std::string::npos);
    CHECK(text.find("view_") == std::string::npos);
}

TEST_CASE("values of an iteration are named by parameter or dimension") {
    const Sample sample("nabla4.sdfg", "project_0");
    const auto middle = sample.local->middle();
    CHECK(middle == inputs::Iteration{71, 4});
    CHECK(*parseIteration(*sample.local, middle, "i_Edge_gtx_horizontal=3") ==
          inputs::Iteration{3, 4});
    CHECK(*parseIteration(*sample.local, middle, "K=9,Edge=1") == inputs::Iteration{1, 9});
    CHECK(sample.local->nearest({500, -1}) == inputs::Iteration{143, 0});
    CHECK_FALSE(parseIteration(*sample.local, middle, "K"));
}

} // namespace local_access_test
