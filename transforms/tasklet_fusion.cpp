// Tasklet fusion: a tasklet that only prepares a number for another one becomes its first line.
//
//     a -> (s = x * 2.0) -> s -> (o = y + 1.0) -> b     =>     a -> (y = x * 2.0; o = y + 1.0) -> b
//
// Conditions, in this order:
//  1. The match names a tasklet, an access node and a tasklet.
//  2. The only edge out of the first tasklet leads to the access node, and an edge from there to
//     the second. With "constants-only" the first has no inputs.
//  3. Nothing else uses the container between them, a temporary of a single element.
//  4. Both are Python that this tool understands and do nothing beside writing what their edges
//     say. The first assigns to names, to its output once and last; the second does not index the
//     value.
//  5. Both memlets move this element for certain and resolve no conflict.
//  6. The value has the same type all the way: as it is computed, as it is kept, as it is read.
//  7. What the first calls by a name of the program means the same in the second.
//  8. Nothing uses what the first reads without an order: it is read later than before.
//
// Effect: the second tasklet has the inputs of the first too and begins with its assignments, the
// last one to a local of the name under which it read the value. Inputs and locals of the first are
// called differently where the second has such a name. The first tasklet, the access node and the
// container go.

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "core/ir/predicates.h"
#include "core/tasklet/tasklet.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/side_effects.h"
#include "transforms/toolkit/unordered_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::transforms::tasklet_fusion {

namespace {

using analysis::NameSet;
using tasklet::Ast;

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* first = nullptr;
    const ir::Node* access = nullptr;
    const ir::Node* second = nullptr;

    const std::string& name() const { return access->as<ir::AccessNode>()->data; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a tasklet, an access node and a tasklet",
                                         {role<ir::Tasklet>("first", &Found::first),
                                          role<ir::AccessNode>("intermediate", &Found::access),
                                          role<ir::Tasklet>("second", &Found::second)});
    return kPattern;
}

const std::string& labelOf(const ir::Node& node) {
    return node.as<ir::Tasklet>()->label;
}

/// The edges of the value: out of the first tasklet, into the second.
struct Way {
    const ir::Edge* out = nullptr;
    const ir::Edge* in = nullptr;

    /// Under which the second reads it.
    const std::string& name() const { return in->dstConnector; }
};

/// Condition 2.
std::optional<Way> wayOf(const Found& found) {
    const ir::StateIndex& index = *found.at.index;
    const auto out = index.outEdges(found.first->id);
    if (out.size() != 1 || out.front()->memlet.empty() || out.front()->dst != found.access->id)
        return std::nullopt;
    for (const ir::Edge* in : index.outEdges(found.access->id))
        if (in->dst == found.second->id && !in->memlet.empty())
            return Way{out.front(), in};
    return std::nullopt;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    const auto findIn = [](const StateView& at, const Region& in, std::vector<Match>& matches) {
        for (const auto& first : at.state().nodes) {
            const auto out = at.index->outEdges(first->id);
            const ir::Node* access = first->as<ir::Tasklet>() && out.size() == 1
                                         ? at.index->node(out.front()->dst)
                                         : nullptr;
            if (!access || !access->as<ir::AccessNode>())
                continue;
            for (const ir::Edge* read : at.index->outEdges(access->id))
                if (const ir::Node* second = at.index->node(read->dst);
                    second->as<ir::Tasklet>() &&
                    in.touches(at.id, {first->id, access->id, second->id}))
                    matches.push_back(pattern().match({at, first.get(), access, second},
                                                      labelOf(*first) + " -> " + labelOf(*second)));
        }
    };
    return findInStates(view, region, findIn);
}

/// Condition 3.
MaybeRefusal checkAccess(const DocumentView& view, const Found& found) {
    const ir::StateIndex& index = *found.at.index;
    const auto* data = found.at.sdfg->data(found.name());
    if (!data || !data->transient || !data->isSingleElement() ||
        (data->kind != ir::DataKind::array && !data->isScalar()))
        return refuse(3, "not-a-number",
                      fmt::format("{} is no temporary of a single element.", quoted(*found.access)),
                      {found.access->id});
    if (index.inEdges(found.access->id).size() == 1 &&
        index.outEdges(found.access->id).size() == 1 &&
        view.singleUseData(found.at.sdfg).contains(found.name()))
        return std::nullopt;
    return refuse(3, "used-elsewhere",
                  fmt::format("{} is used by more than these two tasklets.", quoted(*found.access)),
                  {found.access->id});
}

