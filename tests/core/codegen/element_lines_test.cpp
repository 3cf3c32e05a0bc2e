// Lines of generated code, and the elements of the graph that they were made of.
#include "core/codegen/element_lines.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <sstream>

namespace element_lines_test {

using namespace mw;
using namespace mw::codegen;

namespace {

// A map around a loop of a map of its own (written out by a pass), with a copy before both.
constexpr const char* kGraph = R"(sdfg deep {
  array x float64 [100, 3]
  array y float64 [100]
  array s float64 [3] transient
  state main {
    a = access x
    m = map outer [i = 0:100] -> e
    n = map inner [j = 0:3] -> g
    f = tasklet twice `o = (2.0 * v)`
    g = exit n
    s = access s
    h = tasklet last `o = v + 1.0`
    e = exit m
    c = access y
    a -> m.IN_x : x[0:100, 0:3]
    m.OUT_x -> n.IN_x : x[i, 0:3]
    n.OUT_x -> f.v : x[i, j]
    f.o -> g.IN_s : s[j]
    g.OUT_s -> s : s[0:3]
    s -> h.v : s[2]
    h.o -> e.IN_y : y[i]
    e.OUT_y -> c : y[0:100]
  }
}
)";

struct Deep {
    ir::DocumentPtr document;
    ir::DocumentIndex index;

    static ir::DocumentPtr read() {
        auto parsed = ir::parseDump(kGraph);
        INFO((parsed ? "" : parsed.error().sentence));
        REQUIRE(parsed);
        return *parsed;
    }
    Deep() : document(read()), index(document) {}

    ElementId node(const std::string& name) const {
        for (const BlockId state : index.states())
            for (const auto& one : index.find(state)->block->as<ir::State>()->nodes)
                if (ir::displayName(*one) == name && !one->isExit())
                    return one->id;
        FAIL("no node " << name);
        return {};
    }
};

std::vector<std::string> linesOf(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// The text of these lines, one behind the other.
std::string textOf(const Source& source, const std::vector<int>& lines) {
    const auto all = linesOf(source.text);
    std::string text;
    for (const int line : lines)
        text += all.at(static_cast<std::size_t>(line) - 1) + "\n";
    return text;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("every line of a kernel is made of something, for every target") {
    const Deep deep;
    for (const Target target : {Target::cpu, Target::cuda, Target::hip}) {
        auto plan = lower(*deep.document);
        INFO((plan ? "" : plan.error().sentence));
        REQUIRE(plan);
        REQUIRE(chooseLaunches(*plan, launchDevice(target)));
        const Source source = print(*plan, target);
        REQUIRE(source.elements.size() == linesOf(source.text).size());
        REQUIRE(source.kernels.size() == 1);
        const auto& lines = source.kernels[0];
        for (int line = lines.firstLine; line <= lines.lastLine; ++line)
            CHECK(source.elements[static_cast<std::size_t>(line) - 1]);
        CHECK_FALSE(source.elements[0]); // the heading of the whole

        const ElementLines of(source.elements, deep.index);
        const auto last = textOf(source, of.of({deep.node("last")}));
        CHECK(has(last, "y["));
        CHECK(has(last, "+ 1.0"));
        CHECK_FALSE(has(last, "2.0 *"));
        const auto twice = textOf(source, of.of({deep.node("twice")}));
        CHECK(std::ranges::count(twice, '*') >= 3); // the loop is written out
        CHECK_FALSE(has(twice, "+ 1.0"));
        // Maps have what is inside of them, the kernel's the whole of it.
        const auto inner = of.of({deep.node("inner")});
        CHECK(std::ranges::includes(inner, of.of({deep.node("twice")})));
        CHECK_FALSE(std::ranges::includes(inner, of.of({deep.node("last")})));
        CHECK(of.of({deep.node("outer")}).size() ==
              static_cast<std::size_t>(lines.lastLine - lines.firstLine + 1));
        // An array has those that touch it.
        CHECK(of.of({deep.node("x")}) == of.of({deep.node("twice")}));
        CHECK(of.of({deep.node("y")}) == of.of({deep.node("last")}));
        CHECK(of.of({deep.node("x"), deep.node("y")}).size() ==
              of.of({deep.node("x")}).size() + of.of({deep.node("y")}).size());
        CHECK(of.of({deep.document->root->id}).size() == of.of({deep.node("outer")}).size());
        CHECK(of.of({ElementId{999'999}}).empty());
    }
}

TEST_CASE("what passes make of a kernel leads to the graph as well") {
    const Deep deep;
    const auto passes = dumpPasses(*deep.document, {});
    REQUIRE(passes);
    const auto lines = linesOf(passes->text);
    REQUIRE(passes->elements.size() == lines.size());
    for (std::size_t line = 0; line < lines.size(); ++line) {
        INFO(lines[line]);
        CHECK(passes->elements[line]);
        if (lines[line].starts_with("== "))
            CHECK(passes->elements[line] == deep.node("outer"));
        if (has(lines[line], "+ 1.0"))
            CHECK(passes->elements[line] == deep.node("last"));
        if (has(lines[line], "2.0 *"))
            CHECK(passes->elements[line] == deep.node("twice"));
    }
}

} // namespace element_lines_test
