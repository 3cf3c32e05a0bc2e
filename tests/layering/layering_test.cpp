// Checks every #include of the sources against the table of docs/architecture.md. A violation is
// reported with file and line.

#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace layering_test {

namespace fs = std::filesystem;

namespace {

/// What the files of one folder may include besides themselves, the standard library and fmt.
struct Rule {
    std::string folder;
    std::vector<std::string> modules;   ///< folders of this repository
    std::vector<std::string> libraries; ///< prefixes of <...> includes, headers and sources
    std::vector<std::string> privately; ///< prefixes of <...> includes, sources only
};

const std::vector<Rule> kRules = {
    {"core/support", {}, {"tl/"}, {}},
    {"core/symbolic", {"core/support"}, {}, {"isl/"}},
    {"core/ir", {"core/support", "core/symbolic"}, {}, {}},
    {"core/tasklet", {"core/support", "core/symbolic", "core/ir"}, {}, {}},
    {"core/io",
     {"core/support", "core/symbolic", "core/ir", "core/tasklet"},
     {},
     {"nlohmann/", "zlib.h"}},
    {"core/conventions", {"core/support", "core/symbolic"}, {}, {}},
    {"core/analysis", {"core/support", "core/symbolic", "core/ir", "core/tasklet"}, {}, {}},
    {"core/validate",
     {"core/support", "core/symbolic", "core/conventions", "core/ir", "core/tasklet",
      "core/analysis"},
     {},
     {}},
    {"core/history",
     {"core/support", "core/symbolic", "core/ir", "core/analysis", "core/conventions"},
     {},
     {"nlohmann/"}},
    {"core/interp",
     {"core/support", "core/symbolic", "core/ir", "core/tasklet", "core/analysis"},
     {},
     {}},
    {"core/codegen",
     {"core/support", "core/symbolic", "core/conventions", "core/ir", "core/tasklet",
      "core/analysis"},
     {},
     {"nlohmann/"}},
    {"core/grid", {"core/support"}, {}, {}},
    {"core/inputs",
     {"core/support", "core/symbolic", "core/conventions", "core/ir", "core/io", "core/tasklet",
      "core/analysis", "core/grid"},
     {},
     {"nlohmann/", "zlib.h"}},
    {"core/link",
     {"core/support", "core/symbolic", "core/conventions", "core/ir", "core/analysis",
      "core/validate", "core/inputs"},
     {},
     {}},
    {"core/exec",
     {"core/support", "core/symbolic", "core/conventions", "core/ir", "core/io", "core/analysis",
      "core/codegen", "core/inputs"},
     {},
     {"nlohmann/"}},
    {"core/bench",
     {"core/support", "core/symbolic", "core/conventions", "core/ir", "core/io", "core/analysis",
      "core/validate", "core/history", "core/codegen", "core/inputs", "core/exec"},
     {},
     {"nlohmann/"}},
    {"transforms/framework",
     {"core/support", "core/symbolic", "core/ir", "core/analysis", "core/validate", "core/history"},
     {},
     {}},
    {"transforms/toolkit",
     {"core/support", "core/symbolic", "core/ir", "core/conventions", "core/tasklet",
      "core/analysis", "transforms/framework"},
     {},
     {}},
    {"transforms",
     {"core/support", "core/symbolic", "core/conventions", "core/ir", "core/tasklet",
      "core/analysis", "core/validate", "core/history"},
     {},
     {}},
    {"viewers/layout", {"core"}, {}, {"graphviz/"}},
    {"viewers", {"core", "transforms"}, {"Q", "Qsci/"}, {}},
    {"app/workbench", {"core", "transforms"}, {}, {"nlohmann/"}},
    {"app/cli", {"core", "transforms", "app/workbench"}, {"CLI/"}, {"nlohmann/"}},
    {"app/runner", {"core"}, {}, {"nlohmann/"}},
    {"app/gui",
     {"core", "transforms", "viewers", "app/workbench", "samples"},
     {"Q"},
     {"nlohmann/"}},
    {"samples", {"core"}, {}, {}},
};

bool startsWith(const std::string& text, const std::string& prefix) {
    return text.rfind(prefix, 0) == 0;
}

bool inFolder(const std::string& path, const std::string& folder) {
    return startsWith(path, folder + "/");
}

const Rule* ruleFor(const std::string& path) {
    const Rule* best = nullptr;
    for (const auto& rule : kRules)
        if (inFolder(path, rule.folder) && (!best || rule.folder.size() > best->folder.size()))
            best = &rule;
    return best;
}

/// Libraries of which at least one rule speaks; anything else in <> is the standard library, POSIX
/// or fmt.
bool isGuarded(const std::string& header) {
    static const std::vector<std::string> kGuarded = {"tl/",  "isl/",  "nlohmann/", "zlib.h",
                                                      "CLI/", "Q",     "graphviz/", "cuda",
                                                      "hip/", "nvrtc", "netcdf"};
    return std::any_of(kGuarded.begin(), kGuarded.end(),
                       [&](const std::string& prefix) { return startsWith(header, prefix); });
}

bool anyPrefix(const std::vector<std::string>& prefixes, const std::string& header) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const std::string& prefix) { return startsWith(header, prefix); });
}

