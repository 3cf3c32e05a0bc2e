// Every symbolic text of every corpus file: it parses, prints stably, and survives the way through
// the other dialects.

#include "core/symbolic/expr.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <array>
#include <set>
#include <string>

namespace corpus_test {

using namespace mw::symbolic;

namespace {

using Json = nlohmann::json;
using Texts = std::set<std::string>;

std::string contentOf(const std::filesystem::path& path) {
    std::string text;
    gzFile file = gzopen(path.c_str(), "rb"); // reads what is not compressed as it is
    REQUIRE(file != nullptr);
    std::array<char, 1U << 16U> part{};
    for (int n = 0; (n = gzread(file, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(n));
    gzclose(file);
    return text;
}

void addTexts(const Json& value, Texts& into) {
    if (value.is_string())
        into.insert(value.get<std::string>());
    else if (value.is_array() || value.is_object())
        for (const Json& item : value)
            addTexts(item, into);
}

bool isSymbolic(const std::string& key) {
    static const std::set<std::string> kKeys = {
        "shape", "strides", "total_size",     "offset",      "start",   "end",       "step",
        "tile",  "volume",  "symbol_mapping", "buffer_size", "num_pes", "executions"};
    return kKeys.count(key) > 0;
}

void collect(const Json& value, Texts& symbolic, Texts& code) {
    if (value.is_array())
        for (const Json& item : value)
            collect(item, symbolic, code);
    if (!value.is_object())
        return;
    for (const auto& [key, item] : value.items()) {
        if (isSymbolic(key))
            addTexts(item, symbolic);
        else if (key == "assignments")
            addTexts(item, code);
        else if ((key == "condition" || key == "loop_condition") && item.is_object())
            addTexts(item.value("string_data", Json()), code);
        collect(item, symbolic, code);
    }
}

void check(const std::string& text, Dialect dialect) {
    const auto e = parse(text, dialect);
    INFO(text);
    if (!e)
        FAIL(e.error().sentence);
    for (const Dialect other : {Dialect::plain, Dialect::dollar, Dialect::code}) {
        const std::string printed = print(*e, other);
        const auto back = parse(printed, other);
        if (!back || *back != *e || print(*back, other) != printed)
            FAIL("not stable: " << printed);
    }
    if (!equal(*e, expand(*e)))
        FAIL("expand changes it: " << print(expand(*e)));
}

} // namespace

TEST_CASE("all symbolic texts of the corpus") {
    const auto folder = mw::test::corpus();
    if (!folder)
        return mw::test::skip("no corpus");
    Texts plain;
    Texts dollar;
    Texts code;
    for (const auto& path : mw::test::someGraphsBelow(*folder)) {
        const Json root = Json::parse(contentOf(path));
        const std::string version = root.value("dace_version", std::string());
        const bool isDollar = version >= "2.0.0a4";
        collect(root, isDollar ? dollar : plain, code);
    }
    for (const std::string& text : plain)
        check(text, Dialect::plain);
    for (const std::string& text : dollar)
        check(text, Dialect::dollar);
    for (const std::string& text : code)
        check(text, Dialect::code);
    CHECK(plain.size() + dollar.size() > 1000);
}

} // namespace corpus_test
