// Views of structures give way to what they look at.
#include "core/analysis/flat_state.h"
#include "core/analysis/names.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mw::analysis {

namespace {

class StructureViews {
public:
    explicit StructureViews(FlatState& state) : state_(state) {}

    void run() {
        for (bool found = true; found;) {
            found = false;
            for (std::size_t i = 0; i < state_.nodes.size() && !found; ++i)
                found = dissolved(state_.nodes[i]);
        }
    }

private:
    /// Whether another node of this view looks at something else.
    bool looksElsewhere(const std::string& view, const std::string& seen) {
        return std::ranges::any_of(state_.edges, [&](const ir::Edge& edge) {
            const auto isView = [&](NodeId id) {
                const auto* at = state_.access(id);
                return at && at->data == view;
            };
            return edge.memlet.data != seen &&
                   ((edge.dstConnector == "views" && isView(edge.dst)) ||
                    (edge.srcConnector == "views" && isView(edge.src)));
        });
    }
    bool dissolved(const ir::Node& view) {
        const auto* at = view.as<ir::AccessNode>();
        const ir::DataDescriptor* data = at ? state_.sdfg.data(at->data) : nullptr;
        if (!data || data->kind != ir::DataKind::view || data->members.empty())
            return false;
        const auto looks = std::ranges::find_if(state_.edges, [&](const ir::Edge& edge) {
            return (edge.dst == view.id && edge.dstConnector == "views") ||
                   (edge.src == view.id && edge.srcConnector == "views");
        });
        if (looks == state_.edges.end() || looks->memlet.data == at->data ||
            !state_.named(looks->memlet.data) || looksElsewhere(at->data, looks->memlet.data)) {
            state_.usedWhole(at->data);
            return false;
        }
        const ir::Edge seen = *looks;
        const NodeId id = view.id;
        const std::string name = at->data;
        state_.edges.erase(looks);
        for (ir::Edge& edge : state_.edges) {
            if (containerOf(edge.memlet.data) == name) // also further inside of scopes
                edge.memlet.data.replace(0, name.size(), seen.memlet.data);
            if (edge.src == id)
                std::tie(edge.src, edge.srcConnector) =
                    seen.dst == id
                        ? std::pair(seen.src, edge.memlet.empty() ? "" : seen.srcConnector)
                        : std::pair(seen.dst, std::string());
            if (edge.dst == id)
                std::tie(edge.dst, edge.dstConnector) =
                    seen.src == id
                        ? std::pair(seen.dst, edge.memlet.empty() ? "" : seen.dstConnector)
                        : std::pair(seen.src, std::string());
        }
        std::erase_if(state_.nodes, [&](const ir::Node& gone) { return gone.id == id; });
        return true;
    }

    FlatState& state_;
};

} // namespace

void dissolveStructureViews(FlatState& state) {
    StructureViews(state).run();
}

} // namespace mw::analysis
