// Random sequences of sample programs, linked, against their calls one by one.
#include "app/workbench/link_check.h"
#include "core/validate/validate.h"
#include "tests/app/workbench/random_sequences.h"
#include "tests/support/catch.h"

#include <cstdlib>

namespace link_random_test {

using namespace mw;
using inputs::SequenceInput;

TEST_CASE("random sequences of samples give what their calls give one by one") {
    const auto older = test::smallSamples(true), newer = test::smallSamples(false);
    const bool isLong = std::getenv("MAPWRIGHT_LONG") != nullptr;
    const std::uint64_t count = isLong ? 200 : 20;
    int temporaries = 0, kept = 0;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        const SequenceInput input = test::RandomSequence(seed % 2 ? newer : older, seed).make();
        INFO("seed " << seed << "\n" << test::described(input));
        const auto linked = link::link(input);
        if (!linked)
            FAIL(toString(linked.error()));
        temporaries += static_cast<int>(linked->internal.size());
        kept += static_cast<int>(input.internal.size() - linked->internal.size());
        const ir::DocumentIndex index(linked->document);
        for (const auto& finding : validate::validate(index, {.hints = false, .warnings = false}))
            FAIL_CHECK(toString(finding));
        const auto interpreted = workbench::checkLinked(input, *linked, 0, 120);
        if (!interpreted)
            FAIL(toString(interpreted.error()));
        INFO(bench::toText(*interpreted));
        CHECK(interpreted->same());
        if (!isLong && seed % 5 != 0)
            continue; // compiling takes its time
        const auto compiled = workbench::checkLinked(input, *linked, 0, bench::BenchOptions{});
        if (!compiled)
            FAIL(toString(compiled.error()));
        INFO(bench::toText(*compiled));
        CHECK(compiled->same());
    }
    CHECK(temporaries > 0); // both happen
    CHECK(kept > 0);
    WARN(temporaries << " internal fields became temporaries, " << kept << " stayed arguments");
}

TEST_CASE("random sequences with conditions give what those of their calls give that are made") {
    const auto older = test::smallSamples(true), newer = test::smallSamples(false);
    const bool isLong = std::getenv("MAPWRIGHT_LONG") != nullptr;
    const std::uint64_t count = isLong ? 200 : 12;
    int made = 0, omitted = 0;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        test::RandomSequence random(seed % 2 ? newer : older, 1000 + seed);
        SequenceInput input = random.make();
        random.addConditions(input);
        INFO("seed " << seed << "\n" << test::described(input));
        const auto linked = link::link(input);
        if (!linked)
            FAIL(toString(linked.error()));
        for (const auto& call : input.calls)
            ++(*inputs::isMade(input, call, linked->scenario.symbols) ? made : omitted);
        const ir::DocumentIndex index(linked->document);
        for (const auto& finding : validate::validate(index, {.hints = false, .warnings = false}))
            FAIL_CHECK(toString(finding));
        const auto interpreted = workbench::checkLinked(input, *linked, 0, 120);
        if (!interpreted)
            FAIL(toString(interpreted.error()));
        INFO(bench::toText(*interpreted));
        CHECK(interpreted->same());
        if (!isLong && seed % 6 > 1)
            continue; // compiling takes its time
        const auto compiled = workbench::checkLinked(input, *linked, 0, bench::BenchOptions{});
        if (!compiled)
            FAIL(toString(compiled.error()));
        INFO(bench::toText(*compiled));
        CHECK(compiled->same());
    }
    CHECK(made > 0); // both happen
    CHECK(omitted > 0);
}

} // namespace link_random_test
