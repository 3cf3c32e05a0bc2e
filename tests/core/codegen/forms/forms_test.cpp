// Two forms of a program in one plan, and the one that a call runs.
#include "core/codegen/forms/forms.h"
#include "tests/core/codegen/forms/open_fields.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

#include <algorithm>

namespace forms_test {

using namespace mw;
using codegen::Kernel;
using codegen::Plan;

namespace {

Plan both(const std::string& program, const symbolic::Bindings& constants = {}) {
    codegen::LowerOptions options;
    options.constants = constants;
    options.forms = true;
    return test::lowered(program, options);
}

const Kernel& kernel(const Plan& plan, const std::string& name) {
    const auto found = std::ranges::find(plan.kernels, name, &Kernel::name);
    REQUIRE(found != plan.kernels.end());
    return *found;
}

std::string textOf(const Plan& plan, const std::string& name,
                   codegen::Target target = codegen::Target::cuda) {
    return codegen::generatedText(kernel(plan, name), target);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Of the scalar parameters those whose names end so.
int scalarsThatEnd(const Kernel& kernel, const std::string& end) {
    return static_cast<int>(std::ranges::count_if(
        kernel.scalars, [&](const auto& scalar) { return scalar.name.ends_with(end); }));
}

} // namespace

TEST_CASE("an open program has a form for calls as GT4Py makes them, and a general one") {
    const Plan plan = both(test::openFields());
    REQUIRE(plan.twoForms);
    REQUIRE(plan.kernels.size() == 2);
    const Kernel& quick = kernel(plan, "m__z");
    const Kernel& general = kernel(plan, "m__z_general");
    CHECK(general.generalOf == "m__z");
    CHECK_FALSE(quick.wideIndex);
    CHECK(general.wideIndex);
    // One stride of levels for edges, one for vertices; no origin and no unit stride is passed.
    CHECK(scalarsThatEnd(quick, "_K_stride") == 2);
    CHECK(scalarsThatEnd(general, "_K_stride") == 3);
    CHECK(scalarsThatEnd(quick, "_Edge_stride") == 0);
    CHECK(scalarsThatEnd(quick, "_range_0") == 0);
    // The symbols that the host compares are the run's to bring.
    for (const char* name : {"__z_K_stride", "__x_Edge_stride", "__z_K_range_0"})
        CHECK(std::ranges::find(plan.symbols, name, &codegen::PlanSymbol::name) !=
              plan.symbols.end());
}

TEST_CASE("threads run along the horizontal in both forms, and without forms") {
    for (const Plan& plan : {both(test::openFields()), test::lowered(test::openFields())})
        for (const Kernel& kernel : plan.kernels) {
            INFO(kernel.name);
            CHECK(kernel.dims.back().param == "i_Edge_gtx_horizontal");
        }
}

TEST_CASE("what memory says of an index is added to the address") {
    const Plan plan = both(test::openFields());
    const std::string quick = textOf(plan, "m__z"), general = textOf(plan, "m__z_general");
    INFO(quick << general);
    CHECK(contains(quick, "(u + "));
    CHECK_FALSE(contains(general, "(u + "));
    CHECK(contains(quick, "int i_Edge_gtx_horizontal"));
    CHECK(contains(general, "long long i_Edge_gtx_horizontal"));
    // levels are few: no loop over what the grid has no room for
    CHECK_FALSE(contains(quick, "gridDim.y"));
    CHECK(contains(general, "gridDim.y"));
}

TEST_CASE("the host chooses the form that a call is for") {
    const Plan plan = both(test::openFields());
    const auto quick = [&](const test::FieldMemory& memory) {
        const auto runs = codegen::runsQuickForm(plan, test::symbolsOf(memory));
        REQUIRE(runs);
        return *runs;
    };
    CHECK(quick({}));
    CHECK(quick({.edges = 500000, .levels = 90}));
    CHECK(quick({.padding = 51}));
    CHECK_FALSE(quick({.unit = 2}));
    CHECK_FALSE(quick({.otherPadding = 8}));
    CHECK_FALSE(quick({.origin = 2}));
    // More than 32 bits index, and more levels than a grid has rows.
    CHECK_FALSE(quick({.edges = 40000000, .levels = 90}));
    CHECK_FALSE(quick({.edges = 2, .vertices = 2, .levels = 70000}));
    CHECK_FALSE(codegen::runsQuickForm(plan, {}));
    CHECK_FALSE(codegen::runsQuickForm(test::lowered(test::openFields()),
                                       test::symbolsOf(test::FieldMemory{})));
}

TEST_CASE("sizes at which 32 bits just hold the indices are found, whatever the symbols are") {
    const Plan plan = both(test::openFields());
    auto symbols = test::symbolsOf({.edges = 1000, .vertices = 1000, .levels = 10});
    const auto quick = [&](std::int64_t stride) {
        symbols["__x_K_stride"] = symbols["__z_K_stride"] = symbolic::Value::integer(stride);
        return codegen::runsQuickForm(plan, symbols).value();
    };
    CHECK(quick(100000000)); // ten levels of it, and one behind
    CHECK_FALSE(quick(220000000));
    CHECK_FALSE(quick(-220000000));
    for (const std::int64_t far : {INT64_MAX, INT64_MIN, INT64_MIN + 1})
        CHECK_FALSE(quick(far));
}

TEST_CASE("one form is left of a plan for a call") {
    const Plan plan = both(test::openFields());
    for (const auto& [memory, expected] :
         {std::pair{test::FieldMemory{}, kernel(plan, "m__z")},
          std::pair{test::FieldMemory{.unit = 3}, kernel(plan, "m__z_general")}}) {
        const Plan one = codegen::chosenForm(plan, test::symbolsOf(memory));
        CHECK_FALSE(one.twoForms);
        REQUIRE(one.kernels.size() == 1);
        CHECK(one.kernels.front().name == "m__z");
        CHECK(one.kernels.front().generalOf.empty());
        CHECK(one.kernels.front().wideIndex == expected.wideIndex);
        REQUIRE(one.steps.size() == 1);
        CHECK(std::get<codegen::Launch>(one.steps.front().kind).kernel == 0);
    }
    CHECK(codegen::chosenForm(plan, {}).twoForms);
}

TEST_CASE("programs whose values are known, or that ask for nothing, have one form") {
    const auto all = test::symbolsOf({});
    const Plan known = both(test::openFields(), all);
    CHECK_FALSE(known.twoForms);
    CHECK(known.kernels.size() == 1);
    CHECK_FALSE(both(test::kMetric).twoForms);
    CHECK_FALSE(test::lowered(test::openFields()).twoForms);
}

TEST_CASE("a program with other names has indices of 32 bits where its sizes allow it") {
    const Plan plan = both(R"(sdfg box {
  symbols N:int32 K:int32
  array x float64 [N, K] strides [1, N]
  array y float64 [N, K] strides [1, N]
  state main {
    n0 = access x
    n1 = map m [i = 0:N, k = 0:K] -> n3
    n2 = tasklet t `c = a + 1.0`
    n3 = exit n1
    n4 = access y
    n0 -> n1.IN_x : x[0:N, 0:K]
    n1.OUT_x -> n2.a : x[i, k]
    n2.c -> n3.IN_y : y[i, k]
    n3.OUT_y -> n4 : y[0:N, 0:K]
  }
}
)");
    REQUIRE(plan.twoForms);
    const auto sizes = [](std::int64_t n, std::int64_t k) {
        return symbolic::Bindings{{"N", symbolic::Value::integer(n)},
                                  {"K", symbolic::Value::integer(k)}};
    };
    CHECK(codegen::runsQuickForm(plan, sizes(100000, 100)) == true);
    CHECK(codegen::runsQuickForm(plan, sizes(100000, 30000)) == false);
    CHECK(codegen::runsQuickForm(plan, sizes(0, 0)) == true);
    CHECK(codegen::runsQuickForm(plan, sizes(-5, -7)) == true);
}

TEST_CASE("choices are for the quick form, and for the general one where it can have them") {
    Plan plan = both(test::openFields());
    codegen::KernelChoice choice;
    choice.block = {{32, 4, 1}};
    REQUIRE(codegen::chooseLaunches(plan, {}, {{"m__z", choice}}));
    CHECK(kernel(plan, "m__z").launch.block == std::array{32, 4, 1});
    CHECK(kernel(plan, "m__z_general").launch.block == std::array{32, 4, 1});
    CHECK_FALSE(codegen::chooseLaunches(plan, {}, {{"m__y", choice}}));
}

TEST_CASE("levels per thread of an open program are chosen at the call") {
    Plan plan = both(test::openFields());
    const Kernel& quick = kernel(plan, "m__z");
    REQUIRE(quick.launch.places > 0);
    const auto shape = [&](std::int64_t edges, std::int64_t levels) {
        const auto found = codegen::launchShape(
            quick, test::symbolsOf({.edges = edges, .vertices = 100, .levels = levels}));
        REQUIRE(found);
        return *found;
    };
    // As the rules choose where they know the extents.
    for (const auto& [edges, levels] : {std::pair<std::int64_t, std::int64_t>{67200, 80},
                                        {67200, 65},
                                        {5000, 90},
                                        {1000000, 35}}) {
        INFO(edges << " edges, " << levels << " levels");
        const auto memory = test::symbolsOf({.edges = edges, .vertices = 100, .levels = levels});
        const Plan known = test::lowered(test::openFields(), {.constants = memory});
        const auto expected = codegen::launchShape(known.kernels.front(), memory);
        REQUIRE(expected);
        CHECK(shape(edges, levels).grid == expected->grid);
        CHECK(shape(edges, levels).levels == known.kernels.front().launch.levelsPerThread);
    }
    CHECK(shape(67200, 3).levels == 1);
    CHECK(shape(600, 80).levels == 1);
    CHECK(shape(128, 1).levels == 1);
    CHECK(shape(0, 80).grid[0] == 0);
    // A choice of somebody, and the CPU, want no parameter more.
    codegen::KernelChoice five;
    five.levelsPerThread = 5;
    REQUIRE(codegen::chooseLaunches(plan, {}, {{"m__z", five}}));
    CHECK(kernel(plan, "m__z").launch.places == 0);
    REQUIRE(codegen::chooseLaunches(plan, codegen::launchDevice(codegen::Target::cpu)));
    CHECK(kernel(plan, "m__z").launch.places == 0);
}

} // namespace forms_test
