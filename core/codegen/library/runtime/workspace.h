#pragma once

#include "core/codegen/library/runtime/arithmetic.h"

#include <cstdlib>
#include <pthread.h>

// The memory of temporaries. All exported libraries of a process share it: programs that run one
// after the other need no more than the largest of them.

namespace mw::library {

/// Memory of programs that are in order: on a device those of one stream, on the host those of one
/// thread at a time.
template <class Device>
struct Slot {
    Slot* next;
    typename Device::Place place;
    char* memory;
    std::size_t bytes;
    pthread_mutex_t lock; ///< held while the steps of a program are given out
};

struct Workspace {
    pthread_mutex_t lock;
    void* slots;   ///< the first one
    long programs; ///< that were begun and not ended
};

/// One per process and kind of device: the loader makes one object of all libraries' (its symbol is
/// STB_GNU_UNIQUE), whatever they were loaded with. `Layout` goes up when a layout above changes.
/// No type is an argument: one that libraries hide would hide this too.
template <int Kind, int Layout>
struct SharedWorkspace {
    __attribute__((visibility("default"))) static inline Workspace object = {
        PTHREAD_MUTEX_INITIALIZER, nullptr, 0};
};
template <class Device>
Workspace& workspace() {
    return SharedWorkspace<Device::kKind, 1>::object;
}
template <class Device>
Slot<Device>* firstSlot() {
    return static_cast<Slot<Device>*>(workspace<Device>().slots);
}

class Locked {
public:
    explicit Locked(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
    ~Locked() { pthread_mutex_unlock(&mutex_); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

private:
    pthread_mutex_t& mutex_;
};

template <class Device>
void enterWorkspace() {
    const Locked guard(workspace<Device>().lock);
    ++workspace<Device>().programs;
}
/// The last program frees the memory.
template <class Device>
void leaveWorkspace(Device& device) {
    auto& all = workspace<Device>();
    const Locked guard(all.lock);
    if (--all.programs > 0)
        return;
    while (Slot<Device>* const slot = firstSlot<Device>()) {
        all.slots = slot->next;
        if (slot->memory)
            device.release(slot->memory);
        pthread_mutex_destroy(&slot->lock);
        std::free(slot);
    }
}

/// A slot for this place, locked; null: out of memory.
template <class Device>
Slot<Device>* takeSlot(const typename Device::Place& place) {
    auto& all = workspace<Device>();
    Slot<Device>* slot = nullptr;
    {
        const Locked guard(all.lock);
        for (slot = firstSlot<Device>(); slot; slot = slot->next)
            if (slot->place == place &&
                (Device::kOrdered || pthread_mutex_trylock(&slot->lock) == 0))
                break;
        if (!slot) {
            slot = static_cast<Slot<Device>*>(std::calloc(1, sizeof(Slot<Device>)));
            if (!slot)
                return nullptr;
            slot->place = place;
            slot->next = firstSlot<Device>();
            pthread_mutex_init(&slot->lock, nullptr);
            pthread_mutex_lock(&slot->lock);
            all.slots = slot;
            return slot;
        }
    }
    if (Device::kOrdered)
        pthread_mutex_lock(&slot->lock);
    return slot;
}
template <class Device>
void giveBack(Slot<Device>* slot) {
    if (slot)
        pthread_mutex_unlock(&slot->lock);
}

/// At least so many bytes; what was in the memory may be gone. Null: refused in `status`.
template <class Device>
char* memoryOf(Device& device, Slot<Device>& slot, std::size_t bytes, Status& status) {
    if (slot.bytes >= bytes)
        return slot.memory;
    if (slot.memory) {
        device.wait(status);
        device.release(slot.memory);
    }
    slot.bytes = 0;
    slot.memory = static_cast<char*>(device.allocate(bytes, status));
    if (slot.memory)
        slot.bytes = bytes;
    return slot.memory;
}

} // namespace mw::library
