// Advice: what it promises is what applying it gives, and what is refused says why.
#include "app/workbench/advise.h"
#include "app/workbench/observe.h"
#include "app/workbench/run_setup.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/app/workbench/folder.h"
#include "tests/support/corpus.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <set>

namespace advise_test {

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
        const auto after = analysis::figures(*steps->back().result.document, sample.values);
        CHECK(*advice.figures.bytes - *after.bytes == one.savedBytes);
        CHECK(*advice.figures.temporaryBytes - *after.temporaryBytes == one.savedTemporaryBytes);
    }
}

namespace {

/// All that is said of a suggestion.
std::string textOf(const workbench::Suggestion& one) {
    std::string text = one.transformation->name + " " + one.match.label;
    for (const auto id : one.match.ids())
        text += " " + std::to_string(id.value);
    text += " #" + std::to_string(one.number) + ": " + std::to_string(one.savedBytes) + ", " +
            std::to_string(one.savedTemporaryBytes) + ", " + std::to_string(one.savedKernels) +
            ", " + std::to_string(one.grows);
    if (one.refusal)
        text += " " + one.refusal->sentence;
    for (const auto& other : one.alternatives)
        text += " | " + other;
    return text;
}
std::vector<std::string> textOf(const workbench::Advice& advice) {
    std::vector<std::string> all;
    for (const auto* list : {&advice.possible, &advice.others, &advice.refused})
        for (const auto& one : *list)
            all.push_back(textOf(one));
    for (const auto& one : advice.observations)
        all.push_back(one.sentence + " " + std::to_string(one.bytes));
    return all;
}

} // namespace

TEST_CASE("advice that is kept from one variant to the next is that which is made anew") {
    const Sample sample = nabla4();
    workbench::Adviser adviser;
    auto document = sample.document;
    CHECK(textOf(adviser.advise(document, sample.values)) ==
          textOf(workbench::advise(document, sample.values)));
    // Steps of several kinds, each at what is worst: where most else is concerned.
    for (int i = 0; i < 6; ++i) {
        const auto advice = workbench::advise(document, sample.values);
        const auto& from = i % 3 == 2 && !advice.others.empty() ? advice.others : advice.possible;
        if (from.empty())
            break;
        const auto& one = i % 2 == 0 ? from.front() : from.back();
        CAPTURE(i, one.transformation->name, one.match.label);
        const auto steps = workbench::applyAt(*one.transformation, document, one.match, one.params);
        REQUIRE(steps.has_value());
        const auto before = document;
        document = steps->back().result.document;
        CHECK(textOf(adviser.advise(document, sample.values)) ==
              textOf(workbench::advise(document, sample.values)));
        if (i == 3) { // undone, and other values
            CHECK(textOf(adviser.advise(before, sample.values)) ==
                  textOf(workbench::advise(before, sample.values)));
            auto values = sample.values;
            for (auto& [name, value] : values)
                if (!value.isReal && value.i > 4)
                    value.i *= 2;
            CHECK(textOf(adviser.advise(document, values)) ==
                  textOf(workbench::advise(document, values)));
        }
    }
}

TEST_CASE("after a fusion in the largest programs advice is that which is made anew") {
    const auto corpus = test::corpus();
    if (!corpus || !std::getenv("MAPWRIGHT_LONG"))
        return test::skip("needs the corpus and MAPWRIGHT_LONG");
    for (const char* name : {"compute_rho_theta_pgrad_and_update_vn",
                             "vertically_implicit_solver_at_predictor_step"}) {
        CAPTURE(name);
        const auto program = io::readSdfgFile(*corpus / "gt4py-1.2.1" / name / "initial.sdfgz");
        REQUIRE(program.has_value());
        const auto values =
            workbench::scenarioFor(*(*program)->root, {}, "torus:160,140,40")->symbols;
        workbench::Adviser adviser;
        auto document = *program;
        for (int step = 0; step < 3; ++step) {
            CAPTURE(step);
            const auto advice = adviser.advise(document, values);
            if (step > 0)
                CHECK(textOf(advice) == textOf(workbench::advise(document, values)));
            REQUIRE_FALSE(advice.possible.empty());
            const auto best = *std::ranges::find_if(advice.possible, [](const auto& one) {
                return one.transformation->name == "map-fusion-vertical";
            });
            document = workbench::applyAt(*best.transformation, document, best.match, best.params)
                           ->back()
                           .result.document;
        }
    }
}

