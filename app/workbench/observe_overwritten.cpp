// Maps whose ranges overlap in what they write: what the later one overwrites, the earlier one
// computed for nothing.
#include "app/workbench/detail/index_box.h"
#include "app/workbench/observe.h"
#include "core/analysis/inner_values.h"
#include "core/analysis/kernel_names.h"
#include "core/analysis/nested_footprints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace mw::workbench {

namespace {

using analysis::Access;
using detail::Box;

/// An access to the array in question, with the elements that it touches. `certain`: all of them.
struct Touch {
    const Access* access = nullptr;
    Box box;
    bool certain = false;
};

class OverwrittenCollector {
public:
    explicit OverwrittenCollector(const transforms::DocumentView& view) : view_(view) {}

    void sdfg(const ir::Sdfg& sdfg, const analysis::NestedFootprints& footprints,
              const symbolic::Bindings& values) {
        for (const auto& [name, accesses] : footprints.own)
            if (const auto* data = sdfg.data(name);
                data && data->kind == ir::DataKind::array && !data->isSingleElement())
                array(name, accesses, ir::sizeOf(data->dtype.scalar), values);
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                for (const auto& node : state->nodes)
                    if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                        this->sdfg(*nested->sdfg,
                                   *analysis::footprintsOf(footprints, node->id, *nested->sdfg),
                                   analysis::valuesInside(*nested, values));
        });
    }

    std::vector<Observation> found;

private:
    void array(const std::string& name, const std::vector<Access>& accesses,
               std::int64_t elementBytes, const symbolic::Bindings& values) {
        std::vector<Touch> touches;
        for (const Access& access : accesses) {
            const auto box = detail::boxOf(access.region, values);
            if (!box)
                return;
            touches.push_back({&access, *box, access.reach == analysis::Reach::all});
        }
        std::map<std::pair<NodeId, NodeId>, Box> overwritten; // by the earlier and later kernel
        for (auto later = touches.begin(); later != touches.end(); ++later)
            if (isOnce(*later))
                if (const Touch* earlier = overwrittenBy(touches, later))
                    overwritten[{earlier->access->user, later->access->user}].add(
                        earlier->box.overlap(later->box));
        for (const auto& [kernels, box] : overwritten)
            add(name, kernels.first, kernels.second, box.elements() * elementBytes);
    }

    /// A write that happens once, and of every element of its box.
    bool isOnce(const Touch& touch) const {
        if (!touch.access->write || !touch.certain || !touch.access->user)
            return false;
        return std::ranges::none_of(view_.index().path(touch.access->user), [&](ElementId around) {
            const auto* place = view_.index().find(around);
            return place && place->kind == ir::ElementKind::block && place->block &&
                   place->block->as<ir::LoopRegion>();
        });
    }

    /// The last write before it of elements that it writes again, none of which is read between.
    const Touch* overwrittenBy(const std::vector<Touch>& touches,
                               std::vector<Touch>::const_iterator later) const {
        for (auto at = later; at != touches.begin();) {
            --at;
            if (!at->access->write || at->access->user == later->access->user)
                continue;
            const Box both = at->box.overlap(later->box);
            if (both.elements() == 0)
                continue;
            return isOnce(*at) && !isRead(touches, at, later, both) ? &*at : nullptr;
        }
        return nullptr;
    }

    static bool isRead(const std::vector<Touch>& touches,
                       std::vector<Touch>::const_iterator earlier,
                       std::vector<Touch>::const_iterator later, const Box& elements) {
        for (auto at = touches.begin(); at != touches.end(); ++at)
            if (!at->access->write && at->box.overlap(elements).elements() > 0 &&
                ((earlier < at && at < later) || at->access->user == later->access->user ||
                 at->access->accessNode == earlier->access->accessNode))
                return true;
        return false;
    }

    std::string kernel(NodeId user) const {
        return analysis::nameOf(view_.index(), *view_.index().find(user)->node);
    }

    void add(const std::string& name, NodeId earlier, NodeId later, std::int64_t bytes) {
        found.push_back({Topic::overwritten,
                         fmt::format("'{}' overwrites {} bytes of '{}' that '{}' wrote and nobody "
                                     "read",
                                     kernel(later), bytes, name, kernel(earlier)),
                         bytes,
                         {earlier, later},
                         std::nullopt,
                         "no transformation makes a range smaller"});
    }

    const transforms::DocumentView& view_;
};

} // namespace

std::vector<Observation> observeOverwritten(const transforms::DocumentView& view,
                                            const symbolic::Bindings& values) {
    const auto& root = *view.document()->root;
    OverwrittenCollector collector(view);
    collector.sdfg(root, analysis::nestedFootprints(root), values);
    return std::move(collector.found);
}

} // namespace mw::workbench
