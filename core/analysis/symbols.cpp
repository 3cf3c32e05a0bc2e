// Which symbols an SDFG needs from outside, and the argument list that follows.
#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/control_names.h"
#include "core/analysis/names.h"
#include "core/analysis/region_index.h"
#include "core/analysis/symbol_use.h"
#include "core/ir/connectors.h"

#include <algorithm>
#include <map>

namespace mw::analysis {

namespace {

/// The symbols that generated code of one SDFG needs from outside.
class SymbolUse {
public:
    SymbolUse(const ir::Sdfg& sdfg, SymbolUses& inner)
        : sdfg_(sdfg), inner_(inner), assigned_(inner.assignedIn(sdfg)) {}

    /// `early`: assigned symbols whose first value comes from outside.
    NameSet run(const NameSet& early) {
        descriptors();
        forEachControlText(sdfg_, [&](const std::string& text) { addCode(text, {}); });
        for (const auto& code : {sdfg_.initCode, sdfg_.exitCode})
            for (const auto& [file, text] : code)
                addCode(text.text, {});
        ir::forEachBlock(sdfg_.body, [&](const ir::Block& block) {
            if (const auto* content = block.as<ir::State>())
                state(*content);
        });
        removeDefined(early);
        return std::move(used_);
    }

    /// Symbols that one state reads, those in the layouts of its containers included.
    NameSet readBy(const ir::State& content) {
        used_.clear();
        state(content);
        NameSet containers;
        for (const auto& node : content.nodes)
            if (const auto* access = node->as<ir::AccessNode>())
                containers.emplace(containerOf(sdfg_, access->data));
        for (const auto& edge : content.edges)
            if (!edge->memlet.empty())
                containers.emplace(containerOf(sdfg_, edge->memlet.data));
        for (const auto& name : containers)
            if (const auto* data = sdfg_.data(name))
                layout(*data);
        return std::move(used_);
    }
    NameSet readBy(const std::string& code) {
        used_.clear();
        addCode(code, {});
        return std::move(used_);
    }

private:
    void add(const symbolic::Expr& e) { add(e, {}); }
    void add(const std::vector<symbolic::Expr>& list) {
        for (const auto& e : list)
            add(e);
    }
    void add(const symbolic::Subset& subset, const NameSet& local) {
        for (const auto& range : subset.dims)
            for (const auto* e : {&range.begin, &range.end, &range.step, &range.tile})
                add(*e, local);
    }
    /// Most names are there already: they are looked up, not collected and merged.
    void add(const symbolic::Expr& e, const NameSet& local) {
        if (e.isSymbol() && !used_.contains(e.name()) && !local.contains(e.name()))
            used_.insert(e.name());
        for (const auto& arg : e.args())
            add(arg, local);
    }
    static bool takesPointer(const ir::Node& node) {
        return node.as<ir::Tasklet>() || node.as<ir::NestedSdfg>();
    }
    /// Code gets a pointer to the first element: how far the region reaches is not in it.
    static symbolic::Subset firstElement(const symbolic::Subset& subset) {
        symbolic::Subset first;
        for (const auto& begin : subset.begins())
            first.dims.push_back(symbolic::Range::point(begin));
        return first;
    }
    /// Names in code count when they are declared symbols: code also names functions and locals.
    void addCode(std::string_view code, const NameSet& local) {
        NameSet names;
        collectIdentifiers(code, names);
        for (const auto& name : names)
            if (!local.contains(name) && (sdfg_.symbols.contains(name) || assigned_.contains(name)))
                used_.insert(name);
    }

    /// Symbols in `shape` and `total_size` count for temporaries only: others are allocated
    /// outside.
    void descriptors() {
        for (const auto& [name, data] : sdfg_.arrays)
            layout(*data);
    }
    void layout(const ir::DataDescriptor& data) {
        if (data.isScalar())
            return;
        add(data.strides);
        add(data.offset);
        for (const auto& [name, member] : data.members)
            layout(*member);
        if (!data.transient)
            return;
        add(data.shape);
        add(data.totalSize);
    }

