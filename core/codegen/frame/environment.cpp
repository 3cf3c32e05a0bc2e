#include "core/codegen/frame/environment.h"

#include "core/analysis/analysis.h"
#include "core/analysis/copy_regions.h"
#include "core/analysis/unresolved_conflict.h"
#include "core/codegen/ctext.h"
#include "core/tasklet/tasklet.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;
using symbolic::Subset;

Expr linearIndex(const Place& place, const std::vector<Expr>& index) {
    Expr sum = place.offset;
    for (std::size_t i = 0; i < std::min(index.size(), place.strides.size()); ++i)
        sum = sum + index[i] * place.strides[i];
    return symbolic::simplify(sum);
}

std::vector<Expr> begins(const Frame& frame, const Subset& subset) {
    std::vector<Expr> result;
    result.reserve(subset.dims.size());
    for (const auto& dim : subset.dims)
        result.push_back(frame.outer(dim.begin));
    return result;
}

BoxDims boxOf(const Frame& frame, const Place& place, const symbolic::Subset& subset) {
    BoxDims box;
    for (std::size_t d = 0; d < subset.dims.size(); ++d) // a scalar has no strides, and one element
        box.push_back({symbolic::simplify(frame.outer(subset.dims[d].size())),
                       d < place.strides.size()
                           ? symbolic::simplify(place.strides[d] * frame.outer(subset.dims[d].step))
                           : Expr(0)});
    return box;
}

std::string Names::fresh(const std::string& wish) {
    std::string name = identifier(wish);
    for (int i = 1; contains(name); ++i)
        name = fmt::format("{}_{}", identifier(wish), i);
    taken_.insert(name);
    return name;
}

namespace {

/// A scope and the scopes around it, ending with the top level (0).
std::vector<NodeId> scopeChain(const ir::StateIndex& index, NodeId scope) {
    std::vector<NodeId> chain;
    for (; scope; scope = index.scope(scope))
        chain.push_back(scope);
    chain.push_back({});
    return chain;
}

NodeId commonScope(const ir::StateIndex& index, NodeId a, NodeId b) {
    const auto chain = scopeChain(index, b);
    for (const NodeId scope : scopeChain(index, a))
        if (std::find(chain.begin(), chain.end(), scope) != chain.end())
            return scope;
    return {};
}

class UsageAnalysis {
public:
    explicit UsageAnalysis(const ir::Sdfg& sdfg) : sdfg_(sdfg) {}

    UsageTable run() {
        region(sdfg_.body);
        for (auto& [name, seen] : seen_)
            table_[name] = conclude(seen);
        for (const auto& entry : sdfg_.arrays) {
            if (mentioned(entry.name))
                table_[entry.name].readByControl = true;
            if (const auto use = table_.find(entry.name);
                use != table_.end() && use->second.setZero)
                placeZeroed(*entry.value, use->second);
        }
        return std::move(table_);
    }

private:
    struct Seen {
        BlockId state;
        bool severalStates = false, carried = false, sameScope = true, plainWriter = false;
        bool setZero = false;
        NodeId scope;
        int writes = 0;
    };

    /// When a container is zeroed is a matter of where it is allocated (facts 8.9).
    static void placeZeroed(const ir::DataDescriptor& data, Usage& use) {
        const bool scoped =
            data.lifetime == ir::Lifetime::Scope || data.lifetime == ir::Lifetime::State;
        if (!scoped || use.readByControl)
            use.state = BlockId{};
        if (!use.state || data.lifetime == ir::Lifetime::State)
            use.scope = NodeId{};
    }

