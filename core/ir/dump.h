#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <string>
#include <string_view>

namespace mw::ir {

/// Compact text form of a graph, for tests, `mw` and people. Deterministic: elements in file order,
/// numbered n0, n1, ... per state; ids, guids, volumes and origins are not shown. Grammar (one
/// element a line, two spaces of indentation per nesting):
///
///   sdfg nabla4 {
///     symbols N:int32 M:int32
///     array a float64 [N, M] strides [1, N]            // strides only when not C order
///     array tmp float64 [N] transient storage GPU_Global
///     scalar alpha float64 transient
///     state main {
///       n0 = access a
///       n1 = map m [i = 0:N, j = 0:M] schedule GPU_Device block [32,8,1] -> n3   // n3: its exit
///       n2 = tasklet t `out = (x * 2.0)`
///       n3 = exit n1
///       n4 = access tmp
///       n0 -> n1.IN_a : a[0:N, 0:M]
///       n1.OUT_a -> n2.x : a[i, j]
///       n2.out -> n3.IN_tmp : tmp[i] -> [i] wcr `lambda x, y: x + y` dynamic
///       n3.OUT_tmp -> n4 : tmp[0:N]
///       n1 -> n2                                        // empty memlet
///       n5 = nested inner {x: N - 1} = sdfg inner { ... }
///       n6 = library Reduce dace.libraries.standard.nodes.reduce.Reduce
///     }
///     main -> next if `N > 4` with q = `N + 1`
///     loop l `i = 0` `i < N` `i = i + 1` { ... }   branch b { if `c` { ... } else { ... } }
///   }
///
/// Expressions print in the plain form.
std::string dump(const Sdfg& sdfg);

/// Reads the form that dump() writes, with fresh ids; schedules, storages and blocks as above. For
/// tests and samples. Errors name the line.
Expected<DocumentPtr> parseDump(std::string_view text);

} // namespace mw::ir
