#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <string>
#include <string_view>

namespace mw::ir {

/// Compact text form of a graph, for tests, `mw` and people. Deterministic: elements in file order,
/// nodes numbered n0, n1, ... per state; ids, guids, volumes and origins are not shown. What has
/// its usual value is left out. By example:
///
///   sdfg nabla4 {
///     args a alpha
///     symbols N:int32 M:int32
///     constant G = 9.81
///     array a float64 [N, M] strides [1, N]            // strides only when not C order
///     array tmp float64 [N] transient storage GPU_Global lifetime Persistent
///     scalar alpha float64 transient
///     state main {
///       n0 = access a
///       n1 = map m [i = 0:N, j = 0:M] schedule GPU_Device block [32,8,1] -> n3   // n3: its exit
///       n2 = tasklet t `out = (x * 2.0)` in (x:float64)
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
///     main -> next if `N > 4` with q = `N + 1` with r = `0`
///     loop l `i = 0` `i < N` `i = i + 1` { ... }
///     branch b { if `c` body_0 { ... } else body_1 { ... } }
///     region r { ... }   break b1   continue c1   return r1
///   }
///
/// Attributes, in this order where there are several:
///   containers  strides [..] offset [..] total [e] start [e] transient storage S lifetime L
///               alignment N alias conflicts pool; `as T`: another JSON type than the usual one;
///               kinds array, scalar, stream, structure, view, reference, data
///   map         schedule S block [..] unroll N collapse N launchbounds B maxregisters N minwarps N
///               syncthreads ompthreads N ompschedule S ompchunk N
///   tasklet     global, init, exit `code`; field `text`; sideeffects, nosideeffects
///   others      access: setzero; nested: noinline; library: name, implementation, with k = `json`
///   memlet      -> [other subset] wcr `..` nonatomic dynamic outofbounds; atend: a copy within one
///               container whose first subset is the written one; volume [e], which is read but
///               never printed (without it: that of the subset, 0 when dynamic)
///   loop        variable v inverted updateafter unroll N; region: named, function, unstructured
/// Connectors come from the edges; `in (..) out (..)` lists those that have a type or no edge. Code
/// stands in backticks, followed by CPP when it is not Python. Names that are no plain words stand
/// in double quotes. Blocks are named by label (`label#2`: the block at place 2, where labels
/// repeat), `start label` names an explicit first block. `?` stands for an element that is missing.
///
/// Expressions print in the plain form.
std::string dump(const Sdfg& sdfg);

/// Reads the form that dump() writes, with fresh ids. Statements end with their line, `;` or the
/// `}` around them; `//` starts a comment. For tests and samples. Errors name the line (code
/// "dump-syntax", Location::path "line:column").
Expected<DocumentPtr> parseDump(std::string_view text);

} // namespace mw::ir