/// The code of both, read.
struct Codes {
    tasklet::Code first, second;
};

bool indexes(const Ast& ast, const std::string& name) {
    return (ast.op == tasklet::Op::subscript && ast.args.front()->text == name) ||
           std::ranges::any_of(ast.args, [&](const auto& arg) { return indexes(*arg, name); });
}

bool indexes(const tasklet::Code& code, const std::string& name) {
    return std::ranges::any_of(code.statements, [&](const tasklet::Assignment& statement) {
        return indexes(*statement.target, name) || indexes(*statement.value, name);
    });
}

/// Assigns to names alone, and to the output once, at last.
bool endsWith(const tasklet::Code& code, const std::string& output) {
    const auto isPlain = [&](const tasklet::Assignment& statement) {
        const bool last = &statement == &code.statements.back();
        return statement.augment.empty() && statement.target->op == tasklet::Op::name &&
               (statement.target->text == output) == last;
    };
    return !code.statements.empty() && std::ranges::all_of(code.statements, isPlain);
}

/// Condition 4 for one of the two.
MaybeRefusal checkCode(const ir::Node& node, bool understood) {
    if (understood && !mayHaveEffect(node))
        return std::nullopt;
    return refuse(
        4, "code",
        fmt::format("{} does more than to compute its output, or is not understood.", quoted(node)),
        {node.id});
}

/// Condition 4.
std::variant<Codes, Refusal> readCodes(const Found& found, const Way& way) {
    const auto first = tasklet::parse(found.first->as<ir::Tasklet>()->code.text);
    const auto second = tasklet::parse(found.second->as<ir::Tasklet>()->code.text);
    if (auto refusal = checkCode(*found.first, first && endsWith(*first, way.out->srcConnector)))
        return *refusal;
    if (auto refusal = checkCode(*found.second, second && !indexes(*second, way.name())))
        return *refusal;
    return Codes{*first, *second};
}

/// Condition 5.
MaybeRefusal checkMemlets(const Found& found, const Way& way) {
    for (const ir::Edge* edge : {way.out, way.in})
        if (const ir::Memlet& memlet = edge->memlet;
            !memlet.wcr.empty() || memlet.dynamic ||
            (memlet.subset && !symbolic::expand(memlet.subset->volume()).isInteger(1)))
            return refuse(5, "not-one-element",
                          fmt::format("{} hands over something else than one certain element.",
                                      quoted(*found.first)),
                          {found.first->id, edge->id});
    return std::nullopt;
}

/// Types of names in the first tasklet; what no declaration says is none.
class Types {
public:
    Types(const Found& found) : sdfg_(*found.at.sdfg), index_(*found.at.index) {
        for (const ir::Edge* edge : index_.inEdges(found.first->id))
            if (const auto* data = sdfg_.data(edge->memlet.data)) {
                const auto said = found.first->in.at(edge->dstConnector).scalar;
                inputs_[edge->dstConnector] =
                    said == ir::ScalarType::none ? data->dtype.scalar : said;
            }
        for (NodeId at = index_.scope(found.first->id); at; at = index_.scope(at))
            if (const auto* map = index_.node(at)->as<ir::MapEntry>())
                parameters_.insert(map->map.params.begin(), map->map.params.end());
    }

    ir::ScalarType of(std::string_view name) const {
        if (const auto input = inputs_.find(name); input != inputs_.end())
            return input->second;
        if (parameters_.contains(name)) // how wide it is only matters to integers
            return ir::ScalarType::int64;
        const auto symbol = sdfg_.symbols.find(name);
        return symbol == sdfg_.symbols.end() ? ir::ScalarType::none : symbol->second.scalar;
    }
    void set(const std::string& local, ir::ScalarType type) { inputs_[local] = type; }
    bool anyParameter(const NameSet& names) const {
        return std::ranges::any_of(names,
                                   [&](const auto& name) { return parameters_.contains(name); });
    }

private:
    const ir::Sdfg& sdfg_;
    const ir::StateIndex& index_;
    std::map<std::string, ir::ScalarType, std::less<>> inputs_;
    NameSet parameters_;
};

