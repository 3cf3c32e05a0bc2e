// A tasklet selects the element out of the pieces wherever one is read.

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/concat_where/plan.h"
#include "transforms/toolkit/all_names.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Subset;

/// An index, and one side of a comparison.
std::string code(const Expr& e) {
    return symbolic::print(e, symbolic::Dialect::code);
}
std::string side(const Expr& e) {
    return e.isSymbol() || e.isInteger() ? code(e) : "(" + code(e) + ")";
}

/// The access node that a piece is copied from.
NodeId sourceOf(const SelectPlan& plan, const std::string& data) {
    for (const Piece& piece : plan.pieces)
        if (piece.copy.from() == data)
            return piece.copy.first->id;
    return {};
}

class Selector {
public:
    Selector(ir::Editor& editor, const SelectPlan& plan)
        : editor_(editor), plan_(plan), inwards_(editor, [&plan](const std::string& data) {
              return ValueSource{sourceOf(plan, data), ""};
          }) {}

    void select(const ElementReading& reading);
    void removeContainer();

private:
    /// What the tasklets of one SDFG call their connectors.
    struct Names {
        std::string output;
        std::map<std::string, std::string> inputs; ///< by container
    };
    const Names& names(const StateView& at);
    /// The pieces in symbols of the place.
    std::vector<Piece> piecesAt(const ElementReading& reading);
    std::string condition(const Piece& piece, std::size_t number, const Subset& element) const;
    std::string value(const Names& names, const Piece& piece, const Subset& element) const;
    std::string selection(const Names& names, const std::vector<Piece>& pieces,
                          const Subset& element) const;
    NodeId addTasklet(const ElementReading& reading, NodeId scope);

    ir::Editor& editor_;
    const SelectPlan& plan_;
    Inwards inwards_;
    std::map<SdfgId, Names> names_;
};

/// No names of the program: code of the tasklets says its symbols.
const Selector::Names& Selector::names(const StateView& at) {
    const auto [found, isNew] = names_.try_emplace(at.sdfg->id);
    Names& names = found->second;
    if (!isNew)
        return names;
    analysis::NameSet taken = allNames(*plan_.at.sdfg);
    taken.merge(allNames(*at.sdfg));
    const auto fresh = [&](const std::string& wish) {
        return *taken.insert(freshAmong(taken, wish)).first;
    };
    names.output = fresh("selected");
    for (const Piece& piece : plan_.pieces)
        if (!names.inputs.contains(piece.copy.from()))
            names.inputs[piece.copy.from()] = fresh("piece");
    return names;
}

std::vector<Piece> Selector::piecesAt(const ElementReading& reading) {
    std::vector<Piece> pieces = plan_.pieces;
    for (Piece& piece : pieces)
        for (Subset* region :
             {&piece.copy.written, &piece.placement.region, &piece.placement.place})
            for (symbolic::Range& range : region->dims) {
                range.begin = inwards_.toLast(reading.levels, range.begin);
                range.end = inwards_.toLast(reading.levels, range.end);
            }
    return pieces;
}

/// The element is in the piece: in the dimensions in which not all pieces are alike.
std::string Selector::condition(const Piece& piece, std::size_t number,
                                const Subset& element) const {
    std::vector<std::string> parts;
    for (std::size_t d = 0; d < element.rank(); ++d) {
        const auto isSame = [&](const Piece& other) {
            return sameRange(other.copy.written.dims[d], plan_.pieces[number].copy.written.dims[d]);
        };
        if (std::ranges::all_of(plan_.pieces, isSame))
            continue;
        const symbolic::Range& range = piece.copy.written.dims[d];
        const std::string at = side(element.dims[d].begin);
        parts.push_back(fmt::format("({} >= {})", at, side(range.begin)));
        parts.push_back(fmt::format("({} <= {})", at, side(range.end)));
    }
    return fmt::format("({})", fmt::join(parts, " and "));
}

