#include "core/exec/host/host_compiler.h"
#include "core/exec/runner/backend.h"
#include "core/exec/runner/cache.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <new>
#include <sstream>
#include <unistd.h>

namespace mw::exec {

namespace {

using Kernel = void (*)(void**);

/// -ffp-contract=off: results agree to the last bit between machines with and without fused
/// multiply-add. --as-needed: kernels rarely need the C++ library, which a bare machine lacks.
const std::vector<std::string>& options() {
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

class HostModule : public Module {
public:
    explicit HostModule(void* handle) : handle_(handle) {}
    ~HostModule() override { dlclose(handle_); }
    HostModule(const HostModule&) = delete;
    HostModule& operator=(const HostModule&) = delete;

    Expected<void> resolve(std::span<const std::string> names) {
        for (const std::string& name : names) {
            functions_.push_back(dlsym(handle_, name.c_str()));
            if (!functions_.back())
                return fail("missing-kernel",
                            fmt::format("the compiled code lacks the kernel '{}'", name));
        }
        return {};
    }
    void* function(std::size_t index) const override { return functions_[index]; }
    CompileResult::Resources resources(std::size_t, unsigned) const override { return {}; }

private:
    void* handle_;
    std::vector<void*> functions_;
};

class HostReplay : public Replay {
public:
    HostReplay(Backend& backend, PreparedSteps steps, int times)
        : backend_(backend), steps_(std::move(steps)), times_(times) {}
    Expected<void> enqueue() override {
        for (int i = 0; i < times_; ++i)
            for (const auto& step : steps_)
                MW_CHECK(backend_.enqueue(*step));
        return {};
    }

private:
    Backend& backend_;
    PreparedSteps steps_;
    int times_;
};

std::vector<std::string> lines(const std::string& text, std::size_t limit) {
    std::istringstream in(text);
    std::vector<std::string> list;
    for (std::string line; list.size() < limit && std::getline(in, line);)
        list.push_back(line);
    return list;
}

class HostBackend : public Backend {
public:
    DeviceInfo info() override {
        const HostProcessor& processor = hostProcessor();
        DeviceInfo info;
        info.target = codegen::Target::cpu;
        info.canCompile = info.canRun = hostCompiler().has_value();
        info.name = fmt::format("{}, {} thread{}", processor.name, processor.threads,
                                processor.threads == 1 ? "" : "s");
        info.architecture = architectureName();
        if (hostCompiler())
            info.versions = hostCompiler()->version;
        else
            info.missing = "No C++ compiler answers: install g++ (apt install g++), or name one in "
                           "CXX.";
        return info;
    }

    Expected<Binary> compile(const KernelSource& units, const std::string& architecture) override {
        const std::string& source = units.text;
        const auto& compiler = hostCompiler();
        if (!compiler)
            return fail("no-compiler", info().missing);
        if (!architecture.empty() && architecture != architectureName() && architecture != "native")
            return fail("bad-architecture",
                        fmt::format("the host compiler compiles for this machine ({}), not for "
                                    "'{}'",
                                    architectureName(), architecture));
        const std::string key = keyOf(source, *compiler);
        Binary binary;
        if (const auto cached = cache_.find(key, ".so")) {
            binary.images = {Binary::image(cached->string())};
            binary.cached = true;
            return binary;
        }
        return compileNew(source, key, *compiler);
    }

    Expected<void> open() override { return {}; }

    Expected<std::unique_ptr<Module>> load(const Binary& binary,
                                           std::span<const std::string> kernels) override {
        const std::string& file = binary.images.front()->code;
        void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!cache_.enabled())
            unlink(file.c_str());
        if (!handle)
            return fail("load-failed",
                        fmt::format("the compiled kernels cannot be loaded: {}", dlerror()));
        keepOpenMp();
        auto module = std::make_unique<HostModule>(handle);
        MW_CHECK(module->resolve(kernels));
        return module;
    }

    Expected<void*> allocate(std::size_t bytes) override {
        constexpr std::size_t alignment = 512;
        // Asking for more than there is would succeed, and end the process when it is written to.
        if (const auto available = availableMemory(); available && bytes > *available)
            return fail("out-of-memory", fmt::format("{} MB of memory are not available, {} MB are",
                                                     bytes >> 20U, *available >> 20U));
        void* memory =
            std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        if (!memory)
            return fail("out-of-memory",
                        fmt::format("{} MB of memory are not available", bytes >> 20U));
        return memory;
    }
    void release(void* memory) override { std::free(memory); }
    Expected<void> upload(void* dst, std::span<const std::byte> src) override {
        std::memcpy(dst, src.data(), src.size());
        return {};
    }
    Expected<void> download(std::span<std::byte> dst, const void* src) override {
        std::memcpy(dst.data(), src, dst.size());
        return {};
    }

    Expected<void> enqueue(const PreparedStep& step) override {
        if (const auto* launch = std::get_if<PreparedLaunch>(&step))
            // The kernel takes the addresses; it does not change the array of them.
            reinterpret_cast<Kernel>(launch->function)(
                const_cast<void**>(launch->arguments.data()));
        else if (const auto* copy = std::get_if<PreparedCopy>(&step))
            std::memmove(copy->dst, copy->src, copy->bytes);
        else if (const auto* fill = std::get_if<PreparedFill>(&step))
            std::memset(fill->dst, fill->value, fill->bytes);
        return {};
    }
    Expected<void> synchronise() override { return {}; }
    Expected<std::unique_ptr<Replay>> record(const PreparedSteps& steps, int times) override {
        return std::make_unique<HostReplay>(*this, steps, times);
    }

    bool runsInline() const override { return true; }
    Expected<double> timed(const std::function<Expected<void>()>& work) override {
        const auto start = std::chrono::steady_clock::now();
        MW_CHECK(work());
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count();
    }
    Expected<void> flushCaches() override {
        constexpr std::size_t bytes = std::size_t{256} << 20U; // beyond any last-level cache
        if (flush_.empty())
            flush_.resize(bytes);
        std::memset(flush_.data(), ++flushValue_, flush_.size());
        return {};
    }
    std::size_t bandwidthBytes() const override { return std::size_t{128} << 20U; }

private:
    /// What the kernel thinks can be used without swapping.
    static std::optional<std::size_t> availableMemory() {
        std::ifstream info("/proc/meminfo");
        for (std::string line; std::getline(info, line);) {
            std::istringstream words(line);
            std::string name;
            std::size_t kilobytes = 0;
            if (words >> name >> kilobytes && name == "MemAvailable:")
                return kilobytes << 10U;
        }
        return std::nullopt;
    }

    static std::string architectureName() {
#if defined(__x86_64__)
        return "x86-64";
#elif defined(__aarch64__)
        return "aarch64";
#else
        return "native";
#endif
    }

    static std::string keyOf(const std::string& source, const HostCompiler& compiler) {
        std::string command;
        for (const auto& word : compiler.command)
            command += word + ' ';
        for (const auto& option : options())
            command += option + ' ';
        return BinaryCache::key(
            {source, command, compiler.version, hostProcessor().name, hostProcessor().features});
    }

    Expected<Binary> compileNew(const std::string& source, const std::string& key,
                                const HostCompiler& compiler) {
        const auto sourceFile = cache_.scratch(key, ".cpp");
        const auto object = cache_.scratch(key, ".so");
        MW_CHECK(io::writeFileAtomically(sourceFile, source));
        auto command = compiler.command;
        command.insert(command.end(), options().begin(), options().end());
        command.insert(command.end(), {"-o", object.string(), sourceFile.string()});
        const auto start = std::chrono::steady_clock::now();
        auto result = runCommand(command);
        Binary binary;
        binary.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::error_code ignored;
        std::filesystem::remove(sourceFile, ignored);
        if (!result || result->status != 0) {
            std::filesystem::remove(object, ignored);
            return compileError(result, sourceFile.string());
        }
        binary.log = std::move(result->output);
        cache_.write(key, ".cpp", source);
        binary.images = {Binary::image(cache_.adopt(object, key, ".so").string())};
        return binary;
    }

    static Unexpected compileError(const Expected<CommandResult>& result,
                                   const std::string& sourceFile) {
        if (!result)
            return fail(result.error());
        Diagnostic diagnostic;
        diagnostic.code = "compile-failed";
        diagnostic.sentence = "the C++ compiler does not accept the kernels";
        std::string log = result->output;
        for (auto at = log.find(sourceFile); at != std::string::npos; at = log.find(sourceFile, at))
            log.replace(at, sourceFile.size(), "kernels.cpp");
        diagnostic.notes = lines(log, 40);
        return Unexpected(std::move(diagnostic));
    }

    BinaryCache cache_;
    std::vector<unsigned char> flush_;
    unsigned char flushValue_ = 0;
};

} // namespace

std::unique_ptr<Backend> makeHostBackend() {
    return std::make_unique<HostBackend>();
}

} // namespace mw::exec
