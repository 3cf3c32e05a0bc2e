// Writes of one element by several iterations or nodes without an order.
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

using symbolic::Subset;

/// One edge at an access node, as an access to its container.
struct Access {
    const ir::Node* node;
    const ir::Edge* edge;
    const Subset* region;
};

/// Accesses to one container in one state.
struct Accesses {
    std::vector<Access> reads, writes;
};

std::vector<Access> at(const StateContext& c, const ir::Node& node, const std::string& data,
                       bool read) {
    std::vector<Access> found;
    for (const ir::Edge* edge : read ? c.index.outEdges(node.id) : c.index.inEdges(node.id)) {
        const auto& memlet = edge->memlet;
        const auto& region = analysis::regionOf(memlet, data);
        if (!memlet.empty() && region && !memlet.dynamic)
            found.push_back({&node, edge, &*region});
    }
    return found;
}

/// They share elements for all sizes.
bool certainlyOverlap(Certainty& certainty, const Subset& a, const Subset& b) {
    if (a.rank() != b.rank())
        return false;
    for (std::size_t d = 0; d < a.rank(); ++d) {
        const auto& x = a.dims[d];
        const auto& y = b.dims[d];
        const bool plain = x.step.isInteger(1) && y.step.isInteger(1);
        const bool same = x == y && (x.isPoint() || certainty.atLeast(x.end, x.begin));
        if (!same &&
            !(plain && certainty.atLeast(x.end, y.begin) && certainty.atLeast(y.end, x.begin)))
            return false;
    }
    return true;
}

class RaceCheck {
public:
    RaceCheck(const StateContext& context, std::string data, const Accesses& accesses,
              Findings& findings)
        : c_(context), data_(std::move(data)), accesses_(accesses), findings_(findings) {}

    void run() {
        const auto& writes = accesses_.writes;
        for (std::size_t i = 0; i < writes.size(); ++i) {
            for (std::size_t k = i + 1; k < writes.size(); ++k)
                if (writes[i].edge->memlet.wcr.empty() || writes[k].edge->memlet.wcr.empty())
                    compare(writes[i], writes[k], "written twice");
            for (const auto& read : accesses_.reads)
                if (read.node != writes[i].node)
                    compare(writes[i], read, "read and written");
        }
    }

private:
    void compare(const Access& a, const Access& b, const char* what) {
        if (c_.index.scope(a.node->id) != c_.index.scope(b.node->id) ||
            !certainlyOverlap(c_.in.certainty, *a.region, *b.region))
            return;
        if (a.node != b.node &&
            (c_.index.reaches(a.node->id, b.node->id) || c_.index.reaches(b.node->id, a.node->id)))
            return;
        findings_.warning("unordered-accesses",
                          fmt::format("'{}' is {} {} in overlapping regions, [{}] and [{}], in no "
                                      "order: add an edge that orders them.",
                                      data_, what, where(c_), symbolic::print(*a.region),
                                      symbolic::print(*b.region)),
                          {a.edge->id, b.edge->id});
    }

    const StateContext& c_;
    std::string data_;
    const Accesses& accesses_;
    Findings& findings_;
};

} // namespace

/// 29
void checkRaces(const StateContext& c, Findings& findings) {
    std::map<std::string_view, std::vector<const ir::Node*>> nodes;
    for (const auto& node : c.state.nodes)
        if (const auto* access = node->as<ir::AccessNode>())
            nodes[access->data].push_back(node.get());
    for (const auto& [name, list] : nodes) {
        const std::string data(name);
        const auto* descriptor = c.in.sdfg.data(data);
        const bool plain = descriptor && (descriptor->kind == ir::DataKind::array ||
                                          descriptor->kind == ir::DataKind::scalar);
        if (!plain || descriptor->allowConflicts)
            continue;
        Accesses accesses;
        for (const ir::Node* node : list) {
            const auto writes = at(c, *node, data, false);
            accesses.writes.insert(accesses.writes.end(), writes.begin(), writes.end());
            if (list.size() > 1) {
                const auto reads = at(c, *node, data, true);
                accesses.reads.insert(accesses.reads.end(), reads.begin(), reads.end());
            }
        }
        if (accesses.writes.size() + accesses.reads.size() > 1)
            RaceCheck(c, data, accesses, findings).run();
    }
}

} // namespace mw::validate
