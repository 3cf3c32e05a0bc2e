#pragma once

#include "core/ir/ordered_table.h"
#include "core/ir/origin.h"
#include "core/ir/types.h"
#include "core/symbolic/expr.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw::ir {

enum class DataKind : std::uint8_t { scalar, array, stream, structure, view, reference, other };

struct DataDescriptor;
using DataPtr = std::shared_ptr<const DataDescriptor>;

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
    /// Of a structure, in its order: name and container, which may be a structure again.
    std::vector<std::pair<std::string, DataPtr>> members;
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

/// What `structure.member...` names inside of a structure: `path` is what follows the first dot.
/// The structure itself for ""; null: there is no such member.
const DataDescriptor* memberOf(const DataDescriptor& structure, std::string_view path);

} // namespace mw::ir
