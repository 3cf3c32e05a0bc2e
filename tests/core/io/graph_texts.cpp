// Members of graph files, as JSON, for the tests of reader and writer.
#include "tests/core/io/graph_texts.h"

#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

namespace mw::test {

namespace fs = std::filesystem;

json fileValue(const fs::path& file) {
    auto bytes = io::readFile(file);
    REQUIRE(bytes);
    if (io::isGzip(*bytes)) {
        auto text = io::gunzip(*bytes, std::size_t{1} << 30U);
        REQUIRE(text);
        return json::parse(*text);
    }
    return json::parse(*bytes);
}

ir::DocumentPtr mustRead(const std::string& text) {
    auto document = io::readSdfg(text);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

ir::DocumentPtr mustRead(const json& value) {
    return mustRead(value.dump());
}

json written(const ir::Document& document, std::optional<symbolic::Dialect> dialect) {
    auto text = io::writeSdfg(document, {dialect, std::nullopt});
    if (!text)
        FAIL(toString(text.error()));
    return json::parse(*text);
}

std::string firstDifference(const json& a, const json& b, const std::string& at) {
    if (a == b)
        return {};
    if (a.is_object() && b.is_object()) {
        for (const auto& [key, value] : a.items()) {
            if (!b.contains(key))
                return at + "/" + key + " is missing";
            if (auto text = firstDifference(value, b[key], at + "/" + key); !text.empty())
                return text;
        }
        for (const auto& [key, value] : b.items())
            if (!a.contains(key))
                return at + "/" + key + " is new: " + value.dump().substr(0, 200);
    }
    if (a.is_array() && b.is_array() && a.size() == b.size())
        for (std::size_t i = 0; i < a.size(); ++i)
            if (auto text = firstDifference(a[i], b[i], at + "/" + std::to_string(i));
                !text.empty())
                return text;
    return at + ": " + a.dump().substr(0, 200) + " became " + b.dump().substr(0, 200);
}

std::vector<fs::path> corpusGraphs(std::size_t most) {
    const auto root = corpus();
    if (!root) {
        skip("no corpus of real graphs (MAPWRIGHT_CORPUS, ../shared/corpus)");
        return {};
    }
    if (most == 0)
        return someGraphsBelow(*root);
    auto all = graphsBelow(*root);
    if (all.size() <= most)
        return all;
    std::vector<fs::path> some;
    for (std::size_t i = 0; i < most; ++i)
        some.push_back(all[i * all.size() / most]);
    return some;
}

} // namespace mw::test