    void region(const ir::Region& region) {
        for (const auto& edge : region.edges) {
            text(edge.condition.text);
            for (const auto& [name, value] : edge.assignments)
                text(value);
        }
        for (const auto& block : region.blocks)
            this->block(*block);
    }
    void block(const ir::Block& block) {
        if (const auto* s = block.as<ir::State>())
            state(block, *s);
        if (const auto* loop = block.as<ir::LoopRegion>()) {
            text(loop->init.text);
            text(loop->condition.text);
            text(loop->update.text);
        }
        if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            for (const auto& branch : conditional->branches) {
                if (branch.condition)
                    text(branch.condition->text);
                if (branch.body)
                    this->block(*branch.body);
            }
        }
        if (const ir::Region* inner = block.region())
            region(*inner);
    }
    void text(const std::string& python) {
        if (!python.empty())
            control_ += " " + python + " ";
    }
    /// Whether a name stands in any condition or assignment, as a whole word.
    bool mentioned(const std::string& name) const {
        const auto isWord = [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        };
        for (std::size_t at = control_.find(name); at != std::string::npos;
             at = control_.find(name, at + 1)) {
            if (!isWord(control_[at - 1]) && !isWord(control_[at + name.size()]))
                return true;
        }
        return false;
    }

    void state(const ir::Block& block, const ir::State& state) {
        const ir::StateIndex index(state);
        for (const auto& node : state.nodes) {
            if (const auto* access = node->as<ir::AccessNode>())
                add(seen_[access->data], block.id, index, *node);
        }
    }
    static void add(Seen& seen, BlockId state, const ir::StateIndex& index, const ir::Node& node) {
        const NodeId scope = index.scope(node.id);
        seen.setZero = seen.setZero || node.as<ir::AccessNode>()->setZero;
        if (!seen.state) {
            seen.state = state;
            seen.scope = scope;
        } else if (seen.state != state) {
            seen.severalStates = true;
        } else {
            seen.sameScope = seen.sameScope && scope == seen.scope;
            seen.scope = commonScope(index, seen.scope, scope);
        }
        if (index.inEdges(node.id).empty())
            seen.carried = true;
        for (const ir::Edge* edge : index.inEdges(node.id)) {
            if (edge->memlet.empty())
                continue;
            ++seen.writes;
            const ir::Node* writer = index.node(edge->src);
            seen.plainWriter = edge->memlet.wcr.empty() && writer &&
                               (writer->as<ir::Tasklet>() || writer->as<ir::AccessNode>() ||
                                writer->as<ir::MapEntry>());
        }
    }
    static Usage conclude(const Seen& seen) {
        Usage usage;
        usage.used = true;
        usage.written = seen.writes > 0;
        usage.setZero = seen.setZero;
        usage.singleWrite = seen.writes == 1 && !seen.setZero;
        if (!seen.severalStates && (!seen.carried || seen.scope || seen.setZero)) {
            usage.state = seen.state;
            usage.scope = seen.scope;
            usage.constant =
                usage.singleWrite && seen.sameScope && seen.plainWriter && !seen.carried;
        }
        return usage;
    }

    const ir::Sdfg& sdfg_;
    std::map<std::string, Seen, std::less<>> seen_;
    std::string control_ = " ";
    UsageTable table_;
};

} // namespace

UsageTable analyseUsage(const ir::Sdfg& sdfg) {
    return UsageAnalysis(sdfg).run();
}

CopyEnds copyEnds(const ir::Memlet& memlet, const std::string& srcData, const std::string& dstData,
                  const ir::Sdfg& sdfg) {
    const bool isSource =
        memlet.data == srcData && (srcData != dstData || memlet.isDataSource.value_or(true));
    const auto side = [&](const std::string& name, const std::optional<Subset>& own,
                          const std::optional<Subset>& other) {
        if (own)
            return *own;
        const ir::DataDescriptor* data = sdfg.data(name);
        if (!data)
            return Subset{};
        return other ? analysis::unsaidRegion(*data, *other) : analysis::wholeContainer(*data);
    };
    CopyEnds ends;
    ends.srcData = srcData;
    ends.dstData = dstData;
    const auto& srcSubset = isSource ? memlet.subset : memlet.otherSubset;
    const auto& dstSubset = isSource ? memlet.otherSubset : memlet.subset;
    ends.src = side(srcData, srcSubset, dstSubset);
    ends.dst = side(dstData, dstSubset, srcSubset);
    return ends;
}

const ir::AccessNode* pathSource(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* node = index.node(analysis::memletPath(index, edge).front()->src);
    return node ? node->as<ir::AccessNode>() : nullptr;
}

