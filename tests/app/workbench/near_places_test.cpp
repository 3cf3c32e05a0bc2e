// Places that come nearest to a step's, where none is enough like it.
#include "app/workbench/near_places.h"
#include "app/workbench/run_setup.h"
#include "tests/app/workbench/folder.h"

#include <algorithm>

namespace near_places_test {

using namespace mw;
using test::Folder;
using test::fusion;

TEST_CASE("the nearest place of a step is the one where the same is computed") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto document = (*program)->current().document;
    for (const int number : {1, 4, 7}) {
        CAPTURE(number);
        const auto step = workbench::applyNth(fusion(), document, number, {});
        REQUIRE(step.has_value());
        workbench::ReplayedStep left;
        left.record = step->back().record;
        left.reason = Diagnostic{};
        left.reason->sentence = "nothing here is like it";
        const auto found = workbench::misfitsOf(document, {left});
        REQUIRE(found.size() == 1);
        CHECK(found[0].number == 1);
        CHECK(found[0].reason == "nothing here is like it");
        REQUIRE(found[0].places.size() > 1);
        CHECK(found[0].places.size() <= 4);
        CHECK(found[0].places[0].match.ids() == history::idsOf(history::siteOf(left.record)));
        CHECK(found[0].places[0].alike == history::kAlike);
        CHECK(found[0].places[1].alike < history::kAlike);
        CHECK(std::ranges::is_sorted(found[0].places, std::ranges::greater(),
                                     &workbench::NearPlace::alike));
    }
}

TEST_CASE("what was done is no misfit, and what applies nowhere has no places") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    const auto document = (*program)->current().document;
    const auto all = workbench::applyEverywhere(fusion(), document, {});
    REQUIRE(all.has_value());
    workbench::ReplayedStep done{all->front().record, all->front(), {}};
    workbench::ReplayedStep left{all->front().record, {}, Diagnostic{}};
    const auto found = workbench::misfitsOf(all->back().result.document, {done, left});
    REQUIRE(found.size() == 1);
    CHECK(found[0].number == 2);
    CHECK(found[0].places.empty());
}

} // namespace near_places_test
