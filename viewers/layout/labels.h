#pragma once

#include "core/ir/sdfg.h"

#include <string>
#include <string_view>
#include <vector>

namespace mw::layout {

/// Characters as a monospaced font counts them (code points of UTF-8).
std::size_t columns(std::string_view utf8);
/// At most `limit` columns; what is cut is marked with an ellipsis.
std::string elided(std::string_view utf8, std::size_t limit);

/// `i_K_gtx_vertical` -> `K`; names of another making stay.
std::string shortParameter(std::string_view name);
/// `K: vertical_start … vertical_end - 1`, the bounds as the loop takes them.
std::string rangeLine(std::string_view parameter, const symbolic::Range& range);
/// `__s0_n21OUT___tmp14_n22None`, as DaCe names the scalar that a fused array became -> `__tmp14`;
/// other names stay.
std::string shortData(std::string_view name);
/// The lines of a tasklet's code with generated prefixes and origins of fields left out:
/// `__tlet_result = (__tlet_arg0 * __tlet_arg1)` -> `result = arg0 * arg1`.
std::vector<std::string> shortCode(const ir::CodeBlock& code, std::size_t maxLines,
                                   std::size_t maxColumns);
/// `u_vert[0:N, 0:K]`, with ` -> [...]`, `wcr` and `dynamic` where they apply; empty for an
/// ordering edge.
std::string memletText(const ir::Memlet& memlet);
/// Volume in elements as text: `4 × K_size`, `dynamic`, or empty.
std::string volumeText(const ir::Memlet& memlet);
std::string conditionText(const ir::InterstateEdge& edge);
/// "1 node", "2 nodes".
std::string counted(std::size_t count, std::string_view what);
/// What is in an SDFG and those nested in it: "2 states, 3 maps, 17 nodes".
std::string contentText(const ir::Sdfg& sdfg);
std::string loopText(const ir::LoopRegion& loop);

} // namespace mw::layout
