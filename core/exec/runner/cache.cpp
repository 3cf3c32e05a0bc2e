// Compiled code on disk by content, sealed against damage, written atomically.
#include "core/exec/runner/cache.h"

#include "core/io/file.h"
#include "core/support/environment.h"
#include "core/support/hash.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace mw::exec {

namespace fs = std::filesystem;

namespace {

fs::path chosenFolder() {
    const std::string own = environmentVariable("MAPWRIGHT_CACHE");
    if (own == "off")
        return {};
    return own.empty() ? userFolder("XDG_CACHE_HOME", ".cache") : fs::path(own);
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

/// A temporary file whose writer was ended.
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

std::optional<std::string> BinaryCache::read(const std::string& key,
                                             std::string_view extension) const {
    if (!enabled())
        return std::nullopt;
    std::error_code error;
    const fs::path file = path(key, extension);
    if (!fs::is_regular_file(file, error))
        return std::nullopt;
    auto content = unsealed(file);
    if (content)
        fs::last_write_time(file, fs::file_time_type::clock::now(), error); // used: not the oldest
    else
        fs::remove(file, error);
    return content;
}

std::optional<fs::path> BinaryCache::find(const std::string& key,
                                          std::string_view extension) const {
    return read(key, extension) ? std::optional(path(key, extension)) : std::nullopt;
}

void BinaryCache::write(const std::string& key, std::string_view extension,
                        std::string_view bytes) {
    if (!enabled())
        return;
    // A file that a power cut leaves half counts as damaged.
    if (io::writeFileAtomically(path(key, extension), std::string(bytes) + sealOf(bytes),
                                io::Flush::no))
        grow(bytes.size() + kSealSize);
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
    grow(content->size() + kSealSize);
    return error ? scratch : final;
}

/// The folder can have many thousand files, so it is not walked after each new one.
void BinaryCache::grow(std::uintmax_t bytes) {
    if (held_)
        *held_ += bytes;
    if (!held_ || *held_ > limit_)
        held_ = trim();
}

std::uintmax_t BinaryCache::trim() const {
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
    const std::uintmax_t goal = total > limit_ ? limit_ / 10 * 9 : total; // room for the next ones
    for (std::size_t i = 0; i < entries.size() && total > goal; ++i) {
        fs::remove(entries[i].path, error);
        total -= entries[i].size;
    }
    return total;
}

} // namespace mw::exec
