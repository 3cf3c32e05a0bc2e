// Pictures of variants: what two of them share stays in its order, from the left and from above.
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "transforms/framework/apply.h"
#include "viewers/layout/layout.h"
#include "viewers/layout/order.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

namespace order_test {

using namespace mw;
using namespace mw::layout;

namespace {

namespace fs = std::filesystem;

struct Place {
    ElementId parent;
    Rect rect;
    std::string name;
};
using Places = std::map<ElementId, Place>;

Places placesOf(const Layout& layout) {
    Places places;
    for (const auto& box : layout.boxes) {
        const ElementId parent =
            box.parent < 0 ? ElementId{} : layout.boxes[static_cast<std::size_t>(box.parent)].id;
        places.emplace(box.id, Place{parent, box.rect, box.title});
    }
    return places;
}

bool isLeft(const Rect& a, const Rect& b) {
    return a.right() <= b.x && a.y < b.bottom() && b.y < a.bottom();
}
bool isAbove(const Rect& a, const Rect& b) {
    return a.bottom() <= b.y && a.x < b.right() && b.x < a.right();
}

/// Whether edges of this picture decide that one box is above another: they lead from it to the
/// other, themselves or together with the order that boxes had before.
bool mustBeAbove(const Layout& now, const Places& was, ElementId upper, ElementId lower) {
    const auto boxOf = [&](ElementId id) {
        const auto found = now.standIns.find(id);
        return found == now.standIns.end() ? id : found->second;
    };
    std::set<ElementId> reached{upper};
    for (std::vector<ElementId> waiting{upper}; !waiting.empty();) {
        const ElementId at = waiting.back();
        waiting.pop_back();
        const auto reach = [&](ElementId next) {
            if (reached.insert(next).second)
                waiting.push_back(next);
        };
        for (const auto& line : now.lines)
            if (boxOf(line.from) == at)
                reach(boxOf(line.to));
        if (const auto own = was.find(at); own != was.end())
            for (const auto& [id, place] : was)
                if (place.parent == own->second.parent && own->second.rect.bottom() <= place.rect.y)
                    reach(id);
    }
    return reached.contains(lower);
}

std::string said(const Place& was, const Place& is) {
    const auto corners = [](const Rect& r) {
        const auto whole = [](double at) { return std::to_string(std::lround(at)); };
        return "x " + whole(r.x) + " to " + whole(r.right()) + ", y " + whole(r.y) + " to " +
               whole(r.bottom());
    };
    return was.name + " (" + corners(was.rect) + "; now " + corners(is.rect) + ")";
}

/// Pairs of one scope in both pictures that have changed sides, without need; nothing: none has.
std::vector<std::string> turnedRound(const Layout& before, const Layout& now) {
    const auto was = placesOf(before), is = placesOf(now);
    std::vector<std::string> turned;
    for (const auto& [a, placeA] : was)
        for (const auto& [b, placeB] : was) {
            if (placeA.parent != placeB.parent)
                continue;
            const auto nowA = is.find(a), nowB = is.find(b);
            if (nowA == is.end() || nowB == is.end() || nowA->second.parent != nowB->second.parent)
                continue;
            if (isLeft(placeA.rect, placeB.rect) && isLeft(nowB->second.rect, nowA->second.rect))
                turned.push_back(said(placeA, nowA->second) + " was left of " +
                                 said(placeB, nowB->second));
            if (isAbove(placeA.rect, placeB.rect) &&
                isAbove(nowB->second.rect, nowA->second.rect) && !mustBeAbove(now, was, b, a))
                turned.push_back(said(placeA, nowA->second) + " was above " +
                                 said(placeB, nowB->second));
        }
    return turned;
}

/// Pictures of one program after another.
class Pictures {
public:
    explicit Pictures(bool keepsOrder) : keepsOrder_(keepsOrder) {}

