// Which arguments of a sequence's programs are one array: by name, or as they are bound.
#include "core/bench/shared_arrays.h"

#include "core/conventions/conventions.h"
#include "core/inputs/elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mw::bench {

namespace {

using Argument = SharedArrays::Argument;

/// How an argument lies in memory, as far as its symbols say.
struct Layout {
    ir::ScalarType type = ir::ScalarType::float64;
    std::vector<std::int64_t> shape, strides;

    bool isLikeArray(const Layout& other) const {
        return type == other.type && shape == other.shape;
    }
    bool operator==(const Layout&) const = default;
};

std::string text(const Layout& layout) {
    return fmt::format("{} {}", ir::name(layout.type), inputs::listText(layout.shape));
}

Expected<Layout> layoutOf(const codegen::PlanArray& array, const symbolic::Bindings& symbols) {
    Layout layout{array.type, {}, {}};
    for (std::size_t d = 0; d < array.shape.size(); ++d) {
        MW_TRY(layout.shape.emplace_back(), symbolic::evaluateInteger(array.shape[d], symbols));
        MW_TRY(layout.strides.emplace_back(), symbolic::evaluateInteger(array.strides[d], symbols));
    }
    return layout;
}

bool isMeasurement(const std::string& argument) {
    return argument == conventions::kComputeTime;
}

/// Finds the array of each argument in the order of the calls, so that the first program that is
/// called gives an array its values.
class Finder {
public:
    Finder(const SequenceInput& input, const std::vector<codegen::Plan>& plans)
        : input_(input), plans_(plans) {}

    struct Result {
        std::map<Argument, std::string> places;
        std::map<std::string, std::vector<Argument>> users;
        std::vector<std::string> notes;
    };
    Expected<Result> run() {
        for (std::size_t p = 0; p < input_.programs.size(); ++p)
            MW_CHECK(checkBindings(p));
        std::vector<bool> seen(input_.programs.size());
        for (const bool bound : {true, false}) { // what is bound decides what an array is
            seen.assign(seen.size(), false);
            for (const SequenceCall& call : input_.calls) {
                if (seen[call.program])
                    continue;
                seen[call.program] = true;
                MW_CHECK(addProgram(call.program, bound));
            }
        }
        MW_CHECK(checkTwice());
        sortUsers();
        return std::move(result_);
    }

private:
    const codegen::PlanArray* arrayOf(std::size_t program, const std::string& name) const {
        for (const codegen::PlanArray& array : plans_[program].arrays)
            if (array.name == name && array.argument)
                return &array;
        return nullptr;
    }
    bool isScalar(std::size_t program, const std::string& name) const {
        const auto* data = input_.programs[program].document->root->data(name);
        return data && data->isScalar();
    }
    Unexpected refuse(std::size_t program, const std::string& sentence) const {
        return fail("sequence-binding",
                    fmt::format("the program '{}' of the sequence '{}': {}",
                                input_.programs[program].name, input_.name, sentence));
    }

    Expected<void> checkBindings(std::size_t program) const {
        for (const auto& [argument, array] : input_.programs[program].bindings) {
            if (!input_.programs[program].document->root->data(argument) ||
                input_.programs[program].document->root->data(argument)->transient)
                return refuse(
                    program,
                    fmt::format("it binds '{}', which is no array among its arguments", argument));
            if (isScalar(program, argument))
                return refuse(program, fmt::format("it binds '{}', which is a scalar: its value is "
                                                   "what the program's scenario says",
                                                   argument));
        }
        return {};
    }

    /// Those arguments that are bound, or the others.
    Expected<void> addProgram(std::size_t program, bool bound) {
        const auto& bindings = input_.programs[program].bindings;
        for (const codegen::PlanArray& array : plans_[program].arrays) {
            const auto binding = bindings.find(array.name);
            if (!array.argument || (binding != bindings.end()) != bound)
                continue;
            const bool own = isScalar(program, array.name) || isMeasurement(array.name) ||
                             (bound && binding->second.empty());
            if (own)
                add(program, array.name, ownPlace(program, array.name));
            else if (bound)
                MW_CHECK(addBound(program, array, binding->second));
            else
                MW_CHECK(addByName(program, array));
        }
        return {};
    }
    std::string ownPlace(std::size_t program, const std::string& argument) const {
        return fmt::format("{} of {}", argument, input_.programs[program].name);
    }
    void add(std::size_t program, const std::string& argument, const std::string& place) {
        result_.places[{program, argument}] = place;
        result_.users[place].push_back({program, argument});
    }

    bool isBound(const Argument& argument) const {
        return input_.programs[argument.program].bindings.contains(argument.name);
    }

