// Arrays in .npy and .npz files, damaged and hostile ones too.
#include "core/inputs/npy.h"
#include "core/inputs/scenario.h"
#include "core/io/file.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstring>
#include <unistd.h>

namespace npz_test {

using namespace mw;
using namespace mw::inputs;

namespace {

std::filesystem::path scratchFile(const std::string& name) {
    return std::filesystem::temp_directory_path() /
           ("mapwright-npz-" + std::to_string(getpid()) + "-" + name);
}

HostArrays sampleArrays() {
    HostArrays arrays;
    const Grid grid{8, 6, 10};
    arrays["field"] = *makeArray("field", {{7, 5, 3}, ir::ScalarType::float64, HashedFill{}}, grid);
    arrays["mask"] = *makeArray("mask", {{9}, ir::ScalarType::boolean, MaskFill{}}, grid);
    arrays["level"] =
        *makeArray("level", {{4, 2}, ir::ScalarType::int32, HashedFill{0, 10, true}}, grid);
    arrays["scalar"] = *makeArray("scalar", {{}, ir::ScalarType::float32, HashedFill{}}, grid);
    return arrays;
}

} // namespace

TEST_CASE("an npz comes back as it was written") {
    const auto path = scratchFile("round.npz");
    const HostArrays arrays = sampleArrays();
    REQUIRE(writeNpz(arrays, path));
    const auto back = readNpz(path);
    std::filesystem::remove(path);
    REQUIRE(back);
    REQUIRE(back->size() == arrays.size());
    for (const auto& [name, array] : arrays) {
        INFO(name);
        CHECK(back->at(name).type == array.type);
        CHECK(back->at(name).shape == array.shape);
        CHECK(back->at(name).bytes == array.bytes);
    }
}

TEST_CASE("the comment of an npz comes back; a long one is refused") {
    const auto path = scratchFile("comment.npz");
    const std::string comment(kLongestComment, 'c');
    REQUIRE(writeArchive(sampleArrays(), comment, path));
    const auto back = readArchive(path);
    const auto longer = writeArchive(sampleArrays(), comment + 'c', path);
    std::filesystem::remove(path);
    REQUIRE(back);
    CHECK(back->comment == comment);
    CHECK(back->arrays.size() == sampleArrays().size());
    REQUIRE_FALSE(longer);
    CHECK(longer.error().code == "long-comment");
}

TEST_CASE("an npz without arrays is one that NumPy knows: its end record alone") {
    const auto path = scratchFile("empty.npz");
    REQUIRE(writeNpz({}, path));
    const auto text = io::readFile(path);
    const auto back = readNpz(path);
    std::filesystem::remove(path);
    REQUIRE(text);
    CHECK(*text == std::string("PK\5\6", 4) + std::string(18, '\0'));
    REQUIRE_FALSE(back); // to compare with, it says nothing
    CHECK(back.error().sentence.find("it holds no array") != std::string::npos);
}

TEST_CASE("a C-ordered npy is turned into first dimension fastest") {
    std::string npy("\x93NUMPY\x01\x00", 8);
    std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }";
    header.append(118 - 1 - header.size(), ' ');
    header += '\n';
    npy += static_cast<char>(118);
    npy += '\0';
    npy += header;
    const std::array<std::int32_t, 6> rowMajor = {1, 2, 3, 4, 5, 6};
    npy.append(reinterpret_cast<const char*>(rowMajor.data()), sizeof rowMajor);
    const auto array = readNpy(npy);
    REQUIRE(array);
    std::array<std::int32_t, 6> got{};
    std::memcpy(got.data(), array->bytes.data(), sizeof got);
    CHECK(got == std::array<std::int32_t, 6>{1, 4, 2, 5, 3, 6});

    for (std::size_t cut = 0; cut < npy.size(); ++cut)
        REQUIRE_FALSE(readNpy(std::string_view(npy).substr(0, cut)));
}

TEST_CASE("a file that numpy deflated reads whole") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    const auto arrays = readNpz(*root / "gt4py-1.0.9" / "calculate_nabla4" / "reference.npz");
    REQUIRE(arrays);
    REQUIRE(arrays->size() == 1);
    const HostArray& z = arrays->at("z_nabla4_e2");
    CHECK(z.shape == std::vector<std::int64_t>{144, 12});
    // The program leaves levels 10 and 11 as they were: hashed input, bit for bit.
    const auto input =
        makeArray("z_nabla4_e2", {{144, 12}, ir::ScalarType::float64, HashedFill{}}, {8, 6, 10});
    REQUIRE(input);
    const std::size_t untouched = 144 * 10 * 8;
    CHECK(std::equal(z.bytes.begin() + untouched, z.bytes.end(), input->bytes.begin() + untouched));
}

