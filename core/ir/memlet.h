#pragma once

#include "core/ir/origin.h"
#include "core/symbolic/subset.h"

#include <optional>
#include <string>

namespace mw::ir {

/// What moves along a dataflow edge: a region of `data`. Empty `data` = ordering edge only.
/// Which end of the edge `subset` describes: the one where `data` stands (analysis::isDataSource);
/// `isDataSource` is what the file or the editing code stated, which counts where both ends are
/// `data`.
struct Memlet {
    std::string data;
    std::optional<symbolic::Subset> subset;      ///< region of `data`
    std::optional<symbolic::Subset> otherSubset; ///< region of the container at the other end
    symbolic::Expr volume = 0;                   ///< elements moved; 0 with dynamic = unknown
    bool dynamic = false;
    std::string wcr; ///< Python lambda text of the write-conflict resolution, or empty
    bool wcrNonatomic = false;
    bool allowOutOfBounds = false;
    std::optional<bool> isDataSource;
    OriginPtr origin;

    bool empty() const { return data.empty(); }

    /// Memlet of `subset` of `data`; the volume is the subset's.
    static Memlet of(std::string data, symbolic::Subset subset);
};

} // namespace mw::ir
