// Recipes as options of GT4Py.

#include "app/workbench/gt4py_options.h"

#include "core/history/provenance.h"
#include "core/support/printable.h"
#include "core/support/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace mw::workbench {

namespace {

/// Steps that gt_auto_optimize takes by itself where they apply.
constexpr std::array<std::string_view, 34> kOwnSteps = {"concat-where",
                                                        "copy-chain-removal",
                                                        "dead-copy-elimination",
                                                        "dead-dataflow-elimination",
                                                        "dead-map-elimination",
                                                        "dead-write-elimination",
                                                        "distributed-buffer-relocation",
                                                        "double-write-removal",
                                                        "fold-control-flow",
                                                        "fuse-horizontal-condition-blocks",
                                                        "inline-nested-sdfg",
                                                        "local-double-buffering",
                                                        "map-fusion-horizontal",
                                                        "map-fusion-vertical",
                                                        "map-iteration-order",
                                                        "map-promotion",
                                                        "map-split-fusion-horizontal",
                                                        "map-split-fusion-vertical",
                                                        "map-splitter",
                                                        "move-dataflow-into-if-body",
                                                        "move-tasklet-into-map",
                                                        "redundant-array",
                                                        "redundant-second-array",
                                                        "self-copy-elimination",
                                                        "simplify",
                                                        "split-access-node",
                                                        "split-consumer-memlet",
                                                        "state-fusion",
                                                        "temporary-strides",
                                                        "to-gpu",
                                                        "trivial-map-dimension-folding",
                                                        "trivial-tasklet-elimination",
                                                        "view-elimination",
                                                        "write-back-buffer-elimination"};

/// Any text as a Python string; printable() spells what is hidden as Python does.
std::string quoted(const std::string& text) {
    std::string literal;
    for (const char c : text) {
        if (c == '"' || c == '\\')
            literal += '\\';
        literal += c;
    }
    return '"' + printable(literal) + '"';
}

std::int64_t number(const Params& params, const std::string& name) {
    const auto found = params.find(name);
    const auto* value = found == params.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return value ? *value : 0;
}
bool flag(const Params& params, const std::string& name) {
    const auto found = params.find(name);
    const auto* value = found == params.end() ? nullptr : std::get_if<bool>(&found->second);
    return value && *value;
}
std::string text(const Params& params, const std::string& name) {
    const auto found = params.find(name);
    const auto* value = found == params.end() ? nullptr : std::get_if<std::string>(&found->second);
    return value ? *value : "";
}
const char* truth(bool value) {
    return value ? "True" : "False";
}

/// 0: none is set.
std::int64_t threadsOf(const std::vector<int>& block) {
    std::int64_t threads = block.empty() ? 0 : 1;
    for (const int extent : block)
        threads *= std::max(1, extent);
    return threads;
}

std::optional<std::int64_t> numberIn(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

struct LabelledMap {
    NodeId id;
    std::string label;
    const ir::Map* map;
};

/// Maps that no other map is around, of all states outside of nested SDFGs.
std::vector<LabelledMap> topLevelMaps(const ir::Sdfg& sdfg) {
    std::vector<LabelledMap> maps;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex index(*state);
        for (const auto& node : state->nodes)
            if (const auto* entry = node->as<ir::MapEntry>(); entry && !index.scope(node->id))
                maps.push_back({node->id, entry->map.label, &entry->map});
    });
    return maps;
}

class Translation {
public:
    Translation(const Program& program, const ir::DocumentPtr& original, const LaunchedGraph& graph)
        : program_(program), original_(original), graph_(graph), history_(*program.history) {}

