#pragma once

#include "core/exec/runner/memory.h"

#include <map>

namespace mw::exec {

/// The lists of neighbours that kernels with tiles read (core/codegen/launch/tiled_levels.h), on
/// the device: made when first asked for, by a kernel of their own, and kept until they are
/// cleared. Who has put other values into a table clears them; a kernel that finds lists of other
/// values does not use them.
class TileLists {
public:
    /// `function`: tileKernelName of the program's module.
    TileLists(Backend& backend, void* function) : backend_(backend), function_(function) {}

    /// Entries of a table, as points have them one after the other.
    struct Request {
        const void* table = nullptr;
        std::vector<std::int64_t> columns; ///< where the first point's entries stand
        std::int64_t stride = 1;           ///< from a point's to the next one's
        std::int64_t points = 0;
        std::int64_t limit = 0; ///< entries from here on, or negative ones, are not gathered
        int threads = 1;        ///< points of a tile
        int room = 1;           ///< for neighbours of a tile

        auto operator<=>(const Request&) const = default;
    };
    /// Addresses for a kernel, in the order of its parameters.
    using Addresses = std::array<void*, 3>;
    Expected<Addresses> of(const Request& request);
    void clear() { lists_.clear(); }

private:
    struct Lists {
        DeviceMemory columns, sizes, points, at;
    };
    Expected<Lists> made(const Request& request);

    Backend& backend_;
    void* function_;
    std::map<Request, Lists> lists_; ///< looked up, never walked in order
};

/// Text with the kernel that makes the lists, for CUDA and HIP: one block for a tile, with a thread
/// for a point.
std::string tileKernel();
std::string tileKernelName();
/// Does any kernel of the plan read lists on a device?
bool hasTiles(const codegen::Plan& plan);

} // namespace mw::exec
