// Every graph of the corpus lowers to a plan and prints for all targets, twice the same.
#include "core/codegen/codegen.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstdlib>
#include <fstream>
#include <map>

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
    for (const auto& path : test::graphsBelow(*root)) {
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
        ++done;
    }
    for (const auto& [stage, count] : counts) {
        INFO(stage);
        CHECK(count.first == count.second);
    }
}
