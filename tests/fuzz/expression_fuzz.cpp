// Text -> expression: what parses prints as a text that parses to the same expression again. The
// first byte chooses the dialect.

#include "core/symbolic/expr.h"
#include "core/symbolic/subset.h"

#include <array>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace mw::symbolic;

void checkExpression(std::string_view text, Dialect dialect) {
    const auto parsed = parse(text, dialect);
    if (!parsed)
        return;
    const std::string printed = print(*parsed, dialect);
    const auto again = parse(printed, dialect);
    if (!again || print(*again, dialect) != printed)
        std::abort();
    (void)simplify(*parsed);
    (void)evaluate(*parsed, {{"N", Value::integer(3)}, {"i", Value::integer(-2)}});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0)
        return 0;
    constexpr std::array<Dialect, 3> kDialects{Dialect::plain, Dialect::dollar, Dialect::code};
    const Dialect dialect = kDialects[data[0] % kDialects.size()];
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1); // NOLINT
    checkExpression(text, dialect);
    if (const auto subset = parseSubset(text, dialect))
        (void)print(*subset, dialect);
    return 0;
}
