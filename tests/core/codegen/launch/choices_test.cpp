// Launch choices as data: what files of them say, and what kernels make of them.
#include "core/codegen/codegen.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace choices_test {

using namespace mw;
using namespace mw::codegen;
using test::kMetric;
using test::kStream;
using test::lowered;

namespace {

Choices everything() {
    KernelChoice all;
    all.block = {64, 2, 1};
    all.levelsPerThread = 20;
    all.levelsPerGroup = 4;
    all.prefetch = 0;
    all.minBlocksPerSm = 3;
    all.unroll = 2;
    all.streaming = Streaming::none;
    all.sharedLoops = 1;
    all.gathersAhead = true;
    all.tiles = true;
    all.vectors = false;
    return {{"first__a", all}, {"second \"b\"", {.maxRegisters = 80}}, {"third", {}}};
}

std::string sentence(const std::string& json) {
    const auto choices = choicesFromJson(json);
    REQUIRE_FALSE(choices);
    CHECK(choices.error().code == "bad-choices");
    return choices.error().sentence;
}

std::string fieldSentence(const std::string& field, const std::string& value) {
    KernelChoice choice;
    const auto set = setField(choice, field, value);
    REQUIRE_FALSE(set);
    CHECK(choice.isEmpty());
    return set.error().sentence;
}

std::string inKernel(const std::string& fields) {
    return R"({"version": 1, "kernels": {"m__z": {)" + fields + "}}}";
}

std::string textWith(Plan& plan, const KernelChoice& choice, Target target) {
    REQUIRE(chooseLaunches(plan, launchDevice(target), {{"m__z", choice}}));
    const std::string text = print(plan, target).text;
    return text.substr(text.find("extern \"C\""));
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a field from its text") {
    KernelChoice choice;
    REQUIRE(setField(choice, "block", "64x2"));
    REQUIRE(setField(choice, "levels_per_thread", "20"));
    REQUIRE(setField(choice, "streaming", "none"));
    REQUIRE(setField(choice, "vectors", "false"));
    CHECK(choice == KernelChoice{.block = {{64, 2, 1}},
                                 .levelsPerThread = 20,
                                 .streaming = Streaming::none,
                                 .vectors = false});
    CHECK(fieldSentence("block", "64x") ==
          "'block' is one to three numbers of threads from 1 to 1024, not \"64x\"");
    CHECK(fieldSentence("levels_per_thread", "many") ==
          "'levels_per_thread' is a whole number from 1 on, not \"many\"");
    CHECK(fieldSentence("streaming", "1") == R"('streaming' is "none", "own" or "all", not 1)");
}

TEST_CASE("choices are read as they were written") {
    const auto read = choicesFromJson(toJson(everything()));
    REQUIRE(read);
    CHECK(*read == everything());
    CHECK(choicesFromJson(toJson(Choices{}))->empty());
    CHECK(toJson(KernelChoice{.block = {{64, 2, 1}}, .levelsPerThread = 4}) ==
          R"({"block":[64,2,1],"levels_per_thread":4})");
}

TEST_CASE("choices in words") {
    CHECK(toText(KernelChoice{}) == "by the rules");
    CHECK(toText(KernelChoice{.block = {{128, 1, 1}},
                              .levelsPerThread = 20,
                              .levelsPerGroup = 2,
                              .minBlocksPerSm = 4,
                              .streaming = Streaming::all,
                              .gathersAhead = true,
                              .tiles = true}) ==
          "128x1x1, 20 levels per thread, 2 at a time, 4 blocks per multiprocessor, streaming all, "
          "gathers ahead of branches, neighbours in tiles");
}

TEST_CASE("what is wrong with a file of choices is said with kernel and field") {
    const std::string of = "the choices of the kernel 'm__z': ";
    CHECK(sentence("[]") == R"(a file of choices is a JSON object with "version" and "kernels")");
    CHECK(sentence("{") == R"(a file of choices is a JSON object with "version" and "kernels")");
    CHECK(sentence(R"({"version": 2, "kernels": {}})") ==
          "the choices are of version 2, and version 1 is known");
    CHECK(sentence(R"({"version": 1, "kernels": {"m__z": 3}})") ==
          "the choices of the kernel 'm__z' are no object");
    CHECK(sentence(inKernel(R"("levels": 3)")) ==
          "the choices of the kernel 'm__z' have no field 'levels'; there are: block, "
          "levels_per_thread, levels_per_group, loads_ahead, max_registers, min_blocks, unroll, "
          "shared_loops, streaming, gathers_ahead, tiles, vectors, hand");
    CHECK(sentence(inKernel(R"("levels_per_thread": 0)")) ==
          of + "'levels_per_thread' is a whole number from 1 on, not 0");
    CHECK(sentence(inKernel(R"("unroll": 99999999999)")) ==
          of + "'unroll' is a whole number from 0 on, not 99999999999");
    CHECK(sentence(inKernel(R"("unroll": 1.5)")) ==
          of + "'unroll' is a whole number from 0 on, not 1.5");
    for (const char* block : {"64", "[]", "[1, 2, 3, 4]", "[0]", "[2048]", R"(["x"])"})
        CHECK(sentence(inKernel(std::string(R"("block": )") + block))
                  .starts_with(of +
                               "'block' is one to three numbers of threads from 1 to 1024, not "));
    CHECK(sentence(inKernel(R"("streaming": "some")")) ==
          of + R"('streaming' is "none", "own" or "all", not "some")");
    CHECK(sentence(inKernel(R"("vectors": 1)")) == of + "'vectors' is true or false, not 1");
    CHECK(sentence(inKernel(R"("gathers_ahead": "on")")) ==
          of + "'gathers_ahead' is true or false, not \"on\"");
}

TEST_CASE("a choice that a kernel cannot keep is refused, and none is left half done") {
    Plan plan = lowered(kMetric);
    const auto before = plan.kernels[0].launch;
    const auto sentenceOf = [&](const KernelChoice& choice) {
        const auto chosen = chooseLaunches(plan, {}, {{"m__z", choice}});
        REQUIRE_FALSE(chosen);
        CHECK(plan.kernels[0].launch == before);
        return chosen.error().sentence;
    };
    const std::string of = "the choices of the kernel 'm__z': ";
    CHECK(sentenceOf({.prefetch = 2}) ==
          of + "'loads_ahead' cannot be kept: it has no loop whose loads can run ahead");
    CHECK(sentenceOf({.gathersAhead = true}) ==
          of + "'gathers_ahead' cannot be kept: none of its gathers waits for a branch");
    CHECK(sentenceOf({.sharedLoops = 3}) == of + "'shared_loops' cannot be kept: it has 2 loops");
    CHECK(sentenceOf({.maxRegisters = 80, .minBlocksPerSm = 4}) ==
          of + "'min_blocks' cannot be kept: 'max_registers' decides how many blocks fit");
    CHECK(sentenceOf({.block = {{1, 1, 128}}}) ==
          of + "'block' cannot be kept: 1 x 1 x 128 threads are not from 1 to 1024, at most 64 "
               "along z");
    plan.kernels[0].facts.maySchedule = false; // the graph's own loop over levels
    CHECK(sentenceOf({.levelsPerThread = 4}) ==
          of + "'levels_per_thread' cannot be kept: a thread of it runs loops of its own");
    CHECK(chooseLaunches(plan, {}, {{"n", {}}}).error().sentence ==
          "there is no kernel 'n' to choose for; there are: m__z");
}

TEST_CASE("kernels stream through what a choice says") {
    Plan plan = lowered(kStream);
    const auto text = [&](Streaming streaming) {
        return textWith(plan, {.streaming = streaming}, Target::cuda);
    };
    CHECK(contains(text(Streaming::own), "mw_load_cs(&x["));
    CHECK_FALSE(contains(text(Streaming::none), "_cs("));
    CHECK(textWith(plan, {}, Target::cuda) == text(Streaming::own));
    plan.kernels[0].buffers[0].streaming = false; // as if another kernel touched it
    CHECK_FALSE(contains(text(Streaming::own), "mw_load_cs(&x["));
    CHECK(contains(text(Streaming::all), "mw_load_cs(&x["));
}

TEST_CASE("on the CPU a choice says which loops are shared, and whether there are vectors") {
    Plan plan = lowered(kStream);
    const auto text = [&](const KernelChoice& choice) {
        return textWith(plan, choice, Target::cpu);
    };
    const std::string ruled = text({});
    CHECK(contains(ruled, "#pragma omp parallel for schedule(static)"));
    CHECK(contains(ruled, "#pragma omp simd"));
    CHECK(text({.block = {{64, 1, 1}}, .levelsPerThread = 4}) == ruled); // of a GPU
    CHECK(contains(text({.sharedLoops = 2}), "for collapse(2) schedule(static)"));
    CHECK_FALSE(contains(text({.vectors = false}), "simd"));
}

TEST_CASE("a plan keeps its choices on the way to the runner") {
    Plan plan = lowered(kStream);
    REQUIRE(chooseLaunches(
        plan, {}, {{"m__z", {.streaming = Streaming::all, .sharedLoops = 2, .vectors = false}}}));
    const auto read = planFromJson(toJson(plan));
    REQUIRE(read);
    CHECK(read->kernels[0].launch == plan.kernels[0].launch);
}

} // namespace choices_test
