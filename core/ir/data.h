#pragma once

#include "core/ir/origin.h"
#include "core/ir/reads.h"
#include "core/ir/types.h"
#include "core/symbolic/expr.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mw::ir {

enum class DataKind : std::uint8_t { scalar, array, stream, structure, view, reference, other };

/// One data container: shape and how it lies in memory. Element address of `A[i...]` is
/// base + startOffset + sum((i_k + offset_k) * strides_k), in elements.
struct DataDescriptor {
    DataKind kind = DataKind::array;
    std::string typeName = "Array"; ///< the JSON "type": Array, Scalar, ArrayView, Stream, ...
    DType dtype;
    std::vector<symbolic::Expr> shape;
    std::vector<symbolic::Expr> strides;
    std::vector<symbolic::Expr> offset;
    symbolic::Expr totalSize = 1; ///< elements allocated
    symbolic::Expr startOffset = 0;
    bool transient = false;
    Storage storage = Storage::Default;
    Lifetime lifetime = Lifetime::Scope;
    int alignment = 0;
    bool mayAlias = false;
    bool allowConflicts = false;
    bool pool = false;
    OriginPtr origin;

    bool isScalar() const { return kind == DataKind::scalar; }
    /// Scalar, or an array whose every dimension is the integer 1.
    bool isSingleElement() const;
    std::size_t rank() const { return shape.size(); }

    static DataDescriptor scalar(ScalarType type, bool transient);
    /// Dense array; `firstFastest`: unit stride in the first dimension, else in the last.
    static DataDescriptor array(ScalarType type, std::vector<symbolic::Expr> shape, bool transient,
                                bool firstFastest = false);
};
using DataPtr = std::shared_ptr<const DataDescriptor>;

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
    }
    bool erase(std::string_view name) {
        const std::size_t at = position(name);
        if (at == entries_.size())
            return false;
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
        hashes_.erase(hashes_.begin() + static_cast<std::ptrdiff_t>(at));
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
    /// The number of entries where there is no such name.
    std::size_t position(std::string_view name) const {
        const std::size_t hash = hashOf(name);
        for (std::size_t i = 0; i < hashes_.size(); ++i)
            if (hashes_[i] == hash && entries_[i].name == name)
                return i;
        return entries_.size();
    }

    std::vector<Entry> entries_;
    std::vector<std::size_t> hashes_; ///< of the names
    std::uint32_t number_ = newTableNumber();
};

} // namespace mw::ir
