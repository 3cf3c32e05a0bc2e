// The generated code of two variants side by side in the window.
#include "tests/app/window_fixture.h"
#include "viewers/panels/code_panel.h"
#include "viewers/panels/code_sides.h"

#include <QComboBox>

#include <algorithm>

using namespace mw;
using test::WindowFixture;

namespace {

struct CodeFixture : WindowFixture {
    CodeFixture() {
        window.show();
        open(sample("nabla4"));
        act("show-code");
    }
    viewers::CodePanel& panel() { return docks().panel<viewers::CodePanel>(); }
    const bench::SourceDifference& difference() { return panel().sides().difference(); }
    /// Lines of one kind.
    auto count(DiffLine::Kind kind) {
        return std::ranges::count(difference().lines, kind, &bench::SourceLine::kind);
    }
};

} // namespace

TEST_CASE_METHOD(CodeFixture, "a fused kernel's code stands beside that of all that it replaced") {
    CHECK_FALSE(window.parts().actions.trigger("code-compare-original").isEmpty()); // it is shown
    act("apply-all-map-fusion-vertical");
    act("code-compare-original");
    REQUIRE(panel().sides().showsTwo());
    REQUIRE(difference().pairs.size() == 1);
    CHECK(difference().pairs[0].first.size() == 11);
    CHECK(difference().pairs[0].second.size() == 1);
    CHECK(count(DiffLine::Kind::removed) > 50);
    CHECK(panel().sides().otherText().count("__global__") == 11);
    CHECK(panel().sides().text().count("__global__") == 1);
    // Both sides have as many lines.
    CHECK(panel().sides().text().count('\n') == panel().sides().otherText().count('\n'));
    CHECK(panel().message().contains("differ"));
    act("code-alone");
    CHECK_FALSE(panel().sides().showsTwo());
    CHECK(panel().text().contains("__global__"));
}

TEST_CASE_METHOD(CodeFixture, "differences are gone to by key, and the graph follows") {
    act("apply-first-map-fusion-vertical");
    act("code-compare-before");
    REQUIRE(panel().sides().showsTwo());
    const auto changes = difference().changes;
    REQUIRE(changes.size() >= 2); // how many kernels there are, and those that were fused
    while (!panel().message().contains("none before this line"))
        act("code-previous-difference");
    CHECK(panel().sides().currentRow() == static_cast<int>(changes[0]));
    act("select-none");
    act("code-next-difference");
    CHECK(panel().sides().currentRow() == static_cast<int>(changes[1]));
    REQUIRE(work().selection().ids().size() == 1);
    const auto map = work().selection().ids().front();
    CHECK(work().index()->find(map) != nullptr);
    for (std::size_t i = 2; i < changes.size(); ++i)
        act("code-next-difference");
    CHECK(panel().sides().currentRow() == static_cast<int>(changes.back()));
    act("code-next-difference");
    CHECK(panel().message().contains("none after this line"));
    for (std::size_t i = 1; i < changes.size(); ++i)
        act("code-previous-difference");
    CHECK(panel().sides().currentRow() == static_cast<int>(changes[0]));
}

TEST_CASE_METHOD(CodeFixture, "a step that leaves a kernel alone leaves its code alone") {
    act("apply-first-map-fusion-vertical");
    act("code-compare-before");
    std::size_t unchanged = 0;
    for (std::size_t p = 0; p < difference().pairs.size(); ++p)
        unchanged += std::ranges::none_of(difference().lines, [&](const auto& line) {
            return line.pair == static_cast<int>(p) && line.kind != DiffLine::Kind::same;
        });
    CHECK(difference().pairs.size() == 10);
    CHECK(unchanged == 9);
}

TEST_CASE_METHOD(CodeFixture, "the comparison stays while variants are walked, in any language") {
    act("apply-first-map-fusion-vertical");
    act("apply-first-map-fusion-vertical");
    act("code-compare-original");
    const auto original = work().history()->root().id;
    CHECK(panel().comparedWith() == original);
    act("edit-undo");
    CHECK(panel().comparedWith() == original);
    CHECK(panel().sides().showsTwo());
    act("edit-undo"); // beside itself there is nothing to see
    CHECK_FALSE(panel().sides().showsTwo());
    act("edit-redo");
    CHECK(panel().sides().showsTwo());
    auto* language = panel().findChild<QComboBox*>();
    language->setCurrentIndex(language->findText("Passes"));
    settle();
    CHECK(panel().sides().showsTwo());
    CHECK(panel().sides().otherText().contains("== lower: "));
    open(sample("laplacian")); // another program: its variants are others
    CHECK_FALSE(panel().sides().showsTwo());
}

TEST_CASE_METHOD(CodeFixture, "registers and spills of the kernel stand beside its code") {
    act("select-first-map");
    bench::BenchResult result;
    result.target = codegen::Target::cuda;
    auto& variant = result.variants.emplace_back();
    variant.name = "original";
    auto& kernel = variant.kernels.emplace_back();
    kernel.map = NodeId{work().selection().ids().front().value};
    kernel.resources = {.registers = 40, .spillBytes = 16, .occupancy = 0.5};
    work().setBenchResult(work().program(), result, {work().history()->root().id});
    settle();
    CHECK(panel().message().toStdString() ==
          "11 kernels   ·   40 registers, ⚠ 16 B spilled a thread, occupancy 50.0 %");
    auto* language = panel().findChild<QComboBox*>();
    language->setCurrentIndex(language->findText("HIP")); // it was not measured there
    settle();
    CHECK_FALSE(panel().message().contains("register"));
}
