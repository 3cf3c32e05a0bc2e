#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mw::exec {

/// Compiled kernels on disk, by content. Folder: $MAPWRIGHT_CACHE ("off": none), else
/// $XDG_CACHE_HOME/mapwright, else ~/.cache/mapwright. Several processes may use it at once: files
/// appear whole (written beside, then renamed) and are never changed. Each ends with the hash of
/// its content: a damaged one counts as absent and is removed. Beyond the size limit the oldest are
/// removed, down to nine tenths of it. Problems with the folder are never errors: nothing is cached
/// then.
class BinaryCache {
public:
    explicit BinaryCache(std::uintmax_t limitBytes = kLimitBytes);

    /// The parts decide together: source, options, compiler version, architecture.
    static std::string key(std::initializer_list<std::string_view> parts);

    std::optional<std::string> read(const std::string& key, std::string_view extension) const;
    /// Path of a stored file; nullopt when it is not there.
    std::optional<std::filesystem::path> find(const std::string& key,
                                              std::string_view extension) const;
    void write(const std::string& key, std::string_view extension, std::string_view bytes);
    /// A new file in the cache's folder (or the system's temporary folder when there is none) for a
    /// compiler to write; `adopt` gives it its final name and returns that.
    std::filesystem::path scratch(const std::string& key, std::string_view extension) const;
    std::filesystem::path adopt(const std::filesystem::path& scratch, const std::string& key,
                                std::string_view extension);
    bool enabled() const { return !folder_.empty(); }

    static constexpr std::uintmax_t kLimitBytes = std::uintmax_t{1} << 30U;

private:
    std::filesystem::path path(const std::string& key, std::string_view extension) const;
    void grow(std::uintmax_t bytes);
    std::uintmax_t trim() const; ///< bytes that are left

    std::filesystem::path folder_;
    std::uintmax_t limit_;
    std::optional<std::uintmax_t> held_; ///< bytes in the folder, as far as this process knows
};

} // namespace mw::exec
