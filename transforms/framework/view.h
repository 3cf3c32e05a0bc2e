#pragma once

#include "core/analysis/names.h"
#include "core/analysis/part_cache.h"
#include "core/ir/index.h"
#include "transforms/framework/answers.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

// What transformations see of a document: its elements by id, and analyses of its parts, made when
// they are first asked for and kept for as long as the part lives.

namespace mw::transforms {

struct StateView;

/// Each container once, members of structures by the structure. Refers into the state.
struct StateContainers {
    std::vector<std::string_view> names;
};

class DocumentView;

/// Some of the containers of an SDFG. Who asks for one name depends on that name alone.
class ContainerSet {
public:
    using Find = const analysis::NameSet& (*)(const DocumentView&, const ir::SdfgPtr&);
    ContainerSet(const DocumentView& view, ir::SdfgPtr sdfg, Find find)
        : view_(&view), sdfg_(std::move(sdfg)), find_(find) {}

    bool contains(std::string_view name) const;
    const analysis::NameSet& all() const { return find_(*view_, sdfg_); }

private:
    const DocumentView* view_;
    ir::SdfgPtr sdfg_;
    Find find_;
};

/// A document as `find`, `check` and `apply` see it. Cheap to copy; copies and the views of later
/// documents share what is kept. For one thread.
class DocumentView {
public:
    DocumentView(ir::DocumentPtr document); // NOLINT(google-explicit-constructor)
    /// What an edit made of this document; results about parts that both share are kept.
    DocumentView after(ir::DocumentPtr edited) const;
    /// What an edit that is only tried would make of it: answers are not carried over.
    DocumentView tried(ir::DocumentPtr edited) const;

    const ir::DocumentPtr& document() const { return answers_->index().document(); }
    const ir::DocumentIndex& index() const { return answers_->index(); }

    /// nullopt when there is no such state.
    std::optional<StateView> state(BlockId id) const;
    /// Asserts that the document has it.
    ir::SdfgPtr sdfg(SdfgId id) const;
    /// analysis::singleUseData of an SDFG.
    ContainerSet singleUseData(const ir::SdfgPtr& sdfg) const;
    /// analysis::readByName of an SDFG.
    ContainerSet readByName(const ir::SdfgPtr& sdfg) const;
    /// The containers that access nodes and memlets of the state name.
    std::shared_ptr<const StateContainers> containers(const StateView& state) const;
    analysis::PartCache& kept() const { return *kept_; }
    /// About this document alone.
    Answers& answers() const { return *answers_; }

private:
    DocumentView(ir::DocumentPtr document, std::shared_ptr<Answers> before,
                 std::shared_ptr<analysis::PartCache> kept);

    std::shared_ptr<Answers> answers_;
    std::shared_ptr<analysis::PartCache> kept_;
};

/// One state, with the SDFG that it belongs to. Owns what it refers to.
struct StateView {
    BlockId id;
    ir::SdfgPtr sdfg;
    ir::BlockPtr block;
    std::shared_ptr<const ir::StateIndex> index;
    std::optional<DocumentView> document; ///< that has it

    const ir::State& state() const { return index->state(); }
};

/// Where matches are looked for: in the whole document, or only in and at some of its elements.
class Region {
public:
    Region() = default; ///< the whole document
    /// Everything inside the blocks and SDFGs among `elements`, and what one of the nodes and edges
    /// among them is part of. Elements that the document lacks count for nothing.
    Region(const ir::DocumentIndex& index, std::vector<ElementId> elements);

    /// Everything in this SDFG and what is nested in it; none: the whole document.
    static Region within(const ir::DocumentIndex& index, std::optional<SdfgId> sdfg) {
        return sdfg ? Region(index, {*sdfg}) : Region();
    }

    bool isWhole() const { return whole_; }
    /// The states that a match can be in, in the document's order.
    std::vector<BlockId> states(const DocumentView& view) const;
    /// Whether a match of these elements of the state is one to look for.
    bool touches(BlockId state, std::initializer_list<ElementId> elements) const;
    /// Whether an element, or something that it stands in, is one of those asked for.
    bool contains(const ir::DocumentIndex& index, ElementId element) const;

private:
    bool whole_ = true;
    std::vector<ElementId> elements_;  ///< sorted
    std::vector<BlockId> wholeStates_; ///< sorted: everything in them
    std::vector<BlockId> states_;      ///< sorted: those and what the elements stand in
};

} // namespace mw::transforms
