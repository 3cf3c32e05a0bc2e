// Programs whose memory the caller says, in both forms, as C++ and as they are printed for a
// device: whatever sizes, strides and origins a call has, they compute what the interpreter does.
#include "core/codegen/forms/forms.h"
#include "core/exec/runner/program.h"
#include "core/exec/runner/tile_lists.h"
#include "core/ir/dump.h"
#include "tests/core/codegen/forms/open_fields.h"
#include "tests/core/exec/both_ways.h"
#include "tests/core/exec/device_on_host.h"
#include "tests/core/exec/library_way.h"
#include "tests/support/catch.h"

#include <cmath>

namespace forms_test {

using namespace mw;
using codegen::Target;
using test::FieldMemory;

namespace {

exec::InputArrays inputsFor(const FieldMemory& memory) {
    const auto field = [&](std::int64_t points, std::int64_t levels, double factor) {
        std::vector<double> values;
        for (std::int64_t i = 0; i < points * levels; ++i)
            values.push_back(std::sin(factor * static_cast<double>(i + 1)));
        std::vector<std::int64_t> shape{points};
        if (levels > 1)
            shape.push_back(levels);
        return test::arrayOf(ir::ScalarType::float64, shape, values);
    };
    std::vector<double> table;
    for (std::int64_t i = 0; i < 2 * memory.edges; ++i)
        table.push_back(static_cast<double>((i * 7 + i / 5) % memory.vertices));
    const std::int64_t levels = memory.levels + 1;
    return {{"gt_conn_E2V", test::arrayOf(ir::ScalarType::int32, {memory.edges, 2}, table)},
            {"u", field(memory.vertices, levels, 0.7)},
            {"w", field(memory.edges, 1, 0.3)},
            {"v", field(memory.edges, 1, 0.45)},
            {"x", field(memory.edges, levels, 0.11)},
            {"z", field(memory.edges, levels - memory.origin, 0.01)}};
}

/// Both sizes with unit strides, padded, with gaps between points, and what no field of GT4Py has.
std::vector<FieldMemory> memories() {
    std::vector<FieldMemory> all;
    for (const std::int64_t edges : {77, 301})
        for (const std::int64_t levels : {7, 43})
            for (const auto& [unit, padding, other] : {std::array{1, 0, 0}, std::array{1, 5, 0},
                                                       std::array{1, 0, 3}, std::array{2, 1, 0}})
                all.push_back({.edges = edges,
                               .levels = levels,
                               .unit = unit,
                               .padding = padding,
                               .otherPadding = other});
    return all;
}

test::TwoWays open() {
    const auto document = ir::parseDump(test::openFields());
    if (!document)
        FAIL(toString(document.error()));
    test::TwoWays ways;
    ways.document = *document;
    codegen::LowerOptions options;
    options.forms = true;
    test::lowerFor(ways, options, "");
    REQUIRE(ways.problem == "");
    REQUIRE(ways.plan.twoForms);
    return ways;
}

std::vector<double> expectedOf(test::TwoWays& ways, const FieldMemory& memory) {
    ways.symbols = test::symbolsOf(memory);
    ways.inputs = inputsFor(memory);
    const auto expected = test::runInterpreted(ways);
    if (!expected)
        FAIL(toString(expected.error()));
    return test::numbers(expected->at("z"));
}

} // namespace

TEST_CASE("both forms compute what the interpreter does, as text of a device") {
    if (!test::canCompile())
        return;
    const auto target = GENERATE(Target::cuda, Target::hip);
    test::TwoWays ways = open();
    // What goes past the caches is text that no host reads.
    const codegen::KernelChoice cached{.streaming = codegen::Streaming::none};
    REQUIRE(codegen::chooseLaunches(ways.plan, codegen::launchDevice(target), {{"m__z", cached}}));
    REQUIRE(ways.plan.kernels.front().launch.places > 0);
    std::vector<std::string> kernels;
    for (const auto& kernel : ways.plan.kernels)
        kernels.push_back(kernel.name);
    const test::Folder folder;
    const std::string text = codegen::print(ways.plan, target).text;
    INFO(text.substr(text.find("\n// z")));
    REQUIRE(test::compileTo(folder.path / "forms", test::deviceAsHost(text, kernels)) == "");
    test::DeviceOnHost device;
    exec::Binary binary;
    binary.images = {exec::Binary::image((folder.path / "forms.so").string())};
    auto read = codegen::planFromJson(codegen::toJson(ways.plan)); // as the runner gets it
    REQUIRE(read);
    auto program = exec::Program::create(device, std::move(*read), binary);
    if (!program)
        FAIL(toString(program.error()));
    int quick = 0, general = 0;
    for (const FieldMemory& memory : memories()) {
        const auto expected = expectedOf(ways, memory);
        const auto set = (*program)->setInputs(ways.symbols, ways.inputs);
        if (!set)
            FAIL(toString(set.error()));
        REQUIRE((*program)->execute());
        const auto got = (*program)->fetch({"z"});
        REQUIRE(got);
        CHECK(test::numbers(got->at("z")) == expected);
        (codegen::runsQuickForm(ways.plan, ways.symbols).value() ? quick : general) += 1;
    }
    CHECK(quick > 0);
    CHECK(general > 0);
}

TEST_CASE("both forms compute what the interpreter does, as C++ and as a library") {
    if (!test::canCompile())
        return;
    test::TwoWays ways = open();
    REQUIRE(codegen::chooseLaunches(ways.plan, codegen::launchDevice(Target::cpu)));
    const auto library = test::libraryOf(ways, {});
    if (!library)
        FAIL(toString(library.error()));
    const test::Folder folder;
    std::vector<test::TwoWays*> one{&ways};
    REQUIRE(test::compileTogether(folder.path / "both", test::sourceOf(std::span(one)), *library));
    const auto object = folder.path / "both.so";
    for (const FieldMemory& memory : memories()) {
        const auto expected = expectedOf(ways, memory);
        const auto compiled = test::runCompiled(ways, object.string());
        if (!compiled)
            FAIL(toString(compiled.error()));
        CHECK(test::numbers(compiled->at("z")) == expected);
        const auto called = test::callLibrary(ways, *library, object);
        if (!called)
            FAIL(toString(called.error()));
        CHECK(test::numbers(called->at("z")) == expected);
    }
}

} // namespace forms_test
