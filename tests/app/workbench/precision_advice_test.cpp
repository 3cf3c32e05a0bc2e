// What another precision would bring is what applying it gives; best first, refusals with reasons.
#include "app/workbench/precision_advice.h"
#include "app/workbench/run_setup.h"
#include "core/ir/dump.h"
#include "tests/app/workbench/folder.h"
#include "transforms/framework/apply.h"

#include <algorithm>

namespace precision_advice_test {

using namespace mw;
using workbench::PrecisionOption;

namespace {

struct Sample {
    ir::DocumentPtr document;
    symbolic::Bindings values;
};
Sample nabla4() {
    const test::Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto document = (*program)->current().document;
    const auto scenario = workbench::scenarioFor(*document->root, {}, "torus:8,6,10");
    REQUIRE(scenario.has_value());
    return {document, scenario->symbols};
}

ir::DocumentPtr applied(const Sample& sample, const PrecisionOption& one) {
    const auto result = transforms::applyAt(*transforms::findTransformation("change-precision"),
                                            sample.document, one.match, one.params);
    REQUIRE(result.has_value());
    return result->result.document;
}

} // namespace

TEST_CASE("what precision advice promises is what its step gives") {
    const Sample sample = nabla4();
    workbench::Forecast forecast(sample.document, sample.values);
    const auto advice = workbench::advisePrecision(forecast, ir::ScalarType::float32);
    const auto before = analysis::figures(*sample.document, sample.values);
    CHECK(advice.temporaries.size() == 10);
    std::vector<PrecisionOption> all = advice.temporaries;
    all.insert(all.end(), advice.arguments.begin(), advice.arguments.end());
    REQUIRE(advice.together);
    all.push_back(*advice.together);
    std::size_t promised = 0;
    for (const auto& one : all) {
        CAPTURE(one.container);
        if (one.refusal) {
            CHECK_FALSE(one.refusal->sentence.empty());
            continue;
        }
        ++promised;
        const auto after = analysis::figures(*applied(sample, one), sample.values);
        CHECK(*before.bytes - *after.bytes == *one.saved.bytes);
        CHECK(*before.temporaryBytes - *after.temporaryBytes == *one.saved.temporaryBytes);
        CHECK(one.saved.microseconds.has_value());
        if (!one.argument)
            CHECK(*one.saved.bytes > 0);
    }
    CHECK(promised > 10);
}

TEST_CASE("precision advice has the best first, and half the bytes of temporaries together") {
    const Sample sample = nabla4();
    workbench::Forecast forecast(sample.document, sample.values);
    const auto advice = workbench::advisePrecision(forecast, ir::ScalarType::float32);
    CHECK(std::ranges::is_sorted(advice.temporaries, std::ranges::greater(),
                                 [](const auto& one) { return *one.saved.microseconds; }));
    const auto before = analysis::figures(*sample.document, sample.values);
    REQUIRE(advice.together);
    CHECK(*advice.together->saved.temporaryBytes * 2 == *before.temporaryBytes);
}

TEST_CASE("what cannot have the precision is listed last, with its reason") {
    const auto document = ir::parseDump(R"(sdfg p {
  args a b
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array raw float64 [N] transient
  array t float64 [N] transient
  state s {
    a = access a
    raw = access raw
    t = access t
    b = access b
    m = map first [i = 0:N] -> x
    f = tasklet f `o = v;` CPP
    x = exit m
    m2 = map second [i = 0:N] -> x2
    f3 = tasklet f3 `o = v`
    x2 = exit m2
    m4 = map third [i = 0:N] -> x4
    f4 = tasklet f4 `o = v`
    x4 = exit m4
    a -> m.IN_a : a[0:N]
    m.OUT_a -> f.v : a[i]
    f.o -> x.IN_raw : raw[i]
    x.OUT_raw -> raw : raw[0:N]
    raw -> m2.IN_raw : raw[0:N]
    m2.OUT_raw -> f3.v : raw[i]
    f3.o -> x2.IN_t : t[i]
    x2.OUT_t -> t : t[0:N]
    t -> m4.IN_t : t[0:N]
    m4.OUT_t -> f4.v : t[i]
    f4.o -> x4.IN_b : b[i]
    x4.OUT_b -> b : b[0:N]
  }
}
)");
    REQUIRE(document.has_value());
    workbench::Forecast forecast(*document, {{"N", symbolic::Value::integer(1000)}});
    const auto advice = workbench::advisePrecision(forecast, ir::ScalarType::float32);
    REQUIRE(advice.temporaries.size() == 2);
    CHECK(advice.temporaries.front().container == "t");
    CHECK(*advice.temporaries.front().saved.bytes == 8000);
    CHECK(advice.temporaries.back().refusal->code == "unknown-code");
    CHECK_FALSE(advice.together); // one alone
    CHECK(workbench::advisePrecision(forecast, ir::ScalarType::float64).temporaries.empty());
}

} // namespace precision_advice_test
