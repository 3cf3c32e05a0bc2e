#pragma once

#include "tests/support/random_source.h"

#include <string>
#include <vector>

namespace mw::test {

/// A name that an expression may use, and what kind of number it is.
struct TypedName {
    std::string name;
    std::string type; ///< as in the format: float64, float32, int32, int64, bool
};

/// Tasklet expressions without undefined behaviour: integers stay below 1000, nothing divides by
/// zero, and what is cast to an integer was cut to a small range before.
class RandomExpression {
public:
    RandomExpression(RandomSource& random, std::vector<TypedName> names)
        : random_(random), names_(std::move(names)) {}

    /// An expression of the named type's kind (real, integer or bool).
    std::string of(const std::string& type, int depth);
    /// It called a function whose last bits depend on the C library.
    bool usesLibrary() const { return usesLibrary_; }

private:
    std::string real(int depth);
    std::string integer(int depth);
    std::string boolean(int depth);
    std::string operation(const std::string& a, const std::string& b);
    std::string name(bool wantReal, bool wantInteger);

    RandomSource& random_;
    std::vector<TypedName> names_;
    bool usesLibrary_ = false;
};

bool isRealType(const std::string& type);

} // namespace mw::test
