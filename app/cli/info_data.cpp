// The numbers behind `mw info`.

#include "app/cli/info_data.h"

#include "core/analysis/analysis.h"
#include "core/analysis/kernel_names.h"

#include <fmt/format.h>

namespace mw::cli {

namespace {

std::string rangeText(const ir::Map& map) {
    std::string text;
    for (std::size_t i = 0; i < map.params.size() && i < map.range.dims.size(); ++i)
        text += fmt::format("{}{} = {}", i ? ", " : "", map.params[i], print(map.range.dims[i]));
    return text;
}

std::string statePath(const ir::DocumentIndex& index, BlockId state) {
    std::string text;
    for (const ElementId id : index.path(state)) {
        const auto* place = index.find(id);
        std::string part;
        if (place->kind == ir::ElementKind::block)
            part = place->block->label;
        else if (place->kind == ir::ElementKind::node)
            part = ir::displayName(*place->node);
        if (!part.empty())
            text += (text.empty() ? "" : " / ") + part;
    }
    return text;
}

int mapDepth(const ir::StateIndex& state, NodeId node) {
    int depth = 0;
    for (NodeId at = state.scope(node); at; at = state.scope(at))
        ++depth;
    return depth;
}

StateInfo describeState(const ir::DocumentIndex& index, BlockId id) {
    const auto* state = index.find(id)->block->as<ir::State>();
    const ir::StateIndex local(*state);
    StateInfo info{statePath(index, id), state->nodes.size(), state->edges.size(), {}};
    for (const NodeId node : local.topological())
        if (const auto* entry = local.node(node)->as<ir::MapEntry>())
            info.maps.push_back({entry->map.label, rangeText(entry->map),
                                 std::string(ir::name(entry->map.schedule)),
                                 mapDepth(local, node)});
    return info;
}

std::string shapeText(const ir::DataDescriptor& data) {
    std::string text;
    for (const auto& extent : data.shape)
        text += (text.empty() ? "" : ", ") + symbolic::print(extent);
    return "[" + text + "]";
}

std::string regionText(const std::vector<analysis::Access>& accesses, bool write) {
    std::vector<analysis::Access> side;
    for (const auto& access : accesses)
        if (access.write == write)
            side.push_back(access);
    const auto region = analysis::requiredRegion(side);
    return region ? "[" + print(*region) + "]" : side.empty() ? "" : "through a table or branch";
}

std::string valueText(const symbolic::Bindings& values, const std::string& name) {
    const auto found = values.find(name);
    if (found == values.end())
        return {};
    const auto& value = found->second;
    return value.isReal ? fmt::format("{}", value.d) : fmt::format("{}", value.i);
}

std::vector<ArgumentInfo> argumentList(const ir::Sdfg& root, const std::vector<std::string>& names,
                                       const symbolic::Bindings& values) {
    std::vector<ArgumentInfo> infos;
    const auto touched = analysis::footprint(root);
    for (const std::string& name : names) {
        ArgumentInfo info;
        info.name = name;
        const auto* data = root.data(name);
        info.isSymbol = data == nullptr;
        if (info.isSymbol) {
            info.type = "symbol";
            info.value = valueText(values, name);
        } else {
            info.type = ir::name(data->dtype.scalar);
            info.shape = data->isScalar() ? "" : shapeText(*data);
        }
        if (const auto found = touched.find(name); found != touched.end()) {
            info.read = regionText(found->second, false);
            info.written = regionText(found->second, true);
        }
        infos.push_back(std::move(info));
    }
    return infos;
}

/// Extents are never negative where a program runs: `Max(0, N)` is written `N`.
symbolic::Expr withoutFloors(const symbolic::Expr& e) {
    using symbolic::Op;
    std::vector<symbolic::Expr> args;
    for (const auto& arg : e.args()) {
        const bool floor = e.op() == Op::max && arg.isInteger(0);
        if (!floor)
            args.push_back(withoutFloors(arg));
    }
    if (args.empty())
        return e;
    if (e.op() == Op::max && args.size() == 1)
        return args.front();
    return symbolic::Expr::make(e.op(), std::move(args), e.name());
}

class Numbers {
public:
    explicit Numbers(const symbolic::Bindings& values) : values_(values) {}

    Amount operator()(const symbolic::Expr& e) const {
        Amount amount{symbolic::print(withoutFloors(e)), {}};
        if (values_.empty() && !e.isInteger())
            return amount;
        if (const auto value = symbolic::evaluateInteger(e, values_))
            amount.number = *value;
        return amount;
    }

private:
    const symbolic::Bindings& values_;
};

} // namespace

ProgramInfo describe(const ir::DocumentIndex& index, const symbolic::Bindings& values) {
    const ir::Document& document = *index.document();
    const auto rows = analysis::programRows(document);
    const auto estimate = analysis::estimate(rows);
    const Numbers number(values);
    ProgramInfo info;
    for (const BlockId id : index.states())
        info.states.push_back(describeState(index, id));
    for (const auto& kernel : estimate.kernels)
        info.kernels.push_back({kernel.label,
                                analysis::nameOf(index, *index.find(kernel.node)->node),
                                number(kernel.traffic.bytesRead),
                                number(kernel.traffic.bytesWritten), number(kernel.operations)});
    info.arguments = argumentList(*document.root, analysis::argumentList(*document.root), values);
    for (const auto& life : estimate.temporaries)
        info.temporaries.push_back({life.name, std::string(ir::name(life.data->dtype.scalar)),
                                    shapeText(*life.data), number(life.bytes), life.first,
                                    life.last});
    info.bytesRead = number(estimate.traffic.bytesRead);
    info.bytesWritten = number(estimate.traffic.bytesWritten);
    symbolic::Expr operations = 0;
    for (const auto& kernel : estimate.kernels)
        operations = operations + kernel.operations;
    info.operations = number(symbolic::simplify(operations));
    info.figures = analysis::figures(rows, values);
    return info;
}

} // namespace mw::cli