/// The element of a piece, by an index for each dimension of its container that has several.
std::string Selector::value(const Names& names, const Piece& piece, const Subset& element) const {
    const std::string& connector = names.inputs.at(piece.copy.from());
    const Subset whole = analysis::wholeContainer(piece.copy.source());
    const Subset at = piece.placement.of(element);
    std::vector<std::string> index;
    for (std::size_t d = 0; d < at.rank(); ++d)
        if (!whole.dims[d].isPoint())
            index.push_back(code(symbolic::simplify(at.dims[d].begin)));
    return index.empty() ? connector : fmt::format("{}[{}]", connector, fmt::join(index, ", "));
}

/// Every element that is read is in a piece: what is in no other one is in the last.
std::string Selector::selection(const Names& names, const std::vector<Piece>& pieces,
                                const Subset& element) const {
    std::string text = value(names, pieces.back(), element);
    for (std::size_t i = pieces.size() - 1; i-- > 0;)
        text = fmt::format("({} if {} else {})", value(names, pieces[i], element),
                           condition(pieces[i], i, element), text);
    return text;
}

NodeId Selector::addTasklet(const ElementReading& reading, NodeId scope) {
    const StateView& at = reading.at();
    const Names& called = names(at);
    ir::Tasklet tasklet;
    tasklet.label = "select_" + plan_.name();
    tasklet.code = {fmt::format("{} = {}", called.output,
                                selection(called, piecesAt(reading), reading.element)),
                    ir::Language::Python};
    ir::Node node;
    for (const auto& [data, connector] : called.inputs)
        node.in[connector] = {ir::ScalarType::none, {}};
    node.out[called.output] = {ir::ScalarType::none, {}};
    node.kind = std::move(tasklet);
    const NodeId id = editor_.addNode(at.id, std::move(node));
    const std::size_t last = reading.levels.size() - 1;
    for (const auto& [data, connector] : called.inputs) {
        const std::string name = inwards_.name(reading.levels, last, data);
        connect(editor_, at.id, inwards_.lead(reading.levels, last, scope, data), id, connector,
                ir::Memlet::of(
                    name, analysis::wholeContainer(inwards_.dataAt(reading.levels, last, name))));
    }
    return id;
}

void Selector::select(const ElementReading& reading) {
    const StateView& at = reading.at();
    const Subset& element = reading.element;
    const NodeId tasklet = addTasklet(reading, scopeOf(*at.index, *reading.edge));
    const Part part{element, std::vector<bool>(element.rank(), true), {}};
    const NodeId result =
        addReplacement(editor_, at.id, at.sdfg->id, plan_.data(), part, "selected_" + plan_.name());
    const std::string name = editor_.node(at.id, result).as<ir::AccessNode>()->data;
    const auto& data = **editor_.sdfg(at.sdfg->id).arrays.find(name);
    connect(editor_, at.id, {tasklet, names(at).output}, result, "",
            ir::Memlet::of(name, analysis::wholeContainer(data)));
    retarget(editor_, at.id, *at.index, *at.sdfg, *reading.edge, true, part.inReplacement(), name);
    ir::Edge& edge = editor_.edge(at.id, reading.edge->id);
    edge.src = result;
    edge.srcConnector.clear();
}

void Selector::removeContainer() {
    std::set<NodeId> removed;
    for (const ElementReading& reading : plan_.readings)
        removeWay(editor_, reading.levels, {reading.edge->src, reading.edge->srcConnector},
                  plan_.access->id, removed);
    editor_.removeNode(plan_.at.id, plan_.access->id);
    editor_.sdfg(plan_.at.sdfg->id).arrays.erase(plan_.name());
}

} // namespace

void selectWhereRead(ir::Editor& editor, const SelectPlan& plan) {
    Selector selector(editor, plan);
    for (const ElementReading& reading : plan.readings)
        selector.select(reading);
    selector.removeContainer();
}

} // namespace mw::transforms
