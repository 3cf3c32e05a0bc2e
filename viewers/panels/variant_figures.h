#pragma once

#include "core/analysis/figures.h"
#include "core/history/history.h"

#include <QString>

#include <cstddef>
#include <map>

namespace mw::viewers {

/// A variant in numbers, for the sizes that the program is run with.
using VariantFigures = analysis::ProgramFigures;
/// Of the variants of one history that were counted already.
using FiguresByVariant = std::map<history::VariantId, VariantFigures>;

/// Of a time that was measured with other sizes than those shown: on which grid, and with which
/// others it has the sizes in common (those with the same number).
struct OtherSizes {
    QString grid;
    std::size_t alike = 0;

    bool operator==(const OtherSizes&) const = default;
};
using OtherSizesByVariant = std::map<history::VariantId, OtherSizes>;

} // namespace mw::viewers