namespace {

/// "map-fusion-vertical a -> b: 8000, 1", of what can be done.
std::set<std::string> briefly(const std::vector<workbench::Suggestion>& all) {
    std::set<std::string> texts;
    for (const auto& one : all)
        texts.insert(one.transformation->name + " " + one.match.label + ": " +
                     std::to_string(one.savedBytes) + ", " + std::to_string(one.savedKernels));
    return texts;
}

/// Of one edit: all nodes that it made or changed.
std::vector<ElementId> placeOf(const ir::EditResult& result) {
    auto place = result.changes.added;
    place.insert(place.end(), result.changes.modified.begin(), result.changes.modified.end());
    const ir::DocumentIndex index(result.document);
    std::erase_if(place, [&](ElementId id) {
        const auto* at = index.find(id);
        return !at || at->kind != ir::ElementKind::node;
    });
    return place;
}

} // namespace

TEST_CASE("fusions at the place of an edit are those that the whole search finds there") {
    const Sample sample = nabla4();
    workbench::Adviser adviser;
    const auto first = adviser.advise(sample.document, sample.values).possible.front();
    const auto step =
        workbench::applyAt(*first.transformation, sample.document, first.match, first.params);
    REQUIRE(step.has_value());
    const auto& result = step->back().result;
    const auto place = placeOf(result);
    const auto near = adviser.fusionsAt(result.document, sample.values, place);
    const auto all = briefly(workbench::advise(result.document, sample.values).possible);
    REQUIRE_FALSE(near.possible.empty());
    for (const auto& one : briefly(near.possible)) {
        CAPTURE(one);
        CHECK(all.contains(one));
    }
    for (const auto& one : near.possible)
        CHECK(workbench::concerns(one, place));
    CHECK(near.observations.empty());
    // Nothing that was learned so is wrong for the whole.
    CHECK(textOf(adviser.advise(result.document, sample.values)) ==
          textOf(workbench::advise(result.document, sample.values)));
}

TEST_CASE("after a fusion in the largest programs its place is looked at within a second") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("needs the corpus");
    std::size_t found = 0; // the one or the other has more to fuse there
    for (const char* name : {"compute_rho_theta_pgrad_and_update_vn",
                             "vertically_implicit_solver_at_predictor_step"}) {
        CAPTURE(name);
        const auto program = io::readSdfgFile(*corpus / "gt4py-1.2.1" / name / "initial.sdfgz");
        REQUIRE(program.has_value());
        const auto values =
            workbench::scenarioFor(*(*program)->root, {}, "torus:160,140,40")->symbols;
        const auto* fusion = transforms::findTransformation("map-fusion-vertical");
        const auto step = workbench::applyNth(*fusion, *program, 1, {});
        REQUIRE(step.has_value());
        const auto& result = step->back().result;
        workbench::Adviser adviser;
        const auto seconds = [] {
            timespec now{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
            return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
        };
        const double begin = seconds();
        const auto near = adviser.fusionsAt(result.document, values, placeOf(result));
        CHECK(seconds() - begin < 1.0);
        found += near.possible.size() + near.refused.size();
    }
    CHECK(found > 0);
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
    CHECK(unread->sentence == "8 of 800 bytes that one kernel writes of 't' are read by nobody");
    const auto once = about(workbench::Topic::usedOnce);
    REQUIRE(once != advice.observations.end());
    CHECK(once->bytes == 800 + 792);
    CHECK(once->sentence == "'t' is written by one kernel and read by 'b' alone");
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

TEST_CASE("a forecast is what applying the step comes to") {
    const Sample sample = nabla4();
    workbench::Forecast forecast(sample.document, sample.values);
    const auto before = workbench::predict(*sample.document, sample.values);
    REQUIRE(before.has_value());
    const auto advice = workbench::advise(sample.document, sample.values);
    for (const auto& one : advice.possible) {
        CAPTURE(one.transformation->name, one.match.label);
        const auto steps =
            workbench::applyAt(*one.transformation, sample.document, one.match, one.params);
        REQUIRE(steps.has_value());
        const auto& after = *steps->back().result.document;
        const auto predicted = workbench::predict(after, sample.values);
        REQUIRE(predicted.has_value());

        const auto saved = forecast.savings(*one.transformation, one.match, one.params);
        REQUIRE(saved.has_value());
        CHECK(saved->bytes == one.savedBytes);
        CHECK(saved->kernels == one.savedKernels);
        CHECK(*saved->microseconds ==
              Approx(before->microseconds - predicted->microseconds).margin(1e-9));

        const auto effect = forecast.effect(*one.transformation, one.match, one.params);
        REQUIRE(effect.has_value());
        CHECK(effect->before == advice.figures);
        CHECK(effect->after == analysis::figures(after, sample.values));
        CHECK(*effect->microsecondsAfter == Approx(predicted->microseconds));
        CHECK_FALSE(effect->touched.empty());
    }
}

TEST_CASE("a forecast of what does not apply is its refusal") {
    const Sample sample = nabla4();
    workbench::Forecast forecast(sample.document, sample.values);
    const auto& fusion = *transforms::findTransformation("map-fusion-vertical");
    const auto refused = forecast.effect(fusion, {}, {});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().sentence ==
          workbench::applyAt(fusion, sample.document, {}, {}).error().sentence);
    CHECK(forecast.savings(fusion, {}, {}).error().code == refused.error().code);
}

