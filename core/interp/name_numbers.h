#pragma once

#include "core/symbolic/expr.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mw::interp {

/// Numbers for the names of one SDFG, and its index expressions in terms of them: what a name means
/// is looked up once in a run of the SDFG, and found by its number after that.
class NameNumbers {
public:
    std::uint32_t of(const std::string& name);
    const std::string& name(std::uint32_t number) const { return *names_[number]; }
    std::size_t count() const { return names_.size(); }

    /// constant + factor * symbol + ..., as most indices are.
    struct Sum {
        symbolic::Expr whole; ///< whose node this is known by
        bool isSum = false;   ///< else it is something else
        std::int64_t constant = 0;
        std::vector<std::pair<std::int64_t, std::uint32_t>> terms; ///< factor, number of the symbol
    };
    const Sum& sum(const symbolic::Expr& e);

private:
    bool add(const symbolic::Expr& term, Sum& sum);

    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<const std::string*> names_;
    std::unordered_map<const symbolic::Expr::Node*, Sum> sums_;
};

} // namespace mw::interp
