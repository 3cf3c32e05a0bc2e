// What computations read of documents.
#include "core/ir/reads.h"

#include <algorithm>

namespace mw::ir {

ReadKey readKey(Read what, std::uint32_t table, std::string_view name) {
    constexpr ReadKey kPrime = 0x100000001B3U; // FNV-1a
    ReadKey hash = 0xCBF29CE484222325U ^ table;
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
    constexpr unsigned kBits = 64 - kReadShift;
    return (static_cast<ReadKey>(what) << kReadShift) | (hash >> kBits);
}

void Reads::tidy(std::uint32_t nextId) {
    constexpr std::size_t kMany = 256;
    if (keys.size() < kMany)
        return;
    std::erase_if(
        keys, [&](ReadKey key) { return isOfElement(whatOf(key)) && toOf(key).value >= nextId; });
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

void NoteReads::add(ReadKey key) {
    ReadKey& last = last_[(key ^ (key >> kReadShift)) % last_.size()];
    if (last == key)
        return;
    last = key;
    reads_->keys.push_back(key);
}

void NoteReads::add(const std::shared_ptr<const Reads>& part) {
    if (std::ranges::find(reads_->parts, part) == reads_->parts.end())
        reads_->parts.push_back(part);
}

} // namespace mw::ir
