#pragma once

#include "core/analysis/program_rows.h"
#include "core/ir/index.h"

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
    QString details; ///< for a tool tip, several lines
};

struct SheetLane {
    analysis::ArrayLane lane;
    QString name; ///< without the nested SDFGs around it
    QString details;
    std::optional<double> bytes; ///< of the container
    bool table = false;          ///< a neighbour table
};

/// All that the view shows of a variant, without times. Made off the GUI thread.
struct ProgramSheet {
    std::vector<SheetRow> rows;
    std::vector<SheetLane> lanes;
    std::size_t kernels = 0, copies = 0;
    std::optional<double> bytes;          ///< sum over the rows
    std::optional<double> argumentBytes;  ///< what one kernel for all of it would have to move
    std::optional<double> temporaryBytes; ///< of all temporaries
    double mostBytes = 0;                 ///< of a row
    double largest = 0;                   ///< lane

    /// The row of an element: of a map also by its exit and what is inside; nullopt: none.
    std::optional<std::size_t> rowOf(const ir::DocumentIndex& index, ElementId id) const;
    /// Index of the row after the last one that stands under this heading.
    std::size_t endOf(std::size_t heading) const;

private:
    friend ProgramSheet sheetOf(const ir::Document& document, const symbolic::Bindings& values);
    std::map<ElementId, std::size_t> byElement_;
};

/// With the values of a run's symbols; what they leave open is missing.
ProgramSheet sheetOf(const ir::Document& document, const symbolic::Bindings& values);

} // namespace mw::viewers
