#include "core/io/file.h"
#include "tests/support/catch.h"

#include <filesystem>
#include <unistd.h>

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
