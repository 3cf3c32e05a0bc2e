#pragma once

#include "core/symbolic/expr.h"

#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <cstdint>
#include <memory>
#include <span>

// Conditions as sets of isl: parametric sets without coordinates, every term is a parameter. isl
// propagates null, so that one failure or the end of the allowed work ends in null here.

namespace mw::symbolic {

struct FreeSet {
    void operator()(isl_set* set) const { isl_set_free(set); }
};
using SetPtr = std::unique_ptr<isl_set, FreeSet>;

/// Sets over a fixed list of terms.
class Sets {
public:
    Sets(isl_ctx* ctx, std::span<const Expr> terms);
    ~Sets() { isl_space_free(space_); }
    Sets(const Sets&) = delete;
    Sets& operator=(const Sets&) = delete;

    isl_set* universe() const { return isl_set_universe(isl_space_copy(space_)); }
    /// The values for which the condition holds; null when it cannot be expressed.
    isl_set* where(const Expr& condition) const;

private:
    isl_pw_aff* value(const Expr& e) const;
    /// Of a sum or quotient, before it is rounded; of others the value.
    isl_pw_aff* exact(const Expr& e) const;
    isl_pw_aff* constant(std::int64_t v) const;
    isl_pw_aff* parameter(const Expr& term) const;
    isl_pw_aff* structure(const Expr& e) const;
    isl_pw_aff* quotient(const Expr& e) const;
    isl_pw_aff* sum(const Expr& e, isl_pw_aff* (Sets::*part)(const Expr&) const) const;
    isl_pw_aff* truncated(isl_pw_aff* exact) const;
    isl_pw_aff* choice(isl_set* condition, isl_pw_aff* then, isl_pw_aff* otherwise) const;
    isl_pw_aff* difference(const Expr& a, const Expr& b) const;
    isl_set* related(const Expr& comparison) const;
    isl_val* valOf(std::int64_t v) const { return isl_val_int_from_si(ctx_, v); }

    isl_ctx* ctx_;
    std::span<const Expr> terms_;
    isl_space* space_;
};

} // namespace mw::symbolic
