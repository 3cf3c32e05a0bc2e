// Rows keep their place when two kernels are fused: the one that they become stands where the
// second one stood.
#include "core/analysis/program_rows.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/transforms/applying.h"
#include "transforms/framework/transformation.h"

#include <algorithm>
#include <set>

namespace row_order_test {

using namespace mw;

namespace {

std::vector<ElementId> kernelsOf(const ir::DocumentPtr& document) {
    std::vector<ElementId> kernels;
    for (const auto& row : analysis::namedRows(*document))
        if (row.kind == analysis::RowKind::kernel)
            kernels.push_back(row.element);
    return kernels;
}

/// Elements of the list that are in the set.
std::vector<ElementId> among(const std::vector<ElementId>& list, const std::set<ElementId>& set) {
    std::vector<ElementId> found;
    std::ranges::copy_if(list, std::back_inserter(found),
                         [&](ElementId id) { return set.contains(id); });
    return found;
}

struct Totals {
    std::size_t fused = 0, moved = 0;
};

/// Rows that read what the fused one writes come behind it; all others are where they were. Of
/// kernels side by side, where neither reads the other, the fused one may have either place, and
/// what reads it comes along.
void checkOrder(const ir::DocumentPtr& before, const ir::EditResult& after, bool sideBySide,
                Totals& totals) {
    const auto now = kernelsOf(after.document);
    const auto was = kernelsOf(before);
    std::set<ElementId> left(now.begin(), now.end());
    std::vector<ElementId> expected;
    ElementId fused;
    for (const ElementId id : was) { // the second of a pair comes later: its place counts
        const ElementId forward = after.changes.forward(id);
        if (!left.contains(forward))
            continue;
        if (const auto first = std::ranges::find(expected, forward); first != expected.end()) {
            expected.erase(first);
            fused = forward;
        }
        expected.push_back(forward);
    }
    if (!fused)
        return;
    ++totals.fused;
    const ir::DocumentIndex index(after.document);
    const auto* place = index.find(fused);
    REQUIRE((place && place->block));
    const ir::StateIndex local(*place->block->as<ir::State>());
    std::set<ElementId> still(expected.begin(), expected.end());
    for (const ElementId id : expected) {
        const auto* other = index.find(id);
        if (id != fused && other && other->block == place->block && other->node &&
            local.reaches(place->node->id, other->node->id)) {
            const bool between =
                std::ranges::find(expected, id) < std::ranges::find(expected, fused);
            totals.moved += between;
            if (between || sideBySide)
                still.erase(id);
            if (between)
                CHECK(std::ranges::find(now, id) > std::ranges::find(now, fused));
        }
    }
    if (sideBySide)
        still.erase(fused);
    CHECK((among(now, still) == among(expected, still)));
}

std::vector<std::filesystem::path> programs() {
    std::vector<std::filesystem::path> all{test::sourceFile("samples/nabla4.sdfg"),
                                           test::sourceFile("samples/diffusion_step.sdfg")};
    if (const auto corpus = test::corpus())
        for (const char* name :
             {"gt4py-1.0.9/compute_advection_in_horizontal_momentum_equation/initial.sdfgz",
              "gt4py-1.2.1/compute_advection_in_horizontal_momentum_equation/initial.sdfgz",
              "gt4py-1.0.9/apply_diffusion_to_vn/initial.sdfgz"})
            if (std::filesystem::exists(*corpus / name))
                all.push_back(*corpus / name);
    return all;
}

} // namespace

TEST_CASE("rows keep their place when kernels are fused, one step after the other") {
    constexpr int kSteps = 25; // at most, on one program
    const auto* kSideBySide = "map-fusion-horizontal";
    for (const auto& path : programs()) {
        INFO(path.string());
        const auto read = io::readSdfgFile(path);
        REQUIRE(read);
        auto document = *read;
        Totals totals;
        for (int step = 0; step < kSteps; ++step) {
            const std::size_t before = totals.fused;
            for (const std::string name : {"map-fusion-vertical", kSideBySide}) {
                const auto* t = transforms::findTransformation(name);
                REQUIRE(t);
                const auto matches = test::matchesOf(*t, document);
                for (std::size_t i = 0; i < matches.size(); ++i) {
                    // From the middle of the program, where others stand around.
                    const auto& match = matches[(i + matches.size() / 2) % matches.size()];
                    if (test::refusalOf(*t, document, match))
                        continue;
                    const auto result = test::applied(*t, document, match);
                    REQUIRE(result);
                    INFO(name << ", step " << step);
                    checkOrder(document, *result, name == kSideBySide, totals);
                    document = result->document;
                    break;
                }
            }
            if (totals.fused == before)
                break;
        }
        CHECK(totals.fused > 0);
        CHECK(totals.moved < totals.fused);
    }
}

} // namespace row_order_test
