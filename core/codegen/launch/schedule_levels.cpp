// Several levels per thread: one loop over groups of levels in the place of a dimension of the
// grid.
#include "core/codegen/launch/schedule_levels.h"

#include "core/codegen/dependence.h"
#include "core/codegen/rewrite.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

const DeclareScalar* constant(const Statement& s) {
    const auto* declare = std::get_if<DeclareScalar>(&s.kind);
    return declare && declare->isConst && declare->init ? declare : nullptr;
}

/// What a body consists of, seen from one dimension.
struct Parts {
    Statements invariant; ///< the same for every level
    Statements loads;     ///< loads, and what their indices are computed from
    Statements rest;
};

class LevelSchedule {
public:
    explicit LevelSchedule(const Kernel& kernel)
        : kernel_(kernel), dim_(kernel.dims[kernel.dims.size() - 2]), names_(freshNames(kernel)),
          dependence_(kernel.body, dim_.param) {
        for (const BufferParam& buffer : kernel.buffers)
            if (!buffer.written)
                constant_.insert(buffer.name);
    }

    Kernel run() {
        const Parts parts = split();
        Kernel result = kernel_;
        const std::string run = names_.fresh(dim_.param + "_run");
        const Expr levels = kernel_.launch.levelsPerThread;
        LaunchDim& dim = result.dims[result.dims.size() - 2];
        const Expr count = symbolic::Range{dim_.begin, dim_.end, dim_.step}.size();
        dim = {run, 0, symbolic::simplify(symbolic::intCeil(count, levels) - Expr(1)), 1};
        result.body = parts.invariant;
        addLoops(result.body, parts,
                 symbolic::simplify(dim_.begin + dim_.step * levels * Expr::symbol(run)));
        result.launch.levelsPerThread = result.launch.levelsPerGroup = 1;
        return result;
    }

private:
    bool readsConstant(const Value& value) const {
        bool all = true;
        walkValue(value, [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                all = all && constant_.contains(load->buffer);
        });
        return all;
    }

    Parts split() const {
        Parts parts;
        bool first = true;
        for (const Statement& s : kernel_.body) {
            const DeclareScalar* declare = constant(s);
            if (kernel_.launch.hoistsShared && declare && !dependence_.on(*declare->init) &&
                readsConstant(*declare->init))
                parts.invariant.push_back(s);
            else if (first && declare && isLoadOrIndex(*declare))
                parts.loads.push_back(s);
            else {
                first = false;
                parts.rest.push_back(s);
            }
        }
        return parts;
    }
    static bool isLoadOrIndex(const DeclareScalar& declare) {
        const bool index =
            declare.type == ir::ScalarType::int32 || declare.type == ir::ScalarType::int64;
        return index || std::holds_alternative<Load>(declare.init->kind);
    }

    ir::ScalarType indexType() const {
        return kernel_.wideIndex ? ir::ScalarType::int64 : ir::ScalarType::int32;
    }

    /// `first`: of the run's levels.
    void addLoops(Statements& body, const Parts& parts, const Expr& first) {
        const std::int64_t levels = kernel_.launch.levelsPerThread;
        const std::int64_t group = std::min<std::int64_t>(kernel_.launch.levelsPerGroup, levels);
        const Expr step = dim_.step;
        const std::string begin = names_.fresh(dim_.param + "_first");
        const std::string end = names_.fresh(dim_.param + "_last");
        declare(body, begin, first);
        const Expr from = Expr::symbol(begin), to = Expr::symbol(end);
        const Expr runEnd = from + step * Expr(levels - 1);
        const bool full = isFull();
        declare(body, end, full ? runEnd : symbolic::min(runEnd, dim_.end));
        body.push_back({loop(from, to - step * Expr(group - 1), step * Expr(group),
                             groupOf(parts, static_cast<int>(group)))});
        if (group == 1 || (full && levels % group == 0))
            return;
        const Expr turns = symbolic::intFloor(to - from + step * Expr(1), step * Expr(group));
        body.push_back({loop(from + step * Expr(group) * turns, to, step, groupOf(parts, 1))});
    }
    /// No run is shorter than the others.
    bool isFull() const {
        const auto span = symbolic::simplify(dim_.end - dim_.begin).asInteger();
        const auto step = dim_.step.asInteger();
        return span && step && *span % *step == 0 &&
               (*span / *step + 1) % kernel_.launch.levelsPerThread == 0;
    }
    void declare(Statements& body, const std::string& name, const Expr& value) const {
        const auto init =
            std::make_shared<Value>(Value{Index{symbolic::simplify(value)}, indexType()});
        body.push_back({DeclareScalar{indexType(), name, init}});
    }
    For loop(const Expr& begin, const Expr& end, const Expr& step, Statements body) const {
        For result;
        result.variable = dim_.param;
        result.type = indexType();
        result.begin = symbolic::simplify(begin);
        result.end = symbolic::simplify(end);
        result.step = symbolic::simplify(step);
        result.unroll = 1;
        result.body = std::move(body);
        result.over = For::Over::map;
        return result;
    }

    Statements groupOf(const Parts& parts, int levels) {
        Statements body, rest;
        for (int level = 0; level < levels; ++level) {
            const Rewrite at = level == 0 ? Rewrite() : ofLevel(parts, level);
            for (Statement& s : at.applied(parts.loads))
                body.push_back(std::move(s));
            for (Statement& s : at.applied(parts.rest))
                rest.push_back(std::move(s));
        }
        std::move(rest.begin(), rest.end(), std::back_inserter(body));
        return body;
    }
    Rewrite ofLevel(const Parts& parts, int level) {
        Rewrite at;
        at.replace(dim_.param, Expr::symbol(dim_.param) + dim_.step * Expr(level));
        for (const Statements* part : {&parts.loads, &parts.rest})
            for (const std::string& name : declaredNames(*part))
                at.rename(name, names_.fresh(fmt::format("{}_{}", name, level)));
        return at;
    }

    const Kernel& kernel_;
    const LaunchDim& dim_;
    Names names_;
    Dependence dependence_;
    NameSet constant_;
};

} // namespace

bool maySchedule(const Kernel& kernel) {
    return !kernel.sequential && kernel.dims.size() >= 2 && isStraight(kernel.body);
}

Kernel scheduled(const Kernel& kernel) {
    if (kernel.launch.levelsPerThread <= 1 || kernel.sequential || kernel.dims.size() < 2)
        return kernel;
    return LevelSchedule(kernel).run();
}

} // namespace mw::codegen