    /// What has changed sides since the picture before.
    std::vector<std::string> show(const ir::Document& document) {
        const Order order = last_ ? orderOf(*last_) : Order{};
        auto layout = layouter_.layout(document, {}, {}, keepsOrder_ && last_ ? &order : nullptr);
        REQUIRE(layout.has_value());
        auto turned = last_ ? turnedRound(*last_, *layout) : std::vector<std::string>();
        last_ = std::move(*layout);
        return turned;
    }

private:
    bool keepsOrder_;
    Layouter layouter_{MW_LAYOUT_HELPER};
    std::optional<Layout> last_;
};

ir::DocumentPtr read(const fs::path& file) {
    auto document = io::readSdfgFile(file);
    INFO(file);
    REQUIRE(document.has_value());
    return *document;
}

/// One of the matches that apply, another at each step; nullptr: none does.
ir::DocumentPtr stepOf(const transforms::Transformation& t, const ir::DocumentPtr& document,
                       std::size_t step) {
    const auto params = transforms::completeParams(t, {});
    if (!params)
        return nullptr; // it wants to be told something
    const auto matches = t.find(document, {});
    for (std::size_t k = 0; k < matches.size(); ++k) {
        const auto& match = matches[(k + 7 * step) % matches.size()];
        if (auto done = transforms::applyAt(t, document, match, {}))
            return done->result.document;
    }
    return nullptr;
}

/// What changes sides in `steps` steps of several transformations, each undone and done again.
std::vector<std::string> turnedBySteps(ir::DocumentPtr document, std::size_t steps,
                                       bool keepsOrder) {
    Pictures pictures(keepsOrder);
    std::vector<std::string> turned;
    const auto show = [&](const ir::DocumentPtr& shown, const std::string& what) {
        for (const auto& pair : pictures.show(*shown))
            turned.push_back(what + ": " + pair);
    };
    show(document, {});
    const std::vector<std::string> names{
        "map-fusion-vertical", "map-fusion-horizontal", "inline-nested-sdfg", "state-fusion",
        "map-collapse",        "map-promotion",         "redundant-array",    "tasklet-fusion"};
    std::size_t done = 0;
    for (std::size_t tried = 0; done < steps && tried < names.size(); ++tried) {
        const auto& name = names[(done + tried) % names.size()];
        const auto next = stepOf(*transforms::findTransformation(name), document, done);
        if (!next)
            continue;
        show(next, name);
        show(document, "undo of " + name);
        show(next, "again " + name);
        document = next;
        ++done;
        tried = 0;
    }
    CHECK(done > 1);
    return turned;
}

} // namespace

TEST_CASE("after a step, and after its undo, what both variants have keeps its order") {
    std::size_t turnedWithout = 0;
    for (const char* rung : {"05_calculate_nabla4/calculate_nabla4.sdfgz",
                             "06_calculate_nabla2_and_smag_coefficients_for_vn/"
                             "calculate_nabla2_and_smag_coefficients_for_vn.sdfgz",
                             "12_solve_tridiagonal_matrix_for_w/solve_tridiagonal_matrix_for_w."
                             "gt4py-1.0.9.sdfgz"}) {
        const auto document = read(test::sourceFile("samples") / rung);
        INFO(rung);
        CHECK(turnedBySteps(document, 6, true) == std::vector<std::string>());
        turnedWithout += turnedBySteps(document, 6, false).size();
    }
    CHECK(turnedWithout > 0); // there is something to be kept
}

TEST_CASE("every transformation keeps the order of what it leaves") {
    for (const auto* t : transforms::registry()) {
        const auto document =
            read(test::sourceFile("samples") / "transformations" / (t->name + ".sdfgz"));
        const auto next = stepOf(*t, document, 0);
        if (!next)
            continue; // its sample is one of parameters
        Pictures pictures(true);
        pictures.show(*document);
        INFO(t->name);
        CHECK(pictures.show(*next) == std::vector<std::string>());
        CHECK(pictures.show(*document) == std::vector<std::string>());
    }
}

TEST_CASE("large graphs of the corpus keep their order") {
    const auto corpus = test::corpus();
    if (!corpus || !std::getenv("MAPWRIGHT_LONG"))
        return test::skip("long, and of the corpus");
    for (const char* program : {"compute_rho_theta_pgrad_and_update_vn", "apply_diffusion_to_vn"}) {
        INFO(program);
        CHECK(turnedBySteps(read(*corpus / "gt4py-1.2.1" / program / "initial.sdfgz"), 8, true) ==
              std::vector<std::string>());
    }
}

} // namespace order_test
