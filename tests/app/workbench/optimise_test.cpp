// Predicted times, and pipelines that are carried out by them.
#include "app/workbench/optimise.h"
#include "app/workbench/run_setup.h"
#include "core/ir/dump.h"
#include "tests/app/workbench/folder.h"

#include <algorithm>
#include <fstream>
#include <stop_token>
#include <thread>

namespace optimise_test {

using namespace mw;
using test::Folder;
using transforms::parsePipeline;
using workbench::optimise;
using workbench::predict;

namespace {

const symbolic::Bindings kValues = {{"N", symbolic::Value::integer(1'000'000)}};

ir::DocumentPtr parsed(const std::string& text) {
    const auto document = ir::parseDump(text);
    REQUIRE(document.has_value());
    return *document;
}

/// Two maps, the second of which reads both results of the first one place further on. `inputs`
/// that the first reads: more of them than results, and computing one result again costs more than
/// it saves.
ir::DocumentPtr neighbours(int inputs) {
    std::string text = "sdfg g {\n symbols N:int32\n array b float64 [N]\n array t float64 [N + 1] "
                       "transient\n array u float64 [N + 1] transient\n";
    std::string nodes, edges, sum;
    for (int i = 0; i < inputs; ++i) {
        const std::string a = "a" + std::to_string(i), x = "x" + std::to_string(i);
        text += " array " + a + " float64 [N + 1]\n";
        nodes += "  " + a + " = access " + a + "\n";
        edges += "  " + a + " -> m.IN_" + a + " : " + a + "[0:N + 1]\n";
        for (const std::string tasklet : {"f", "h"})
            edges += "  m.OUT_" + a + " -> " + tasklet + "." + x + " : " + a + "[i]\n";
        sum += (sum.empty() ? "" : " + ") + x;
    }
    return parsed(text + " state main {\n" + nodes +
                  "  m = map first [i = 0:N + 1] -> x\n  f = tasklet f `o = (" + sum +
                  ")`\n  h = tasklet h `w = (" + sum +
                  ")`\n  x = exit m\n  t = access t\n  u = access u\n"
                  "  n = map second [j = 0:N] -> y\n  g = tasklet g `o = (p - q)`\n  y = exit n\n"
                  "  b = access b\n" +
                  edges +
                  "  f.o -> x.IN_t : t[i]\n  h.w -> x.IN_u : u[i]\n  x.OUT_t -> t : t[0:N + 1]\n"
                  "  x.OUT_u -> u : u[0:N + 1]\n  t -> n.IN_t : t[1:N + 1]\n"
                  "  u -> n.IN_u : u[1:N + 1]\n  n.OUT_t -> g.p : t[j + 1]\n"
                  "  n.OUT_u -> g.q : u[j + 1]\n  g.o -> y.IN_b : b[j]\n  y.OUT_b -> b : b[0:N]\n"
                  " }\n}\n");
}

transforms::Pipeline byCost(const std::string& passes) {
    const auto pipeline = parsePipeline("p", "by cost: try\n" + passes);
    REQUIRE(pipeline.has_value());
    return *pipeline;
}

} // namespace

TEST_CASE("a prediction counts bytes, launches and copies") {
    const auto document = parsed(R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  state main {
    a = access a
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (p * 2.0)`
    x = exit m
    b = access b
    c = access c
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.p : a[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
    b -> c : b[0:N] -> [0:N]
  }
}
)");
    const auto p = predict(*document, kValues,
                           {.memory = 1e6, .cache = 1e12, .instructions = 1e12, .launch = 3});
    REQUIRE(p.has_value());
    REQUIRE(p->kernels.size() == 1);
    CHECK(p->copies == 1);
    CHECK(p->kernels[0].bytes == Approx(16e6));
    CHECK(p->kernels[0].microseconds == Approx(3 + 16).epsilon(1e-3));
    CHECK(p->bytes == Approx(32e6));
    CHECK(p->microseconds == Approx(2 * (3 + 16)).epsilon(1e-3));
    REQUIRE(p->kernels[0].shape);
    CHECK_FALSE(p->kernels[0].chosen);
}

TEST_CASE("a prediction has the launch that was chosen for a kernel") {
    const auto document = neighbours(1);
    const auto byRules = predict(*document, kValues);
    REQUIRE(byRules.has_value());
    const std::string& name = byRules->kernels.at(0).name;
    codegen::Choices choices;
    choices[name].block = {64, 1, 1};
    choices["of another program"].block = {32, 1, 1};
    const auto chosen = predict(*document, kValues, {}, nullptr, choices);
    REQUIRE(chosen.has_value());
    CHECK(chosen->kernels[0].chosen);
    CHECK(chosen->kernels[0].shape->block == std::array<unsigned, 3>{64, 1, 1});
    CHECK_FALSE(chosen->kernels[1].chosen);
}

TEST_CASE("a division costs more instructions than a product, one by a literal hardly more") {
    const auto instructions = [](const std::string& code) {
        const auto p =
            predict(*parsed("sdfg g {\n symbols N:int32\n array a float64 [N]\n array b "
                            "float64 [N]\n state s {\n a = access a; b = access b\n"
                            " m = map m [i = 0:N] -> x; t = tasklet t `o = " +
                            code +
                            "`\n x = exit m\n a -> m.IN_a : a[0:N]; m.OUT_a -> t.p : "
                            "a[i]; t.o -> x.IN_b : b[i]; x.OUT_b -> b : b[0:N]\n }\n}\n"),
                    kValues);
        REQUIRE(p.has_value());
        return p->kernels.at(0).instructions / 1e6;
    };
    CHECK(instructions("p * 3.0") == Approx(1));
    CHECK(instructions("p / p") == Approx(20));
    CHECK(instructions("p / 3.0") == Approx(6));
}

