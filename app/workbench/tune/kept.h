#pragma once

#include "app/workbench/program.h"

#include <string>

namespace mw::workbench {

/// Notes what tuning that ended in a graph with these launches (JSON of choices, as
/// history::History::choicesOf has them; empty: none) came to: the program beside its start.
/// Nothing where that was not faster for certain.
void keepTuned(TuneLog& log, const ir::DocumentPtr& document, const std::string& choices,
               Trial whole);
/// What keepTuned() noted of a variant, or of another one with the same graph and launches;
/// nullptr: nothing.
const Trial* tunedTrial(const Program& program, history::VariantId variant);

} // namespace mw::workbench
