// The layout of a document: collects scopes, asks helper or own engine, puts pieces together.
#include "viewers/layout/layout.h"

#include "core/ir/index.h"
#include "core/support/hash.h"
#include "viewers/layout/control_flow.h"
#include "viewers/layout/dataflow.h"
#include "viewers/layout/helper_process.h"
#include "viewers/layout/placement.h"

#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace mw::layout {

namespace {

constexpr double kMargin = 16; ///< around the whole picture
constexpr std::size_t kMaxCached = 20000;

void setDepths(Layout& layout) {
    for (auto& box : layout.boxes)
        box.depth =
            box.parent < 0 ? 0 : layout.boxes[static_cast<std::size_t>(box.parent)].depth + 1;
}

} // namespace

bool isContainer(BoxKind kind) {
    switch (kind) {
    case BoxKind::state:
    case BoxKind::region:
    case BoxKind::loop:
    case BoxKind::conditional:
    case BoxKind::branch:
    case BoxKind::map:
    case BoxKind::consume:
    case BoxKind::nested:
        return true;
    default:
        return false;
    }
}

bool isAccess(BoxKind kind) {
    return kind == BoxKind::argument || kind == BoxKind::temporary || kind == BoxKind::scalar ||
           kind == BoxKind::table;
}

struct Layouter::Impl {
    explicit Impl(const std::filesystem::path& program) : helper(HelperProcess::find(program)) {}

    Placement placeCached(const ScopeGraph& graph, const Options& options, Layout& result);
    Placement placeInOrder(const ScopeGraph& graph, const Options& options);
    void keep(std::uint64_t key, const Placement& placement);
    XEngine engine(const Options& options, Layout& result);

    std::mutex mutex;
    HelperProcess helper;
    std::unordered_map<std::uint64_t, Placement> cache;
    /// Requests that the helper did not answer in time: not asked again.
    std::unordered_set<std::uint64_t> slow;
};

namespace {

std::uint64_t hashOf(const std::vector<const RankedGraph*>& graphs) {
    return fnv1a64(protocol::encodeRequest(graphs));
}

} // namespace

XEngine Layouter::Impl::engine(const Options& options, Layout& result) {
    if (options.engine == Engine::layered)
        return {};
    return [this, &options, &result](const std::vector<const RankedGraph*>& graphs) {
        protocol::Answer answer(graphs.size());
        std::vector<const RankedGraph*> asked;
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            if (graphs[i]->nodes.size() > options.maxNodes ||
                graphs[i]->edges.size() > options.maxEdges)
                continue;
            asked.push_back(graphs[i]);
            places.push_back(i);
        }
        if (asked.empty())
            return answer;
        const std::uint64_t key = hashOf(asked);
        if (slow.count(key) > 0)
            return answer;
        auto middles = helper.request(asked, std::chrono::milliseconds(options.timeoutMs));
        if (!middles) {
            result.helperFailed = true;
            slow.insert(key);
            return answer;
        }
        for (std::size_t k = 0; k < places.size(); ++k)
            answer[places[k]] = std::move((*middles)[k]);
        return answer;
    };
}

Placement Layouter::Impl::placeCached(const ScopeGraph& graph, const Options& options,
                                      Layout& result) {
    ++result.scopes;
    const std::uint64_t key =
        hashCombine(graph.hash(), options.engine == Engine::layered ? 1 : options.maxNodes);
    if (options.useCache) {
        const auto found = cache.find(key);
        if (found != cache.end()) {
            ++result.scopesCached;
            result.scopesByDot += found->second.usedDot ? 1 : 0;
            return found->second;
        }
    }
    Placement placement = place(graph, engine(options, result));
    result.scopesByDot += placement.usedDot ? 1 : 0;
    if (options.useCache)
        keep(key, placement);
    return placement;
}

/// Where the engines' own order is another than that of the picture before.
Placement Layouter::Impl::placeInOrder(const ScopeGraph& graph, const Options& options) {
    const auto plain = withPlainOrder(graph);
    const std::uint64_t key = hashCombine(hashWithOrder(plain), 2);
    if (const auto found = cache.find(key); options.useCache && found != cache.end())
        return found->second;
    Placement placement = placeKeepingOrder(plain);
    if (options.useCache)
        keep(key, placement);
    return placement;
}

void Layouter::Impl::keep(std::uint64_t key, const Placement& placement) {
    if (cache.size() >= kMaxCached)
        cache.clear();
    cache.emplace(key, placement);
}

namespace {

/// The innermost of the scopes that the document has; null: none.
const ir::DocumentIndex::Place* shownAlone(const ir::DocumentIndex& index, const Options& options) {
    for (auto scope = options.scopes.rbegin(); scope != options.scopes.rend(); ++scope)
        if (const auto* place = index.find(*scope); place && (place->node || place->block))
            return place;
    return nullptr;
}

/// The picture before counts where it showed the same scope.
void keepOrderOfSame(Context& context) {
    if (context.before && context.before->root != context.root)
        context.before = nullptr;
}

Piece shownContent(Context& context, const ir::Document& document, Layout& result) {
    const auto whole = [&] {
        keepOrderOfSame(context);
        return regionContent(context, *document.root, document.root->body);
    };
    if (context.options.scopes.empty())
        return whole();
    const ir::DocumentIndex index(ir::DocumentPtr(ir::DocumentPtr(), &document));
    const auto* place = shownAlone(index, context.options);
    if (!place)
        return whole();
    context.root = result.root = place->node ? ElementId(place->node->id) : place->block->id;
    keepOrderOfSame(context);
    if (place->node)
        return isolatedContent(context, *place->sdfg, *place->block->as<ir::State>(), *place->node);
    Piece content;
    Piece block = blockPiece(context, *place->sdfg, *place->block);
    content.size = block.size;
    insert(content, std::move(block), {}, -1);
    return content;
}

} // namespace

Layouter::Layouter(std::filesystem::path helper) : impl_(std::make_unique<Impl>(helper)) {}
Layouter::~Layouter() = default;

std::optional<Layout> Layouter::layout(const ir::Document& document, const Options& options,
                                       std::stop_token stop, const Order* before) {
    const std::lock_guard lock(impl_->mutex);
    Layout result;
    Context context{options,
                    stop,
                    [&](const ScopeGraph& graph) {
                        auto placement = impl_->placeCached(graph, options, result);
                        return keepsOrder(graph, placement) ? placement
                                                            : impl_->placeInOrder(graph, options);
                    },
                    {},
                    before};
    if (document.root) {
        Piece whole;
        Piece content = shownContent(context, document, result);
        if (context.stopped())
            return std::nullopt;
        result.size = {content.size.w + 2 * kMargin, content.size.h + 2 * kMargin};
        insert(whole, std::move(content), {kMargin, kMargin}, -1);
        result.boxes = std::move(whole.boxes);
        result.lines = std::move(whole.lines);
        result.ports = std::move(whole.ports);
        result.standIns = std::move(whole.standIns);
        setDepths(result);
    }
    return result;
}

void Layouter::startHelper() {
    const std::lock_guard lock(impl_->mutex);
    impl_->helper.start();
}

int Layouter::helperPid() const {
    const std::lock_guard lock(impl_->mutex);
    return static_cast<int>(impl_->helper.pid());
}

void Layouter::clearCache() {
    const std::lock_guard lock(impl_->mutex);
    impl_->cache.clear();
    impl_->slow.clear();
}

} // namespace mw::layout
