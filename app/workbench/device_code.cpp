// Compiles a program's kernels for a device, and lists what they became.
#include "app/workbench/device_code.h"

#include "core/exec/listing.h"
#include "core/support/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

Expected<DeviceCode> deviceCode(const ir::Document& document, const DeviceCodeOptions& options,
                                exec::Session& session) {
    const codegen::Target target = exec::targetOf(options.kind);
    codegen::LowerOptions lowering = options.lowering;
    lowering.rawCode = true;
    DeviceCode result;
    MW_TRY(result.plan, codegen::lower(document, lowering));
    const auto device = codegen::launchDevice(target);
    MW_CHECK(codegen::chooseLaunches(
        result.plan, device,
        options.fitChoices ? codegen::fittingChoices(result.plan, device, options.choices)
                           : options.choices));
    MW_CHECK(codegen::fitsTarget(result.plan, target));
    MW_CHECK(exec::askConsent(options.consent, *document.root, result.plan, target));
    MW_TRY(result.code, session.instructions(result.plan, options.kind, options.architecture,
                                             options.contraction));
    result.source =
        exec::listing(result.plan, codegen::print(result.plan, target), result.code, options.kind);
    return result;
}

Expected<std::string> ofKernel(const codegen::Plan& plan, const codegen::Source& source,
                               const std::string& kernel) {
    for (const codegen::KernelLines& lines : source.kernels)
        if (plan.kernels[static_cast<std::size_t>(lines.kernel)].name == kernel) {
            const auto start = [&](int line) { // of a line, from 1
                std::size_t at = 0;
                for (int passed = 1; passed < line && at < source.text.size(); ++passed)
                    at = std::min(source.text.find('\n', at), source.text.size() - 1) + 1;
                return at;
            };
            const std::size_t first = start(lines.firstLine);
            return source.text.substr(first, start(lines.lastLine + 1) - first);
        }
    std::vector<std::string> names;
    for (const codegen::Kernel& one : plan.kernels)
        names.push_back(one.name);
    return fail("unknown-kernel", fmt::format("'{}' is none of the kernels {}", printable(kernel),
                                              fmt::join(names, ", ")));
}

} // namespace mw::workbench
