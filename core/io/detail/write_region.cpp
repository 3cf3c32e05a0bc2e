// Writes control flow.
#include "core/io/detail/fields.h"
#include "core/io/detail/layout.h"
#include "core/io/detail/writer.h"
#include "core/support/overload.h"

namespace mw::io {

using ir::Block;

namespace {

std::string jsonType(const Block& block) {
    return std::visit(
        Overload{
            [](const ir::State&) -> std::string { return "SDFGState"; },
            [](const ir::LoopRegion&) -> std::string { return "LoopRegion"; },
            [](const ir::ConditionalBlock&) -> std::string { return "ConditionalBlock"; },
            [](const ir::ControlFlowRegion& r) -> std::string {
                switch (r.flavour) {
                case ir::RegionFlavour::named:
                    return "NamedRegion";
                case ir::RegionFlavour::functionCall:
                    return "FunctionCallRegion";
                case ir::RegionFlavour::unstructured:
                    return "UnstructuredControlFlow";
                case ir::RegionFlavour::plain:
                    break;
                }
                return "ControlFlowRegion";
            },
            [](const ir::JumpBlock& j) -> std::string {
                switch (j.jump) {
                case ir::Jump::continueLoop:
                    return "ContinueBlock";
                case ir::Jump::returnProgram:
                    return "ReturnBlock";
                case ir::Jump::breakLoop:
                    break;
                }
                return "BreakBlock";
            },
            [](const ir::UnknownBlock& u) { return u.typeName; },
        },
        block.kind);
}

Json newBlock(const Block& block) {
    Json frame{{"type", jsonType(block)}, {"label", block.label},   {"id", nullptr},
               {"collapsed", false},      {"nodes", Json::array()}, {"edges", Json::array()}};
    frame["attributes"] = Json::object();
    return frame;
}

/// The text beside an interstate edge of the plain dialect: `(N > 4); q=N + 1`.
std::string edgeText(const ir::InterstateEdge& edge) {
    std::string text = edge.condition.text;
    for (const auto& [name, value] : edge.assignments)
        text += (text.empty() ? "" : "; ") + name + '=' + value;
    return text;
}

} // namespace

/// Blocks, edges and start of a region. `kept`: they stand as they were read.
void Writer::regionParts(const ir::Region& region, bool kept, Json& out) {
    if (!kept)
        markChanged();
    Positions positions;
    for (std::size_t i = 0; i < region.blocks.size(); ++i)
        positions.emplace(region.blocks[i]->id.value, i);
    Json nodes = Json::array();
    for (std::size_t i = 0; i < region.blocks.size(); ++i)
        nodes.push_back(block(*region.blocks[i], i, kept));
    Json edges = Json::array();
    for (const auto& edge : region.edges)
        edges.push_back(interstateEdge(edge, positions));
    out["nodes"] = std::move(nodes);
    out["edges"] = std::move(edges);
    if (kept)
        return;
    const auto start = positions.find(region.start.value);
    const bool old = out.contains("start_state"); // until 0.15.1
    setPosition(out, old ? "start_state" : "start_block",
                start == positions.end() ? std::nullopt : std::optional(start->second), false);
}

/// Regions are numbered depth first; every one takes its number before its children do.
void Writer::regionNumber(const ir::Origin* origin, Json& out) {
    const int number = nextRegionNumber_++;
    if (keepsRegionNumbers_ && origin)
        return;
    const bool old = out.contains("sdfg_list_id"); // until 0.15.1
    setPosition(out, old ? "sdfg_list_id" : "cfg_list_id", static_cast<std::size_t>(number), false);
}

/// `index`: position in the parent; none for the body of a branch.
Json Writer::block(const Block& block, std::optional<std::size_t> index, bool kept) {
    const ir::Origin* origin = block.origin.get();
    Json out = start(origin, newBlock(block));
    fields(origin, origin ? &origin->json : nullptr, out,
           [&](auto& io) { io.required("label", block.label); });
    if (!kept || !origin)
        setPosition(out, "id", index, false);
    const bool layoutKept = origin && origin->layout == layoutOf(block);
    std::visit(Overload{
                   [&](const ir::State& state) { stateParts(state, origin, out); },
                   [&](const ir::ControlFlowRegion& region) {
                       regionNumber(origin, out);
                       regionParts(region.body, layoutKept, out);
                   },
                   [&](const ir::LoopRegion& loop) { loopParts(loop, origin, out); },
                   [&](const ir::ConditionalBlock& conditional) {
                       conditionalParts(conditional, origin, out);
                   },
                   [](const auto&) {},
               },
               block.kind);
    return out;
}

void Writer::loopParts(const ir::LoopRegion& loop, const ir::Origin* origin, Json& out) {
    regionNumber(origin, out);
    attributeFields(origin, out, [&](auto& io) { describeLoop(io, loop); });
    regionParts(loop.body, origin && origin->layout == layoutOf(loop.body), out);
}

void Writer::conditionalParts(const ir::ConditionalBlock& conditional, const ir::Origin* origin,
                              Json& out) {
    regionNumber(origin, out);
    if (!origin)
        markChanged();
    Json branches = Json::array();
    for (std::size_t i = 0; i < conditional.branches.size(); ++i) {
        const ir::Branch& branch = conditional.branches[i];
        branches.push_back(Json::array(
            {branchCondition(branch, origin, i), block(*branch.body, std::nullopt, true)}));
    }
    if (origin && origin->branchesRepeated) {
        Json nodes = Json::array();
        for (std::size_t i = 0; i < conditional.branches.size(); ++i) {
            nodes.push_back(branches[i][1]);
            nodes.back()["id"] = i;
        }
        out["nodes"] = std::move(nodes);
    }
    out["branches"] = std::move(branches);
}

Json Writer::branchCondition(const ir::Branch& branch, const ir::Origin* origin,
                             std::size_t index) {
    const Json* branches = origin ? find(origin->json, "branches") : nullptr;
    if (branches && index < branches->size()) {
        const Json& old = (*branches)[index][0];
        std::optional<ir::CodeBlock> stated;
        if (!old.is_null())
            decoder(origin->spelling).decode(old, stated.emplace());
        if (stated == branch.condition)
            return stated && converts(origin)
                       ? convertValue(old, *stated, encoder_, decoder(encoder_.spelling()))
                       : old;
    }
    markChanged();
    return branch.condition ? encoder_.encode(*branch.condition) : Json(nullptr);
}

Json Writer::interstateEdge(const ir::InterstateEdge& edge, const Positions& positions) {
    const ir::Origin* origin = edge.origin.get();
    Json out = start(
        origin, Json{{"type", "Edge"},
                     {"attributes",
                      {{"data", {{"type", "InterstateEdge"}, {"attributes", Json::object()}}}}},
                     {"src", nullptr},
                     {"dst", nullptr}});
    const auto place = [&](const char* key, BlockId id) {
        const auto found = positions.find(id.value);
        if (found != positions.end())
            setPosition(out, key, found->second, true);
    };
    place("src", edge.src);
    place("dst", edge.dst);
    Json& data = out["attributes"]["data"];
    const Json* old = origin ? find(origin->json["attributes"]["data"], "attributes") : nullptr;
    bool changed = fields(origin, old, data["attributes"], [&](auto& io) {
        io.field("assignments", edge.assignments, Assignments());
        const Json* condition = old ? find(*old, "condition") : nullptr;
        ir::CodeBlock stated;
        const bool held = condition && decoder(origin->spelling).decode(*condition, stated) &&
                          withoutTrivial(stated) == edge.condition;
        if (!held)
            io.nullable("condition", edge.condition);
        else if (converts(origin))
            data["attributes"]["condition"] =
                convertValue(*condition, stated, encoder_, decoder(encoder_.spelling()));
    });
    changed |= !origin;
    // Viewers of the plain dialect show `label`; the dollar dialect has none.
    if (encoder_.dialect() == symbolic::Dialect::dollar)
        data.erase("label");
    else if (changed || converts(origin))
        data["label"] = edgeText(edge);
    return out;
}

} // namespace mw::io
