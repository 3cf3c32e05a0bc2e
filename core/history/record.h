#pragma once

#include "core/history/anchor.h"
#include "core/support/params.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace mw::history {

/// Where a step was done. What names its elements in other documents is found out when somebody
/// asks for it first, in any thread: few of the steps that are made are ever read again.
class Site {
public:
    /// What names the place in other documents.
    struct Anchors {
        /// AnchorIndex::fingerprint of what the step was done on; 0: not known
        std::uint64_t document = 0;
        std::vector<Anchor> elements;
    };

    Site() = default;
    Site(std::uint64_t document, std::vector<Anchor> elements, std::string label);
    /// `find` is called once at most, for all copies together.
    Site(std::string label, std::function<Anchors()> find);

    std::uint64_t document() const { return anchors().document; }
    const std::vector<Anchor>& elements() const { return anchors().elements; }

    std::string label; ///< for people: "map_1 -> tmp -> map_2"

private:
    struct Later;
    const Anchors& anchors() const;

    std::shared_ptr<Later> later_; ///< null: nothing is known
};

struct TransformationRecord {
    std::string name;
    Params params; ///< all of them, defaults filled in
    Site site;     ///< the elements of the match, in the order that the transformation defines
};
/// A finding of the validation was repaired.
struct RepairRecord {
    std::string code;  ///< of the finding
    std::string place; ///< of the finding in the file
    Site site;         ///< the elements of the finding; `label`: what the repair calls itself
};
/// The user gave a property of an element another value.
struct EditRecord {
    Site site;                 ///< the element; `label` says what
    std::string property = {}; ///< of transforms::properties(); empty: what was done is not known
                               ///< (recipes of the past), and it cannot be done again
    std::string part = {};     ///< which of several: a parameter of a map, a symbol
    std::string value = {};    ///< the text that was given
};
/// Launches and passes of kernels were chosen; the graph stays as it is.
struct LaunchRecord {
    Site site;           ///< no elements; `label` says what was chosen
    std::string choices; ///< JSON, all that hold from here on (codegen::Choices)
};

/// The step that made a variant from its parent, as plain data.
using Record = std::variant<TransformationRecord, RepairRecord, EditRecord, LaunchRecord>;

const Site& siteOf(const Record& record);
/// The transformation's name, "repair", "edit" or "launches": for people.
std::string kindText(const Record& record);
/// kindText and the label.
std::string text(const Record& record);

/// The site of these elements, which must exist; found out now.
Site siteOf(const AnchorIndex& anchors, const std::vector<ElementId>& elements, std::string label);
/// The ids in the document of the record.
std::vector<ElementId> idsOf(const Site& site);

/// Which candidates of another document are most like a site, element by element.
struct Resemblance {
    std::vector<std::size_t> best; ///< the most alike; empty: none is like the site at all
    bool exact = false;            ///< each element in the same place of the same graph
    /// Where none is exact: those nearly as much alike, together where they are equally so, the
    /// most alike first.
    std::vector<std::vector<std::size_t>> next;
};
/// One is best when no other is as much alike, in itself and in what surrounds it; elements that
/// are alike in everything connected with them are told apart by their order in the file.
Resemblance resembling(const AnchorIndex& anchors, const Site& site,
                       const std::vector<std::vector<ElementId>>& candidates);
/// The element of any document that a site of one element names: by its id in the document of the
/// site, elsewhere the one that is most like it; 0 where none is, or several are equally.
ElementId elementOf(const AnchorIndex& anchors, const Site& site);

} // namespace mw::history
