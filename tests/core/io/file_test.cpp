// Files and compression: read whole, replaced as a whole, refused by name.
#include "core/io/file.h"
#include "core/io/standard_streams.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace file_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

/// A folder of its own, removed at the end.
class Folder {
public:
    Folder() : path_(fs::temp_directory_path() / ("mw_io_" + std::to_string(::getpid()))) {
        fs::create_directories(path_);
    }
    ~Folder() { fs::remove_all(path_); }
    fs::path operator/(const char* name) const { return path_ / name; }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
    }

private:
    fs::path path_;
};

std::string codeOf(const Expected<std::string>& result) {
    return result ? "" : result.error().code;
}

} // namespace

TEST_CASE("gzip and gunzip are inverse, and gzip is deterministic") {
    std::string text;
    for (int i = 0; i < 300000; ++i)
        text += static_cast<char>('a' + i % 23 + (i / 1000) % 3);
    for (const std::string& original : {std::string(), std::string("x"), text}) {
        const auto packed = io::gzip(original);
        REQUIRE(packed);
        CHECK(io::isGzip(*packed));
        CHECK(*packed == *io::gzip(original));
        const auto back = io::gunzip(*packed, original.size());
        REQUIRE(back);
        CHECK(*back == original);
    }
}

TEST_CASE("gunzip reads several members and refuses damage and bombs") {
    const std::string one = *io::gzip("one ");
    const std::string two = *io::gzip("two");
    CHECK(*io::gunzip(one + two, 100) == "one two");
    CHECK(*io::gunzip(one + std::string(4, '\0'), 100) == "one ");
    CHECK(codeOf(io::gunzip(one.substr(0, one.size() - 3), 100)) == "truncated-gzip");
    CHECK(codeOf(io::gunzip(one.substr(0, 5), 100)) == "truncated-gzip");
    std::string damaged = two;
    damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
    CHECK(codeOf(io::gunzip(damaged, 100)) == "corrupt-gzip");
    CHECK(codeOf(io::gunzip(*io::gzip(std::string(50'000'000, 'a')), 1000)) == "too-big");
}

TEST_CASE("a file is read whole, or the reason is said by name") {
    const Folder folder;
    CHECK(codeOf(io::readFile(folder / "none")) == "no-such-file");
    CHECK(codeOf(io::readFile(folder / ".")) == "is-a-directory");
    REQUIRE(io::writeFileAtomically(folder / "f", "12345"));
    CHECK(*io::readFile(folder / "f") == "12345");
    const auto tooBig = io::readFile(folder / "f", 4);
    CHECK(codeOf(tooBig) == "too-big");
    CHECK(tooBig.error().location.file == (folder / "f").string());
    CHECK(io::readFile("").error().sentence == "the name of the file to read is empty");
}

TEST_CASE("writing replaces a file as a whole, keeps its permissions and leaves nothing behind") {
    const Folder folder;
    REQUIRE(io::writeFileAtomically(folder / "f", "old"));
    fs::permissions(folder / "f", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink(folder / "f", folder / "link");
    REQUIRE(io::writeFileAtomically(folder / "link", "new"));
    CHECK(*io::readFile(folder / "f") == "new");
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(fs::status(folder / "f").permissions() ==
          (fs::perms::owner_read | fs::perms::owner_write));
    CHECK_FALSE(io::writeFileAtomically(folder / "missing/f", "x"));
    CHECK_FALSE(io::writeFileAtomically(folder / ".", "x"));
    CHECK(folder.files() == 2);
}

namespace {

/// What stands in a pipe that has been written to.
std::string readPipe(int fd) {
    std::string text(100, '\0');
    const auto count = ::read(fd, text.data(), text.size());
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
}

std::string sentenceOf(const Expected<void>& result) {
    return result ? "" : result.error().sentence;
}

} // namespace

TEST_CASE("what is no regular file is written through, not replaced") {
    const Folder folder;
    const fs::path pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    fs::create_symlink(pipe, folder / "link");
    for (const char* name : {"pipe", "link"}) {
        REQUIRE(io::checkWritable(folder / name));
        REQUIRE(io::writeFileAtomically(folder / name, "through"));
        CHECK(readPipe(reader) == "through");
        CHECK(fs::is_fifo(folder / name));
    }
    ::close(reader);
    CHECK(folder.files() == 2);
    if (fs::is_character_file("/dev/full")) {
        CHECK(sentenceOf(io::writeFileAtomically("/dev/full", "x")) ==
              "'/dev/full' cannot be written: No space left on device");
        CHECK(fs::is_character_file("/dev/full"));
    }
}

TEST_CASE("our own open file is continued, not begun anew") {
    const Folder folder;
    const fs::path file = folder / "log";
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT, 0600);
    REQUIRE(::write(fd, "first ", 6) == 6);
    REQUIRE(io::writeFileAtomically("/dev/fd/" + std::to_string(fd), "second "));
    REQUIRE(io::writeFileAtomically("/proc/self/fd/" + std::to_string(fd), "third"));
    ::close(fd);
    CHECK(*io::readFile(file) == "first second third");
    CHECK_FALSE(io::writeFileAtomically("/dev/fd/" + std::to_string(fd), "closed"));
}

TEST_CASE("links are followed, also to a file that is not there yet") {
    const Folder folder;
    fs::create_symlink("later", folder / "one");
    fs::create_symlink("one", folder / "two");
    REQUIRE(io::writeFileAtomically(folder / "two", "new"));
    CHECK(fs::is_symlink(folder / "two"));
    CHECK(fs::is_symlink(folder / "one"));
    CHECK(*io::readFile(folder / "later") == "new");
    fs::create_symlink("round", folder / "about");
    fs::create_symlink("about", folder / "round");
    CHECK_FALSE(io::writeFileAtomically(folder / "round", "x"));
    CHECK(fs::is_symlink(folder / "round"));
}

