// Sessions that cannot be read, and measured times on variants and maps.
#include "app/gui/pane_area.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"

#include <QFile>

namespace workspace_test {

using namespace mw;
using test::WindowFixture;

TEST_CASE_METHOD(WindowFixture, "a session that can't be read says so and harms nothing") {
    QFile file(settings.sessionFile());
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("{\"session\": 1, \"branches\": [{\"recipe\": 3}], \"path\": 4}");
    file.close();
    act("session-restore");
    CHECK_FALSE(work().isOpen());
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
    const auto& heat = window.parts().panes.canvas().nodeColouring();
    CHECK(heat.values.at(map) == 1.0);
    CHECK(heat.texts.at(map) == "20.0 µs");
}

} // namespace workspace_test
