// Conditions of calls, in the names of the linked program.
#include "core/link/detail/conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mw::link {

namespace {

class Conditions {
public:
    Conditions(const inputs::SequenceInput& sequence, const Arrays& arrays, Values& values)
        : sequence_(sequence), arrays_(arrays), values_(values) {}

    Expected<std::vector<symbolic::Expr>> run() {
        MW_CHECK(addScalars());
        for (const auto& [name, value] : values_.all)
            if (value.value)
                known_.emplace(name, *value.value);
        std::vector<symbolic::Expr> all;
        for (const auto& call : sequence_.calls) {
            MW_TRY(all.emplace_back(), conditionOf(call));
        }
        return all;
    }

private:
    /// Those of the sequence, which are none of a program.
    Expected<void> addScalars() {
        for (const auto& [name, scalar] : sequence_.scalars) {
            if (arrays_.find(name) || values_.all.contains(name))
                return fail("call-condition",
                            fmt::format("the sequence '{}' has '{}' among its \"scalars\", and a "
                                        "program that is called has an argument of this name",
                                        sequence_.name, name));
            values_.all.emplace(name, LinkedValue{scalar.type, scalar.value, nullptr});
        }
        return {};
    }
    Unexpected refuse(const inputs::SequenceCall& call, const std::string& why) const {
        return fail("call-condition",
                    fmt::format("{} has the condition '{}', and {}",
                                inputs::callText(sequence_, call), call.condition, why));
    }
    Expected<symbolic::Expr> conditionOf(const inputs::SequenceCall& call) const {
        if (call.condition.empty())
            return symbolic::Expr(1);
        MW_TRY(const auto condition, inputs::conditionOf(sequence_, call));
        for (const auto& name : symbolic::freeSymbols(condition)) {
            if (arrays_.find(name))
                return refuse(call, fmt::format("'{}' is an array: a condition is over scalars and "
                                                "symbols",
                                                name));
            if (!values_.all.contains(name))
                return refuse(call, absence(name));
        }
        MW_CHECK(inputs::isMade(sequence_, call, known_));
        return symbolic::substitute(condition, values_.same);
    }
    std::string absence(const std::string& name) const {
        std::vector<std::string> own;
        for (const auto& [argument, called] : values_.names)
            if (argument.name == name)
                own.push_back(fmt::format("'{}'", called));
        if (!own.empty())
            return fmt::format("'{}' differs between programs: {} are meant one by one", name,
                               fmt::join(own, ", "));
        return fmt::format("no program that is called has a scalar '{}': \"scalars\" of the "
                           "sequence can say its value",
                           name);
    }

    const inputs::SequenceInput& sequence_;
    const Arrays& arrays_;
    Values& values_;
    symbolic::Bindings known_;
};

} // namespace

Expected<std::vector<symbolic::Expr>> callConditions(const inputs::SequenceInput& sequence,
                                                     const Arrays& arrays, Values& values) {
    return Conditions(sequence, arrays, values).run();
}

} // namespace mw::link
