#pragma once

#include "core/bench/bench.h"
#include "core/ir/index.h"
#include "core/symbolic/expr.h"

#include <QString>

#include <map>
#include <optional>
#include <string>

// Numbers of elements, for the sizes that the program is run with.

namespace mw::viewers {

struct Numbers {
    std::optional<double> bytes;      ///< of a kernel: moved at least; of a container: its size
    std::optional<double> operations; ///< of floating point
};

/// Of one variant.
struct ElementNumbers {
    std::map<ElementId, Numbers> of; ///< kernels, access nodes, and what holds kernels: their sum
    symbolic::Bindings values;       ///< of the program's symbols that they are for
    QString note;                    ///< why there are none; empty: they are there
};
/// `values`: of the program's symbols. What they leave open is missing. Off the GUI thread.
ElementNumbers elementNumbers(const ir::DocumentIndex& index, const symbolic::Bindings& values);

/// What moves along an edge in one run, all iterations of the maps and loops around it together;
/// a loop whose range is open counts once.
struct EdgeNumbers {
    double elements = 0, bytes = 0;
    double perElement = 1; ///< how often each element of its region is moved
};
/// Of edges that move data, as far as memlets and `values` say how much: where an iteration is
/// given a whole field, what it touches is not said, and around the map its region counts once. Off
/// the GUI thread.
std::map<ElementId, EdgeNumbers> edgeNumbers(const ir::DocumentIndex& index,
                                             const symbolic::Bindings& values);

/// Median times of the kernels of a variant in us, by their maps, as they were measured last.
std::map<ElementId, double> measuredTimes(const bench::BenchResult& results,
                                          const std::string& variant);
/// The same with the sums of what holds kernels.
std::map<ElementId, double> timesWithSums(const ir::DocumentIndex& index,
                                          const std::map<ElementId, double>& kernels);

} // namespace mw::viewers
