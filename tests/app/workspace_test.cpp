#include "app/gui/heat.h"
#include "app/gui/session_file.h"
#include "app/gui/steps.h"
#include "core/io/sdfg_io.h"
#include "core/ir/equality.h"
#include "tests/app/window_fixture.h"
#include "transforms/framework/apply.h"

#include <QFile>

using namespace mw;
using test::WindowFixture;

TEST_CASE_METHOD(WindowFixture, "a session comes back: variants, names, pins, the current one") {
    open(sample("nabla4"));
    act("apply-first-map-fusion-vertical");
    work().rename(work().current().id, "one fusion");
    act("pin-current");
    act("edit-undo");
    act("apply-all-map-fusion-vertical");
    act("edit-undo");
    const auto file = folder.filePath("session.json");
    REQUIRE(app::saveSession(*work().program(), file).has_value());
    const auto info = app::readSessionInfo(file);
    REQUIRE(info.has_value());
    CHECK(info->program == "nabla4");
    CHECK(info->variants == static_cast<int>(work().history()->variants().size()));

    const auto restored = app::restoreSession(file, {});
    REQUIRE(restored.has_value());
    CHECK(restored->lost.empty());
    const auto& before = *work().history();
    const auto& after = *restored->program->history;
    REQUIRE(after.variants().size() == before.variants().size());
    CHECK(ir::equivalent(*after.current().document->root, *before.current().document->root));
    REQUIRE(after.pinned().size() == 1);
    CHECK(after.find(after.pinned().front())->name == "one fusion");
}

TEST_CASE_METHOD(WindowFixture, "a session that can't be read says so and harms nothing") {
    const auto missing = app::readSessionInfo(folder.filePath("none.json"));
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().code == "no-session");
    QFile file(settings.sessionFile());
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("{\"session\": 1, \"branches\": [{\"recipe\": 3}], \"path\": 4}");
    file.close();
    const auto bad = app::restoreSession(settings.sessionFile(), {});
    REQUIRE_FALSE(bad.has_value());
    CHECK(bad.error().code == "bad-session");
    act("session-restore");
    CHECK_FALSE(work().isOpen());
}

TEST_CASE("applying everywhere gives one step per place, and each replays") {
    const auto document = io::readSdfgFile(test::sourceFile("samples/nabla4.sdfg"));
    REQUIRE(document.has_value());
    const auto* fusion = transforms::findTransformation("map-fusion-vertical");
    REQUIRE(fusion != nullptr);
    const auto steps = app::applyEverywhere(*fusion, *document, {}, {});
    REQUIRE(steps.has_value());
    REQUIRE(steps->size() > 1);
    auto at = *document;
    for (const auto& step : *steps) {
        const auto again = transforms::replay(at, step.record);
        REQUIRE(again.has_value());
        at = again->result.document;
    }
    CHECK(ir::equivalent(*at->root, *steps->back().result.document->root));
    const auto none = app::applyAtFirst(*fusion, at, {});
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == "no-match");
}

TEST_CASE_METHOD(WindowFixture, "measured times stand on the variants and on the maps") {
    open(sample("laplacian"));
    act("select-first-map");
    const auto map = work().selection().ids().front();
    bench::BenchResult result;
    bench::VariantResult variant;
    variant.name = "original";
    variant.verified = true;
    variant.device.median = 25;
    bench::KernelRow kernel;
    kernel.map = NodeId{map.value};
    kernel.label = kernel.name = kernel.structure = "laplacian";
    kernel.time.median = 20;
    variant.kernels.push_back(kernel);
    result.variants.push_back(variant);
    work().setBenchResult(work().program(), result, {work().current().id});
    CHECK(work().current().measured.at("device-us") == 25);
    const auto heat = app::heatOf(work().activePane());
    CHECK(heat.values.at(map) == 1.0);
    CHECK(heat.texts.at(map) == "20.0 µs");
}
