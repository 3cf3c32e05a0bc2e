// Small parts of the runner: the arena, messages, copies, sizes, the cache.
#include "core/exec/message.h"
#include "core/exec/runner/arena.h"
#include "core/exec/runner/box_copy.h"
#include "core/exec/runner/cache.h"
#include "core/exec/runner/inputs.h"
#include "core/io/file.h"
#include "tests/support/catch.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace parts_test {

using namespace mw;
using namespace mw::exec;

TEST_CASE("temporaries that live apart share memory, those alive together do not") {
    const std::vector<ArenaRequest> requests = {{1000, 0, 1}, {1000, 2, 3}, {600, 1, 2}};
    const ArenaLayout layout = layOutArena(requests);
    CHECK(layout.offsets[0] == layout.offsets[1]);
    CHECK(layout.offsets[2] >= 1000);
    CHECK(layout.bytes == 2048);
    CHECK(layOutArena({}).bytes == 0);
}

TEST_CASE("a gap between two living temporaries is used") {
    const std::vector<ArenaRequest> requests = {
        {4096, 0, 9}, {2048, 0, 4}, {1024, 0, 9}, {1536, 5, 9}};
    const ArenaLayout layout = layOutArena(requests);
    CHECK(layout.bytes == 4096 + 2048 + 1024);
    CHECK(layout.offsets[3] == 4096);
}

