// Two lines of steps beside each other, and where they part.
#include "core/history/alignment.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

namespace alignment_test {

using namespace mw;
using history::Relation;

namespace {

history::LineStep step(const std::string& effect, std::int64_t param = 0,
                       const std::string& name = "fuse") {
    return {history::TransformationRecord{name, {{"size", param}}, history::Site()}, effect};
}

/// One whose effect nobody knows, at a map exit that writes this.
history::LineStep anchored(const std::string& writes, std::uint64_t near) {
    history::Anchor anchor;
    anchor.kind = "map exit";
    anchor.writes = writes;
    anchor.rings[2] = near;
    return {history::TransformationRecord{"fuse", {}, history::Site(0, {anchor}, "")}, ""};
}

/// One between such surroundings.
history::LineStep surrounded(std::uint64_t hash, std::uint64_t other) {
    history::Anchor anchor;
    anchor.kind = "map exit";
    anchor.rings[2] = hash * other; // of its own
    for (auto& side : anchor.around) {
        side.add(hash);
        side.add(other);
    }
    return {history::TransformationRecord{"fuse", {}, history::Site(0, {anchor}, "")}, ""};
}

std::string text(const history::Alignment& alignment) {
    std::string text;
    for (std::size_t i = 0; i < alignment.steps.size(); ++i) {
        const auto& [first, second, relation] = alignment.steps[i];
        text += fmt::format("{}{} {} {}\n", alignment.divergence == i ? "> " : "",
                            first ? std::to_string(*first) : "-",
                            relation == Relation::same          ? "="
                            : relation == Relation::otherParams ? "~"
                                                                : "|",
                            second ? std::to_string(*second) : "-");
    }
    return text;
}

std::string aligned(const std::vector<history::LineStep>& first,
                    const std::vector<history::LineStep>& second,
                    history::Recognition recognition = history::Recognition::byNames) {
    return text(history::align(first, second, recognition));
}

} // namespace

TEST_CASE("equal lines have no divergence") {
    const std::vector line{step("a"), step("b")};
    const auto alignment = history::align(line, line, history::Recognition::byNames);
    CHECK(text(alignment) == "0 = 0\n1 = 1\n");
    CHECK_FALSE(alignment.divergence);
    CHECK(alignment.same == 2);
}

TEST_CASE("what only one line has stands beside what only the other has") {
    CHECK(aligned({step("a"), step("x"), step("y"), step("b")},
                  {step("a"), step("z"), step("b"), step("c")}) ==
          "0 = 0\n> 1 | 1\n2 | -\n3 = 2\n- | 3\n");
    CHECK(aligned({}, {step("a")}) == "> - | 0\n");
}

TEST_CASE("the same place with other parameters is told from another place") {
    CHECK(aligned({step("a", 8), step("b")}, {step("a", 16), step("b")}) == "> 0 ~ 0\n1 = 1\n");
    CHECK(aligned({step("a", 8, "block")}, {step("a", 8, "tile")}) == "> 0 | 0\n");
}

TEST_CASE("steps that choose launches have no place, and are known all the same") {
    const history::LineStep launch{history::LaunchRecord{}, ""};
    for (const auto recognition : {history::Recognition::byNames, history::Recognition::byAnchors})
        CHECK(aligned({launch}, {launch}, recognition) == "0 = 0\n");
}

TEST_CASE("steps whose effects are called otherwise are known by their anchors") {
    CHECK(aligned({anchored("tmp", 1)}, {anchored("tmp", 2)}) == "0 = 0\n");
    CHECK(aligned({anchored("tmp_1", 1)}, {anchored("tmp_2", 1)}) == "0 = 0\n");
    CHECK(aligned({anchored("tmp_1", 1)}, {anchored("tmp_2", 2)}) == "> 0 | 0\n");

    auto one = anchored("tmp", 1), other = anchored("tmp", 1);
    one.effect = "fused tmp_1 into a";
    other.effect = "fused tmp_2 into a";
    CHECK(aligned({one}, {other}) == "> 0 | 0\n");
    CHECK(aligned({one}, {other}, history::Recognition::byAnchors) == "0 = 0\n");
}

TEST_CASE("places of two programs are the same where nothing else is as much alike") {
    CHECK(aligned({surrounded(1, 2), surrounded(3, 4), surrounded(5, 6)},
                  {surrounded(1, 7), surrounded(5, 8)}) == "0 = 0\n> 1 | -\n2 = 1\n");
    CHECK(aligned({surrounded(1, 2)}, {surrounded(3, 4)}) == "> 0 | 0\n");
}

} // namespace alignment_test
