// Advice: what it promises is what applying it gives, and what is refused says why.
#include "app/workbench/advise.h"
#include "app/workbench/run_setup.h"
#include "core/ir/dump.h"
#include "tests/app/workbench/folder.h"

#include <algorithm>

using namespace mw;
using test::Folder;

namespace {

struct Sample {
    ir::DocumentPtr document;
    symbolic::Bindings values;
};
Sample nabla4() {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto document = (*program)->current().document;
    const auto scenario = workbench::scenarioFor(*document->root, {}, "torus:8,6,10");
    REQUIRE(scenario.has_value());
    return {document, scenario->symbols};
}

} // namespace

TEST_CASE("what advice promises is what its match gives") {
    const Sample sample = nabla4();
    const auto advice = workbench::advise(sample.document, sample.values);
    REQUIRE_FALSE(advice.possible.empty());
    for (const auto& one : advice.possible) {
        CAPTURE(one.transformation->name, one.match.label);
        const auto steps =
            workbench::applyNth(*one.transformation, sample.document, one.number, {});
        REQUIRE(steps.has_value());
        const auto after = workbench::figures(*steps->back().result.document, sample.values);
        CHECK(*advice.figures.kernelBytes - *after.kernelBytes == one.savedBytes);
        CHECK(*advice.figures.temporaryBytes - *after.temporaryBytes == one.savedTemporaryBytes);
    }
}

TEST_CASE("advice is ordered, the best first") {
    const Sample sample = nabla4();
    const auto advice = workbench::advise(sample.document, sample.values);
    CHECK(std::ranges::is_sorted(advice.possible, std::ranges::greater(),
                                 &workbench::Suggestion::savedBytes));
    CHECK(std::ranges::is_sorted(advice.temporaries, std::ranges::greater(),
                                 &workbench::TemporaryCost::moved));
    CHECK(advice.temporaries.size() == 10);
}

TEST_CASE("what a condition forbids is said with its temporary") {
    // Two maps over different ranges share a temporary, which the first may write or not: it can
    // not be computed where it is read either.
    const auto document = ir::parseDump(R"(sdfg p {
  args a b
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array t float64 [N] transient
  state s {
    a = access a
    t = access t
    b = access b
    in1 = map first [i = 0:N] -> out1
    one = tasklet one `o = v + 1.0`
    out1 = exit in1
    in2 = map second [i = 1:N] -> out2
    two = tasklet two `o = v * 2.0`
    out2 = exit in2
    a -> in1.IN_a : a[0:N]
    in1.OUT_a -> one.v : a[i]
    one.o -> out1.IN_t : t[i] dynamic
    out1.OUT_t -> t : t[0:N]
    t -> in2.IN_t : t[1:N]
    in2.OUT_t -> two.v : t[i]
    two.o -> out2.IN_b : b[i]
    out2.OUT_b -> b : b[1:N]
  }
}
)");
    REQUIRE(document.has_value());
    const auto advice = workbench::advise(*document, {{"N", symbolic::Value::integer(100)}});
    const auto fusion = std::ranges::find_if(advice.refused, [](const auto& one) {
        return one.transformation->name == "map-fusion-vertical";
    });
    REQUIRE(fusion != advice.refused.end());
    CHECK(fusion->savedTemporaryBytes == 800);
    CHECK(fusion->savedBytes == 1600);
    REQUIRE(fusion->refusal);
    CHECK(fusion->refusal->sentence.find("ranges differ") != std::string::npos);
}

TEST_CASE("one entry says all that can be done about a temporary") {
    const Sample sample = nabla4();
    const auto advice = workbench::advise(sample.document, sample.values);
    const auto& best = advice.possible.front();
    CHECK(best.transformation->name == "map-fusion-vertical"); // it computes nothing twice
    CHECK(std::ranges::any_of(best.alternatives, [](const std::string& other) {
        return other.starts_with("inline-fusion --match");
    }));
}

TEST_CASE("what is written and never read stands out") {
    const auto document = ir::parseDump(R"(sdfg p {
  args a b
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array t float64 [N] transient
  state s {
    a = access a
    t = access t
    b = access b
    in1 = map first [i = 0:N] -> out1
    one = tasklet one `o = v + 1.0`
    out1 = exit in1
    in2 = map second [i = 1:N] -> out2
    two = tasklet two `o = v * 2.0`
    out2 = exit in2
    a -> in1.IN_a : a[0:N]
    in1.OUT_a -> one.v : a[i]
    one.o -> out1.IN_t : t[i]
    out1.OUT_t -> t : t[0:N]
    t -> in2.IN_t : t[1:N]
    in2.OUT_t -> two.v : t[i]
    two.o -> out2.IN_b : b[i]
    out2.OUT_b -> b : b[1:N]
  }
}
)");
    REQUIRE(document.has_value());
    const auto advice = workbench::advise(*document, {{"N", symbolic::Value::integer(100)}});
    const auto about = [&](workbench::Topic topic) {
        return std::ranges::find(advice.observations, topic, &workbench::Observation::topic);
    };
    const auto unread = about(workbench::Topic::tooLarge);
    REQUIRE(unread != advice.observations.end());
    CHECK(unread->bytes == 8);
    CHECK(unread->sentence == "8 of 800 bytes that 'first' writes of 't' are read by nobody");
    const auto once = about(workbench::Topic::usedOnce);
    REQUIRE(once != advice.observations.end());
    CHECK(once->bytes == 800 + 792);
    CHECK(once->sentence == "'t' is written by 'first' and read by 'second' alone");
    REQUIRE(once->action);
    CHECK(once->action->transformation->name == "inline-fusion");
    REQUIRE(advice.temporaries.size() == 1);
    CHECK(advice.temporaries.front().moved == 800 + 792);
}

TEST_CASE("maps that run the same code on ranges that touch were split needlessly") {
    const auto document = ir::parseDump(R"(sdfg p {
  args a b
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state s {
    a = access a
    b = access b
    in1 = map low [i = 0:5] -> out1
    one = tasklet one `o = v + 1.0`
    out1 = exit in1
    in2 = map high [i = 5:N] -> out2
    two = tasklet two `o = v + 1.0`
    out2 = exit in2
    a -> in1.IN_a : a[0:5]
    in1.OUT_a -> one.v : a[i]
    one.o -> out1.IN_b : b[i]
    out1.OUT_b -> b : b[0:5]
    a -> in2.IN_a : a[5:N]
    in2.OUT_a -> two.v : a[i]
    two.o -> out2.IN_b : b[i]
    out2.OUT_b -> b : b[5:N]
  }
}
)");
    REQUIRE(document.has_value());
    const auto advice = workbench::advise(*document, {{"N", symbolic::Value::integer(100)}});
    CHECK(std::ranges::any_of(advice.observations, [](const auto& one) {
        return one.topic == workbench::Topic::splitNeedlessly &&
               one.sentence == "'low' and 'high' run the same code on ranges that touch";
    }));
}
