#pragma once

#include "core/link/detail/fields.h"

// Symbols of sizes and strides that need not be passed, for the sequence says what they are.

namespace mw::link {

/// Where two arguments are one array, their sizes and strides are: a symbol that is one of them in
/// one program becomes what it is in another.
void unifySizes(const std::vector<ProgramUse>& uses, const Arrays& arrays, Values& values);

/// Symbols that describe the memory of a temporary alone become those of an argument with the same
/// dimension, where that has the same size with the scenarios' values. That every access stays
/// inside is added to what is assumed, where it is not certain. A temporary without such an
/// argument keeps its symbols.
void sizeTemporaries(const std::vector<ProgramUse>& uses, const Arrays& arrays, Values& values,
                     InternalFields& internal);

} // namespace mw::link
