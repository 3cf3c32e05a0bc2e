// Inputs that stay on the device between programs that share them.
#include "core/exec/runner/input_store.h"

namespace mw::exec {

void InputStore::forgetUnused() {
    std::erase_if(copies_, [](const auto& entry) { return entry.second.source.expired(); });
}

Expected<void> InputStore::place(const SharedBytes& bytes, void* dst) {
    if (backend_.runsInline() || bytes->empty())
        return backend_.upload(dst, *bytes);
    forgetUnused();
    if (const auto found = copies_.find(bytes->data()); found != copies_.end())
        return backend_.enqueue(PreparedCopy{dst, found->second.memory.get(), bytes->size()});
    MW_CHECK(backend_.upload(dst, *bytes));
    auto memory = DeviceMemory::allocate(backend_, bytes->size());
    if (!memory) { // no room for copies: programs come first
        clear();
        return {};
    }
    MW_CHECK(backend_.enqueue(PreparedCopy{memory->get(), dst, bytes->size()}));
    copies_[bytes->data()] = {bytes, std::move(*memory)};
    return {};
}

} // namespace mw::exec
