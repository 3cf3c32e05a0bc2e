#pragma once

#include "core/inputs/program_ranges.h"
#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mw::inputs {

/// What symbols without a value are for, by where they stand in a program: the beginning or end of
/// a range, the size of an array, a level that something is compared with.
class SymbolRoles {
public:
    using Names = std::set<std::string, std::less<>>;

    /// `indices`: symbols that some index depends on. What it is made of must outlive it.
    SymbolRoles(const ir::Sdfg& program, const Scenario& scenario, const Names& indices);

    struct Choice {
        std::int64_t value;
        std::string reason; ///< "the range of '__i_K' ends there"
    };
    /// A first value for it; nullopt: nothing follows from where it stands.
    std::optional<Choice> choose(const std::string& symbol) const;

private:
    Choice between(const ProgramRange& range) const;
    std::optional<Choice> endOf(const std::string& symbol, const ProgramRange& range) const;
    bool isSize(const std::string& symbol) const;
    std::int64_t usualSize() const;

    const ir::Sdfg& program_;
    const Grid grid_;
    const Names& indices_;
    std::vector<ProgramRange> ranges_;
    std::vector<std::pair<std::string, std::string>> compared_;
};

} // namespace mw::inputs