TEST_CASE("a message arrives whole however its bytes are split") {
    const auto bytes = std::make_shared<const std::vector<std::byte>>(300, std::byte{7});
    const auto none = std::make_shared<const std::vector<std::byte>>();
    const Message message{R"({"request":"inputs"})", {none, bytes, none}};
    std::string wire = wirePrefix(message);
    wire.append(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    wire += wire;
    for (const std::size_t step : {std::size_t{1}, std::size_t{7}, wire.size()}) {
        MessageReader reader;
        int messages = 0;
        for (std::size_t at = 0; at < wire.size();) {
            std::size_t room = 0;
            std::byte* space = reader.space(room);
            const std::size_t count = std::min({room, step, wire.size() - at});
            std::memcpy(space, wire.data() + at, count);
            REQUIRE(reader.received(count));
            at += count;
            if (const auto got = reader.take()) {
                ++messages;
                REQUIRE(got->frames.size() == 3);
                CHECK(got->frames[0]->empty());
                CHECK(*got->frames[1] == *bytes);
            }
        }
        CHECK(messages == 2);
    }
}

TEST_CASE("a copy of whole rows joins into one block; a strided one keeps its dimensions") {
    BoxCopy whole{0, 0, {{10, 144, 144}, {144, 1, 1}}, 8};
    REQUIRE(simplifyBox(whole));
    CHECK(contiguousBytes(whole) == 10U * 144 * 8);
    BoxCopy part{0, 0, {{10, 144, 144}, {100, 1, 1}}, 8};
    REQUIRE(simplifyBox(part));
    CHECK(part.dims.size() == 2);
    CHECK_FALSE(contiguousBytes(part));
    BoxCopy rowFirst{0, 0, {{100, 1, 1}, {10, 144, 144}}, 8};
    REQUIRE(simplifyBox(rowFirst));
    CHECK(rowFirst.dims.back().dstStride == 1);
    BoxCopy empty{0, 0, {{0, 1, 1}}, 8};
    CHECK_FALSE(simplifyBox(empty));
    const BoxCopy beyond{10, 0, {{100, 1, 1}}, 8};
    CHECK_FALSE(checkBox(beyond, "a", 100, "b", 100));
    CHECK(checkBox(beyond, "a", 110, "b", 100));
    // Ends that no number can say lie outside too.
    constexpr auto kFar = std::int64_t{1} << 62;
    const BoxCopy farther{0, 0, {{5, kFar, 1}}, 8};
    CHECK_FALSE(checkBox(farther, "a", 100, "b", 100));
    const BoxCopy behind{0, 0, {{2, 1, -kFar}, {2, 1, -kFar}, {2, 1, -kFar}}, 8};
    CHECK_FALSE(checkBox(behind, "a", 100, "b", 100));
}

TEST_CASE("arguments in C order are rearranged on the way in and out") {
    codegen::PlanArray array;
    array.name = "a";
    array.elements = 6;
    array.shape = {2, 3};
    array.strides = {3, 1};
    array.type = ir::ScalarType::int32;
    const auto layout = layoutOf(array, {});
    REQUIRE(layout);
    CHECK_FALSE(layout->isDense());
    const std::array<std::int32_t, 6> dense = {1, 4, 2, 5, 3, 6};
    std::vector<std::byte> bytes(sizeof dense);
    std::memcpy(bytes.data(), dense.data(), sizeof dense);
    const auto memory = scatter(*layout, bytes);
    std::array<std::int32_t, 6> got{};
    std::memcpy(got.data(), memory.data(), sizeof got);
    CHECK(got == std::array<std::int32_t, 6>{1, 2, 3, 4, 5, 6});
    CHECK(gather(*layout, memory) == bytes);
}

TEST_CASE("sizes and strides that no memory has are refused, whatever the total says") {
    const auto accepted = [](const std::vector<symbolic::Expr>& shape,
                             const std::vector<symbolic::Expr>& strides) {
        codegen::PlanArray array;
        array.name = "a";
        array.elements = 1;
        array.shape = shape;
        array.strides = strides;
        const auto layout = layoutOf(array, {});
        CHECK((layout || layout.error().code == "bad-size"));
        return layout.has_value();
    };
    const std::int64_t half = std::int64_t{1} << 32;
    CHECK(accepted({2, 3}, {3, 1}));
    CHECK(accepted({2, 0}, {1, std::int64_t{1} << 62}));
    CHECK(accepted({1, 3}, {-1, 1}));                    // a stride that nothing takes
    CHECK_FALSE(accepted({half + 1, 3}, {half, 1}));     // the offsets are too many to count
    CHECK_FALSE(accepted({half, half, 2}, {0, 0, 1}));   // the elements are
    CHECK_FALSE(accepted({half, 2 * half + 1}, {0, 1})); // both fit, neither in memory
    CHECK_FALSE(accepted({2, 3}, {3, -1}));
    CHECK_FALSE(accepted({-2, -3}, {1, 1}));
}

namespace {

/// The cache in a folder of this test's own.
class CacheFolder {
public:
    CacheFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("mapwright-cache-" + std::to_string(getpid()))) {
        setenv("MAPWRIGHT_CACHE", path_.c_str(), 1);
    }
    ~CacheFolder() {
        setenv("MAPWRIGHT_CACHE", "off", 1); // as for all tests here
        std::filesystem::remove_all(path_);
    }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

std::string keyOf(int number) {
    return BinaryCache::key({"source", std::to_string(number)});
}

} // namespace

TEST_CASE("the cache gives back what was stored, and nothing that was damaged") {
    const CacheFolder folder;
    BinaryCache cache;
    const std::string content(5000, 'x');
    cache.write(keyOf(1), ".bin", content);
    CHECK(cache.read(keyOf(1), ".bin") == content);
    CHECK_FALSE(cache.read(keyOf(2), ".bin"));
    const auto file = folder / (keyOf(1) + ".bin");
    const auto whole = *io::readFile(file);
    SECTION("cut off") {
        std::filesystem::resize_file(file, whole.size() / 2);
    }
    SECTION("one byte changed") {
        std::string damaged = whole;
        damaged[100] = 'y';
        REQUIRE(io::writeFileAtomically(file, damaged));
    }
    SECTION("empty") {
        std::filesystem::resize_file(file, 0);
    }
    CHECK_FALSE(cache.find(keyOf(1), ".bin"));
    CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("beyond its limit the cache removes what was not used for the longest time") {
    const CacheFolder folder;
    BinaryCache cache(12000);
    const auto now = std::filesystem::file_time_type::clock::now();
    for (int i = 0; i < 3; ++i) {
        cache.write(keyOf(i), ".bin", std::string(3000, 'x'));
        std::filesystem::last_write_time(folder / (keyOf(i) + ".bin"),
                                         now - std::chrono::minutes(60 - i));
    }
    REQUIRE(io::writeFileAtomically(folder / "somebody-elses.txt", std::string(50000, 'x')));
    const auto abandoned = folder / (keyOf(9) + ".77.tmp.so");
    REQUIRE(io::writeFileAtomically(abandoned, "half"));
    std::filesystem::last_write_time(abandoned, now - std::chrono::hours(2));
    CHECK(cache.find(keyOf(0), ".bin")); // used again: now the newest
    cache.write(keyOf(3), ".bin", std::string(3000, 'x'));
    CHECK(cache.find(keyOf(0), ".bin"));
    CHECK_FALSE(cache.find(keyOf(1), ".bin"));
    CHECK(cache.find(keyOf(2), ".bin"));
    CHECK(cache.find(keyOf(3), ".bin"));
    CHECK(std::filesystem::exists(folder / "somebody-elses.txt"));
    CHECK_FALSE(std::filesystem::exists(abandoned));
}

} // namespace parts_test
