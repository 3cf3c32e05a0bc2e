// One process at a time, where the file system can say so.
#include "core/io/file.h"
#include "core/io/file_lock.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace file_lock_test {

namespace {

/// What flock() says instead of locking; 0: it locks.
int refusal = 0;

} // namespace

} // namespace file_lock_test

/// In place of the one of the C library: no file system without locks is at hand.
extern "C" int flock(int file, int operation) noexcept {
    if (file_lock_test::refusal == 0)
        return static_cast<int>(::syscall(SYS_flock, file, operation));
    errno = file_lock_test::refusal;
    return -1;
}

namespace file_lock_test {

using namespace mw;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// A folder that every user may write to, removed at the end.
class SharedFolder {
public:
    SharedFolder() : path_(fs::temp_directory_path() / ("mw_lock_" + std::to_string(::getpid()))) {
        fs::create_directories(path_);
        fs::permissions(path_, fs::perms::all);
    }
    ~SharedFolder() { fs::remove_all(path_); }
    fs::path operator/(const char* name) const { return path_ / name; }
    bool isEmpty() const { return fs::is_empty(path_); }

private:
    fs::path path_;
};

std::string codeOf(const Expected<io::FileLock>& lock) {
    return lock ? "" : lock.error().code;
}

/// Root is another user as long as this lives: nothing is protected from root.
class NotRoot {
public:
    NotRoot() {
        if (::geteuid() == 0)
            was_ = ::seteuid(65534) == 0 ? std::optional<::uid_t>(0) : std::nullopt;
    }
    ~NotRoot() {
        if (was_)
            REQUIRE(::seteuid(*was_) == 0);
    }
    NotRoot(const NotRoot&) = delete;
    NotRoot& operator=(const NotRoot&) = delete;

private:
    std::optional<::uid_t> was_;
};

} // namespace

TEST_CASE("a lock keeps others out as long as it lives, and leaves nothing behind") {
    const SharedFolder folder;
    {
        const auto lock = io::FileLock::of(folder / "f");
        REQUIRE(lock.has_value());
        CHECK(codeOf(io::FileLock::of(folder / "f", 5ms)) == "locked-file");
        CHECK(codeOf(io::FileLock::of(folder / "g", 5ms)).empty());
    }
    CHECK(codeOf(io::FileLock::of(folder / "f", 5ms)).empty());
    CHECK(folder.isEmpty());
}

TEST_CASE("where files cannot be locked nobody waits") {
    const SharedFolder folder;
    for (const int error : {ENOSYS, EOPNOTSUPP, ENOLCK}) {
        refusal = error;
        const auto one = io::FileLock::of(folder / "f", 5ms);
        const auto other = io::FileLock::of(folder / "f", 5ms);
        refusal = 0;
        CHECK(codeOf(one).empty());
        CHECK(codeOf(other).empty());
    }
    CHECK(folder.isEmpty());
}

TEST_CASE("what another user left behind in a shared folder locks nobody out") {
    const SharedFolder folder;
    const auto left = folder / ".f.lock";
    REQUIRE(io::writeFileAtomically(left, ""));
    fs::permissions(left, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
    const NotRoot user;
    CHECK(codeOf(io::FileLock::of(folder / "f", 5ms)).empty());
    CHECK(folder.isEmpty());
}

TEST_CASE("in a folder that cannot be written to nothing is locked, at once") {
    const SharedFolder folder;
    fs::permissions(folder / ".", fs::perms::owner_read | fs::perms::owner_exec |
                                      fs::perms::others_read | fs::perms::others_exec);
    {
        const NotRoot user;
        if (::geteuid() == 0)
            return test::skip("nothing is protected from root");
        CHECK(codeOf(io::FileLock::of(folder / "f")) == "unwritable-file");
    }
    fs::permissions(folder / ".", fs::perms::all);
}

} // namespace file_lock_test
