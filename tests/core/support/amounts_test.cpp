// Amounts in sentences.
#include "core/support/amounts.h"
#include "tests/support/catch.h"

namespace amounts_test {

using namespace mw;

TEST_CASE("sizes have three digits and a unit of powers of a thousand") {
    CHECK(sizeText(0) == "0 B");
    CHECK(sizeText(999) == "999 B");
    CHECK(sizeText(1000) == "1 kB");
    CHECK(sizeText(1234567) == "1.23 MB");
    CHECK(sizeText(51200000000) == "51.2 GB");
    CHECK(sizeText(-1234567) == "-1.23 MB"); // what a step costs, where it saves nothing
}

TEST_CASE("one of a thing is singular, none and several are plural") {
    CHECK(counted(1, "kernel") == "1 kernel");
    CHECK(counted(0, "kernel") == "0 kernels");
    CHECK(counted(std::size_t{3}, "copy") == "3 copies");
    CHECK(counted(2, "array") == "2 arrays");
    CHECK(counted(1, "kernel is", "kernels are") == "1 kernel is");
    CHECK(counted(2, "kernel is", "kernels are") == "2 kernels are");
}

} // namespace amounts_test