    Gt4pyOptions run() {
        int position = 0;
        for (const auto id : history_.path(program_.current().id))
            if (const auto& record = history_.find(id)->record)
                step(++position, *record);
        launches();
        if (original_ == history_.root().document)
            groups();
        else
            lost_.emplace_back("which maps of the original became one is not known: nothing keeps "
                               "GT4Py from fusing others");
        lost_.insert(lost_.end(), graph_.notes.begin(), graph_.notes.end());
        for (const std::string& one : graph_.beyond)
            lost_.push_back(fmt::format("the launch of {}: only our code generator has it", one));
        return {module(), lost_};
    }

private:
    void step(int position, const history::Record& record) {
        if (std::holds_alternative<history::LaunchRecord>(record))
            return; // as far as maps say it, they say it now
        const auto* done = std::get_if<history::TransformationRecord>(&record);
        if (!done) {
            lost_.push_back(fmt::format("step {} ({}): only the graph itself has it", position,
                                        history::text(record)));
        } else if (done->name == "loop-blocking") {
            blocking(position, done->params);
        } else if (done->name == "scan-loop-unrolling") {
            options_["scan_loop_unrolling"] = "True";
            options_["scan_loop_unrolling_factor"] = std::to_string(number(done->params, "factor"));
        } else if (done->name == "transient-memory") {
            std::string mode = text(done->params, "mode");
            std::ranges::transform(mode, mode.begin(), [](unsigned char c) {
                return static_cast<char>(std::toupper(c));
            });
            options_["transient_memory_mode"] = "transformations.TransientMemoryMode." + mode;
        } else if (done->name == "transient-reuse") {
            options_["reuse_transients"] = "True";
        } else if (done->name == "tasklet-fusion") {
            options_["fuse_tasklets"] = "True";
        } else if (done->name == "specialise") {
            lost_.push_back(fmt::format("step {} (specialise): compile the program with these "
                                        "values as static arguments instead",
                                        position));
        } else if (done->name != "gpu-launch" &&
                   std::ranges::find(kOwnSteps, done->name) == kOwnSteps.end()) {
            lost_.push_back(fmt::format("step {} ({}): GT4Py's optimiser has no such step",
                                        position, done->name));
        }
    }

    void blocking(int position, const Params& params) {
        const std::string dimensions = text(params, "blocking-dimensions");
        if (!dimensions.empty() && dimensions != "K" &&
            dimensions.find("_K_gtx_vertical") == std::string::npos) {
            lost_.push_back(fmt::format("step {} (loop-blocking): the dimensions '{}' are none of "
                                        "GT4Py's",
                                        position, printable(dimensions)));
            return;
        }
        const std::string size = std::to_string(number(params, "block-size"));
        if (const auto before = options_.find("blocking_size");
            before != options_.end() && before->second != size)
            lost_.push_back(fmt::format("step {} (loop-blocking): GT4Py has one block size for all "
                                        "maps; that of {} before is not kept",
                                        position, before->second));
        options_["blocking_dims"] = "[gtx.Dimension(\"K\", kind=gtx.DimensionKind.VERTICAL)]";
        options_["blocking_size"] = size;
        options_["blocking_only_if_independent_nodes"] =
            truth(flag(params, "require-independent-nodes"));
        options_["blocking_independent_node_threshold"] =
            std::to_string(number(params, "independent-node-threshold"));
        options_["promote_independent_memlets_for_blocking"] =
            truth(flag(params, "promote-independent-memlets"));
        for (const std::string name : {"only-maps", "skip-maps", "force-maps"})
            if (!text(params, name).empty())
                lost_.push_back(fmt::format("step {} (loop-blocking): '{}' chooses maps, and GT4Py "
                                            "blocks all that it can",
                                            position, name));
    }