TEST_CASE("a stage by cost does what saves, and says what does not") {
    const auto cheap = neighbours(1);
    const auto done = optimise(cheap, byCost("inline-fusion"), {.values = kValues});
    REQUIRE(done.has_value());
    CHECK(done->steps.size() == 2); // t and u
    CHECK(done->after.kernels.size() == 1);
    CHECK(done->after.microseconds < done->before.microseconds);

    const auto again =
        optimise(done->steps.back().result.document, byCost("inline-fusion"), {.values = kValues});
    REQUIRE(again.has_value());
    CHECK(again->steps.empty());
}

TEST_CASE("a map that feeds another one twice goes though half of it alone would cost") {
    const auto document = neighbours(5);
    const auto pipeline = byCost("inline-fusion");
    const auto first =
        workbench::applyFirst(*transforms::findTransformation("inline-fusion"), document, {});
    REQUIRE(first.has_value());
    const auto half = predict(*first->back().result.document, kValues);
    const auto done = optimise(document, pipeline, {.values = kValues});
    REQUIRE(done.has_value());
    CHECK(half->microseconds > done->before.microseconds);
    CHECK(done->steps.size() == 2);
    CHECK(done->after.kernels.size() == 1);
}

TEST_CASE("what costs more than it saves stays as it is") {
    // Only one of the results is read elsewhere: the other map goes on loading all inputs.
    const auto document = neighbours(1);
    const workbench::DeviceRates slow{
        .memory = 1e12, .cache = 1e12, .instructions = 1, .launch = 0};
    const auto done =
        optimise(document, byCost("map-split-fusion-vertical"), {.values = kValues, .rates = slow});
    REQUIRE(done.has_value());
    CHECK(done->steps.empty());
}

TEST_CASE("stages that apply everywhere are repeated together") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto document = (*program)->current().document;
    const auto scenario = workbench::scenarioFor(*document->root, {}, "torus:8,6,10");
    REQUIRE(scenario.has_value());
    const auto done =
        optimise(document, *transforms::findPipeline("default"), {.values = scenario->symbols});
    REQUIRE(done.has_value());
    CHECK(done->after.kernels.size() == 1);
    CHECK_FALSE(done->steps.empty());
    std::size_t steps = 0;
    for (const auto& stage : done->stages) {
        CHECK(stage.firstStep == steps);
        steps += stage.steps;
    }
    CHECK(steps == done->steps.size());
    const auto twice =
        optimise(document, *transforms::findPipeline("default"), {.values = scenario->symbols});
    REQUIRE(twice.has_value());
    CHECK(ir::dump(*twice->steps.back().result.document->root) ==
          ir::dump(*done->steps.back().result.document->root));
}

