// Deduplicated accesses: elements that several tasklets of an iteration read are read once, into a
// buffer.
//
//     [i] b[i] = f(a[i], a[i + 1])        =>    [i] l[0:2] = a[i:i + 2]
//         c[i] = g(a[i + 1])                        b[i] = f(l[0], l[1])
//                                                   c[i] = g(l[1])
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. Tasklets or copies in the map read elements in common of a container that comes in by one
//     connector: of the one that the options ask for, if they name one, and with "in-place-only"
//     single elements of containers that the state writes too. What each of them reads is a box
//     whose size, and whose place among the others, are numbers.
//  3. The container is a plain one.
//  4. In each iteration these are read before anything writes to the container: so says the
//     dataflow, or, where that leaves it open, the order of the nodes.
//  5. Nothing that reads depends on how the container lies in memory.
//
// Boxes that make up a box together are read as one; those that share no element with others are
// left alone. Effect: for every such box a temporary `local_<container>`, filled at the beginning
// of each iteration, from which all read that did. Of several boxes those are taken for which all
// conditions hold.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/early_read.h"
#include "transforms/toolkit/one_map.h"
#include "transforms/toolkit/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace mw::transforms::deduplicate_access {

namespace {

using symbolic::Expr;
using symbolic::Subset;

bool readsOneConnectorTwice(const StateView& at, const ir::Node& entry) {
    std::set<std::string_view> seen;
    for (const ir::Edge* edge : at.index->outEdges(entry.id))
        if (ir::isPassOut(edge->srcConnector) && !at.index->node(edge->dst)->isEntry() &&
            !seen.insert(edge->srcConnector).second)
            return true;
    return false;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, readsOneConnectorTwice);
}

/// First and last index of a dimension, counted from the first index of another box.
using Span = std::array<std::int64_t, 2>;

/// What some edges read together, in numbers counted from the beginning of `origin`.
struct Box {
    std::vector<Span> spans;
    std::vector<const ir::Edge*> edges;
    bool shared = false; ///< an element is read by more than one of them
};

std::optional<std::int64_t> distance(const Expr& from, const Expr& to) {
    return symbolic::expand(to - from).asInteger();
}

/// nullopt: not known in numbers.
std::optional<Box> boxFrom(const Subset& origin, const Subset& region, const ir::Edge& edge) {
    Box box{{}, {&edge}, false};
    if (region.rank() != origin.rank())
        return std::nullopt;
    for (std::size_t d = 0; d < region.rank(); ++d) {
        const auto begin = distance(origin.dims[d].begin, region.dims[d].begin);
        const auto end = distance(origin.dims[d].begin, region.dims[d].end);
        if (!begin || !end || *end < *begin)
            return std::nullopt;
        box.spans.push_back({*begin, *end});
    }
    return box;
}

bool overlap(const Span& a, const Span& b) {
    return a[0] <= b[1] && b[0] <= a[1];
}

bool contains(const Span& outer, const Span& inner) {
    return outer[0] <= inner[0] && inner[1] <= outer[1];
}

/// All elements of the smallest box around both are in one of them.
bool makeUpBox(const Box& a, const Box& b) {
    std::size_t inA = 0, inB = 0, apart = 0;
    for (std::size_t d = 0; d < a.spans.size(); ++d) {
        const Span &s = a.spans[d], &t = b.spans[d];
        inA += contains(s, t) ? 1 : 0;
        inB += contains(t, s) ? 1 : 0;
        apart += s == t ? 0 : 1;
        if (s[0] > t[1] + 1 || t[0] > s[1] + 1)
            return false;
    }
    return inA == a.spans.size() || inB == a.spans.size() || apart == 1;
}

Box joined(const Box& a, const Box& b) {
    Box box = a;
    bool meet = true;
    for (std::size_t d = 0; d < a.spans.size(); ++d) {
        meet = meet && overlap(a.spans[d], b.spans[d]);
        box.spans[d] = {std::min(a.spans[d][0], b.spans[d][0]),
                        std::max(a.spans[d][1], b.spans[d][1])};
    }
    box.shared = a.shared || b.shared || meet;
    box.edges.insert(box.edges.end(), b.edges.begin(), b.edges.end());
    return box;
}

/// Joins two that make up a box, the first such pair; false: there is none.
bool joinTwo(std::vector<Box>& boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (std::size_t j = i + 1; j < boxes.size(); ++j)
            if (makeUpBox(boxes[i], boxes[j])) {
                boxes[i] = joined(boxes[i], boxes[j]);
                boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(j));
                return true;
            }
    return false;
}

/// Of one element a scalar, else as many dimensions as the container has.
Part partOf(const Subset& origin, const Box& box) {
    Part part;
    std::int64_t elements = 1;
    for (std::size_t d = 0; d < origin.rank(); ++d) {
        const Expr& from = origin.dims[d].begin;
        const auto& [first, last] = box.spans[d];
        part.region.dims.push_back(
            {symbolic::simplify(from + Expr(first)), symbolic::simplify(from + Expr(last)), 1, 1});
        part.shape.emplace_back(last - first + 1);
        elements *= last - first + 1;
    }
    part.dropped.assign(origin.rank(), elements == 1);
    if (elements == 1)
        part.shape.clear();
    return part;
}

