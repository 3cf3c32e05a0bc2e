// Which compiler of a platform gets the kernels.
#include "core/exec/gpu/compilers.h"

#include <fmt/format.h>

#include <optional>

namespace mw::exec {

namespace {

/// Both sentences in one, under the first one's code.
Diagnostic joined(const std::optional<Diagnostic>& before, const Diagnostic& next) {
    if (!before)
        return next;
    Diagnostic both = *before;
    both.sentence += "; " + next.sentence;
    both.notes.insert(both.notes.end(), next.notes.begin(), next.notes.end());
    return both;
}

} // namespace

Compilers::Compilers(const GpuPlatform& platform) {
    for (const GpuCompiler& compiler : platform.compilers)
        all_.push_back(std::make_unique<RuntimeCompiler>(compiler));
}

Expected<RuntimeCompiler*> Compilers::of(const std::string& architecture) {
    std::optional<Diagnostic> refused; // by one that is there
    std::optional<Diagnostic> missing;
    for (const auto& one : all_) {
        const auto there = one->version();
        const auto takes = there ? one->check(architecture) : Expected<void>();
        if (there && takes)
            return one.get();
        if (there)
            refused = joined(refused, takes.error());
        else
            missing = joined(missing, there.error());
    }
    if (!refused)
        return fail(*missing);
    return fail(missing ? joined(refused, *missing) : *refused);
}

Expected<std::string> Compilers::versions() {
    std::string text;
    std::optional<Diagnostic> missing;
    for (const auto& one : all_)
        if (const auto version = one->version())
            text += (text.empty() ? "" : ", ") + *version;
        else
            missing = joined(missing, version.error());
    if (text.empty())
        return fail(*missing);
    return text;
}

std::vector<CompilerInfo> Compilers::infos() {
    std::vector<CompilerInfo> infos;
    for (const auto& one : all_) {
        const auto version = one->version();
        if (!version)
            continue;
        const GpuCompiler& compiler = one->compiler();
        CompilerInfo info;
        info.version = *version;
        if (compiler.package)
            info.package = compiler.package();
        if (compiler.architectures)
            info.architectures = compiler.architectures().value_or(std::vector<std::string>());
        infos.push_back(std::move(info));
    }
    return infos;
}

} // namespace mw::exec
