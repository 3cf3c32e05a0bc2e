// What a step did, told from what is another in the graph.
#include "core/history/effect.h"

#include "core/conventions/conventions.h"
#include "core/ir/shared_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace mw::history {

namespace {

using TextList = std::vector<std::string>;

constexpr std::size_t kNamed = 2; ///< of a list; the rest is counted, as rows of a program are

std::string listed(const TextList& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(kNamed, names.size()); ++i)
        text += (i ? ", " : "") + names[i];
    return names.size() > kNamed ? fmt::format("{} +{}", text, names.size() - kNamed) : text;
}

void addOnce(TextList& names, const std::string& name) {
    if (!name.empty() && std::ranges::find(names, name) == names.end())
        names.push_back(name);
}

/// A document with the states that somebody asked for.
class EffectSide {
public:
    explicit EffectSide(const ir::DocumentPtr& document) : index_(ir::sharedIndex(document)) {}

    const ir::DocumentIndex::Place* find(ElementId id) const { return index_->find(id); }
    const ir::MapEntry* map(ElementId id) const {
        const auto* place = find(id);
        return place && place->node ? place->node->as<ir::MapEntry>() : nullptr;
    }
    const ir::NestedSdfg* nested(ElementId id) const {
        const auto* place = find(id);
        return place && place->node ? place->node->as<ir::NestedSdfg>() : nullptr;
    }
    const ir::Block* block(ElementId id) const {
        const auto* place = find(id);
        return place && place->kind == ir::ElementKind::block ? place->block : nullptr;
    }
    const ir::Sdfg* sdfg(ElementId id) const {
        const auto* place = find(id);
        return place && place->kind == ir::ElementKind::sdfg ? place->sdfg : nullptr;
    }
    const ir::StateIndex& state(const ir::DocumentIndex::Place& place) const {
        auto& known = states_[place.block->id];
        if (!known)
            known = std::make_unique<ir::StateIndex>(*place.block->as<ir::State>());
        return *known;
    }
    NodeId scope(ElementId id) const { return state(*find(id)).scope(NodeId{id.value}); }

    /// What a map writes, arguments first.
    TextList writes(ElementId entry) const {
        const auto& place = *find(entry);
        TextList arguments;
        TextList temporaries;
        const auto& state = this->state(place);
        for (const auto* edge : state.outEdges(map(entry)->exit)) {
            const auto* node = state.node(edge->dst);
            const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
            const auto& name = access ? access->data : edge->memlet.data;
            const auto* data = place.sdfg->data(name);
            addOnce(data && !data->transient ? arguments : temporaries, name);
        }
        arguments.insert(arguments.end(), temporaries.begin(), temporaries.end());
        return arguments;
    }
    std::string name(ElementId entry) const {
        const TextList names = writes(entry);
        return names.empty() ? map(entry)->map.label : listed(names);
    }
    /// The outermost map around a node, or the node itself; 0: none.
    NodeId kernel(ElementId node) const {
        NodeId found;
        for (ElementId at = node; at;) {
            const auto* place = find(at);
            if (!place || !place->node || !place->block)
                break;
            NodeId inState{at.value};
            while (const NodeId outer = state(*place).scope(inState))
                inState = outer;
            if (map(inState))
                found = inState;
            const auto* around = find(place->sdfg->id);
            at = around ? around->parent : ElementId{};
        }
        return found;
    }

private:
    std::shared_ptr<const ir::DocumentIndex> index_;
    mutable std::map<BlockId, std::unique_ptr<ir::StateIndex>> states_;
};

/// "K" of `i_K_gtx_vertical`.
TextList dimensionsOf(const ir::Map& map) {
    TextList names;
    for (const auto& param : map.params) {
        const auto meaning = conventions::parameterName(param);
        addOnce(names, meaning ? meaning->dimension : param);
    }
    return names;
}

