// Every graph of the corpus lowers to a plan and prints for all targets, twice the same.
#include "core/analysis/figures.h"
#include "core/codegen/codegen.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstdlib>
#include <fstream>
#include <map>

namespace corpus_test {

using namespace mw;

TEST_CASE("every GT4Py graph of the corpus lowers and prints") {
    const auto root = test::corpus();
    if (!root) {
        test::skip("no corpus");
        return;
    }
    const char* only = std::getenv("MAPWRIGHT_ONLY");
    const char* dump = std::getenv("MAPWRIGHT_DUMP");
    std::map<std::string, std::pair<int, int>> counts; // per generation and stage: done, all
    for (const auto& path : test::someGraphsBelow(*root)) {
        if (path.string().find("/other/") != std::string::npos ||
            (only && path.string().find(only) == std::string::npos))
            continue;
        INFO(path.string());
        const auto document = io::readSdfgFile(path);
        REQUIRE(document);
        const auto plan = codegen::lower(**document);
        auto& [done, all] = counts[path.parent_path().parent_path().filename().string() + " " +
                                   path.stem().string()];
        ++all;
        if (!plan) {
            WARN(path.parent_path().filename().string() + "/" + path.filename().string() + ": " +
                 toString(plan.error()));
            continue;
        }
        for (const auto target : {codegen::Target::cpu, codegen::Target::cuda}) {
            const auto source = codegen::print(*plan, target);
            CHECK(source.kernels.size() == plan->kernels.size());
            if (dump)
                std::ofstream(std::string(dump) + "/" +
                              path.parent_path().parent_path().filename().string() + "_" +
                              path.parent_path().filename().string() + "_" + path.stem().string() +
                              (target == codegen::Target::cpu ? ".cpp" : ".cu"))
                    << source.text;
        }
        const std::string json = codegen::toJson(*plan);
        const auto back = codegen::planFromJson(json);
        REQUIRE(back);
        CHECK(codegen::toJson(*back) == json);
        // read and lowered again: other addresses, the same bytes
        const auto second = io::readSdfgFile(path);
        REQUIRE(second);
        const auto repeated = codegen::lower(**second);
        REQUIRE(repeated);
        CHECK(codegen::toJson(*repeated) == json);
        CHECK(codegen::print(*repeated, codegen::Target::cuda).text ==
              codegen::print(*plan, codegen::Target::cuda).text);
        ++done;
    }
    for (const auto& [stage, count] : counts) {
        INFO(stage);
        CHECK(count.first == count.second);
    }
}

namespace {

/// Some value for every symbol: large domains behind small starts, so that no range is empty.
symbolic::Bindings valuesFor(const symbolic::Expr& a, const symbolic::Expr& b) {
    auto names = symbolic::freeSymbols(a);
    names.merge(symbolic::freeSymbols(b));
    symbolic::Bindings values;
    std::int64_t next = 3;
    for (const auto& name : names) {
        const bool first = name.find("start") != std::string::npos || name.ends_with("_0");
        values[name] = symbolic::Value::integer(first ? 1 : 1000 + 7 * next++);
    }
    return values;
}

std::int64_t value(const symbolic::Expr& e, const symbolic::Bindings& values) {
    const auto number = symbolic::evaluateInteger(e, values);
    INFO(symbolic::print(e) << (number ? "" : ": " + toString(number.error())));
    REQUIRE(number);
    return *number;
}

} // namespace

TEST_CASE("operations counted in the graph are those of the kernels") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus");
    int compared = 0, different = 0;
    for (const auto& path : test::graphsBelow(*root / "gt4py-1.2.1")) {
        if (!std::getenv("MAPWRIGHT_LONG") && path.parent_path().filename() != "calculate_nabla4")
            continue;
        const auto document = io::readSdfgFile(path);
        REQUIRE(document);
        const auto plan = codegen::lower(**document);
        REQUIRE(plan);
        const auto estimate = analysis::estimate(**document);
        for (const auto& kernel : plan->kernels)
            for (const auto& counted : estimate.kernels) {
                if (counted.node != kernel.map)
                    continue;
                const auto values = valuesFor(kernel.flops, counted.operations);
                INFO(path << " " << kernel.name);
                const auto a = value(kernel.flops, values), b = value(counted.operations, values);
                different += a != b;
                ++compared;
            }
    }
    CHECK(compared > 0);
    // Where neither side of a branch is shown to be longer, the two may count different sides.
    CHECK(different * 100 <= compared);
}

} // namespace corpus_test
