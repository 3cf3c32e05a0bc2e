// Condition blocks side by side: two nested SDFGs that branch on the same condition become one.
//
//     c -> (if c: x = a  else: x = b) -> x         c -> (if c: x = a, y = p
//       -> (if c: y = p  else: y = q) -> y    =>         else: x = b, y = q) -> x, y
//
// Conditions, in this order:
//  1. The match names two different nested SDFGs of one state.
//  2. Both are in the same scope and may be inlined. Each is one conditional block, beside empty
//     states before and after it, with one state in each branch; no code or constants of its own.
//  3. Their branches have the same conditions in the same order; one may have further ones behind.
//     What these read comes from the same places, and nothing inside writes it.
//  4. Neither leads to the other by the dataflow.
//  5. Nothing uses what one of them reads or writes without an order: they get one place in it.
//  6. Symbols of the same name have the same type and value in both, and no other name of the
//     second is a container of the first.
//  7. No container of the second that gets another name is read by the one that it has.
//
// Effect: the first one does the work of both. Containers of the second keep their names in there
// unless these are taken.

#include "core/analysis/analysis.h"
#include "core/analysis/read_by_name.h"
#include "transforms/fuse_horizontal_condition_blocks/plan.h"
#include "transforms/toolkit/all_names.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/unordered_use.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::fuse_horizontal_condition_blocks {