/// The integer that a map's steps are along its first parameter that has steps other than one.
std::optional<std::int64_t> strideOf(const ir::Map& map) {
    for (const auto& range : map.range.dims)
        if (const auto step = range.step.asInteger(); step && *step != 1)
            return step;
    return std::nullopt;
}

/// By how much the inner map's range moves on from one iteration of the outer one to the next, as
/// GT4Py's blocking makes it: the size of a block.
std::optional<std::int64_t> blockOf(const ir::Map& outer, const ir::Map& inner) {
    for (const auto& param : outer.params)
        for (const auto& range : inner.range.dims) {
            const auto next = symbolic::substitute(
                range.begin, {{param, symbolic::Expr::symbol(param) + symbolic::Expr::integer(1)}});
            if (const auto by = symbolic::simplify(next - range.begin).asInteger(); by && *by > 1)
                return by;
        }
    return std::nullopt;
}

class Teller {
public:
    Teller(const ir::DocumentPtr& before, const ir::EditResult& done)
        : changes_(done.changes), before_(before), after_(done.document) {
        for (const ElementId id : changes_.modified)
            if (const auto* was = before_.sdfg(id), *is = after_.sdfg(id); was && is)
                compareContainers(*was, *is);
    }

    /// Empty: nothing of what is known here.
    std::string text() const {
        using Rule = std::string (Teller::*)() const;
        constexpr Rule kRules[] = {
            &Teller::retyped,    &Teller::fusions, &Teller::lostMaps,       &Teller::innerMaps,
            &Teller::besideMaps, &Teller::inlined, &Teller::joinedStates,   &Teller::otherOrders,
            &Teller::goneAlone,  &Teller::relaid,  &Teller::joinedTasklets, &Teller::goneSmall};
        for (const Rule rule : kRules)
            if (std::string said = (this->*rule)(); !said.empty())
                return said;
        return {};
    }
    /// The kernels with something of it in them.
    std::string place() const {
        TextList names;
        const auto add = [&](const EffectSide& side, const std::vector<ElementId>& ids) {
            for (const ElementId id : ids)
                if (const NodeId kernel = side.kernel(id))
                    addOnce(names, side.name(kernel));
        };
        add(after_, changes_.modified);
        add(after_, changes_.added);
        if (names.empty())
            add(before_, changes_.removed);
        constexpr std::size_t kMost = 3;
        return names.size() > kMost ? fmt::format("{} kernels", names.size()) : listed(names);
    }

private:
    void compareContainers(const ir::Sdfg& was, const ir::Sdfg& is) {
        for (const auto& [name, data] : was.arrays) {
            const auto* now = is.data(name);
            if (now == data.get())
                continue;
            if (now && now->strides != data->strides)
                relaid_.push_back(name);
            if (now && now->dtype != data->dtype && data->transient &&
                data->kind != ir::DataKind::view) {
                retyped_.push_back(name);
                type_ = ir::name(now->dtype.scalar);
            }
            if (!now && data->transient)
                (data->isSingleElement() ? goneSmall_ : gone_).push_back(name);
        }
    }

    /// Which maps of before each map of after stands for, where it is not the same one as before.
    std::map<ElementId, std::vector<ElementId>> origins() const {
        std::map<ElementId, std::vector<ElementId>> result;
        for (const ElementId id : changes_.removed)
            if (before_.map(id))
                if (const ElementId now = changes_.forward(id); now && after_.map(now))
                    result[now].push_back(id);
        for (auto& [now, were] : result)
            if (before_.map(now))
                were.push_back(now);
        return result;
    }

    /// " in vn" for what is inside that kernel.
    std::string around(const EffectSide& side, ElementId map) const {
        const NodeId kernel = side.kernel(map);
        return kernel && kernel.value != map.value ? " in " + side.name(kernel) : std::string();
    }

    std::string fusions() const {
        TextList all;
        for (const auto& [now, were] : origins())
            if (were.size() > 1)
                all.push_back(fusion(now, were));
        return listed(all);
    }