TEST_CASE("damage anywhere in an npz is an error or changes nothing, never a crash") {
    const auto path = scratchFile("damage.npz");
    REQUIRE(writeNpz(sampleArrays(), path));
    const auto bytes = io::readFile(path);
    REQUIRE(bytes);
    for (std::size_t at = 0; at < bytes->size(); at += 3) {
        std::string damaged = *bytes;
        damaged[at] = static_cast<char>(~damaged[at]);
        REQUIRE(io::writeFileAtomically(path, damaged));
        const auto read = readNpz(path);
        if (!read)
            CHECK_FALSE(read.error().sentence.empty());
    }
    std::filesystem::remove(path);
}

TEST_CASE("members of an npz have names that stay in the folder they are unpacked to") {
    using namespace std::string_literals;
    const auto path = scratchFile("names.npz");
    const HostArray array = sampleArrays().at("mask");
    for (const std::string& name :
         {"../../evil"s, "/tmp/evil"s, "a/b"s, "a\\b"s, "C:evil"s, ""s, "."s, ".."s, "a\0b"s,
          "a\nb"s, "\xff"s, "\xE2\x80\xAE"s, std::string(1 << 20U, 'x')}) {
        const auto written = writeNpz({{name, array}}, path);
        REQUIRE_FALSE(written);
        CHECK(written.error().code == "bad-array-name");
        CHECK_FALSE(std::filesystem::exists(path));
    }
    REQUIRE(writeNpz({{"\xC3\xA9t\xC3\xA9", array}}, path));
    CHECK(readNpz(path));
    std::filesystem::remove(path);
}

TEST_CASE("of a deflated member no more is inflated than its array needs") {
    const HostArray array = sampleArrays().at("mask");
    const std::string npy = *toNpy(array);
    const auto archive = [&](std::size_t surplus) { // one deflated member in a stored block
        std::string out;
        const auto put = [&](std::uint64_t value, int width) {
            for (int i = 0; i < width; ++i)
                out += static_cast<char>((value >> (8U * static_cast<unsigned>(i))) & 0xffU);
        };
        const std::size_t size = npy.size() + surplus;
        const auto common = [&] {
            put(20, 2), put(0, 2), put(8, 2), put(0, 4), put(0, 4);
            put(size + 5, 4), put(size, 4), put(5, 2), put(0, 2);
        };
        put(0x04034b50, 4);
        common();
        out += "a.npy";
        put(1, 1), put(size, 2), put(size ^ 0xffffU, 2);
        out += npy + std::string(surplus, '\0');
        const auto directory = out.size();
        put(0x02014b50, 4), put(20, 2);
        common();
        put(0, 2), put(0, 2), put(0, 2), put(0, 4), put(0, 4);
        out += "a.npy";
        const auto end = out.size();
        put(0x06054b50, 4), put(0, 4), put(1, 2), put(1, 2);
        put(end - directory, 4), put(directory, 4), put(0, 2);
        const auto path = scratchFile("surplus.npz");
        REQUIRE(io::writeFileAtomically(path, out));
        const auto read = readNpz(path);
        std::filesystem::remove(path);
        REQUIRE_FALSE(read);
        return read.error().sentence;
    };
    using Catch::Matchers::Contains;
    CHECK_THAT(archive(0), Contains("checksum of the member 'a.npy' is wrong")); // it has none
    CHECK_THAT(archive(1000), Contains("has 1137 bytes, and its array 137"));
}

TEST_CASE("an npz with hostile or repeated members is refused") {
    const auto path = scratchFile("members.npz");
    const HostArray array = sampleArrays().at("mask");
    REQUIRE(writeNpz({{"first_one", array}, {"other_one", array}}, path));
    const std::string good = *io::readFile(path);
    const auto renamed = [&](const std::string& from, const std::string& to) {
        REQUIRE(from.size() == to.size());
        std::string bytes = good;
        for (auto at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + 1))
            bytes.replace(at, from.size(), to);
        REQUIRE(io::writeFileAtomically(path, bytes));
        return readNpz(path);
    };
    CHECK(renamed("first_one", "fine_name"));
    for (const char* name : {"../../evi", "/tmp/evil", "a\\bcdefgh"}) {
        const auto read = renamed("first_one", name);
        REQUIRE_FALSE(read);
        CHECK(read.error().sentence.find("no name that an array can have") != std::string::npos);
    }
    const auto twice = renamed("first_one", "other_one");
    REQUIRE_FALSE(twice);
    CHECK(twice.error().sentence.find("twice") != std::string::npos);
    std::filesystem::remove(path);
}

} // namespace npz_test
