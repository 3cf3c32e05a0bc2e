#pragma once

#include "core/analysis/figures.h"
#include "core/ir/index.h"
#include "viewers/scene/short_names.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

// The program view's content: rows and lanes with the numbers of one run.

namespace mw::viewers {

struct SheetRow {
    analysis::ProgramRow row;
    QString name;  ///< what it writes
    QString label; ///< of the map
    QString range; ///< "Edge 0…67199 × K 0…79"
    std::optional<double> bytes;
    std::optional<double> operations;
    QString details;          ///< for a tool tip, several lines
    TellingPart telling = {}; ///< of the name, among those of all rows
};

struct SheetLane {
    analysis::ArrayLane lane;
    QString name; ///< without the nested SDFGs around it, where no other one is called so
    QString details;
    std::optional<double> bytes; ///< of the container
    bool table = false;          ///< a neighbour table
    TellingPart telling = {};    ///< of the name, among those of all lanes
};

/// All that the view shows of a variant, without times. Made off the GUI thread.
struct ProgramSheet {
    std::vector<SheetRow> rows;
    std::vector<SheetLane> lanes;
    analysis::ProgramFigures figures;
    double mostBytes = 0; ///< of the row with most
    double largest = 0;   ///< bytes of the largest array

    /// The row that is about this element; nullopt: none. See RowFinder.
    std::optional<std::size_t> rowAt(ElementId element) const;
    /// Index of the row after the last one that stands under this heading.
    std::size_t endOf(std::size_t heading) const;

private:
    friend ProgramSheet sheetOf(const ir::Document& document, const symbolic::Bindings& values);
    std::map<ElementId, std::size_t> byElement_;
};

/// Finds the rows that elements belong to, and keeps what it learns of states: for many elements.
class RowFinder {
public:
    /// `index`: of the document that the sheet is of. Both must outlive the finder.
    RowFinder(const ProgramSheet& sheet, const ir::DocumentIndex& index)
        : sheet_(sheet), index_(index) {}

    /// The row of an element: of a map also by its exit and what is inside; nullopt: none.
    std::optional<std::size_t> rowOf(ElementId id);
    /// Of an access node: the lane of its array; nullopt: there is none.
    std::optional<std::size_t> laneOf(ElementId id) const;

private:
    /// The map, or else the block or nested SDFG, that an element stands in.
    ElementId around(const ir::DocumentIndex::Place& place);
    const ir::StateIndex& indexOf(const ir::State& state);

    const ProgramSheet& sheet_;
    const ir::DocumentIndex& index_;
    std::map<const ir::State*, ir::StateIndex> states_;
};

/// "2 kernels + 1 copy".
QString kernelsText(std::size_t kernels, std::size_t copies);

/// With the values of a run's symbols; what they leave open is missing.
ProgramSheet sheetOf(const ir::Document& document, const symbolic::Bindings& values);

} // namespace mw::viewers
