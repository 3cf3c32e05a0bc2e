// Documents as transformations see them: views with kept analyses, and regions of them.

#include "transforms/framework/view.h"

#include "core/analysis/analysis.h"
#include "core/analysis/read_by_name.h"
#include "core/ir/shared_index.h"
#include "transforms/framework/kept.h"
#include "transforms/framework/state_index.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <tuple>

namespace mw::transforms {

namespace {

using Place = ir::DocumentIndex::Place;

struct SingleUse {
    analysis::NameSet names;
};

struct ReadByName {
    analysis::NameSet names;
};

StateContainers containersOf(const ir::State& state) {
    StateContainers found;
    for (const auto& node : state.nodes)
        if (const auto* access = node->as<ir::AccessNode>())
            found.names.push_back(analysis::containerOf(access->data));
    for (const auto& edge : state.edges)
        if (!edge->memlet.empty())
            found.names.push_back(analysis::containerOf(edge->memlet.data));
    std::ranges::sort(found.names);
    found.names.erase(std::unique(found.names.begin(), found.names.end()), found.names.end());
    return found;
}

} // namespace

DocumentView::DocumentView(ir::DocumentPtr document)
    : DocumentView(std::move(document), nullptr, std::make_shared<analysis::PartCache>()) {}

DocumentView::DocumentView(ir::DocumentPtr document, std::shared_ptr<Answers> before,
                           std::shared_ptr<analysis::PartCache> kept)
    : answers_(std::make_shared<Answers>(ir::sharedIndex(document), std::move(before), kept)),
      kept_(std::move(kept)) {}

DocumentView DocumentView::after(ir::DocumentPtr edited) const {
    return {std::move(edited), answers_, kept_};
}

DocumentView DocumentView::tried(ir::DocumentPtr edited) const {
    return {std::move(edited), nullptr, kept_};
}

ir::SdfgPtr DocumentView::sdfg(SdfgId id) const {
    const Place* place = index().find(id);
    assert(place && place->kind == ir::ElementKind::sdfg);
    if (!place->parent)
        return document()->root;
    return index().find(place->parent)->node->as<ir::NestedSdfg>()->sdfg;
}

std::optional<StateView> DocumentView::state(BlockId id) const {
    const Place* place = index().find(id);
    if (!place || place->kind != ir::ElementKind::block ||
        !std::holds_alternative<ir::State>(place->block->kind))
        return std::nullopt;
    auto [block, stateIndex] = indexedState(kept(), index(), id);
    return StateView{id, sdfg(place->sdfg->id), std::move(block), std::move(stateIndex), *this};
}

namespace {

const analysis::NameSet& allReadByName(const DocumentView& view, const ir::SdfgPtr& sdfg) {
    return view.kept()
        .of<ReadByName>(sdfg, [](const ir::Sdfg& s) { return ReadByName{analysis::readByName(s)}; })
        ->names;
}

const analysis::NameSet& allSingleUse(const DocumentView& view, const ir::SdfgPtr& sdfg) {
    return view.kept()
        .of<SingleUse>(sdfg,
                       [&](const ir::Sdfg& s) {
                           return SingleUse{analysis::singleUseData(s, allReadByName(view, sdfg))};
                       })
        ->names;
}

/// How often names were asked for, of either kind, in a version of an SDFG.
struct AskedFor {
    mutable std::array<int, 2> times{};
};

/// Whether a name is among those. Most versions of a program are asked for a few names, and then
/// there is the next one: all names are collected for whoever asks for more.
struct IsAmong {
    using Key = std::tuple<ContainerSet::Find, SdfgId, std::string>;
    static bool find(const DocumentView& view, const Key& key) {
        constexpr int kFew = 8;
        const auto& [names, id, name] = key;
        const auto sdfg = view.sdfg(id);
        const bool uses = names == allSingleUse;
        const auto asked =
            view.kept().of<AskedFor>(sdfg, [](const ir::Sdfg&) { return AskedFor(); });
        if (++asked->times.at(uses ? 0 : 1) > kFew)
            return names(view, sdfg).contains(name);
        return uses ? analysis::isSingleUse(*sdfg, name) : analysis::isReadByName(*sdfg, name);
    }
};

} // namespace

bool ContainerSet::contains(std::string_view name) const {
    return asked<IsAmong>(*view_, IsAmong::Key(find_, sdfg_->id, name));
}

ContainerSet DocumentView::singleUseData(const ir::SdfgPtr& sdfg) const {
    return {*this, sdfg, allSingleUse};
}

ContainerSet DocumentView::readByName(const ir::SdfgPtr& sdfg) const {
    return {*this, sdfg, allReadByName};
}

std::shared_ptr<const StateContainers> DocumentView::containers(const StateView& state) const {
    return kept().of<StateContainers>(
        state.block, [](const ir::Block& b) { return containersOf(*b.as<ir::State>()); });
}

Region::Region(const ir::DocumentIndex& index, std::vector<ElementId> elements)
    : whole_(false), elements_(std::move(elements)) {
    std::ranges::sort(elements_);
    const auto isWhole = [&](ElementId id) {
        const auto kind = index.find(id)->kind;
        return (kind == ir::ElementKind::block || kind == ir::ElementKind::sdfg) &&
               std::ranges::binary_search(elements_, id);
    };
    for (const BlockId state : index.states())
        if (std::ranges::any_of(index.path(state), isWhole))
            wholeStates_.push_back(state);
    std::ranges::sort(wholeStates_);
    states_ = wholeStates_;
    for (const ElementId id : elements_) {
        const Place* place = index.find(id);
        if (place && (place->kind == ir::ElementKind::node || place->kind == ir::ElementKind::edge))
            states_.push_back(place->block->id);
    }
    std::ranges::sort(states_);
}

std::vector<BlockId> Region::states(const DocumentView& view) const {
    std::vector<BlockId> found = view.index().states();
    if (!whole_)
        std::erase_if(found,
                      [this](BlockId id) { return !std::ranges::binary_search(states_, id); });
    return found;
}

bool Region::touches(BlockId state, std::initializer_list<ElementId> elements) const {
    if (whole_ || std::ranges::binary_search(wholeStates_, state))
        return true;
    return std::ranges::any_of(
        elements, [this](ElementId id) { return std::ranges::binary_search(elements_, id); });
}

bool Region::contains(const ir::DocumentIndex& index, ElementId element) const {
    return whole_ || std::ranges::any_of(index.path(element), [this](ElementId id) {
               return std::ranges::binary_search(elements_, id);
           });
}

} // namespace mw::transforms
