// What a launch asks of the second-level cache, modelled from the accesses of its body.
#include "core/codegen/traffic.h"

#include "core/codegen/dependence.h"
#include "core/codegen/walk.h"
#include "core/support/overload.h"
#include "core/symbolic/subset.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

namespace mw::codegen {

using symbolic::Expr;

namespace {

constexpr double kSector = 32; ///< bytes
constexpr double kWarp = 32;   ///< threads

struct Loop {
    double trips = 0;
    Dependence dependence;
};

class Model {
public:
    Model(const Kernel& kernel, const symbolic::Bindings& symbols)
        : kernel_(kernel), symbols_(symbols),
          row_(kernel.dims.empty() ? std::string() : kernel.dims.back().param),
          alongRow_(kernel.body, row_), levels_(std::max(1, kernel.launch.levelsPerThread)),
          acrossLevels_(kernel.body, levels_ > 1 && kernel.dims.size() > 1
                                         ? kernel.dims[kernel.dims.size() - 2].param
                                         : std::string()) {
        for (const BufferParam& buffer : kernel.buffers)
            elementBytes_[buffer.name] = ir::sizeOf(buffer.type);
    }

    /// Per thread; nothing when a loop's length is not known.
    std::optional<double> perThread() {
        const double bytes = cost(kernel_.body);
        return known_ ? std::optional(bytes) : std::nullopt;
    }

private:
    double cost(const Statements& body) {
        double bytes = 0;
        for (const Statement& statement : body)
            std::visit(Overload{
                           [&](const DeclareScalar& s) { bytes += s.init ? cost(*s.init) : 0; },
                           [&](const AssignScalar& s) { bytes += cost(*s.value); },
                           [&](const Store& s) {
                               bytes += cost(*s.value) + access(s.buffer, s.index, true);
                           },
                           [&](const For& s) { bytes += cost(s); },
                           [&](const If& s) {
                               bytes += cost(*s.condition);
                               const double then = cost(s.then);
                               bytes += std::max(then, cost(s.otherwise));
                           },
                           [&](const While& s) { bytes += cost(*s.condition) + cost(s.body); },
                           [](const auto&) {},
                       },
                       statement.kind);
        return bytes;
    }
    double cost(const Value& value) {
        double bytes = 0;
        walkValue(value, [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                bytes += access(load->buffer, load->index, false);
        });
        return bytes;
    }
    double cost(const For& loop) {
        const auto trips = tripsOf(loop);
        known_ = known_ && trips;
        loops_.push_back({trips.value_or(0), Dependence(kernel_.body, loop.variable)});
        const double bytes = cost(loop.body);
        loops_.pop_back();
        return bytes;
    }

    /// Where the length follows from parameters of the launch, as that of a block of levels does:
    /// in its first iteration.
    std::optional<double> tripsOf(const For& loop) const {
        symbolic::Substitution first;
        for (const LaunchDim& dim : kernel_.dims)
            first.emplace(dim.param, dim.begin);
        const auto number = [&](const Expr& e) {
            return symbolic::evaluateInteger(symbolic::substitute(e, first), symbols_);
        };
        const auto begin = number(loop.begin), end = number(loop.end), step = number(loop.step);
        if (!begin || !end || !step || *step == 0)
            return std::nullopt;
        return static_cast<double>(std::max<std::int64_t>(0, (*end - *begin) / *step + 1));
    }

    double access(const std::string& buffer, const Expr& index, bool isStore) {
        const auto element = elementBytes_.find(buffer);
        const std::string key = buffer + (isStore ? " <- " : " ") + symbolic::print(index);
        if (element == elementBytes_.end() || !seen_.insert(key).second) // private, or known
            return 0;
        double bytes = perAccess(index, element->second);
        for (const Loop& loop : loops_)
            if (loop.dependence.on(index))
                bytes *= loop.trips;
        return levels_ > 1 && !acrossLevels_.on(index) ? bytes / levels_ : bytes;
    }
    /// Bytes per thread of one access.
    double perAccess(const Expr& index, int element) const {
        if (row_.empty() || !alongRow_.on(index))
            return kSector / kWarp;
        const Expr next = symbolic::substitute(index, {{row_, Expr::symbol(row_) + 1}});
        const auto stride = symbolic::simplify(next - index).asInteger();
        if (!stride || alongRow_.throughLocal(index))
            return element;
        const double span =
            static_cast<double>(std::abs(*stride)) * element * (kWarp - 1) + element;
        return std::min(kWarp, std::ceil(span / kSector)) * kSector / kWarp;
    }

    const Kernel& kernel_;
    const symbolic::Bindings& symbols_;
    std::string row_;
    Dependence alongRow_;
    int levels_; ///< that a thread works through (schedule_levels.h)
    Dependence acrossLevels_;
    std::map<std::string, int> elementBytes_;
    std::set<std::string> seen_;
    std::vector<Loop> loops_;
    bool known_ = true;
};

std::optional<double> extentOf(const LaunchDim& dim, const symbolic::Bindings& symbols) {
    const auto size =
        symbolic::evaluateInteger(symbolic::Range{dim.begin, dim.end, dim.step}.size(), symbols);
    return size ? std::optional(static_cast<double>(std::max<std::int64_t>(0, *size)))
                : std::nullopt;
}

} // namespace

double modelledTraffic(const Kernel& kernel, const symbolic::Bindings& symbols) {
    double threads = 1;
    for (const LaunchDim& dim : kernel.dims) {
        const auto extent = extentOf(dim, symbols);
        if (!extent)
            return 0;
        threads *= *extent;
    }
    return threads * Model(kernel, symbols).perThread().value_or(0);
}

} // namespace mw::codegen
