#pragma once

#include "core/bench/source_difference.h"
#include "core/codegen/codegen.h"
#include "core/history/provenance.h"

#include <QString>

#include <memory>
#include <vector>

namespace mw::viewers {

/// The kernels of one variant as text, and which lines belong to which map.
struct KernelCode {
    struct Kernel {
        QString name, label;
        NodeId map;
        int firstLine = 0, lastLine = 0; ///< 1-based, inclusive; 0: not in the text
    };
    QString text;
    std::vector<Kernel> kernels; ///< in order of first launch
    QString error;               ///< why there is no text
    std::vector<ElementId> errorElements;
    std::shared_ptr<const bench::VariantSource> source; ///< null: no text, or none of kernels
};

/// Lowers and prints. A pure function: runs as a job. `memo`: see LowerOptions, may be null;
/// `origins`: what kernels of other variants are paired by.
KernelCode generateCode(const ir::Document& document, codegen::Target target,
                        std::shared_ptr<codegen::KernelMemo> memo = nullptr,
                        const history::Provenance& origins = {});

/// What each pass of the code generator makes of every kernel; no lines of kernels. Runs as a job
/// too.
KernelCode generatePasses(const ir::Document& document);

/// What another variant's code is beside this one's.
bench::SourceDifference differenceOf(const KernelCode& other, const KernelCode& code);

/// Index of the kernel whose lines contain `line` (1-based); -1: none.
int kernelAtLine(const KernelCode& code, int line);
/// Index of the kernel of the first of `ids` that is a kernel's map; -1: none.
int kernelOfMap(const KernelCode& code, const std::vector<ElementId>& ids);

} // namespace mw::viewers
