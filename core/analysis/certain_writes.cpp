// Which elements of a container a piece of dataflow writes in every run: definite assignment, as
// compilers call it, over maps, nested SDFGs and their control flow.

#include "core/analysis/certain_writes.h"

#include "core/analysis/analysis.h"
#include "core/analysis/footprint_image.h"
#include "core/analysis/names.h"
#include "core/analysis/program_order.h"
#include "core/ir/connectors.h"
#include "core/ir/predicates.h"
#include "core/symbolic/prover.h"
#include "core/tasklet/tasklet.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Subset;

/// Accesses of Reach::all alone.
using Writes = std::vector<Access>;

std::optional<Access> whole(Subset region) {
    Access access;
    access.region = std::move(region);
    access.write = true;
    return access;
}

bool containsJump(const ir::Block& block);

bool containsJump(const ir::Region& region) {
    return std::ranges::any_of(region.blocks,
                               [](const ir::BlockPtr& block) { return containsJump(*block); });
}

bool containsJump(const ir::Block& block) {
    if (block.as<ir::JumpBlock>() || block.as<ir::UnknownBlock>())
        return true;
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        return std::ranges::any_of(conditional->branches, [](const ir::Branch& branch) {
            return branch.body && containsJump(*branch.body);
        });
    const ir::Region* region = block.region();
    return region && containsJump(*region);
}

/// Assigns its output whatever the values are: the tasklets' Python has no statements but
/// assignments, and one element leaves no choice.
bool assigns(const ir::Tasklet& tasklet, const std::string& connector, const Subset& region) {
    if (tasklet.code.language != ir::Language::Python ||
        !symbolic::expand(region.volume()).isInteger(1))
        return false;
    const auto code = tasklet::parse(tasklet.code.text);
    std::vector<std::string> read, written;
    if (code)
        tasklet::collectNames(*code, read, written);
    return std::ranges::find(written, connector) != written.end();
}

/// A reduction without identity adds to what was there before; one with skip values begins anew.
bool overwrites(const ir::LibraryNode& library) {
    if (library.classpath.ends_with(".ReduceWithSkipValues"))
        return true;
    const auto identity = library.properties.find("identity");
    return library.classpath.ends_with(".Reduce") && identity != library.properties.end() &&
           identity->second != "null" && !identity->second.empty();
}

/// Names that the control flow of one SDFG gives new values: a region in terms of them is not
/// one region.
NameSet assignedNames(const ir::Sdfg& sdfg) {
    NameSet names;
    forEachInterstateEdge(sdfg.body, [&](const ir::InterstateEdge& edge) {
        for (const auto& [name, value] : edge.assignments)
            names.insert(name);
    });
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* loop = block.as<ir::LoopRegion>();
        if (loop && !loopRange(*loop))
            names.insert(loop->loopVariable);
    });
    return names;
}

/// What is known of nested SDFGs by now, by their connectors and in their own terms. Each is looked
/// at once: it is asked for from several sides at every level of nesting.
struct Inside {
    std::optional<bool> readsFirst; ///< elements that it has not certainly written by then
    std::optional<Writes> writes;
};
using KnownInside = std::map<std::pair<const ir::Sdfg*, std::string>, Inside>;

class Search {
public:
    Search(const ir::Sdfg& sdfg, std::string container, KnownInside& known)
        : sdfg_(sdfg), container_(std::move(container)), known_(known) {}

    Writes atEdge(const ir::StateIndex& index, const ir::Edge& edge);
    Writes inRegion(const ir::Region& region);
    Writes inRow(std::span<const ir::Block* const> row);
    /// Whether the region reads elements of the container that neither `before` nor it has
    /// certainly written by then.
    bool readsUnwritten(const ir::Region& region, Writes before);

private:
    bool readsUnwritten(const ir::Block& block, const Writes& before);
    bool readsUnwritten(const ir::State& state, const Writes& before);
    Writes inBlock(const ir::Block& block);
    Writes inState(const ir::State& state);
    Writes into(const ir::StateIndex& index, const ir::Node& access);
    Writes inLoop(const ir::LoopRegion& loop);
    Writes inAllBranches(const ir::ConditionalBlock& conditional);
    Writes outOfMap(const ir::StateIndex& index, const ir::Edge& edge, const ir::Node& exit);
    Writes outOfNested(const ir::NestedSdfg& nested, const std::string& connector,
                       const Subset& window);
    /// Whether it reads elements of the connector that it has not certainly written by then.
    bool readsFirst(const ir::Sdfg& nested, const std::string& connector);
    const Writes& writesInside(const ir::Sdfg& nested, const std::string& connector);
    void keepCertain(Writes& writes) const {
        std::erase_if(writes, [](const Access& access) { return access.reach != Reach::all; });
    }
    const ir::DataDescriptor* container() const { return sdfg_.data(container_); }