    /// Parameters and dynamic inputs of the scopes around the contents of `entry`, itself included.
    static NameSet localNames(const ir::StateIndex& index, NodeId entry) {
        NameSet names;
        for (NodeId at = entry; at; at = index.scope(at)) {
            const ir::Node* node = index.node(at);
            if (const auto* map = node->as<ir::MapEntry>())
                names.insert(map->map.params.begin(), map->map.params.end());
            else if (const auto* consume = node->as<ir::ConsumeEntry>())
                names.insert(consume->peIndex);
            for (auto& name : ir::dynamicInputs(*node))
                names.insert(std::move(name));
        }
        return names;
    }

    /// localNames() of the scopes of one state, each made once.
    class Locals {
    public:
        explicit Locals(const ir::StateIndex& index) : index_(index) {}
        const NameSet& inside(NodeId entry) {
            const auto [known, isNew] = byEntry_.try_emplace(entry);
            if (isNew)
                known->second = localNames(index_, entry);
            return known->second;
        }

    private:
        const ir::StateIndex& index_;
        std::map<NodeId, NameSet> byEntry_;
    };

    void state(const ir::State& content) {
        const ir::StateIndex index(content);
        Locals locals(index);
        for (const auto& node : content.nodes)
            visit(index, locals, *node);
        for (const auto& edge : content.edges) {
            const ir::Node* src = index.node(edge->src);
            const ir::Node* dst = index.node(edge->dst);
            // Code uses the innermost memlets of a path; the outer ones are derived.
            if (!src || !dst || dst->isEntry() || src->isExit() || edge->memlet.empty())
                continue;
            const NodeId scope = src->isEntry() ? src->id : index.scope(src->id);
            const NameSet& local = locals.inside(scope);
            const bool toCode = takesPointer(*src) || takesPointer(*dst);
            for (const auto* subset : {&edge->memlet.subset, &edge->memlet.otherSubset})
                if (*subset)
                    add(toCode ? firstElement(**subset) : **subset, local);
        }
    }

    void visit(const ir::StateIndex& index, Locals& locals, const ir::Node& node) {
        const NameSet& local = locals.inside(index.scope(node.id));
        if (const auto* tasklet = node.as<ir::Tasklet>()) {
            NameSet hidden = local;
            for (const auto* connectors : {&node.in, &node.out})
                for (const auto& [name, type] : *connectors)
                    hidden.insert(name);
            addCode(tasklet->code.text, hidden);
        } else if (const auto* map = node.as<ir::MapEntry>()) {
            add(map->map.range, locals.inside(node.id));
        } else if (const auto* consume = node.as<ir::ConsumeEntry>()) {
            add(consume->numPes);
        } else if (const auto* nested = node.as<ir::NestedSdfg>()) {
            nestedSymbols(*nested, local);
        }
    }

    void nestedSymbols(const ir::NestedSdfg& nested, const NameSet& local) {
        if (!nested.sdfg)
            return;
        for (const auto& inner : inner_.of(nested.sdfg)) {
            const auto mapped = nested.symbolMapping.find(inner);
            NameSet names;
            if (mapped == nested.symbolMapping.end())
                names.insert(inner);
            else
                symbolic::collectSymbols(mapped->second, names);
            for (const auto& name : names)
                if (!local.contains(name))
                    used_.insert(name);
        }
    }

    void removeDefined(const NameSet& early) {
        for (const auto& name : assigned_)
            if (!early.contains(name))
                used_.erase(name);
        for (const auto& [name, value] : sdfg_.constants)
            used_.erase(name);
        for (const auto& name : sdfg_.constantArrays)
            used_.erase(name);
        for (const auto& [name, data] : sdfg_.arrays)
            used_.erase(name);
    }

