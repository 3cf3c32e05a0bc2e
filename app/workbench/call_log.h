#pragma once

#include "core/inputs/sequence.h"
#include "core/support/expected.h"

#include <filesystem>
#include <string>
#include <vector>

// The calls of a time step that the Python package logged (docs/pipeline.md), as a sequence.

namespace mw::workbench {

/// An array of the sequence.
struct LoggedArray {
    std::string name;
    std::vector<std::string> users;   ///< "vn of the first program", in the order of the calls
    std::vector<std::string> writers; ///< programs
    bool changed = false;             ///< something else changed it between calls, or afterwards
};
struct LoggedSequence {
    /// Documents are read; a program is one graph with one set of scalars and fields.
    inputs::SequenceInput sequence;
    std::vector<std::string> graphs; ///< of each program
    std::vector<LoggedArray> arrays; ///< in the order of first use
    /// Written before they are read: temporaries of a linked program, if nobody outside reads them.
    std::vector<std::string> candidates;
    /// What stood between calls, arrays that share memory, why it cannot be linked; a sentence
    /// each.
    std::vector<std::string> notes;
};

/// Reads the log in the folder, or in the only folder below that has one. `stage`: which graph of a
/// saved program ("lowered", "finished"), or the one that there is. Arrays are called as the first
/// program calls them, with a number where another one has that name. Fields that something
/// else changed between two calls are an exchange there. Errors: "no-log" names the folder;
/// "damaged-file" the log; those of reading graphs.
Expected<LoggedSequence> readCallLog(const std::filesystem::path& folder, const std::string& stage);

/// Writes the sequence, and a scenario for each program beside it; values of arrays stay in the
/// log's folder. The files that were written.
Expected<std::vector<std::string>> exportCallLog(const LoggedSequence& logged,
                                                 const std::filesystem::path& file);

std::string toText(const LoggedSequence& logged);
std::string toJson(const LoggedSequence& logged, const std::vector<std::string>& written);

} // namespace mw::workbench