    const ir::Sdfg& sdfg_;
    std::string container_;
    KnownInside& known_;
};

bool Search::readsFirst(const ir::Sdfg& nested, const std::string& connector) {
    auto& known = known_[{&nested, connector}].readsFirst;
    if (!known)
        known = Search(nested, connector, known_).readsUnwritten(nested.body, {});
    return *known;
}

const Writes& Search::writesInside(const ir::Sdfg& nested, const std::string& connector) {
    auto& known = known_[{&nested, connector}].writes;
    if (!known)
        known = Search(nested, connector, known_).inRegion(nested.body);
    return *known;
}

Writes Search::atEdge(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* source = index.node(edge.src);
    if (!source || edge.memlet.empty() || edge.memlet.dynamic || !edge.memlet.wcr.empty())
        return {};
    if (source->isExit())
        return outOfMap(index, edge, *source);
    const auto region = destinationSubset(index, edge);
    if (!region)
        return {};
    if (const auto* nested = source->as<ir::NestedSdfg>()) {
        // What it reads of an output before writing it, no input says.
        const bool unsaid = nested->sdfg && !source->in.contains(edge.srcConnector) &&
                            readsFirst(*nested->sdfg, edge.srcConnector);
        return unsaid ? Writes{} : outOfNested(*nested, edge.srcConnector, *region);
    }
    const auto* tasklet = source->as<ir::Tasklet>();
    const auto* library = source->as<ir::LibraryNode>();
    const auto* access = source->as<ir::AccessNode>();
    const auto* data = access ? sdfg_.data(access->data) : nullptr;
    const bool copies =
        data && (data->kind == ir::DataKind::array || data->kind == ir::DataKind::scalar);
    const bool certain = copies || (tasklet && assigns(*tasklet, edge.srcConnector, *region)) ||
                         (library && overwrites(*library));
    return certain ? Writes{*whole(*region)} : Writes{};
}

Writes Search::outOfMap(const ir::StateIndex& index, const ir::Edge& edge, const ir::Node& exit) {
    const ir::Node* entry = index.node(ir::entryOf(exit));
    const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr;
    if (!map)
        return {};
    Writes writes;
    for (const ir::Edge* inner : innerEdges(index, edge))
        std::ranges::move(atEdge(index, *inner), std::back_inserter(writes));
    const auto dynamic = ir::dynamicInputs(*entry);
    for (Access& access : writes) {
        for (std::size_t p = map->map.params.size(); p-- > 0;)
            if (p < map->map.range.rank())
                runOver(access, map->map.params[p], map->map.range.dims[p], container());
        forget(access, {dynamic.begin(), dynamic.end()}, container());
    }
    keepCertain(writes);
    return writes;
}

Writes Search::outOfNested(const ir::NestedSdfg& nested, const std::string& connector,
                           const Subset& window) {
    const auto* inner = nested.sdfg ? nested.sdfg->data(connector) : nullptr;
    if (!inner || !container())
        return {};
    Writes writes = writesInside(*nested.sdfg, connector);
    const NameSet assigned = assignedNames(*nested.sdfg);
    for (Access& access : writes) {
        forget(access, assigned, inner);
        access.region = access.region.substitute(nested.symbolMapping);
        for (Expr& trip : access.trips)
            trip = symbolic::substitute(trip, nested.symbolMapping);
        throughWindow(access, window, inner, container(), nested.symbolMapping);
        // One element of a larger window is not the whole window.
        if (inner->isSingleElement() && !symbolic::expand(window.volume()).isInteger(1))
            access.reach = Reach::bound;
    }
    keepCertain(writes);
    return writes;
}

