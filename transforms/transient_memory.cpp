// Memory of temporaries: how long they keep their memory, and where small ones are.
//
//     array t float64 [N] transient  =>  array t float64 [N] transient storage CPU_Heap
//                                        lifetime Persistent
//
// Conditions, in this order:
//  1. The match names the program.
//  2. Some temporary can have the memory that is asked for, and has not.
//
// Effect, for temporaries that lose their contents when a call ends:
//  - persistent, external: those that stand beside maps only, whose size is known before the
//    program runs, which do not begin as zeros and are in memory, get that lifetime. What had no
//    storage of its own is on the heap.
//  - pool, scoped: arrays in the memory of the GPU come from its pool or do not.
//  - Arrays of few elements without a storage of their own are on the stack, whatever the mode, but
//    for those that a kernel reads or writes.
// No value changes.

#include "core/ir/edit.h"
#include "core/ir/predicates.h"
#include "transforms/framework/transformation.h"
#include "transforms/toolkit/container_use.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/program_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mw::transforms::transient_memory {

namespace {

constexpr std::int64_t kMostOnStack = 4096;

struct Wish {
    ir::Lifetime lifetime = ir::Lifetime::Scope; ///< Persistent, External; else by pool
    bool pool = false;
    std::int64_t mostOnStack = 0;
};

Wish wishOf(const Params& params) {
    const std::string& mode = textOf(params, "mode");
    Wish wish;
    wish.lifetime = mode == "persistent" ? ir::Lifetime::Persistent
                    : mode == "external" ? ir::Lifetime::External
                                         : ir::Lifetime::Scope;
    wish.pool = mode == "pool";
    wish.mostOnStack = numberOf(params, "stack-elements");
    return wish;
}

using Uses = std::unordered_map<std::string_view, ContainerUse>;

/// What a state has.
struct Contents {
    std::vector<std::pair<std::string_view, ContainerUse>> uses; ///< by container, some twice
    std::vector<std::pair<const ir::Sdfg*, bool>> nested;        ///< and whether inside of a map
};

Contents contentsOf(const ir::StateIndex& index) {
    Contents contents;
    for (const auto& node : index.state().nodes) {
        const bool insideMaps = static_cast<bool>(index.scope(node->id));
        if (const auto* inner = node->as<ir::NestedSdfg>(); inner && inner->sdfg)
            contents.nested.emplace_back(inner->sdfg.get(), insideMaps);
        if (const auto* access = node->as<ir::AccessNode>())
            contents.uses.emplace_back(access->data, useAt(index, *node));
    }
    return contents;
}

std::shared_ptr<const Contents> contentsOf(const DocumentView& view, BlockId state) {
    const StateView at = *view.state(state);
    return view.kept().of<Contents>(at.block,
                                    [&](const ir::Block&) { return contentsOf(*at.index); });
}

/// What the modes decide.
struct Memory {
    ir::Storage storage;
    ir::Lifetime lifetime;
    bool pool;

    bool operator==(const Memory&) const = default;
};

/// A container that gets another descriptor.
struct Change {
    SdfgId sdfg;
    std::string name;
    std::shared_ptr<const ir::DataDescriptor> data;
};

class Places {
public:
    Places(const DocumentView& view, const Wish& wish) : view_(view), wish_(wish) {}

    void visit(const ir::Sdfg& sdfg, bool insideMaps) {
        Uses uses;
        std::vector<std::shared_ptr<const Contents>> states;
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (!block.as<ir::State>())
                return;
            states.push_back(contentsOf(view_, block.id));
            for (const auto& [name, use] : states.back()->uses)
                uses[name].add(use);
        });
        for (const auto& [name, data] : sdfg.arrays)
            if (const auto use = uses.find(name); data->transient && use != uses.end())
                place(sdfg, name, *data, use->second, insideMaps);
        for (const auto& state : states)
            for (const auto& [inner, inMap] : state->nested)
                visit(*inner, insideMaps || inMap);
    }

    std::vector<Change> changes;
    std::string why; ///< the first temporary that cannot have the memory, and the reason

