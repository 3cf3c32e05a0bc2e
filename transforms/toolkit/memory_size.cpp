// How much memory a layout takes.
#include "transforms/toolkit/memory_size.h"

namespace mw::transforms {

symbolic::Expr memorySize(const ir::DataDescriptor& data) {
    symbolic::Expr size = 1;
    for (std::size_t d = 0; d < data.strides.size(); ++d)
        size = size + (data.shape[d] - symbolic::Expr(1)) * data.strides[d];
    return size;
}

} // namespace mw::transforms
