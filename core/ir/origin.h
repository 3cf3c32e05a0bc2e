#pragma once

#include <memory>

namespace mw::ir {

/// The file's own JSON of one element, without its children: what keeps reading then writing
/// lossless. Opaque here; core/io defines it. On writing, a field whose value still equals what
/// the origin says is written as the origin has it, everything unknown in the origin is written
/// back, and only what changed is written anew. Copies of an element share their origin. An element
/// made by an edit has none. Origins never count in comparisons.
struct Origin;
using OriginPtr = std::shared_ptr<const Origin>;

} // namespace mw::ir