namespace {

/// A sample with sizes, and what its pipeline makes of it.
struct Sample {
    Folder folder;
    ir::DocumentPtr document;
    symbolic::Bindings values;

    Sample() {
        const auto program = workbench::openProgram(folder.input());
        REQUIRE(program.has_value());
        document = (*program)->current().document;
        const auto scenario = workbench::scenarioFor(*document->root, {}, "torus:8,6,10");
        REQUIRE(scenario.has_value());
        values = scenario->symbols;
    }
    Expected<workbench::Optimisation> optimised(const workbench::OptimiseOptions& options) const {
        return optimise(document, *transforms::findPipeline("default"), options);
    }
    Expected<workbench::Optimisation> optimised(std::stop_token stop = {}) const {
        return optimised(workbench::OptimiseOptions{.values = values, .stop = std::move(stop)});
    }
    const ir::DocumentPtr& last(const workbench::Optimisation& done) const {
        return done.steps.empty() ? document : done.steps.back().result.document;
    }
};

} // namespace

TEST_CASE("predictions beside the steps change nothing, however threads take turns") {
    const Sample sample;
    std::vector<Expected<workbench::Optimisation>> all;
    for (int i = 0; i < 8; ++i)
        all.emplace_back(fail("not-done", ""));
    {
        std::vector<std::jthread> threads; // more than there are processors
        for (auto& one : all)
            threads.emplace_back([&] { one = sample.optimised(); });
    }
    for (const auto& one : all) {
        REQUIRE(one.has_value());
        REQUIRE(one->steps.size() == all[0]->steps.size());
        CHECK(ir::dump(*sample.last(*one)->root) == ir::dump(*sample.last(*all[0])->root));
        CHECK(one->before.microseconds == all[0]->before.microseconds);
        CHECK(one->after.microseconds == all[0]->after.microseconds);
    }
}

TEST_CASE("a stop at any time keeps what was done, with its prediction") {
    const Sample sample;
    const auto whole = sample.optimised();
    REQUIRE(whole.has_value());
    for (int pause = 0; pause < 12; ++pause) {
        std::stop_source source;
        if (pause == 0)
            source.request_stop();
        std::jthread stopper([&] {
            for (int i = 0; i < 400 * pause; ++i)
                std::this_thread::yield();
            source.request_stop();
        });
        const auto done = sample.optimised(source.get_token());
        REQUIRE(done.has_value());
        CHECK(done->steps.size() <= whole->steps.size());
        CHECK(done->before.microseconds == whole->before.microseconds);
        const auto expected = predict(*sample.last(*done), sample.values);
        REQUIRE(expected.has_value());
        CHECK(done->after.microseconds == expected->microseconds);
        if (pause == 0)
            CHECK(done->steps.empty());
    }
}

TEST_CASE("steps are told as they are found, with how far it is") {
    const Sample sample;
    std::vector<std::string> found;
    std::size_t most = 0;
    double reached = 0;
    workbench::OptimiseOptions options{.values = sample.values};
    options.found = [&](const auto& steps) {
        for (const auto& step : steps)
            found.push_back(history::text(step.record));
    };
    options.progress = [&](const workbench::OptimiseProgress& at) {
        CHECK(at.steps >= most);
        CHECK(at.tried <= at.total);
        most = at.steps;
        reached = at.reached;
    };
    const auto done = sample.optimised(options);
    REQUIRE(done.has_value());
    std::vector<std::string> all;
    for (const auto& step : done->steps)
        all.push_back(history::text(step.record));
    CHECK(found == all);
    CHECK(most == all.size());
    CHECK(reached > 0);
    CHECK(reached < done->before.microseconds);
}

