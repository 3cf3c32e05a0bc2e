// clang as if it were a run-time compiler: text to assembly, to an object, to a code object.
#include "core/exec/hip/clang_compiler.h"

#include "core/exec/gpu/package.h"
#include "core/exec/hip/clang.h"
#include "core/exec/hip/clang_head.h"
#include "core/exec/hip/code_object.h"
#include "core/exec/hip/device_library.h"
#include "core/exec/host/host_compiler.h"
#include "core/exec/host/shared_library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

namespace mw::exec {

namespace {

constexpr std::string_view kArchitecture = "--offload-arch=";
constexpr const char* kCodeObject = "-mcode-object-version=5";

enum Result : int { kDone, kFailed, kLacksFunctions, kNotStarted };

/// One call's text, and what came of it.
struct Unit {
    std::string source;
    std::string log;
    std::string assembly;
    std::string code;
};

Unit& unitOf(void* program) {
    return *static_cast<Unit*>(program);
}

std::string contentOf(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs it; what it says is kept.
int run(Unit& unit, const std::vector<std::string>& command) {
    const auto result = runCommand(command);
    if (!result) {
        unit.log += toString(result.error()) + "\n";
        return kNotStarted;
    }
    unit.log += result->output;
    return result->status == 0 ? kDone : kFailed;
}

/// With what the text needs before it and beside it.
Expected<std::vector<std::string>> prepare(const AmdClang& clang, const std::string& architecture,
                                           std::string& text) {
    std::vector<std::string> options;
    const auto functions = deviceFunctionsIn(text);
    std::string head(clangHead());
    if (!functions.empty()) {
        MW_TRY(const auto files, deviceLibrary(functions, clang.path, architecture));
        for (const std::string& file : files)
            for (const std::string& word :
                 {std::string("-Xclang"), std::string("-mlink-builtin-bitcode"),
                  std::string("-Xclang"), file})
                options.push_back(word);
        head += deviceFunctions();
    }
    text = "#line 1 \"hip_head.h\"\n" + head + text;
    return options;
}

int assemble(Unit& unit, const AmdClang& clang, const std::string& architecture) {
    const BinaryCache cache;
    const auto text = ScratchFile::of(cache, ".s", unit.assembly);
    const ScratchFile object(cache, ".o");
    const ScratchFile linked(cache, ".co");
    if (!text) {
        unit.log += text.error().sentence + "\n";
        return kFailed;
    }
    if (const int result =
            run(unit, {clang.path, "--target=amdgcn-amd-amdhsa", "-mcpu=" + architecture,
                       kCodeObject, "-x", "assembler", "-c", text->path(), "-o", object.path()});
        result != kDone)
        return result;
    if (clang.linker.empty()) {
        unit.code = contentOf(object.path());
        return kDone;
    }
    if (const int result = run(unit, {clang.linker, "-shared", object.path(), "-o", linked.path()});
        result != kDone)
        return result;
    unit.code = contentOf(linked.path());
    return kDone;
}

int compile(void* program, int count, const char* const* options) {
    Unit& unit = unitOf(program);
    const AmdClang& clang = *amdClang();
    const std::vector<std::string> given(options, options + count);
    const auto asked = std::ranges::find_if(
        given, [](const std::string& one) { return one.starts_with(kArchitecture); });
    const std::string architecture = asked->substr(kArchitecture.size());
    const auto more = prepare(clang, architecture, unit.source);
    if (!more) {
        unit.log = more.error().sentence + "\n";
        return kLacksFunctions;
    }
    const BinaryCache cache;
    const auto text = ScratchFile::of(cache, ".hip", unit.source);
    const ScratchFile assembly(cache, ".s");
    if (!text) {
        unit.log = text.error().sentence + "\n";
        return kFailed;
    }
    std::vector<std::string> command = {clang.path,  "-x",        "hip",      "--cuda-device-only",
                                        "-nogpuinc", "-nogpulib", kCodeObject};
    command.insert(command.end(), given.begin(), given.end());
    command.insert(command.end(), more->begin(), more->end());
    command.insert(command.end(), {"-S", text->path(), "-o", assembly.path()});
    if (const int result = run(unit, command); result != kDone)
        return result;
    unit.assembly = contentOf(assembly.path());
    return assemble(unit, clang, architecture);
}

/// The size and the characters, as the interface has them: with a zero behind.
int sizeOfText(const std::string& text, std::size_t* size) {
    *size = text.size() + 1;
    return kDone;
}
int copyText(const std::string& text, char* to) {
    std::memcpy(to, text.c_str(), text.size() + 1);
    return kDone;
}

const char* textOf(int result) {
    switch (result) {
    case kLacksFunctions:
        return "functions are missing";
    case kNotStarted:
        return "it does not start";
    default:
        return "it says why";
    }
}

Expected<RtcApi> load() {
    if (const auto& clang = amdClang(); !clang)
        return fail(clang.error());
    RtcApi api;
    api.create = [](void** program, const char* source, const char*, int, const char* const*,
                    const char* const*) -> int {
        *program = new Unit{source, {}, {}, {}};
        return kDone;
    };
    api.destroy = [](void** program) -> int {
        delete static_cast<Unit*>(*program);
        *program = nullptr;
        return kDone;
    };
    api.compile = compile;
    api.logSize = [](void* p, std::size_t* size) { return sizeOfText(unitOf(p).log, size); };
    api.log = [](void* p, char* text) { return copyText(unitOf(p).log, text); };
    api.assemblySize = [](void* p, std::size_t* size) {
        return sizeOfText(unitOf(p).assembly, size);
    };
    api.assembly = [](void* p, char* text) { return copyText(unitOf(p).assembly, text); };
    api.codeSize = [](void* p, std::size_t* size) -> int {
        *size = unitOf(p).code.size();
        return kDone;
    };
    api.code = [](void* p, char* image) -> int {
        const std::string& code = unitOf(p).code;
        std::copy(code.begin(), code.end(), image);
        return kDone;
    };
    api.errorText = textOf;
    return api;
}

Expected<void> check(const std::string& architecture) {
    const AmdClang& clang = *amdClang();
    if (std::ranges::find(clang.architectures, architecture) != clang.architectures.end())
        return {};
    return fail("bad-architecture",
                fmt::format("{} does not take the architecture '{}', but {}", clang.version,
                            architecture, fmt::join(clang.architectures, ", ")));
}

Expected<void> loadable(const Image& image) {
    if (isLinked(image.code))
        return {};
    return fail("no-linker", fmt::format("{} lacks its linker, without which no device loads what "
                                         "it compiles: ld.lld of the same version (Debian's "
                                         "package lld-19)",
                                         amdClang()->version));
}

} // namespace

GpuCompiler amdClangCompiler() {
    GpuCompiler compiler;
    compiler.name = "clang";
    compiler.load = load;
    // What is compiled with and without a linker is not the same.
    compiler.version = [] {
        return Expected<std::string>(amdClang()->version +
                                     (amdClang()->linker.empty() ? " without ld.lld" : ""));
    };
    compiler.package = [] { return packageOf(amdClang()->path); };
    compiler.architectures = [] {
        return Expected<std::vector<std::string>>(amdClang()->architectures);
    };
    compiler.check = check;
    compiler.options = [](const std::string& architecture) {
        return std::vector<std::string>{std::string(kArchitecture) + architecture, "-std=c++17",
                                        "-O3", "-w"};
    };
    compiler.lineOption = "-gline-tables-only";
    compiler.uncontracted = "-ffp-contract=off";
    compiler.inParallel = true;
    compiler.resources = [](const Image& image) { return readCodeObject(image.code); };
    compiler.assembly = Instructions::amdgcn;
    compiler.loadable = loadable;
    return compiler;
}

} // namespace mw::exec
