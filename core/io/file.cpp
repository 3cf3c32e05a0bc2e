// Files: read whole, written atomically where that is possible.
#include "core/io/file.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace mw::io {

namespace fs = std::filesystem;

namespace {

Unexpected fileError(std::string code, const fs::path& path, std::string_view sentence) {
    return fail(std::move(code), std::string(sentence), {path.string(), {}, {}});
}

std::string systemReason() {
    return std::generic_category().message(errno);
}

/// An open file descriptor.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    bool valid() const { return fd_ >= 0; }
    int get() const { return fd_; }
    bool close() {
        const int fd = std::exchange(fd_, -1);
        return fd < 0 || ::close(fd) == 0;
    }

private:
    int fd_;
};

bool writeAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// A new file beside `target` that nobody else has; `name` tells which. Of a long name only the
/// beginning, so that the new one is no longer than a name may be.
int openTemporary(const fs::path& target, std::string& name) {
    static std::atomic<unsigned> counter{0};
    constexpr std::size_t kNameShown = 200;
    int fd = -1;
    do {
        const std::string file =
            fmt::format("{}.{}-{}.tmp", target.filename().string().substr(0, kNameShown),
                        ::getpid(), counter++);
        name = (target.parent_path() / file).string();
        fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EEXIST);
    return fd;
}

/// The new file gets the owner, where we may give it away, and the permissions of the one that it
/// replaces.
bool copyPermissions(const fs::path& from, int fd) {
    struct ::stat info {};
    if (::stat(from.c_str(), &info) != 0)
        return true;
    [[maybe_unused]] const int owner = ::fchown(fd, info.st_uid, info.st_gid);
    return ::fchmod(fd, info.st_mode & 07777U) == 0;
}

Unexpected unwritable(const fs::path& path, const std::string& reason) {
    return fail("unwritable-file",
                fmt::format("'{}' cannot be written: {}", path.string(), reason));
}

/// The number N of our own open file that /dev/stdout, /dev/fd/N, ... mean. Opened by name, a file
/// that standard output goes to would be overwritten from its beginning.
std::optional<int> ownDescriptor(const fs::path& path) {
    const std::string text = path.lexically_normal().string();
    if (text == "/dev/stdout")
        return STDOUT_FILENO;
    if (text == "/dev/stderr")
        return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        int number = -1;
        if (!text.starts_with(folder))
            continue;
        const char* end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data() + folder.size(), end, number);
        if (parsed.ec == std::errc() && parsed.ptr == end)
            return number;
    }
    return std::nullopt;
}

/// Where a file is written.
struct Target {
    fs::path path;        ///< of the file itself, behind all links
    bool through = false; ///< no regular file: is written as it stands
};

/// Follows links by their text, so that one that leads to no file yet is followed as well.
Expected<fs::path> behindLinks(const fs::path& path) {
    constexpr int kMostLinks = 40;
    fs::path at = path;
    std::error_code error;
    for (int i = 0; fs::is_symlink(at, error); ++i) {
        const fs::path next = fs::read_symlink(at, error);
        if (error || i == kMostLinks)
            return unwritable(path, "its links lead nowhere");
        at = at.parent_path() / next; // an absolute `next` replaces the folder
    }
    return at;
}

Expected<Target> targetOf(const fs::path& path) {
    if (path.empty())
        return fail("unwritable-file", "the name of the file to write is empty");
    if (ownDescriptor(path))
        return Target{path, true};
    std::error_code error;
    const fs::file_status status = fs::status(path, error); // links followed
    if (fs::is_directory(status))
        return fileError("is-a-directory", path, "this is a directory, not a file");
    if (fs::exists(status) && !fs::is_regular_file(status))
        return Target{path, true};
    MW_TRY(fs::path target, behindLinks(path));
    const fs::path named = target.parent_path();
    const fs::path folder = named.empty() ? fs::path(".") : named;
    if (!target.has_filename() || !fs::is_directory(folder, error))
        return unwritable(path, fmt::format("there is no folder '{}'", folder.string()));
    if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        return unwritable(path,
                          fmt::format("in the folder '{}': {}", folder.string(), systemReason()));
    // A new file could take the place of one that is protected.
    if (fs::exists(status) && ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
        return unwritable(path, systemReason());
    return Target{std::move(target), false};
}

Expected<void> writeThrough(const fs::path& path, std::string_view bytes) {
    const auto own = ownDescriptor(path);
    Descriptor file(own ? ::fcntl(*own, F_DUPFD_CLOEXEC, 0)
                        : ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!file.valid() || !writeAll(file.get(), bytes) || !file.close())
        return unwritable(path, systemReason());
    return {};
}

} // namespace

Expected<std::string> readFile(const fs::path& path, std::size_t maxBytes) {
    if (path.empty())
        return fail("no-such-file", "the name of the file to read is empty");
    std::error_code error;
    const auto status = fs::status(path, error);
    if (!fs::exists(status) && error && error != std::errc::no_such_file_or_directory)
        return fileError("unreadable-file", path, "cannot be read: " + error.message());
    if (!fs::exists(status))
        return fileError("no-such-file", path, "there is no such file");
    if (fs::is_directory(status))
        return fileError("is-a-directory", path, "this is a directory, not a file");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fileError("unreadable-file", path, "cannot be opened: " + systemReason());
    std::string bytes;
    std::string chunk(std::size_t{1} << 20U, '\0');
    while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) ||
           file.gcount() > 0) {
        bytes.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
        if (bytes.size() > maxBytes)
            return fileError("too-big", path,
                             fmt::format("is larger than the limit of {} bytes", maxBytes));
    }
    if (file.bad())
        return fileError("unreadable-file", path, "cannot be read: " + systemReason());
    return bytes;
}

Expected<void> writeFileAtomically(const fs::path& path, std::string_view bytes, Flush flush) {
    MW_TRY(const Target target, targetOf(path));
    if (target.through)
        return writeThrough(path, bytes);
    std::string temporary;
    Descriptor file(openTemporary(target.path, temporary));
    if (!file.valid())
        return unwritable(path, systemReason());
    const bool written = copyPermissions(target.path, file.get()) && writeAll(file.get(), bytes) &&
                         (flush == Flush::no || ::fsync(file.get()) == 0) && file.close() &&
                         std::rename(temporary.c_str(), target.path.c_str()) == 0;
    if (written)
        return {};
    const std::string reason = systemReason();
    ::unlink(temporary.c_str());
    return unwritable(path, reason);
}

Expected<void> checkWritable(const fs::path& path) {
    MW_CHECK(targetOf(path));
    return {};
}

} // namespace mw::io
