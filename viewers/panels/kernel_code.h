#pragma once

#include "core/bench/source_difference.h"
#include "core/codegen/codegen.h"
#include "core/codegen/element_lines.h"
#include "core/exec/protocol.h"
#include "core/history/provenance.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace mw::viewers {

/// The kernels of one variant as text, and which lines belong to which map.
struct KernelCode {
    struct Kernel {
        QString name, title;
        NodeId map;
        int firstLine = 0, lastLine = 0; ///< 1-based, inclusive; 0: not in the text
        /// What its compiler says; none: nothing was compiled.
        std::optional<exec::CompileResult::Resources> resources{};
        bool byHand = false;
    };
    QString text;
    std::vector<Kernel> kernels;     ///< in order of first launch
    std::vector<ElementId> elements; ///< of each line, what it was made of; 0: nothing
    codegen::ElementLines lines;     ///< of each element
    QString error;                   ///< why there is no text
    std::vector<ElementId> errorElements;
    std::shared_ptr<const bench::VariantSource> source; ///< null: no text, or none of kernels
    std::shared_ptr<const codegen::Plan> plan;          ///< of generated text; null for others
};

/// The kernels of a plan in a source that was made of it: generated text, or a listing of what it
/// was compiled to.
KernelCode codeOf(const ir::Document& document, const codegen::Plan& plan, codegen::Source source,
                  const history::Provenance& origins);
/// Why there is no code; what else is known stands in its place.
KernelCode noCode(const Diagnostic& why);

/// A variant whose code is made.
struct CodeSubject {
    ir::DocumentPtr document;
    history::Provenance origins{}; ///< what kernels of other variants are paired by
    codegen::Choices choices{};    ///< bench::chosenLaunches
    symbolic::Bindings values{};   ///< that runs compile in; empty: none, or not known
};

/// Lowers and prints, with symbols as arguments, or with the values that runs compile in where
/// more of the kernels that are written by hand are for that. A pure function: runs as a job.
/// `memo`: see LowerOptions, may be null.
KernelCode generateCode(const CodeSubject& subject, codegen::Target target,
                        std::shared_ptr<codegen::KernelMemo> memo = nullptr);

/// The same as runs compile it: with those values.
KernelCode generateRunCode(const CodeSubject& subject, codegen::Target target,
                           std::shared_ptr<codegen::KernelMemo> memo = nullptr);

/// What each pass of the code generator makes of every kernel; no lines of kernels. Runs as a job
/// too.
KernelCode generatePasses(const ir::Document& document);

/// What another variant's code is beside this one's.
bench::SourceDifference differenceOf(const KernelCode& other, const KernelCode& code);

/// Index of the kernel whose lines contain `line` (1-based); -1: none.
int kernelAtLine(const KernelCode& code, int line);
/// What of the graph the line was made of; 0: nothing.
ElementId elementAtLine(const KernelCode& code, int line);
/// Index of the kernel of the first of `ids` that is a kernel's map, else of the first line that
/// they have; -1: none.
int kernelOf(const KernelCode& code, const std::vector<ElementId>& ids);

} // namespace mw::viewers