    /// The block size that most maps of so many dimensions ask for; the others are lost.
    void launches() {
        std::map<std::size_t, std::map<std::string, std::vector<std::string>>> blocks;
        std::map<int, std::vector<std::string>> registers;
        const auto maps = topLevelMaps(*graph_.document->root);
        for (const auto& one : maps) {
            if (!one.map->gpuBlockSize.empty())
                blocks[std::min<std::size_t>(one.map->params.size(), 3)]
                      [fmt::format("({},)", fmt::join(one.map->gpuBlockSize, ", "))]
                          .push_back(one.label);
            if (one.map->gpuMaxRegisters > 0)
                registers[one.map->gpuMaxRegisters].push_back(one.label);
        }
        for (const auto& [dimensions, sizes] : blocks)
            keepMost(fmt::format("gpu_block_size_{}d", dimensions),
                     fmt::format("maps of {} dimensions", dimensions), sizes);
        keepMost("gpu_maxnreg", "registers", registers);
        bounds(maps);
        for (const auto& one : maps)
            if (one.map->gpuMinWarps > 0)
                lost_.push_back(fmt::format("'{}' with {} blocks side by side (min-warps): GT4Py "
                                            "has no option for it",
                                            printable(one.label), one.map->gpuMinWarps));
    }
    /// Launch bounds that do not follow from the block, as they do without a word: one factor of
    /// all blocks, or one number that no block is beyond.
    void bounds(const std::vector<LabelledMap>& maps) {
        std::map<std::string, std::vector<std::string>> factors, others;
        for (const auto& one : maps) {
            const std::string& text = one.map->gpuLaunchBounds;
            const auto threads = threadsOf(one.map->gpuBlockSize);
            const auto most = numberIn(text).value_or(0);
            if (text.empty() || text == "0" || (threads > 0 && most == threads))
                continue;
            if (threads > 0 && most > threads && most % threads == 0)
                factors[std::to_string(most / threads)].push_back(one.label);
            else
                others[quoted(text)].push_back(one.label);
        }
        if (options_.contains("gpu_maxnreg"))
            return loseBounds(factors, others, "GT4Py leaves them out beside registers");
        if (others.empty())
            return keepMost("gpu_launch_factor", "launch bounds, as a factor of the block",
                            factors);
        const auto most =
            std::ranges::max_element(others, {}, [](const auto& one) { return one.second.size(); });
        const auto limit = numberIn(most->first.substr(1)).value_or(0);
        if (limit < 0 || limit >= largestBlock(maps)) {
            keepMost("gpu_launch_bounds", "launch bounds", others);
            others.clear();
        }
        loseBounds(factors, others, "GT4Py has one number for the blocks of all maps");
    }
    void loseBounds(const std::map<std::string, std::vector<std::string>>& factors,
                    const std::map<std::string, std::vector<std::string>>& others,
                    const char* why) {
        for (const auto* wishes : {&factors, &others})
            for (const auto& [value, labels] : *wishes)
                lost_.push_back(fmt::format("launch bounds of '{}': {}",
                                            printable(fmt::format("{}", fmt::join(labels, ", "))),
                                            why));
    }
    /// Of what maps get: their own, or GT4Py's.
    static std::int64_t largestBlock(const std::vector<LabelledMap>& maps) {
        constexpr std::int64_t kUsual = 256, kUsual1d = 64;
        std::int64_t largest = 0;
        for (const auto& one : maps)
            largest = std::max({largest, threadsOf(one.map->gpuBlockSize),
                                one.map->params.size() == 1 ? kUsual1d : kUsual});
        return largest;
    }
    template <class Value>
    void keepMost(const std::string& option, const std::string& what,
                  const std::map<Value, std::vector<std::string>>& wishes) {
        if (wishes.empty())
            return;
        const auto most =
            std::ranges::max_element(wishes, {}, [](const auto& one) { return one.second.size(); });
        options_[option] = fmt::format("{}", most->first);
        for (const auto& [value, labels] : wishes)
            if (value != most->first)
                lost_.push_back(fmt::format("{} of '{}': GT4Py has one setting for {}", value,
                                            printable(fmt::format("{}", fmt::join(labels, ", "))),
                                            what));
    }

