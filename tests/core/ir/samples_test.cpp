// The checked-in samples: up to date, runnable, and computing their equations.
#include "core/inputs/scenario.h"
#include "core/interp/interp.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/index.h"
#include "samples/samples.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cmath>
#include <cstring>
#include <functional>

namespace samples_test {

using namespace mw;

namespace {

/// Arrays of one run, read by logical index.
class Fields {
public:
    explicit Fields(const inputs::Scenario& scenario) : scenario_(scenario) {
        for (const auto& [name, input] : scenario.arrays) {
            auto made = inputs::makeArray(name, input, scenario.grid);
            REQUIRE(made);
            arrays_[name] = *std::move(made);
        }
    }

    double operator()(const std::string& name, std::int64_t i, std::int64_t j = 0) const {
        return value<double>(name, i, j);
    }
    std::int64_t table(const std::string& name, std::int64_t i, std::int64_t j) const {
        return value<std::int32_t>(name, i, j);
    }
    interp::Memory memory() const {
        interp::Memory result;
        for (const auto& [name, array] : arrays_)
            result[name] = {array.type, array.bytes};
        return result;
    }
    void take(const interp::Memory& memory) {
        for (auto& [name, array] : arrays_)
            array.bytes = memory.find(name)->second.bytes;
    }

private:
    template <class T>
    T value(const std::string& name, std::int64_t i, std::int64_t j) const {
        const auto& array = arrays_.find(name)->second;
        const auto at = static_cast<std::size_t>(i + j * array.shape[0]) * sizeof(T);
        T result{};
        std::memcpy(&result, &array.bytes.at(at + sizeof(T) - 1) - (sizeof(T) - 1), sizeof(T));
        return result;
    }

    inputs::Scenario scenario_;
    std::map<std::string, inputs::HostArray> arrays_;
};

using Formula = std::function<double(const Fields&, std::int64_t, std::int64_t)>;

double nabla4(const Fields& f, std::int64_t e, std::int64_t k) {
    const auto normal = [&](int i) {
        const auto v = f.table("gt_conn_E2C2V", e, i);
        return f("u_vert", v, k) * f("primal_normal_vert_v1", e, i) +
               f("v_vert", v, k) * f("primal_normal_vert_v2", e, i);
    };
    const double z = f("z_nabla2_e", e, k);
    const double p = f("inv_primal_edge_length", e);
    const double q = f("inv_vert_vert_length", e);
    return 4 * ((normal(2) + normal(3) - 2 * z) * q * q + (normal(0) + normal(1) - 2 * z) * p * p);
}

double laplacian(const Fields& f, std::int64_t c, std::int64_t k) {
    double sum = -3 * f("psi", c, k);
    for (int i = 0; i < 3; ++i)
        sum += f("psi", f.table("gt_conn_C2E2C", c, i), k);
    return f("inv_area", c) * sum;
}

double diffusionStep(const Fields& f, std::int64_t c, std::int64_t k) {
    double divergence = 0;
    for (int i = 0; i < 3; ++i) {
        const auto e = f.table("gt_conn_C2E", c, i);
        const double flux = f("kappa", e, k) * f("inv_dual_edge_length", e) *
                            (f("theta", f.table("gt_conn_E2C", e, 1), k) -
                             f("theta", f.table("gt_conn_E2C", e, 0), k));
        divergence += flux * f("geofac_div", c, i);
    }
    return f("theta", c, k) + 0.1 * divergence;
}

std::filesystem::path sampleFile(const std::string& name) {
    return test::sourceFile("samples/" + name);
}

} // namespace

TEST_CASE("the checked-in samples are what make_samples writes") {
    for (const std::string name : samples::kNames) {
        INFO(name);
        const auto built = samples::build(test::sourceFile("samples"), name);
        REQUIRE(built);
        const auto checkedIn = io::readFile(sampleFile(name + ".sdfg"));
        REQUIRE(checkedIn);
        CHECK(*built == *checkedIn);
    }
}

TEST_CASE("a sample computes its equation, and nothing outside its domain") {
    struct Case {
        const char* name;
        const char* output;
        Formula formula;
    };
    const std::vector<Case> cases{{"nabla4", "z_nabla4_e2", nabla4},
                                  {"laplacian", "lap", laplacian},
                                  {"diffusion_step", "theta_new", diffusionStep}};
    for (const auto& [name, output, formula] : cases) {
        INFO(name);
        const auto document = io::readSdfgFile(sampleFile(std::string(name) + ".sdfg"));
        REQUIRE(document);
        const auto given = inputs::readScenario(sampleFile(std::string(name) + ".scenario.json"));
        REQUIRE(given);
        const auto scenario = inputs::completeScenario(*(*document)->root, *given);
        INFO((scenario ? std::string() : scenario.error().sentence));
        REQUIRE(scenario);
        const Fields before(*scenario);
        Fields after(*scenario);
        auto memory = before.memory();
        const auto ran = interp::run(**document, scenario->symbols, memory);
        INFO((ran ? std::string() : ran.error().sentence));
        REQUIRE(ran);
        after.take(memory);
        const auto& shape = scenario->arrays.find(output)->second.shape;
        double worst = 0;
        for (std::int64_t i = 0; i < shape[0]; ++i) {
            for (std::int64_t k = 0; k < scenario->grid.levels; ++k)
                worst = std::max(worst, std::abs(after(output, i, k) - formula(before, i, k)));
            for (std::int64_t k = scenario->grid.levels; k < shape[1]; ++k)
                CHECK(after(output, i, k) == before(output, i, k));
        }
        CHECK(worst < 1e-12);
    }
}

TEST_CASE("nabla4 is a chain of maps through temporaries") {
    const auto document = io::readSdfgFile(sampleFile("nabla4.sdfg"));
    REQUIRE(document);
    const ir::DocumentIndex index(*document);
    int maps = 0;
    for (const auto id : index.states())
        for (const auto& node : index.find(id)->block->as<ir::State>()->nodes)
            maps += node->as<ir::MapEntry>() ? 1 : 0;
    CHECK(maps == 11);
}

} // namespace samples_test
