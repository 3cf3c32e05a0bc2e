// A tasklet selects the element out of the pieces wherever one is read.

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/concat_where/plan.h"
#include "transforms/toolkit/all_names.h"
#include "transforms/toolkit/inwards.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace mw::transforms {

namespace {

/// An index, and one side of a comparison.
std::string code(const symbolic::Expr& e) {
    return symbolic::print(e, symbolic::Dialect::code);
}
std::string side(const symbolic::Expr& e) {
    return e.isSymbol() || e.isInteger() ? code(e) : "(" + code(e) + ")";
}

class Selector {
public:
    Selector(ir::Editor& editor, const SelectPlan& plan)
        : editor_(editor), plan_(plan), taken_(allNames(*plan.at.sdfg)) {}

    void select(const ir::Edge& reading);
    void removeContainer();

private:
    std::string condition(const Piece& piece, const symbolic::Subset& element) const;
    std::string value(const Piece& piece, const symbolic::Subset& element) const;
    std::string selection(const symbolic::Subset& element) const;
    NodeId addTasklet(NodeId scope, const symbolic::Subset& element);
    void nameConnectors();
    BlockId state() const { return plan_.at.id; }

    ir::Editor& editor_;
    const SelectPlan& plan_;
    analysis::NameSet taken_;
    std::map<NodeId, std::string> connectors_; ///< of the tasklets, by access node of a source
    std::string output_;
    std::map<std::pair<NodeId, NodeId>, ValueSource> sources_; ///< by scope and access node
    std::set<NodeId> scopes_;
};

/// No names of the program: code of the tasklets says its symbols.
void Selector::nameConnectors() {
    if (!output_.empty())
        return;
    const auto fresh = [&](const std::string& wish) {
        const std::string name = freshAmong(taken_, wish);
        taken_.insert(name);
        return name;
    };
    output_ = fresh("selected");
    for (const Piece& piece : plan_.pieces)
        if (!connectors_.contains(piece.copy.first->id))
            connectors_[piece.copy.first->id] = fresh("piece");
}

/// The element is in the piece: in the dimensions in which not all pieces are alike.
std::string Selector::condition(const Piece& piece, const symbolic::Subset& element) const {
    std::vector<std::string> parts;
    for (std::size_t d = 0; d < element.rank(); ++d) {
        const symbolic::Range& range = piece.copy.written.dims[d];
        const auto isSame = [&](const Piece& other) {
            return sameRange(other.copy.written.dims[d], range);
        };
        if (std::ranges::all_of(plan_.pieces, isSame))
            continue;
        const std::string at = side(element.dims[d].begin);
        parts.push_back(fmt::format("({} >= {})", at, side(range.begin)));
        parts.push_back(fmt::format("({} <= {})", at, side(range.end)));
    }
    return fmt::format("({})", fmt::join(parts, " and "));
}

/// The element of a piece, by an index for each dimension of its container that has several.
std::string Selector::value(const Piece& piece, const symbolic::Subset& element) const {
    const std::string& connector = connectors_.at(piece.copy.first->id);
    const symbolic::Subset whole = analysis::wholeContainer(piece.copy.source());
    const symbolic::Subset at = piece.placement.of(element);
    std::vector<std::string> index;
    for (std::size_t d = 0; d < at.rank(); ++d)
        if (!whole.dims[d].isPoint())
            index.push_back(code(symbolic::simplify(at.dims[d].begin)));
    return index.empty() ? connector : fmt::format("{}[{}]", connector, fmt::join(index, ", "));
}

/// Every element that is read is in a piece: what is in no other one is in the last.
std::string Selector::selection(const symbolic::Subset& element) const {
    std::string text = value(plan_.pieces.back(), element);
    for (auto piece = std::next(plan_.pieces.rbegin()); piece != plan_.pieces.rend(); ++piece)
        text = fmt::format("({} if {} else {})", value(*piece, element), condition(*piece, element),
                           text);
    return text;
}

NodeId Selector::addTasklet(NodeId scope, const symbolic::Subset& element) {
    nameConnectors();
    ir::Tasklet tasklet;
    tasklet.label = "select_" + plan_.name();
    tasklet.code = {fmt::format("{} = {}", output_, selection(element)), ir::Language::Python};
    ir::Node node;
    for (const auto& [access, connector] : connectors_)
        node.in[connector] = {ir::ScalarType::none, {}};
    node.out[output_] = {ir::ScalarType::none, {}};
    node.kind = std::move(tasklet);
    const NodeId id = editor_.addNode(state(), std::move(node));
    for (const auto& [access, connector] : connectors_) {
        const ir::Node& source = *plan_.at.index->node(access);
        const std::string& data = source.as<ir::AccessNode>()->data;
        auto known = sources_.find({scope, access});
        if (known == sources_.end())
            known = sources_
                        .emplace(std::pair(scope, access),
                                 leadIntoScope(editor_, plan_.at, source, scope))
                        .first;
        connect(editor_, state(), known->second, id, connector,
                ir::Memlet::of(data, analysis::wholeContainer(*plan_.at.sdfg->data(data))));
    }
    return id;
}

void Selector::select(const ir::Edge& reading) {
    const ir::StateIndex& index = *plan_.at.index;
    const NodeId scope = scopeOf(index, reading);
    scopes_.insert(scope);
    const symbolic::Subset& element = *reading.memlet.subset;
    const NodeId tasklet = addTasklet(scope, element);
    const Part part{element, std::vector<bool>(element.rank(), true), {}};
    const NodeId result = addReplacement(editor_, state(), plan_.at.sdfg->id, plan_.data(), part,
                                         "selected_" + plan_.name());
    const std::string name = editor_.node(state(), result).as<ir::AccessNode>()->data;
    const auto& data = **editor_.sdfg(plan_.at.sdfg->id).arrays.find(name);
    connect(editor_, state(), {tasklet, output_}, result, "",
            ir::Memlet::of(name, analysis::wholeContainer(data)));
    retarget(editor_, state(), index, *plan_.at.sdfg, reading, true, part.inReplacement(), name);
    ir::Edge& edge = editor_.edge(state(), reading.id);
    edge.src = result;
    edge.srcConnector.clear();
}

void Selector::removeContainer() {
    for (const NodeId scope : scopes_)
        removeUnusedPassages(editor_, state(), *plan_.at.index, scope);
    editor_.removeNode(state(), plan_.access->id);
    editor_.sdfg(plan_.at.sdfg->id).arrays.erase(plan_.name());
}

} // namespace

void selectWhereRead(ir::Editor& editor, const SelectPlan& plan) {
    Selector selector(editor, plan);
    for (const ir::Edge* reading : plan.readings)
        selector.select(*reading);
    selector.removeContainer();
}

} // namespace mw::transforms
