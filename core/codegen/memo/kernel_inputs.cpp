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

    void add(const ir::Node& node) {
        if (const auto* access = node.as<ir::AccessNode>())
            names.insert(access->data);
        else if (const auto* tasklet = node.as<ir::Tasklet>())
            text(tasklet->code.text);
    }
    void add(const ir::Edge& edge) {
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

/// Calls `visit` with the node, what stands in it, and what is around that, in an order that these
/// decide; until it says false, and then says so. With an edge follow its ends that stand outside.
template <class Visit>
bool eachElement(const MapPlace& place, const Visit& visit) {
    const ir::State& state = place.index.state();
    const ir::ScopeParts::Part& part = place.parts.of(place.node);
    const auto visitAt = [&](std::size_t at) {
        return at == ir::StateIndex::npos || visit(state.nodes[at]);
    };
    const auto visitEnd = [&](NodeId end) {
        const std::size_t at = place.index.position(end);
        return std::ranges::binary_search(part.nodes, static_cast<std::uint32_t>(at)) ||
               visitAt(at);
    };
    return visitAt(place.index.position(place.node)) && std::ranges::all_of(part.nodes, visitAt) &&
           std::ranges::all_of(part.edges, [&](std::uint32_t at) {
               const ir::EdgePtr& edge = state.edges[at];
               return visit(edge) && visitEnd(edge->src) && visitEnd(edge->dst);
           });
}

} // namespace

bool EnvironmentInputs::sameTables(const Environment& env, const PlanContext& context) const {
    return symbols == env.symbols && symbolTypes == context.symbolTypes;
}

bool EnvironmentInputs::same(const Environment& env, const PlanContext& context) const {
    const auto sameValue = [](const auto& a, const auto& b) {
        return a.first == b.first && a.second == b.second.i;
    };
    return sameTables(env, context) && declared == env.sdfg->symbols &&
           without == context.without && std::ranges::equal(likely, context.likely, sameValue);
}

bool ContainerInputs::areThoseAt(const MapPlace& place, const ir::DataPtr& now) const {
    if (now != data)
        return false;
    const Environment& env = place.env;
    const UsageTable& uses = place.context.usageOf(*env.sdfg);
    const auto use = uses.find(name);
    if (use == uses.end() ? usage.has_value() : usage != use->second)
        return false;
    const auto found = env.storage.find(name);
    if (found == env.storage.end())
        return !storage;
    const PlanArray* array = place.context.array(found->second.name);
    return storage && equal(*storage, found->second) &&
           planElements == (array ? array->elements : symbolic::Expr(0));
}

bool KernelInputs::areThoseAt(const MapPlace& place) const {
    if (env != place.shared)
        return false;
    std::size_t next = 0;
    const bool sameElements = eachElement(place, [&](const auto& element) {
        return next < elements.size() && elements[next++].get() == element.get();
    });
    if (!sameElements || next < elements.size())
        return false;
    const auto& arrays = place.env.sdfg->arrays;
    const ir::DataPtr* last = nullptr;
    for (const ContainerInputs& container : containers) {
        const ir::DataPtr* now = arrays.find(container.name);
        if (!now || !std::less<>()(last, now) || !container.areThoseAt(place, *now))
            return false;
        last = now;
    }
    return std::ranges::none_of(others,
                                [&](const std::string& name) { return arrays.contains(name); });
}

KernelInputs kernelInputs(const MapPlace& place) {
    KernelInputs inputs;
    inputs.env = place.shared;
    NameCollector collector;
    eachElement(place, [&](const auto& element) {
        if (!inputs.elements.empty()) // the entry itself comes first, and again in its place
            collector.add(*element);
        inputs.elements.push_back(element);
        return true;
    });
    const Environment& env = place.env;
    const UsageTable& usage = place.context.usageOf(*env.sdfg);
    for (const auto& entry : env.sdfg->arrays) {
        const auto named = collector.names.find(entry.name);
        if (named == collector.names.end())
            continue;
        collector.names.erase(named);
        ContainerInputs container{entry.name, entry.value, std::nullopt, std::nullopt, 0};
        if (const auto use = usage.find(entry.name); use != usage.end())
            container.usage = use->second;
        if (const auto storage = env.storage.find(entry.name); storage != env.storage.end()) {
            container.storage = storage->second;
            if (const PlanArray* array = place.context.array(storage->second.name))
                container.planElements = array->elements;
        }
        inputs.containers.push_back(std::move(container));
    }
    inputs.others.assign(collector.names.begin(), collector.names.end());
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

std::shared_ptr<const KnownKernel> KernelMemo::Store::find(const MapPlace& place) {
    const std::lock_guard lock(mutex_);
    if (const auto list = entries_.find(place.index.node(place.node)); list != entries_.end())
        for (Entry& entry : list->second)
            if (entry.inputs.areThoseAt(place)) {
                entry.lastUse = now_;
                ++counts_.reused;
                return entry.kernel;
            }
    ++counts_.lowered;
    return nullptr;
}

std::shared_ptr<const KnownKernel> KernelMemo::Store::insert(KernelInputs inputs, Kernel kernel) {
    const std::lock_guard lock(mutex_);
    auto& list = entries_[inputs.map()];
    const auto known = std::make_shared<const KnownKernel>(std::move(kernel));
    list.push_back({std::move(inputs), known, now_});
    ++size_;
    return known;
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
