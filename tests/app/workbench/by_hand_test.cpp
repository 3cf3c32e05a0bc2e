// Kernels written by hand, run: they are what is verified, what asks for consent, and what is not
// exported or tuned.
#include "app/workbench/by_hand.h"
#include "app/workbench/consent.h"
#include "app/workbench/export.h"
#include "app/workbench/export_library.h"
#include "app/workbench/launches.h"
#include "app/workbench/measure.h"
#include "app/workbench/session_store.h"
#include "app/workbench/tune/tune.h"
#include "core/bench/bench.h"
#include "core/io/file.h"
#include "tests/app/workbench/folder.h"

#include <algorithm>

namespace by_hand_test {

using namespace mw;
using codegen::Target;
using test::Folder;

namespace {

/// nabla4 with one kernel by hand, which is the generated one with something in place of another.
struct ByHand {
    workbench::ProgramPtr program;
    std::string kernel, text;

    ByHand(const std::string& from, const std::string& to, Target target = Target::cpu) {
        auto opened = workbench::openProgram(test::sourceFile("samples/nabla4.sdfg"));
        REQUIRE(opened.has_value());
        program = *opened;
        auto plan = codegen::lower(*program->current().document);
        REQUIRE(plan.has_value());
        REQUIRE(codegen::chooseLaunches(*plan, codegen::launchDevice(target)));
        for (const auto& one : plan->kernels) {
            text = codegen::generatedText(one, target);
            const auto at = text.find(from);
            if (at == std::string::npos)
                continue;
            kernel = one.name;
            text.replace(at, from.size(), to);
            codegen::Choices choices;
            codegen::setHand(choices[kernel], codegen::handText(one, target, text));
            workbench::add(*program->history,
                           {workbench::launchStep(program->current().document, choices)});
            return;
        }
        FAIL("no kernel has " + from);
    }
    history::VariantId variant() const { return program->history->current().id; }
    codegen::Choices choices() const { return workbench::benchInput(*program, variant()).choices; }

    Expected<bench::BenchResult> measured(const exec::AskConsent& consent, bool specialise = true) {
        bench::BenchOptions options;
        options.target = Target::cpu;
        options.measure.repeats = 2;
        options.specialise = specialise;
        options.consent = consent;
        inputs::Scenario scenario;
        scenario.grid = {8, 6, 10};
        return workbench::measure(
            workbench::benchInputs(*program, {program->history->root().id, variant()}), scenario,
            options, {}, {});
    }
};

Expected<void> agree(const std::vector<exec::CompiledCode>& /*code*/) {
    return {};
}

bool says(const bench::BenchResult& result, const std::string& sentence) {
    return std::ranges::find(result.warnings, sentence, &Diagnostic::sentence) !=
           result.warnings.end();
}

const bench::KernelRow& rowOf(const bench::BenchResult& result, const std::string& kernel) {
    const auto& rows = result.variants.at(1).kernels;
    const auto found = std::ranges::find(rows, kernel, &bench::KernelRow::name);
    REQUIRE(found != rows.end());
    return *found;
}

} // namespace

TEST_CASE("a kernel by hand runs, is verified, and is said to be one") {
    for (const bool specialise : {true, false}) {
        ByHand same("{\n", "{\n    // nothing else\n");
        const auto result = same.measured(agree, specialise);
        INFO((result ? "" : result.error().sentence));
        REQUIRE(result);
        CHECK(result->variants.at(1).verified);
        CHECK(rowOf(*result, same.kernel).byHand);
        CHECK_FALSE(result->variants.at(0).kernels.front().byHand);
        const std::string variant = result->variants.at(1).name;
        CHECK(variant == "launches " + same.kernel + ": by hand (cpu)");
        CHECK(says(*result, variant + ": kernel '" + same.kernel + "', written by hand"));
        CHECK(says(*result, variant + ": its symbols stay arguments, since the kernel '" +
                                same.kernel + "' was written by hand for that") == specialise);
        const auto json = toJson(*result);
        CHECK(json.find(R"("by_hand": true)") != std::string::npos);
    }
}

TEST_CASE("a kernel by hand that computes something else is found out") {
    ByHand other("2.0", "3.0");
    const auto result = other.measured(agree);
    REQUIRE(result);
    CHECK_FALSE(result->variants.at(1).verified);
}

TEST_CASE("a kernel by hand whose kernel is another one now is left out, and that is said") {
    ByHand hand("2.0", "3.0");
    const auto& document = hand.program->current().document;
    for (const auto& match : transforms::findTransformation("map-fusion-vertical")
                                 ->find(transforms::DocumentView(document), {}))
        if (auto steps = workbench::applyAt(*transforms::findTransformation("map-fusion-vertical"),
                                            document, match, {}))
            if (auto plan = codegen::lower(*steps->back().result.document);
                plan && std::ranges::find(plan->kernels, hand.kernel, &codegen::Kernel::name) ==
                            plan->kernels.end()) {
                workbench::add(*hand.program->history, std::move(*steps));
                break;
            }
    REQUIRE(hand.program->current().document != document);
    const auto result = hand.measured(agree);
    REQUIRE(result);
    CHECK(result->variants.at(1).verified);
    CHECK(says(*result, result->variants.at(1).name + ": the kernel '" + hand.kernel +
                            "' runs as it is generated: what was written by hand for it is for "
                            "another graph or launch"));
}

TEST_CASE("a kernel by hand is C++ that somebody agrees to, and its author has") {
    const Folder folder;
    ByHand hand("{\n", "{\n    // mine\n");
    const auto none = hand.measured({});
    REQUIRE_FALSE(none);
    CHECK(none.error().code == "untrusted-code");
    CHECK(none.error().sentence.find("kernel '" + hand.kernel + "', written by hand") !=
          std::string::npos);
    const exec::TrustStore store(folder / "trusted.json");
    const auto measured = [&] {
        workbench::Consent consent(store, {hand.program->path});
        return hand.measured([&](const auto& code) { return consent.ask(code); });
    };
    const auto refused = measured();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "untrusted-code");
    auto mine = hand.choices().at(hand.kernel).hand.front();
    mine.text += "\n";
    REQUIRE(store.addOwn(mine));
    CHECK_FALSE(measured());
    mine.text = hand.text;
    mine.generatedHash = "of another kernel";
    REQUIRE(store.addOwn(mine));
    CHECK_FALSE(measured());
    REQUIRE(store.addOwn(hand.choices().at(hand.kernel).hand.front()));
    const auto done = measured();
    INFO((done ? "" : done.error().sentence));
    CHECK(done.has_value());
}