/// Blocks that follow one another without a choice, from this one on, until one jumps.
std::vector<const ir::Block*> rowFrom(const ir::Region& region, BlockId at) {
    std::vector<const ir::Block*> blocks;
    for (std::size_t steps = region.blocks.size(); at && steps > 0; --steps) {
        const auto block = std::ranges::find(region.blocks, at, &ir::Block::id);
        if (block == region.blocks.end())
            break;
        blocks.push_back(block->get());
        const ir::InterstateEdge* next = nullptr;
        int ways = 0;
        for (const auto& edge : region.edges)
            if (edge.src == at) {
                next = &edge;
                ++ways;
            }
        if (ways != 1 || !ir::isAlwaysTrue(next->condition) || containsJump(**block))
            break;
        at = next->dst;
    }
    return blocks;
}

/// The blocks that run in every run: from the start on as long as the way is one and nothing jumps.
std::vector<const ir::Block*> certainBlocks(const ir::Region& region) {
    return rowFrom(region, ir::startOf(region));
}

/// The text says `not` of the other condition, word for word: of numbers that compare with none
/// (NaN) `a < b` and `a >= b` are both false.
bool negates(const ir::CodeBlock& condition, const ir::CodeBlock& other) {
    const auto negated = tasklet::parseExpression(condition.text);
    const auto plain = tasklet::parseExpression(other.text);
    return negated && plain && (*negated)->op == tasklet::Op::unary && (*negated)->text == "not" &&
           tasklet::print(*(*negated)->args[0]) == tasklet::print(**plain);
}

bool areOpposite(const ir::CodeBlock& a, const ir::CodeBlock& b) {
    return negates(a, b) || negates(b, a);
}

/// Two ways on from the block, of which one is always taken.
struct Fork {
    BlockId first, second;
};
std::optional<Fork> forkAt(const ir::Region& region, const ir::Block& block) {
    std::vector<const ir::InterstateEdge*> ways;
    for (const auto& edge : region.edges)
        if (edge.src == block.id)
            ways.push_back(&edge);
    if (ways.size() != 2 || containsJump(block) ||
        !areOpposite(ways[0]->condition, ways[1]->condition))
        return std::nullopt;
    return Fork{ways[0]->dst, ways[1]->dst};
}

/// What both certainly write, at the cost of what either needs.
Writes inBoth(Writes first, const Writes& second) {
    std::erase_if(first, [&](Access& access) {
        const auto same = std::ranges::find(second, access.region, &Access::region);
        if (same == second.end())
            return true;
        access.trips.insert(access.trips.end(), same->trips.begin(), same->trips.end());
        return false;
    });
    return first;
}

Writes Search::inRow(std::span<const ir::Block* const> row) {
    Writes writes;
    for (const ir::Block* block : row)
        std::ranges::move(inBlock(*block), std::back_inserter(writes));
    return writes;
}

/// Along the row that the region begins with, and further where two ways of which one is taken
/// meet again.
Writes Search::inRegion(const ir::Region& region) {
    auto row = certainBlocks(region);
    Writes writes = inRow(row);
    for (std::size_t forks = 0; !row.empty() && forks < region.blocks.size(); ++forks) {
        const auto fork = forkAt(region, *row.back());
        if (!fork)
            break;
        const auto first = rowFrom(region, fork->first), second = rowFrom(region, fork->second);
        const auto meet = std::ranges::find_first_of(first, second);
        const auto length = static_cast<std::size_t>(meet - first.begin());
        const auto other = meet == first.end() ? second.end() : std::ranges::find(second, *meet);
        std::ranges::move(inBoth(inRow(std::span(first).first(length)),
                                 inRow(std::span(second).first(
                                     static_cast<std::size_t>(other - second.begin())))),
                          std::back_inserter(writes));
        row = meet == first.end() ? std::vector<const ir::Block*>{} : rowFrom(region, (*meet)->id);
        std::ranges::move(inRow(row), std::back_inserter(writes));
    }
    return writes;
}

Writes Search::inBlock(const ir::Block& block) {
    if (const auto* state = block.as<ir::State>())
        return inState(*state);
    if (const auto* loop = block.as<ir::LoopRegion>())
        return inLoop(*loop);
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        return inAllBranches(*conditional);
    const ir::Region* region = block.region();
    return region ? inRegion(*region) : Writes{};
}

Writes Search::into(const ir::StateIndex& index, const ir::Node& access) {
    Writes writes;
    for (const ir::Edge* edge : index.inEdges(access.id))
        std::ranges::move(atEdge(index, *edge), std::back_inserter(writes));
    return writes;
}

Writes Search::inState(const ir::State& state) {
    std::optional<ir::StateIndex> index; // most states of a program do not touch the container
    Writes writes;
    for (const auto& node : state.nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access || access->data != container_)
            continue;
        if (!index)
            index.emplace(state);
        if (index->scope(node->id))
            continue;
        std::ranges::move(into(*index, *node), std::back_inserter(writes));
    }
    return writes;
}

