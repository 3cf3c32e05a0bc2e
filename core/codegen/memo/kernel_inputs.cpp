// What the lowering of a map reads, and the kernels known by it.
#include "core/codegen/memo/kernel_inputs.h"

#include "core/codegen/walk.h"
#include "core/support/identifiers.h"

#include <algorithm>

namespace mw::codegen {

namespace {

/// More kernels than the largest programs of the corpus have in ten variants.
constexpr std::size_t kMaxKernels = 2048;
constexpr std::size_t kMaxEnvironments = 256;
constexpr std::size_t kLongAgo = 8; ///< programs

bool equal(const ContainerStorage& a, const ContainerStorage& b) {
    const bool sameValue =
        a.value == b.value || (a.value && b.value && codegen::equal(*a.value, *b.value));
    return a.kind == b.kind && a.name == b.name && a.type == b.type && a.offset == b.offset &&
           a.strides == b.strides && a.shape == b.shape && a.declared == b.declared && sameValue;
}

/// Names that the lowering may look up in the environment, from one map's elements.
class NameCollector {
public:
    std::set<std::string, std::less<>> names;

    void node(const ir::Node& node) {
        if (const auto* access = node.as<ir::AccessNode>())
            names.insert(access->data);
        else if (const auto* tasklet = node.as<ir::Tasklet>())
            text(tasklet->code.text);
    }
    void edge(const ir::Edge& edge) {
        if (!edge.memlet.data.empty())
            names.insert(edge.memlet.data);
        text(edge.memlet.wcr);
    }

private:
    /// Every word of a piece of code, whatever it stands for.
    void text(std::string_view code) {
        forEachWord(code, [&](const Word& word) { names.emplace(word.text); });
    }
};

std::map<std::string, std::int64_t, std::less<>> likelyOf(const PlanContext& context) {
    std::map<std::string, std::int64_t, std::less<>> values;
    for (const auto& [name, value] : context.likely)
        values.emplace(name, value.i);
    return values;
}

} // namespace

bool EnvironmentInputs::sameTables(const Environment& env, const PlanContext& context) const {
    const auto sameValue = [](const auto& a, const auto& b) {
        return a.first == b.first && a.second == b.second.i;
    };
    return without == context.without && symbols == env.symbols &&
           symbolTypes == context.symbolTypes &&
           std::ranges::equal(likely, context.likely, sameValue);
}

bool EnvironmentInputs::same(const Environment& env, const PlanContext& context) const {
    return sameTables(env, context) && declared == env.sdfg->symbols;
}

bool ContainerInputs::operator==(const ContainerInputs& other) const {
    return name == other.name && data == other.data && usage == other.usage &&
           planElements == other.planElements && storage.has_value() == other.storage.has_value() &&
           (!storage || equal(*storage, *other.storage));
}

KernelInputs kernelInputs(const Environment& env, PlanContext& context, const ir::StateIndex& index,
                          const ir::ScopeParts& parts, NodeId node,
                          std::shared_ptr<const EnvironmentInputs> shared) {
    KernelInputs inputs;
    inputs.env = std::move(shared);
    const ir::State& state = index.state();
    const ir::ScopeParts::Part& part = parts.of(node);
    const auto add = [&](NodeId id) {
        if (const std::size_t at = index.position(id); at != ir::StateIndex::npos)
            inputs.elements.push_back(state.nodes[at]);
    };
    NameCollector collector;
    add(node);
    for (const std::uint32_t at : part.nodes) {
        inputs.elements.push_back(state.nodes[at]);
        collector.node(*state.nodes[at]);
    }
    for (const std::uint32_t at : part.edges) {
        const ir::EdgePtr& edge = state.edges[at];
        inputs.elements.push_back(edge);
        collector.edge(*edge);
        for (const NodeId end : {edge->src, edge->dst})
            if (!std::ranges::binary_search(part.nodes,
                                            static_cast<std::uint32_t>(index.position(end)))) {
                add(end);
                if (const ir::Node* far = index.node(end))
                    collector.node(*far);
            }
    }
    const UsageTable& usage = context.usageOf(*env.sdfg);
    for (const auto& entry : env.sdfg->arrays) {
        if (!collector.names.contains(entry.name))
            continue;
        ContainerInputs container{entry.name, entry.value, std::nullopt, std::nullopt, 0};
        if (const auto use = usage.find(entry.name); use != usage.end())
            container.usage = use->second;
        if (const auto storage = env.storage.find(entry.name); storage != env.storage.end()) {
            container.storage = storage->second;
            if (const PlanArray* array = context.array(storage->second.name))
                container.planElements = array->elements;
        }
        inputs.containers.push_back(std::move(container));
    }
    return inputs;
}

// ---- the store

void KernelMemo::Store::begin() {
    const std::lock_guard lock(mutex_);
    ++now_;
    if (size_ > kMaxKernels)
        forgetOld();
}

void KernelMemo::Store::forgetOld() {
    size_ = 0;
    for (auto& [map, list] : entries_) {
        std::erase_if(list, [&](const Entry& entry) { return entry.lastUse + kLongAgo < now_; });
        size_ += list.size();
    }
    if (size_ > kMaxKernels) {
        entries_.clear();
        size_ = 0;
    }
    std::erase_if(entries_, [](const auto& one) { return one.second.empty(); });
}

std::shared_ptr<const EnvironmentInputs> KernelMemo::Store::env(const Environment& env,
                                                                const PlanContext& context) {
    const std::lock_guard lock(mutex_);
    // those of a program come in turns, so the last ones are the likely ones
    for (auto known = environments_.rbegin(); known != environments_.rend(); ++known)
        if ((*known)->same(env, context))
            return *known;
    if (environments_.size() >= kMaxEnvironments)
        environments_.erase(environments_.begin(), environments_.begin() + kMaxEnvironments / 2);
    environments_.push_back(std::make_shared<const EnvironmentInputs>(EnvironmentInputs{
        env.symbols, env.sdfg->symbols, context.symbolTypes, context.without, likelyOf(context)}));
    return environments_.back();
}

std::shared_ptr<const Kernel> KernelMemo::Store::find(const KernelInputs& inputs) {
    const std::lock_guard lock(mutex_);
    if (const auto list = entries_.find(inputs.map()); list != entries_.end())
        for (Entry& entry : list->second)
            if (entry.inputs == inputs) {
                entry.lastUse = now_;
                ++counts_.reused;
                return entry.kernel;
            }
    ++counts_.lowered;
    return nullptr;
}

void KernelMemo::Store::insert(KernelInputs inputs, const Kernel& kernel) {
    const std::lock_guard lock(mutex_);
    auto& list = entries_[inputs.map()];
    list.push_back({std::move(inputs), std::make_shared<const Kernel>(kernel), now_});
    ++size_;
}

KernelMemo::Counts KernelMemo::Store::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

KernelMemo::KernelMemo() : store_(std::make_unique<Store>()) {}
KernelMemo::~KernelMemo() = default;
KernelMemo::Counts KernelMemo::counts() const {
    return store_->counts();
}

} // namespace mw::codegen
