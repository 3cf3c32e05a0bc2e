// Computations are put where a container was read, their inputs are led there, and what nothing
// needs any more goes.

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/all_names.h"
#include "transforms/toolkit/dead_output.h"
#include "transforms/toolkit/inwards.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/recompute.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;

/// Where the first map reads an input.
ValueSource inputOf(const Producer& p, const std::string& data) {
    for (const ir::Edge* input : p.inputs)
        if (p.maps.index().node(input->src)->as<ir::AccessNode>()->data == data)
            return {input->src, input->srcConnector};
    return {};
}

class Recomputation {
public:
    Recomputation(ir::Editor& editor, const Producer& producer)
        : editor_(editor), p_(producer), inwards_(editor, [&producer](const std::string& data) {
              return inputOf(producer, data);
          }) {}

    void add(const Reading& reading);
    const std::vector<NodeId>& made() const { return made_; }
    /// Containers, connectors and edges that led to the readings.
    void removeWays(const std::vector<Reading>& readings);

private:
    Expr indexOf(const Reading& reading, std::size_t d);
    symbolic::Substitution singleValues(const Reading& reading);
    void hold(const Reading& reading, std::size_t level);
    NodeId addComputation(const Reading& reading, const ir::SdfgPtr& program,
                          const symbolic::Substitution& values);
    void readElement(const Reading& reading);
    void readThroughTable(const Reading& reading);

    ir::Editor& editor_;
    const Producer& p_;
    std::vector<NodeId> made_;
    std::map<std::string, NodeId> results_; ///< by key of readings
    Inwards inwards_;
};

/// The index along a dimension, at the last level.
Expr Recomputation::indexOf(const Reading& reading, std::size_t d) {
    const InnerLevels levels = levelsOf(reading);
    Expr index = 0;
    for (std::size_t l = 0; l < reading.levels.size(); ++l) {
        if (l > 0)
            index = inwards_.expression(levels, l, index);
        index = index + reading.levels[l].base[d];
    }
    return index;
}

/// Of parameters that take one value alone, which no index of the container says.
symbolic::Substitution Recomputation::singleValues(const Reading& reading) {
    const ir::Map& map = p_.maps.firstMap();
    symbolic::Substitution values;
    for (std::size_t i = 0; i < map.params.size(); ++i)
        if (std::ranges::none_of(p_.dims, [&](const WrittenDim& dim) { return dim.param == i; }))
            values[map.params[i]] = inwards_.toLast(levelsOf(reading), map.range.dims[i].begin);
    return values;
}

/// Adds the program at the reading's place, with these values of symbols there, and leads its
/// inputs in. Symbols that the program assigns itself have no value.
NodeId Recomputation::addComputation(const Reading& reading, const ir::SdfgPtr& program,
                                     const symbolic::Substitution& values) {
    const InnerLevels levels = levelsOf(reading);
    const std::size_t last = levels.size() - 1;
    ir::NestedSdfg nested;
    nested.label = program->name;
    nested.sdfg = editor_.copyWithNewIds(*program);
    const auto assigned = analysis::assignedSymbols(*program);
    for (const auto& [symbol, type] : program->symbols) {
        const auto value = values.find(symbol);
        if (assigned.contains(symbol))
            continue;
        nested.symbolMapping[symbol] =
            value != values.end() ? value->second : inwards_.toLast(levels, Expr::symbol(symbol));
    }
    ir::Node node;
    for (const ir::Edge* input : p_.inputs)
        node.in[p_.maps.index().node(input->src)->as<ir::AccessNode>()->data] = {
            ir::ScalarType::none, {}};
    node.out[p_.result] = {ir::ScalarType::none, {}};
    const ir::Connectors inputs = node.in;
    node.kind = std::move(nested);
    const BlockId state = reading.at().id;
    const NodeId id = editor_.addNode(state, std::move(node));
    for (const auto& [data, type] : inputs) {
        const std::string name = inwards_.name(levels, last, data);
        connect(
            editor_, state, inwards_.lead(levels, last, reading.scope, data), id, data,
            ir::Memlet::of(name, analysis::wholeContainer(inwards_.dataAt(levels, last, name))));
    }
    if (inputs.empty() && reading.scope) // it runs once per iteration all the same
        connect(editor_, state, {reading.scope, ""}, id, "", {});
    made_.push_back(id);
    return id;
}

