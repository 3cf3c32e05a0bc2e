// The tour without a window: how one gets from step to step.
#include "app/gui/settings.h"
#include "app/gui/tour/tour.h"
#include "tests/app/tour_sample.h"

#include <QTemporaryDir>

#include <algorithm>
#include <set>

namespace tour_steps_test {

using namespace mw;
using app::Tour;

namespace {

std::size_t stepOf(const char* id) {
    const auto steps = app::tourSteps();
    const auto found = std::ranges::find(steps, std::string_view(id), &app::TourStep::id);
    REQUIRE(found != steps.end());
    return static_cast<std::size_t>(found - steps.begin());
}

/// A tour at this step.
Tour at(const char* id) {
    Tour tour;
    tour.goTo(stepOf(id));
    return tour;
}

} // namespace

TEST_CASE("every step of the tour has an id of its own, and a task is one that is checked") {
    std::set<QString> ids;
    for (const auto& step : app::tourSteps()) {
        INFO(step.id);
        CHECK(ids.insert(step.id).second);
        CHECK(qstrlen(step.title) > 0);
        CHECK(qstrlen(step.text) > 0);
        CHECK((step.task != nullptr) == (step.check != nullptr));
    }
}

TEST_CASE("a step with a task is left by doing it, or by skipping") {
    const test::TourSample sample;
    auto tour = at("fuse-all");
    CHECK_FALSE(tour.look(sample.scene()));
    CHECK_FALSE(tour.mayGoOn());
    tour.next();
    CHECK(tour.at() == stepOf("fuse-all"));

    SECTION("done") {
        sample.fuseAll();
        CHECK(tour.look(sample.scene()));
        CHECK_FALSE(tour.look(sample.scene())); // said once
        CHECK(tour.mayGoOn());
        tour.next();
        CHECK(tour.at() == stepOf("fuse-all") + 1);
        CHECK(tour.isDone(stepOf("fuse-all")));
    }
    SECTION("skipped, and done later") {
        tour.skip();
        CHECK(tour.at() == stepOf("fuse-all") + 1);
        CHECK(tour.isSkipped(stepOf("fuse-all")));
        tour.back();
        sample.fuseAll();
        CHECK(tour.look(sample.scene()));
        CHECK(tour.isDone(stepOf("fuse-all")));
        CHECK_FALSE(tour.isSkipped(stepOf("fuse-all")));
    }
}

TEST_CASE("what is done stays done, and can be done again") {
    const test::TourSample sample;
    auto tour = at("fuse-all");
    sample.fuseAll();
    REQUIRE(tour.look(sample.scene()));
    sample.history().goTo(sample.history().root().id);
    CHECK_FALSE(tour.look(sample.scene()));
    CHECK(tour.isDone(tour.at()));
    tour.again(sample.scene());
    CHECK_FALSE(tour.look(sample.scene()));
    CHECK_FALSE(tour.mayGoOn());
    sample.fuseAll();
    CHECK(tour.look(sample.scene()));
}

TEST_CASE("a run counts only when it came after the step was begun once more") {
    const test::TourSample sample;
    const auto root = sample.history().root().id;
    sample.fuseAll();
    const auto fused = sample.history().current().id;
    auto tour = at("run");
    sample.measure({{root, 200}, {fused, 100}});
    REQUIRE(tour.look(sample.scene()));
    tour.again(sample.scene());
    CHECK_FALSE(tour.look(sample.scene()));
    sample.measure({{root, 200}, {fused, 100}});
    CHECK(tour.look(sample.scene()));
    tour.restart(sample.scene());
    tour.goTo(stepOf("run"));
    CHECK_FALSE(tour.look(sample.scene()));
}

TEST_CASE("how far the tour is comes back from the settings") {
    const QTemporaryDir folder;
    const test::TourSample sample;
    auto tour = at("fuse-all");
    sample.fuseAll();
    tour.look(sample.scene());
    tour.next();
    tour.skip();
    {
        app::Settings settings(folder.filePath("s.ini"));
        CHECK(settings.tourProgress() == app::TourProgress{});
        settings.setTourProgress(tour.progress());
    }
    const app::Settings settings(folder.filePath("s.ini"));
    const Tour again(settings.tourProgress());
    CHECK(again.progress() == tour.progress());
    CHECK(again.isBegun());
    CHECK(again.at() == stepOf("block") + 1);
    CHECK(again.isDone(stepOf("fuse-all")));
    CHECK(again.isSkipped(stepOf("block")));

    const Tour odd({"no-such-step", {"nor-this", "map"}, {}});
    CHECK_FALSE(odd.isBegun());
    CHECK(odd.at() == 0);
    CHECK(odd.isDone(stepOf("map")));
}

TEST_CASE("the tour is finished when no step is open") {
    Tour tour;
    CHECK_FALSE(tour.isFinished());
    while (!tour.isLast())
        tour.skip();
    CHECK(tour.isFinished());
    tour.next();
    CHECK(tour.isLast());
    tour = Tour();
    tour.goTo(app::tourSteps().size() - 1);
    CHECK_FALSE(tour.isFinished());
}

TEST_CASE("without the sample no task is done") {
    for (std::size_t i = 0; i < app::tourSteps().size(); ++i) {
        INFO(app::tourSteps()[i].id);
        Tour tour;
        tour.goTo(i);
        CHECK_FALSE(tour.look({}));
        CHECK(tour.verdict().said.isEmpty());
    }
}

} // namespace tour_steps_test