TEST_CASE("what cannot be written is said by name, before and after") {
    const Folder folder;
    const auto missing = folder / "none/f";
    CHECK(sentenceOf(io::checkWritable(missing)) ==
          "'" + missing.string() + "' cannot be written: there is no folder '" +
              missing.parent_path().string() + "'");
    CHECK_FALSE(io::checkWritable(folder / "."));
    CHECK_FALSE(io::checkWritable(""));
    CHECK(io::checkWritable(folder / "new"));
    CHECK_FALSE(fs::exists(folder / "new"));
    const std::string longest(255, 'n'); // a name beside it must not be longer
    CHECK(io::writeFileAtomically(folder / longest.c_str(), "x"));
    CHECK_FALSE(io::writeFileAtomically(folder / (longest + "n").c_str(), "x"));
    CHECK(folder.files() == 1);
}

TEST_CASE("a protected file and a protected folder stay as they are") {
    if (::geteuid() == 0)
        return test::skip("nothing is protected from root");
    const Folder folder;
    REQUIRE(io::writeFileAtomically(folder / "f", "old"));
    fs::permissions(folder / "f", fs::perms::owner_read);
    CHECK_FALSE(io::checkWritable(folder / "f"));
    CHECK_FALSE(io::writeFileAtomically(folder / "f", "new"));
    CHECK(*io::readFile(folder / "f") == "old");
    fs::create_directory(folder / "d");
    fs::permissions(folder / "d", fs::perms::owner_read | fs::perms::owner_exec);
    CHECK_FALSE(io::checkWritable(folder / "d/f"));
    fs::permissions(folder / "d", fs::perms::owner_all);
}

TEST_CASE("beyond the limit on the size of files nothing is left behind") {
    const Folder folder;
    struct ::rlimit before {};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    io::guardStandardStreams();
    struct ::rlimit small = before;
    small.rlim_cur = 1000;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const auto written = io::writeFileAtomically(folder / "f", std::string(5000, 'x'));
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(sentenceOf(written) ==
          "'" + (folder / "f").string() + "' cannot be written: File too large");
    CHECK(folder.files() == 0);
}

TEST_CASE("devices are refused, and pipes that nobody writes to") {
    const Folder folder;
    CHECK(codeOf(io::readFile("/dev/zero")) == "no-regular-file");
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(codeOf(io::readFile(folder / "pipe")) == "silent-pipe");
    int ends[2] = {-1, -1};
    REQUIRE(::pipe(ends) == 0);
    REQUIRE(::write(ends[1], "piped", 5) == 5);
    const auto path = "/dev/fd/" + std::to_string(ends[0]);
    CHECK(codeOf(io::readFile(path, 3)) == "too-big");
    REQUIRE(::write(ends[1], "piped", 5) == 5);
    ::close(ends[1]);
    CHECK(io::readFile(path).value_or("") == "piped");
    ::close(ends[0]);
}

TEST_CASE("what a killed process left of a file is cleared when that file is written") {
    const Folder folder;
    const auto of = [&](const std::string& name, ::pid_t owner) {
        return folder / (name + "." + std::to_string(owner) + "-0.tmp").c_str();
    };
    const auto gone = ::fork();
    REQUIRE(gone >= 0);
    if (gone == 0)
        ::_exit(0);
    // It has ended, but its number is there until somebody waits for it.
    ::siginfo_t ended{};
    REQUIRE(::waitid(P_PID, static_cast<::id_t>(gone), &ended, WEXITED | WNOWAIT) == 0);
    for (const auto& file : {of("f", gone), of("f", ::getppid()), of("g", gone)})
        REQUIRE(io::writeFileAtomically(file, "left", io::Flush::no));
    const int lives = ::open(of("f", ::getppid()).c_str(), O_RDONLY | O_CLOEXEC);
    REQUIRE(::flock(lives, LOCK_EX | LOCK_NB) == 0); // as its owner has it
    REQUIRE(io::writeFileAtomically(folder / "f.x.tmp", "mine"));
    REQUIRE(io::writeFileAtomically(folder / "f", "whole"));
    CHECK_FALSE(fs::exists(of("f", gone)));
    CHECK(fs::exists(of("f", ::getppid())));
    CHECK(fs::exists(of("g", gone))); // of another file
    CHECK(fs::exists(folder / "f.x.tmp"));
    ::close(lives);
    REQUIRE(io::writeFileAtomically(folder / "f", "whole"));
    CHECK_FALSE(fs::exists(of("f", ::getppid())));
    REQUIRE(::waitpid(gone, nullptr, 0) == gone);
}

TEST_CASE("what several threads write to one file at once is whole, whoever clears up") {
    const Folder folder;
    std::atomic<int> failed{0};
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i)
        writers.emplace_back([&, i] {
            for (int j = 0; j < 100; ++j)
                if (!io::writeFileAtomically(folder / "f", std::string(1000, char('a' + i))))
                    ++failed;
        });
    for (auto& writer : writers)
        writer.join();
    CHECK(failed == 0);
    const auto text = io::readFile(folder / "f").value_or("");
    CHECK(text == std::string(1000, text.empty() ? ' ' : text.front()));
    CHECK(folder.files() == 1);
}

} // namespace file_test
