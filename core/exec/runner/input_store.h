#pragma once

#include "core/exec/runner/memory.h"

#include <map>

namespace mw::exec {

/// Copies of input arrays on the device, as they were sent: programs that use the same inputs, and
/// each run from fresh inputs, copy them on the device instead of sending them again. Lets go of
/// what no program uses any more, and of everything when the device has no room.
class InputStore {
public:
    explicit InputStore(Backend& backend) : backend_(backend) {}

    /// `bytes`, dense, to `dst` on the device.
    Expected<void> place(const SharedBytes& bytes, void* dst);
    void clear() { copies_.clear(); }
    std::size_t size() const { return copies_.size(); }

private:
    struct Copy {
        std::weak_ptr<const std::vector<std::byte>> source;
        DeviceMemory memory;
    };
    void forgetUnused();

    Backend& backend_;
    std::map<const void*, Copy> copies_; ///< by the sent bytes; looked up, never walked in order
};

} // namespace mw::exec
