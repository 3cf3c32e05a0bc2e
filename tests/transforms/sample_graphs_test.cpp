// samples/transformations: of every transformation a small graph that it applies to, which the
// manual shows before and after. They are the sound graphs of refusal cases.
//   MAPWRIGHT_WRITE_SAMPLES=1 test_transforms "[#sample_graphs_test]"    writes them anew

#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

namespace sample_graphs_test {

using namespace mw;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path folder() {
    return fs::path(MW_SOURCE_DIR) / "samples" / "transformations";
}

/// The first that needs no parameters and no choice among its matches, else the first; none of a
/// match that nothing finds.
const test::RefusalCase& caseOf(const std::string& transformation,
                                const std::vector<test::RefusalCase>& cases) {
    const test::RefusalCase* found = nullptr;
    for (const auto& c : cases) {
        if (c.transformation != transformation)
            continue;
        if (c.params.empty() && c.match.empty())
            return c;
        if (!found)
            found = &c;
    }
    REQUIRE(found);
    return *found;
}

/// How it is applied: what `mw apply` is told besides the name.
Json jsonOf(const test::RefusalCase& c) {
    Json json = Json::object();
    for (const auto& [name, value] : c.params)
        std::visit([&, &key = name](const auto& v) { json["params"][key] = v; }, value);
    if (!c.match.empty())
        json["match"] = c.match;
    return json;
}

} // namespace

TEST_CASE("every transformation has its sample, which it applies to") {
    const bool writes = std::getenv("MAPWRIGHT_WRITE_SAMPLES") != nullptr;
    const auto cases = test::refusalCases();
    Json index = Json::object();
    std::set<std::string> names{"index.json", "README.md"};
    for (const auto* t : transforms::registry()) {
        const auto& c = caseOf(t->name, cases);
        const auto document = test::parsed(c.sound);
        const auto file = folder() / (t->name + ".sdfgz");
        names.insert(file.filename().string());
        if (writes)
            REQUIRE(io::writeSdfgFile(*document, file));
        INFO(file);
        const auto kept = io::readSdfgFile(file);
        REQUIRE(kept.has_value());
        CHECK(ir::dump(*(*kept)->root) == ir::dump(*document->root));
        CHECK_FALSE(test::refusalOf(*t, *kept, test::soundMatch(c, *kept), c.params));
        index[t->name] = jsonOf(c);
    }
    const std::string text = index.dump(2) + "\n";
    if (writes)
        std::ofstream(folder() / "index.json") << text;
    std::ifstream in(folder() / "index.json");
    CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == text);
    for (const auto& entry : fs::directory_iterator(folder()))
        CHECK(names.contains(entry.path().filename().string()));
}

} // namespace sample_graphs_test
