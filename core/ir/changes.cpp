// What differs between two documents, by ids.
#include "core/ir/edit.h"
#include "core/ir/same.h"

#include <algorithm>
#include <variant>

namespace mw::ir {

namespace {

struct Element {
    ElementId id;
    std::variant<const Sdfg*, const Block*, const Node*, const Edge*, const InterstateEdge*> what;
};

template <class Range>
bool sameIds(const Range& a, const Range& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return x->id == y->id; });
}

bool sameIds(const Region& a, const Region& b) {
    return a.start == b.start && sameIds(a.blocks, b.blocks) &&
           std::ranges::equal(a.edges, b.edges, {}, &InterstateEdge::id, &InterstateEdge::id);
}

bool sameBranches(const ConditionalBlock& a, const ConditionalBlock& b) {
    return std::ranges::equal(a.branches, b.branches, [](const Branch& x, const Branch& y) {
        return x.body == y.body || (x.body && y.body && x.body->id == y.body->id);
    });
}

// Same own content, ids of what it holds or points to included.

bool unchanged(const Sdfg* a, const Sdfg* b) {
    return sameProperties(*a, *b) && sameIds(a->body, b->body);
}

bool unchanged(const Block* a, const Block* b) {
    if (!sameProperties(*a, *b))
        return false;
    if (const auto* state = a->as<State>())
        return sameIds(state->nodes, b->as<State>()->nodes) &&
               sameIds(state->edges, b->as<State>()->edges);
    if (const auto* conditional = a->as<ConditionalBlock>())
        return sameBranches(*conditional, *b->as<ConditionalBlock>());
    return !a->region() || sameIds(*a->region(), *b->region());
}

bool unchanged(const Node* a, const Node* b) {
    if (!sameProperties(*a, *b) || exitOf(*a) != exitOf(*b) || entryOf(*a) != entryOf(*b))
        return false;
    const auto* inner = a->as<NestedSdfg>();
    return !inner || !inner->sdfg || inner->sdfg->id == b->as<NestedSdfg>()->sdfg->id;
}

bool unchanged(const Edge* a, const Edge* b) {
    return a->src == b->src && a->dst == b->dst && a->srcConnector == b->srcConnector &&
           a->dstConnector == b->dstConnector && sameProperties(a->memlet, b->memlet) &&
           a->memlet.volume == b->memlet.volume && a->memlet.isDataSource == b->memlet.isDataSource;
}

bool unchanged(const InterstateEdge* a, const InterstateEdge* b) {
    return a->src == b->src && a->dst == b->dst && sameProperties(*a, *b);
}

bool unchanged(const Element& a, const Element& b) {
    if (a.what.index() != b.what.index())
        return false;
    return std::visit(
        [&b](auto* left) { return left && unchanged(left, std::get<decltype(left)>(b.what)); },
        a.what);
}

/// Walks two versions at once and lists the elements that they do not share.
class Comparison {
public:
    void compare(const Sdfg* a, const Sdfg* b) {
        if (a == b)
            return;
        list(a, before_);
        list(b, after_);
        compare(a ? &a->body : nullptr, b ? &b->body : nullptr);
    }

    ChangeSet result() {
        std::ranges::sort(before_, {}, &Element::id);
        std::ranges::sort(after_, {}, &Element::id);
        ChangeSet changes;
        auto old = before_.begin();
        for (const Element& element : after_) {
            for (; old != before_.end() && old->id < element.id; ++old)
                changes.removed.push_back(old->id);
            if (old == before_.end() || old->id != element.id)
                changes.added.push_back(element.id);
            else if (!unchanged(*old++, element))
                changes.modified.push_back(element.id);
        }
        for (; old != before_.end(); ++old)
            changes.removed.push_back(old->id);
        return changes;
    }

private:
    using List = std::vector<Element>;

    template <class T>
    static void list(const T* element, List& into) {
        if (element)
            into.push_back({element->id, element});
    }

    /// Calls `pair` for the elements of both lists that differ: matched by id, nullptr where only
    /// one list has the id.
    template <class T, class Pair>
    static void match(std::vector<const T*> a, std::vector<const T*> b, Pair pair) {
        if (sameIds(a, b)) { // most lists are as long as before, with the same elements in place
            for (std::size_t i = 0; i < a.size(); ++i)
                if (a[i] != b[i])
                    pair(a[i], b[i]);
            return;
        }
        dropShared(a, b);
        const auto byId = [](const T* element) { return element->id; };
        std::ranges::sort(a, {}, byId);
        std::ranges::sort(b, {}, byId);
        std::size_t i = 0;
        std::size_t j = 0;
        while (i < a.size() || j < b.size()) {
            if (j == b.size() || (i < a.size() && a[i]->id < b[j]->id)) {
                pair(a[i++], nullptr);
            } else if (i == a.size() || b[j]->id < a[i]->id) {
                pair(nullptr, b[j++]);
            } else {
                if (a[i] != b[j])
                    pair(a[i], b[j]);
                ++i;
                ++j;
            }
        }
    }