Writes Search::inLoop(const ir::LoopRegion& loop) {
    const auto range = loopRange(loop);
    if (!range || containsJump(loop.body))
        return {};
    Writes writes = inRegion(loop.body);
    for (Access& access : writes)
        runOver(access, loop.loopVariable, *range, container());
    keepCertain(writes);
    return writes;
}

/// One of the branches is taken in every run: there is an else, or the last one asks for the
/// opposite of another.
bool isExhaustive(const ir::ConditionalBlock& conditional) {
    const auto& branches = conditional.branches;
    if (branches.empty() || !branches.back().condition)
        return !branches.empty();
    return std::any_of(branches.begin(), branches.end() - 1, [&](const ir::Branch& branch) {
        return branch.condition && areOpposite(*branch.condition, *branches.back().condition);
    });
}

/// What every branch writes; nothing where no branch might be taken.
Writes Search::inAllBranches(const ir::ConditionalBlock& conditional) {
    if (!isExhaustive(conditional))
        return {};
    std::optional<Writes> common;
    for (const auto& branch : conditional.branches) {
        if (!branch.body)
            return {};
        Writes here = inBlock(*branch.body);
        common = common ? inBoth(std::move(*common), here) : std::move(here);
    }
    return *common;
}

bool isCovered(const Writes& writes, const Subset& region) {
    if (std::ranges::any_of(writes, [&](const Access& w) { return w.region == region; }))
        return true;
    symbolic::Prover prover;
    return std::ranges::any_of(writes, [&](const Access& w) {
        return w.region.rank() == region.rank() && prover.covers(w.region, region).proven();
    });
}

bool Search::readsUnwritten(const ir::State& state, const Writes& before) {
    std::optional<ir::StateIndex> index; // most states of a program do not touch the container
    std::vector<const ir::Node*> accesses, readers;
    for (const auto& node : state.nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access || access->data != container_)
            continue;
        if (!index)
            index.emplace(state);
        accesses.push_back(node.get());
        if (!index->outEdges(node->id).empty())
            readers.push_back(node.get());
    }
    std::vector<std::pair<NodeId, Writes>> writers;
    if (!readers.empty())
        for (const ir::Node* access : accesses)
            writers.emplace_back(access->id, into(*index, *access));
    return std::ranges::any_of(readers, [&](const ir::Node* reader) {
        Writes written = before;
        for (const auto& [writer, writes] : writers)
            if (index->reaches(writer, reader->id))
                written.insert(written.end(), writes.begin(), writes.end());
        return std::ranges::any_of(index->outEdges(reader->id), [&](const ir::Edge* edge) {
            if (edge->memlet.empty())
                return false;
            const auto region = sourceSubset(*index, *edge);
            return !region || !isCovered(written, *region);
        });
    });
}

bool Search::readsUnwritten(const ir::Block& block, const Writes& before) {
    if (const auto* state = block.as<ir::State>())
        return readsUnwritten(*state, before);
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        return std::ranges::any_of(conditional->branches, [&](const ir::Branch& branch) {
            return branch.body && readsUnwritten(*branch.body, before);
        });
    return block.region() && readsUnwritten(*block.region(), before);
}

bool Search::readsUnwritten(const ir::Region& region, Writes before) {
    const auto certain = certainBlocks(region);
    for (const auto& block : inProgramOrder(region)) {
        if (readsUnwritten(*block, before))
            return true;
        if (std::ranges::find(certain, &*block) != certain.end())
            std::ranges::move(inBlock(*block), std::back_inserter(before));
    }
    return false;
}

/// The container at the far end of the edge's path.
std::string containerBehind(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* target = index.node(memletPath(index, edge).back()->dst);
    const auto* access = target ? target->as<ir::AccessNode>() : nullptr;
    return access ? access->data : std::string();
}

} // namespace

std::vector<CertainWrite> certainWrites(const ir::Sdfg& sdfg, const ir::StateIndex& index,
                                        const ir::Edge& edge) {
    std::vector<CertainWrite> result;
    KnownInside known;
    for (Access& access : Search(sdfg, containerBehind(index, edge), known).atEdge(index, edge))
        result.push_back({std::move(access.region), std::move(access.trips)});
    return result;
}

} // namespace mw::analysis
