#pragma once

#include "core/analysis/footprint.h"
#include "core/ir/index.h"

#include <string>
#include <vector>

namespace mw::analysis {

/// Bytes that one run of the memlet's edge moves: volume times the size of an element. 0 where the
/// volume is dynamic or the container is unknown.
symbolic::Expr memletBytes(const ir::Sdfg& sdfg, const ir::Memlet& memlet);

/// What a piece of the program has to move at least: every distinct element is read once and
/// written once. Of several regions of one container the smaller of their box and their sum, and
/// never more than the container.
struct Traffic {
    symbolic::Expr bytesRead = 0, bytesWritten = 0;
};

/// By node at the top level of its state (a map entry for its map), over the symbols of its SDFG;
/// `touched`: footprint or kernelFootprint of that SDFG. Data that lives inside of the map does not
/// count. Nodes that touch nothing are left out; nodes inside of maps have entries that mean
/// nothing by themselves.
std::map<NodeId, Traffic> kernelTraffic(const ir::Sdfg& sdfg, const Footprint& touched);

/// What a single kernel for the whole program would have to move, whose arguments are the
/// containers of the SDFG that are no temporaries; `touched`: its footprint.
Traffic argumentTraffic(const ir::Sdfg& sdfg, const Footprint& touched);

/// One map, or nested SDFG or library node outside of maps, that becomes a kernel.
struct KernelEstimate {
    NodeId node;
    BlockId state;
    std::string label;
    Traffic traffic; ///< compulsory, of data that lives outside of the kernel
    /// Floating-point operations (+ - * / % ** and calls) of all iterations; a branch counts as its
    /// longest side. Casts, comparisons and selections count nothing.
    symbolic::Expr operations = 0;
};

/// A temporary of the program and when it holds something.
struct TemporaryLife {
    std::string name; ///< with the nodes around it: `lambda_0/tmp`
    ir::DataPtr data;
    symbolic::Expr bytes = 0;
    /// First and last kernel (index in `ProgramEstimate::kernels`) that touches it; -1: none, data
    /// that only copies or the control flow touch.
    int first = -1, last = -1;
};

struct ProgramEstimate {
    std::vector<KernelEstimate> kernels; ///< in program order, those of nested SDFGs in their place
    Traffic traffic;                     ///< of the arguments alone
    symbolic::Expr operations = 0;
    std::vector<TemporaryLife> temporaries; ///< arrays of more than one element, by appearance
    symbolic::Expr temporaryBytes = 0;      ///< sum over all
};

/// Over the symbols of the program where the symbols of nested SDFGs are mapped to them.
ProgramEstimate estimate(const ir::Document& document);

/// Most bytes of temporaries that are alive in one kernel, and the sum over all, for a run with
/// these values; the error names the symbol that has none.
struct TemporaryMemory {
    std::int64_t peakBytes = 0, allBytes = 0;
};
Expected<TemporaryMemory> temporaryMemory(const ProgramEstimate& estimate,
                                          const symbolic::Bindings& values);

} // namespace mw::analysis
