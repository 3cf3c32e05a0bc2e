#pragma once

#include "app/workbench/detail/json_fields.h"
#include "app/workbench/program.h"

#include <map>
#include <stop_token>
#include <vector>

// The tree of a program's variants in the tool's files: one object per variant, parents first.
//   {"id":2,"parent":1,"name":...,"pinned":...,"exported":...,"measured":{...},"step":record,
//    "batch":{"first":2,"title":...}}

namespace mw::workbench {

/// "current", "variants" and, where there are any, "baseline" and "bookmarks", which are added to
/// `into`.
void writeVariants(const Program& program, Json& into);

/// The name that a file has for a variant that was made again. Files of the past call the ones that
/// nobody named by their records: these keep what they are called now.
void takeName(history::History& history, history::VariantId id, std::string name);

struct RestoredTree {
    std::map<std::uint32_t, history::VariantId> ids; ///< in the file -> in the history
    std::vector<Diagnostic> lost; ///< why steps were not done; they stay as detached variants
};
/// Does all steps again, into a program that has only its root. An error for what is no tree.
Expected<RestoredTree> readVariants(const Fields& fields, Program& into,
                                    const std::stop_token& stop);

/// "measurements", and what was tried while tuning as "tuning", which are added to `into`.
void writeMeasurements(const Program& program, Json& into);
/// Those whose variants are there.
Expected<void> readMeasurements(const Fields& fields, const RestoredTree& tree, Program& into);

} // namespace mw::workbench
