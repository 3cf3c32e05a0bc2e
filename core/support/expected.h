#pragma once

#include "core/support/diagnostic.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace mw {

/// A value, or the Diagnostic that says why there is none. std::expected once the compilers have
/// it.
template <class T>
using Expected = tl::expected<T, Diagnostic>;

using Unexpected = tl::unexpected<Diagnostic>;

/// The error branch of an Expected: `return fail("missing-key", "the node has no 'type'");`
inline Unexpected fail(std::string code, std::string sentence, Location location = {}) {
    return Unexpected(
        Diagnostic{Severity::error, std::move(code), std::move(sentence), std::move(location), {}});
}
inline Unexpected fail(Diagnostic diagnostic) {
    return Unexpected(std::move(diagnostic));
}

} // namespace mw

#define MW_CONCAT_IMPL(a, b) a##b
#define MW_CONCAT(a, b) MW_CONCAT_IMPL(a, b)

/// `MW_TRY(auto x, f());` declares x from the value or returns the error from this function.
#define MW_TRY(declaration, ...) MW_TRY_IMPL(MW_CONCAT(mwTry, __LINE__), declaration, __VA_ARGS__)
#define MW_TRY_IMPL(name, declaration, ...)                                                        \
    auto name = (__VA_ARGS__);                                                                     \
    if (!name)                                                                                     \
        return ::mw::Unexpected(std::move(name).error());                                          \
    declaration = std::move(*name) // NOLINT(bugprone-macro-parentheses)

/// `MW_CHECK(f());` for Expected<void>.
#define MW_CHECK(...)                                                                              \
    do {                                                                                           \
        if (auto mwCheck = (__VA_ARGS__); !mwCheck)                                                \
            return ::mw::Unexpected(std::move(mwCheck).error());                                   \
    } while (false)
