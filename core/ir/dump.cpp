// The compact text form of a document: what tests and people read.
#include "core/ir/dump.h"

#include "core/ir/dump_nodes.h"
#include "core/ir/dump_text.h"
#include "core/ir/index.h"
#include "core/support/overload.h"
#include "core/support/text_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace mw::ir {

namespace {

std::string valueText(const symbolic::Value& value) {
    if (!value.isReal)
        return std::to_string(value.i);
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value.d).ptr;
    std::string text(buffer.data(), end);
    // A real stays a real when read back.
    if (std::isfinite(value.d) && text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

class Printer {
public:
    std::string print(const Sdfg& root) {
        sdfg("", root);
        return out_.take();
    }

private:
    void sdfg(const std::string& before, const Sdfg& sdfg) {
        open(before + "sdfg " + dumpName(sdfg.name));
        arguments(sdfg);
        for (const auto& [name, value] : sdfg.constants)
            out_.line("constant " + dumpName(name) + " = " + valueText(value));
        for (const auto& name : sdfg.constantArrays)
            out_.line("constantarray " + dumpName(name));
        codes("globalcode", sdfg.globalCode);
        codes("initcode", sdfg.initCode);
        codes("exitcode", sdfg.exitCode);
        for (const auto& [name, data] : sdfg.arrays)
            if (data)
                container(name, *data);
        region(sdfg.body);
        close();
    }

    void container(const std::string& name, const DataDescriptor& data) {
        out_.line(dumpData(name, data));
        for (const auto& [member, inside] : data.members)
            container(name + '.' + member, *inside);
    }

    void arguments(const Sdfg& sdfg) {
        std::string args;
        for (const auto& name : sdfg.argNames)
            args += " " + dumpName(name);
        if (!args.empty())
            out_.line("args" + args);
        std::string symbols;
        for (const auto& [name, type] : sdfg.symbols) {
            symbols += " " + dumpName(name) + ":";
            symbols += type.scalar == ScalarType::other ? dumpQuoted(type.text, '"')
                                                        : std::string(ir::name(type.scalar));
        }
        if (!symbols.empty())
            out_.line("symbols" + symbols);
    }

    void codes(const char* key, const std::map<std::string, CodeBlock, std::less<>>& blocks) {
        for (const auto& [file, code] : blocks)
            if (!code.empty())
                out_.line(std::string(key) + " " + dumpName(file) + " " + dumpCode(code));
    }

    void region(const Region& region) {
        Region implied{region.blocks, region.edges, {}};
        if (startOf(implied) != startOf(region))
            out_.line("start " + reference(region, region.start));
        for (const auto& inner : region.blocks)
            block(*inner);
        for (const auto& edge : region.edges)
            out_.line(interstateEdge(region, edge));
    }

    /// The label; with its place among the blocks where the label alone is not unique.
    static std::string reference(const Region& region, BlockId id) {
        const auto at = std::ranges::find(region.blocks, id, [](const auto& b) { return b->id; });
        if (at == region.blocks.end())
            return "?";
        const auto sharesLabel = [&](const BlockPtr& b) { return b->label == (*at)->label; };
        std::string text = dumpName((*at)->label);
        if (std::ranges::count_if(region.blocks, sharesLabel) > 1)
            text += "#" + std::to_string(at - region.blocks.begin());
        return text;
    }

    static std::string interstateEdge(const Region& region, const InterstateEdge& edge) {
        std::string text = reference(region, edge.src) + " -> " + reference(region, edge.dst);
        if (!edge.condition.empty())
            text += " if " + dumpCode(edge.condition);
        for (const auto& [name, value] : edge.assignments)
            text += " with " + dumpName(name) + " = " + dumpQuoted(value, '`');
        return text;
    }

    void block(const Block& block) {
        const std::string label = dumpName(block.label);
        std::visit(Overload{
                       [&](const State& s) { state(label, s); },
                       [&](const ControlFlowRegion& r) { plain("region " + label, r); },
                       [&](const LoopRegion& l) { loop(label, l); },
                       [&](const ConditionalBlock& c) { conditional(label, c); },
                       [&](const JumpBlock& j) { jump(label, j); },
                       [&](const UnknownBlock& u) {
                           out_.line("unknown " + dumpName(u.typeName) + " " + label);
                       },
                   },
                   block.kind);
    }

    void plain(std::string head, const ControlFlowRegion& inner) {
        static constexpr std::array<const char*, 4> kFlavours{"", " named", " function",
                                                              " unstructured"};
        open(head += kFlavours[static_cast<std::size_t>(inner.flavour)]);
        region(inner.body);
        close();
    }

    void loop(const std::string& label, const LoopRegion& loop) {
        std::string head = "loop " + label + " " + dumpCode(loop.init) + " " +
                           dumpCode(loop.condition) + " " + dumpCode(loop.update);
        if (!loop.loopVariable.empty())
            head += " variable " + dumpName(loop.loopVariable);
        head += loop.inverted ? " inverted" : "";
        head += loop.updateBeforeCondition ? "" : " updateafter";
        if (loop.unroll || loop.unrollFactor != 0)
            head +=
                (loop.unroll ? " unroll " : " unrollfactor ") + std::to_string(loop.unrollFactor);
        open(head);
        region(loop.body);
        close();
    }

    void conditional(const std::string& label, const ConditionalBlock& block) {
        open("branch " + label);
        for (const auto& branch : block.branches) {
            const std::string head =
                branch.condition ? "if " + dumpCode(*branch.condition) : "else";
            const auto* body = branch.body ? branch.body->as<ControlFlowRegion>() : nullptr;
            if (body)
                plain(head + " " + dumpName(branch.body->label), *body);
        }
        close();
    }

    void jump(const std::string& label, const JumpBlock& block) {
        static constexpr std::array<const char*, 3> kJumps{"break ", "continue ", "return "};
        out_.line(kJumps[static_cast<std::size_t>(block.jump)] + label);
    }

    void state(const std::string& label, const State& content) {
        const StateIndex index(content);
        open("state " + label);
        for (const auto& node : content.nodes) {
            const auto* nested = node->as<NestedSdfg>();
            if (nested && nested->sdfg)
                sdfg(dumpNode(*node, index) + " = ", *nested->sdfg);
            else
                out_.line(dumpNode(*node, index));
        }
        for (const auto& edge : content.edges)
            out_.line(dumpEdge(*edge, index));
        close();
    }

    void open(const std::string& head) {
        out_.line(head + " {");
        out_.indent();
    }
    void close() {
        out_.dedent();
        out_.line("}");
    }

    TextWriter out_{2};
};

} // namespace

std::string dump(const Sdfg& sdfg) {
    return Printer().print(sdfg);
}

} // namespace mw::ir
