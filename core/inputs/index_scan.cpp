// Works an index out in every iteration, where its bounds do not decide.
#include "core/inputs/index_scan.h"

#include "core/inputs/elements.h"
#include "core/inputs/index_formula.h"

namespace mw::inputs {

namespace {

using analysis::IndexUse;
using analysis::IndexUses;
using symbolic::Expr;
using symbolic::Op;
using Value = IndexFormula::Value;

constexpr std::int64_t kMostIterations = 20'000'000;

/// Runs through the iterations of one access.
class Scan {
public:
    Scan(const IndexUses& uses, const IndexUse& use, const symbolic::Bindings& symbols,
         const HostArrays& arrays)
        : uses_(uses), use_(use), formula_(uses.names, symbols, arrays) {}

    ScanResult run() {
        low_ = formula_.compile(use_.low);
        high_ = use_.high == use_.low ? low_ : formula_.compile(use_.high);
        size_ = formula_.compile(use_.size);
        if (low_ < 0 || high_ < 0 || size_ < 0)
            return {};
        for (const Expr& condition : use_.conditions)
            addCondition(condition);
        iterate(0);
        return result_.verdict == ScanVerdict::outside ? result_
               : unknown_                              ? ScanResult{}
                                                       : ScanResult{ScanVerdict::inside, false, {}};
    }

private:
    /// What is not known counts as holding.
    void addCondition(const Expr& condition) {
        if (condition.op() == Op::logicAnd) {
            for (const Expr& arg : condition.args())
                addCondition(arg);
            return;
        }
        if (const int node = formula_.compile(condition); node >= 0)
            conditions_.push_back(node);
        else
            result_.assumed = true;
    }

    /// False: there is nothing more to find out.
    bool iterate(std::size_t depth) {
        if (depth == formula_.slots().size())
            return visit();
        const auto& slot = formula_.slots()[depth];
        const Value begin = formula_.evaluate(slot.begin);
        const Value end = formula_.evaluate(slot.end);
        const Value step = formula_.evaluate(slot.step);
        if (!begin || !end || !step || *step <= 0)
            return unknown_ = true, true;
        for (std::int64_t at = *begin; at <= *end; at += *step) {
            formula_.slots()[depth].value = at;
            if (!iterate(depth + 1))
                return false;
        }
        return true;
    }

    bool visit() {
        if (++count_ > kMostIterations) {
            unknown_ = true;
            return false;
        }
        bool assumed = result_.assumed;
        for (const int condition : conditions_) {
            const Value holds = formula_.evaluate(condition);
            if (holds && *holds == 0)
                return true;
            assumed = assumed || !holds;
        }
        const Value low = formula_.evaluate(low_);
        const Value high = formula_.evaluate(high_);
        const Value size = formula_.evaluate(size_);
        if (!low || !high || !size) {
            unknown_ = true;
            return true;
        }
        if (*high < *low || (*low >= 0 && *high < *size))
            return true;
        result_.assumed = assumed;
        describe(*low < 0 ? use_.low : use_.high, *low < 0 ? *low : *high);
        return false;
    }

    void describe(const Expr& index, std::int64_t value) {
        result_.verdict = ScanVerdict::outside;
        result_.witness.index = value;
        for (const auto& slot : formula_.slots())
            result_.witness.iteration.emplace_back(analysis::readableIndex(Expr::symbol(slot.name)),
                                                   slot.value);
        for (const std::string& name : symbolic::freeSymbols(index)) {
            const auto what = uses_.names.find(name);
            const auto* element = what == uses_.names.end()
                                      ? nullptr
                                      : std::get_if<analysis::IndexElement>(&what->second);
            if (!element)
                continue;
            std::vector<std::int64_t> at;
            for (const auto& e : element->at)
                at.push_back(formula_.evaluate(formula_.compile(*e)).value_or(0));
            result_.witness.element = element->argument + listText(at);
            result_.witness.value =
                formula_.evaluate(formula_.compile(Expr::symbol(name))).value_or(0);
        }
    }

    const IndexUses& uses_;
    const IndexUse& use_;
    IndexFormula formula_;
    int low_ = -1, high_ = -1, size_ = -1;
    std::vector<int> conditions_;
    std::int64_t count_ = 0;
    bool unknown_ = false;
    ScanResult result_;
};

} // namespace

ScanResult scanIndex(const IndexUses& uses, const IndexUse& use, const symbolic::Bindings& symbols,
                     const HostArrays& arrays) {
    return Scan(uses, use, symbols, arrays).run();
}

} // namespace mw::inputs
