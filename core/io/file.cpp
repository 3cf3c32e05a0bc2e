// Files: read whole, written atomically where that is possible.
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/file.h>
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

/// How the temporary files for `target` begin. Of a long name only the beginning, so that theirs
/// are no longer than a name may be.
std::string temporaryPrefix(const fs::path& target) {
    constexpr std::size_t kNameShown = 200;
    return target.filename().string().substr(0, kNameShown) + ".";
}

constexpr std::string_view kTemporary = ".tmp";

/// A new file beside `target` that nobody else has; `name` tells which. It is locked until it has
/// its place, which says to other processes that its owner lives.
int openTemporary(const fs::path& target, std::string& name) {
    static std::atomic<unsigned> counter{0};
    while (true) {
        name = (target.parent_path() / fmt::format("{}{}-{}{}", temporaryPrefix(target), ::getpid(),
                                                   counter++, kTemporary))
                   .string();
        const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno == EEXIST)
            continue;
        if (fd < 0)
            return fd;
        const bool locked = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
        // Where files cannot be locked, nobody else takes it away either.
        struct ::stat info {};
        const bool taken =
            locked ? ::fstat(fd, &info) == 0 && info.st_nlink == 0 : errno == EWOULDBLOCK;
        if (!taken)
            return fd;
        ::close(fd);
    }
}

/// Whether a temporary file has this name: "PREFIX<process>-<count>.tmp".
bool isTemporary(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix) || !name.ends_with(kTemporary) ||
        name.size() < prefix.size() + kTemporary.size())
        return false;
    name = name.substr(prefix.size(), name.size() - prefix.size() - kTemporary.size());
    ::pid_t owner = 0;
    unsigned count = 0;
    const char* end = name.data() + name.size();
    const auto first = std::from_chars(name.data(), end, owner);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-')
        return false;
    const auto second = std::from_chars(first.ptr + 1, end, count);
    return second.ec == std::errc() && second.ptr == end;
}

/// One of this user that nobody has locked, in another container either. The number of its process
/// says nothing: it may be another's by now, or that of one that ended and that nobody waits for.
void removeLeftBehind(const fs::path& file) {
    struct ::stat info {};
    const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (opened.valid() && ::fstat(opened.get(), &info) == 0 && S_ISREG(info.st_mode) &&
        info.st_uid == ::geteuid() && ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0)
        ::unlink(file.c_str());
}

/// What processes that were killed while they wrote `target` left beside it goes.
void clearLeftBehind(const fs::path& target) {
    const auto prefix = temporaryPrefix(target);
    const auto folder = target.parent_path();
    std::error_code error;
    fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        if (isTemporary(entry->path().filename().string(), prefix))
            removeLeftBehind(entry->path());
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

constexpr std::size_t kReadChunk = std::size_t{1} << 20U;
constexpr std::size_t kMostPiped = std::size_t{256} << 20U; ///< a pipe does not say its size

Unexpected tooBig(const fs::path& path, std::size_t maxBytes) {
    return fileError("too-big", path,
                     fmt::format("is larger than the limit of {} bytes", maxBytes));
}

/// The next bytes, behind those that are there; how many. -1: errno says why.
::ssize_t readMore(int fd, std::string& bytes) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kReadChunk);
    ::ssize_t got = -1;
    do
        got = ::read(fd, bytes.data() + before, kReadChunk);
    while (got < 0 && errno == EINTR);
    bytes.resize(before + static_cast<std::size_t>(std::max<::ssize_t>(got, 0)));
    return got;
}

Expected<std::string> readRegular(int fd, const fs::path& path, std::size_t maxBytes) {
    struct ::stat info {};
    if (::fstat(fd, &info) == 0 && static_cast<std::uintmax_t>(info.st_size) > maxBytes)
        return tooBig(path, maxBytes);
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(info.st_size) + kReadChunk);
    while (true) {
        const auto got = readMore(fd, bytes);
        if (got < 0)
            return fileError("unreadable-file", path, "cannot be read: " + systemReason());
        if (bytes.size() > maxBytes)
            return tooBig(path, maxBytes);
        if (got == 0)
            return bytes;
    }
}

/// Waits for its writer: briefly for one that has not opened it, longer for one that is silent.
Expected<std::string> readPipe(int fd, const fs::path& path, std::size_t maxBytes) {
    constexpr std::chrono::milliseconds kForWriter{1000};
    constexpr int kPause = 10;          // ms
    constexpr int kMostSilent = 60'000; // ms
    const auto opened = std::chrono::steady_clock::now();
    std::string bytes;
    while (true) {
        const auto got = readMore(fd, bytes);
        if (got > 0 && bytes.size() <= maxBytes)
            continue;
        if (got > 0)
            return tooBig(path, maxBytes);
        if (got == 0 && !bytes.empty())
            return bytes;
        if (got < 0 && errno != EAGAIN)
            return fileError("unreadable-file", path, "cannot be read: " + systemReason());
        if (got == 0 && std::chrono::steady_clock::now() - opened > kForWriter)
            return fileError("silent-pipe", path, "this is a pipe that nobody writes to");
        ::pollfd wait{fd, POLLIN, 0};
        if (got == 0)
            ::poll(nullptr, 0, kPause);
        else if (::poll(&wait, 1, kMostSilent) == 0)
            return fileError("silent-pipe", path,
                             fmt::format("this is a pipe to which nothing was written for {} "
                                         "seconds",
                                         kMostSilent / 1000));
    }
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
    if (!fs::is_regular_file(status) && !fs::is_fifo(status))
        return fileError("no-regular-file", path, "this is a device or a socket, not a file");
    // A pipe that nobody writes to would not open.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!file.valid())
        return fileError("unreadable-file", path, "cannot be opened: " + systemReason());
    return fs::is_fifo(status) ? readPipe(file.get(), path, std::min(maxBytes, kMostPiped))
                               : readRegular(file.get(), path, maxBytes);
}

Expected<void> writeFileAtomically(const fs::path& path, std::string_view bytes, Flush flush) {
    MW_TRY(const Target target, targetOf(path));
    if (target.through)
        return writeThrough(path, bytes);
    if (flush == Flush::yes) // what is kept for good; folders of other files may be large
        clearLeftBehind(target.path);
    std::string temporary;
    Descriptor file(openTemporary(target.path, temporary));
    if (!file.valid())
        return unwritable(path, systemReason());
    // Closing says what delayed writes met. The lock stays with `file`.
    Descriptor toClose(::fcntl(file.get(), F_DUPFD_CLOEXEC, 0));
    const bool written = toClose.valid() && copyPermissions(target.path, file.get()) &&
                         writeAll(file.get(), bytes) &&
                         (flush == Flush::no || ::fsync(file.get()) == 0) && toClose.close() &&
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