void Recomputation::readElement(const Reading& reading) {
    const BlockId block = reading.at().id;
    const ir::Map& map = p_.maps.firstMap();
    auto found = results_.find(reading.key);
    if (found == results_.end()) {
        symbolic::Substitution values = singleValues(reading);
        for (std::size_t d = 0; d < p_.dims.size(); ++d)
            if (p_.dims[d].param) {
                const Expr offset = inwards_.toLast(levelsOf(reading), p_.dims[d].offset);
                values[map.params[*p_.dims[d].param]] =
                    symbolic::simplify(indexOf(reading, d) - offset);
            }
        const NodeId computation = addComputation(reading, p_.program, values);
        const NodeId result = addReplacement(editor_, block, reading.at().sdfg->id,
                                             *reading.at().sdfg->data(reading.container),
                                             reading.part, "again_" + p_.data());
        const std::string name = editor_.node(block, result).as<ir::AccessNode>()->data;
        const auto& data = **editor_.sdfg(reading.at().sdfg->id).arrays.find(name);
        connect(editor_, block, {computation, p_.result}, result, "",
                ir::Memlet::of(name, analysis::wholeContainer(data)));
        found = results_.emplace(reading.key, result).first;
    }
    const std::string name = editor_.node(block, found->second).as<ir::AccessNode>()->data;
    for (const ir::Edge* edge : analysis::branchesBelow(*reading.at().index, *reading.edge))
        retarget(editor_, block, *reading.at().index, *reading.at().sdfg, *edge, true,
                 reading.part.inReplacement(), name);
    ir::Edge& edge = editor_.edge(block, reading.edge->id);
    edge.src = found->second;
    edge.srcConnector.clear();
    const ir::DataDescriptor data = **editor_.sdfg(reading.at().sdfg->id).arrays.find(name);
    applyLayout(editor_, reading.layout, data, "recompute_stride_");
}

/// The program with its parameters assigned from scalars that it gets: `values` in terms of these
/// (renamed so that nothing else has their names) and of symbols.
struct TableProgram {
    ir::SdfgPtr program;
    std::map<std::string, std::string> scalars; ///< argument by connector
    symbolic::Substitution
        symbols; ///< values of parameters that need no scalar, and of new symbols
};

TableProgram throughTable(const ir::Sdfg& program, const std::map<std::string, ir::DataPtr>& inputs,
                          const symbolic::Substitution& values) {
    auto sdfg = std::make_shared<ir::Sdfg>(program);
    TableProgram result;
    symbolic::Substitution names;
    analysis::NameSet taken = allNames(program);
    for (const auto& [connector, data] : inputs) {
        const std::string name = freshAmong(taken, connector);
        taken.insert(name);
        auto scalar = ir::DataDescriptor::scalar(data->dtype.scalar, false);
        scalar.dtype = data->dtype;
        sdfg->arrays.append(name, std::make_shared<const ir::DataDescriptor>(std::move(scalar)));
        result.scalars[connector] = name;
        names[connector] = Expr::symbol(name);
    }
    ir::InterstateEdge edge;
    for (const auto& [param, value] : values) {
        const auto needed = symbolic::freeSymbols(value);
        if (!program.symbols.contains(param))
            continue;
        if (std::ranges::none_of(needed, [&](const auto& s) { return inputs.contains(s); })) {
            result.symbols[param] = value;
            continue;
        }
        for (const auto& symbol : needed)
            if (!names.contains(symbol)) {
                const std::string name = freshAmong(taken, "at_" + symbol);
                taken.insert(name);
                sdfg->symbols[name] = {ir::ScalarType::int64, {}};
                result.symbols[name] = Expr::symbol(symbol);
                names[symbol] = Expr::symbol(name);
            }
        edge.assignments.emplace_back(
            param, symbolic::print(symbolic::substitute(value, names), symbolic::Dialect::code));
    }
    std::uint32_t next = sdfg->id.value; // ids only have to differ inside until they are renumbered
    for (const auto& block : sdfg->body.blocks)
        next = std::max(next, block->id.value);
    for (const auto& node : sdfg->body.blocks.front()->as<ir::State>()->nodes)
        next = std::max(next, node->id.value);
    auto index = std::make_shared<ir::Block>();
    index->id = BlockId{next + 1};
    index->label = "index";
    index->kind = ir::State{};
    edge.id = EdgeId{next + 2};
    edge.src = index->id;
    edge.dst = sdfg->body.blocks.front()->id;
    sdfg->body.start = index->id;
    sdfg->body.blocks.insert(sdfg->body.blocks.begin(), index);
    sdfg->body.edges.push_back(std::move(edge));
    result.program = std::move(sdfg);
    return result;
}

