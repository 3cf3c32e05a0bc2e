#pragma once

#include "app/workbench/detail/json_fields.h"
#include "core/support/expected.h"

#include <optional>

// Several processes work on one project file: what each of them did since it read the file is put
// together when it saves.

namespace mw::workbench {

/// Project files as JSON.
struct ProjectVersions {
    Json base;  ///< as this process read or wrote it last
    Json here;  ///< as this process has it now
    Json there; ///< as the file is now, since another process wrote it
    /// Nobody knows what `there` began with (`base` is the same as `there`): nothing is taken away.
    bool isBaseKnown = true;
};
/// `there` with what was done here since `base`: programs, variants, measurements, trials and marks
/// are added; of two that a variant of one name was added by, the later is numbered. What was set
/// here is set. "project-conflict" where both set one thing differently, or one took away what the
/// other changed. What is shown, the current variants and the last times are those of here.
Expected<Json> mergeProjects(ProjectVersions versions);

/// Variants of all programs of a project file.
std::size_t variantsIn(const Json& project);

} // namespace mw::workbench
