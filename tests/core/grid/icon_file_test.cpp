// ICON's grid files: what is written is read back; whatever else is read is refused in a sentence.
#include "core/grid/icon_file.h"
#include "core/grid/make.h"
#include "core/grid/netcdf.h"
#include "core/grid/numbering.h"
#include "core/io/file.h"
#include "core/support/hash.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cmath>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace icon_file_test {

using namespace mw;
using namespace mw::grid;
namespace fs = std::filesystem;

namespace {

/// Whether libnetcdf is here; says so where it is not.
bool hasNetCdf() {
    if (NetCdf::load())
        return true;
    test::skip("libnetcdf is not installed");
    return false;
}

class Folder {
public:
    Folder() : path_(fs::temp_directory_path() / ("mw-grid-" + std::to_string(getpid()))) {
        fs::create_directories(path_);
    }
    ~Folder() { fs::remove_all(path_); }
    fs::path operator/(const std::string& name) const { return path_ / name; }

private:
    fs::path path_;
};

std::string bytesOf(const Mesh& mesh) {
    const auto bytes = iconFile(mesh, "a test");
    INFO((bytes ? std::string() : bytes.error().sentence));
    REQUIRE(bytes);
    return *bytes;
}

/// Points go through longitude and latitude.
double farthest(const Mesh& a, const Mesh& b) {
    double most = 0;
    for (const Element element : kElements) {
        REQUIRE(a.centresOf(element).size() == b.centresOf(element).size());
        for (std::size_t i = 0; i < a.centresOf(element).size(); ++i) {
            const Point apart = a.centresOf(element)[i] - b.centresOf(element)[i];
            most = std::max(most, std::sqrt(dot(apart, apart)));
        }
    }
    return most;
}

} // namespace

TEST_CASE("a grid that is written as an ICON file and read back has equal tables") {
    if (!hasNetCdf())
        return;
    const Folder folder;
    for (const Mesh& mesh :
         {torus(5, 4), icosahedral(3), limitedArea(icosahedral(8), 40),
          renumbered(limitedArea(icosahedral(8), 40), Numbering::hilbert).value()}) {
        REQUIRE(io::writeFileAtomically(folder / "grid.nc", bytesOf(mesh)));
        const auto read = readIconFile(folder / "grid.nc");
        INFO((read ? std::string() : read.error().sentence));
        REQUIRE(read);
        CHECK(read->counts == mesh.counts);
        CHECK(read->planar == mesh.planar);
        for (std::size_t t = 0; t < kStoredTables; ++t)
            CHECK((read->tables[t] == mesh.tables[t]));
        CHECK((read->boundaryRows == mesh.boundaryRows));
        CHECK(farthest(*read, mesh) < 1e-12);
    }
}

TEST_CASE("files hold tables from 1, neighbour by element, and the same bytes again") {
    if (!hasNetCdf())
        return;
    const Mesh mesh = icosahedral(1);
    const std::string bytes = bytesOf(mesh);
    CHECK(bytes.substr(0, 4) == std::string("CDF\x02", 4));
    CHECK((bytesOf(mesh) == bytes));
    // Big-endian, all first neighbours before all second ones.
    std::string table;
    for (std::int64_t i = 0; i < 2; ++i)
        for (std::int64_t edge = 0; edge < mesh.count(Element::edge); ++edge) {
            const auto value = static_cast<std::uint32_t>(mesh[Stored::e2c].at(edge, i) + 1);
            for (const unsigned shift : {24U, 16U, 8U, 0U})
                table += static_cast<char>(value >> shift & 0xffU);
        }
    CHECK(bytes.find(table) != std::string::npos);
}

TEST_CASE("0 is no neighbour, as -1 is") {
    if (!hasNetCdf())
        return;
    const Folder folder;
    const Mesh mesh = icosahedral(2);
    std::string bytes = bytesOf(mesh);
    // -1 occurs in tables of vertices, and behind all tables in other numbers.
    const std::string missing("\xff\xff\xff\xff", 4);
    int replaced = 0;
    for (auto at = bytes.find(missing, 3000); at != std::string::npos && replaced < 36;
         at = bytes.find(missing, at)) {
        bytes.replace(at, 4, std::string(4, '\0'));
        ++replaced;
    }
    REQUIRE(replaced == 36);
    REQUIRE(io::writeFileAtomically(folder / "grid.nc", bytes));
    const auto read = readIconFile(folder / "grid.nc");
    INFO((read ? std::string() : read.error().sentence));
    REQUIRE(read);
    CHECK((read->tables == mesh.tables));
}

TEST_CASE("what is no grid file is refused by name") {
    const Folder folder;
    const auto refusal = [&](const fs::path& path) {
        const auto read = readIconFile(path);
        REQUIRE_FALSE(read);
        CHECK(read.error().sentence.find('\n') == std::string::npos);
        CHECK(read.error().location.file == path.string());
        return read.error().sentence;
    };
    const std::string name = (folder / "grid.nc").string();
    CHECK(refusal(folder / "grid.nc") ==
          "the grid file '" + name + "' cannot be used: No such file or directory");
    fs::create_directory(folder / "folder.nc");
    CHECK(refusal(folder / "folder.nc").find("it is no regular file") != std::string::npos);
    mkfifo((folder / "pipe.nc").c_str(), 0600);
    CHECK(refusal(folder / "pipe.nc").find("it is no regular file") != std::string::npos);
    if (!hasNetCdf())
        return;
    REQUIRE(io::writeFileAtomically(folder / "grid.nc", "something else"));
    CHECK(refusal(folder / "grid.nc").find("cannot be used: it is no NetCDF file") !=
          std::string::npos);
}

TEST_CASE("a damaged grid file is read, or refused in a sentence, and never a crash") {
    if (!hasNetCdf())
        return;
    const Folder folder;
    const std::string whole = bytesOf(limitedArea(icosahedral(4), 60));
    const auto outcome = [&](const std::string& bytes) {
        REQUIRE(io::writeFileAtomically(folder / "grid.nc", bytes, io::Flush::no));
        const auto read = readIconFile(folder / "grid.nc");
        const std::string sentence = read ? "" : read.error().sentence;
        CHECK(sentence.find('\n') == std::string::npos);
        CHECK((read || sentence.find("grid.nc") != std::string::npos));
        if (bytes.size() < whole.size() && bytes.size() > 9000) // the head is whole
            CHECK(sentence.find(std::to_string(bytes.size()) + " of its " +
                                std::to_string(whole.size()) + " bytes") != std::string::npos);
        return read.has_value();
    };
    CHECK(outcome(whole));
    CHECK_FALSE(outcome(whole.substr(0, whole.size() - 8)));
    for (std::size_t i = 0; i < 30; ++i)
        CHECK_FALSE(outcome(whole.substr(0, whole.size() * i / 30)));
    int refused = 0;
    for (std::uint64_t i = 0; i < 150; ++i) {
        std::string bytes = whole;
        // The head, where a byte can mean anything, more often than the tables.
        const std::size_t range =
            i % 3 == 0 ? bytes.size() : std::min<std::size_t>(4000, bytes.size());
        for (std::uint64_t n = 0; n <= i % 4; ++n)
            bytes[splitmix64(8 * i + n) % range] = static_cast<char>(splitmix64(8 * i + n + 4));
        refused += outcome(bytes) ? 0 : 1;
    }
    CHECK(refused > 15);
}

} // namespace icon_file_test
