// Storage, schedules and kernels of a program that moves to the GPU.

#include "core/ir/connectors.h"
#include "core/ir/predicates.h"
#include "transforms/framework/transformation.h"
#include "transforms/to_gpu/plan.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>

namespace mw::transforms {

bool isHostStorage(ir::Storage storage) {
    return storage == ir::Storage::Default || storage == ir::Storage::Register ||
           storage == ir::Storage::CPU_Heap || storage == ir::Storage::CPU_ThreadLocal;
}

bool isHostSchedule(ir::Schedule schedule) {
    return schedule == ir::Schedule::Default || schedule == ir::Schedule::CPU_Multicore ||
           schedule == ir::Schedule::CPU_Persistent;
}

namespace {

void store(ir::Editor& editor, const ir::Sdfg& sdfg, const std::string& name, ir::Storage storage,
           bool pool) {
    const ir::DataDescriptor& data = *sdfg.data(name);
    if (!isHostStorage(data.storage) || data.storage == storage)
        return;
    auto moved = std::make_shared<ir::DataDescriptor>(data);
    moved->storage = storage;
    moved->pool = moved->pool || (pool && data.transient && data.kind == ir::DataKind::array);
    editor.sdfg(sdfg.id).arrays.set(name, std::move(moved));
}

void schedule(ir::Editor& editor, BlockId state, const ir::Node& entry, ir::Schedule schedule) {
    if (const auto* map = entry.as<ir::MapEntry>(); map && isHostSchedule(map->map.schedule))
        editor.node(state, entry.id).as<ir::MapEntry>()->map.schedule = schedule;
}

/// Inside a kernel one thread does everything, and temporaries are its registers.
void insideKernel(ir::Editor& editor, const ir::Sdfg& sdfg) {
    for (const auto& [name, data] : sdfg.arrays)
        if (data->transient && data->kind != ir::DataKind::view)
            store(editor, sdfg, name, ir::Storage::Register, false);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes) {
                schedule(editor, block.id, *node, ir::Schedule::Sequential);
                if (const auto* nested = node->as<ir::NestedSdfg>())
                    insideKernel(editor, *nested->sdfg);
            }
    });
}

/// A map of one iteration around a tasklet beside maps.
class Wrapped {
public:
    Wrapped(ir::Editor& editor, const StateView& at, const ir::Node& tasklet)
        : editor_(editor), at_(at), tasklet_(tasklet) {
        ir::Map map;
        map.label = "gpu_" + tasklet.as<ir::Tasklet>()->label;
        map.params = {freshName(editor, at.sdfg->id, "once")};
        map.range.dims = {symbolic::Range::point(0)};
        map.schedule = ir::Schedule::GPU_Device;
        std::tie(entry_, exit_) = editor.addMap(at.id, std::move(map));
    }

    void run() {
        for (const ir::Edge* edge : at_.index->inEdges(tasklet_.id))
            lead(*edge, true);
        for (const ir::Edge* edge : at_.index->outEdges(tasklet_.id))
            lead(*edge, false);
        if (editor_.node(at_.id, entry_).in.empty())
            connect(entry_, "", tasklet_.id, "", {});
        if (editor_.node(at_.id, exit_).in.empty())
            connect(tasklet_.id, "", exit_, "", {});
        moveBefore(editor_, at_.id, entry_, tasklet_.id);
        moveBehind(editor_, at_.id, exit_, tasklet_.id);
    }

private:
    /// An edge of the tasklet leads through the entry or the exit.
    void lead(const ir::Edge& edge, bool in) {
        const NodeId scopeNode = in ? entry_ : exit_;
        std::string inside, outside;
        if (!edge.memlet.empty()) {
            const auto name = ir::addPassage(editor_.node(at_.id, scopeNode), edge.memlet.data);
            outside = in ? ir::passIn(name) : ir::passOut(name);
            inside = in ? ir::passOut(name) : ir::passIn(name);
            connect(in ? scopeNode : tasklet_.id, in ? inside : edge.srcConnector,
                    in ? tasklet_.id : scopeNode, in ? edge.dstConnector : inside, edge.memlet);
        }
        ir::Edge& outer = editor_.edge(at_.id, edge.id);
        (in ? outer.dst : outer.src) = scopeNode;
        (in ? outer.dstConnector : outer.srcConnector) = outside;
    }

