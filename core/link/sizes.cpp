// Sizes of arrays that programs share, and of temporaries, in as few symbols as say them.
#include "core/link/detail/sizes.h"

#include "core/analysis/analysis.h"
#include "core/conventions/conventions.h"
#include "core/inputs/specialised.h"
#include "core/link/detail/ordered_accesses.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace mw::link {

namespace {

using symbolic::Expr;
using symbolic::Subset;
using symbolic::Substitution;

/// A symbol of the linked program that is an integer, and whose value is known.
const LinkedValue* integerSymbol(const std::string& name, const Values& values) {
    const auto found = values.all.find(name);
    return found != values.all.end() && !found->second.scalar && found->second.value &&
                   !found->second.value->isReal
               ? &found->second
               : nullptr;
}

/// The symbol stands for the expression from now on, wherever it is named.
void add(Values& values, const std::string& symbol, const Expr& value) {
    for (auto& [name, known] : values.same)
        known = symbolic::substitute(known, {{symbol, value}});
    values.same.insert_or_assign(symbol, value);
}

/// One of two that are equal is a symbol that the other can stand for.
void unify(const Expr& a, const Expr& b, Values& values) {
    if (symbolic::equal(a, b))
        return;
    for (const auto& [one, other] : {std::pair{&b, &a}, std::pair{&a, &b}}) {
        const auto* symbol = one->isSymbol() ? integerSymbol(one->name(), values) : nullptr;
        if (!symbol || symbolic::freeSymbols(*other).contains(one->name()))
            continue;
        const auto* same = other->isSymbol() ? integerSymbol(other->name(), values) : nullptr;
        if (!other->asInteger() && (!same || !(same->type == symbol->type)))
            continue; // code that names it would have another type, or need more than a name
        add(values, one->name(), *other);
        return;
    }
}

std::vector<Expr> layoutOf(const ProgramUse& use, const Argument& argument, const Values& values) {
    const auto& data = *use.sdfg().data(argument.name);
    const auto names = outside(use, argument.program, values);
    std::vector<Expr> all;
    for (const auto* list : {&data.shape, &data.strides})
        for (const Expr& e : *list)
            all.push_back(symbolic::substitute(e, names));
    return all;
}

class Temporaries {
public:
    Temporaries(const std::vector<ProgramUse>& uses, const Arrays& arrays, Values& values,
                InternalFields& internal)
        : uses_(uses), arrays_(arrays), values_(values), internal_(internal) {
        for (const auto& [name, value] : values.all)
            if (integerSymbol(name, values))
                known_.emplace(name, Expr(value.value->i));
    }

    void run() {
        for (const auto& name : internal_.names)
            size(*arrays_.find(name));
    }

private:
    /// Symbols in the descriptors of arguments of the linked program.
    analysis::NameSet given() const {
        analysis::NameSet symbols;
        for (const LinkedArray& array : arrays_.all)
            if (!internal_.names.contains(array.name))
                for (const Argument& user : array.users)
                    for (const Expr& e : layoutOf(uses_[user.program], user, values_))
                        symbolic::collectSymbols(e, symbols);
        return symbols;
    }

    void size(const LinkedArray& array) {
        const auto arguments = given();
        const Argument& first = array.users.front();
        const std::size_t rank = uses_[first.program].sdfg().data(first.name)->rank();
        const auto layout = layoutOf(uses_[first.program], first, values_);
        Substitution chosen;
        for (std::size_t d = 0; d < rank; ++d) {
            std::vector<std::string> alone;
            for (const auto& symbol : symbolic::freeSymbols(layout[d]))
                if (!arguments.contains(symbol))
                    alone.push_back(symbol);
            if (const auto found = donor(array.name, alone, arguments))
                chosen.insert(found->begin(), found->end());
        }
        if (chosen.empty() || !staysInside(array, chosen))
            return;
        for (const auto& [symbol, value] : chosen)
            add(values_, symbol, value);
        for (Expr& condition : internal_.assumed)
            condition = symbolic::substitute(condition, chosen);
    }

