#pragma once

#include "core/analysis/analysis.h"
#include "core/ir/sdfg.h"

#include <string>
#include <utility>
#include <vector>

namespace mw::test {

/// A correct program, and one mistake in it that gives the code. The correct one is the neighbour
/// that must keep quiet.
struct FindingCase {
    std::string code;
    std::string program;                                      ///< text form
    std::vector<std::pair<std::string, std::string>> mistake; ///< replacements in the text
    bool oldFormat = false;                                   ///< judged as a file of DaCe 1
    std::string dropped =
        {}; ///< a connector that no text can leave out: "node.connector", "node.exit"

    std::string broken() const;
    ir::DocumentPtr good() const;
    ir::DocumentPtr bad() const;
};

/// At least one case for every code of findingCodes().
const std::vector<FindingCase>& findingCases();

/// Reads a text form; fails the test when it cannot be read.
ir::DocumentPtr documentOf(const std::string& text);

/// Codes of all findings, hints and thorough checks included.
std::vector<Diagnostic> allFindings(const ir::DocumentPtr& document);

} // namespace mw::test
