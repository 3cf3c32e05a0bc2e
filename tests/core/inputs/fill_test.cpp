// Values that arrays are filled with, bit for bit.
#include "core/inputs/known_values.h"
#include "core/inputs/scenario.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cstring>

namespace fill_test {

using namespace mw;
using namespace mw::inputs;

namespace {

const Grid kGrid{8, 6, 10};

template <class T>
T valueAt(const HostArray& array, std::int64_t i, std::int64_t j = 0, std::int64_t k = 0) {
    const std::int64_t rows = array.shape[0];
    const std::int64_t columns = array.shape.size() > 1 ? array.shape[1] : 1;
    T value;
    std::memcpy(&value,
                array.bytes.data() +
                    static_cast<std::size_t>(i + rows * (j + columns * k)) * sizeof(T),
                sizeof(T));
    return value;
}

HostArray made(const std::string& name, const ArrayInput& input) {
    auto array = makeArray(name, input, kGrid);
    REQUIRE(array);
    return std::move(*array);
}

} // namespace

TEST_CASE("hashed values are those of the reference generator, bit for bit") {
    const HostArray u = made("u_vert", {{48, 12}, ir::ScalarType::float64, HashedFill{}});
    CHECK(u.elements() == 576);
    CHECK(valueAt<double>(u, 0, 0) == 0x1.61ad96411d53bp+0);
    CHECK(valueAt<double>(u, 1, 0) == 0x1.af88026f58be7p-1);
    CHECK(valueAt<double>(u, 0, 1) == 0x1.c596c3765a0e1p-1);
    CHECK(valueAt<double>(u, 47, 11) == 0x1.cbf9cbfc37eb1p-1);
    const HostArray kh =
        made("kh_smag_e", {{144}, ir::ScalarType::float64, HashedFill{0.0, 1e-4, false}});
    CHECK(valueAt<double>(kh, 3) == 0x1.01713ef38cb6bp-17);
}

TEST_CASE("integers are floored, the row-major index spans three dimensions") {
    const HostArray z =
        made("zd_vertoffset", {{96, 3, 12}, ir::ScalarType::int32, HashedFill{0, 2, true}});
    const std::array<int, 20> expected = {0, 1, 1, 1, 1, 1, 0, 1, 0, 0,
                                          0, 1, 0, 1, 1, 1, 1, 0, 0, 1};
    for (int i = 0; i < 20; ++i)
        CHECK(valueAt<std::int32_t>(z, 0, i / 12, i % 12) == expected[static_cast<std::size_t>(i)]);
}

TEST_CASE("a mask is one byte an element, true where the hash is below the density") {
    const HostArray m = made("mask", {{96, 12}, ir::ScalarType::boolean, MaskFill{0.5}});
    REQUIRE(m.bytes.size() == 96 * 12);
    int count = 0;
    for (const std::byte b : m.bytes)
        count += b == std::byte{1};
    CHECK(count == 578);
    CHECK(valueAt<bool>(m, 0, 1));
    CHECK_FALSE(valueAt<bool>(m, 0, 2));
    CHECK(valueAt<bool>(m, 0, 3));
}

TEST_CASE("a table fill takes the leading rows of the table") {
    const HostArray whole =
        made("gt_conn_E2C2V", {{144, 4}, ir::ScalarType::int32, TableFill{"E2C2V"}});
    const HostArray part =
        made("gt_conn_E2C2V", {{100, 4}, ir::ScalarType::int64, TableFill{"E2C2V"}});
    for (std::int64_t i = 0; i < 100; ++i)
        for (std::int64_t j = 0; j < 4; ++j)
            REQUIRE(valueAt<std::int64_t>(part, i, j) == valueAt<std::int32_t>(whole, i, j));
}

TEST_CASE("a fill that cannot be is one sentence") {
    const auto sentence = [](const ArrayInput& input) {
        const auto array = makeArray("a", input, kGrid);
        REQUIRE_FALSE(array);
        return toString(array.error());
    };
    CHECK(sentence({{145, 4}, ir::ScalarType::int32, TableFill{"E2C2V"}}).find("144 x 4") !=
          std::string::npos);
    CHECK(sentence({{1 << 20, 1 << 20}, ir::ScalarType::float64, ZeroFill{}})
              .find("impossible shape") != std::string::npos);
    CHECK(sentence({{4}, ir::ScalarType::complex128, HashedFill{}}).find("complex128") !=
          std::string::npos);
    CHECK(sentence({{4}, ir::ScalarType::float64, FileFill{"/nonexistent/a.npz"}}).find("a.npz") !=
          std::string::npos);
}

TEST_CASE("of many numbers that are compared with, the smallest and the largest are tried too") {
    std::vector<double> numbers;
    for (int n = 1; n <= 100; ++n)
        numbers.push_back(10 * n);
    const auto near = nearCompared(numbers, ir::ScalarType::int32, {});
    CHECK(near.size() == 300);
    numbers.push_back(2e6); // no value like the others: takes no place from them
    const auto fill =
        std::get<HashedFill>(widened(HashedFill{0, 10, true}, ir::ScalarType::int32, {}, numbers));
    CHECK(fill.also.size() == 37); // three each of twelve numbers, and zero
    for (const double value : {9, 10, 11, 999, 1000, 1001})
        CHECK(std::ranges::count(fill.also, value) == 1);
}

TEST_CASE("integers that must not be zero have as many values as others") {
    const auto fill = std::get<HashedFill>(
        widened(HashedFill{0, 2, true}, ir::ScalarType::int32, {.notZero = true}, {}));
    CHECK(fill.low == 1);
    CHECK(fill.high == 3);
    CHECK(fill.also.empty());
}

} // namespace fill_test