/// The computation takes the place of the tasklet.
void Recomputation::readThroughTable(const Reading& reading) {
    const BlockId block = reading.at().id;
    const ir::StateIndex& index = *reading.at().index;
    const ir::Sdfg& sdfg = *reading.at().sdfg;
    std::map<std::string, ir::DataPtr> scalars;
    for (const ir::Edge* in : index.inEdges(reading.table->id))
        if (in->id != reading.edge->id && !in->memlet.empty())
            if (const auto* data = sdfg.arrays.find(in->memlet.data))
                scalars[in->dstConnector] = *data;
    symbolic::Substitution values = singleValues(reading);
    for (std::size_t d = 0; d < p_.dims.size(); ++d) {
        if (!p_.dims[d].param)
            continue;
        const Expr offset = inwards_.toLast(levelsOf(reading), p_.dims[d].offset);
        Expr at = indexOf(reading, d) - offset;
        if (reading.seen[d])
            at = at + reading.subscript[*reading.seen[d]];
        values[p_.maps.firstMap().params[*p_.dims[d].param]] = symbolic::simplify(at);
    }
    const TableProgram made = throughTable(*p_.program, scalars, values);
    const NodeId id = addComputation(reading, made.program, made.symbols);
    for (const ir::Edge* in : index.inEdges(reading.table->id)) {
        const auto scalar = made.scalars.find(in->dstConnector);
        if (in->id == reading.edge->id || (!in->memlet.empty() && scalar == made.scalars.end()))
            continue;
        ir::Edge& edge = editor_.edge(block, in->id);
        edge.dst = id;
        if (scalar != made.scalars.end()) {
            edge.dstConnector = scalar->second;
            editor_.node(block, id).in[scalar->second] = {ir::ScalarType::none, {}};
        }
    }
    for (const ir::Edge* out : index.outEdges(reading.table->id)) {
        ir::Edge& edge = editor_.edge(block, out->id);
        edge.src = id;
        if (!out->memlet.empty())
            edge.srcConnector = p_.result;
    }
    editor_.removeNode(block, reading.table->id);
    editor_.replaced(reading.table->id, id);
}

void Recomputation::add(const Reading& reading) {
    if (reading.table)
        readThroughTable(reading);
    else
        readElement(reading);
}

// ---- What is left over -----------------------------------------------------------------------

void Recomputation::removeWays(const std::vector<Reading>& readings) {
    std::set<NodeId> removed;
    for (const Reading& reading : readings)
        removeWay(editor_, levelsOf(reading), {reading.edge->src, reading.edge->srcConnector},
                  p_.access->id, removed);
    for (const Reading& reading : readings)
        for (std::size_t level = 0; level < reading.levels.size(); ++level)
            hold(reading, level);
}

/// The scopes around a reading, and the nested SDFG that it is in, may have no other input.
void Recomputation::hold(const Reading& reading, std::size_t level) {
    const ReadingLevel& here = reading.levels[level];
    const bool last = level + 1 == reading.levels.size();
    const NodeId nested = last ? NodeId{} : reading.levels[level + 1].nested;
    std::set<NodeId> around;
    for (NodeId at = last ? reading.scope : here.at.index->scope(nested); at;
         at = here.at.index->scope(at))
        around.insert(at);
    if (nested)
        around.insert(nested);
    holdInScope(editor_, here.at.id, *here.at.index, around);
}

} // namespace

InnerLevels levelsOf(const Reading& reading) {
    InnerLevels levels;
    for (const ReadingLevel& level : reading.levels)
        levels.push_back({level.at, level.nested});
    return levels;
}

std::vector<NodeId> recompute(ir::Editor& editor, const DocumentView& view,
                              const Producer& producer, const std::vector<Reading>& readings) {
    Producer p = producer;
    if (!p.program)
        makeProgram(view, p);
    Recomputation recomputation(editor, p);
    for (const Reading& reading : readings)
        recomputation.add(reading);
    recomputation.removeWays(readings);
    const auto* data = p.maps.sdfg().data(p.data());
    const ir::State& now = editor.state(p.maps.at.id);
    const bool read = std::ranges::any_of(
        now.edges, [&](const ir::EdgePtr& edge) { return edge->src == p.access->id; });
    if (!read && data->transient && view.singleUseData(p.maps.at.sdfg).contains(p.data()))
        if (const auto dead = deadBehind(p.maps.index(), *p.access))
            removeParts(editor, p.maps.at, *dead);
    keepOrderOfUses(editor, p.maps.at, p.access->id, p.maps.secondEntry->id);
    return recomputation.made();
}

} // namespace mw::transforms
