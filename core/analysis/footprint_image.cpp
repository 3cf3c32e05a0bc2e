// The image of a region over all iterations around it, and whether that image is exact.
#include "core/analysis/footprint_image.h"

#include "core/analysis/analysis.h"
#include "core/analysis/interval.h"

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Range;

void weaken(Access& access, Reach reach) {
    access.reach = std::min(access.reach, reach);
}

/// The range of a dimension of which nothing is known: all of it.
Range anywhere(const ir::DataDescriptor* container, std::size_t d) {
    return container && d < container->rank() ? wholeDimension(container->shape[d])
                                              : Range::point(Expr::undefined());
}

/// The range with its last element as the end, which matters for steps above 1.
Range endingAtLast(const Range& range) {
    if (range.step.isInteger(1))
        return range;
    Range result = range;
    result.end = range.begin + symbolic::intFloor(range.end - range.begin, range.step) * range.step;
    return result;
}

/// Whether a remainder hides the order of the values: then the bounds need not be reached.
bool hasRemainderOf(const Expr& e, const std::string& parameter) {
    if (e.op() == Op::mod && symbolic::freeSymbols(e).contains(parameter))
        return true;
    return std::ranges::any_of(e.args(),
                               [&](const Expr& arg) { return hasRemainderOf(arg, parameter); });
}

/// The pieces of neighbouring values follow each other without a gap.
bool isContiguous(const Range& range, const std::string& parameter, const Range& values) {
    if (!range.step.isInteger(1))
        return false;
    const Expr next =
        symbolic::substitute(range.begin, {{parameter, Expr::symbol(parameter) + values.step}});
    const Range butLast{values.begin, values.end - values.step, values.step, 1};
    const auto room = bounds(range.end + Expr(1) - next, parameter, butLast);
    const auto least = room ? symbolic::simplify(room->low).asInteger() : std::nullopt;
    return least && *least >= 0;
}

Reach reachOf(const Range& range, const std::string& parameter, const Range& values) {
    if (hasRemainderOf(range.begin, parameter) || hasRemainderOf(range.end, parameter))
        return Reach::bound;
    if (range.isPoint())
        return slope(range.begin, parameter) ? Reach::all : Reach::corners;
    return isContiguous(range, parameter, values) ? Reach::all : Reach::corners;
}

} // namespace

void runOver(Access& access, const std::string& parameter, const Range& values,
             const ir::DataDescriptor* container) {
    const Range exact = endingAtLast(values);
    int dependent = 0;
    for (std::size_t d = 0; d < access.region.rank(); ++d) {
        Range& range = access.region.dims[d];
        if (!dependsOn(range, parameter))
            continue;
        ++dependent;
        weaken(access, reachOf(range, parameter, values));
        auto widened = image(range, parameter, exact);
        if (!widened) {
            weaken(access, Reach::bound);
            widened = anywhere(container, d);
        }
        range = *widened;
    }
    if (dependent > 1) // a diagonal, of which the region is the box
        weaken(access, Reach::corners);
    for (Expr& trip : access.trips) {
        const auto size = bounds(trip, parameter, exact);
        if (!size)
            weaken(access, Reach::bound);
        else
            trip = symbolic::simplify(size->low);
    }
    access.trips.push_back(symbolic::simplify(values.size()));
}

void forget(Access& access, const std::set<std::string, std::less<>>& names,
            const ir::DataDescriptor* container) {
    const auto unknown = [&](const Range& range) {
        return std::ranges::any_of(names, [&](const auto& name) { return dependsOn(range, name); });
    };
    for (std::size_t d = 0; d < access.region.rank(); ++d)
        if (unknown(access.region.dims[d])) {
            access.region.dims[d] = anywhere(container, d);
            weaken(access, Reach::bound);
        }
    if (std::erase_if(access.trips, [&](const Expr& e) { return unknown(Range::point(e)); }) > 0)
        weaken(access, Reach::bound);
}

void throughWindow(Access& access, const symbolic::Subset& window, const ir::DataDescriptor* inner,
                   const ir::DataDescriptor* outer, const symbolic::Substitution& mapping) {
    bool fits =
        inner && outer && outer->rank() == window.rank() && inner->rank() == access.region.rank();
    std::vector<std::size_t> passed; // dimensions of the window that the inner container has
    std::size_t surplus = fits && window.rank() > inner->rank() ? window.rank() - inner->rank() : 0;
    for (std::size_t d = 0; fits && d < window.rank(); ++d) {
        if (surplus > 0 && window.dims[d].isPoint())
            --surplus;
        else
            passed.push_back(d);
    }
    fits = fits && passed.size() == inner->rank();
    for (std::size_t d = 0; fits && d < passed.size(); ++d)
        fits = inner->shape[d].isInteger(1) ||
               symbolic::equal(symbolic::substitute(inner->strides[d], mapping),
                               outer->strides[passed[d]]);
    if (fits) {
        access.region = symbolic::compose(window, access.region);
        return;
    }
    access.region = window;
    if (access.reach != Reach::bound && !(inner && inner->isSingleElement()))
        access.reach = Reach::bound;
}

} // namespace mw::analysis
