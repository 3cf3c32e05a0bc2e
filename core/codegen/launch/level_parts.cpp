// What kernels are put together from whose threads work through several levels.
#include "core/codegen/launch/level_parts.h"

#include "core/codegen/dependence.h"
#include "core/codegen/rewrite.h"
#include "core/codegen/walk.h"

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

const LaunchDim& levels(const Kernel& kernel) {
    return kernel.dims[kernel.dims.size() - 2];
}

const DeclareScalar* constant(const Statement& s) {
    const auto* declare = std::get_if<DeclareScalar>(&s.kind);
    return declare && declare->isConst && declare->init ? declare : nullptr;
}

bool isLoadOrIndex(const DeclareScalar& declare) {
    const bool index =
        declare.type == ir::ScalarType::int32 || declare.type == ir::ScalarType::int64;
    return index || std::holds_alternative<Load>(declare.init->kind);
}

bool readsOnly(const NameSet& buffers, const Value& value) {
    bool all = true;
    walkValue(value, [&](const Value& v) {
        if (const auto* load = std::get_if<Load>(&v.kind))
            all = all && buffers.contains(load->buffer);
    });
    return all;
}

} // namespace

LevelParts levelParts(const Kernel& kernel, const NameSet& apart) {
    const Dependence dependence(kernel.body, levels(kernel).param);
    NameSet unwritten;
    for (const BufferParam& buffer : kernel.buffers)
        if (!buffer.written)
            unwritten.insert(buffer.name);
    LevelParts parts;
    bool first = true;
    NameSet inside; // locals that every level has for itself
    const auto isOutside = [&](const Value& value) {
        return std::ranges::none_of(namesIn(value),
                                    [&](const auto& name) { return inside.contains(name); });
    };
    for (const Statement& s : kernel.body) {
        const DeclareScalar* declare = constant(s);
        if (declare && apart.contains(declare->name))
            continue;
        if (kernel.launch.hoistsShared && declare && !dependence.on(*declare->init) &&
            readsOnly(unwritten, *declare->init) && isOutside(*declare->init)) {
            parts.invariant.push_back(s);
            continue;
        }
        if (const auto* local = std::get_if<DeclareScalar>(&s.kind))
            inside.insert(local->name);
        if (first && declare && isLoadOrIndex(*declare))
            parts.loads.push_back(s);
        else {
            first = false;
            parts.rest.push_back(s);
        }
    }
    return parts;
}

LaunchDim runsOfLevels(const Kernel& kernel, const std::string& name, const Expr& ofRun) {
    const LaunchDim& dim = levels(kernel);
    const Expr count = symbolic::Range{dim.begin, dim.end, dim.step}.size();
    const Expr runs = symbolic::intCeil(count, ofRun);
    return {name, 0, symbolic::simplify(runs - Expr(1)), 1};
}

Expr firstOfRun(const Kernel& kernel, const std::string& run, const Expr& ofRun) {
    const LaunchDim& dim = levels(kernel);
    return symbolic::simplify(dim.begin + dim.step * ofRun * Expr::symbol(run));
}

bool hasFullRuns(const Kernel& kernel) {
    const LaunchDim& dim = levels(kernel);
    const auto span = symbolic::simplify(dim.end - dim.begin).asInteger();
    const auto step = dim.step.asInteger();
    return kernel.launch.places == 0 && span && step && *span % *step == 0 &&
           (*span / *step + 1) % kernel.launch.levelsPerThread == 0;
}

ir::ScalarType indexScalar(const Kernel& kernel) {
    return kernel.wideIndex ? ir::ScalarType::int64 : ir::ScalarType::int32;
}

Statement declareIndex(const Kernel& kernel, const std::string& name, const Expr& value) {
    const ir::ScalarType type = indexScalar(kernel);
    const auto init = std::make_shared<Value>(Value{Index{symbolic::simplify(value)}, type});
    return {DeclareScalar{type, name, init}};
}

For levelLoop(const Kernel& kernel, const Expr& begin, const Expr& end, const Expr& step,
              Statements body) {
    For loop;
    loop.variable = levels(kernel).param;
    loop.type = indexScalar(kernel);
    loop.begin = symbolic::simplify(begin);
    loop.end = symbolic::simplify(end);
    loop.step = symbolic::simplify(step);
    loop.unroll = 1;
    loop.body = std::move(body);
    loop.over = For::Over::map;
    return loop;
}

} // namespace mw::codegen