TEST_CASE("by time the best comes first, and what saves time alone is among them") {
    const Sample sample = nabla4();
    workbench::Forecast forecast(sample.document, sample.values);
    auto advice = workbench::advise(sample.document, sample.values);
    const auto byBytes = advice.possible.size();
    REQUIRE_FALSE(advice.others.empty());
    int last = -1, total = 0;
    workbench::rankByTime(advice, forecast, {}, [&](const std::string&, int done, int all) {
        CHECK(done == last + 1);
        last = done;
        total = all;
    });
    CHECK(last + 1 == total);
    REQUIRE(advice.possible.size() >= byBytes);
    CHECK(std::ranges::is_sorted(advice.possible, std::ranges::greater(),
                                 [](const auto& one) { return workbench::worth(one); }));
    for (const auto& one : advice.possible) {
        CAPTURE(one.transformation->name, one.match.label);
        CHECK(one.savedMicroseconds ==
              forecast.savings(*one.transformation, one.match, one.params)->microseconds);
    }
    for (const auto& one : advice.others)
        CHECK(one.savedMicroseconds.value_or(0) <= 0.5);
}

TEST_CASE("what was not predicted stands by its bytes and launches") {
    const Sample sample = nabla4();
    workbench::Forecast forecast(sample.document, sample.values);
    auto advice = workbench::advise(sample.document, sample.values);
    std::stop_source stopped;
    stopped.request_stop();
    workbench::rankByTime(advice, forecast, stopped.get_token());
    REQUIRE_FALSE(advice.possible.empty());
    const workbench::DeviceRates rates;
    for (const auto& one : advice.possible) {
        CHECK_FALSE(one.savedMicroseconds);
        CHECK(workbench::worth(one) == Approx(static_cast<double>(one.savedBytes) / rates.memory +
                                              one.savedKernels * rates.launch));
    }
}

