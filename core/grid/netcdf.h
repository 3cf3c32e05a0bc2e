#pragma once

#include "core/support/expected.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mw::grid {

/// libnetcdf, found when it is needed and not when this program is built: it is the same program
/// with and without. It reads what strangers wrote, so it is used in `isolated` work only.
/// Errors: "missing-library"; else what the library says.
class NetCdf {
public:
    struct Functions;
    static Expected<NetCdf> load();

    /// The number of a variable's values along each dimension; nullopt: there is no such variable.
    Expected<std::optional<std::vector<std::int64_t>>> shape(const std::string& variable) const;
    Expected<std::int64_t> length(const std::string& dimension) const;
    Expected<std::vector<std::int32_t>> integers(const std::string& variable,
                                                 std::int64_t count) const;
    Expected<std::vector<double>> reals(const std::string& variable, std::int64_t count) const;
    /// nullopt: there is no such attribute of the file, or it is no number.
    std::optional<int> attribute(const std::string& name) const;

    /// A file to read, whose bytes must stay. By their name, libnetcdf would go where names lead.
    Expected<void> open(std::span<const std::byte> bytes);

    /// A new file in memory (64-bit offsets, ICON's usual format).
    Expected<void> create();
    Expected<int> addDimension(const std::string& name, std::int64_t length);
    /// With an attribute long_name. Its number, for write().
    Expected<int> addIntegers(const std::string& name, const std::vector<int>& dimensions,
                              const std::string& meaning);
    Expected<int> addReals(const std::string& name, const std::vector<int>& dimensions,
                           const std::string& meaning);
    Expected<void> addAttribute(const std::string& name, const std::string& value);
    Expected<void> addAttribute(const std::string& name, int value);
    Expected<void> addAttribute(const std::string& name, double value);
    Expected<void> endDefinitions();
    Expected<void> write(int variable, std::span<const std::int32_t> values);
    Expected<void> write(int variable, std::span<const double> values);
    /// The bytes of the file that was created.
    Expected<std::string> bytes();

private:
    explicit NetCdf(const Functions& functions) : call_(&functions) {}
    Expected<void> done(int status, const std::string& what) const;
    Expected<int> addVariable(const std::string& name, int type, const std::vector<int>& dimensions,
                              const std::string& meaning);

    const Functions* call_;
    int file_ = -1;
};

} // namespace mw::grid