NameSet namesIn(const Ast& ast) {
    NameSet names;
    analysis::collectIdentifiers(tasklet::print(ast), names);
    return names;
}

/// What the first computes; none: it is not known, or only up to its width.
ir::ScalarType computedType(const Found& found, const tasklet::Code& code) {
    Types types(found);
    auto type = ir::ScalarType::none;
    for (const auto& statement : code.statements) {
        const auto computed = tasklet::inferType(
            *statement.value, [&](std::string_view name) { return types.of(name); });
        if (!computed ||
            (!ir::isFloatingPoint(*computed) && types.anyParameter(namesIn(*statement.value))))
            return ir::ScalarType::none;
        type = *computed;
        if (const auto kept = types.of(statement.target->text); kept != ir::ScalarType::none)
            if (kept != type) // C++ converts, Python does not
                return ir::ScalarType::none;
        types.set(statement.target->text, type);
    }
    return type;
}

/// Condition 6.
MaybeRefusal checkTypes(const Found& found, const Way& way, const Codes& codes) {
    const auto computed = computedType(found, codes.first);
    const auto* data = found.at.sdfg->data(found.name());
    const auto keeps = [&](const ir::DType& type) {
        return type.scalar == ir::ScalarType::none || type.scalar == computed;
    };
    if (computed != ir::ScalarType::none && data->dtype.scalar == computed &&
        keeps(found.first->out.at(way.out->srcConnector)) && keeps(found.second->in.at(way.name())))
        return std::nullopt;
    return refuse(6, "converts",
                  fmt::format("The result of {} changes its type on the way to {}, or may.",
                              quoted(*found.first), quoted(*found.second)),
                  {found.first->id, found.second->id});
}

NameSet connectorsOf(const ir::Node& node) {
    NameSet names;
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors)
            names.insert(name);
    return names;
}

/// What the second tasklet calls something of its own: connectors and locals.
NameSet ownNames(const Found& found, const Codes& codes) {
    NameSet names = connectorsOf(*found.second);
    for (const auto& statement : codes.second.statements)
        names.merge(namesIn(*statement.target));
    return names;
}

/// Condition 7.
MaybeRefusal checkNames(const Found& found, const Codes& codes) {
    const NameSet own = ownNames(found, codes);
    NameSet known = connectorsOf(*found.first), said;
    for (const auto& statement : codes.first.statements) {
        known.merge(namesIn(*statement.target));
        said.merge(namesIn(*statement.value));
    }
    for (const std::string& name : said)
        if (!known.contains(name) && own.contains(name))
            return refuse(7, "other-meaning",
                          fmt::format("'{}' is something else in {} than in {}.", name,
                                      quoted(*found.second), quoted(*found.first)),
                          {found.first->id, found.second->id});
    return std::nullopt;
}

/// Condition 8.
MaybeRefusal checkOrder(const DocumentView& view, const Found& found) {
    const ir::StateIndex& index = *found.at.index;
    for (const ir::Edge* edge : index.inEdges(found.first->id)) {
        if (edge->memlet.empty())
            continue;
        const ir::Node* access = index.node(analysis::memletPath(index, *edge).front()->src);
        const ir::Node* other =
            access->as<ir::AccessNode>()
                ? unorderedUse(view, found.at, *found.first, {edge, access, true})
                : nullptr;
        if (other)
            return refuseUncertain(8, "unordered-access",
                                   fmt::format("{} is written too, neither before nor after {} "
                                               "by the dataflow.",
                                               quoted(*other), quoted(*found.first)),
                                   {found.first->id, other->id});
    }
    return std::nullopt;
}

