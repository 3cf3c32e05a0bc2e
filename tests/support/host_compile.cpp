// Many sources through the host's compiler, which reads the system's headers once, and what it made
// of the same text before.
#include "tests/support/host_compile.h"

#include "core/exec/host/host_compiler.h"
#include "core/exec/runner/cache.h"
#include "core/io/file.h"
#include "tests/support/compiled_programs.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <mutex>

namespace mw::test {

namespace fs = std::filesystem;

namespace {

/// What kernels and libraries include.
constexpr const char* kHeaders[] = {"cmath",  "cstdarg", "cstddef",  "cstdint",
                                    "cstdio", "cstdlib", "cstring",  "ctime",
                                    "limits", "new",     "pthread.h"};
constexpr int kPays = 3; ///< calls with the same options

struct ReadAhead {
    int calls = 0;
    std::vector<std::string> options; ///< to be added; none: not read ahead
};

std::vector<std::string> precompiled(const fs::path& header, std::vector<std::string> command) {
    std::ofstream out(header);
    for (const char* name : kHeaders)
        out << "#include <" << name << ">\n";
    out.close();
    command.insert(command.end(),
                   {"-x", "c++-header", header.string(), "-o", header.string() + ".gch"});
    const auto result = exec::runCommand(command);
    if (!result || result->status != 0)
        return {};
    return {"-include", header.string()};
}

std::vector<std::string> readAhead(const std::vector<std::string>& command) {
    static std::mutex mutex;
    static const Folder folder;
    static std::map<std::vector<std::string>, ReadAhead> all;
    const std::lock_guard lock(mutex);
    ReadAhead& one = all[command];
    if (++one.calls == kPays)
        one.options = precompiled(folder.path / fmt::format("headers{}.h", all.size()), command);
    return one.options;
}

/// Decides what a compiler makes of BASE.cpp, and BASE.h where it is one.
std::string keyOf(const fs::path& base, const std::vector<std::string>& command) {
    std::string joined;
    for (const auto& word : command)
        joined += word + ' ';
    const auto text = io::readFile(base.string() + ".cpp");
    const auto header = io::readFile(base.string() + ".h");
    return exec::BinaryCache::key({"test", joined, text.value_or(""), header.value_or(""),
                                   exec::hostCompiler()->version, exec::hostProcessor().name,
                                   exec::hostProcessor().features});
}

/// The build's cache of kernels, one thread at a time.
class Made {
public:
    std::optional<std::string> read(const std::string& key) {
        const std::lock_guard lock(mutex_);
        return cache_.read(key, ".so");
    }
    void write(const std::string& key, const std::string& bytes) {
        const std::lock_guard lock(mutex_);
        cache_.write(key, ".so", bytes);
    }

private:
    std::mutex mutex_;
    exec::BinaryCache cache_;
};

} // namespace

std::string compileShared(const fs::path& base, const std::vector<std::string>& options) {
    auto command = exec::hostCompiler()->command;
    command.insert(command.end(), options.begin(), options.end());
    command.emplace_back("-pthread");
    static Made known;
    const std::string key = keyOf(base, command), object = base.string() + ".so";
    if (const auto made = known.read(key))
        if (io::writeFileAtomically(object, *made, io::Flush::no))
            return {};
    const auto ahead = readAhead(command);
    command.insert(command.end(), ahead.begin(), ahead.end());
    command.insert(command.end(), {"-shared", "-o", object, base.string() + ".cpp"});
    const auto result = exec::runCommand(command);
    if (!result)
        return toString(result.error());
    if (result->status != 0)
        return result->output;
    if (const auto made = io::readFile(object))
        known.write(key, *made);
    return {};
}

} // namespace mw::test
