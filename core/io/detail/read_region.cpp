// Reads control flow: blocks, regions, interstate edges.
#include "core/io/detail/fields.h"
#include "core/io/detail/layout.h"
#include "core/io/detail/reader.h"

#include <fmt/format.h>

#include <set>

namespace mw::io {

using ir::Block;

/// The stated start, where the blocks do not tell: DaCe leaves stale indices behind when it removes
/// blocks, and takes the one block without predecessors regardless.
BlockId Reader::startOf(const Json& owner, const ir::Region& region) {
    std::set<BlockId> sources;
    for (const auto& block : region.blocks)
        sources.insert(block->id);
    for (const auto& edge : region.edges)
        sources.erase(edge.dst);
    // `start_state` until 0.15.1.
    const Json* stated = find(owner, "start_block");
    if (!stated)
        stated = find(owner, "start_state");
    int index = 0;
    if (sources.size() == 1 || !stated || !decoder_.decode(*stated, index) || index < 0 ||
        static_cast<std::size_t>(index) >= region.blocks.size())
        return {};
    return region.blocks[static_cast<std::size_t>(index)]->id;
}

ir::Region Reader::region(Json& owner, const Path& at) {
    ir::Region region;
    Json* nodes = list(owner, at, "nodes");
    Json* edges = list(owner, at, "edges");
    if (failed() || !countElements(nodes->size() + edges->size(), at))
        return region;
    std::vector<BlockId> ids(nodes->size());
    for (BlockId& id : ids)
        id = newId<BlockId>();
    const Path nodesAt = at / "nodes";
    for (std::size_t i = 0; i < ids.size() && !failed(); ++i)
        region.blocks.push_back(block((*nodes)[i], nodesAt.at(i), ids[i]));
    const Path edgesAt = at / "edges";
    for (std::size_t i = 0; i < edges->size() && !failed(); ++i)
        region.edges.push_back(interstateEdge((*edges)[i], edgesAt.at(i), ids));
    region.start = startOf(owner, region);
    *nodes = nullptr;
    *edges = nullptr;
    return region;
}

ir::InterstateEdge Reader::interstateEdge(Json& json, const Path& place,
                                          const std::vector<BlockId>& blocks) {
    const Path at = place.as(json);
    ir::InterstateEdge edge;
    edge.id = newId<EdgeId>();
    if (!typeOf(json, at))
        return edge;
    Json* frame = attributesOf(json, at);
    const auto src = position(json, at, "src", blocks.size(), "block");
    const auto dst = position(json, at, "dst", blocks.size(), "block");
    if (failed())
        return edge;
    edge.src = blocks[*src];
    edge.dst = blocks[*dst];
    const Path frameAt = at / "attributes";
    Json* data = find(*frame, "data");
    if (!data) {
        fail(frameAt, "missing-key", "has no 'data'");
        return edge;
    }
    const Path dataAt = frameAt / "data";
    if (!data->is_object()) {
        fail(dataAt, "wrong-type",
             fmt::format("'data' should be an object, but is {}", describeType(*data)));
        return edge;
    }
    if (const Json* attributes = attributesOf(*data, dataAt)) {
        const Path attributesAt = dataAt / "attributes";
        FieldReader io(*this, *attributes, attributesAt);
        io.nullable("condition", edge.condition);
        edge.condition = withoutTrivial(std::move(edge.condition));
        io.field("assignments", edge.assignments, Assignments());
    }
    auto origin = newOrigin();
    origin->json = std::move(json);
    edge.origin = std::move(origin);
    return edge;
}

ir::BlockPtr Reader::block(Json& json, const Path& place, BlockId id) {
    const Path at = place.as(json);
    auto result = std::make_shared<Block>();
    result->id = id;
    const auto type = typeOf(json, at);
    if (!type)
        return result;
    FieldReader io(*this, json, at);
    io.required("label", result->label);
    if (failed())
        return result;
    auto origin = newOrigin();
    result->kind = blockKind(json, at, *type, *origin);
    if (failed())
        return result;
    origin->json = std::move(json);
    origin->layout = layoutOf(*result);
    result->origin = std::move(origin);
    return result;
}

Block::Kind Reader::blockKind(Json& json, const Path& at, const std::string& type,
                              ir::Origin& origin) {
    if (type == "SDFGState")
        return state(json, at);
    if (type == "LoopRegion")
        return loop(json, at);
    if (type == "ConditionalBlock")
        return conditional(json, at, origin);
    if (type == "ControlFlowRegion")
        return ir::ControlFlowRegion{region(json, at), ir::RegionFlavour::plain};
    if (type == "NamedRegion")
        return ir::ControlFlowRegion{region(json, at), ir::RegionFlavour::named};
    if (type == "FunctionCallRegion")
        return ir::ControlFlowRegion{region(json, at), ir::RegionFlavour::functionCall};
    if (type == "UnstructuredControlFlow")
        return ir::ControlFlowRegion{region(json, at), ir::RegionFlavour::unstructured};
    if (type == "BreakBlock")
        return ir::JumpBlock{ir::Jump::breakLoop};
    if (type == "ContinueBlock")
        return ir::JumpBlock{ir::Jump::continueLoop};
    if (type == "ReturnBlock")
        return ir::JumpBlock{ir::Jump::returnProgram};
    return ir::UnknownBlock{type};
}

ir::LoopRegion Reader::loop(Json& json, const Path& at) {
    ir::LoopRegion loop;
    const Json* attributes = attributesOf(json, at);
    if (!attributes)
        return loop;
    const Path attributesAt = at / "attributes";
    FieldReader io(*this, *attributes, attributesAt);
    describeLoop(io, loop);
    loop.body = region(json, at);
    return loop;
}

namespace {

bool sameButForId(const Json& a, const Json& b) {
    if (!a.is_object() || !b.is_object() || a.size() != b.size())
        return false;
    for (const auto& [key, value] : a.items()) {
        const Json* other = find(b, key.c_str());
        if (!other || (key != "id" && *other != value))
            return false;
    }
    return true;
}

/// DaCe 1.0 writes the branches' regions a second time under `nodes`, with their index as id.
bool repeatsBranches(const Json& json, const Json& branches) {
    const Json* nodes = find(json, "nodes");
    if (!nodes || !nodes->is_array() || nodes->empty() || nodes->size() != branches.size())
        return false;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const Json& branch = branches[i];
        if (!branch.is_array() || branch.size() != 2 || !sameButForId((*nodes)[i], branch[1]) ||
            (*nodes)[i].value("id", Json()) != Json(i))
            return false;
    }
    return true;
}

} // namespace

