#include "core/analysis/analysis.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/find.h"
#include "transforms/write_back_buffer_elimination/buffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

// Buffers that are written back: a temporary that several states or pieces of dataflow fill and
// read, and that is copied to a container in the end, becomes a part of that container.
//
//     [map -> tmp]  ->  [tmp -> map2 -> b, tmp -> a]     =>     [map -> a]  ->  [a -> map2 -> b]
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. Something is copied from the first to the second outside of maps: plain, unconditional,
//     without steps, both of its regions known.
//  3. Both containers have the same type and are in the same kind of memory.
//  4. The first is a temporary that lives for one run, used outside of maps under its own name;
//     neither is read by its name alone (by control flow, ranges, code) or filled with zeros, and
//     the control flow runs every block to its end.
//  5. Every copy between the two, in all states, moves elements by the same offset; it has the same
//     value everywhere.
//  6. Every use of the temporary can be led to the container. What is written to it is certainly
//     copied back afterwards, or overwritten in the container; what is copied back was certainly
//     written before; nothing else of it is read.
//  7. What looks at a part of it with strides of its own can be told others.
//  8. What else uses the elements of the container comes before the temporary is written, or after
//     they are copied back; what changes them then comes after the last use of the temporary too. A
//     map that writes the temporary may read in each iteration the elements that this iteration
//     writes, before it does; so may one that reads the temporary write the container. Other
//     temporaries may keep elements of the container meanwhile and hand them back unchanged.
//
// Effect: what wrote and read the temporary writes and reads the container, and the copies between
// the two go.

namespace mw::transforms::write_back_buffer_elimination {

namespace {

bool hasSeveralCopies(const CopyNodes& nodes) {
    const auto isCopy = [&](const ir::Edge* edge) { return edge->dst == nodes.second->id; };
    return std::ranges::count_if(nodes.at.index->outEdges(nodes.first->id), isCopy) > 1;
}

/// One match per temporary and container. One use and one copy are what redundant-array is about.
std::vector<Match> find(const DocumentView& view, const Region& region) {
    auto matches = copiesWhere(view, region, [](const CopyNodes& nodes) {
        const auto& name = nodes.first->as<ir::AccessNode>()->data;
        return nodes.isTemporary(true) && !nodes.isTemporary(false) &&
               !isView(*nodes.at.sdfg, *nodes.second) && !nodes.at.index->scope(nodes.first->id) &&
               (!nodes.at.document->singleUseData(nodes.at.sdfg).contains(name) ||
                hasSeveralCopies(nodes));
    });
    return keepFirstOfEachLabel(view, std::move(matches));
}

/// Condition 2.
std::variant<Copy, Refusal> writeBack(const CopyNodes& nodes) {
    const auto edges = nodes.at.index->outEdges(nodes.first->id);
    const auto copy = std::ranges::find_if(edges, [&](const ir::Edge* edge) {
        return edge->dst == nodes.second->id && !edge->memlet.empty();
    });
    const auto name = [](const ir::Node* node) { return node->as<ir::AccessNode>()->data; };
    if (copy == edges.end() || nodes.at.index->scope(nodes.first->id) ||
        name(nodes.first) == name(nodes.second))
        return refuse(2, "no-write-back",
                      fmt::format("Nothing is copied from {} to {}, as to another container and "
                                  "outside of maps.",
                                  quoted(*nodes.first), quoted(*nodes.second)),
                      {nodes.first->id, nodes.second->id});
    return copyAlong(2, nodes.at, **copy);
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto copy = writeBack(std::get<CopyNodes>(bound));
    if (const auto* refusal = std::get_if<Refusal>(&copy))
        return *refusal;
    Buffer buffer{std::get<Copy>(copy), {}, {}, {}};
    if (auto refusal = checkAlike(3, buffer.copy))
        return *refusal;
    if (auto refusal = checkKind(view, buffer))
        return *refusal;
    if (auto refusal = checkCopies(view, buffer))
        return *refusal;
    const BlockOrder order(buffer.sdfg());
    if (auto refusal = checkWrites(view, buffer, order))
        return *refusal;
    for (const BufferUse& use : buffer.uses)
        if (auto refusal = checkStrides(7, buffer.newPlace(), use.at, use.access, buffer.layout))
            return *refusal;
    if (auto refusal = checkOthers(view, buffer, order))
        return *refusal;
    return Plan::of(std::move(buffer));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return removeBuffer(view.document(), plan.as<Buffer>());
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "write-back-buffer-elimination",
        "Compute in place what is copied back",
        "Removes a temporary that several states fill, read and copy to a field in the end: they "
        "use the field.",
        "Where a field is assigned in branches, or changed in parts, its new values are collected "
        "in a temporary and copied to the field in the end, perhaps after a copy of the field that "
        "the parts are written into. In place, the temporary, its memory and the passes over it "
        "are saved.\n\n"
        "All that is written must certainly be copied back, all that is copied back must certainly "
        "have been written, whatever way the program takes. The old values of the field must not "
        "be needed any more, except by a map that computes each element from its own old value. "
        "Where the temporary is used at one access node and copied at once, that is "
        "redundant-array."
        "\n\n"
        "Copies of a field to a temporary and back, in one state or across several, vanish too.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::write_back_buffer_elimination
