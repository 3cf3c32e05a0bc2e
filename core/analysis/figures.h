#pragma once

#include "core/analysis/program_rows.h"
#include "core/analysis/traffic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// A program in numbers. Whoever shows one asks here, so that no two places disagree: kernels and
// temporaries are those of the program's rows (program_rows.h), and bytes are those of kernels and
// copies together, what copies have of them named apart.

namespace mw::analysis {

/// Of one run with the values of a scenario; nullopt where a symbol that they need has none, or
/// where they are more than a number can say. What stands in loops counts once.
struct ProgramFigures {
    std::size_t maps = 0;                   ///< at any depth
    std::size_t kernels = 0;                ///< rows that are kernels
    std::size_t copies = 0;                 ///< rows that copy
    std::size_t temporaries = 0;            ///< arrays of more than one element that a row touches
    std::optional<std::int64_t> bytes = {}; ///< that kernels and copies must move
    std::optional<std::int64_t> copyBytes = {}; ///< copies alone
    std::optional<std::int64_t> argumentBytes =
        {}; ///< what one kernel for all of it would have to move
    std::optional<std::int64_t> temporaryBytes = {}; ///< of all temporaries
    std::optional<std::int64_t> peakBytes = {};      ///< of temporaries alive in one row
    std::optional<std::int64_t> operations = {};     ///< floating-point

    /// That kernels alone must move.
    std::optional<std::int64_t> kernelBytes() const {
        return bytes && copyBytes ? std::optional(*bytes - *copyBytes) : std::nullopt;
    }

    bool operator==(const ProgramFigures&) const = default;
};
ProgramFigures figures(const ProgramRows& rows, const symbolic::Bindings& values);
ProgramFigures figures(const ir::Document& document, const symbolic::Bindings& values);

/// What becomes a kernel: a row that is one.
struct KernelEstimate {
    ElementId node;
    BlockId state;
    std::string label; ///< with the nodes around it: `lambda_0/map_3`
    Traffic traffic;   ///< compulsory, of data that lives outside of the kernel
    /// Floating-point operations (+ - * / % ** and calls) of all iterations; a branch counts as its
    /// longest side. Casts, comparisons and selections count nothing.
    symbolic::Expr operations = 0;
};

/// A temporary of the program and when it holds something.
struct TemporaryLife {
    std::string name; ///< with the nodes around it: `lambda_0/tmp`
    ir::DataPtr data;
    symbolic::Expr bytes = 0;
    /// First and last kernel (index in `ProgramEstimate::kernels`) between the rows that touch it;
    /// -1: copies alone touch it.
    int first = -1, last = -1;
};

/// The rows' kernels and temporaries, over the symbols of the program.
struct ProgramEstimate {
    std::vector<KernelEstimate> kernels; ///< in program order, those of nested SDFGs in their place
    Traffic traffic;                     ///< of the arguments alone
    std::vector<TemporaryLife> temporaries; ///< arguments' lanes left out, by first touch
};
ProgramEstimate estimate(const ProgramRows& rows);
ProgramEstimate estimate(const ir::Document& document);

} // namespace mw::analysis
