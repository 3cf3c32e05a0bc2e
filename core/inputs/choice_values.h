#pragma once

#include "core/analysis/index_use.h"
#include "core/inputs/ends.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace mw::inputs {

/// Bounds of expressions over a name that is one of several values (IndexChoice), where these are
/// few enough to be tried one by one. Answers are kept: `names` and `symbols` must not change.
class ChoiceValues {
public:
    using Expr = symbolic::Expr;

    ChoiceValues(const analysis::IndexNames& names, const symbolic::Bindings& symbols)
        : names_(names), symbols_(symbols) {}

    /// Over all values of the one name in it; nullopt: not known.
    const std::optional<Ends>& over(const Expr& e);

private:
    struct ExprHash {
        std::size_t operator()(const Expr& e) const { return e.hash(); }
    };
    using Values = std::optional<std::set<std::int64_t>>; ///< nullopt: not known

    std::optional<Ends> find(const Expr& e);
    std::optional<std::string> choiceIn(const Expr& e) const;
    const Values& valuesOf(const std::string& name);
    Values findValues(const std::string& name);

    const analysis::IndexNames& names_;
    const symbolic::Bindings& symbols_;
    std::unordered_map<Expr, std::optional<Ends>, ExprHash> over_;
    std::map<std::string, Values> valuesOf_;
};

} // namespace mw::inputs
