// The code of two variants side by side, and a measurement with another variant first.
#include "core/bench/baseline.h"
#include "core/bench/rows.h"
#include "core/bench/source_difference.h"
#include "tests/support/catch.h"

namespace source_difference_test {

using namespace mw;
using namespace mw::bench;

namespace {

struct Written {
    std::string name, body;
    std::vector<std::uint32_t> origins;
};

/// A source with two shared lines, then kernels with a line between.
VariantSource sourceOf(const std::vector<Written>& kernels, const std::string& shared = "helper") {
    VariantSource made;
    made.source.text = "// program\n" + shared + "\n\n";
    int line = 4;
    for (const auto& kernel : kernels) {
        const auto text = "void " + kernel.name + "() {\n" + kernel.body + "}\n";
        const auto lines = static_cast<int>(std::ranges::count(text, '\n'));
        made.source.text += text + "\n";
        made.source.kernels.push_back(
            {static_cast<int>(made.kernels.size()), line, line + lines - 1});
        line += lines + 1;
        KernelRow row;
        row.name = row.label = kernel.name;
        for (const auto id : kernel.origins)
            row.origins.push_back(NodeId{id});
        made.kernels.push_back(row);
    }
    return made;
}

std::string text(const VariantSource& first, const VariantSource& second) {
    return toText(sourceDifference(first, second), first.source.text, second.source.text);
}

} // namespace

TEST_CASE("source difference: kernels stand beside those that they pair with, in any order") {
    const auto first = sourceOf({{"a", "x = 1;\n", {1}}, {"b", "y = 2;\n", {2}}});
    const auto second = sourceOf({{"b", "y = 2;\n", {2}}, {"a", "x = 3;\n", {1}}});
    CHECK(text(first, second) == "  // program\n"
                                 "  helper\n"
                                 "  \n"
                                 "  void b() {\n"
                                 "  y = 2;\n"
                                 "  }\n"
                                 "  \n"
                                 "  void a() {\n"
                                 "~-x = 1;\n"
                                 "~+x = 3;\n"
                                 "  }\n");
}

TEST_CASE("source difference: a fused kernel stands beside all that it replaced") {
    const auto first = sourceOf({{"a", "t = f(u);\n", {1}}, {"b", "v = g(t);\n", {2}}}, "old one");
    const auto second = sourceOf({{"b", "t = f(u);\nv = g(t);\n", {1, 2}}}, "quite another");
    const auto difference = sourceDifference(first, second);
    REQUIRE(difference.pairs.size() == 1);
    CHECK(difference.pairs[0].first == std::vector{0, 1});
    CHECK(text(first, second) == "  // program\n"
                                 "- old one\n"
                                 "+ quite another\n"
                                 "  \n"
                                 "- void a() {\n"
                                 "- t = f(u);\n"
                                 "- }\n"
                                 "  void b() {\n"
                                 "+ t = f(u);\n"
                                 "  v = g(t);\n"
                                 "  }\n");
    CHECK(difference.changes == std::vector<std::size_t>{1, 4, 8});
    CHECK(difference.changeAfter(1) == 4);
    CHECK(difference.changeBefore(4) == 1);
    CHECK(difference.changeAfter(8) == SourceDifference::npos);
    CHECK(difference.changeBefore(1) == SourceDifference::npos);
    CHECK(difference.lines[4].first == 4); // counted in the whole text
    CHECK(difference.lines[4].pair == 0);
}

TEST_CASE("source difference: kernels that only one side has are all added or all removed") {
    const auto first = sourceOf({{"a", "x;\n", {1}}, {"gone", "y;\n", {2}}});
    const auto second = sourceOf({{"a", "x;\n", {1}}, {"fresh", "z;\n", {3}}});
    const auto all = text(first, second);
    CHECK(all.find("+ void fresh() {\n+ z;\n+ }\n") != std::string::npos);
    CHECK(all.ends_with("- void gone() {\n- y;\n- }\n"));
    CHECK(text(first, first).find_first_of("+-~") == std::string::npos);
}

TEST_CASE("source difference: texts without kernels are set side by side as they are") {
    const auto difference = textDifference("a\nb\n", "a\nc\n");
    CHECK(toText(difference, "a\nb\n", "a\nc\n") == "  a\n- b\n+ c\n");
    CHECK(difference.changes == std::vector<std::size_t>{1});
}

TEST_CASE("any variant can be what the others are set against") {
    BenchResult result;
    for (const auto& [name, us] :
         {std::pair("original", 40.0), {"fused", 20.0}, {"blocked", 10.0}}) {
        auto& variant = result.variants.emplace_back();
        variant.name = name;
        KernelRow row;
        row.name = row.label = "a";
        row.origins = {NodeId{1}};
        row.samples = variant.deviceSamples = std::vector<double>(20, us);
        row.time = variant.device = summarise(row.samples);
        variant.kernels = {row};
    }
    const auto other = withBaseline(result, 1);
    CHECK(other.variants[0].name == "fused");
    CHECK(other.variants[1].name == "original");
    CHECK(other.variants[2].name == "blocked");
    CHECK(other.variants[1].ratio.low == Approx(2));
    CHECK(other.variants[2].ratio.high == Approx(0.5));
    const auto rows = timingRows(other);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].cells[2]->ratio == Approx(0.5));
    CHECK(rows[0].cells[0]->samples.size() == 20);
}

} // namespace source_difference_test
