// Kernels that somebody wrote: which text they are for, and what is printed in their place.
#include "core/codegen/codegen.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

#include <algorithm>

namespace hand_text_test {

using namespace mw;
using namespace mw::codegen;
using test::kMetric;
using test::kStream;
using test::lowered;

namespace {

std::string changed(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// The kernel with three in place of two.
HandText tripled(const Plan& plan, Target target) {
    const Kernel& kernel = plan.kernels.front();
    return handText(kernel, target, changed(generatedText(kernel, target), "2.0", "3.0"));
}

Choices only(const HandText& hand) {
    return {{"m__z", {.hand = {hand}}}};
}

std::string refusal(const Plan& plan, Target target, const HandText& hand) {
    Plan copy = plan;
    const auto chosen = chooseLaunches(copy, launchDevice(target), only(hand));
    REQUIRE_FALSE(chosen);
    CHECK(chosen.error().code == "bad-choices");
    CHECK(fittingChoices(plan, launchDevice(target), only(hand)).empty());
    CHECK_FALSE(copy.kernels.front().hand);
    return chosen.error().sentence;
}

} // namespace

TEST_CASE("a kernel by hand stands in the place of the generated one, for its target alone") {
    for (const Target target : {Target::cpu, Target::cuda, Target::hip}) {
        Plan plan = lowered(kStream);
        REQUIRE(chooseLaunches(plan, launchDevice(target)));
        const auto generated = print(plan, target);
        CHECK(generated.text.find(generatedText(plan.kernels.front(), target)) !=
              std::string::npos);
        const HandText hand = tripled(plan, target);
        REQUIRE(chooseLaunches(plan, launchDevice(target), only(hand)));
        const auto source = print(plan, target);
        CHECK(source.text.find(hand.text) != std::string::npos);
        CHECK(source.text.find("2.0") == std::string::npos);
        CHECK(source.text.find("// z (m): by hand\n") != std::string::npos);
        CHECK(source.kernels.front().byHand);
        CHECK_FALSE(generated.kernels.front().byHand);
        REQUIRE(source.raw.size() == 1);
        CHECK(source.raw.front().where == "kernel 'm__z', written by hand");
        const auto first = static_cast<std::size_t>(source.raw.front().firstLine);
        CHECK(source.elements.at(first - 1) == plan.kernels.front().map);
        for (const Target other : {Target::cpu, Target::cuda, Target::hip})
            if (other != target) {
                REQUIRE(chooseLaunches(plan, launchDevice(other), only(hand)));
                CHECK_FALSE(plan.kernels.front().hand);
                CHECK(print(plan, other).text.find("3.0") == std::string::npos);
            }
    }
}

TEST_CASE("a text by hand holds as long as its kernel is generated as it was") {
    Plan plan = lowered(kStream);
    const auto device = launchDevice(Target::cuda);
    REQUIRE(chooseLaunches(plan, device));
    const HandText hand = tripled(plan, Target::cuda);
    CHECK(fittingChoices(plan, device, only(hand)) == only(hand));
    Plan other = lowered(changed(kStream, "2.0 * a", "2.5 * a"));
    CHECK(
        refusal(other, Target::cuda, hand) ==
        "the kernel 'm__z' cannot be the text that was written by hand: it is generated otherwise "
        "than when that was written, since the graph or the launch is another one");
    Choices launched = only(hand);
    launched.at("m__z").block = {256, 1, 1};
    CHECK_FALSE(chooseLaunches(plan, device, launched)); // its bounds stand in the text
    Choices rest = launched;                             // the launch stays
    rest.at("m__z").hand.clear();
    CHECK(fittingChoices(plan, device, launched) == rest);
    // Made with that launch, it is for that launch.
    Choices block{{"m__z", {.block = {{256, 1, 1}}}}};
    REQUIRE(chooseLaunches(plan, device, block));
    block.at("m__z").hand = {tripled(plan, Target::cuda)};
    CHECK(chooseLaunches(plan, device, block));
}

TEST_CASE("the head of a kernel by hand is the one that its launch relies on") {
    Plan plan = lowered(kStream);
    REQUIRE(chooseLaunches(plan, launchDevice(Target::cuda)));
    const Kernel kernel = plan.kernels.front();
    const std::string text = generatedText(kernel, Target::cuda);
    const auto refused = [&](const std::string& by) {
        return refusal(plan, Target::cuda, handText(kernel, Target::cuda, by));
    };
    const std::string head = "what stands from 'extern \"C\"' to the first '{' must stay";
    CHECK(refused(changed(text, "m__z(", "m__y(")).find(head) != std::string::npos);
    CHECK(refused(changed(text, "double* ", "float* ")).find(head) != std::string::npos);
    CHECK(refused("int x;").find(head) != std::string::npos);
    CHECK(refused("").find(head) != std::string::npos);
    // Blanks and what stands around it are free.
    const std::string more = "__device__ double twice(double a)\n{\n    return 2.0 * a;\n}\n";
    const auto laidOut =
        handText(kernel, Target::cuda, more + changed(text, "m__z(", "m__z(\n    "));
    CHECK_FALSE(checkHandText(kernel, laidOut)); // a blank where there was none is another head
    CHECK(checkHandText(kernel, handText(kernel, Target::cuda, more + text)));
    CHECK(
        checkHandText(kernel, handText(kernel, Target::cuda, changed(text, ", ", ",\n        "))));
}

TEST_CASE("texts by hand in files of choices") {
    Plan plan = lowered(kStream);
    REQUIRE(chooseLaunches(plan, launchDevice(Target::hip)));
    const Choices written = only(tripled(plan, Target::hip));
    const auto read = choicesFromJson(toJson(written));
    REQUIRE(read);
    CHECK(*read == written);
    CHECK(toText(written.at("m__z")) == "by hand (hip)");
    CHECK(kernelsByHand(written) == std::vector<std::string>{"m__z"});
    CHECK(kernelsByHand({{"m__z", {.unroll = 2}}}).empty());
    for (const char* hand : {R"(3)", R"({"target": "cuda", "generated_sha256": "00"})",
                             R"({"target": "vax", "generated_sha256": "0", "text": "x"})",
                             R"({"target": "cuda", "generated_sha256": 3, "text": "x"})",
                             R"({"generated_sha256": "0", "text": "x"})"}) {
        const auto bad = choicesFromJson(
            std::string(R"({"version": 1, "kernels": {"k": {"hand": )") + hand + "}}}");
        REQUIRE_FALSE(bad);
        CHECK(bad.error().sentence.starts_with(
            "the choices of the kernel 'k': 'hand' is a list with an object for each target"));
    }
}

TEST_CASE("a kernel has a text by hand for each target, and one does not take another's place") {
    KernelChoice choice{.unroll = 2};
    setHand(choice, {Target::cuda, "00", "for a GPU"});
    setHand(choice, {Target::cpu, "11", "for a CPU"});
    setHand(choice, {Target::cuda, "00", "for a GPU, better"});
    REQUIRE(choice.hand.size() == 2);
    CHECK(handFor(choice, Target::cuda)->text == "for a GPU, better");
    CHECK(handFor(choice, Target::cpu)->text == "for a CPU");
    CHECK(handFor(choice, Target::hip) == nullptr);
    const Choices written{{"k", choice}};
    const auto read = choicesFromJson(toJson(written));
    REQUIRE(read);
    CHECK(*read == written);
    CHECK(toJson(*read) == toJson(written));
    dropHand(choice, Target::cuda);
    CHECK(toText(choice) == "loops unrolled 2 times, by hand (cpu)");
    const std::string one = R"({"target": "cpu", "generated_sha256": "11", "text": "x"})";
    const auto file = [&](const std::string& hand) {
        return choicesFromJson(R"({"version": 1, "kernels": {"k": {"hand": )" + hand + "}}}");
    };
    CHECK(file(one)); // one alone, as it was written at first
    CHECK(*file("[" + one + "]") == *file(one));
    CHECK_FALSE(file("[" + one + ", " + one + "]")); // which of them?
    CHECK_FALSE(file("[3]"));
}

} // namespace hand_text_test
