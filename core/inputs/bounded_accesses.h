#pragma once

#include "core/analysis/footprint.h"
#include "core/analysis/index_use.h"
#include "core/inputs/index_range.h"
#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mw::inputs {

/// Values that inputs are made with: of symbols, and of integer arrays by how they are filled.
struct InputValues {
    symbolic::Bindings symbols;
    std::map<std::string, HashedFill, std::less<>> fills;
};

/// An access that leaves its container with some values of the symbols.
struct Violation {
    std::int64_t amount = 0; ///< so many elements before the beginning or beyond the end
    bool below = false;      ///< which of the two
    bool certain = true;     ///< not only behind a condition
    std::set<std::string, std::less<>> symbols; ///< that its place depends on
    std::set<std::string, std::less<>> arrays;
    std::string reason; ///< "'f' is read at index vertical_start - 1 in dimension 1"
};

/// All accesses of a program whose place is known, to be held against the containers again and
/// again. What it is made of must outlive it.
class BoundedAccesses {
public:
    using Names = std::set<std::string, std::less<>>;

    /// `movable`: symbols whose values may still change; sentences keep those that are 0.
    BoundedAccesses(const ir::Sdfg& program, const Scenario& scenario, const Names& movable);

    /// Those that leave their container with these values.
    std::vector<Violation> violations(const InputValues& values) const;
    /// Symbols that some index depends on.
    Names indexSymbols() const;

private:
    std::optional<std::int64_t> sizeOf(const std::string& name, const ir::DataDescriptor& data,
                                       std::size_t d, const InputValues& values) const;
    void inFootprint(const std::string& name, const analysis::Access& access,
                     const InputValues& values, std::vector<Violation>& found) const;
    void inUses(const InputValues& values, std::vector<Violation>& found) const;
    std::optional<IntegerRange> rangeOf(const std::string& argument,
                                        const InputValues& values) const;
    Violation violation(std::int64_t amount, bool below, bool certain, const symbolic::Expr& index,
                        const symbolic::Expr& size, const std::string& container, std::size_t d,
                        bool write) const;
    std::pair<Names, Names> reached(const symbolic::Expr& e) const;
    std::string shown(const symbolic::Expr& index) const;

    const ir::Sdfg& program_;
    const Scenario& scenario_;
    const Names& movable_;
    analysis::Footprint footprint_;
    analysis::IndexUses uses_;
};

} // namespace mw::inputs
