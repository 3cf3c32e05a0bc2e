// Where the corpus of real graphs and the files of the repository are.
#include "tests/support/corpus.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace mw::test {

namespace fs = std::filesystem;

std::optional<fs::path> corpus() {
    const char* set = std::getenv("MAPWRIGHT_CORPUS");
    fs::path folder = set ? fs::path(set) : fs::path(MW_SOURCE_DIR) / ".." / "shared" / "corpus";
    if (!fs::is_directory(folder))
        return std::nullopt;
    return fs::weakly_canonical(folder);
}

std::vector<fs::path> graphsBelow(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const auto extension = entry.path().extension();
        if (extension == ".sdfg" || extension == ".sdfgz")
            found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<fs::path> someGraphsBelow(const fs::path& folder) {
    auto all = graphsBelow(folder);
    if (std::getenv("MAPWRIGHT_LONG"))
        return all;
    constexpr std::size_t kEvery = 3;
    std::vector<fs::path> some;
    std::size_t number = 0;
    for (auto at = all.begin(); at != all.end();) {
        const auto end = std::find_if(at, all.end(), [&](const fs::path& other) {
            return other.parent_path() != at->parent_path();
        });
        const auto before = some.size();
        for (auto file = at; file != end; ++file)
            if (number++ % kEvery == 0)
                some.push_back(*file);
        if (some.size() == before)
            some.push_back(*at);
        at = end;
    }
    return some;
}

std::vector<fs::path> nabla4Graphs() {
    const auto root = corpus();
    if (!root)
        return {};
    const fs::path old = *root / "gt4py-1.0.9" / "calculate_nabla4";
    const fs::path today = *root / "gt4py-1.2.1" / "calculate_nabla4";
    return {old / "initial.sdfgz", old / "optimized.sdfgz", old / "simplified.sdfgz",
            today / "initial.sdfgz", today / "optimized.sdfgz"};
}

fs::path sourceFile(const std::string& relative) {
    return fs::path(MW_SOURCE_DIR) / relative;
}

void skip(const std::string& why) {
    std::cerr << "SKIPPED: " << why << '\n';
}

} // namespace mw::test