    Expected<Layout> layoutOf(const Argument& argument) const {
        auto layout = bench::layoutOf(*arrayOf(argument.program, argument.name),
                                      input_.programs[argument.program].scenario.symbols);
        return layout
                   ? std::move(layout)
                   : refuse(argument.program, fmt::format("the size of '{}' is not known: {}",
                                                          argument.name, layout.error().sentence));
    }
    std::string described(const Argument& argument) const {
        return fmt::format("'{}' of '{}'", argument.name, input_.programs[argument.program].name);
    }
    Unexpected differs(const Argument& one, const Layout& mine, const Argument& first,
                       const Layout& theirs, const std::string& array) const {
        const bool strides = mine.isLikeArray(theirs);
        return refuse(
            one.program,
            strides
                ? fmt::format("its argument '{}' and {} are the array '{}', and lie in memory "
                              "differently (strides {} and {}); bind it to an array of its own",
                              one.name, described(first), array, inputs::listText(mine.strides),
                              inputs::listText(theirs.strides))
                : fmt::format("its argument '{}' is {}, and the array '{}', which is {} too, is {}",
                              one.name, text(mine), array, described(first), text(theirs)));
    }

    Expected<void> addBound(std::size_t program, const codegen::PlanArray& array,
                            const std::string& place) {
        if (const auto users = result_.users.find(place); users != result_.users.end()) {
            const Argument one{program, array.name}, first = users->second.front();
            MW_TRY(const Layout mine, layoutOf(one));
            MW_TRY(const Layout theirs, layoutOf(first));
            if (!(mine == theirs))
                return differs(one, mine, first, theirs, place);
        }
        add(program, array.name, place);
        return {};
    }
    /// Same name, type and shape: the same array.
    Expected<void> addByName(std::size_t program, const codegen::PlanArray& array) {
        const auto users = result_.users.find(array.name);
        if (users == result_.users.end()) {
            add(program, array.name, array.name);
            return {};
        }
        const Argument one{program, array.name}, first = users->second.front();
        MW_TRY(const Layout mine, layoutOf(one));
        MW_TRY(const Layout theirs, layoutOf(first));
        if (!mine.isLikeArray(theirs) && isBound(first))
            return differs(first, theirs, one, mine, array.name);
        if (!mine.isLikeArray(theirs)) {
            result_.notes.push_back(fmt::format("'{}' of '{}' is {} and no array that is shared: "
                                                "{} is {}",
                                                array.name, input_.programs[program].name,
                                                text(mine), described(first), text(theirs)));
            add(program, array.name, ownPlace(program, array.name));
            return {};
        }
        if (!(mine == theirs))
            return differs(one, mine, first, theirs, array.name);
        add(program, array.name, array.name);
        return {};
    }

    /// Kernels take arrays of different names for different ones.
    Expected<void> checkTwice() const {
        for (const auto& [place, users] : result_.users)
            for (std::size_t i = 0; i < users.size(); ++i)
                for (std::size_t j = i + 1; j < users.size(); ++j)
                    if (users[i].program == users[j].program &&
                        (arrayOf(users[i].program, users[i].name)->written ||
                         arrayOf(users[j].program, users[j].name)->written))
                        return refuse(
                            users[i].program,
                            fmt::format("its arguments '{}' and '{}' would both be the "
                                        "array '{}', which it writes; a program takes its "
                                        "arguments for different arrays",
                                        users[i].name, users[j].name, place));
        return {};
    }

    /// In the order of the calls.
    void sortUsers() {
        std::vector<std::size_t> first(input_.programs.size(), input_.calls.size());
        for (std::size_t c = input_.calls.size(); c-- > 0;)
            first[input_.calls[c].program] = c;
        for (auto& [place, users] : result_.users)
            std::ranges::stable_sort(users, {},
                                     [&](const Argument& user) { return first[user.program]; });
    }

    const SequenceInput& input_;
    const std::vector<codegen::Plan>& plans_;
    Result result_;
};

} // namespace

Expected<SharedArrays> SharedArrays::find(const SequenceInput& input,
                                          const std::vector<codegen::Plan>& plans) {
    MW_TRY(auto found, Finder(input, plans).run());
    SharedArrays arrays;
    arrays.places_ = std::move(found.places);
    arrays.users_ = std::move(found.users);
    arrays.notes_ = std::move(found.notes);
    return arrays;
}

std::vector<SharedArray> SharedArrays::shared(const SequenceInput& input) const {
    std::vector<SharedArray> list;
    for (const auto& [place, users] : users_) {
        if (users.size() < 2)
            continue;
        SharedArray array{place, {}};
        for (const Argument& user : users)
            array.users.push_back(
                fmt::format("{} of {}", user.name, input.programs[user.program].name));
        list.push_back(std::move(array));
    }
    return list;
}

std::vector<exec::Sequence::Share>
SharedArrays::shares(const std::vector<exec::ProgramHandle>& handles) const {
    std::vector<exec::Sequence::Share> list;
    for (const auto& [place, users] : users_)
        for (std::size_t i = 1; i < users.size(); ++i)
            list.push_back({{handles[users[i].program], users[i].name},
                            {handles[users[0].program], users[0].name}});
    return list;
}

} // namespace mw::bench
