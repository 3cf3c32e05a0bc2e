// Small programs and steps that the tests of single transformations have in common.
#include "tests/transforms/transformation_case.h"

#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/equivalence.h"

namespace mw::test {

std::string TwoMaps::text() const {
    return "sdfg two {\n  symbols N:int32\n  array a float64 [N]\n  array b float64 [N]\n  " +
           temporary + "\n" + moreContainers +
           "  state main {\n    n0 = access a\n    n1 = map first [" + firstRange + "]" +
           firstAttributes +
           " -> n3\n    n2 = tasklet t1 `o = (x * 2.0)`\n    n3 = exit n1\n    n4 = access tmp\n"
           "    n5 = map second [" +
           secondRange +
           "] -> n7\n    n6 = tasklet t2 `o = (x + 1.0)`\n    n7 = exit n5\n    n8 = access b\n" +
           moreNodes +
           "    n0 -> n1.IN_a : a[0:N]\n    n1.OUT_a -> n2.x : a[i]\n    n2.o -> n3.IN_tmp : " +
           firstWrites +
           "\n    n3.OUT_tmp -> n4 : tmp[0:N]\n    n4 -> n5.IN_tmp : tmp[0:N]\n    n5.OUT_tmp -> "
           "n6.x : " +
           secondReads + "\n    n6.o -> n7.IN_b : " + secondWrites +
           "\n    n7.OUT_b -> n8 : b[0:N]\n" + moreEdges + "  }\n" + moreStates + "}\n";
}

std::string pointwiseOver(const std::string& ranges, const std::string& attributes) {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array b float64 [N, M]
  state main {
    a = access a
    m = map comp [)" +
           ranges + "]" + attributes + R"( -> x
    t = tasklet t `o = (x + 1.0)`
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> t.x : a[i, j]
    t.o -> x.IN_b : b[i, j]
    x.OUT_b -> b : b[0:N, 0:M]
  }
}
)";
}

namespace {

/// One input or output of mapOf(): "p : a[i] @again".
struct MapEnd {
    explicit MapEnd(const std::string& text) : connector(text.substr(0, text.find(" : "))) {
        const auto at = text.find(" @");
        memlet = text.substr(connector.size() + 3, at - connector.size() - 3);
        data = memlet.substr(0, memlet.find('['));
        node = at == std::string::npos ? data : text.substr(at + 2);
    }
    /// What the map touches in all of its iterations.
    std::string outer() const {
        const auto end = memlet.find(']') + 1;
        const auto subset = memlet.substr(data.size(), end - data.size());
        return data + (has(subset, "i") ? "[0:N]" : subset) + memlet.substr(end);
    }

    std::string connector, memlet, data, node;
};

} // namespace

std::string mapOf(const std::string& label, const std::vector<std::string>& reads,
                  const std::string& code, const std::vector<std::string>& writes) {
    const std::string m = "m_" + label, x = "x_" + label, t = "t_" + label;
    std::string text = "    " + m + " = map " + label + " [i = 0:N] -> " + x + "\n    " + t +
                       " = tasklet " + label + " `" + code + "`\n    " + x + " = exit " + m + "\n";
    for (const auto& read : reads) {
        const MapEnd end(read);
        text += "    " + end.node + " -> " + m + ".IN_" + end.node + " : " + end.outer() +
                "\n    " + m + ".OUT_" + end.node + " -> " + t + "." + end.connector + " : " +
                end.memlet + "\n";
    }
    for (const auto& write : writes) {
        const MapEnd end(write);
        text += "    " + t + "." + end.connector + " -> " + x + ".IN_" + end.node + " : " +
                end.memlet + "\n    " + x + ".OUT_" + end.node + " -> " + end.node + " : " +
                end.outer() + "\n";
    }
    return text;
}

std::string calling(const std::string& program, const Passed& inputs, const Passed& outputs) {
    const auto behind = [&](const std::string& beginning) {
        const auto at = program.find(beginning);
        REQUIRE(at != std::string::npos);
        const auto from = at + beginning.size();
        return program.substr(from, program.find('\n', from) - from);
    };
    const auto all = [](std::string shape) { // [N, M] -> [0:N, 0:M]
        for (auto at = shape.find_first_of("[ "); at != std::string::npos;
             at = shape.find(' ', at + 1))
            shape.insert(at + 1, "0:");
        return shape;
    };
    const std::string symbols = behind("  symbols ");
    std::string mapping;
    for (std::size_t at = 0; at < symbols.size(); at = symbols.find_first_of(" ", at + 1)) {
        const auto from = at == 0 ? 0 : at + 1;
        const auto name = symbols.substr(from, symbols.find(':', from) - from);
        mapping += (mapping.empty() ? "" : ", ") + name + ": " + name;
    }
    std::map<std::string, std::string> shapes;
    std::string edges, nodes;
    for (const bool in : {true, false})
        for (const auto& [inner, outer] : in ? inputs : outputs) {
            const auto shape = shapes[outer] = behind("array " + inner + " float64 ");
            const auto node = (in ? "from_" : "to_") + inner;
            nodes += "    " + node + " = access " + outer + "\n";
            edges += "    " + (in ? node + " -> call." + inner : "call." + inner + " -> " + node) +
                     " : " + outer + all(shape) + "\n";
        }
    std::string text = "sdfg caller {\n  symbols " + symbols + "\n";
    for (const auto& [name, shape] : shapes)
        text += "  array " + name + " float64 " + shape + "\n";
    return text + "  state main {\n    call = nested inner {" + mapping + "} = " + program + nodes +
           edges + "  }\n}\n";
}

ir::DocumentPtr parsed(const std::string& text) {
    const auto document = ir::parseDump(text);
    INFO(text);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

const transforms::Transformation& transformation(const std::string& name) {
    const auto* found = transforms::findTransformation(name);
    REQUIRE(found);
    return *found;
}

ir::DocumentPtr appliedEverywhere(const std::string& name, const std::string& text,
                                  const transforms::Params& params, std::size_t times) {
    const auto before = parsed(text);
    const auto steps = transforms::applyEverywhere(transformation(name), before, params);
    if (!steps)
        FAIL(toString(steps.error()));
    CHECK(steps->size() == times);
    const auto after = transforms::lastDocument(before, *steps);
    if (const auto found = difference(*before, *after))
        FAIL_CHECK(*found);
    return after;
}

std::optional<transforms::Refusal> refusal(const std::string& name, const std::string& text,
                                           const transforms::Params& params) {
    const auto& t = transformation(name);
    const transforms::DocumentView view(parsed(text));
    const auto matches = t.find(view, {});
    REQUIRE_FALSE(matches.empty());
    const auto complete = transforms::completeParams(t, params);
    REQUIRE(complete.has_value());
    const auto checked = t.check(view, matches.front(), *complete);
    const auto* refusal = transforms::refusalOf(checked);
    if (!refusal)
        return std::nullopt;
    CHECK_FALSE(refusal->sentence.empty());
    return *refusal;
}

std::string textAfter(const std::string& name, const std::string& text,
                      const transforms::Params& params, std::size_t times) {
    return ir::dump(*appliedEverywhere(name, text, params, times)->root);
}

std::string refusalName(const std::string& name, const std::string& text,
                        const transforms::Params& params) {
    const auto found = refusal(name, text, params);
    return found ? std::to_string(found->condition) + " " + found->code : "applies";
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::size_t countOf(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

} // namespace mw::test