/// What the edges that go on from one connector read, by boxes whose places are known to each
/// other.
class Reads {
public:
    void add(const Subset& region, const ir::Edge& edge);
    /// Of the elements that are read more than once.
    std::vector<std::pair<Part, std::vector<const ir::Edge*>>> shared();

private:
    struct Group {
        Subset origin;
        std::vector<Box> boxes;
    };
    std::vector<Group> groups_;
};

void Reads::add(const Subset& region, const ir::Edge& edge) {
    for (Group& group : groups_)
        if (auto box = boxFrom(group.origin, region, edge)) {
            group.boxes.push_back(std::move(*box));
            return;
        }
    if (auto box = boxFrom(region, region, edge))
        groups_.push_back({region, {std::move(*box)}});
}

std::vector<std::pair<Part, std::vector<const ir::Edge*>>> Reads::shared() {
    std::vector<std::pair<Part, std::vector<const ir::Edge*>>> found;
    for (Group& group : groups_) {
        while (joinTwo(group.boxes)) {
        }
        for (const Box& box : group.boxes)
            if (box.shared)
                found.emplace_back(partOf(group.origin, box), box.edges);
    }
    return found;
}

/// The boxes that come in by one edge.
void addReads(const OneMap& map, const ir::Edge& outer, std::vector<EarlyRead>& into) {
    const auto path = analysis::memletPath(map.index(), outer);
    const ir::Node* source = map.index().node(path.front()->src);
    if (outer.memlet.empty() || !source || !source->as<ir::AccessNode>())
        return;
    Reads reads;
    const EarlyRead of{map.at, map.entry, source, {}, {}};
    for (const ir::Edge* edge : analysis::innerEdges(map.index(), outer))
        if (readsAlways(of, *edge) && saysWhatItReads(of, *edge))
            reads.add(*analysis::sourceSubset(map.index(), *edge), *edge);
    for (auto& [part, edges] : reads.shared())
        into.push_back({map.at, map.entry, source, std::move(edges), std::move(part)});
}

using ReadPlan = std::vector<std::pair<EarlyRead, std::vector<const ir::Edge*>>>;

/// Conditions 3 to 5.
MaybeRefusal checkOne(const DocumentView& view, EarlyRead& read) {
    if (auto refusal = checkPlainSource(3, read))
        return refusal;
    if (auto refusal = checkReadBeforeWritten(4, view, read))
        return refusal;
    return checkReadLayout(5, read);
}

/// An element of a container that the state writes too: what is to replace it may be written there
/// once nothing reads it any more.
bool isInPlace(const EarlyRead& read) {
    const ir::StateIndex& index = *read.at.index;
    return read.part.shape.empty() &&
           std::ranges::any_of(read.at.state().nodes, [&](const ir::NodePtr& node) {
               const auto* access = node->as<ir::AccessNode>();
               return access && access->data == read.container() &&
                      !index.inEdges(node->id).empty();
           });
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto found = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& map = std::get<OneMap>(found);
    const std::string& asked = textOf(params, "container");
    std::vector<EarlyRead> reads;
    for (const ir::Edge* outer : map.index().inEdges(map.entry->id))
        addReads(map, *outer, reads);
    const bool inPlaceOnly = std::get<bool>(params.at("in-place-only"));
    std::erase_if(reads, [&](const EarlyRead& read) {
        return (!asked.empty() && read.container() != asked) || (inPlaceOnly && !isInPlace(read));
    });
    if (reads.empty())
        return refuse(2, "nothing-shared",
                      fmt::format("Nothing in {} reads elements that others in there read too.",
                                  quoted(map.map())),
                      {map.entry->id});
    ReadPlan plan;
    MaybeRefusal first;
    for (EarlyRead& read : reads)
        if (auto refusal = checkOne(view, read); !refusal)
            plan.emplace_back(read, writesInside(view, read));
        else if (!first)
            first = std::move(refusal);
    if (plan.empty())
        return *first;
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    ir::Editor editor(view.document());
    const auto& reads = plan.as<ReadPlan>();
    for (const auto& [read, writes] : reads)
        readEarly(editor, read, writes);
    const EarlyRead& any = reads.front().first;
    analysis::propagateScope(editor, any.at.id, any.entry->id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "deduplicate-access",
        "Read shared elements once",
        "Reads elements that several tasklets of an iteration need once, into a buffer.",
        "After fusion one iteration reads the same elements, or parts of the same neighbourhood, "
        "at "
        "many places. Read together at its beginning they are one load each, next to each other. A "
        "compiler does that by itself only as long as nothing is written in between.\n\n"
        "Boxes of elements are put together as long as nothing is read that nobody needs.",
        Category::data,
        {textParam("container", "Whose elements. Empty: of all containers."),
         {"in-place-only",
          false,
          "Only single elements of containers that the state writes too: what is computed from "
          "them "
          "can then be written in their place, without a copy",
          {},
          {},
          {}}},
        oneMapPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::deduplicate_access