namespace {

/// A pipeline of its own passes, everywhere, and one beside it, as files.
struct Rivals {
    Folder folder;

    transforms::Pipeline of(const std::string& own, const std::string& other) const {
        const std::string file = (folder / "other.pipeline").string();
        std::ofstream(file) << "everywhere: other\n" << other << "\n";
        const auto pipeline =
            parsePipeline("own", "beside: " + file + "\neverywhere: own\n" + own + "\n");
        REQUIRE(pipeline.has_value());
        return *pipeline;
    }
};

/// On which computing again costs much and moving nothing.
const workbench::DeviceRates kSlow{.memory = 1e12, .cache = 1e12, .instructions = 1, .launch = 0};
/// On which a kernel is what costs.
const workbench::DeviceRates kLaunches{
    .memory = 1e12, .cache = 1e12, .instructions = 1e12, .launch = 100};

} // namespace

TEST_CASE("an optimisation ends at no more than the pipelines beside it and the start") {
    const Rivals rivals;
    const auto document = neighbours(1);
    // Computed again where it is read, at two places.
    const auto costly = parsed(R"(sdfg h {
  symbols N:int32
  array a float64 [N + 1]
  array b float64 [N]
  array t float64 [N + 1] transient
  state main {
    a = access a
    m = map first [i = 0:N + 1] -> x
    f = tasklet f `o = (v * v * v * v)`
    x = exit m
    t = access t
    n = map second [j = 0:N] -> y
    g = tasklet g `o = (p - q)`
    y = exit n
    b = access b
    a -> m.IN_a : a[0:N + 1]
    m.OUT_a -> f.v : a[i]
    f.o -> x.IN_t : t[i]
    x.OUT_t -> t : t[0:N + 1]
    t -> n.IN_t : t[0:N + 1]
    n.OUT_t -> g.p : t[j]
    n.OUT_t -> g.q : t[j + 1]
    g.o -> y.IN_b : b[j]
    y.OUT_b -> b : b[0:N]
  }
}
)");
    // its own steps lose: the start is better, and the other one leaves that as it is
    const auto losing = rivals.of("inline-fusion", "dead-map-elimination");
    const auto alone = optimise(costly,
                                *parsePipeline("p", "everywhere: own\n"
                                                    "inline-fusion\n"),
                                {.values = kValues, .rates = kSlow});
    REQUIRE(alone.has_value());
    REQUIRE(alone->after.microseconds > alone->before.microseconds);
    CHECK(alone->forms.empty());
    const auto start = optimise(costly, losing, {.values = kValues, .rates = kSlow});
    REQUIRE(start.has_value());
    CHECK(start->steps.empty());
    CHECK(start->after.microseconds == start->before.microseconds);
    REQUIRE(start->forms.size() == 3);
    CHECK(start->forms[0].steps.size() == alone->steps.size());
    CHECK(start->forms[2].name == workbench::OptimisedForm::kStart);
    CHECK_FALSE(start->isOwn());

    // the other one is best
    const auto other = optimise(document, rivals.of("dead-map-elimination", "inline-fusion"),
                                {.values = kValues, .rates = kLaunches});
    REQUIRE(other.has_value());
    CHECK(other->taken == 1);
    CHECK(other->after.kernels.size() == 1);
    REQUIRE_FALSE(other->steps.empty());
    CHECK(predict(*other->steps.back().result.document, kValues, kLaunches)->microseconds ==
          other->after.microseconds);
    CHECK(other->stages.size() == 1);

    // of equals its own
    const auto own = optimise(document, rivals.of("inline-fusion", "inline-fusion"),
                              {.values = kValues, .rates = kLaunches});
    REQUIRE(own.has_value());
    CHECK(own->isOwn());
    CHECK(own->why == "no other form is predicted to take less");
}

