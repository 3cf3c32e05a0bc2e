// One process at a time: a lock on a file beside the one that is written.
#include "core/io/file_lock.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mw::io {

namespace fs = std::filesystem;

namespace {

/// Whoever had the lock before may have removed the file that was opened meanwhile.
bool isStillAt(int fd, const fs::path& file) {
    struct ::stat opened {};
    struct ::stat there {};
    return ::fstat(fd, &opened) == 0 && ::stat(file.c_str(), &there) == 0 &&
           opened.st_dev == there.st_dev && opened.st_ino == there.st_ino;
}

fs::path lockBeside(const fs::path& path) {
    std::error_code error;
    auto target = fs::weakly_canonical(fs::absolute(path, error), error);
    if (error)
        target = path;
    constexpr std::size_t kNameKept = 200; // so that the new name is not too long for a folder
    return target.parent_path() /
           fmt::format(".{}.lock", target.filename().string().substr(0, kNameKept));
}

/// -1: errno says why.
int openLock(const fs::path& file) {
    const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd >= 0 || errno != EACCES)
        return fd;
    // In a folder of several users it may be another one's, which can be locked all the same.
    const int theirs = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (theirs < 0 && errno == ENOENT) // removed meanwhile, or none can be made
        errno = ::faccessat(AT_FDCWD, file.parent_path().c_str(), W_OK | X_OK, AT_EACCESS) == 0
                    ? EINTR
                    : EACCES;
    return theirs;
}

bool isWithoutLocks(int error) {
    return error == ENOSYS || error == EOPNOTSUPP || error == ENOLCK;
}

} // namespace

Expected<FileLock> FileLock::of(const fs::path& path, std::chrono::milliseconds patience) {
    constexpr std::chrono::milliseconds kPause{2};
    const auto file = lockBeside(path);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
        const int fd = openLock(file);
        int error = fd < 0 ? errno : 0;
        if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) != 0)
            error = errno;
        if (fd >= 0 && (isWithoutLocks(error) || (error == 0 && isStillAt(fd, file))))
            return FileLock(fd, file);
        if (fd >= 0)
            ::close(fd);
        if (error != 0 && error != EWOULDBLOCK && error != EINTR)
            return fail("unwritable-file", fmt::format("'{}' cannot be locked: {}", path.string(),
                                                       std::generic_category().message(error)));
        if (std::chrono::steady_clock::now() >= end)
            return fail("locked-file",
                        fmt::format("'{}' has been locked by another process for {} seconds",
                                    path.string(),
                                    std::chrono::duration<double>(patience).count()));
        if (error != 0)
            std::this_thread::sleep_for(kPause);
    }
}

FileLock::FileLock(FileLock&& from) noexcept
    : fd_(std::exchange(from.fd_, -1)), file_(std::move(from.file_)) {}

FileLock::~FileLock() {
    if (fd_ < 0)
        return;
    ::unlink(file_.c_str());
    ::close(fd_);
}

} // namespace mw::io
