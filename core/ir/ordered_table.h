#pragma once

#include "core/ir/reads.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw::ir {

std::uint32_t newTableNumber();

/// Name -> value, in the order of the file (significant for `_arrays`), with lookup by name.
template <class T>
class OrderedTable {
public:
    struct Entry {
        std::string name;
        T value;
    };

    const T* find(std::string_view name) const {
        if (NoteReads::now)
            NoteReads::now->add(readKey(Read::container, number_, name));
        const std::size_t at = position(name);
        return at < entries_.size() ? &entries_[at].value : nullptr;
    }
    bool contains(std::string_view name) const { return find(name) != nullptr; }
    /// Replaces the value of `name` in place, or appends.
    void set(std::string_view name, T value) {
        const std::size_t at = position(name);
        if (at < entries_.size())
            entries_[at].value = std::move(value);
        else
            append(std::string(name), std::move(value));
    }
    /// Appends without the search: for callers that know that `name` is not there yet.
    void append(std::string name, T value) {
        hashes_.push_back(hashOf(name));
        entries_.push_back({std::move(name), std::move(value)});
        if (entries_.size() * 2 > slots_.size())
            placeAll();
        else
            place(entries_.size() - 1);
    }
    /// O(size).
    bool erase(std::string_view name) {
        const std::size_t at = position(name);
        if (at == entries_.size())
            return false;
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
        hashes_.erase(hashes_.begin() + static_cast<std::ptrdiff_t>(at));
        placeAll();
        return true;
    }
    /// Which table this is, for what is noted of reads: the same for all copies of it.
    std::uint32_t number() const { return number_; }
    std::size_t size() const { return all().size(); }
    bool empty() const { return all().empty(); }
    auto begin() const { return all().begin(); }
    auto end() const { return all().end(); }

private:
    const std::vector<Entry>& all() const {
        note(Read::containers, number_);
        return entries_;
    }

    static std::size_t hashOf(std::string_view name) { return std::hash<std::string_view>()(name); }
    bool isAt(std::size_t i, std::size_t hash, std::string_view name) const {
        return hashes_[i] == hash && entries_[i].name == name;
    }
    /// The number of entries where there is no such name.
    std::size_t position(std::string_view name) const {
        const std::size_t hash = hashOf(name);
        if (slots_.empty()) {
            std::size_t i = 0;
            while (i < entries_.size() && !isAt(i, hash, name))
                ++i;
            return i;
        }
        for (std::size_t slot = hash;; ++slot) {
            const std::uint32_t i = slots_[slot % slots_.size()];
            if (i == kFree)
                return entries_.size();
            if (isAt(i, hash, name))
                return i;
        }
    }

    void placeAll() {
        constexpr std::size_t kFew = 8; ///< are found faster by looking at each
        slots_.assign(entries_.size() > kFew ? std::bit_ceil(entries_.size() * 4) : 0, kFree);
        for (std::size_t i = 0; i < entries_.size(); ++i)
            place(i);
    }
    void place(std::size_t i) {
        if (slots_.empty())
            return;
        std::size_t slot = hashes_[i];
        while (slots_[slot % slots_.size()] != kFree)
            ++slot;
        slots_[slot % slots_.size()] = static_cast<std::uint32_t>(i);
    }

    static constexpr std::uint32_t kFree = UINT32_MAX;

    std::vector<Entry> entries_;
    std::vector<std::size_t> hashes_;  ///< of the names
    std::vector<std::uint32_t> slots_; ///< entries by hash, the next free one; none for few entries
    std::uint32_t number_ = newTableNumber();
};

} // namespace mw::ir
