// A graph as text for Graphviz' dot.
#include "app/workbench/dot_text.h"

#include "core/ir/index.h"
#include "core/ir/predicates.h"
#include "core/support/printable.h"
#include "core/support/text_writer.h"
#include "core/symbolic/subset.h"

#include <fmt/format.h>

namespace mw::workbench {

namespace {

/// In quotes, with all marks escaped: Graphviz has commands behind a backslash and entities at `&`.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : printableLines(text)) {
        if (c == '&') {
            out += "&amp;";
            continue;
        }
        if (c == '"' || c == '\\')
            out += '\\';
        if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    return out + "\"";
}

std::string shortened(const std::string& text, std::size_t limit = 60) {
    if (text.size() <= limit)
        return text;
    std::size_t end = limit - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
        --end; // never within a character
    return text.substr(0, end) + "...";
}

std::string mapLabel(const ir::Map& map) {
    std::string text = printable(map.label);
    for (std::size_t i = 0; i < map.params.size(); ++i)
        text += fmt::format("\n{} = {}", printable(map.params[i]), print(map.range.dims[i]));
    return text;
}

class DotWriter {
public:
    std::string write(const ir::Document& document) {
        out_.line("digraph " + quoted(document.root->name) + " {");
        out_.indent();
        out_.line("compound=true; node [fontname=\"DejaVu Sans\", fontsize=10]; "
                  "edge [fontname=\"DejaVu Sans\", fontsize=8, arrowsize=0.6];");
        region(document.root->body, *document.root);
        out_.dedent();
        out_.line("}");
        return out_.take();
    }

private:
    void open(ElementId id, const std::string& label, const std::string& style) {
        out_.line(fmt::format("subgraph cluster_{} {{", id.value));
        out_.indent();
        out_.line(fmt::format("label={}; {};", quoted(label), style));
    }
    void close() {
        out_.dedent();
        out_.line("}");
    }

    void region(const ir::Region& region, const ir::Sdfg& sdfg) {
        for (const auto& block : region.blocks)
            this->block(*block, sdfg);
        for (const auto& edge : region.edges)
            out_.line(fmt::format("anchor_{} -> anchor_{} [ltail=cluster_{}, lhead=cluster_{}, "
                                  "label={}, color=steelblue];",
                                  edge.src.value, edge.dst.value, edge.src.value, edge.dst.value,
                                  quoted(edgeLabel(edge))));
    }

    static std::string edgeLabel(const ir::InterstateEdge& edge) {
        std::string text = ir::isAlwaysTrue(edge.condition) ? "" : edge.condition.text;
        for (const auto& [name, value] : edge.assignments)
            text += (text.empty() ? "" : "\n") + name + " = " + value;
        return text;
    }

    void block(const ir::Block& block, const ir::Sdfg& sdfg) {
        open(block.id, block.label, "color=gray50");
        out_.line(fmt::format("anchor_{} [style=invis, shape=point];", block.id.value));
        if (const auto* state = block.as<ir::State>())
            this->state(*state, sdfg);
        else if (const auto* inner = block.region())
            region(*inner, sdfg);
        else if (const auto* conditional = block.as<ir::ConditionalBlock>())
            for (const auto& branch : conditional->branches)
                if (branch.body)
                    this->block(*branch.body, sdfg);
        close();
    }

    void state(const ir::State& state, const ir::Sdfg& sdfg) {
        const ir::StateIndex index(state);
        scope(index, {}, sdfg);
        for (const auto& edge : state.edges) {
            const std::string label =
                edge->memlet.empty() || !edge->memlet.subset
                    ? ""
                    : fmt::format("{}[{}]", edge->memlet.data, print(*edge->memlet.subset));
            out_.line(fmt::format("n{} -> n{} [label={}{}];", edge->src.value, edge->dst.value,
                                  quoted(shortened(label)),
                                  edge->memlet.empty() ? ", style=dashed" : ""));
        }
    }

    void scope(const ir::StateIndex& index, NodeId entry, const ir::Sdfg& sdfg) {
        for (const NodeId id : index.children(entry)) {
            const ir::Node& node = *index.node(id);
            if (node.isExit() && entryOf(node) == entry && entry)
                out_.line(
                    fmt::format("n{} [shape=invtrapezium, label=\"\", height=0.2];", id.value));
            else if (const auto* map = node.as<ir::MapEntry>()) {
                open(id, mapLabel(map->map),
                     "style=filled; fillcolor=\"#eef3fa\"; color=\"#5b7fa6\"");
                out_.line(fmt::format("n{} [shape=trapezium, label=\"\", height=0.2];", id.value));
                scope(index, id, sdfg);
                close();
            } else {
                this->node(node, sdfg);
            }
        }
    }

    void node(const ir::Node& node, const ir::Sdfg& sdfg) {
        if (const auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg) {
            open(node.id, nested->label, "color=\"#8a6d3b\"");
            out_.line(fmt::format("n{} [shape=plaintext, label={}];", node.id.value,
                                  quoted(nested->label)));
            region(nested->sdfg->body, *nested->sdfg);
            return close();
        }
        if (const auto* tasklet = node.as<ir::Tasklet>())
            return out_.line(fmt::format("n{} [shape=octagon, label={}];", node.id.value,
                                         quoted(shortened(tasklet->code.text))));
        if (const auto* access = node.as<ir::AccessNode>()) {
            const auto* data = sdfg.data(access->data);
            const bool temporary = data && data->transient;
            return out_.line(fmt::format("n{} [shape=ellipse, style={}, label={}];", node.id.value,
                                         temporary ? "dashed" : "solid", quoted(access->data)));
        }
        out_.line(fmt::format("n{} [shape=box, label={}];", node.id.value,
                              quoted(ir::displayName(node))));
    }

    TextWriter out_{2};
};

} // namespace

std::string dotText(const ir::Document& document) {
    return DotWriter().write(document);
}

} // namespace mw::workbench
