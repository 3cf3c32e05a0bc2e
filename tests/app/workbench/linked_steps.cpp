// Small programs that are linked.
#include "tests/app/workbench/linked_steps.h"

#include "app/workbench/link_check.h"
#include "core/ir/dump.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

namespace mw::test::links {

using link::Linked;

namespace {

ir::DocumentPtr parsed(const std::string& text) {
    auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()) << "\n" << text);
    return *document;
}

} // namespace

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string step(const std::string& from, const std::string& to, const std::string& range,
                 const std::string& read) {
    return fmt::format(R"(sdfg p {{
  symbols N:int32 M:int32 last:int32
  array {0} float64 [N, M] strides [1, N]
{4}  state s {{
    a = access {0}
    m = map m [i = {2}, j = 0:M] -> e
    t = tasklet t `o = (x + 1.0)`
    e = exit m
    b = access {1}
    a -> m.IN_a : {0}[0:N, 0:M]
    m.OUT_a -> t.x : {0}[{3}, j]
    t.o -> e.IN_b : {1}[i, j]
    e.OUT_b -> b : {1}[{2}, 0:M]
  }}
}}
)",
                       from, to, range, read,
                       from == to ? ""
                                  : fmt::format("  array {} float64 [N, M] strides [1, N]\n", to));
}

inputs::Scenario scenario(int n, int last) {
    inputs::Scenario values;
    values.grid = {8, 6, 10};
    values.symbols = {{"N", symbolic::Value::integer(n)},
                      {"M", symbolic::Value::integer(3)},
                      {"last", symbolic::Value::integer(last)}};
    return values;
}

Sequence& Sequence::add(const std::string& name, const std::string& text, inputs::Scenario values,
                        std::map<std::string, std::string, std::less<>> bindings) {
    const auto document = parsed(text);
    for (const auto& [array, data] : document->root->arrays)
        if (!data->transient && !data->isScalar())
            values.arrays[array] = {{values.symbols["N"].i, values.symbols["M"].i},
                                    data->dtype.scalar,
                                    inputs::HashedFill{}};
    input.calls.push_back({input.programs.size(), 1});
    input.programs.push_back({name, document, std::move(values), std::move(bindings)});
    return *this;
}
Sequence& Sequence::internal(std::vector<std::string> names) {
    input.internal = std::move(names);
    return *this;
}

Linked linked(const Sequence& sequence) {
    auto result = link::link(sequence.input);
    if (!result)
        FAIL(toString(result.error()));
    return std::move(*result);
}
std::string fault(const Sequence& sequence) {
    const auto result = link::link(sequence.input);
    return result ? "" : result.error().sentence;
}
std::string notices(const Linked& result) {
    std::string all;
    for (const auto& notice : result.notices)
        all += notice.sentence + "\n";
    return all;
}

void checkSame(const Sequence& sequence, const Linked& result) {
    const ir::DocumentIndex index(result.document);
    for (const auto& finding : validate::validate(index, {.hints = false, .warnings = false}))
        FAIL_CHECK(toString(finding));
    const auto interpreted = workbench::checkLinked(sequence.input, result, 0, 60);
    if (!interpreted)
        FAIL(toString(interpreted.error()));
    INFO(bench::toText(*interpreted));
    CHECK(interpreted->same());
    const auto compiled = workbench::checkLinked(sequence.input, result, 0, bench::BenchOptions{});
    if (!compiled)
        FAIL(toString(compiled.error()));
    INFO(bench::toText(*compiled));
    CHECK(compiled->same());
}

bool isTemporary(const Linked& result, const std::string& name) {
    const auto* data = result.document->root->data(name);
    REQUIRE(data);
    return data->transient;
}

std::string fieldStep(const std::string& from, const std::string& to) {
    std::string symbols, arrays;
    for (const auto& field : {from, to}) {
        for (const char* bound : {"Cell_range_0", "Cell_range_1", "K_range_0", "K_range_1"})
            symbols += fmt::format(" __{}_{}:int32", field, bound);
        symbols += fmt::format(" __{0}_Cell_stride:int32 __{0}_K_stride:int32", field);
        arrays += fmt::format(
            "  array {0} float64 [__{0}_Cell_range_1 - __{0}_Cell_range_0, __{0}_K_range_1 - "
            "__{0}_K_range_0] strides [__{0}_Cell_stride, __{0}_K_stride]\n",
            field);
    }
    const auto region = [](const std::string& field, const std::string& i, const std::string& k) {
        return fmt::format("{0}[{1} - __{0}_Cell_range_0, {2} - __{0}_K_range_0]", field, i, k);
    };
    const auto whole = [](const std::string& field) {
        return fmt::format("{0}[0 - __{0}_Cell_range_0:cells - __{0}_Cell_range_0, "
                           "0 - __{0}_K_range_0:levels - __{0}_K_range_0]",
                           field);
    };
    return fmt::format("sdfg p {{\n  symbols{2} cells:int32 levels:int32\n{3}"
                       "  state s {{\n    a = access {0}\n    m = map m [i = 0:cells, k = "
                       "0:levels] -> e\n    t = tasklet t `o = (x + 1.0)`\n    e = exit m\n    b "
                       "= access {1}\n    a -> m.IN_a : {4}\n    m.OUT_a -> t.x : {5}\n    t.o -> "
                       "e.IN_b : {6}\n    e.OUT_b -> b : {7}\n  }}\n}}\n",
                       from, to, symbols, arrays, whole(from), region(from, "i", "k"),
                       region(to, "i", "k"), whole(to));
}
inputs::Scenario fieldScenario(const std::vector<std::string>& fields, int levels) {
    inputs::Scenario values;
    values.grid = {8, 6, 10};
    const auto set = [&](const std::string& name, int value) {
        values.symbols[name] = symbolic::Value::integer(value);
    };
    for (const auto& field : fields) {
        set(fmt::format("__{}_Cell_range_0", field), 0);
        set(fmt::format("__{}_Cell_range_1", field), 6);
        set(fmt::format("__{}_K_range_0", field), 0);
        set(fmt::format("__{}_K_range_1", field), levels);
        set(fmt::format("__{}_Cell_stride", field), 1);
        set(fmt::format("__{}_K_stride", field), 6);
    }
    set("cells", 6);
    set("levels", 3);
    set("N", 6); // of arrays: Sequence::add()
    set("M", levels);
    return values;
}

} // namespace mw::test::links
