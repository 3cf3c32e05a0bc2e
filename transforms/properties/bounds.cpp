// Whether the iterations of a map stay inside of the containers that they touch.
#include "transforms/properties/bounds.h"

#include "core/symbolic/prover.h"
#include "transforms/toolkit/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Truth;

constexpr std::size_t kMostCorners = 16;

/// What can be said of one end of one dimension of one access.
struct Stay {
    Truth truth = Truth::proven;
    std::string index; ///< the furthest that is not shown to stay inside
};
/// By edge, dimension and end (true: the beginning).
using Stays = std::map<std::tuple<EdgeId, std::size_t, bool>, Stay>;

int badness(Truth truth) {
    return truth == Truth::proven ? 0 : truth == Truth::depends ? 1 : 2;
}

class Accesses {
public:
    Accesses(const DocumentView& view, ElementId entry)
        : at_(*view.state(view.index().find(entry)->block->id)), entry_{entry.value} {}

    Stays stays() const {
        Stays found;
        for (const auto& edge : at_.state().edges)
            if (isInnermost(*edge))
                add(*edge, found);
        return found;
    }

private:
    NodeId scopeOf(const ir::Edge& edge) const {
        return at_.index->node(edge.src)->isEntry() ? edge.src : at_.index->scope(edge.src);
    }

    bool isInnermost(const ir::Edge& edge) const {
        const auto* src = at_.index->node(edge.src);
        const auto* dst = at_.index->node(edge.dst);
        if (src->isExit() || dst->isEntry() || edge.memlet.empty() || !edge.memlet.subset ||
            edge.memlet.dynamic || edge.memlet.allowOutOfBounds)
            return false;
        for (NodeId scope = scopeOf(edge); scope; scope = at_.index->scope(scope))
            if (scope == entry_)
                return true;
        return false;
    }

    void add(const ir::Edge& edge, Stays& stays) const {
        const auto* data = at_.sdfg->data(edge.memlet.data);
        const auto& region = *edge.memlet.subset;
        if (!data || data->isScalar() || data->rank() != region.rank())
            return;
        symbolic::Prover prover(known(edge, *data));
        for (std::size_t d = 0; d < region.rank(); ++d) {
            const Expr offset = d < data->offset.size() ? data->offset[d] : Expr(0);
            const auto look = [&](bool low, const Expr& index) {
                Stay worst;
                for (const Expr& corner : corners(edge, index)) {
                    const Expr element = corner + offset;
                    const auto answer = low ? prover.lessEqual(0, element)
                                            : prover.lessEqual(element, data->shape[d] - 1);
                    if (badness(answer.truth) > badness(worst.truth))
                        worst = {answer.truth, symbolic::print(symbolic::simplify(element))};
                }
                stays[{edge.id, d, low}] = worst;
            };
            look(true, region.dims[d].begin);
            look(false, region.dims[d].end);
        }
    }

    /// The map has iterations, the container elements.
    symbolic::Assumptions known(const ir::Edge& edge, const ir::DataDescriptor& data) const {
        auto facts = factsInside(at_, {});
        for (const auto& extent : data.shape)
            facts.atLeast(extent, 1);
        forEachMap(edge, [&](const ir::Map& map) {
            for (const auto& range : map.range.dims)
                facts.atLeast(range.end, range.begin);
        });
        return facts;
    }

    template <class Visit>
    void forEachMap(const ir::Edge& edge, const Visit& visit) const {
        for (NodeId scope = scopeOf(edge); scope; scope = at_.index->scope(scope))
            if (const auto* map = at_.index->node(scope)->as<ir::MapEntry>())
                visit(map->map);
    }

    /// The index in the first and the last iterations of the maps around, which visit both ends of
    /// their ranges; none where there are too many, or where steps may leave out an end.
    std::vector<Expr> corners(const ir::Edge& edge, const Expr& index) const {
        std::vector<Expr> all{index};
        forEachMap(edge, [&](const ir::Map& map) {
            for (std::size_t i = 0; i < map.params.size() && i < map.range.rank(); ++i) {
                std::vector<Expr> next;
                for (const Expr& one : all) {
                    const bool uses = symbolic::freeSymbols(one).contains(map.params[i]);
                    const auto& range = map.range.dims[i];
                    next.push_back(uses ? symbolic::substitute(one, {{map.params[i], range.begin}})
                                        : one);
                    if (uses && range.step.isInteger(1))
                        next.push_back(symbolic::substitute(one, {{map.params[i], range.end}}));
                }
                all = next.size() > kMostCorners ? std::vector<Expr>{} : std::move(next);
            }
        });
        return all;
    }

    StateView at_;
    NodeId entry_;
};

Diagnostic leaving(const ir::DocumentIndex& index, EdgeId edge, std::size_t dimension, bool low,
                   const Stay& stay) {
    const auto& place = *index.find(edge);
    const auto& data = *place.sdfg->data(place.edge->memlet.data);
    const bool certain = stay.truth == Truth::disproven;
    Diagnostic left;
    left.severity = certain ? Severity::error : Severity::warning;
    left.code = "out-of-bounds";
    left.sentence = fmt::format(
        "'{}' has {} elements in dimension {}, and with this range an iteration {} "
        "element {}{}.",
        place.edge->memlet.data, symbolic::print(data.shape[dimension]), dimension,
        certain ? "touches" : "may touch", stay.index, low ? ", which is before the first" : "");
    left.location.elements = {edge};
    return left;
}

} // namespace

std::vector<Diagnostic> boundsLeft(const DocumentView& before, const DocumentView& after,
                                   ElementId mapEntry) {
    const auto old = Accesses(before, mapEntry).stays();
    std::vector<Diagnostic> found;
    for (const auto& [where, stay] : Accesses(after, mapEntry).stays()) {
        const auto known = old.find(where);
        if (known != old.end() && badness(stay.truth) <= badness(known->second.truth))
            continue;
        const auto& [edge, dimension, low] = where;
        if (stay.truth != Truth::proven)
            found.push_back(leaving(after.index(), edge, dimension, low, stay));
    }
    return found;
}

} // namespace mw::transforms
