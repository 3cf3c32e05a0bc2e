#pragma once

#include "tests/support/execution.h"

#include <string>
#include <vector>

namespace mw::test {

/// The arrays of one run, read and written by logical index: what references are written with. Out
/// of range is a failed test.
class Columns {
public:
    explicit Columns(const RunInputs& inputs);

    /// One element of an array of float64 with up to three dimensions.
    double& operator()(const std::string& name, std::int64_t i, std::int64_t j = 0,
                       std::int64_t k = 0);
    double operator()(const std::string& name, std::int64_t i, std::int64_t j = 0,
                      std::int64_t k = 0) const;
    /// gt_conn_C2E[i, j] for "C2E".
    std::int64_t neighbour(const std::string& table, std::int64_t i, std::int64_t j) const;
    /// The same for an array of int32.
    std::int64_t integer(const std::string& name, std::int64_t i, std::int64_t j = 0,
                         std::int64_t k = 0) const;
    double symbol(const std::string& name) const;
    std::int64_t bound(const std::string& name) const;
    /// Length of an array's first dimension.
    std::int64_t size(const std::string& name) const;
    /// Gives every element of an array the value of a function of its index.
    template <class F>
    void fill(const std::string& name, const F& value);

    /// Calls f(i, k) for the program's domain.
    template <class F>
    void everywhere(const F& f) const {
        for (auto i = bound("horizontal_start"); i < bound("horizontal_end"); ++i)
            for (auto k = bound("vertical_start"); k < bound("vertical_end"); ++k)
                f(i, k);
    }
    /// As a run's inputs or outputs.
    RunInputs run() const;

private:
    struct Array {
        ir::ScalarType type;
        std::vector<std::int64_t> shape;
        std::vector<std::byte> bytes;
    };
    const std::byte* element(const std::string& name, ir::ScalarType type, std::int64_t i,
                             std::int64_t j, std::int64_t k) const;

    symbolic::Bindings symbols_;
    std::map<std::string, Array> arrays_;
};

template <class F>
void Columns::fill(const std::string& name, const F& value) {
    const auto shape = arrays_.at(name).shape;
    const auto extent = [&](std::size_t n) { return n < shape.size() ? shape[n] : 1; };
    for (std::int64_t i = 0; i < extent(0); ++i)
        for (std::int64_t j = 0; j < extent(1); ++j)
            for (std::int64_t k = 0; k < extent(2); ++k)
                (*this)(name, i, j, k) = value(i, j, k);
}

} // namespace mw::test