namespace {

/// Two programs, each of two maps with a temporary between them, that run one after the other.
std::string linkedPrograms(const std::string& more = "") {
    std::string text = "sdfg g {\n symbols N:int32\n array a float64 [N]\n array b float64 [N]\n "
                       "array c float64 [N]\n";
    for (const auto* call : {"ab", "bc"}) {
        const std::string from(1, call[0]), to(1, call[1]);
        text += " state " + std::string(call) + " {\n  " + from + " = access " + from +
                "\n  n = nested " + call + " {N: N} = sdfg " + call +
                R"( {
   symbols N:int32
   array x float64 [N]
   array y float64 [N]
   array t float64 [N] transient
   state main {
    x = access x
    m = map first [i = 0:N] -> mx
    f = tasklet f `o = (v * 2.0)`
    mx = exit m
    t = access t
    k = map second [j = 0:N] -> kx
    g = tasklet g `o = (v + 1.0)`
    kx = exit k
    y = access y
    x -> m.IN_x : x[0:N]
    m.OUT_x -> f.v : x[i]
    f.o -> mx.IN_t : t[i]
    mx.OUT_t -> t : t[0:N]
    t -> k.IN_t : t[0:N]
    k.OUT_t -> g.v : t[j]
    g.o -> kx.IN_y : y[j]
    kx.OUT_y -> y : y[0:N]
   }
  }
  )" + to + " = access " +
                to + "\n" + (from == "b" ? more : "") + "  " + from + " -> n.x : " + from +
                "[0:N]\n  n.y -> " + to + " : " + to + "[0:N]\n }\n";
    }
    return text + " ab -> bc\n}\n";
}

std::size_t nestedIn(const ir::Document& document) {
    std::size_t found = 0;
    for (const auto& block : document.root->body.blocks)
        for (const auto& node : block->as<ir::State>()->nodes)
            found += node->as<ir::NestedSdfg>() ? 1 : 0;
    return found;
}

} // namespace

TEST_CASE("a linked program ends at no more than its programs by themselves") {
    const Rivals rivals;
    const auto pipeline =
        rivals.of("inline-nested-sdfg\nstate-fusion\nmap-fusion-vertical", "dead-map-elimination");
    const workbench::OptimiseOptions options{.values = kValues, .rates = kLaunches};
    const auto start = parsed(linkedPrograms());
    const auto done = optimise(start, pipeline, options);
    REQUIRE(done.has_value());
    const auto form = [&](const std::string& name) {
        const auto found = std::ranges::find(done->forms, name, &workbench::OptimisedForm::name);
        REQUIRE(found != done->forms.end());
        return *found;
    };
    // each fused where it stands, where inlining would take them out of there
    const auto programs = form(workbench::OptimisedForm::kPrograms);
    CHECK(programs.steps.size() == 2);
    CHECK(programs.predicted.kernels.size() == 2);
    CHECK(nestedIn(*programs.document(start)) == 2);
    // and what the pipeline makes of that
    const auto across =
        form(std::string(workbench::OptimisedForm::kPrograms) + ", then across them");
    CHECK(nestedIn(*across.document(start)) == 0);
    CHECK(across.predicted.kernels.size() == 1);
    CHECK(across.stages.back().firstStep == 2);
    for (const auto& each : done->forms)
        CHECK(done->after.microseconds <= each.predicted.microseconds);
    for (const auto& each : done->forms)
        if (!each.steps.empty())
            CHECK(predict(*each.document(start), kValues, kLaunches)->microseconds ==
                  each.predicted.microseconds);

    // nothing is done across them for nothing
    const auto inlined = optimise(
        start, rivals.of("inline-nested-sdfg\nmap-fusion-vertical", "view-elimination"), options);
    REQUIRE(inlined.has_value());
    REQUIRE(inlined->forms.size() == 4);
    CHECK(inlined->forms[2].name == workbench::OptimisedForm::kPrograms);

    // the same twice
    const auto again = optimise(start, pipeline, options);
    REQUIRE(again.has_value());
    REQUIRE(again->forms.size() == done->forms.size());
    for (std::size_t i = 0; i < again->forms.size(); ++i)
        CHECK(ir::dump(*again->forms[i].document(start)->root) ==
              ir::dump(*done->forms[i].document(start)->root));

    // a graph that computes something beside them was not linked
    const auto other =
        optimise(parsed(linkedPrograms(
                     "  h = map beside [i = 0:N] -> hx\n  f = tasklet f `o = (v)`\n  hx = exit "
                     "h\n  a2 = access a\n  b -> h.IN_b : b[0:N]\n  h.OUT_b -> f.v : b[i]\n  "
                     "f.o -> hx.IN_a : a[i]\n  hx.OUT_a -> a2 : a[0:N]\n")),
                 pipeline, options);
    REQUIRE(other.has_value());
    CHECK(other->forms.size() == 3);
}