/// Inputs and locals of the first that are called differently in the second, and its output.
Renaming renamed(const Found& found, const Way& way, const Codes& codes) {
    NameSet own = connectorsOf(*found.first), taken = ownNames(found, codes);
    for (const auto& statement : codes.first.statements)
        own.merge(namesIn(*statement.target));
    analysis::collectIdentifiers(found.second->as<ir::Tasklet>()->code.text, taken);
    NameSet all = taken;
    analysis::collectIdentifiers(found.first->as<ir::Tasklet>()->code.text, all);
    Renaming names;
    for (const std::string& name : own) {
        if (!taken.contains(name) || name == way.out->srcConnector)
            continue;
        std::string fresh;
        for (int i = 0; fresh.empty() || all.contains(fresh); ++i)
            fresh = fmt::format("{}_{}", name, i);
        all.insert(fresh);
        names[name] = fresh;
    }
    names[way.out->srcConnector] = way.name();
    return names;
}

struct FusionPlan {
    Found found;
    Way way;
    Renaming names; ///< of the first, where they are others afterwards
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    const auto way = wayOf(found);
    if (!way)
        return refuse(2, "not-in-a-row",
                      fmt::format("{} does not lead to {} alone.", quoted(*found.first),
                                  quoted(*found.second)),
                      {found.first->id, found.second->id});
    if (std::get<bool>(params.at("constants-only")) && !found.first->in.empty())
        return refuse(2, "has-inputs",
                      fmt::format("{} has inputs, and only those without are asked for.",
                                  quoted(*found.first)),
                      {found.first->id});
    if (auto refusal = checkAccess(view, found))
        return *refusal;
    const auto codes = readCodes(found, *way);
    if (const auto* refusal = std::get_if<Refusal>(&codes))
        return *refusal;
    const auto& read = std::get<Codes>(codes);
    if (auto refusal = checkMemlets(found, *way))
        return *refusal;
    if (auto refusal = checkTypes(found, *way, read))
        return *refusal;
    if (auto refusal = checkNames(found, read))
        return *refusal;
    if (auto refusal = checkOrder(view, found))
        return *refusal;
    return Plan::of(FusionPlan{found, *way, renamed(found, *way, read)});
}

/// The edges to the first lead to the second, but for the order that its other edges give it.
void moveInputs(ir::Editor& editor, const FusionPlan& plan) {
    const auto& [at, first, access, second] = plan.found;
    const auto held = [&plan](const ir::Edge& order) {
        const auto& index = *plan.found.at.index;
        return std::ranges::any_of(index.inEdges(plan.found.second->id), [&](const ir::Edge* edge) {
            return edge != plan.way.in &&
                   (edge->src == order.src || index.node(order.src)->isEntry());
        });
    };
    for (const ir::Edge* edge : at.index->inEdges(first->id)) {
        if (edge->memlet.empty() && held(*edge))
            continue; // goes with the first
        ir::Edge& moved = editor.edge(at.id, edge->id);
        moved.dst = second->id;
        if (const auto name = plan.names.find(edge->dstConnector); name != plan.names.end())
            moved.dstConnector = name->second;
    }
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& fusion = plan.as<FusionPlan>();
    const auto& [at, first, access, second] = fusion.found;
    ir::Editor editor(view.document());
    moveInputs(editor, fusion);
    ir::Node& fused = editor.node(at.id, second->id);
    fused.in.erase(fusion.way.name());
    for (const auto& [input, type] : first->in)
        fused.in[fusion.names.contains(input) ? fusion.names.at(input) : input] = type;
    auto& code = fused.as<ir::Tasklet>()->code.text;
    code = fmt::format("{}\n{}",
                       renameIdentifiers(first->as<ir::Tasklet>()->code.text, fusion.names), code);
    editor.removeNode(at.id, first->id);
    editor.replaced(first->id, second->id);
    editor.removeNode(at.id, access->id);
    editor.sdfg(at.sdfg->id).arrays.erase(fusion.found.name());
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "tasklet-fusion",
        "Fuse tasklets",
        "Makes one tasklet of two of which the first only prepares a number for the second.",
        "Lowering and map fusion leave chains of tasklets, each with one operation and a scalar "
        "behind it. Joined they are one node with the assignments in order: the graph gets "
        "smaller, and generated code stays what it was.\n\n"
        "A tasklet whose result is rounded or converted by the container between them stays: the "
        "numbers would differ.",
        Category::simplification,
        {flag("constants-only", "Only where the first tasklet has no inputs")},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::tasklet_fusion