TEST_CASE("having written a kernel is no consent to what a graph carries") {
    const Folder folder;
    const exec::TrustStore store(folder / "trusted.json");
    const codegen::HandText written{Target::cuda, "of", "text"};
    REQUIRE(store.addOwn(written));
    const auto own = codegen::textWithPurpose(written);
    workbench::Consent consent(store, {"p.sdfg"});
    using Kind = analysis::RawCode::Kind;
    const analysis::RawCode mine{Kind::kernel, {}, "kernel 'k', written by hand",
                                 "text",       "", false};
    const analysis::RawCode theirs{Kind::tasklet, {}, "tasklet 't'", "system(\"\");", "", true};
    CHECK(consent.ask({{0, {mine}, {"all"}, {own}}}).has_value());
    // With code of the graph beside it, all of the text needs consent (byHand is empty then).
    CHECK_FALSE(consent.ask({{0, {theirs, mine}, {"all"}, {}}}).has_value());
    CHECK_FALSE(consent.ask({{0, {mine}, {"all"}, {own, "other"}}}).has_value());
}

TEST_CASE("kernels by hand are neither exported nor tuned") {
    const Folder folder;
    ByHand hand("2.0", "3.0");
    const auto file = folder / "out.sdfg";
    const auto refused = workbench::exportVariant(*hand.program->history, hand.variant(), file, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "kernels-by-hand");
    CHECK(refused.error().sentence.find(hand.kernel) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK(
        workbench::exportVariant(*hand.program->history, hand.program->history->root().id, file, {})
            .has_value());
    workbench::LibraryRequest request;
    request.original = request.variant = hand.program->current().document;
    request.target = Target::cpu;
    request.chosen.choices = hand.choices();
    const auto library = workbench::buildLibrary(request, {}, agree);
    REQUIRE_FALSE(library);
    CHECK(library.error().code == "kernels-by-hand");
    workbench::TuneSetup setup;
    setup.rigs.start.document = hand.program->current().document;
    setup.rigs.start.choices = hand.choices();
    workbench::TuneLog log;
    const auto tuned = workbench::tune(setup, {}, log);
    REQUIRE_FALSE(tuned);
    CHECK(tuned.error().code == "kernels-by-hand");
}

TEST_CASE("a kernel by hand comes back with its recipe") {
    ByHand hand("2.0", "3.0", Target::cuda);
    const auto& history = *hand.program->history;
    const auto recipe = history::parseRecipe(history::recipe(history, hand.variant()));
    REQUIRE(recipe.has_value());
    const auto replayed = workbench::replay(history.root().document, *recipe);
    REQUIRE(!workbench::misfitOf(replayed));
    auto again = workbench::openProgram(test::sourceFile("samples/nabla4.sdfg"));
    REQUIRE(again.has_value());
    workbench::add(*(*again)->history, workbench::doneOf(replayed));
    CHECK(workbench::benchInput(**again, (*again)->history->current().id).choices ==
          hand.choices());
}

TEST_CASE("what a compiler says of a kernel by hand is said with its own line") {
    exec::Session session;
    const auto compiled = [&](const ByHand& hand, Target target) {
        return workbench::compileByHand(
            *hand.program->current().document,
            {.choices = hand.choices(), .kernel = hand.kernel, .target = target, .consent = agree},
            session);
    };
    for (const Target target : {Target::cpu, Target::cuda}) {
        const ByHand good("2.0", "3.0", target);
        const auto fine = compiled(good, target);
        INFO((fine ? "" : fine.error().sentence));
        CHECK(fine);
        const ByHand bad("{\n", "{\n    int x = nowhere;\n", target);
        const auto wrong = compiled(bad, target);
        const auto devices = session.devices();
        REQUIRE(devices);
        if (std::ranges::none_of(*devices, [&](const auto& device) {
                return device.target == target && device.canCompile;
            })) {
            CHECK(wrong); // nothing is known of it
            continue;
        }
        REQUIRE_FALSE(wrong);
        CHECK(wrong.error().sentence.find("nowhere") != std::string::npos);
        const auto line =
            1 + std::count(bad.text.begin(),
                           bad.text.begin() + static_cast<std::ptrdiff_t>(bad.text.find("nowhere")),
                           '\n');
        CHECK(wrong.error().location.path.starts_with(std::to_string(line)));
    }
}

} // namespace by_hand_test