    /// Of maps that feed each other the last one is what the others went into.
    std::string fusion(ElementId now, std::vector<ElementId> were) const {
        const auto feeds = [&](ElementId a, ElementId b) {
            const auto& place = *before_.find(a);
            return place.block == before_.find(b)->block &&
                   before_.state(place).reaches(before_.map(a)->exit, NodeId{b.value});
        };
        const auto last = std::ranges::find_if(were, [&](ElementId one) {
            return std::ranges::any_of(were, [&](ElementId other) { return feeds(other, one); }) &&
                   std::ranges::none_of(were, [&](ElementId other) { return feeds(one, other); });
        });
        const bool feed = last != were.end();
        std::rotate(feed ? last : std::prev(were.end()), feed ? std::next(last) : were.end(),
                    were.end());
        TextList firsts;
        for (std::size_t i = 0; i + 1 < were.size(); ++i)
            addOnce(firsts, before_.name(were[i]));
        return fmt::format("fused {} {} {}{}{}", listed(firsts), feed ? "into" : "with",
                           before_.name(were.back()), around(after_, now), without(were));
    }

    /// What went besides the results of these maps, and what of these stayed.
    std::string without(const std::vector<ElementId>& maps) const {
        TextList written;
        for (const ElementId map : maps)
            for (const auto& name : before_.writes(map))
                addOnce(written, name);
        TextList others;
        for (const auto& name : gone_)
            if (std::ranges::find(written, name) == written.end())
                others.push_back(name);
        return others.empty() ? std::string() : ", without " + listed(others);
    }

    /// Maps that nothing took the place of: computed where they are read, or not at all.
    std::string lostMaps() const {
        TextList lost;
        for (const ElementId id : changes_.removed)
            if (before_.map(id) && !after_.find(changes_.forward(id)))
                addOnce(lost, before_.name(id));
        if (lost.empty())
            return {};
        TextList readers;
        for (const ElementId id : changes_.removed)
            if (before_.map(id))
                for (const auto& name : readersOf(id))
                    addOnce(readers, name);
        return readers.empty()
                   ? fmt::format("removed {}", listed(lost))
                   : fmt::format("computed {} inside {}", listed(lost), listed(readers));
    }

    /// Maps that read what this one writes, and changed.
    TextList readersOf(ElementId map) const {
        TextList names;
        const auto& state = before_.state(*before_.find(map));
        for (const auto* out : state.outEdges(before_.map(map)->exit))
            for (const auto* on : state.outEdges(out->dst))
                if (const ElementId now = changes_.forward(on->dst); now && after_.map(now))
                    addOnce(names, after_.name(now));
        return names;
    }

    /// A map inside one that was there.
    std::string innerMaps() const {
        TextList all;
        for (const ElementId id : changes_.added)
            if (const auto* inner = after_.map(id))
                if (const NodeId outer = after_.scope(id); outer && wasMap(outer))
                    addOnce(all, nesting(*inner, outer));
        return listed(all);
    }
    std::string nesting(const ir::MapEntry& inner, NodeId outer) const {
        const TextList params = dimensionsOf(inner.map);
        auto by = strideOf(after_.map(outer)->map);
        if (!by)
            by = blockOf(after_.map(outer)->map, inner.map);
        return by ? fmt::format("blocked {} of {} by {}", listed(params), after_.name(outer), *by)
                  : fmt::format("put {} of {} into a map of its own", listed(params),
                                after_.name(outer));
    }
    /// Whether this map of after is, or stands for, one of before.
    bool wasMap(ElementId now) const {
        if (before_.map(now))
            return true;
        return std::ranges::any_of(changes_.replaced, [&](const auto& one) {
            return one.second == now && before_.map(one.first);
        });
    }

