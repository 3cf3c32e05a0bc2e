// How each operation of an expression is said to isl.

#include "core/symbolic/detail/integer_sets.h"

#include "core/symbolic/node.h"
#include "core/symbolic/presburger.h"

#include <isl/id.h>

#include <algorithm>
#include <string>

namespace mw::symbolic {

Sets::Sets(isl_ctx* ctx, std::span<const Expr> terms)
    : ctx_(ctx), terms_(terms),
      space_(isl_space_params_alloc(ctx, static_cast<unsigned>(terms.size()))) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const std::string name = "t" + std::to_string(i);
        space_ = isl_space_set_dim_id(space_, isl_dim_param, static_cast<unsigned>(i),
                                      isl_id_alloc(ctx, name.c_str(), nullptr));
    }
}

isl_pw_aff* Sets::constant(std::int64_t v) const {
    return isl_pw_aff_from_aff(
        isl_aff_val_on_domain(isl_local_space_from_space(isl_space_copy(space_)), valOf(v)));
}

isl_pw_aff* Sets::parameter(const Expr& term) const {
    const auto found = std::find(terms_.begin(), terms_.end(), term);
    if (found == terms_.end())
        return nullptr;
    return isl_pw_aff_from_aff(
        isl_aff_var_on_domain(isl_local_space_from_space(isl_space_copy(space_)), isl_dim_param,
                              static_cast<unsigned>(found - terms_.begin())));
}

isl_pw_aff* Sets::value(const Expr& e) const {
    switch (shapeOf(e)) {
    case Shape::constant:
        return constant(e.value());
    case Shape::term:
        return parameter(e);
    case Shape::scaled: {
        const Term term = splitTerm(e);
        return isl_pw_aff_scale_val(value(term.base),
                                    valOf(static_cast<std::int64_t>(term.coefficient.num)));
    }
    case Shape::quotient:
        return e.op() == Op::divide ? truncated(quotient(e)) : quotient(e);
    case Shape::structure:
        return structure(e);
    case Shape::unusable:
        break;
    }
    return nullptr;
}

isl_pw_aff* Sets::quotient(const Expr& e) const {
    isl_pw_aff* top = value(e.args()[0]);
    isl_val* bottom = valOf(e.args()[1].value());
    if (e.op() == Op::mod)
        return isl_pw_aff_mod_val(top, bottom);
    isl_pw_aff* exact = isl_pw_aff_scale_down_val(top, bottom);
    return e.op() == Op::intFloor  ? isl_pw_aff_floor(exact)
           : e.op() == Op::intCeil ? isl_pw_aff_ceil(exact)
                                   : exact;
}

isl_pw_aff* Sets::exact(const Expr& e) const {
    return e.op() == Op::add ? sum(e, &Sets::exact) : e.op() == Op::divide ? quotient(e) : value(e);
}

isl_pw_aff* Sets::truncated(isl_pw_aff* exact) const {
    isl_set* upwards = isl_pw_aff_nonneg_set(isl_pw_aff_copy(exact));
    isl_pw_aff* down = isl_pw_aff_floor(isl_pw_aff_copy(exact));
    return choice(upwards, down, isl_pw_aff_ceil(exact));
}

isl_pw_aff* Sets::sum(const Expr& e, isl_pw_aff* (Sets::*part)(const Expr&) const) const {
    isl_pw_aff* total = (this->*part)(e.args()[0]);
    for (const Expr& arg : e.args().subspan(1))
        total = isl_pw_aff_add(total, (this->*part)(arg));
    return total;
}

isl_pw_aff* Sets::choice(isl_set* condition, isl_pw_aff* then, isl_pw_aff* otherwise) const {
    isl_set* rest = isl_set_complement(isl_set_copy(condition));
    return isl_pw_aff_union_add(isl_pw_aff_intersect_params(then, condition),
                                isl_pw_aff_intersect_params(otherwise, rest));
}

isl_pw_aff* Sets::structure(const Expr& e) const {
    switch (e.op()) {
    case Op::add:
        return sum(e, &Sets::value);
    case Op::min:
    case Op::max:
        break;
    case Op::abs:
        return isl_pw_aff_max(value(e.args()[0]), isl_pw_aff_neg(value(e.args()[0])));
    case Op::floor:
        return isl_pw_aff_floor(exact(e.args()[0]));
    case Op::ceiling:
        return isl_pw_aff_ceil(exact(e.args()[0]));
    case Op::select:
        return choice(where(e.args()[0]), value(e.args()[1]), value(e.args()[2]));
    default:
        return choice(where(e), constant(1), constant(0));
    }
    isl_pw_aff* total = value(e.args()[0]);
    for (const Expr& arg : e.args().subspan(1)) {
        isl_pw_aff* next = value(arg);
        total = e.op() == Op::min ? isl_pw_aff_min(total, next) : isl_pw_aff_max(total, next);
    }
    return total;
}

/// A quotient truncates where it stands: a difference with it is not the difference of the values.
isl_pw_aff* Sets::difference(const Expr& a, const Expr& b) const {
    if (isIntegral(a) && isIntegral(b))
        return value(expand(a - b));
    return isl_pw_aff_sub(value(expand(a)), value(expand(b)));
}

isl_set* Sets::related(const Expr& comparison) const {
    const std::string& relation = comparison.name();
    const bool less = relation[0] == '<';
    isl_pw_aff* difference =
        this->difference(comparison.args()[less ? 1 : 0], comparison.args()[less ? 0 : 1]);
    if (relation == "==")
        return isl_pw_aff_zero_set(difference);
    if (relation == "!=")
        return isl_pw_aff_non_zero_set(difference);
    return relation.size() == 1 ? isl_pw_aff_pos_set(difference)
                                : isl_pw_aff_nonneg_set(difference);
}

isl_set* Sets::where(const Expr& condition) const {
    switch (condition.op()) {
    case Op::integer:
        return condition.value() != 0 ? universe() : isl_set_complement(universe());
    case Op::compare:
        return related(condition);
    case Op::logicNot:
        return isl_set_complement(where(condition.args()[0]));
    case Op::logicAnd:
    case Op::logicOr:
        break;
    default:
        return isl_pw_aff_non_zero_set(value(condition));
    }
    isl_set* total = where(condition.args()[0]);
    for (const Expr& arg : condition.args().subspan(1))
        total = condition.op() == Op::logicAnd ? isl_set_intersect(total, where(arg))
                                               : isl_set_union(total, where(arg));
    return total;
}

} // namespace mw::symbolic
