#pragma once

#include "core/inputs/index_formula.h"
#include "core/inputs/index_spelling.h"
#include "core/inputs/local_access.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mw::inputs {

/// Calls `visit(name, what)` for every name that the expression is made of, through ranges and
/// indices of tables, each once; `what` is null for symbols of the program.
using VisitName = std::function<void(const std::string&, const analysis::IndexName*)>;
void forEachName(const analysis::IndexNames& names, const symbolic::Expr& e,
                 std::set<std::string>& seen, const VisitName& visit);

/// Of numbers up to here in size a warp's steps can be added, and counted in bytes, in 64 bits.
/// What is farther away counts as not known.
constexpr std::int64_t kFarthest = std::int64_t{1} << 56;
constexpr bool isNear(std::int64_t value) {
    return value >= -kFarthest && value <= kFarthest;
}
/// a + b * c where all of it is near.
std::optional<std::int64_t> nearSum(std::int64_t a, std::int64_t b, std::int64_t c);

/// One access of a map, made ready for iterations. What it is made of must outlive it.
class AccessEvaluation {
public:
    using Value = IndexFormula::Value;

    AccessEvaluation(const analysis::MapAccesses& map, const analysis::MapAccess& access,
                     const IndexSpelling& spelling, const symbolic::Bindings& symbols,
                     const HostArrays& arrays);

    void set(const Iteration& iteration);
    /// Calls `visit` in every iteration inside the one that is set, until it says false; only in
    /// the first one where `firstOnly`. False: not all could be reached.
    bool forEachInner(bool firstOnly, const std::function<bool()>& visit, std::size_t from = 0);

    /// Whether the access happens; `reason` gets the condition that says no, or is not known.
    AccessState happens(std::string* reason = nullptr) const;
    /// Appends the elements of the box that were not there yet, while there is room. False: not all
    /// are there.
    bool elements(std::vector<TouchedElement>& found);
    /// The place in memory of the first element, where it is inside.
    Value position() const;
    /// Of the container's dimensions.
    std::vector<Value> sizes() const;
    /// Appends the elements of tables that the indices come from.
    void entries(std::vector<TableEntry>& found) const;
    /// Whether an index goes through a table that is entered with the parameter.
    bool throughTable(const std::string& parameter) const;
    /// Why an index cannot be worked out.
    std::string unknownReason(const symbolic::Bindings& symbols, const HostArrays& arrays) const;

private:
    struct Dim {
        int low, high, size, stride; ///< formulas
    };
    struct Table {
        std::string argument;
        std::vector<int> at;
        int value;
    };

    void addTables();
    TouchedElement element(const std::vector<std::int64_t>& index) const;
    void forEachName(const VisitName& visit) const; ///< of the indices

    const analysis::MapAccesses& map_;
    const analysis::MapAccess& access_;
    const IndexSpelling& spelling_;
    IndexFormula formula_;
    std::vector<Dim> dims_;
    std::vector<std::pair<int, const symbolic::Expr*>> conditions_;
    std::vector<Table> tables_;
    std::vector<std::optional<std::size_t>> fixed_; ///< by slot: the parameter; none: an inner one
    std::set<std::vector<std::int64_t>> known_;     ///< elements that were appended
};

} // namespace mw::inputs
