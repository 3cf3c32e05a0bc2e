#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace mw::grid {

/// How many bytes a NetCDF file of the classic formats (CDF-1, 2, 5) has at least, from its head:
/// libnetcdf takes what a cut file lacks for zeros, or says something else of it. nullopt: another
/// format, or no whole head.
std::optional<std::uint64_t> classicSize(std::span<const std::byte> file);

} // namespace mw::grid
