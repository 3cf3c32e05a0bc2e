// Symbols that a wrapper finds by itself.
#include "app/workbench/callers/fortran_sizes.h"

#include <algorithm>
#include <cctype>

namespace mw::workbench {

using symbolic::Expr;

namespace {

using Kind = codegen::LibraryArgument::Kind;

class Planner {
public:
    explicit Planner(const CallDescription& description) : description_(description) {
        for (const auto& [name, value] : description.constants)
            if (!value.isReal)
                fix(name, value);
        for (const CalledArgument& one : description.arguments) {
            for (const std::string& origin : one.origins)
                if (!origin.empty())
                    fix(origin, symbolic::Value::integer(0));
            if (one.argument.kind != Kind::array && one.usual)
                fix(one.argument.name, symbolic::Value::integer(*one.usual));
        }
    }

    SizePlan plan() {
        std::vector<SizeStep> waiting = all();
        // Sizes before strides, and again as long as something follows.
        for (bool changed = true; changed;) {
            changed = false;
            std::erase_if(waiting, [&](SizeStep& step) {
                const bool done = take(step);
                changed = changed || done;
                return done;
            });
        }
        // Symbols that nothing says are passed: with them what is left can be compared.
        for (SizeStep& step : waiting)
            if (passed(step.rest))
                plan_.steps.push_back(step);
        return std::move(plan_);
    }

private:
    void fix(const std::string& name, symbolic::Value value) {
        plan_.fixed.emplace(name, value);
        known_.insert(name);
    }
    std::vector<SizeStep> all() const {
        std::vector<SizeStep> steps;
        for (const bool stride : {false, true})
            for (std::size_t i = 0; i < description_.arguments.size(); ++i) {
                const auto& one = description_.arguments[i];
                if (one.usual)
                    continue;
                const auto& list = stride ? one.strides : one.shape;
                for (std::size_t d = 0; d < one.shape.size() && d < list.size(); ++d)
                    steps.push_back({i, d, stride, {}, list[d]});
            }
        return steps;
    }
    bool take(const SizeStep& step) {
        std::string unknown;
        for (const std::string& symbol : symbolic::freeSymbols(step.rest))
            if (!known_.contains(symbol)) {
                if (!unknown.empty())
                    return false;
                unknown = symbol;
            }
        SizeStep taken = step;
        if (!unknown.empty()) {
            taken.symbol = unknown;
            taken.rest = step.rest - Expr::symbol(unknown);
            if (symbolic::freeSymbols(taken.rest).contains(unknown) || !canPrint(taken.rest))
                return false;
            plan_.derived.insert(unknown);
            known_.insert(unknown);
        }
        plan_.steps.push_back(std::move(taken));
        return true;
    }
    static bool canPrint(const Expr& size) {
        std::map<std::string, std::string, std::less<>> names;
        for (const std::string& symbol : symbolic::freeSymbols(size))
            names.emplace(symbol, symbol);
        return !fortranText(size, names).empty();
    }
    bool passed(const Expr& size) const {
        return std::ranges::all_of(symbolic::freeSymbols(size), [&](const std::string& symbol) {
            return known_.contains(symbol) ||
                   std::ranges::any_of(description_.arguments, [&](const CalledArgument& one) {
                       return one.argument.name == symbol;
                   });
        });
    }

    const CallDescription& description_;
    std::set<std::string, std::less<>> known_;
    SizePlan plan_;
};

} // namespace

SizePlan planSizes(const CallDescription& description) {
    return Planner(description).plan();
}

std::string fortranText(const Expr& size,
                        const std::map<std::string, std::string, std::less<>>& names) {
    symbolic::Substitution renamed;
    for (const std::string& symbol : symbolic::freeSymbols(size)) {
        const auto name = names.find(symbol);
        if (name == names.end())
            return {};
        renamed.emplace(symbol, Expr::symbol(name->second));
    }
    std::string text = symbolic::print(symbolic::substitute(size, renamed));
    std::string word;
    for (const char c : text + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
            word += c;
            continue;
        }
        const bool number =
            std::ranges::all_of(word, [](unsigned char digit) { return std::isdigit(digit) != 0; });
        if (!number &&
            std::ranges::none_of(names, [&](const auto& entry) { return entry.second == word; }))
            return {};
        word.clear();
        if (std::string_view("+-*() ").find(c) == std::string_view::npos)
            return {};
    }
    return text;
}

} // namespace mw::workbench