    /// Which maps of the original became one: others stay apart.
    void groups() {
        const auto came = history::provenance(history_, program_.current().id);
        std::map<NodeId, std::string> original;
        for (const auto& one : topLevelMaps(*history_.root().document->root))
            original[one.id] = one.label;
        std::set<std::string> several;
        int group = 0;
        for (const auto& one : topLevelMaps(*program_.current().document->root)) {
            std::set<std::string> labels;
            if (const auto from = came.find(one.id); from != came.end())
                for (const NodeId id : from->second)
                    if (const auto label = original.find(id); label != original.end())
                        labels.insert(label->second);
            ++group;
            for (const std::string& label : labels)
                if (const auto [known, isNew] = groups_.emplace(label, group);
                    !isNew && known->second != group)
                    several.insert(label);
        }
        for (const std::string& label : several) {
            groups_.erase(label);
            lost_.push_back(fmt::format("'{}' went into several maps: nothing keeps GT4Py from "
                                        "fusing it otherwise",
                                        printable(label)));
        }
    }

    std::string module() const {
        TextWriter out;
        out.line("# Written by `mw export`: GT4Py's optimiser made to come near a tuned graph.");
        if (!lost_.empty())
            out.line("# What it does not bring about:");
        for (const std::string& sentence : lost_)
            out.line("# - " + printable(sentence, 400));
        out.line("#");
        out.line("# In icon4py, `get_dace_options(program_name)` of model_options.py merges");
        out.line("# optimization_args(program_name) into the backend's `optimization_args`.");
        out.line("import inspect");
        out.line("import logging");
        out.line();
        out.line("from gt4py import next as gtx");
        out.line("from gt4py.next.program_processors.runners.dace import transformations");
        out.line();
        out.line(fmt::format("PROGRAM = {}", quoted(original_->root->name)));
        out.line();
        out.line("# Maps by label; those of different groups stay apart.");
        out.line("GROUPS = {");
        for (const auto& [label, group] : groups_)
            out.line(fmt::format("    {}: {},", quoted(label), group));
        out.line("}");
        out.line();
        out.line();
        out.line("def may_fuse(transformation, first, second, graph, sdfg):");
        out.line("    one = GROUPS.get(first.map.label)");
        out.line("    other = GROUPS.get(second.map.label)");
        out.line("    return one is None or other is None or one == other");
        out.line();
        out.line();
        out.line("def without_unknown(options):");
        out.line("    \"\"\"GT4Py takes any option, and ignores those that its version does not "
                 "have.\"\"\"");
        out.line("    known = inspect.signature(transformations.gt_auto_optimize).parameters");
        out.line("    for name in options.keys() - known.keys():");
        out.line("        logging.getLogger(\"mapwright\").warning(");
        out.line("            \"%s: the installed GT4Py has no option '%s', which is left out\", "
                 "PROGRAM, name)");
        out.line("    return {name: value for name, value in options.items() if name in known}");
        out.line();
        out.line();
        out.line("def optimization_args(program_name):");
        out.line("    if program_name != PROGRAM:");
        out.line("        return {}");
        out.line("    hooks = transformations.GT4PyAutoOptHook");
        out.line("    return without_unknown({");
        for (const auto& [name, value] : options_)
            out.line(fmt::format("        \"{}\": {},", name, value));
        out.line("        \"optimization_hooks\": {");
        out.line("            hooks.TopLevelDataFlowMapFusionVerticalCallBack: may_fuse,");
        out.line("            hooks.TopLevelDataFlowMapFusionHorizontalCallBack: may_fuse,");
        out.line("        },");
        out.line("    })");
        return out.take();
    }

    const Program& program_;
    const ir::DocumentPtr& original_;
    const LaunchedGraph& graph_;
    const history::History& history_;
    std::map<std::string, std::string> options_;
    std::map<std::string, int> groups_;
    std::vector<std::string> lost_;
};

} // namespace

Gt4pyOptions gt4pyOptions(const Program& program, const ir::DocumentPtr& original,
                          const LaunchedGraph& graph) {
    return Translation(program, original, graph).run();
}

} // namespace mw::workbench