const ir::AccessNode* pathTarget(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* node = index.node(analysis::memletPath(index, edge).back()->dst);
    return node ? node->as<ir::AccessNode>() : nullptr;
}

const ir::Edge* viewingEdge(const ir::StateIndex& index, const ir::Node& view) {
    return analysis::viewingEdge(index, view).edge;
}

std::optional<LambdaParts> lambdaParts(const std::string& lambda) {
    const std::size_t start = lambda.find("lambda");
    const std::size_t comma = lambda.find(',', start);
    const std::size_t colon = lambda.find(':', start);
    if (start == std::string::npos || colon == std::string::npos || comma > colon)
        return std::nullopt;
    const auto trimmed = [](std::string text) {
        std::erase(text, ' ');
        return text;
    };
    // the lambda may stand in parentheses of its own
    std::string body = lambda.substr(colon + 1);
    auto open = std::count(body.begin(), body.end(), '(');
    auto close = std::count(body.begin(), body.end(), ')');
    while (close > open && !body.empty()) {
        close -= body.back() == ')' ? 1 : 0;
        body.pop_back();
    }
    return LambdaParts{trimmed(lambda.substr(start + 6, comma - start - 6)),
                       trimmed(lambda.substr(comma + 1, colon - comma - 1)), body};
}

std::string reductionName(const std::string& lambda) {
    const auto parts = lambdaParts(lambda);
    if (!parts)
        return {};
    const auto ast = tasklet::parseExpression(parts->body);
    if (!ast)
        return {};
    const tasklet::Ast& e = **ast;
    const auto is = [&](std::size_t i, const std::string& name) {
        return e.args[i]->op == tasklet::Op::name && e.args[i]->text == name;
    };
    const bool named = e.args.size() == 2 && ((is(0, parts->old) && is(1, parts->fresh)) ||
                                              (is(0, parts->fresh) && is(1, parts->old)));
    if (!named)
        return {};
    if (e.op == tasklet::Op::call && (e.text == "min" || e.text == "max"))
        return e.text;
    if (e.op != tasklet::Op::binary)
        return {};
    if (e.text == "+")
        return "sum";
    if (e.text == "*")
        return "product";
    return e.text == "and" || e.text == "or" ? e.text : "";
}

Place aliasOf(const Place& outer, const std::vector<Expr>& begin, const ir::DataDescriptor& inner,
              const Frame& innerFrame) {
    Place place = outer;
    if (outer.kind == Place::Kind::localScalar || outer.kind == Place::Kind::hostValue)
        return place;
    place.offset = linearIndex(outer, begin);
    place.strides.clear();
    place.shape.clear();
    if (inner.isScalar())
        return place;
    for (std::size_t i = 0; i < inner.rank(); ++i) {
        place.strides.push_back(innerFrame.outer(inner.strides[i]));
        place.shape.push_back(innerFrame.outer(inner.shape[i]));
        if (i < inner.offset.size() && !inner.offset[i].isInteger(0))
            place.offset = place.offset + innerFrame.outer(inner.offset[i]) * place.strides.back();
    }
    return place;
}

Expected<Frame> enterNested(const Frame& outer, const ir::StateIndex& index, const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (!nested.sdfg)
        return cannotLower(fmt::format("the nested SDFG '{}' is in another file", nested.label),
                           node.id);
    if (const ir::Edge* edge = analysis::unresolvedConflict(index, node))
        return cannotLower(analysis::unresolvedConflictText(*edge, node), edge->id);
    Frame inner;
    inner.sdfg = nested.sdfg.get();
    inner.symbols = outer.symbols;
    for (const auto& container : nested.sdfg->arrays) // hides a symbol outside
        inner.symbols.erase(container.name);
    for (const auto& [name, value] : nested.symbolMapping)
        inner.symbols.set(name, symbolic::simplify(outer.outer(value)));
    for (const auto& [name, value] : nested.sdfg->constants)
        inner.symbols.set(name,
                          value.isReal ? symbolic::Expr::real(value.d) : symbolic::Expr(value.i));
    return inner;
}

Unexpected cannotLower(const std::string& what, ElementId element) {
    return fail("cannot-lower", what, Location{{}, {}, {element}});
}

} // namespace mw::codegen
