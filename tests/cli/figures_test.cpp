// One figure, one function: what commands say of a program is the same, wherever they say it.
#include "tests/cli/run_mw.h"

#include <fmt/format.h>
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

TEST_CASE("history has the figures that info has of each variant") {
    const auto root = corpus();
    if (!root)
        return skip("asks for the corpus of real graphs");
    const Folder folder;
    for (const std::string program : {"calculate_nabla4", "apply_diffusion_to_vn"}) {
        const auto place = *root / "gt4py-1.2.1" / program;
        const std::string graph = (place / "initial.sdfgz").string();
        const std::string sizes = " --scenario " + (place / "reference.json").string();
        const std::string fused = folder / (program + ".sdfg");
        const std::string project = folder / (program + ".mapwright");
        const auto applied =
            runMw("apply " + graph + " map-fusion-vertical -o " + fused + " --project " + project);
        CAPTURE(graph, applied.text);
        REQUIRE(applied.exit == 0);
        const auto history = printed("history " + project + sizes);
        const auto same = [&](const json& figures, const std::string& of) {
            const auto info = figuresOfInfo(of, sizes);
            CHECK(figures.at("kernels") == info.at("kernels"));
            CHECK(figures.at("bytes") == info.at("bytes"));
            CHECK(figures.at("temporary_bytes") == info.at("temporary_bytes"));
        };
        same(history.at("start"), graph);
        same(history.at("steps").back().at("after"), fused);
        CHECK(history.at("start").at("bytes") !=
              history.at("steps").back().at("after").at("bytes"));
    }
}

TEST_CASE("a measurement and its HTML report have the figures that info has") {
    const Folder folder;
    const std::string graph = sample();
    const std::string sizes = " --grid torus:8,6,10";
    const std::string report = folder / "report.html";
    const auto bench = printed("bench " + graph + " --target cpu --repeats 2 --warmup 0 --report " +
                               report + sizes);
    const auto info = figuresOfInfo(graph, sizes);
    const auto& variant = bench.at("variants").at(0);
    const auto bytes = info.at("bytes").get<double>();
    CHECK(variant.at("bytes").get<double>() == bytes);
    CHECK(variant.at("kernels").size() == info.at("kernels").get<std::size_t>());
    const auto html = contents(report);
    CHECK(html.find(fmt::format("<td>{:.1f}</td>", bytes / 1e6)) != std::string::npos);
    double listed = 0;
    for (const auto& kernel : variant.at("kernels"))
        listed += kernel.at("bytes").get<double>();
    CHECK(listed + info.at("copy_bytes").get<double>() == bytes);
}

} // namespace figures_test
