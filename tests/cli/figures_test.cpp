// One figure, one function: what commands say of a program is the same, wherever they say it.
#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

namespace figures_test {

using namespace mw::test;
using nlohmann::json;

namespace {

json printed(const std::string& arguments) {
    const auto said = runMw(arguments + " --json --quiet");
    CAPTURE(arguments, said.text);
    REQUIRE(said.exit <= 1);
    return json::parse(said.text);
}

/// Kernels, copies, bytes, bytes of copies, temporaries and their bytes, as a command's JSON has
/// them.
json figuresOf(const json& said) {
    return {{"kernels", said.at("kernels")},
            {"copies", said.at("copies")},
            {"bytes", said.at("bytes")},
            {"copy_bytes", said.at("copy_bytes")},
            {"temporary_bytes", said.at("temporary_bytes")}};
}

json figuresOfInfo(const std::string& graph, const std::string& sizes) {
    const auto info = printed("info " + graph + sizes);
    json sum{{"kernels", info.at("kernels").size()}, {"copies", info.at("copies")}};
    sum["bytes"] = info.at("moved").at("bytes");
    sum["copy_bytes"] = info.at("moved").at("copy_bytes");
    sum["temporary_bytes"] = info.at("temporary_memory").at("all_bytes");
    std::int64_t listed = 0, kernels = 0;
    for (const auto& one : info.at("temporaries"))
        listed += one.at("bytes").at("value").get<std::int64_t>();
    CHECK(sum["temporary_bytes"] == listed);
    for (const auto& one : info.at("kernels"))
        kernels += one.at("bytes_read").at("value").get<std::int64_t>() +
                   one.at("bytes_written").at("value").get<std::int64_t>();
    CHECK(sum["bytes"] == kernels + sum["copy_bytes"].get<std::int64_t>());
    return sum;
}

} // namespace

TEST_CASE("info, diff, apply and advise have the same figures of a program") {
    const auto root = corpus();
    if (!root)
        return skip("asks for the corpus of real graphs");
    int compared = 0, withCopies = 0;
    for (const std::string program :
         {"calculate_nabla4", "apply_diffusion_to_vn", "compute_hydrostatic_correction_term"})
        for (const std::string stage : {"initial", "optimized"}) {
            const auto folder = *root / "gt4py-1.2.1" / program;
            const std::string graph = (folder / (stage + ".sdfgz")).string();
            const std::string sizes = " --scenario " + (folder / "reference.json").string();
            CAPTURE(graph);
            const auto info = figuresOfInfo(graph, sizes);
            const auto diff = printed("diff " + graph + " " + graph + sizes);
            CHECK(figuresOf(diff.at("program").at("first")) == info);
            CHECK(figuresOf(diff.at("program").at("second")) == info);
            const auto advice = printed("advise " + graph + sizes);
            CHECK(figuresOf(advice) == info);
            withCopies += info.at("copies") > 0;
            ++compared;
        }
    CHECK(compared == 6);
    CHECK(withCopies > 0);
}

} // namespace figures_test
