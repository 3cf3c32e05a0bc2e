// Symbols and containers that nothing mentions.
#include "core/validate/unused.h"

#include "core/support/amounts.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_set>

namespace mw::validate {

namespace {

/// Strikes the names that anything in one SDFG mentions from a list; what is left is of no use.
class Mentions {
public:
    Mentions(const ir::Sdfg& sdfg, analysis::SymbolUses& symbols) : sdfg_(sdfg), symbols_(symbols) {
        for (const auto& [name, type] : sdfg_.symbols)
            left_.insert(name);
        for (const auto& [name, data] : sdfg_.arrays)
            if (data->transient)
                left_.insert(name);
    }

    /// False when something in the SDFG is not understood: it may use any name.
    bool run() {
        for (const auto& [name, data] : sdfg_.arrays)
            descriptor(*data);
        controlFlow();
        for (const auto* files : {&sdfg_.globalCode, &sdfg_.initCode, &sdfg_.exitCode})
            for (const auto& [file, code] : *files)
                text(code.text);
        ir::forEachBlock(sdfg_.body, [&](const ir::Block& block) {
            understood_ = understood_ && !block.as<ir::UnknownBlock>();
            const auto* state = block.as<ir::State>();
            if (!state)
                return;
            for (const auto& edge : state->edges)
                memlet(edge->memlet);
            for (const auto& node : state->nodes)
                visit(*node);
        });
        return understood_;
    }
    bool isLeft(std::string_view name) const { return left_.contains(name); }

private:
    void name(std::string_view name) { left_.erase(name); }
    void text(std::string_view code) {
        analysis::NameSet names;
        analysis::collectIdentifiers(code, names);
        for (const auto& each : names)
            name(each);
    }
    void expression(const symbolic::Expr& e) {
        if (e.isSymbol())
            name(e.name());
        for (const auto& arg : e.args())
            expression(arg);
    }
    void region(const symbolic::Subset& subset) {
        for (const auto& range : subset.dims)
            for (const auto* e : {&range.begin, &range.end, &range.step, &range.tile})
                expression(*e);
    }
    void descriptor(const ir::DataDescriptor& data) {
        understood_ = understood_ && data.kind != ir::DataKind::other;
        for (const auto* list : {&data.shape, &data.strides, &data.offset})
            for (const auto& e : *list)
                expression(e);
        expression(data.totalSize);
        expression(data.startOffset);
        for (const auto& [name, member] : data.members)
            descriptor(*member);
    }
    void controlFlow() {
        analysis::forEachControlText(sdfg_, [&](const std::string& code) { text(code); });
        analysis::forEachInterstateEdge(sdfg_.body, [&](const ir::InterstateEdge& edge) {
            for (const auto& [assigned, value] : edge.assignments)
                name(assigned);
        });
        ir::forEachBlock(sdfg_.body, [&](const ir::Block& block) {
            if (const auto* loop = block.as<ir::LoopRegion>())
                name(loop->loopVariable);
        });
    }
    void memlet(const ir::Memlet& memlet) {
        if (memlet.empty())
            return;
        name(analysis::containerOf(memlet.data));
        for (const auto* subset : {&memlet.subset, &memlet.otherSubset})
            if (*subset)
                region(**subset);
        expression(memlet.volume);
        if (!memlet.wcr.empty())
            text(memlet.wcr);
    }
    void visit(const ir::Node& node) {
        if (const auto* access = node.as<ir::AccessNode>())
            name(analysis::containerOf(access->data));
        else if (const auto* tasklet = node.as<ir::Tasklet>())
            this->tasklet(*tasklet);
        else if (const auto* map = node.as<ir::MapEntry>())
            region(map->map.range);
        else if (const auto* consume = node.as<ir::ConsumeEntry>()) {
            expression(consume->numPes);
            text(consume->condition.text);
        } else if (const auto* nested = node.as<ir::NestedSdfg>())
            this->nested(*nested);
        else if (const auto* library = node.as<ir::LibraryNode>())
            for (const auto& [key, value] : library->properties)
                text(value);
        else if (node.as<ir::UnknownNode>())
            understood_ = false;
    }
    void tasklet(const ir::Tasklet& tasklet) {
        for (const auto* code :
             {&tasklet.code, &tasklet.codeGlobal, &tasklet.codeInit, &tasklet.codeExit})
            if (!code->empty())
                text(code->text);
    }
    void nested(const ir::NestedSdfg& nested) {
        for (const auto& [inner, value] : nested.symbolMapping)
            expression(value);
        understood_ = understood_ && nested.sdfg;
        if (!nested.sdfg)
            return;
        for (const auto& inner : symbols_.of(*nested.sdfg))
            if (!nested.symbolMapping.contains(inner))
                name(inner);
    }

    const ir::Sdfg& sdfg_;
    analysis::SymbolUses& symbols_;
    std::unordered_set<std::string_view> left_;
    bool understood_ = true;
};

/// Graphs of GT4Py declare hundreds: the first few stand for them.
std::string shortList(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 5;
    const auto shown = std::span(names).first(std::min(names.size(), kShown));
    return fmt::format("{}{}", fmt::join(shown, ", "),
                       names.size() > kShown ? fmt::format(" and {} more", names.size() - kShown)
                                             : "");
}

} // namespace

Unused unusedIn(const ir::Sdfg& sdfg, analysis::SymbolUses& symbols) {
    Mentions mentions(sdfg, symbols);
    Unused unused;
    if (!mentions.run())
        return unused;
    for (const auto& [name, type] : sdfg.symbols)
        if (mentions.isLeft(name))
            unused.symbols.push_back(name);
    for (const auto& [name, data] : sdfg.arrays)
        if (data->transient && mentions.isLeft(name))
            unused.containers.push_back(name);
    return unused;
}

void checkUnused(const SdfgContext& context, Findings& findings) {
    const auto& sdfg = context.sdfg;
    const Unused unused = unusedIn(sdfg, context.shared.symbols);
    if (!unused.symbols.empty())
        findings.hint("dead-symbols",
                      fmt::format("{} declares {} that nothing uses: {}.", sdfg.name,
                                  counted(unused.symbols.size(), "symbol"),
                                  shortList(unused.symbols)),
                      {sdfg.id}, "symbols");
    if (!unused.containers.empty())
        findings.hint("unused-containers",
                      fmt::format("{} declares {} that nothing uses: {}.", sdfg.name,
                                  counted(unused.containers.size(), "temporary"),
                                  shortList(unused.containers)),
                      {sdfg.id}, "_arrays");
}

} // namespace mw::validate
