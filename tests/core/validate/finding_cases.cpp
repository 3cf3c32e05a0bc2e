// For every code a correct program and the mistake in it that the code is for.
#include "tests/core/validate/finding_cases.h"

#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "core/validate/validate.h"
#include "tests/core/validate/finding_programs.h"
#include "tests/support/catch.h"

namespace mw::test {

namespace {

std::vector<FindingCase> sdfgCases() {
    return {
        {"invalid-name", kMap, {{"sdfg small", "sdfg \"1small\""}}},
        {"invalid-name", kMap, {{"array a", "array \"a-b\""}}},
        {"invalid-name", kMap, {{"state main", "state \"my state\""}}},
        {"invalid-name", kMap, {{"map m ", "map \"m m\" "}}},
        {"invalid-name", kMap, {{"tasklet t ", "tasklet \"t t\" "}}},
        {"invalid-name", kFlow, {{"with q", "with \"2q\""}}},
        {"rounding-division",
         kMap,
         {{"n1.OUT_a -> n2.x : a[i]", "n1.OUT_a -> n2.x : a[int_floor(i - 1, 2)]"}}},
        {"name-used-twice", kMap, {{"symbols N:int32", "symbols N:int32 b:int32"}}},
        {"undefined-size", kTemporary, {{"tmp float64 [N]", "tmp float64 [?]"}}},
        {"negative-size", kMap, {{"b float64 [8]", "b float64 [-8]"}}},
        {"stride-count", kMap, {{"b float64 [8]", "b float64 [8] strides [1, 1]"}}},
        {"offset-count", kMap, {{"b float64 [8]", "b float64 [8] offset [0, 0]"}}},
        {"persistent-register",
         kTemporary,
         {{"tmp float64 [N] transient",
           "tmp float64 [N] transient storage Register lifetime Persistent"}}},
        {"alias-lifetime",
         kViews,
         {{"view v float64 [N] transient", "view v float64 [N] transient lifetime SDFG"}}},
        {"scalar-return", kMap, {{"array a", "scalar __return float64\n  array a"}}},
        {"constant-type", kMap, {{"symbols N:int32", "symbols N:int32\n  constant N = 2.5"}}},
        {"undeclared-symbol",
         kMap,
         {{"symbols N:int32", ""}, {"n1 = map m [i = 0:8]", "n1 = map m [i = 0:N]"}}},
        {"undeclared-symbol", kNested, {{"sdfg inner {\n      symbols N:int32", "sdfg inner {"}}},
        {"dead-symbols", kMap, {{"symbols N:int32", "symbols N:int32 M:int32"}}},
        {"dead-symbols",
         kNested,
         {{"{N: N} = sdfg inner {\n      symbols N:int32",
           "{M: N, N: N} = sdfg inner {\n      symbols M:int32 N:int32"}}},
        {"unused-containers", kMap, {{"array a", "array tmp float64 [N] transient\n  array a"}}},
    };
}

std::vector<FindingCase> controlFlowCases() {
    return {
        {"no-blocks", "sdfg p {\n  state s {\n  }\n}\n", {{"state s {\n  }\n", ""}}},
        {"duplicate-label",
         kFlow,
         {{"state second", "state first"},
          {"first -> second", "first#0 -> first#1"},
          {"second -> l", "first#1 -> l"}}},
        {"no-start", kFlow, {{"  first -> second with q = `N + 1`\n", ""}}},
        {"ambiguous-successor", kFlow, {{"l -> b", "l -> b\n  l -> b"}}},
        {"unreachable-block", kFlow, {{"l -> b", "start first"}}},
        {"jump-outside-loop", kFlow, {{"l -> b", "break stop\n  l -> b\n  b -> stop"}}},
        {"loop-without-condition", kFlow, {{"`k < N`", "``"}}},
        {"else-not-last", kFlow, {{"if `N > 2` yes", "else yes"}}},
        {"undefined-symbol", kFlow, {{"if `q > s`", "if `unknown > s`"}}},
        {"undefined-symbol", kFlow, {{"`k < N`", "`k < unknown`"}}},
        {"undefined-symbol", kFlow, {{"if `N > 2`", "if `unknown > 2`"}}},
        {"unreadable-code", kFlow, {{"if `q > s`", "if `q >< s`"}}},
        {"host-reads-device", kFlow, {{"scalar s int32", "scalar s int32 storage GPU_Global"}}},
        {"assignment-to-container", kFlow, {{"with q", "with s"}, {"q > s", "N > s"}}},
        {"assignment-race", kFlow, {{"with q = `N + 1`", "with q = `N + 1` with p = `q + 1`"}}},
        {"canonical-rule-4", kFlow, {{"if `q > s`", "if `q > a[0]`"}}},
        {"canonical-rule-5", kFlow, {{"l -> b", "l -> b\n  l -> second if `N > 4`"}}},
        {"canonical-rule-6", kFlow, {{"array out float64 [N]", "array out float64 [N] transient"}}},
        {"read-before-write",
         kFlow,
         {{"array a float64", "array a float64 [N] transient\n  array z float64"},
          {"state second {\n    n0 = access a\n    n1 = access out\n    n0 -> n1 : a[0:N] -> [0:N]",
           "state second {\n    n0 = access z\n    n1 = access a\n    n0 -> n1 : z[0:N] -> "
           "[0:N]"}}},
        {"reference-before-set",
         kViews,
         {{"n0 -> n1.set : a[0:N] -> [0:N]", "n0 -> n1 : a[0:N] -> [0:N]"}}},
        {"unwritten-read",
         kTemporary,
         {{"n5 = map m2 [i_K_gtx_vertical = 0:N]", "n5 = map m2 [i_K_gtx_vertical = 0:N + 1]"}}},
        {"maybe-unwritten",
         kTemporary,
         {{"symbols N:int32", "symbols N:int32 M:int32"},
          {"n1 = map m [i_K_gtx_vertical = 0:N]", "n1 = map m [i_K_gtx_vertical = 0:M]"}}},
    };
}

std::vector<FindingCase> nodeCases() {
    return {
        {"map-parameters", kMap, {{"[i = 0:8]", "[]"}}},
        {"map-parameters", kMap, {{"[i = 0:8]", "[i = 0:8, i = 0:8]"}}},
        {"map-step", kMap, {{"i = 0:8]", "i = 0:8:-1]"}}},
        {"empty-map", kMap, {{"i = 0:8]", "i = 4:4]"}}},
        {"unpaired-scope", kMap, {}, false, "m.exit"},
        {"consume-stream", kStream, {{"n0 -> n1.IN_stream : s[0]", "n0 -> n1 : s[0]"}}},
        {"isolated-node", kMap, {{"    n3.OUT_b -> n4 : b[0:8]\n", ""}}},
        {"isolated-node", kMap, {{"n4 = access b", "n4 = access b\n    n5 = access a"}}},
        {"dataflow-cycle",
         kInPlace,
         {{"n1 -> n2 : g[0:7] -> [0:7]",
           "n1 -> n0 : g[0:7] -> [0:7]\n    n1 -> n2 : g[0:7] -> [0:7]"}}},
        {"index-count", kMap, {{"`o = (x * 2.0)`", "`o = x[0]`"}}},
        {"raw-code", kMap, {{"`o = (x * 2.0)`", "`o = x;` CPP"}}},
        {"unknown-function", kMap, {{"[i = 0:8]", "[i = 0:8 + system(l64a(249920))]"}}},
        {"unknown-function", kMap, {{"float64 [8]", "float64 [8 + getpid()]"}}},
        {"unknown-function", kMap, {{": b[i]", ": b[rand() + i]"}}},
        {"invalid-name", kMap, {{"symbols N:int32", "symbols N:int32 \"a-b\":int32"}}},
        {"unknown-name-in-tasklet", kMap, {{"`o = (x * 2.0)`", "`o = (x * factor)`"}}},
        {"unreadable-code", kMap, {{"`o = (x * 2.0)`", "`for i in x: o = i`"}}},
        {"library-edges",
         kLibrary,
         {{"n0 -> n1._in : a[0:N]",
           "n5 = access c\n    n0 -> n1._in : a[0:N]\n    n5 -> n1._more : c[0:N]"}}},
        {"library-edges", kLibrary, {{"n0 -> n3._cpy_in", "n0 -> n3._other"}}},
        {"library-type", kLibrary, {{"array c float64", "array c float32"}}},
        {"library-mask",
         kLibrary,
         {{"array table int32 [N, 4]", "array table int32 [4]"}, {"table[0, 0:4]", "table[0:4]"}}},
        {"unknown-node", kLibrary, {{"nodes.reduce.Reduce", "nodes.reduce.Unheard"}}},
        {"unknown-type", kMap, {{"array b float64", "array b \"\\\"float63\\\"\""}}},
        {"version-dependent", kMap, {{"`o = (x * 2.0)`", "`o = (x * (N // 2))`"}}},
        {"no-such-container", kMap, {{"access b", "access c"}}},
        {"ambiguous-view",
         kViews,
         {{"n0 -> n1.views : a[0:N] -> [0:N]", "n0 -> n1 : v[0:N] -> [0:N]"}}},
        {"guessed-view",
         kViews,
         {{"n0 -> n1.views : a[0:N]", "n0 -> n1 : a[0:N]"},
          {"n1 -> n2 : v[0:N]", "n1 -> n2 : out[0:N]"}}},
        {"never-written", kMap, {{"array a float64 [N]", "array a float64 [N] transient"}}},
        {"parameter-hides-name",
         kMap,
         {{"[i = 0:8]", "[N = 0:8]"}, {"a[i]", "a[N]"}, {"b[i]", "b[N]"}}},
        {"wcr-without-initialisation", kSum, {{"access acc setzero", "access acc"}}},
        {"host-reads-device", kDevice, {{"storage CPU_Heap", "storage GPU_Global"}}},
        {"canonical-rule-3", kInPlace, {{"n0 -> n1 : g[0:7]", "n0 -> n1 : g[1:8]"}}},
        {"canonical-rule-7",
         kInPlace,
         {{"n0 -> n1 : g[0:7] -> [0:7]",
           "n0 -> n1 : g[0:4] -> [0:4]\n    n0 -> n1 : g[4:7] -> [4:7]"}}},
        {"canonical-rule-8",
         kTemporary,
         {{"n4 -> n5.IN_tmp", "n9 = access tmp\n    n9 -> n5.IN_tmp"},
          {"n7.OUT_out -> n8 : out[0:N]", "n7.OUT_out -> n8 : out[0:N]\n    n4 -> n9"}}},
        {"canonical-rule-9",
         kTemporary,
         {{"n4 -> n5.IN_tmp", "n9 = access tmp\n    n9 -> n5.IN_tmp"},
          {"n7.OUT_out -> n8 : out[0:N]", "n7.OUT_out -> n8 : out[0:N]\n    n4 -> n9"}}},
        {"canonical-rule-10", kLocal, {{"transient storage Register", "transient lifetime SDFG"}}},
        {"canonical-rule-11",
         kTemporary,
         {{"n1 = map m [i_K_gtx_vertical", "n1 = map m [other"},
          {"a[i_K_gtx_vertical]", "a[other]"},
          {"o -> n3.IN_tmp : tmp[i_K_gtx_vertical]", "o -> n3.IN_tmp : tmp[other]"}}},
    };
}

std::vector<FindingCase> connectorCases() {
    return {
        {"edge-to-missing-connector", kMap, {}, false, "t.x"},
        {"edge-to-missing-connector", kMap, {}, false, "m.OUT_a"},
        {"dangling-connector", kMap, {{"`o = (x * 2.0)`", "`o = (x * 2.0)` in (y)"}}},
        {"dangling-connector",
         kMap,
         {{"[i = 0:8] -> n3", "[i = 0:8] in (IN_c) out (OUT_c) -> n3"}}},
        {"connector-with-several-edges",
         kMap,
         {{"n1.OUT_a -> n2.x : a[i]", "n1.OUT_a -> n2.x : a[i]\n    n1.OUT_a -> n2.x : a[i]"}}},
        {"unpaired-connector", kMap, {}, false, "m.OUT_a"},
        {"unpaired-connector", kMap, {{"[i = 0:8] -> n3", "[i = 0:8] in (IN_c) -> n3"}}},
        {"connector-both-ways",
         kMap,
         {{"`o = (x * 2.0)`", "`x = (x * 2.0)`"}, {"n2.o -> n3", "n2.x -> n3"}}},
        {"connector-both-ways",
         kMap,
         {{"`o = (x * 2.0)`", "`x = (x * 2.0)`"}, {"n2.o -> n3", "n2.x -> n3"}},
         true},
        {"connector-name-taken", kMap, {{"(x * 2.0)", "(b * 2.0)"}, {"n2.x", "n2.b"}}},
        {"connector-name-taken", kMap, {{"(x * 2.0)", "(N * 2.0)"}, {"n2.x", "n2.N"}}, true},
        {"missing-connector", kNested, {{"n0 -> n1.x : a[0:N]", "n0 -> n1 : a[0:N]"}}},
        {"write-to-input",
         kNested,
         {{"n1.y -> n2 : b[0:N]", "n1.z -> n2 : b[0:N]\n    n0 -> n1.y : a[0:N]"}}},
        {"connector-is-symbol",
         kNested,
         {{"sdfg inner {\n      symbols N:int32", "sdfg inner {\n      symbols N:int32 x:int32"}}},
        {"connector-without-container",
         kNested,
         {{"n0 -> n1.x : a[0:N]", "n0 -> n1.x : a[0:N]\n    n0 -> n1.z : a[0:N]"}}},
        {"connector-to-temporary",
         kNested,
         {{"array x float64 [N]", "array x float64 [N] transient"}}},
        {"container-without-connector",
         kNested,
         {{"array x float64 [N]", "array x float64 [N]\n      array z float64 [N]"}}},
        {"different-in-and-out",
         kNested,
         {{"n0 -> n1.x : a[0:N]", "n0 -> n1.x : a[0:N]\n    n0 -> n1.y : a[0:N]"}}},
        {"missing-symbol", kNested, {{"{N: N}", "{}"}}},
        {"unresolved-conflict",
         kNested,
         {{"n1.y -> n2 : b[0:N]", "n1.y -> n2 : b[0:N] wcr `lambda p, q: (p + q)`"}}},
        {"mapping-of-connector", kNested, {{"{N: N}", "{N: N, x: N}"}}},
        {"unused-mapping", kNested, {{"{N: N}", "{N: N, M: N}"}}},
    };
}

std::vector<FindingCase> edgeCases() {
    return {
        {"edge-to-missing-node", kMap, {{"n3.OUT_b -> n4 :", "n3.OUT_b -> ? :"}}},
        {"edge-across-scopes",
         kMap,
         {{"n1.OUT_a -> n2.x : a[i]", "n0 -> n2.x : a[0]\n    n1 -> n2"}}},
        {"empty-memlet", kMap, {{"n1.OUT_a -> n2.x : a[i]", "n1 -> n2.x"}}},
        {"memlet-of-missing-container", kMap, {{": b[0:8]", ": c[0:8]"}}},
        {"memlet-of-other-data", kMap, {{": b[0:8]", ": a[0:8]"}}},
        {"nested-without-container",
         kNested,
         {{"n0 -> n1.x : a[0:N]", "n3 = tasklet t `o = 1.0`\n    n3.o -> n1.x : a[0:N]"}}},
        {"subset-rank", kMap, {{"b[0:8]", "b[0:8, 0]"}}},
        {"subset-rank", kInPlace, {{"g[0:7] -> [0:7]", "g[0:7] -> [0:7, 0]"}}},
        {"out-of-bounds", kMap, {{"b[0:8]", "b[0:9]"}}},
        {"out-of-bounds", kMap, {{"b[0:8]", "b[-1:8]"}}},
        {"out-of-bounds", kMap, {{"a[0:8]", "a[0:N + 1]"}}},
        // Only the assumption that every extent is 1 or more shows this.
        {"out-of-bounds",
         kTemporary,
         {{"array a float64 [N]", "array a float64 [N]\n  array c float64 [M]"},
          {"symbols N:int32", "symbols N:int32 M:int32"},
          {"a[0:N]", "a[0:N + M]"}}},
        {"out-of-bounds", kInPlace, {{"g[0:7] -> [0:7]", "g[0:7] -> [2:9]"}}},
        {"negative-copy", kInPlace, {{"g[0:7] -> [0:7]", "g[5:2] -> [5:2]"}}},
        {"copy-size", kInPlace, {{"g[0:7] -> [0:7]", "g[0:7] -> [0:6]"}}},
        {"copy-size-unproven",
         kFlow,
         {{"a[0:N] -> [0:N]", "a[0:N] -> [0:k]"}, {"symbols N:int32", "symbols N:int32 k:int32"}}},
        {"copy-unsaid-region", kFlow, {{"a[0:N] -> [0:N]", "a[1:N]"}}},
        {"outer-region-too-small", kMap, {{"n0 -> n1.IN_a : a[0:8]", "n0 -> n1.IN_a : a[0:4]"}}},
        {"wrong-volume", kMap, {{"n1.OUT_a -> n2.x : a[i]", "n1.OUT_a -> n2.x : a[i] volume [5]"}}},
        {"converting-copy", kInPlace, {{"array tmp float64", "array tmp float32"}}},
        {"unordered-accesses",
         kMap,
         {{"n3.OUT_b -> n4 : b[0:8]",
           "n3.OUT_b -> n4 : b[0:8]\n    n5 = access b\n    n0 -> n5 : a[0:4] -> [0:4]"}}},
        // What a place mirrored is read from may be written already.
        {"racing-iterations", kMirrored, {{": a[i]", ": a[N - 1 - i]"}}},
        {"racing-iterations",
         kMirrored,
         {{"a[i]\n    n2.o", "a[0:N]\n    n2.o"}, {"x * 2.0", "x[0] * 2.0"}}},
        // Two elements written by one iteration each, and the same by all.
        {"racing-iterations",
         kMap,
         {{"n2.o -> n3.IN_b : b[i]", "n2.o -> n3.IN_b : b[int_floor(i, 2)]"}}},
        {"racing-iterations", kMap, {{"n2.o -> n3.IN_b : b[i]", "n2.o -> n3.IN_b : b[0]"}}},
        {"order-of-updates",
         kSum,
         {{"acc[0] wcr `lambda x, y: x + y`", "acc[0] wcr `lambda x, y: x * 0.5 + y`"}}},
    };
}

} // namespace

std::string FindingCase::broken() const {
    std::string text = program;
    for (const auto& [from, to] : mistake) {
        auto at = text.find(from);
        INFO(code << ": the program does not say " << from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
    }
    return text;
}

namespace {

/// As a file of the old or the new generation would be judged; with one connector less.
ir::DocumentPtr judged(const ir::DocumentPtr& document, bool old, const std::string& dropped) {
    ir::Editor editor(document);
    for (const BlockId state : editor.base().states())
        for (const auto& node : editor.base().find(state)->block->as<ir::State>()->nodes) {
            const std::string prefix = ir::displayName(*node) + ".";
            if (dropped.empty() || !dropped.starts_with(prefix) || node->isExit())
                continue;
            ir::Node& changed = editor.node(state, node->id);
            changed.in.erase(dropped.substr(prefix.size()));
            changed.out.erase(dropped.substr(prefix.size()));
            if (auto* map = changed.as<ir::MapEntry>(); map && dropped == prefix + "exit")
                map->exit = {};
        }
    auto copy = *editor.commit().document;
    copy.format.daceVersion = old ? "1.0.0" : "2.0.0a6";
    return std::make_shared<const ir::Document>(std::move(copy));
}

} // namespace

ir::DocumentPtr FindingCase::good() const {
    return judged(documentOf(program), oldFormat, {});
}

ir::DocumentPtr FindingCase::bad() const {
    return judged(documentOf(broken()), oldFormat, dropped);
}

const std::vector<FindingCase>& findingCases() {
    static const std::vector<FindingCase> kAll = [] {
        std::vector<FindingCase> all;
        for (const auto& part :
             {sdfgCases(), controlFlowCases(), nodeCases(), connectorCases(), edgeCases()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return kAll;
}

ir::DocumentPtr documentOf(const std::string& text) {
    const auto document = ir::parseDump(text);
    INFO(
        text << (document ? "" : document.error().sentence + " " + document.error().location.path));
    REQUIRE(document.has_value());
    return *document;
}

std::vector<Diagnostic> allFindings(const ir::DocumentPtr& document) {
    return validate::validate(ir::DocumentIndex(document), {.thorough = true});
}

} // namespace mw::test