    /// What these symbols of the field are called for an argument, and are equal to there.
    std::optional<Substitution> donor(const std::string& field,
                                      const std::vector<std::string>& symbols,
                                      const analysis::NameSet& arguments) const {
        if (symbols.empty())
            return std::nullopt;
        for (const LinkedArray& other : arrays_.all) {
            if (internal_.names.contains(other.name))
                continue;
            Substitution all;
            for (const auto& symbol : symbols) {
                const auto name = conventions::symbolForField(symbol, field, other.name);
                const auto* mine = integerSymbol(symbol, values_);
                const auto* theirs =
                    name && arguments.contains(*name) ? integerSymbol(*name, values_) : nullptr;
                if (mine && theirs && mine->type == theirs->type &&
                    inputs::isSame(*mine->value, *theirs->value))
                    all.emplace(symbol, Expr::symbol(*name));
            }
            if (all.size() == symbols.size())
                return all;
        }
        return std::nullopt;
    }

    /// Every access whose region is known lies inside of the temporary, for which conditions are
    /// added; others go by the size itself.
    bool staysInside(const LinkedArray& array, const Substitution& chosen) {
        std::vector<Expr> needed;
        for (const Argument& user : array.users) {
            const auto names = outside(uses_[user.program], user.program, values_);
            const auto& data = *uses_[user.program].sdfg().data(user.name);
            const OrderedAccesses accesses(uses_[user.program].sdfg());
            const auto* all = accesses.of(user.name);
            for (std::size_t i = 0; all && i < all->size(); ++i)
                if (!addConditions((*all)[i].region, data, names, chosen, needed))
                    return false;
        }
        std::ranges::copy(needed, std::back_inserter(internal_.assumed));
        return true;
    }
    bool addConditions(const Subset& region, const ir::DataDescriptor& data,
                       const Substitution& names, const Substitution& chosen,
                       std::vector<Expr>& needed) const {
        analysis::NameSet used;
        symbolic::collectSymbols(region, used);
        const bool isKnown =
            std::ranges::all_of(used, [&](const auto& name) { return names.contains(name); });
        for (std::size_t d = 0; isKnown && d < region.dims.size() && d < data.rank(); ++d) {
            const auto there = [&](const Expr& e) {
                return symbolic::substitute(symbolic::substitute(e, names), chosen);
            };
            const Expr last = there(region.dims[d].end), size = there(data.shape[d]);
            for (const auto& [low, high] : {std::pair{Expr(0), there(region.dims[d].begin)},
                                            std::pair{last + Expr(1), size}}) {
                if (symbolic::Prover().lessEqual(low, high).proven())
                    continue;
                const Expr condition = Expr::make(symbolic::Op::compare, {low, high}, "<=");
                const auto holds = symbolic::evaluate(symbolic::substitute(condition, known_), {});
                if (!holds || !holds->truthy())
                    return false;
                if (std::ranges::find(needed, condition) == needed.end())
                    needed.push_back(condition);
            }
        }
        return true;
    }

    const std::vector<ProgramUse>& uses_;
    const Arrays& arrays_;
    Values& values_;
    InternalFields& internal_;
    Substitution known_; ///< integer symbols, by their values
};

} // namespace

void unifySizes(const std::vector<ProgramUse>& uses, const Arrays& arrays, Values& values) {
    for (const LinkedArray& array : arrays.all)
        for (const Argument& user : array.users)
            for (std::size_t i = 0; i < 2 * uses[user.program].sdfg().data(user.name)->rank(); ++i)
                unify(layoutOf(uses[array.users.front().program], array.users.front(), values)[i],
                      layoutOf(uses[user.program], user, values)[i], values);
}

void sizeTemporaries(const std::vector<ProgramUse>& uses, const Arrays& arrays, Values& values,
                     InternalFields& internal) {
    Temporaries(uses, arrays, values, internal).run();
}

} // namespace mw::link