ir::ConditionalBlock Reader::conditional(Json& json, const Path& at, ir::Origin& origin) {
    ir::ConditionalBlock result;
    Json* branches = list(json, at, "branches");
    if (!branches || !countElements(branches->size(), at))
        return result;
    if (repeatsBranches(json, *branches)) {
        origin.branchesRepeated = true;
        json["nodes"] = nullptr;
    }
    const Path branchesAt = at / "branches";
    for (std::size_t i = 0; i < branches->size() && !failed(); ++i)
        if (auto next = branch((*branches)[i], branchesAt.at(i)))
            result.branches.push_back(std::move(*next));
    return result;
}

/// `[condition or null, region]`; the condition stays in the origin.
std::optional<ir::Branch> Reader::branch(Json& json, const Path& at) {
    if (!json.is_array() || json.size() != 2) {
        fail(at, "wrong-type", "a branch should be a list of a condition and a region");
        return std::nullopt;
    }
    ir::Branch result;
    if (!json[0].is_null()) {
        const Path conditionAt = at.at(0);
        if (!decoder_.decode(json[0], result.condition.emplace())) {
            fail(conditionAt, "invalid-value", "the condition " + decoder_.problem());
            return std::nullopt;
        }
    }
    result.body = block(json[1], at.at(1), newId<BlockId>());
    if (!failed() && !result.body->as<ir::ControlFlowRegion>()) {
        fail(at.at(1), "wrong-type", "the body of a branch should be a ControlFlowRegion");
        return std::nullopt;
    }
    json[1] = nullptr;
    return result;
}

} // namespace mw::io
