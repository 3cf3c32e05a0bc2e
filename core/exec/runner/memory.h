#pragma once

#include "core/exec/runner/backend.h"
#include "core/exec/runner/inputs.h"

#include <map>
#include <memory>

namespace mw::exec {

/// What temporaries start with: NaN in every floating-point type.
inline constexpr unsigned char kPoison = 0xff;

/// Device memory that frees itself.
class DeviceMemory {
public:
    DeviceMemory() = default;
    static Expected<DeviceMemory> allocate(Backend& backend, std::size_t bytes);
    ~DeviceMemory();
    DeviceMemory(DeviceMemory&& other) noexcept;
    DeviceMemory& operator=(DeviceMemory&& other) noexcept;

    void* get() const { return memory_; }
    std::size_t bytes() const { return bytes_; }

private:
    Backend* backend_ = nullptr;
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

/// The arrays of one program on a device: one allocation per argument; one arena for temporaries,
/// or one allocation each.
class ProgramMemory {
public:
    struct Array {
        const codegen::PlanArray* plan = nullptr;
        ArrayLayout layout;
        void* data = nullptr;
        bool late = false; ///< its size hangs on a symbol that the program assigns
        /// An argument that is another program's array, which also puts values into it.
        bool shared = false;
    };

    static Expected<ProgramMemory> allocate(Backend& backend, const codegen::Plan& plan,
                                            const symbolic::Bindings& symbols, bool arena = true);
    /// The same arguments, with temporaries of its own, one allocation each. The arguments must
    /// live longer.
    Expected<ProgramMemory> withOwnTemporaries(Backend& backend) const;

    /// From now on the argument is the owner's array, which lives as long as one of them. Both lie
    /// in memory alike.
    void share(std::string_view name, const ProgramMemory& owner, std::string_view ownerName);

    const Array* find(std::string_view name) const;
    /// The array with memory for its size at these values; late ones get it here. What was given
    /// before stays valid until the memory goes. nullptr: no such array.
    Expected<const Array*> at(std::string_view name, const symbolic::Bindings& symbols);
    const std::map<std::string, Array, std::less<>>& arrays() const { return arrays_; }
    /// Blocks that hold the temporaries.
    const std::vector<DeviceMemory>& temporaries() const { return temporaries_; }
    std::size_t temporaryBytes() const;

private:
    Expected<void> placeInArena(Backend& backend, const codegen::Plan& plan);
    Expected<void> placeEach(Backend& backend);

    Backend* backend_ = nullptr;
    std::map<std::string, Array, std::less<>> arrays_;
    std::map<std::string, std::shared_ptr<const DeviceMemory>, std::less<>> arguments_;
    std::vector<DeviceMemory> temporaries_, late_;
    std::map<std::string, std::size_t, std::less<>> lateBytes_;
};

} // namespace mw::exec
