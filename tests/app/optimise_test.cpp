// A program is optimised in the window: a job whose steps are variants.
#include "app/workbench/cost.h"
#include "tests/app/window_fixture.h"
#include "viewers/jobs/job_queue.h"

#include <algorithm>
#include <utility>

namespace optimise_test {

using namespace mw;
using test::WindowFixture;

TEST_CASE_METHOD(WindowFixture, "a pipeline makes a variant of each of its steps") {
    open(sample("nabla4"));
    const auto before = work().current().document;
    act("optimise-default");
    settle();
    const auto steps = work().history()->variants().size() - 1;
    CHECK(steps >= 10); // eleven maps become one
    CHECK(work().current().document != before);
    for (std::size_t i = 0; i < steps; ++i)
        work().undo();
    CHECK(work().current().document == before);
    CHECK_FALSE(work().history()->canUndo());
}

TEST_CASE_METHOD(WindowFixture, "where a pipeline has nothing to do the window says so") {
    open(sample("nabla4"));
    act("optimise-default");
    settle();
    const auto variants = work().history()->variants().size();
    act("optimise-default");
    settle();
    CHECK(work().history()->variants().size() == variants);
    CHECK(message().contains("No step of the pipeline applies"));
}

namespace {

class GrowthFixture : public WindowFixture {
protected:
    /// Optimises; `seen` is called once, when the first steps are in the history.
    template <class Seen>
    void optimise(const Seen& seen) {
        open(sample("nabla4"));
        root_ = work().current().id;
        bool first = true;
        QObject::connect(&work(), &app::Workspace::historyChanged, &window, [&] {
            if (work().history()->variants().size() > 1 && std::exchange(first, false))
                seen();
        });
        act("optimise-default");
        CHECK_FALSE(first);
    }
    bool isOptimising() {
        return std::ranges::any_of(window.parts().jobs.running(),
                                   [](const auto& job) { return job.spec.title == "Optimise"; });
    }

    history::VariantId root_;
};

} // namespace

TEST_CASE_METHOD(GrowthFixture, "steps of an optimisation are variants while it goes on") {
    optimise([&] {
        CHECK(isOptimising());
        CHECK(work().current().id != root_); // who looks on goes along
    });
    CHECK(work().current().id == work().history()->variants().back().id);
}

TEST_CASE_METHOD(GrowthFixture, "a cancelled optimisation keeps what it found") {
    optimise([&] { window.parts().jobs.cancelAll(); });
    CHECK(work().history()->variants().size() > 1);
    CHECK(work().current().id == work().history()->variants().back().id);
}

TEST_CASE_METHOD(GrowthFixture, "who goes elsewhere meanwhile stays there") {
    optimise([&] { work().goTo(root_); });
    CHECK(work().current().id == root_);
    CHECK(work().history()->variants().size() > 10); // eleven maps become one
}

TEST_CASE_METHOD(GrowthFixture, "an edit beside an optimisation ends neither") {
    optimise([&] {
        work().goTo(root_);
        work().applyFirst("map-fusion-vertical");
    });
    CHECK(work().history()->children(root_).size() == 2);
    CHECK(work().history()->variants().size() > 11);
}

TEST_CASE_METHOD(WindowFixture, "a prediction says of which device it is") {
    open(sample("nabla4"));
    work().setDeviceShown(codegen::Target::cpu, "CPU, 2 threads");
    settle();
    QSignalSpy said(&work(), &app::Workspace::said);
    act("optimise-default");
    REQUIRE(said.count() > 0);
    const auto model = QString::fromStdString(workbench::DeviceRates{}.device);
    CHECK(said.front()[0].toString().endsWith(
        QString("predicted for an %1 (not for the chosen device, CPU, 2 threads)").arg(model)));
}

TEST_CASE_METHOD(WindowFixture, "a program is optimised for the device that the settings say") {
    open(sample("nabla4"));
    REQUIRE(settings.set("run/predict-for", "A100").isEmpty());
    QSignalSpy said(&work(), &app::Workspace::said);
    act("optimise-default");
    REQUIRE(said.count() > 0);
    CHECK(said.front()[0].toString().contains("predicted for an A100"));
}

} // namespace optimise_test
