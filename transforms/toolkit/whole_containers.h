#pragma once

#include "core/ir/sdfg.h"

namespace mw::transforms {

/// The same program as DaCe from 2.0.0b1 on takes it: a container of a nested SDFG has the type,
/// shape and strides of the one that it is bound to, in the outer SDFG's symbols. Where it has not
/// (a part of an array, another shape), a view of the inner container's shape and strides is put in
/// between, inside the scope of the nested SDFG. Symbols of such containers are declared inside and
/// mapped. `dollar`: whether the file will be in the dollar dialect, where DaCe finds only names
/// and numbers equal and sums become symbols inside. The document itself where nothing is to be
/// done. What is computed stays as it is.
ir::DocumentPtr withWholeContainers(const ir::DocumentPtr& document, bool dollar);

} // namespace mw::transforms
