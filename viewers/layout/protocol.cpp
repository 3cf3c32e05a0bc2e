// Messages between the layout and its helper process.
#include "viewers/layout/protocol.h"

#include <utility>

namespace mw::layout::protocol {

std::string encodeRequest(const std::vector<const RankedGraph*>& graphs) {
    Writer out;
    out.put(static_cast<std::uint32_t>(graphs.size()));
    for (const RankedGraph* graph : graphs) {
        out.put(static_cast<std::uint32_t>(graph->ranks));
        out.put(static_cast<std::uint32_t>(graph->nodes.size()));
        for (const auto& n : graph->nodes) {
            out.put(n.size.w);
            out.put(static_cast<std::int32_t>(n.rank));
        }
        out.put(static_cast<std::uint32_t>(graph->edges.size()));
        for (const auto& e : graph->edges) {
            out.put(static_cast<std::int32_t>(e.from));
            out.put(static_cast<std::int32_t>(e.to));
            out.put(e.fromX);
            out.put(e.toX);
            out.put(static_cast<std::int32_t>(e.weight));
        }
    }
    return out.message();
}

std::optional<std::vector<RankedGraph>> decodeRequest(std::string_view bytes) {
    Reader in(bytes);
    std::vector<RankedGraph> graphs;
    const auto count = in.get<std::uint32_t>();
    for (std::uint32_t g = 0; g < count && in.ok(); ++g) {
        RankedGraph graph;
        graph.ranks = static_cast<int>(in.get<std::uint32_t>());
        const auto nodes = in.get<std::uint32_t>();
        for (std::uint32_t n = 0; n < nodes && in.ok(); ++n) {
            const auto width = in.get<double>();
            const auto rank = in.get<std::int32_t>();
            graph.nodes.push_back({{width, 0}, rank, -1});
        }
        const auto edges = in.get<std::uint32_t>();
        for (std::uint32_t e = 0; e < edges && in.ok(); ++e) {
            RankedGraph::Edge edge;
            edge.from = in.get<std::int32_t>();
            edge.to = in.get<std::int32_t>();
            edge.fromX = in.get<double>();
            edge.toX = in.get<double>();
            edge.weight = in.get<std::int32_t>();
            const auto valid = [&](int i) { return i >= 0 && std::cmp_less(i, nodes); };
            if (!valid(edge.from) || !valid(edge.to))
                return std::nullopt;
            graph.edges.push_back(edge);
        }
        graphs.push_back(std::move(graph));
    }
    return in.ok() ? std::optional(std::move(graphs)) : std::nullopt;
}

std::string encodeAnswer(const Answer& answer) {
    Writer out;
    out.put(static_cast<std::uint32_t>(answer.size()));
    for (const auto& middles : answer) {
        out.put(static_cast<std::uint8_t>(middles ? 1 : 0));
        out.put(static_cast<std::uint32_t>(middles ? middles->size() : 0));
        if (!middles)
            continue;
        for (const double x : *middles)
            out.put(x);
    }
    return out.message();
}

std::optional<Answer> decodeAnswer(std::string_view bytes) {
    Reader in(bytes);
    Answer answer;
    const auto count = in.get<std::uint32_t>();
    for (std::uint32_t g = 0; g < count && in.ok(); ++g) {
        const bool present = in.get<std::uint8_t>() != 0;
        const auto nodes = in.get<std::uint32_t>();
        std::vector<double> middles;
        for (std::uint32_t n = 0; n < nodes && in.ok(); ++n)
            middles.push_back(in.get<double>());
        answer.push_back(present ? std::optional(std::move(middles)) : std::nullopt);
    }
    return in.ok() ? std::optional(std::move(answer)) : std::nullopt;
}

} // namespace mw::layout::protocol