TEST_CASE("a temporary is named by its access nodes, an action by its place") {
    const Sample sample = nabla4();
    const auto advice = workbench::advise(sample.document, sample.values);
    const ir::DocumentIndex index(sample.document);
    for (const auto& one : advice.temporaries) {
        CAPTURE(one.name);
        REQUIRE_FALSE(one.accesses.empty());
        for (const auto id : one.accesses)
            CHECK(one.name.ends_with(index.find(id)->node->as<ir::AccessNode>()->data));
        CHECK(std::ranges::any_of(advice.possible, [&](const auto& step) {
            return workbench::concerns(step, one.accesses);
        }));
    }
    bool any = false;
    for (const auto& one : advice.observations)
        if (one.action) {
            any = true;
            const auto& action = *one.action;
            const auto all =
                action.transformation->find(transforms::DocumentView(sample.document), {});
            CHECK(all.at(static_cast<std::size_t>(action.number - 1)) == action.match);
        }
    CHECK(any);
}

TEST_CASE("a temporary that no fusion is about says what is in the way") {
    // `t` lives from one state to the next, `c` is copied, `d` is written half by half.
    const auto document = ir::parseDump(R"(sdfg p {
  args a b e
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N] transient
  array d float64 [N] transient
  array e float64 [N]
  array t float64 [N] transient
  state s {
    a = access a
    t = access t
    in1 = map first [i = 0:N] -> out1
    one = tasklet one `o = v + 1.0`
    out1 = exit in1
    a -> in1.IN_a : a[0:N]
    in1.OUT_a -> one.v : a[i]
    one.o -> out1.IN_t : t[i]
    out1.OUT_t -> t : t[0:N]
  }
  state r {
    t = access t
    c = access c
    a = access a
    d = access d
    b = access b
    e = access e
    in2 = map second [i = 0:N] -> out2
    two = tasklet two `o = v * 2.0`
    out2 = exit in2
    in3 = map third [i = 0:N/2] -> out3
    three = tasklet three `o = v * 3.0`
    out3 = exit in3
    in4 = map fourth [i = N/2:N] -> out4
    four = tasklet four `o = v * 4.0`
    out4 = exit in4
    in5 = map fifth [i = 0:N] -> out5
    five = tasklet five `o = v * 5.0`
    out5 = exit in5
    t -> in2.IN_t : t[0:N]
    in2.OUT_t -> two.v : t[i]
    two.o -> out2.IN_c : c[i]
    out2.OUT_c -> c : c[0:N]
    c -> b : c[0:N] -> [0:N]
    a -> in3.IN_a : a[0:N/2]
    in3.OUT_a -> three.v : a[i]
    three.o -> out3.IN_d : d[i]
    out3.OUT_d -> d : d[0:N/2]
    a -> in4.IN_a : a[N/2:N]
    in4.OUT_a -> four.v : a[i]
    four.o -> out4.IN_d : d[i]
    out4.OUT_d -> d : d[N/2:N]
    d -> in5.IN_d : d[0:N]
    in5.OUT_d -> five.v : d[i]
    five.o -> out5.IN_e : e[i]
    out5.OUT_e -> e : e[0:N]
  }
  s -> r
}
)");
    INFO((document ? "" : document.error().sentence));
    REQUIRE(document.has_value());
    const transforms::DocumentView view(*document);
    const auto uses = workbench::temporaryUses(**document, {{"N", symbolic::Value::integer(100)}});
    const auto why = [&](const std::string& name) {
        for (const auto& [data, use] : uses)
            if (use.name == name)
                return workbench::whyNoFusion({use.accesses.begin(), use.accesses.end()}, view);
        return std::string("not there");
    };
    CHECK(why("t") == "'t' writes it in the state 's' and 'c' reads it in 'r', and fusions look "
                      "into one state");
    CHECK(why("c") == "it is copied to 'b', and fusions take maps");
    CHECK(why("d") == "2 kernels write it, 'd (third)' and 'd (fourth)' among them, and a fusion "
                      "takes what one writes");

    const auto advice = workbench::advise(*document, {{"N", symbolic::Value::integer(100)}});
    for (const auto& one : advice.temporaries) {
        const auto listed = [&](const std::vector<workbench::Suggestion>& list) {
            return std::ranges::any_of(
                list, [&](const auto& step) { return workbench::concerns(step, one.accesses); });
        };
        CAPTURE(one.name, one.obstacle);
        CHECK(one.obstacle.empty() == (listed(advice.possible) || listed(advice.refused)));
    }
}

} // namespace advise_test
