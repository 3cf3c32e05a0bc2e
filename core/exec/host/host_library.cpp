// Compiles C++ to a shared object, cached by content, and loads it.
#include "core/exec/host/host_library.h"

#include "core/io/file.h"

#include <fmt/format.h>

#include <chrono>
#include <dlfcn.h>
#include <sstream>
#include <unistd.h>

namespace mw::exec {

namespace {

/// -ffp-contract=off: results agree to the last bit between machines with and without fused
/// multiply-add. --as-needed: kernels rarely need the C++ library, which a bare machine lacks.
const std::vector<std::string>& usualOptions() {
    static const std::vector<std::string> list = {"-std=c++17",
                                                  "-O3",
                                                  "-march=native",
                                                  "-fopenmp",
                                                  "-fPIC",
                                                  "-shared",
                                                  "-ffp-contract=off",
                                                  "-fno-math-errno",
                                                  "-w",
                                                  "-Wl,--as-needed"};
    return list;
}

/// The OpenMP runtime keeps sleeping threads: it must stay when the kernels that brought it go.
void keepOpenMp() {
    for (const char* name : {"libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so"})
        if (void* runtime = dlopen(name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE))
            dlclose(runtime);
}

std::vector<std::string> firstLines(const std::string& text, std::size_t limit) {
    std::istringstream in(text);
    std::vector<std::string> list;
    for (std::string line; list.size() < limit && std::getline(in, line);)
        list.push_back(line);
    return list;
}

std::string keyOf(const std::string& text, const std::vector<std::string>& options,
                  const HostCompiler& compiler) {
    std::string joined;
    for (const auto* words : {&compiler.command, &options})
        for (const auto& word : *words)
            joined += word + ' ';
    return BinaryCache::key(
        {text, joined, compiler.version, hostProcessor().name, hostProcessor().features});
}

} // namespace

std::string hostArchitecture() {
#if defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "native";
#endif
}

std::string_view howToGetHostCompiler() {
    return "install g++ (apt install g++), or name one in CXX";
}

Unexpected compileError(const Expected<CommandResult>& result, const std::string& file,
                        const HostText& name) {
    if (!result)
        return fail(result.error());
    Diagnostic diagnostic;
    diagnostic.code = "compile-failed";
    diagnostic.sentence = fmt::format("the C++ compiler does not accept {}", name.what);
    std::string log = result->output;
    for (auto at = log.find(file); at != std::string::npos; at = log.find(file, at))
        log.replace(at, file.size(), name.file);
    diagnostic.notes = firstLines(log, 40);
    return Unexpected(std::move(diagnostic));
}

Expected<HostLibraries::Compiled> HostLibraries::compile(const std::string& text,
                                                         const HostText& name,
                                                         const std::vector<std::string>& options) {
    const auto& compiler = hostCompiler();
    if (!compiler)
        return fail("no-compiler", fmt::format("no C++ compiler answers for {}: {}", name.what,
                                               howToGetHostCompiler()));
    auto all = usualOptions();
    all.insert(all.end(), options.begin(), options.end());
    const std::string key = keyOf(text, all, *compiler);
    if (const auto cached = cache_.find(key, ".so"))
        return Compiled{cached->string(), {}, 0, true};
    return compileNew(text, name, all, key);
}

Expected<HostLibraries::Compiled> HostLibraries::compileNew(const std::string& text,
                                                            const HostText& name,
                                                            const std::vector<std::string>& options,
                                                            const std::string& key) {
    const auto sourceFile = cache_.scratch(key, ".cpp");
    const auto object = cache_.scratch(key, ".so");
    MW_CHECK(io::writeFileAtomically(sourceFile, text));
    auto command = hostCompiler()->command;
    command.insert(command.end(), {"-o", object.string(), sourceFile.string()});
    command.insert(command.end(), options.begin(), options.end()); // libraries last
    const auto start = std::chrono::steady_clock::now();
    auto result = runCommand(command);
    Compiled compiled;
    compiled.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::error_code ignored;
    std::filesystem::remove(sourceFile, ignored);
    if (!result || result->status != 0) {
        std::filesystem::remove(object, ignored);
        return compileError(result, sourceFile.string(), name);
    }
    compiled.log = std::move(result->output);
    cache_.write(key, ".cpp", text);
    compiled.file = cache_.adopt(object, key, ".so").string();
    return compiled;
}

Expected<void*> HostLibraries::load(const std::string& file) const {
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!cache_.enabled())
        unlink(file.c_str());
    if (!handle)
        return fail("load-failed", fmt::format("compiled code cannot be loaded: {}", dlerror()));
    keepOpenMp();
    return handle;
}

} // namespace mw::exec
