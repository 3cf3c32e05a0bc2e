#pragma once

#include "core/support/id.h"

#include <string>
#include <vector>

namespace mw {

enum class Severity { error, warning, hint };

/// Where a diagnostic points: a place in a file and/or elements of a document. All parts optional.
struct Location {
    std::string file;
    std::string path; ///< place in the file as a JSON pointer, or "line:column" of a source
    std::vector<ElementId> elements; ///< elements to highlight, the most important one first
};

/// One thing to tell the user: a sentence that names the element, a stable code for tests and
/// scripts (kebab-case, e.g. "edge-to-missing-node"), and where.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string code;
    std::string sentence;
    Location location;
    std::vector<std::string> notes; ///< further lines: compiler log, remedy
};

/// `file: sentence (at path)`, notes on lines of their own.
std::string toString(const Diagnostic& diagnostic);

} // namespace mw
