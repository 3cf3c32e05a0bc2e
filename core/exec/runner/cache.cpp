#include "core/exec/runner/cache.h"

#include "core/io/file.h"
#include "core/support/hash.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace mw::exec {

namespace fs = std::filesystem;

namespace {

fs::path chosenFolder() {
    const auto variable = [](const char* name) -> std::string {
        const char* value = std::getenv(name);
        return value ? value : "";
    };
    const std::string own = variable("MAPWRIGHT_CACHE");
    if (own == "off")
        return {};
    if (!own.empty())
        return own;
    if (const std::string xdg = variable("XDG_CACHE_HOME"); !xdg.empty())
        return fs::path(xdg) / "mapwright";
    if (const std::string home = variable("HOME"); !home.empty())
        return fs::path(home) / ".cache" / "mapwright";
    return {};
}

/// Only what this cache wrote (names start with a key) counts and may be removed: the folder can be
/// anybody's.
bool isOurs(const fs::path& file) {
    const std::string name = file.filename().string();
    constexpr std::size_t keyLength = 32;
    return name.size() > keyLength && name[keyLength] == '.' &&
           name.find_first_not_of("0123456789abcdef") == keyLength;
}

/// Last line of every file. Loaders and compilers do not mind text behind what they read.
constexpr std::string_view kSealStart = "\n// mapwright cache: content ";
constexpr std::size_t kSealSize = kSealStart.size() + 16 + 1;

std::string sealOf(std::string_view content) {
    return std::string(kSealStart) + toHex(fnv1a64(content)) + "\n";
}

/// The content of a file that is whole.
std::optional<std::string> unsealed(const fs::path& file) {
    auto bytes = io::readFile(file);
    if (!bytes || bytes->size() < kSealSize)
        return std::nullopt;
    const std::string_view content(bytes->data(), bytes->size() - kSealSize);
    if (!bytes->ends_with(sealOf(content)))
        return std::nullopt;
    bytes->resize(content.size());
    return std::move(*bytes);
}

/// What a compiler that was ended left behind.
bool isAbandoned(const fs::path& file, fs::file_time_type written) {
    constexpr auto kLongEnough = std::chrono::hours(1);
    return file.filename().string().find(".tmp") != std::string::npos &&
           written < fs::file_time_type::clock::now() - kLongEnough;
}

} // namespace

BinaryCache::BinaryCache(std::uintmax_t limitBytes) : folder_(chosenFolder()), limit_(limitBytes) {
    if (folder_.empty())
        return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (access(folder_.c_str(), W_OK | X_OK) != 0)
        folder_.clear();
}

std::string BinaryCache::key(std::initializer_list<std::string_view> parts) {
    // Two independent 64-bit hashes: a wrong hit would run the wrong kernels.
    std::uint64_t first = 0xcbf29ce484222325ULL;
    std::uint64_t second = 0x6d61707772696768ULL;
    for (const std::string_view part : parts) {
        first = hashCombine(fnv1a64(part, first), part.size());
        for (const char c : part)
            second = splitmix64(second ^ static_cast<unsigned char>(c));
        second = hashCombine(second, part.size());
    }
    return toHex(first) + toHex(second);
}

fs::path BinaryCache::path(const std::string& key, std::string_view extension) const {
    return folder_ / (key + std::string(extension));
}

std::optional<fs::path> BinaryCache::find(const std::string& key,
                                          std::string_view extension) const {
    if (!enabled())
        return std::nullopt;
    std::error_code error;
    const fs::path file = path(key, extension);
    if (!fs::is_regular_file(file, error))
        return std::nullopt;
    if (!unsealed(file)) {
        fs::remove(file, error);
        return std::nullopt;
    }
    fs::last_write_time(file, fs::file_time_type::clock::now(), error); // used: not the oldest
    return file;
}

std::optional<std::string> BinaryCache::read(const std::string& key,
                                             std::string_view extension) const {
    const auto file = find(key, extension);
    return file ? unsealed(*file) : std::nullopt;
}

void BinaryCache::write(const std::string& key, std::string_view extension,
                        std::string_view bytes) {
    if (!enabled())
        return;
    if (io::writeFileAtomically(path(key, extension), std::string(bytes) + sealOf(bytes)))
        trim();
}

fs::path BinaryCache::scratch(const std::string& key, std::string_view extension) const {
    std::error_code error;
    const fs::path folder = enabled() ? folder_ : fs::temp_directory_path(error);
    return folder / (key + "." + std::to_string(getpid()) + ".tmp" + std::string(extension));
}

fs::path BinaryCache::adopt(const fs::path& scratch, const std::string& key,
                            std::string_view extension) {
    if (!enabled())
        return scratch;
    std::error_code error;
    const fs::path final = path(key, extension);
    const auto content = io::readFile(scratch);
    if (!content || !(std::ofstream(scratch, std::ios::binary | std::ios::app) << sealOf(*content)))
        return scratch;
    fs::rename(scratch, final, error);
    trim();
    return error ? scratch : final;
}

void BinaryCache::trim() const {
    struct Entry {
        fs::file_time_type time;
        std::uintmax_t size;
        fs::path path;
    };
    std::error_code error;
    std::vector<Entry> entries;
    std::uintmax_t total = 0;
    for (const auto& file : fs::directory_iterator(folder_, error)) {
        if (!isOurs(file.path()))
            continue;
        std::error_code gone; // another process may remove files at the same time
        Entry entry{file.last_write_time(gone), file.file_size(gone), file.path()};
        if (gone)
            continue;
        if (isAbandoned(entry.path, entry.time)) {
            fs::remove(entry.path, gone);
            continue;
        }
        total += entry.size;
        entries.push_back(std::move(entry));
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.time < b.time; });
    for (const Entry& entry : entries) {
        if (total <= limit_)
            return;
        fs::remove(entry.path, error);
        total -= entry.size;
    }
}

} // namespace mw::exec
