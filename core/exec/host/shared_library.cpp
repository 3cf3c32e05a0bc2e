// Compiles and links the shared libraries that are exported, their parts through the disk cache.
#include "core/exec/host/shared_library.h"

#include "core/exec/host/host_compiler.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <thread>

namespace mw::exec {

namespace {

std::vector<std::string> command(const std::vector<std::string>& more) {
    auto all = hostCompiler()->command;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

struct Object {
    const LibraryPart& part;
    ScratchFile file;
    std::string key; ///< in the cache
    bool cached = false;
    Expected<void> compiled;
};

std::vector<std::string> optionsOf(const LibraryPart& part) {
    std::vector<std::string> all = {"-c", "-std=c++17", "-fPIC", "-fvisibility=hidden", "-w"};
    all.insert(all.end(), part.options.begin(), part.options.end());
    return all;
}

std::string keyOf(const LibraryPart& part) {
    std::string joined;
    for (const auto& word : command(optionsOf(part)))
        joined += word + ' ';
    return BinaryCache::key({"part of a library", part.text, joined, hostCompiler()->version,
                             hostProcessor().name, hostProcessor().features});
}

/// From the cache, if it was compiled before.
Expected<void> compilePart(const BinaryCache& cache, Object& object) {
    if (const auto made = cache.read(object.key, ".o")) {
        object.cached = true;
        return io::writeFileAtomically(object.file.path(), *made, io::Flush::no);
    }
    MW_TRY(const ScratchFile source, ScratchFile::of(cache, ".cpp", object.part.text));
    auto words = command({"-o", object.file.path(), source.path()});
    const auto options = optionsOf(object.part);
    words.insert(words.end(), options.begin(), options.end());
    const auto result = runCommand(words);
    if (!result || result->status != 0)
        return compileError(result, source.path(), object.part.name);
    return {};
}

/// Those that were compiled anew; one that cannot be kept is compiled again the next time.
void keep(BinaryCache cache, const std::deque<Object>& objects) {
    for (const Object& object : objects)
        if (!object.cached)
            if (const auto made = io::readFile(object.file.path()))
                cache.write(object.key, ".o", *made);
}

} // namespace

ScratchFile::ScratchFile(const BinaryCache& cache, std::string_view extension) {
    static std::atomic<int> count = 0;
    path_ = cache.scratch(fmt::format("export-{}", ++count), extension);
}

Expected<ScratchFile> ScratchFile::of(const BinaryCache& cache, std::string_view extension,
                                      const std::string& bytes) {
    ScratchFile file(cache, extension);
    MW_CHECK(io::writeFileAtomically(file.path_, bytes));
    return file;
}

ScratchFile::~ScratchFile() {
    std::error_code ignored;
    if (!path_.empty())
        std::filesystem::remove(path_, ignored);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
}

std::vector<std::string> kernelOptions() {
    return {"-O3", "-march=native", "-fopenmp", "-ffp-contract=off", "-fno-math-errno"};
}

std::vector<std::string> hostProgramOptions() {
    return {"-O1", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off"};
}

Expected<std::string> buildSharedLibrary(const BinaryCache& cache,
                                         const std::vector<LibraryPart>& parts) {
    if (!hostCompiler())
        return fail("no-compiler", fmt::format("no C++ compiler answers for the library: {}",
                                               howToGetHostCompiler()));
    std::deque<Object> objects;
    for (const LibraryPart& part : parts)
        objects.push_back({part, ScratchFile(cache, ".o"), keyOf(part), false, {}});
    {
        std::vector<std::jthread> threads;
        for (Object& object : objects)
            threads.emplace_back([&] { object.compiled = compilePart(cache, object); });
    }
    const ScratchFile library(cache, ".so");
    auto words = command({"-shared", "-o", library.path()});
    for (const Object& object : objects) {
        if (!object.compiled)
            return fail(object.compiled.error());
        words.push_back(object.file.path());
    }
    keep(cache, objects);
    // -z nodelete: threads of OpenMP outlive the call that made them.
    words.insert(words.end(), {"-fopenmp", "-pthread", "-ldl", "-Wl,--as-needed", "-static-libgcc",
                               "-Wl,-z,nodelete", "-Wl,-z,noexecstack"});
    const auto result = runCommand(words);
    if (!result || result->status != 0)
        return compileError(result, library.path(), {"library.so", "the library's parts together"});
    return io::readFile(library.path());
}

} // namespace mw::exec