TEST_CASE("forms that predictions cannot tell apart are measured, and no others") {
    const Rivals rivals;
    const auto document = neighbours(1);
    const auto pipeline = rivals.of("inline-fusion", "dead-map-elimination");
    std::size_t measured = 0;
    const auto run = [&](double width, Expected<std::vector<workbench::MeasuredForm>> times) {
        workbench::OptimiseOptions options{.values = kValues, .rates = kLaunches};
        options.error = workbench::ModelError{1 / width, width, 1, "a guess"};
        options.measure = [&](const auto& documents) {
            ++measured;
            CHECK(documents.size() == 3); // the best by prediction comes first
            CHECK(documents[1] == document);
            return times;
        };
        auto done = optimise(document, pipeline, options);
        REQUIRE(done.has_value());
        return std::move(*done);
    };
    using Forms = std::vector<workbench::MeasuredForm>;
    const Forms startIsFaster = {{100, {1, 1}}, {50, {0.49, 0.51}}, {50, {0.49, 0.51}}};
    CHECK(run(1.1, startIsFaster).isOwn());
    CHECK(measured == 0);
    const auto done = run(2, startIsFaster);
    CHECK(measured == 1);
    CHECK(done.taken == 1);
    CHECK(done.steps.empty());
    CHECK(done.why.find("measured: 0.500 (0.490 to 0.510)") == 0);
    CHECK(done.forms[1].measured->microseconds == 50);

    CHECK(run(2, Forms{{100, {1, 1}}, {99, {0.97, 1.01}}, {99, {0.97, 1.01}}}).isOwn());
    const Forms differs = {
        {100, {1, 1}}, {50, {0.49, 0.51}, "b: 1 of 9 elements differ"}, {101, {1, 1.02}}};
    const auto kept = run(2, differs);
    CHECK(kept.isOwn());
    CHECK(kept.why.find("b: 1 of 9 elements differ") != std::string::npos);
    const auto none = run(2, fail("no-device", "no device is at hand"));
    CHECK(none.isOwn());
    CHECK(none.why.find("nothing was measured: no device is at hand") != std::string::npos);
}

TEST_CASE("a pipeline beside another one that there is not is said") {
    const auto pipeline = parsePipeline("p", "beside: nowhere\neverywhere: a\nmap-collapse\n");
    REQUIRE(pipeline.has_value());
    const auto done = optimise(neighbours(1), *pipeline, {.values = kValues});
    REQUIRE_FALSE(done.has_value());
    CHECK(done.error().code == "no-pipeline");
}

TEST_CASE("a program that cannot be lowered is refused with that, whatever applies to it") {
    const auto document = parsed("sdfg g {\n symbols N:int32\n array a float64 [N]\n array b "
                                 "float64 [N]\n state s {\n a = access a; b = access b\n"
                                 " m = map m [i = 0:N] -> x; t = tasklet t `o = nowhere(p)`\n"
                                 " x = exit m\n a -> m.IN_a : a[0:N]; m.OUT_a -> t.p : "
                                 "a[i]; t.o -> x.IN_b : b[i]; x.OUT_b -> b : b[0:N]\n }\n}\n");
    const auto alone = predict(*document, kValues);
    REQUIRE_FALSE(alone.has_value());
    const auto done = optimise(document, *transforms::findPipeline("default"), {.values = kValues});
    REQUIRE_FALSE(done.has_value());
    CHECK(done.error().sentence == alone.error().sentence);
}

} // namespace optimise_test
