// The pass "divide-by-constants": which divisions it changes, and that the device's text for them
// gives the quotient to the bit.
#include "core/codegen/codegen.h"
#include "tests/core/codegen/lowered.h"
#include "tests/core/codegen/passes/around_pass.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace divide_by_constants_test {

using namespace mw;

namespace {

/// b[i] = what the code makes of x = a[i].
std::string computing(const std::string& code, const std::string& type = "float64") {
    return "sdfg g {\n array a " + type + " [100]\n array b " + type +
           " [100]\n state s {\n n = access a; c = access b; m = map m [i = 0:100] -> e\n"
           " t = tasklet t `o = " +
           code +
           "`\n e = exit m\n n -> m.IN_a : a[0:100]; m.OUT_a -> t.x : a[i]\n"
           " t.o -> e.IN_b : b[i]; e.OUT_b -> c : b[0:100]\n }\n}\n";
}

std::string change(const std::string& code, const std::string& type = "float64") {
    return test::changedLines(test::aroundPass("divide-by-constants", computing(code, type)));
}

} // namespace

TEST_CASE("divide-by-constants: a literal in double precision becomes its reciprocal") {
    CHECK(change("x / 3.0") ==
          "- b[i] = a_element / 3.0\n+ b[i] = mw_divided(a_element, 3.0, 0.33333333333333331)\n");
    CHECK(change("x / 4.0").empty()); // exact as it is
    CHECK(change("x / 0.0").empty());
    CHECK(change("3.0 / x").empty());
    CHECK(change("x / (x + 3.0)").empty());
    CHECK(change("x / 1e300").empty()); // its reciprocal loses digits where quotients are small
    CHECK(change("x / 3.0", "float32").empty());
}

TEST_CASE("divide-by-constants: on a device the quotient is the same to the bit") {
    const auto plan = test::lowered(computing("x / 3.0"));
    const std::string text = codegen::print(plan, codegen::Target::cuda).text;
    const auto from = text.find("MW_FN double mw_divided");
    REQUIRE(from != std::string::npos);
    const std::string helper = text.substr(from, text.find('\n', from) - from);
    if (std::system("c++ --version > /dev/null 2>&1") != 0)
        return test::skip("there is no compiler for the device's text");
    const auto folder = std::filesystem::temp_directory_path() / "mapwright-divided";
    std::filesystem::create_directories(folder);
    // Numerators of any bits, and such that the quotient lies at or beside the middle of two.
    std::ofstream(folder / "t.cpp") << "#include <cmath>\n#include <cstdint>\n#include <cstring>\n"
                                       "#define MW_FN static\nusing std::fabs; using std::fma;\n"
                                    << helper << R"(
double of(std::uint64_t bits) { double d; std::memcpy(&d, &bits, 8); return d; }
std::uint64_t bits(double d) { std::uint64_t b; std::memcpy(&b, &d, 8); return b; }
int main() {
    std::uint64_t s = 88172645463325252u;
    const double divisors[] = {3.0, -3.0, 0.1, 7.0, 1004.64, 287.04, 1e-9, 9.80665, 6.371229e6,
                               1.9999999999999998, 1.0000000000000002, 1e15};
    for (double b : divisors)
        for (int i = 0; i < 300000; ++i) {
            s ^= s << 13; s ^= s >> 7; s ^= s << 17;
            const double q = of((s >> 12) | 0x3ff0000000000000u);
            const double middle = static_cast<double>((static_cast<long double>(q) + 0x1p-53L) * b);
            const double a = i % 2 ? of(s) : of(bits(middle) + (i >> 1) % 3 - 1);
            const double one = mw_divided(a, b, 1 / b), other = a / b;
            if (bits(one) != bits(other) && !(one != one && other != other))
                return 1;
        }
    return 0;
}
)";
    const std::string program = (folder / "t").string();
    REQUIRE(std::system(("c++ -std=c++17 -O1 -o " + program + " " + program + ".cpp").c_str()) ==
            0);
    CHECK(std::system(program.c_str()) == 0);
    std::filesystem::remove_all(folder);
}

} // namespace divide_by_constants_test
