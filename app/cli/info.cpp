#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "core/analysis/analysis.h"
#include "core/ir/index.h"
#include "core/symbolic/subset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace mw::cli {

namespace {

using Json = nlohmann::ordered_json;

struct MapLine {
    std::string label, range, schedule;
    int depth = 0; ///< nesting of maps
};
struct StateLines {
    std::string path;
    std::size_t nodes = 0, edges = 0;
    std::vector<MapLine> maps;
};
struct Temporary {
    std::string name, type, shape, bytes;
};

std::string rangeText(const ir::Map& map) {
    std::string text;
    for (std::size_t i = 0; i < map.params.size() && i < map.range.dims.size(); ++i)
        text += fmt::format("{}{} = {}", i ? ", " : "", map.params[i], print(map.range.dims[i]));
    return text;
}

/// "program_entry", or "stmt_0 / lambda_0 / entry" for a state of a nested SDFG.
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

StateLines describeState(const ir::DocumentIndex& index, BlockId id) {
    const auto* state = index.find(id)->block->as<ir::State>();
    const ir::StateIndex local(*state);
    StateLines lines{statePath(index, id), state->nodes.size(), state->edges.size(), {}};
    for (const NodeId node : local.topological())
        if (const auto* entry = local.node(node)->as<ir::MapEntry>())
            lines.maps.push_back({entry->map.label, rangeText(entry->map),
                                  std::string(ir::name(entry->map.schedule)),
                                  mapDepth(local, node)});
    return lines;
}

std::string shapeText(const ir::DataDescriptor& data) {
    std::string text;
    for (const auto& extent : data.shape)
        text += (text.empty() ? "" : ", ") + symbolic::print(extent);
    return "[" + text + "]";
}

std::vector<Temporary> temporaries(const ir::DocumentIndex& index) {
    std::vector<Temporary> found;
    for (const SdfgId id : index.sdfgs())
        for (const auto& [name, data] : index.find(id)->sdfg->arrays)
            if (data->transient && !data->isSingleElement())
                found.push_back(
                    {name, std::string(ir::name(data->dtype.scalar)), shapeText(*data),
                     symbolic::print(symbolic::simplify(
                         data->totalSize * symbolic::Expr(ir::sizeOf(data->dtype.scalar))))});
    return found;
}

Json toJson(const ir::DocumentIndex& index, const analysis::ProgramSummary& summary) {
    const auto& document = *index.document();
    Json json{
        {"program", document.root->name},
        {"dialect", document.format.dialect == symbolic::Dialect::dollar ? "dollar" : "plain"},
        {"dace_version", document.format.daceVersion},
        {"states", summary.states},
        {"nodes", summary.nodes},
        {"edges", summary.edges},
        {"maps", summary.maps},
        {"top_level_maps", summary.topLevelMaps},
        {"nested_sdfgs", summary.nestedSdfgs},
        {"tasklets", summary.tasklets},
        {"arguments", summary.arguments}};
    for (const BlockId id : index.states()) {
        const auto lines = describeState(index, id);
        Json maps = Json::array();
        for (const auto& map : lines.maps)
            maps.push_back({{"label", map.label},
                            {"range", map.range},
                            {"schedule", map.schedule},
                            {"depth", map.depth}});
        json["state_list"].push_back(
            {{"path", lines.path}, {"nodes", lines.nodes}, {"edges", lines.edges}, {"maps", maps}});
    }
    json["temporaries"] = Json::array();
    for (const auto& t : temporaries(index))
        json["temporaries"].push_back(
            {{"name", t.name}, {"type", t.type}, {"shape", t.shape}, {"bytes", t.bytes}});
    return json;
}

std::string toText(const ir::DocumentIndex& index, const analysis::ProgramSummary& summary) {
    const auto& document = *index.document();
    const bool dollar = document.format.dialect == symbolic::Dialect::dollar;
    std::string text = fmt::format(
        "{}: {} states, {} nodes, {} edges, {} maps ({} at top level = kernels), {} tasklets, {} "
        "nested SDFGs\n{} dialect, DaCe {}\n\nstates\n",
        document.root->name, summary.states, summary.nodes, summary.edges, summary.maps,
        summary.topLevelMaps, summary.tasklets, summary.nestedSdfgs, dollar ? "dollar" : "plain",
        document.format.daceVersion.empty() ? "(version not stated)" : document.format.daceVersion);
    for (const BlockId id : index.states()) {
        const auto lines = describeState(index, id);
        text += fmt::format("  {}: {} nodes, {} edges\n", lines.path, lines.nodes, lines.edges);
        for (const auto& map : lines.maps)
            text += fmt::format("    {:{}}{}: {}{}\n", "", 2 * map.depth, map.label, map.range,
                                map.schedule == "Default" ? "" : "  " + map.schedule);
    }
    text += "\ntemporaries (bytes)\n";
    for (const auto& t : temporaries(index))
        text += fmt::format("  {} {} {}: {}\n", t.name, t.type, t.shape, t.bytes);
    text += fmt::format("\narguments\n  {}\n", fmt::join(summary.arguments, "\n  "));
    return text;
}

} // namespace

Exit info(const InfoOptions& options) {
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    const ir::DocumentIndex index(document);
    const auto summary = analysis::summarise(*document);
    print(options.json ? toJson(index, summary).dump(2) + "\n" : toText(index, summary));
    return Exit::done;
}

} // namespace mw::cli