namespace {

struct Found {
    StateView at;
    const ir::Node* first = nullptr;
    const ir::Node* second = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("two nested SDFGs",
                                         {role<ir::NestedSdfg>("first", &Found::first),
                                          role<ir::NestedSdfg>("second", &Found::second)});
    return kPattern;
}

const std::string& labelOf(const ir::Node& node) {
    return node.as<ir::NestedSdfg>()->label;
}

/// Something hands both the same value: one connector of one node.
bool isShared(const ir::StateIndex& index, const ir::Node& a, const ir::Node& b) {
    for (const ir::Edge* one : index.inEdges(a.id))
        for (const ir::Edge* other : index.inEdges(b.id))
            if (!one->memlet.empty() && one->src == other->src &&
                one->srcConnector == other->srcConnector)
                return true;
    return false;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    const auto findIn = [](const StateView& at, const Region& in, std::vector<Match>& matches) {
        std::vector<const ir::Node*> conditionals;
        for (const auto& node : at.state().nodes)
            if (hasOnlyConditional(*node))
                conditionals.push_back(node.get());
        for (std::size_t i = 0; i < conditionals.size(); ++i)
            for (std::size_t j = i + 1; j < conditionals.size(); ++j)
                if (in.touches(at.id, {conditionals[i]->id, conditionals[j]->id}) &&
                    at.index->scope(conditionals[i]->id) == at.index->scope(conditionals[j]->id) &&
                    isShared(*at.index, *conditionals[i], *conditionals[j]))
                    matches.push_back(
                        pattern().match({at, conditionals[i], conditionals[j]},
                                        fmt::format("{} | {}", labelOf(*conditionals[i]),
                                                    labelOf(*conditionals[j]))));
    };
    return findInStates(view, region, findIn);
}

/// Condition 2 for one of the two.
MaybeRefusal checkBlock(const ir::Node& node) {
    if (conditionBlock(node) && !node.as<ir::NestedSdfg>()->noInline)
        return std::nullopt;
    return refuse(2, "no-condition-block",
                  fmt::format("'{}' is not one conditional block with a state in each branch.",
                              labelOf(node)),
                  {node.id});
}

/// Conditions 1 and 2.
MaybeRefusal checkScopes(const Found& found) {
    if (found.first == found.second)
        return refuse(1, "one-block", "A block cannot be fused with itself.", {found.first->id});
    if (found.at.index->scope(found.first->id) == found.at.index->scope(found.second->id))
        return std::nullopt;
    return refuse(2, "other-scope",
                  fmt::format("'{}' and '{}' are in different maps.", labelOf(*found.first),
                              labelOf(*found.second)),
                  {found.first->id, found.second->id});
}

/// What comes into the node by this connector; null when there is nothing, or more.
const ir::Edge* inputOf(const ir::StateIndex& index, const ir::Node& node,
                        const std::string& connector) {
    const ir::Edge* found = nullptr;
    for (const ir::Edge* edge : index.inEdges(node.id))
        if (edge->dstConnector == connector) {
            if (found)
                return nullptr;
            found = edge;
        }
    return found;
}

bool looksAlike(const ir::DataDescriptor* a, const ir::DataDescriptor* b) {
    return a && b && a->kind == b->kind && a->dtype == b->dtype && a->isSingleElement() &&
           b->isSingleElement();
}

/// The connector of the first that gets what the second gets by `connector`, a number that neither
/// changes; empty: there is none.
std::string sameInput(const FusePlan& plan, const std::string& connector) {
    const ir::StateIndex& index = *plan.at.index;
    const ir::Edge* wanted = inputOf(index, *plan.second.node, connector);
    if (!wanted || plan.second.node->out.contains(connector))
        return {};
    for (const ir::Edge* edge : index.inEdges(plan.first.node->id))
        if (edge->src == wanted->src && edge->srcConnector == wanted->srcConnector &&
            edge->memlet.data == wanted->memlet.data &&
            edge->memlet.subset == wanted->memlet.subset &&
            !plan.first.node->out.contains(edge->dstConnector) &&
            inputOf(index, *plan.first.node, edge->dstConnector) == edge &&
            looksAlike(plan.first.inner().data(edge->dstConnector),
                       plan.second.inner().data(connector)))
            return edge->dstConnector;
    return {};
}

std::string textOf(const ir::Branch& branch) {
    return branch.condition ? branch.condition->text : std::string();
}

/// Condition 3; fills in the names that conditions say.
MaybeRefusal checkConditions(FusePlan& plan) {
    analysis::NameSet said;
    for (const auto& branch : plan.second.branches())
        analysis::collectIdentifiers(textOf(branch), said);
    for (const auto& name : said)
        if (plan.second.inner().arrays.contains(name))
            plan.conditionNames.emplace(name, sameInput(plan, name));
    const auto unknown = std::ranges::any_of(
        plan.conditionNames, [](const auto& entry) { return entry.second.empty(); });
    const std::size_t common =
        std::min(plan.first.branches().size(), plan.second.branches().size());
    bool same = !unknown;
    for (std::size_t i = 0; i < common && same; ++i)
        same = textOf(plan.first.branches()[i]) ==
               renameIdentifiers(textOf(plan.second.branches()[i]), plan.conditionNames);
    if (same)
        return std::nullopt;
    return refuse(3, "other-condition",
                  fmt::format("{} and {} do not certainly branch on the same condition.",
                              plan.first.quoted(), plan.second.quoted()),
                  {plan.first.node->id, plan.second.node->id});
}

/// Condition 4.
MaybeRefusal checkIndependent(const FusePlan& plan) {
    const NodeId first = plan.first.node->id, second = plan.second.node->id;
    if (!plan.at.index->reaches(first, second) && !plan.at.index->reaches(second, first))
        return std::nullopt;
    return refuse(4, "dependent",
                  fmt::format("One of {} and {} comes after the other.", plan.first.quoted(),
                              plan.second.quoted()),
                  {first, second});
}

/// An access node by which something uses what this edge of a block moves, without an order; the
/// block where the container is not known; null: there is none.
const ir::Node* otherUse(const DocumentView& view, const FusePlan& plan, const ir::Node& block,
                         const ir::Edge& edge, bool reads) {
    const auto path = analysis::memletPath(*plan.at.index, edge);
    const ir::Node* access = plan.at.index->node(reads ? path.front()->src : path.back()->dst);
    if (!access || !access->as<ir::AccessNode>())
        return &block;
    return unorderedUse(view, plan.at, block, {&edge, access, reads});
}

/// Condition 5 for one of the two.
MaybeRefusal checkOrder(const DocumentView& view, const FusePlan& plan, const ir::Node& block) {
    const ir::StateIndex& index = *plan.at.index;
    for (const bool reads : {true, false})
        for (const ir::Edge* edge : reads ? index.inEdges(block.id) : index.outEdges(block.id)) {
            const ir::Node* other =
                edge->memlet.empty() ? nullptr : otherUse(view, plan, block, *edge, reads);
            if (other)
                return refuseUncertain(5, "unordered-access",
                                       fmt::format("Something else uses '{}' of '{}', neither "
                                                   "before nor after it by the dataflow.",
                                                   edge->memlet.data, labelOf(block)),
                                       {block.id, other->id});
        }
    return std::nullopt;
}

/// Condition 6.
MaybeRefusal checkSymbols(const FusePlan& plan) {
    const auto &first = plan.first.nested().symbolMapping,
               &second = plan.second.nested().symbolMapping;
    const ir::Sdfg &one = plan.first.inner(), &other = plan.second.inner();
    for (const auto& name : allNames(other))
        if (!other.arrays.contains(name) && one.arrays.contains(name))
            return refuse(6, "name-taken",
                          fmt::format("'{}' of {} is a container in {}.", name,
                                      plan.second.quoted(), plan.first.quoted()),
                          {plan.first.node->id, plan.second.node->id});
    for (const auto& [name, value] : second) {
        const auto known = first.find(name);
        const auto a = one.symbols.find(name), b = other.symbols.find(name);
        const bool otherType =
            a != one.symbols.end() && b != other.symbols.end() && a->second != b->second;
        if (otherType || (known != first.end() && !(known->second == value)))
            return refuse(6, "other-symbol",
                          fmt::format("'{}' means something else in {} than in {}.", name,
                                      plan.first.quoted(), plan.second.quoted()),
                          {plan.first.node->id, plan.second.node->id});
    }
    return std::nullopt;
}

/// Containers of the second that only conditions use are those of the first; others get names.
void nameContainers(FusePlan& plan) {
    analysis::NameSet taken = allNames(plan.first.inner());
    for (const auto& [name, value] : plan.first.nested().symbolMapping)
        taken.insert(name);
    for (const auto& name : allNames(plan.second.inner()))
        if (!plan.second.inner().arrays.contains(name))
            taken.insert(name);
    for (const auto& [name, data] : plan.second.inner().arrays) {
        if (const auto known = plan.conditionNames.find(name); known != plan.conditionNames.end()) {
            plan.containers.emplace(name, known->second);
            continue;
        }
        plan.containers.emplace(name, freshAmong(taken, name));
        taken.insert(plan.containers.find(name)->second);
    }
}

/// Condition 7; in conditions the names change with the containers.
MaybeRefusal checkReadByName(const FusePlan& plan) {
    const ir::Sdfg& sdfg = plan.second.inner();
    for (std::size_t i = 0; i < plan.second.branches().size(); ++i)
        for (const auto& name : analysis::readByName(sdfg, plan.second.state(i)))
            if (plan.containers.find(name)->second != name)
                return refuse(7, "read-by-name",
                              fmt::format("'{}' of {} is read by its name, and gets another one.",
                                          name, plan.second.quoted()),
                              {plan.second.node->id});
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& /*params*/) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    if (auto refusal = checkScopes(found))
        return *refusal;
    for (const ir::Node* block : {found.first, found.second})
        if (auto refusal = checkBlock(*block))
            return *refusal;
    FusePlan plan{found.at, *conditionBlock(*found.first), *conditionBlock(*found.second)};
    if (auto refusal = checkConditions(plan))
        return *refusal;
    if (auto refusal = checkIndependent(plan))
        return *refusal;
    for (const ir::Node* block : {found.first, found.second})
        if (auto refusal = checkOrder(view, plan, *block))
            return *refusal;
    if (auto refusal = checkSymbols(plan))
        return *refusal;
    nameContainers(plan);
    if (auto refusal = checkReadByName(plan))
        return *refusal;
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& fuse = plan.as<FusePlan>();
    ir::Editor editor(view.document());
    moveIntoFirst(editor, fuse);
    editor.removeNode(fuse.at.id, fuse.second.node->id);
    editor.replaced(fuse.second.node->id, fuse.first.node->id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "fuse-horizontal-condition-blocks",
        "Fuse condition blocks side by side",
        "Joins two nested SDFGs that branch on the same condition.",
        "GT4Py makes a nested SDFG with one conditional of every where-expression. Two that ask "
        "for the same condition become one that decides once and does the work of both in each "
        "branch; what both branches compute can then move into it together.\n\n"
        "One of the two may have further branches: an else where the other has none.",
        Category::fusion,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::fuse_horizontal_condition_blocks
