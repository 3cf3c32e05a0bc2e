#pragma once

#include "core/support/expected.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace mw::ir {

/// A release of DaCe as PEP 440 orders them: `1.0.2`, `2.0.0a6`, `2.0.0b1`, `2.1rc1`.
struct DaceVersion {
    enum class Stage : std::uint8_t { alpha, beta, candidate, release };
    int major = 0, minor = 0, patch = 0;
    Stage stage = Stage::release;
    int number = 0; ///< of the stage: 6 of `2.0.0a6`

    auto operator<=>(const DaceVersion&) const = default;
};

/// The newest release whose behaviour is known here; newer ones are taken to be like it.
inline constexpr DaceVersion kNewestDace{2, 0, 0, DaceVersion::Stage::beta, 1};

/// Reads a version. A build that is named by its day, as GT4Py pins them (`43!2026.04.27`), stands
/// for the newest release of that day. Suffixes (`+cu12`, `.post1`, `.dev3`) change nothing.
/// Errors: bad-version, naming the text.
Expected<DaceVersion> parseDaceVersion(std::string_view text);
std::string print(const DaceVersion& version);

/// What versions of DaCe make of the same graph, where they differ (seen by running 1.0.2, 2.0.0a6,
/// a10 and b1 from PyPI; docs/dace-versions.md has the table). The DaCe that builds the graph
/// decides, not the one that wrote it.
struct DaceRules {
    /// A copy that says the region of one end only: up to 2.0.0a6 as many elements from index 0 on
    /// at the other end, from 2.0.0a7 on the whole container unless that certainly has another
    /// number of elements, then the same indices.
    bool sameIndices = false;
    /// From 2.0.0b1 on `//` in code rounds down, as in Python, and Mod takes the divisor's sign;
    /// the remainder of C is CMod in symbolic text. Before that both are C's, of integers.
    bool pythonArithmetic = false;
    /// From 2.0.0b1 on a container of a nested SDFG has the shape and strides of the one that it is
    /// bound to.
    bool wholeContainers = false;
    /// From 2.0.0a10 on a storage may have parameters (dynamic shared memory).
    bool storageParameters = false;
    /// From 2.0.0a4 on symbols are written with `$`.
    bool dollar = false;
    /// 2.0.0a6 and later refuse a tasklet's connector that is called as a container, symbol or
    /// constant around it; 1.0.2 takes it.
    bool ownConnectors = false;
    /// Before 1.0 (0.13.3) a view is a `View` and a reference a `Reference`; 1.0.2 and later read
    /// `ArrayView` and `ArrayReference` alone.
    bool shortTypeNames = false;

    bool operator==(const DaceRules&) const = default;
};
DaceRules rulesOf(const DaceVersion& version);
/// Of the text of a file; what is no version is taken as 1.0.0.
DaceRules rulesOf(std::string_view version);

} // namespace mw::ir
