#pragma once

#include "core/analysis/figures.h"
#include "core/history/history.h"

#include <map>

namespace mw::viewers {

/// A variant in numbers, for the sizes that the program is run with.
using VariantFigures = analysis::ProgramFigures;
/// Of the variants of one history that were counted already.
using FiguresByVariant = std::map<history::VariantId, VariantFigures>;

} // namespace mw::viewers
