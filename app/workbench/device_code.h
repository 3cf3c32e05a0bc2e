#pragma once

#include "core/codegen/codegen.h"
#include "core/exec/protocol.h"
#include "core/exec/session.h"
#include "core/exec/trust.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <string>

// What the kernels of a program become on a device: PTX, and machine code as text.

namespace mw::workbench {

struct DeviceCodeOptions {
    exec::Instructions kind = exec::Instructions::ptx;
    std::string architecture{}; ///< empty: the device's own, else a usual one
    exec::Contraction contraction = exec::Contraction::usual;
    codegen::LowerOptions lowering{}; ///< raw code is lowered where `consent` agrees
    codegen::Choices choices{};
    bool fitChoices = false;    ///< those that do not fit are left out; else they are an error
    exec::AskConsent consent{}; ///< asked for C++ of the graph's own; none: refused
};

struct DeviceCode {
    codegen::Plan plan;
    exec::DeviceCode code;
    codegen::Source source; ///< exec::listing
};

/// Compiles, without a device, and lists. Errors: of lowering, of the consent, of the compiler, and
/// "no-tool" where the runner's machine has no disassembler.
Expected<DeviceCode> deviceCode(const ir::Document& document, const DeviceCodeOptions& options,
                                exec::Session& session);

/// The part of a text that is about one kernel; the error names the kernels that there are.
Expected<std::string> ofKernel(const codegen::Plan& plan, const codegen::Source& source,
                               const std::string& kernel);

} // namespace mw::workbench
