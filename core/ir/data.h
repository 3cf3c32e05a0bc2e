#pragma once

#include "core/ir/origin.h"
#include "core/ir/types.h"
#include "core/symbolic/expr.h"

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

/// Name -> value, in the order of the file (significant for `_arrays`), with lookup by name.
template <class T>
class OrderedTable {
public:
    struct Entry {
        std::string name;
        T value;
    };

    const T* find(std::string_view name) const {
        for (const auto& entry : entries_)
            if (entry.name == name)
                return &entry.value;
        return nullptr;
    }
    bool contains(std::string_view name) const { return find(name) != nullptr; }
    /// Replaces the value of `name` in place, or appends.
    void set(std::string_view name, T value) {
        for (auto& entry : entries_) {
            if (entry.name == name) {
                entry.value = std::move(value);
                return;
            }
        }
        entries_.push_back({std::string(name), std::move(value)});
    }
    /// Appends without the search: for callers that know that `name` is not there yet.
    void append(std::string name, T value) {
        entries_.push_back({std::move(name), std::move(value)});
    }
    bool erase(std::string_view name) {
        return std::erase_if(entries_, [&](const Entry& e) { return e.name == name; }) > 0;
    }
    std::size_t size() const { return entries_.size(); }
    bool empty() const { return entries_.empty(); }
    auto begin() const { return entries_.begin(); }
    auto end() const { return entries_.end(); }

private:
    std::vector<Entry> entries_;
};

} // namespace mw::ir
