// Which arguments are one array, by name or as they are bound, and whether they fit.
#include "core/link/detail/arguments.h"

#include "core/conventions/conventions.h"
#include "core/inputs/elements.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::link {

namespace {

/// How an argument lies in memory with the values of its program's scenario.
struct Layout {
    ir::DType type;
    ir::Storage storage = ir::Storage::Default;
    std::vector<std::int64_t> shape, strides;
    std::vector<std::int64_t> begin; ///< index of the first element, as far as names say it
    std::int64_t offset = 0;         ///< elements before the first one
};

/// "float64 [144, 12]".
std::string text(const Layout& layout) {
    return fmt::format("{} {}", ir::name(layout.type.scalar), inputs::listText(layout.shape));
}

/// Where the field begins in a dimension: what its size is counted from.
std::int64_t beginOf(const symbolic::Expr& size, const symbolic::Bindings& values) {
    for (const auto& name : symbolic::freeSymbols(size))
        if (conventions::isFieldOrigin(name))
            if (const auto value = values.find(name); value != values.end())
                return value->second.i;
    return 0;
}

Expected<Layout> layoutOf(const ir::DataDescriptor& data, const symbolic::Bindings& values) {
    Layout layout;
    layout.type = data.dtype;
    layout.storage = data.storage;
    MW_TRY(layout.offset, symbolic::evaluateInteger(data.startOffset, values));
    for (std::size_t d = 0; d < data.rank(); ++d) {
        MW_TRY(layout.shape.emplace_back(), symbolic::evaluateInteger(data.shape[d], values));
        MW_TRY(layout.strides.emplace_back(), symbolic::evaluateInteger(data.strides[d], values));
        MW_TRY(const auto offset, symbolic::evaluateInteger(data.offset[d], values));
        layout.offset += offset * layout.strides.back();
        layout.begin.push_back(beginOf(data.shape[d], values));
    }
    return layout;
}

bool liesApart(ir::Storage a, ir::Storage b) {
    return a != b && a != ir::Storage::Default && b != ir::Storage::Default;
}

class Finder {
public:
    Finder(const inputs::SequenceInput& sequence, const std::vector<ProgramUse>& uses)
        : sequence_(sequence), uses_(uses) {}

    Expected<Arrays> run() {
        for (std::size_t p = 0; p < uses_.size(); ++p) {
            MW_CHECK(checkBindings(p));
            MW_CHECK(nameArguments(p));
        }
        MW_CHECK(nameOwn());
        for (const std::size_t program : calledPrograms(sequence_))
            for (const auto& [name, data] : uses_[program].sdfg().arrays)
                if (uses_[program].touches(name) && isArrayArgument(*data))
                    MW_CHECK(add({program, name}));
        return std::move(result_);
    }

private:
    const ir::DataDescriptor& data(const Argument& argument) const {
        return *uses_[argument.program].sdfg().data(argument.name);
    }
    std::string described(const Argument& argument) const {
        return fmt::format("'{}' of '{}'", argument.name,
                           sequence_.programs[argument.program].name);
    }
    Unexpected refuse(const char* code, std::size_t program, const std::string& sentence) const {
        return fail(code, fmt::format("{}: {}", programText(sequence_, program), sentence));
    }

    Expected<void> checkBindings(std::size_t program) {
        const auto& bindings = sequence_.programs[program].bindings;
        for (const auto& [argument, array] : bindings) {
            const auto* bound = uses_[program].sdfg().data(argument);
            if (!bound || bound->transient)
                return refuse(
                    "link-binding", program,
                    fmt::format("it binds '{}', which is no array among its arguments", argument));
            if (bound->isScalar())
                return refuse("link-binding", program,
                              fmt::format("it binds '{}', which is a scalar: its value is what the "
                                          "program's scenario says",
                                          argument));
            noteCircle(program, argument);
        }
        return {};
    }
    /// Bindings are no chains: each argument is one array, whatever else has its name. Who writes
    /// a -> b and b -> a may have meant another thing.
    void noteCircle(std::size_t program, const std::string& first) {
        const auto& bindings = sequence_.programs[program].bindings;
        std::vector<std::string> circle{first};
        for (auto next = bindings.find(first); next != bindings.end() && next->second != first;
             next = bindings.find(next->second)) {
            if (next->second < first || circle.size() > bindings.size())
                return; // said from its first name on
            circle.push_back(next->second);
            if (!bindings.contains(next->second))
                return;
        }
        if (circle.size() < 2)
            return;
        const auto& last = circle.back();
        std::string all;
        for (const auto& name : circle)
            all += fmt::format("'{}'{}", name, name == last ? "" : " -> ");
        result_.notices.push_back(
            {Severity::hint,
             "exchanged-arrays",
             fmt::format(
                 "{} binds {} -> '{}', in a circle: what it calls '{}' is the array '{}' of "
                 "the others",
                 programText(sequence_, program), all, first, first, circle[1]),
             {},
             {}});
    }

