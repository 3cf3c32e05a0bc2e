#pragma once

#include "core/codegen/codegen.h"

#include <array>
#include <string_view>

namespace mw::codegen {

/// Everything in which the three targets differ; the printers read this table and never ask for a
/// target elsewhere. Formats have `{}` for the address; the hints of loads and stores are the
/// device's alone.
struct Dialect {
    Target target;
    bool device;                             ///< grid of threads instead of loops
    std::array<std::string_view, 5> prelude; ///< helpers at the top of the source
    std::string_view math;                   ///< prefix of functions of the C library
    std::string_view loadReadOnly;           ///< element nobody writes in this kernel
    std::string_view loadStreaming;          ///< element read once
    std::string_view storeStreaming;         ///< two places: address, value
    std::string_view unrollAll;              ///< line before a loop
    std::string_view unrollFactor;
    std::string_view
        registerLimit; ///< attribute of a kernel; "": an option of the compiler instead
    std::string_view runtimeHeader; ///< for the device's init code on the host
};

const Dialect& dialect(Target target);

} // namespace mw::codegen
