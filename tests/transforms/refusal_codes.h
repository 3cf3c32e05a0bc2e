#pragma once

#include <set>
#include <string>

namespace mw::test {

/// The refusals that a transformation can give, read from its sources: "6 view".
struct NamedRefusals {
    std::set<std::string> own;       ///< of refuse(...) in its own file or folder
    std::set<std::string> ofToolkit; ///< of conditions of the toolkit that it asks for
};
NamedRefusals refusalsOf(const std::string& transformation);

/// Codes of the toolkit's conditions, whatever number they have. Those of a match that does not
/// exist (condition 1) are not among them.
std::set<std::string> refusalsOfToolkit();

} // namespace mw::test