    void connect(NodeId src, const std::string& srcConnector, NodeId dst,
                 const std::string& dstConnector, ir::Memlet memlet) {
        ir::Edge edge;
        edge.src = src;
        edge.srcConnector = srcConnector;
        edge.dst = dst;
        edge.dstConnector = dstConnector;
        edge.memlet = std::move(memlet);
        editor_.addEdge(at_.id, std::move(edge));
    }

    ir::Editor& editor_;
    const StateView& at_;
    const ir::Node& tasklet_;
    NodeId entry_, exit_;
};

void moveState(ir::Editor& editor, const StateView& at, const GpuPlan& plan) {
    for (const auto& node : at.state().nodes) {
        const bool top = !at.index->scope(node->id);
        schedule(editor, at.id, *node, top ? ir::Schedule::GPU_Device : ir::Schedule::Sequential);
        if (const auto* nested = node->as<ir::NestedSdfg>())
            insideKernel(editor, *nested->sdfg);
        if (top && node->as<ir::LibraryNode>())
            editor.node(at.id, node->id).as<ir::LibraryNode>()->schedule = ir::Schedule::GPU_Device;
        if (plan.kernels.contains(node->id))
            Wrapped(editor, at, *node).run();
    }
}

/// The strides of the dimensions along which a copy moves more than one element.
std::vector<symbolic::Expr> movedStrides(const ir::DataDescriptor& data,
                                         const symbolic::Subset& region) {
    std::vector<symbolic::Expr> strides;
    for (std::size_t d = 0; d < region.rank() && d < data.strides.size(); ++d)
        if (!region.dims[d].size().isInteger(1))
            strides.push_back(data.strides[d]);
    return strides;
}

/// What no copy of the GPU's own does in one go: rows that are not beside each other on both sides.
bool needsKernel(const Copy& copy) {
    if (copy.index().scope(copy.first->id) || !ir::isDeviceStorage(copy.source().storage) ||
        !ir::isDeviceStorage(copy.target().storage))
        return false;
    const auto from = movedStrides(copy.source(), copy.read);
    const auto to = movedStrides(copy.target(), copy.written);
    if (from.size() != to.size() || from.size() < 2)
        return false;
    const bool rows = from.back().isInteger(1) && to.back().isInteger(1);
    const bool columns = from.front().isInteger(1) && to.front().isInteger(1);
    return !(rows || (from.size() == 2 && columns));
}

/// One more copy as a kernel; null when there is none.
ir::DocumentPtr withCopyKernel(const DocumentView& view) {
    const Transformation& copyToMap = *findTransformation("copy-to-map");
    for (const Match& match : copyToMap.find(view, {})) {
        const auto nodes = std::get<CopyNodes>(copyPattern().bind(view, match));
        const auto copy = copyBetween(2, nodes.at, *nodes.first, *nodes.second);
        if (!std::holds_alternative<Copy>(copy) || !needsKernel(std::get<Copy>(copy)))
            continue;
        const auto checked = copyToMap.check(view, match, {});
        if (refusalOf(checked))
            continue;
        if (auto done = copyToMap.apply(view, std::get<Plan>(checked)))
            return done->document;
    }
    return nullptr;
}

} // namespace

ir::DocumentPtr movedToGpu(const DocumentView& view, const GpuPlan& plan) {
    ir::Editor editor(view.document());
    const ir::Sdfg& program = *view.document()->root;
    for (const auto& name : plan.device)
        store(editor, program, name, ir::Storage::GPU_Global, plan.memoryPool);
    for (const auto& name : plan.registers)
        store(editor, program, name, ir::Storage::Register, false);
    forEachStateOf(view, program, [&](const StateView& at) { moveState(editor, at, plan); });
    DocumentView moved = view.tried(editor.commit().document);
    if (plan.copyKernels)
        while (const auto next = withCopyKernel(moved))
            moved = moved.tried(next);
    return moved.document();
}

} // namespace mw::transforms