    Expected<void> nameArguments(std::size_t program) {
        const auto& bindings = sequence_.programs[program].bindings;
        for (const auto& [name, argument] : uses_[program].sdfg().arrays) {
            if (argument->transient)
                continue;
            if (uses_[program].touches(name))
                MW_CHECK(checkKind(program, name, *argument));
            if (!isArrayArgument(*argument))
                continue;
            const auto binding = bindings.find(name);
            if (binding == bindings.end())
                result_.names[{program, name}] = name;
            else if (binding->second.empty())
                own_.push_back({program, name});
            else
                result_.names[{program, name}] = binding->second;
        }
        return {};
    }
    /// Arrays that only one program has: under a name that is nobody else's.
    Expected<void> nameOwn() {
        for (const Argument& argument : own_) {
            const auto wish = withProgram(sequence_, argument.program, argument.name);
            if (std::ranges::any_of(result_.names,
                                    [&](const auto& one) { return one.second == wish; }))
                return refuse("link-binding", argument.program,
                              fmt::format("it has '{}' for itself, which would be called '{}', as "
                                          "another argument is",
                                          argument.name, wish));
            result_.names[argument] = wish;
        }
        return {};
    }
    Expected<void> checkKind(std::size_t program, const std::string& name,
                             const ir::DataDescriptor& argument) const {
        const bool scalar = argument.isScalar();
        if (!scalar && argument.kind != ir::DataKind::array)
            return refuse("link-argument", program,
                          fmt::format("its argument '{}' is a {}, and only arrays and scalars can "
                                      "be shared",
                                      name, argument.typeName));
        if (scalar && uses_[program].writes.contains(name))
            return refuse("link-argument", program,
                          fmt::format("it writes its scalar argument '{}', which a caller does not "
                                      "see and the program after it would",
                                      name));
        return {};
    }

    Expected<void> add(const Argument& argument) {
        const std::string& name = result_.names.at(argument);
        auto found = std::ranges::find(result_.all, name, &LinkedArray::name);
        if (found == result_.all.end()) {
            result_.all.push_back({name, {}, false});
            found = std::prev(result_.all.end());
        }
        for (const Argument& other : found->users)
            MW_CHECK(checkPair(other, argument, name));
        found->users.push_back(argument);
        found->written |= uses_[argument.program].writes.contains(argument.name);
        return {};
    }

    Expected<Layout> layoutOf(const Argument& argument) const {
        auto layout =
            link::layoutOf(data(argument), sequence_.programs[argument.program].scenario.symbols);
        return layout ? std::move(layout)
                      : refuse("link-array", argument.program,
                               fmt::format("the size of '{}' is not known: {}", argument.name,
                                           layout.error().sentence));
    }

    Expected<void> checkPair(const Argument& first, const Argument& one,
                             const std::string& array) const {
        if (first.program == one.program && (uses_[one.program].writes.contains(one.name) ||
                                             uses_[one.program].writes.contains(first.name)))
            return refuse("link-binding", one.program,
                          fmt::format("its arguments '{}' and '{}' would both be the array '{}', "
                                      "which it writes; a program takes its arguments for "
                                      "different arrays",
                                      first.name, one.name, array));
        MW_TRY(const Layout theirs, layoutOf(first));
        MW_TRY(const Layout mine, layoutOf(one));
        if (const auto why = misfit(mine, theirs); !why.empty())
            return refuse("link-array", one.program,
                          fmt::format("its argument '{}' and {} would both be the array '{}', and "
                                      "{}; bind one of them to another array, or to null",
                                      one.name, described(first), array, why));
        return {};
    }
    /// Empty: they can be one array.
    static std::string misfit(const Layout& mine, const Layout& theirs) {
        if (!(mine.type == theirs.type) || mine.shape != theirs.shape)
            return fmt::format("the one is {}, the other {}", text(mine), text(theirs));
        if (mine.strides != theirs.strides || mine.offset != theirs.offset)
            return fmt::format("lie in memory differently (strides {} and {}, behind {} and {} "
                               "elements)",
                               inputs::listText(mine.strides), inputs::listText(theirs.strides),
                               mine.offset, theirs.offset);
        if (mine.begin != theirs.begin)
            return fmt::format("begin at different indices ({} and {})",
                               inputs::listText(mine.begin), inputs::listText(theirs.begin));
        if (liesApart(mine.storage, theirs.storage))
            return fmt::format("are in different memory ({} and {})", ir::name(mine.storage),
                               ir::name(theirs.storage));
        return {};
    }

    const inputs::SequenceInput& sequence_;
    const std::vector<ProgramUse>& uses_;
    std::vector<Argument> own_;
    Arrays result_;
};

} // namespace

const LinkedArray* Arrays::find(const std::string& name) const {
    const auto found = std::ranges::find(all, name, &LinkedArray::name);
    return found == all.end() ? nullptr : &*found;
}

bool isArrayArgument(const ir::DataDescriptor& data) {
    return !data.transient && data.kind == ir::DataKind::array;
}

Expected<Arrays> arraysOf(const inputs::SequenceInput& sequence,
                          const std::vector<ProgramUse>& uses) {
    return Finder(sequence, uses).run();
}

} // namespace mw::link
