// Lists of neighbours: gathered, multiplied entry by entry, reduced. GT4Py gives each a map of its
// own, with a small map over the neighbours inside that sees its fields through views.
#include "samples/builder/lowering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace mw::samples {

namespace {

const Axis& localAxis(const std::vector<Axis>& axes) {
    const auto found =
        std::ranges::find_if(axes, [](const Axis& axis) { return axis.neighbours > 0; });
    assert(found != axes.end());
    return *found;
}

/// The map over the neighbours, inside of another one: reads views, writes a list.
class InnerMap {
public:
    InnerMap(StateText& state, const std::string& label, const Axis& local)
        : state_(state), local_(local), entry_(state.fresh("m")), exit_(state.fresh("x")) {
        state.node(fmt::format("{} = map {}_map [{} = 0:{}] -> {}", entry_, label,
                               Names::localParameter(local.name), local.neighbours, exit_));
        state.node(fmt::format("{} = exit {}", exit_, entry_));
    }
    /// From the access node of a view to a connector of a node inside.
    void in(const std::string& access, const Value& view, const std::string& to, bool all) {
        const auto whole = fmt::format("0:{}", view.extents[0]);
        state_.edge(fmt::format("{} -> {}.IN_{} : {}[{}]", access, entry_, view.container,
                                view.container, whole));
        state_.edge(fmt::format("{}.OUT_{} -> {} : {}[{}]", entry_, view.container, to,
                                view.container, all ? whole : Names::localParameter(local_.name)));
    }
    /// To the access node of the list.
    void out(const std::string& from, const Value& list, const std::string& access) {
        state_.edge(fmt::format("{} -> {}.IN_{} : {}[{}]", from, exit_, list.container,
                                list.container, Names::localParameter(local_.name)));
        state_.edge(fmt::format("{}.OUT_{} -> {} : {}[0:{}]", exit_, list.container, access,
                                list.container, list.extents[0]));
    }

private:
    StateText& state_;
    Axis local_;
    std::string entry_, exit_;
};

/// What a list holds for a neighbour: any dummy where there is none, as in GT4Py.
std::string unlessMissing(const std::string& value, const std::string& index) {
    return fmt::format("({} if ({} != -1) else math.nan)", value, index);
}

std::string wholeList(const Axis& local) {
    return fmt::format("0:{}", local.neighbours);
}

constexpr const char* kReduce = "dace.libraries.standard.nodes.reduce.Reduce";
constexpr const char* kReduceWithSkipValues =
    "gt4py.next.program_processors.runners.dace.library_nodes.reduce_with_skip_values."
    "ReduceWithSkipValues";

} // namespace

const Value* Lowering::maskOf(const Axis& local) const {
    return skipping_.contains(local.name) ? &arguments_.at(Names::table(local.name)) : nullptr;
}

Value Lowering::neighbours(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    const Table& table = node.neighbour->table;
    const Value source =
        evaluate(node.operands[0], wholeOf(table.target, node.operands[0], domain));
    const Value& rows = arguments_.at(Names::table(table.name));
    const Value seen = view(source, table.target);
    const Value row = view(rows, table);
    const Value list = temporary(node.type, {table}, domain);
    const Value target = temporary(node.type, node.axes, domain);

    MapText map(state(), mapLabel(), node.axes, domain);
    const auto seenNode = state().writing(seen);
    const auto rowNode = state().writing(row);
    const auto label = taskletLabel(fmt::format("{}_neighbors", table.name));
    InnerMap inner(state(), label, table);
    const auto tasklet = state().fresh("t");
    const auto index = names_.connector("index");
    const auto read =
        fmt::format("{}[({} - {})]", names_.connector("field"), index, source.origins[0]);
    state().node(fmt::format("{} = tasklet {} `{} = {}`", tasklet, label, names_.connector("val"),
                             maskOf(table) ? unlessMissing(read, index) : read));
    const auto listNode = state().writing(list);
    map.edge(source, SubsetText(source).wholeAlong(table.target, domain), seenNode,
             SubsetText(source).wholeAlongAtParameters(table.target));
    map.edge(rows, SubsetText(rows).over(domain), rowNode, SubsetText(rows).atParameters());
    inner.in(seenNode, seen, fmt::format("{}.{}", tasklet, names_.connector("field")), true);
    inner.in(rowNode, row, tasklet + "." + index, false);
    inner.out(fmt::format("{}.{}", tasklet, names_.connector("val")), list, listNode);
    map.out(listNode, target, wholeList(table));
    return target;
}