bool allowed(const Rule& rule, const std::string& path, bool quoted, const std::string& header) {
    const bool isPrivate = path.find("/detail/") != std::string::npos;
    const bool source = isPrivate || path.substr(path.find_last_of('.')) == ".cpp";
    if (!quoted)
        return !isGuarded(header) || anyPrefix(rule.libraries, header) ||
               startsWith(header, "tl/") || (source && anyPrefix(rule.privately, header));
    if (header.find('/') == std::string::npos) // a generated file of its own module
        return true;
    if (inFolder(header, rule.folder))
        return true;
    if (header.find("/detail/") != std::string::npos) // private to its module
        return false;
    return std::any_of(rule.modules.begin(), rule.modules.end(),
                       [&](const std::string& module) { return inFolder(header, module); });
}

struct Include {
    int line;
    bool quoted;
    std::string header;
};

std::vector<Include> includesOf(const fs::path& file) {
    std::vector<Include> found;
    std::ifstream in(file);
    std::string text;
    for (int line = 1; std::getline(in, text); ++line) {
        if (!startsWith(text, "#include "))
            continue;
        const auto open = text.find_first_of("<\"", 9);
        const auto close = text.find_first_of(">\"", open + 1);
        if (open == std::string::npos || close == std::string::npos)
            continue;
        found.push_back({line, text[open] == '"', text.substr(open + 1, close - open - 1)});
    }
    return found;
}

std::vector<std::string> violationsIn(const fs::path& root, const std::string& top) {
    std::vector<std::string> violations;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
        const auto extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp")
            continue;
        const std::string path = fs::relative(entry.path(), root).generic_string();
        const Rule* rule = ruleFor(path);
        if (!rule) {
            violations.push_back(path + ": no rule of the layering table covers this folder");
            continue;
        }
        for (const auto& include : includesOf(entry.path()))
            if (!allowed(*rule, path, include.quoted, include.header))
                violations.push_back(path + ":" + std::to_string(include.line) + ": " +
                                     rule->folder + " must not include " + include.header);
    }
    std::sort(violations.begin(), violations.end());
    return violations;
}

} // namespace

TEST_CASE("modules include only what the layering table allows") {
    const fs::path root = mw::test::sourceFile("");
    for (const std::string top : {"core", "transforms", "viewers", "app", "samples"})
        for (const auto& violation : violationsIn(root, top))
            FAIL_CHECK(violation);
    SUCCEED();
}

TEST_CASE("the layering rules refuse what they should") {
    const Rule* ir = ruleFor("core/ir/node.h");
    REQUIRE(ir);
    CHECK_FALSE(allowed(*ir, "core/ir/node.h", true, "core/io/file.h"));
    CHECK_FALSE(allowed(*ir, "core/ir/node.cpp", false, "QWidget"));
    CHECK_FALSE(allowed(*ruleFor("core/io/file.h"), "core/io/file.h", false, "nlohmann/json.hpp"));
    CHECK(allowed(*ruleFor("core/io/file.h"), "core/io/file.cpp", false, "nlohmann/json.hpp"));
    CHECK_FALSE(
        allowed(*ruleFor("core/exec/a.cpp"), "core/exec/a.cpp", true, "core/io/detail/json.h"));
    CHECK_FALSE(allowed(*ruleFor("viewers/layout/layout.h"), "viewers/layout/layout.cpp", false,
                        "QString"));
    CHECK_FALSE(allowed(*ruleFor("viewers/panels/a.h"), "viewers/panels/a.h", true, "app/gui/b.h"));
    CHECK_FALSE(
        allowed(*ruleFor("transforms/x.cpp"), "transforms/x.cpp", true, "core/codegen/plan.h"));
}

} // namespace layering_test
