// Compiles kernels that somebody wrote.
#include "app/workbench/by_hand.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace mw::workbench {

namespace {

Expected<void> compiled(const codegen::Plan& plan, codegen::Target target, exec::Session& session) {
    if (target == codegen::Target::cpu) {
        MW_TRY(const auto loaded, session.load(plan, target));
        return session.unload(loaded);
    }
    const auto kind =
        target == codegen::Target::cuda ? exec::Instructions::ptx : exec::Instructions::amdgcn;
    MW_CHECK(session.instructions(plan, kind, ""));
    return {};
}

/// What is missing on this machine, and not wrong with the text.
bool isMissing(const Diagnostic& error) {
    constexpr std::array<std::string_view, 4> kMissing = {"no-compiler", "no-device", "no-tool",
                                                          "not-available"};
    return std::ranges::find(kMissing, error.code) != kMissing.end();
}

/// A place in the source as one in the text by hand; empty where it is none of its lines.
std::string placeInText(const std::string& place, const codegen::Plan& plan,
                        const ByHandOptions& options) {
    int line = 0;
    const auto [end, error] = std::from_chars(place.data(), place.data() + place.size(), line);
    if (error != std::errc())
        return {};
    const auto source = codegen::print(plan, options.target);
    for (const auto& lines : source.kernels) {
        const auto& kernel = plan.kernels[static_cast<std::size_t>(lines.kernel)];
        const int first = lines.firstLine + 1; // behind the comment that says whose it is
        if (lines.byHand && kernel.name == options.kernel && first <= line &&
            line <= lines.lastLine)
            return fmt::format("{}{}", line - first + 1, std::string_view(end));
    }
    return {};
}

} // namespace

Expected<void> compileByHand(const ir::Document& document, const ByHandOptions& options,
                             exec::Session& session) {
    MW_TRY(auto plan,
           codegen::lower(document,
                          {.constants = options.constants, .rawCode = true, .memo = options.memo}));
    MW_CHECK(codegen::fitsTarget(plan, options.target));
    MW_CHECK(codegen::chooseLaunches(plan, codegen::launchDevice(options.target), options.choices));
    MW_CHECK(exec::askConsent(options.consent, *document.root, plan, options.target));
    auto done = compiled(plan, options.target, session);
    if (done || isMissing(done.error()))
        return {};
    Diagnostic why = std::move(done.error());
    why.location.path = placeInText(why.location.path, plan, options);
    return Unexpected(std::move(why));
}

} // namespace mw::workbench