Value Lowering::lists(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    const Axis local = localAxis(node.axes);
    std::vector<Value> operands;
    std::vector<Value> views;
    for (const Field& operand : node.operands) {
        operands.push_back(evaluate(operand, domain));
        assert(localAxis(operands.back().axes) == local);
        views.push_back(view(operands.back(), local));
    }
    const Value list = temporary(node.type, {local}, domain);
    const Value target = temporary(node.type, node.axes, domain);

    MapText map(state(), mapLabel(), node.axes, domain);
    const auto label = taskletLabel("map");
    InnerMap inner(state(), label, local);
    std::vector<std::string> connectors;
    for (std::size_t n = 0; n < operands.size(); ++n)
        connectors.push_back(names_.connector("arg" + std::to_string(n)));
    const auto tasklet = state().fresh("t");
    auto result = substituted(node.text, connectors);
    if (const Value* mask = maskOf(local)) {
        operands.push_back(*mask);
        views.push_back(view(*mask, local));
        connectors.push_back(names_.connector("neighbor_idx"));
        result = unlessMissing(result, connectors.back());
    }
    state().node(
        fmt::format("{} = tasklet {} `{} = {}`", tasklet, label, names_.connector("out"), result));
    for (std::size_t n = 0; n < operands.size(); ++n) {
        const auto access = state().writing(views[n]);
        map.edge(operands[n], SubsetText(operands[n]).over(domain), access,
                 SubsetText(operands[n]).atParameters());
        inner.in(access, views[n], tasklet + "." + connectors[n], false);
    }
    const auto listNode = state().writing(list);
    inner.out(fmt::format("{}.{}", tasklet, names_.connector("out")), list, listNode);
    map.out(listNode, target, wholeList(local));
    return target;
}

/// GT4Py's node is told which of its connectors is which.
std::string Lowering::connectorsOfMasked() const {
    std::string text;
    for (const auto& [property, name] :
         {std::pair("input_conn", "in"), std::pair("output_conn", "out"),
          std::pair("mask_conn", "mask")})
        text += fmt::format(" with {} = `\"{}\"`", property, names_.reduceConnector(name));
    return text;
}

Value Lowering::reduction(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    const Value list = evaluate(node.operands[0], domain);
    const Value element = temporary(node.type, {}, domain);
    const Value target = temporary(node.type, node.axes, domain);
    const bool sums = node.label == "sum";
    MapText map(state(), mapLabel(), node.axes, domain);
    const auto reduce = state().fresh("r");
    const auto connected = [&](const char* name) {
        const auto connector = names_.reduceConnector(name);
        return reduce + (connector.empty() ? "" : "." + connector);
    };
    const char* identity = sums ? "0" : "-1.7976931348623157e+308";
    const Value* mask = maskOf(localAxis(list.axes));
    state().node(fmt::format(
        "{} = library reduce_{} {} with identity = `\"{}\"` "
        "with wcr = `\"(lambda x, y: {})\"`{}",
        reduce, reductions_++, mask ? kReduceWithSkipValues : kReduce, identity,
        sums ? "(x + y)" : "max(x, y)",
        mask ? fmt::format(" with init = `\"{}\"`{}", identity, connectorsOfMasked()) : ""));
    const auto access = state().writing(element);
    map.edge(list, SubsetText(list).over(domain), connected("in"), SubsetText(list).atParameters());
    if (mask)
        map.edge(*mask, SubsetText(*mask).over(domain), connected("mask"),
                 SubsetText(*mask).atParameters());
    state().edge(fmt::format("{} -> {} : {}[0]", connected("out"), access, element.container));
    map.out(access, target, "0");
    return target;
}

} // namespace mw::samples
