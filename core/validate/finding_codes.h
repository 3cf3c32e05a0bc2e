#pragma once

#include <span>
#include <string_view>

namespace mw::validate {

/// What a finding is about; people group and filter by it.
enum class FindingKind {
    validity,  ///< the format's rules: DaCe checks them, or its generated code would fail
    range,     ///< regions: what is read outside of what is written
    canonical, ///< GT4Py's canonical form
    advice,    ///< accepted, but a mistake or of no use
};
std::string_view name(FindingKind kind);

/// One code that validate() gives. docs/validation.md has the same list.
struct FindingCode {
    std::string_view code;
    FindingKind kind;
    std::string_view severity; ///< "error", "warning", "hint", or two of them with a slash
    std::string_view check;    ///< number in DaCe's validation or rule of ADR-0018; empty: our own
    std::string_view meaning;  ///< a sentence
};
/// Sorted by code.
std::span<const FindingCode> findingCodes();
const FindingCode* findFindingCode(std::string_view code); ///< null for codes of other modules
/// validity for codes of other modules.
FindingKind kindOf(std::string_view code);

} // namespace mw::validate
