#include "core/io/file.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
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

/// A new file beside `target` that nobody else has; `name` tells which.
int openTemporary(const fs::path& target, std::string& name) {
    static std::atomic<unsigned> counter{0};
    int fd = -1;
    do {
        name = fmt::format("{}.{}-{}.tmp", target.string(), ::getpid(), counter++);
        fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EEXIST);
    return fd;
}

/// The new file gets the permissions of the one that it replaces.
bool copyPermissions(const fs::path& from, int fd) {
    struct ::stat info {};
    return ::stat(from.c_str(), &info) != 0 || ::fchmod(fd, info.st_mode & 07777U) == 0;
}

} // namespace

Expected<std::string> readFile(const fs::path& path, std::size_t maxBytes) {
    std::error_code error;
    const auto status = fs::status(path, error);
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
    // A link is followed, so that it stays one.
    std::error_code error;
    fs::path target = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
    if (error)
        target = path;
    if (fs::is_directory(target, error))
        return fileError("is-a-directory", path, "this is a directory, not a file");
    std::string temporary;
    Descriptor file(openTemporary(target, temporary));
    if (!file.valid())
        return fileError("unwritable-file", path, "cannot be written: " + systemReason());
    const bool written = copyPermissions(target, file.get()) && writeAll(file.get(), bytes) &&
                         (flush == Flush::no || ::fsync(file.get()) == 0) && file.close() &&
                         std::rename(temporary.c_str(), target.c_str()) == 0;
    if (written)
        return {};
    const std::string reason = systemReason();
    ::unlink(temporary.c_str());
    return fileError("unwritable-file", path, "cannot be written: " + reason);
}

} // namespace mw::io
