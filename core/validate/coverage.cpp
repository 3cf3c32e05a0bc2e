// Whether what is written covers what is read.
#include "core/validate/coverage.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Prover;
using symbolic::Range;
using symbolic::Subset;

/// Dimensions in which the read and some write differ: in the others every element is covered.
std::vector<std::size_t> differing(const Subset& read, const std::vector<Subset>& writes) {
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < read.rank(); ++d)
        if (!std::ranges::all_of(writes,
                                 [&](const Subset& w) { return w.dims[d] == read.dims[d]; }))
            dims.push_back(d);
    return dims;
}

Expr element(std::size_t dimension) {
    return Expr::symbol(fmt::format("__element_{}", dimension));
}

/// The element lies in one of the regions. A step counts as 1: more is covered, so less is found.
Expr isWritten(const std::vector<Subset>& writes, const std::vector<std::size_t>& dims,
               const std::vector<Expr>& at) {
    std::vector<Expr> any;
    for (const Subset& write : writes) {
        std::vector<Expr> all;
        for (std::size_t i = 0; i < dims.size(); ++i) {
            const Range& range = write.dims[dims[i]];
            all.push_back(Expr::make(Op::compare, {range.begin, at[i]}, "<="));
            all.push_back(Expr::make(Op::compare, {at[i], range.end}, "<="));
        }
        any.push_back(Expr::make(Op::logicAnd, std::move(all)));
    }
    return Expr::make(Op::logicOr, std::move(any));
}

class Question {
public:
    Question(const Subset& read, const std::vector<Subset>& writes,
             const symbolic::Assumptions& given)
        : read_(read), writes_(writes), given_(given), dims_(differing(read, writes)) {}

    CoverageAnswer answer() const {
        Prover quick(given_);
        const auto covers = [&](const Subset& write) {
            return quick.covers(write, read_).proven();
        };
        if (std::ranges::any_of(writes_, covers) || everyElement())
            return {};
        if (oneCorner(true) || oneCorner(false))
            return {Coverage::missing, {}};
        return {Coverage::open, condition()};
    }

private:
    /// Every element of a read that is not empty is written.
    bool everyElement() const {
        symbolic::Assumptions in = given_;
        std::vector<Expr> at;
        for (const std::size_t d : dims_) {
            in.inRange(element(d).name(), read_.dims[d]);
            at.push_back(element(d));
        }
        return Prover(in, Prover::kThoroughWork).holds(isWritten(writes_, dims_, at)).proven();
    }

    /// The first or last element of the read is never written.
    bool oneCorner(bool first) const {
        symbolic::Assumptions notEmpty = given_;
        std::vector<Expr> at;
        for (const std::size_t d : dims_) {
            const Range& range = read_.dims[d];
            notEmpty.atLeast(range.end, range.begin);
            at.push_back(first ? range.begin : range.end);
        }
        return Prover(notEmpty).holds(isWritten(writes_, dims_, at)).disproven();
    }

    std::string condition() const {
        if (writes_.size() != 1)
            return {};
        return Prover(given_).covers(writes_.front(), read_).condition;
    }

    const Subset& read_;
    const std::vector<Subset>& writes_;
    const symbolic::Assumptions& given_;
    std::vector<std::size_t> dims_;
};

} // namespace

CoverageAnswer coverageOf(const Subset& read, const std::vector<Subset>& writes,
                          const symbolic::Assumptions& given) {
    return Question(read, writes, given).answer();
}

} // namespace mw::validate