    /// Takes out of both what they share, as far as few others stand between.
    template <class T>
    static void dropShared(std::vector<const T*>& a, std::vector<const T*>& b) {
        constexpr std::size_t kFew = 16;
        std::vector<const T*> onlyA, onlyB;
        const auto move = [](auto& from, std::size_t& at, std::size_t count, auto& into) {
            into.insert(into.end(), from.begin() + at, from.begin() + at + count);
            at += count;
        };
        /// How many stand before this one; kFew: it is not near.
        const auto before = [](const auto& list, std::size_t at, const T* element) {
            const std::size_t end = std::min(at + kFew, list.size());
            const auto found = std::find(list.begin() + at, list.begin() + end, element);
            return found == list.begin() + end
                       ? kFew
                       : static_cast<std::size_t>(found - list.begin()) - at;
        };
        std::size_t i = 0, j = 0;
        while (i < a.size() && j < b.size())
            if (a[i] == b[j])
                ++i, ++j;
            else if (const auto gone = before(a, i, b[j]); gone < kFew)
                move(a, i, gone, onlyA);
            else if (const auto come = before(b, j, a[i]); come < kFew)
                move(b, j, come, onlyB);
            else
                move(a, i, 1, onlyA), move(b, j, 1, onlyB);
        move(a, i, a.size() - i, onlyA);
        move(b, j, b.size() - j, onlyB);
        a = std::move(onlyA);
        b = std::move(onlyB);
    }

    template <class T>
    static std::vector<const T*> pointers(const std::vector<std::shared_ptr<const T>>* elements) {
        std::vector<const T*> result;
        if (elements)
            for (const auto& element : *elements)
                result.push_back(element.get());
        return result;
    }

    static std::vector<const InterstateEdge*> pointers(const Region* region) {
        std::vector<const InterstateEdge*> result;
        if (region)
            for (const auto& edge : region->edges)
                result.push_back(&edge);
        return result;
    }

    static std::vector<const Block*> bodies(const Block* block) {
        std::vector<const Block*> result;
        if (const auto* conditional = block ? block->as<ConditionalBlock>() : nullptr)
            for (const auto& branch : conditional->branches)
                if (branch.body)
                    result.push_back(branch.body.get());
        return result;
    }

    void compare(const Region* a, const Region* b) {
        match(pointers(a ? &a->blocks : nullptr), pointers(b ? &b->blocks : nullptr),
              [this](const Block* x, const Block* y) { compare(x, y); });
        match(pointers(a), pointers(b), [this](const InterstateEdge* x, const InterstateEdge* y) {
            list(x, before_);
            list(y, after_);
        });
    }

    void compare(const Block* a, const Block* b) {
        list(a, before_);
        list(b, after_);
        compare(a ? a->as<State>() : nullptr, b ? b->as<State>() : nullptr);
        compare(a ? a->region() : nullptr, b ? b->region() : nullptr);
        match(bodies(a), bodies(b), [this](const Block* x, const Block* y) { compare(x, y); });
    }

    void compare(const State* a, const State* b) {
        match(pointers(a ? &a->nodes : nullptr), pointers(b ? &b->nodes : nullptr),
              [this](const Node* x, const Node* y) { compare(x, y); });
        match(pointers(a ? &a->edges : nullptr), pointers(b ? &b->edges : nullptr),
              [this](const Edge* x, const Edge* y) {
                  list(x, before_);
                  list(y, after_);
              });
    }

    static const Sdfg* inner(const Node* node) {
        const auto* nested = node ? node->as<NestedSdfg>() : nullptr;
        return nested ? nested->sdfg.get() : nullptr;
    }

    void compare(const Node* a, const Node* b) {
        list(a, before_);
        list(b, after_);
        compare(inner(a), inner(b));
    }

    List before_;
    List after_;
};

} // namespace

ElementId ChangeSet::forward(ElementId id) const {
    for (std::size_t steps = 0; steps <= replaced.size(); ++steps) {
        if (!std::ranges::binary_search(removed, id))
            return id;
        const auto next = replaced.find(id);
        if (next == replaced.end())
            return {};
        id = next->second;
    }
    return {};
}

ChangeSet changesBetween(const Sdfg& before, const Sdfg& after) {
    Comparison comparison;
    comparison.compare(&before, &after);
    return comparison.result();
}

} // namespace mw::ir
