// The layout helper: Graphviz' `dot` kept in a process of its own, because it is not thread-safe,
// cannot be interrupted, and may take for ever. Reads requests on standard input, answers on
// standard output, ends with its input.

#include "viewers/layout/protocol.h"

#include <graphviz/gvc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace {

using mw::layout::RankedGraph;

constexpr double kPointsPerInch = 72;
constexpr double kSlotWidth = 26; ///< a box with fixed ports is a record with slots of this width
constexpr unsigned kSecondsPerRequest = 20; ///< the program that asks gives up much earlier

struct CloseGraph {
    void operator()(Agraph_t* g) const { agclose(g); }
};

void set(void* object, const char* name, const std::string& value) {
    // cgraph takes char* and only reads it.
    agsafeset(object, const_cast<char*>(name), const_cast<char*>(value.c_str()),
              const_cast<char*>(""));
}

class DotGraph {
public:
    explicit DotGraph(const RankedGraph& graph) : source_(graph) {
        graph_.reset(agopen(const_cast<char*>("g"), Agdirected, nullptr));
        set(graph_.get(), "splines", "none");
        set(graph_.get(), "nodesep", "0.02");
        set(graph_.get(), "ranksep", "0.3");
        set(graph_.get(), "nslimit", "4");
        set(graph_.get(), "mclimit", "0.6");
        addNodes();
        for (const auto& e : graph.edges)
            addEdge(e);
    }

    std::optional<std::vector<double>> middles(GVC_t* context) {
        if (gvLayout(context, graph_.get(), "dot") != 0)
            return std::nullopt;
        std::vector<double> result;
        for (Agnode_t* node : nodes_)
            result.push_back(ND_coord(node).x);
        gvFreeLayout(context, graph_.get());
        return result;
    }

private:
    int slots(int node) const {
        const double width = source_.nodes[static_cast<std::size_t>(node)].size.w;
        return std::clamp(static_cast<int>(width / kSlotWidth), 1, 40);
    }
    std::string port(int node, double x) const {
        const double width = source_.nodes[static_cast<std::size_t>(node)].size.w;
        const int count = slots(node);
        const int slot = static_cast<int>(std::floor((x / width + 0.5) * count));
        return "p" + std::to_string(std::clamp(slot, 0, count - 1));
    }

    void addNodes() {
        std::vector<char> ported(source_.nodes.size(), 0);
        for (const auto& e : source_.edges) {
            if (e.fromX != 0)
                ported[static_cast<std::size_t>(e.from)] = 1;
            if (e.toX != 0)
                ported[static_cast<std::size_t>(e.to)] = 1;
        }
        for (std::size_t i = 0; i < source_.nodes.size(); ++i) {
            std::string name = "n" + std::to_string(i);
            Agnode_t* node = agnode(graph_.get(), name.data(), 1);
            const bool record = ported[i] != 0 && slots(static_cast<int>(i)) > 1;
            set(node, "shape", record ? "record" : "box");
            set(node, "label", record ? recordLabel(slots(static_cast<int>(i))) : "");
            set(node, "fixedsize", "true");
            set(node, "width", std::to_string(source_.nodes[i].size.w / kPointsPerInch));
            set(node, "height", "0.4");
            nodes_.push_back(node);
        }
    }

    static std::string recordLabel(int count) {
        std::string label;
        for (int i = 0; i < count; ++i)
            label += (i > 0 ? "|<p" : "<p") + std::to_string(i) + ">";
        return label;
    }

    void addEdge(const RankedGraph::Edge& e) {
        Agedge_t* edge = agedge(graph_.get(), nodes_[static_cast<std::size_t>(e.from)],
                                nodes_[static_cast<std::size_t>(e.to)], nullptr, 1);
        set(edge, "weight", std::to_string(e.weight));
        if (e.fromX != 0 && slots(e.from) > 1)
            set(edge, "tailport", port(e.from, e.fromX));
        if (e.toX != 0 && slots(e.to) > 1)
            set(edge, "headport", port(e.to, e.toX));
    }

    const RankedGraph& source_;
    std::unique_ptr<Agraph_t, CloseGraph> graph_;
    std::vector<Agnode_t*> nodes_;
};

bool readAll(char* into, std::size_t size) {
    while (size > 0) {
        const ssize_t got = read(STDIN_FILENO, into, size);
        if (got <= 0)
            return false;
        into += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool writeAll(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t put = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (put <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

std::optional<std::string> readMessage() {
    std::uint32_t size = 0;
    std::array<char, sizeof size> head{};
    if (!readAll(head.data(), head.size()))
        return std::nullopt;
    std::memcpy(&size, head.data(), sizeof size);
    if (size > mw::layout::protocol::kMaxMessage)
        return std::nullopt;
    std::string bytes(size, '\0');
    return readAll(bytes.data(), size) ? std::optional(std::move(bytes)) : std::nullopt;
}

} // namespace

int main() {
    agseterr(AGMAX); // a record narrower than Graphviz likes is no news
    GVC_t* context = gvContext();
    while (const auto request = readMessage()) {
        alarm(kSecondsPerRequest);
        const auto graphs = mw::layout::protocol::decodeRequest(*request);
        if (!graphs)
            return 1;
        mw::layout::protocol::Answer answer;
        for (const auto& graph : *graphs)
            answer.push_back(DotGraph(graph).middles(context));
        if (!writeAll(mw::layout::protocol::encodeAnswer(answer)))
            return 1;
        alarm(0);
    }
    gvFreeContext(context);
    return 0;
}