    const ir::Sdfg& sdfg_;
    SymbolUses& inner_;
    const NameSet& assigned_;
    NameSet used_;
};

/// Symbols that are read, in DaCe's order of visit (depth first from the start, edges in the order
/// of the file), before the visit comes to what assigns them: their first value comes from outside.
class EarlyReads {
public:
    EarlyReads(const ir::Sdfg& sdfg, SymbolUses& inner)
        : sdfg_(sdfg), use_(sdfg, inner), assigned_(inner.assignedIn(sdfg)) {}

    NameSet run() {
        if (!assigned_.empty())
            region(sdfg_.body);
        return std::move(early_);
    }

private:
    void region(const ir::Region& region) {
        const RegionIndex index(region);
        std::set<BlockId> seen;
        visitDepthFirst(
            index, ir::startOf(region), seen, [&](const ir::Block& block) { this->block(block); },
            [&](const ir::InterstateEdge& edge) { interstate(edge); });
    }

    void interstate(const ir::InterstateEdge& edge) {
        text(edge.condition.text);
        for (const auto& [name, value] : edge.assignments) {
            text(value);
            known_.insert(name);
        }
    }

    void block(const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            return reads(use_.readBy(*state));
        if (const auto* conditional = block.as<ir::ConditionalBlock>())
            for (const auto& branch : conditional->branches) {
                if (branch.condition)
                    text(branch.condition->text);
                if (const ir::Region* body = branch.body ? branch.body->region() : nullptr)
                    region(*body);
            }
        const auto* loop = block.as<ir::LoopRegion>();
        if (loop) {
            text(assignedText(loop->init.text));
            if (!loop->init.empty() && !loop->loopVariable.empty())
                known_.insert(loop->loopVariable);
            text(loop->condition.text);
        }
        if (const ir::Region* inner = block.region())
            region(*inner);
        if (loop)
            text(assignedText(loop->update.text));
    }

    void text(const std::string& code) {
        if (!code.empty())
            reads(use_.readBy(code));
    }
    void reads(const NameSet& names) {
        for (const auto& name : names)
            if (assigned_.contains(name) && !known_.contains(name))
                early_.insert(name);
    }

    const ir::Sdfg& sdfg_;
    SymbolUse use_;
    const NameSet& assigned_;
    NameSet known_, early_;
};

} // namespace

const NameSet& SymbolUses::of(const ir::Sdfg& sdfg) {
    if (const auto known = known_.find(&sdfg); known != known_.end())
        return known->second;
    NameSet used = SymbolUse(sdfg, *this).run(EarlyReads(sdfg, *this).run());
    return known_.emplace(&sdfg, std::move(used)).first->second;
}

const NameSet& SymbolUses::of(const ir::SdfgPtr& sdfg) {
    struct Used {
        NameSet names;
    };
    if (!kept_)
        return of(*sdfg);
    return kept_->of<Used>(sdfg, [this](const ir::Sdfg& made) { return Used{of(made)}; })->names;
}

const NameSet& SymbolUses::assignedIn(const ir::Sdfg& sdfg) {
    const auto [entry, fresh] = assigned_.try_emplace(&sdfg);
    if (fresh)
        for (const auto& [name, type] : assignedSymbols(sdfg))
            entry->second.insert(name);
    return entry->second;
}

NameSet SymbolUses::readBy(const ir::Sdfg& sdfg, const ir::State& state) {
    return SymbolUse(sdfg, *this).readBy(state);
}

std::set<std::string, std::less<>> usedSymbols(const ir::Sdfg& sdfg) {
    return SymbolUses().of(sdfg);
}

std::vector<std::string> argumentList(const ir::Sdfg& sdfg) {
    NameSet arrays;
    NameSet scalars = usedSymbols(sdfg);
    for (const auto& [name, data] : sdfg.arrays)
        if (!data->transient)
            (data->isScalar() ? scalars : arrays).insert(name);
    std::vector<std::string> result;
    for (const auto* part : {&arrays, &scalars})
        for (const auto& name : *part)
            if (!name.starts_with("__dace") && !sdfg.constants.contains(name))
                result.push_back(name);
    return result;
}

} // namespace mw::analysis