private:
    void place(const ir::Sdfg& sdfg, const std::string& name, const ir::DataDescriptor& data,
               const ContainerUse& use, bool insideMaps) {
        Memory memory{data.storage, data.lifetime, data.pool};
        if (isForStack(data, use))
            memory.storage = ir::Storage::Register;
        else if (const auto reason = whyNot(sdfg, data, use, insideMaps); !reason.empty())
            why = why.empty() ? fmt::format("'{}' {}", name, reason) : why;
        else
            give(memory);
        if (memory == Memory{data.storage, data.lifetime, data.pool})
            return;
        ir::DataDescriptor moved = data;
        moved.storage = memory.storage;
        moved.lifetime = memory.lifetime;
        moved.pool = memory.pool;
        changes.push_back({sdfg.id, name, std::make_shared<const ir::DataDescriptor>(moved)});
    }

    bool isForStack(const ir::DataDescriptor& data, const ContainerUse& use) const {
        const auto elements = data.totalSize.asInteger();
        return data.kind == ir::DataKind::array && data.storage == ir::Storage::Default &&
               data.lifetime == ir::Lifetime::Scope && !use.byKernel && elements &&
               *elements <= wish_.mostOnStack;
    }

    /// Why the container stays where it is; empty: it need not.
    std::string whyNot(const ir::Sdfg& sdfg, const ir::DataDescriptor& data,
                       const ContainerUse& use, bool insideMaps) const {
        const bool array = data.kind == ir::DataKind::array;
        if (!array && !data.isScalar())
            return "is neither an array nor a scalar";
        if (!ir::endsWithCall(data.lifetime))
            return "outlives a call already";
        if (wish_.lifetime == ir::Lifetime::Scope)
            return array && data.storage == ir::Storage::GPU_Global
                       ? ""
                       : "is no array in the memory of a GPU";
        if (insideMaps || use.insideMaps)
            return "is used inside of a map";
        if (use.zeroed)
            return "begins as zeros in every call";
        const bool heap = data.storage == ir::Storage::CPU_Heap ||
                          data.storage == ir::Storage::CPU_Pinned ||
                          data.storage == ir::Storage::GPU_Global;
        if (!heap && !(array && data.storage == ir::Storage::Default))
            return "is in no memory that outlives a call";
        return isSizeKnown(*view_.document()->root, sdfg, data)
                   ? ""
                   : "has a size that is not known before the program runs";
    }

    void give(Memory& memory) const {
        memory.pool = wish_.pool;
        if (wish_.lifetime == ir::Lifetime::Scope)
            return;
        memory.lifetime = wish_.lifetime;
        if (memory.storage == ir::Storage::Default)
            memory.storage = ir::Storage::CPU_Heap;
    }

    const DocumentView& view_;
    const Wish& wish_;
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    if (auto refusal = checkProgramMatch(view, match))
        return *refusal;
    const ir::Sdfg& program = *view.document()->root;
    const Wish wish = wishOf(params);
    Places places(view, wish);
    places.visit(program, false);
    if (places.changes.empty())
        return refuse(2, "nothing-to-change",
                      "No temporary gets other memory" +
                          (places.why.empty() ? "." : ": " + places.why + "."),
                      {program.id});
    return Plan::of(std::move(places.changes));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    ir::Editor editor(view.document());
    for (const auto& [sdfg, name, data] : plan.as<std::vector<Change>>())
        editor.sdfg(sdfg).arrays.set(name, data);
    return editor.commit();
}

std::vector<ParamSpec> parameters() {
    ParamSpec mode = textParam("mode", "How long temporaries keep their memory, and whose it is.");
    mode.choices = {"persistent", "external", "pool", "scoped"};
    mode.defaultValue = mode.choices.front();
    return {mode, numberParam("stack-elements", 0, 0, kMostOnStack,
                              "Arrays of at most so many elements are on the stack; 0: none.")};
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "transient-memory",
        "Choose the memory of temporaries",
        "Says how long temporaries keep their memory, whose it is, and which are on the stack.",
        "For graphs that are compiled elsewhere, as GT4Py and DaCe do: programs that this tool "
        "runs itself place all temporaries in one block that they keep.\n\n"
        "persistent: temporaries are allocated once, with the sizes of the first call, and kept "
        "until the program is unloaded. external: whoever calls the program hands it the memory. "
        "pool: temporaries on the GPU come from its memory pool, in the order of the stream. "
        "scoped: they are allocated where they are needed. Small arrays without a storage of their "
        "own can be on the stack besides.\n\n"
        "Nested SDFGs should be inlined before, because their sizes are not known when memory is "
        "kept.",
        Category::data,
        parameters(),
        programRoles(),
        findProgram,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::transient_memory
