#pragma once

#include "app/workbench/tune/search.h"

#include <string>
#include <vector>

// Kernels that a search is about, and what is worth trying of them by what is known.

namespace mw::workbench {

/// The kernel as it is compiled and launched, on what it is measured.
std::string kernelKey(const codegen::Plan& plan, const codegen::Kernel& kernel,
                      const TuneOptions& options);
/// As a log has it.
std::string formOf(const codegen::KernelChoice& choice);

/// A kernel on its way.
struct Subject {
    const codegen::Kernel* kernel = nullptr;
    std::string key;
    codegen::KernelChoice start; ///< of the form that tuning began with
    double share = 0;
    std::vector<codegen::KernelChoice> tried{}; ///< the start first
    std::vector<codegen::KernelChoice> next{};  ///< to try in the wave that comes
};

/// Of what was tried: fastest first, of those that are faster for certain; of equals the first.
std::vector<codegen::KernelChoice> bestOf(const Subject& one, const TuneLog& log);
/// Untried neighbours of the fastest form, certain or not, the start among them; where none is left
/// there, of twice as many of the fastest, and so on up to the widest of the options.
std::vector<codegen::KernelChoice> neighboursOf(const Subject& one, const TuneLog& log,
                                                const TuneOptions& options);

} // namespace mw::workbench