    /// A map beside one that it has the results of.
    std::string besideMaps() const {
        TextList split;
        for (const ElementId id : changes_.added)
            if (after_.map(id) && !wasMap(id))
                for (const auto& name : after_.writes(id))
                    if (wrote(name))
                        addOnce(split, name);
        return split.empty() ? std::string() : "split " + listed(split);
    }
    bool wrote(const std::string& container) const {
        const auto writes = [&](ElementId id) {
            return before_.map(id) && std::ranges::count(before_.writes(id), container) > 0;
        };
        return std::ranges::any_of(changes_.removed, writes) ||
               std::ranges::any_of(changes_.modified, writes);
    }

    std::string inlined() const {
        TextList labels;
        std::string where;
        for (const ElementId id : changes_.removed)
            if (const auto* nested = before_.nested(id); nested && !changes_.forward(id)) {
                addOnce(labels, nested->label);
                if (const NodeId kernel = before_.kernel(id))
                    where = " in " + before_.name(kernel);
            }
        return labels.empty() ? std::string() : "inlined " + listed(labels) + where;
    }

    std::string joinedStates() const {
        TextList all;
        for (const ElementId id : changes_.removed)
            if (const auto* was = before_.block(id); was && was->as<ir::State>())
                if (const auto* now = after_.block(changes_.forward(id)))
                    all.push_back(fmt::format("{} with {}", was->label, now->label));
        return all.empty() ? std::string() : "joined state " + listed(all);
    }

    std::string otherOrders() const {
        TextList all;
        for (const ElementId id : changes_.modified) {
            const auto* was = before_.map(id);
            const auto* is = after_.map(id);
            if (was && is && was->map.params != is->map.params &&
                std::ranges::is_permutation(was->map.params, is->map.params))
                all.push_back(fmt::format("ran {} in the order {}", after_.name(id),
                                          fmt::join(dimensionsOf(is->map), ", ")));
        }
        return all.size() > kNamed ? fmt::format("ran {} kernels in another order", all.size())
                                   : fmt::format("{}", fmt::join(all, "; "));
    }

    std::string goneAlone() const {
        return gone_.empty() ? std::string() : "removed temporary " + listed(gone_);
    }
    /// What one iteration hands on.
    std::string goneSmall() const {
        return goneSmall_.empty() ? std::string() : "removed " + listed(goneSmall_) + inKernel();
    }
    std::string joinedTasklets() const {
        const auto label = [](const EffectSide& side, ElementId id) {
            const auto* place = side.find(id);
            const auto* tasklet = place && place->node ? place->node->as<ir::Tasklet>() : nullptr;
            return tasklet ? tasklet->label : std::string();
        };
        TextList all;
        for (const ElementId id : changes_.removed)
            if (const auto now = label(after_, changes_.forward(id)); !now.empty())
                if (const auto was = label(before_, id); !was.empty())
                    all.push_back(fmt::format("{} into {}", was, now));
        return all.empty() ? std::string() : "joined tasklet " + listed(all) + inKernel();
    }
    std::string inKernel() const {
        const auto where = place();
        return where.empty() ? where : " in " + where;
    }
    std::string retyped() const {
        return retyped_.empty() ? std::string()
                                : fmt::format("kept {} in {}", listed(retyped_), type_);
    }
    std::string relaid() const {
        return relaid_.empty() ? std::string() : "laid out " + listed(relaid_) + " anew";
    }

    const ir::ChangeSet& changes_;
    EffectSide before_, after_;
    /// Containers, in the order of before; `goneSmall_`: of one element.
    TextList gone_, goneSmall_, relaid_, retyped_;
    std::string_view type_; ///< of the last of these
};

} // namespace

std::string effectText(const Record& record, const ir::DocumentPtr& before,
                       const ir::EditResult& done) {
    const auto* step = std::get_if<TransformationRecord>(&record);
    if (!step || done.changes.empty())
        return text(record); // what the user did is called as the user called it
    const Teller teller(before, done);
    if (std::string said = teller.text(); !said.empty())
        return said;
    std::string kind = step->name;
    std::ranges::replace(kind, '-', ' ');
    const std::string place = teller.place();
    return place.empty() ? text(record) : kind + " of " + place;
}

} // namespace mw::history
