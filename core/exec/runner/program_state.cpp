// A graph's own state: its fields, its init and exit code.
#include "core/exec/runner/program_state.h"

#include "core/exec/runner/inputs.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::exec {

namespace {

Expected<std::vector<PreparedLaunch::Slot>> valuesOf(const codegen::ProgramState& state,
                                                     const symbolic::Bindings& symbols) {
    std::vector<PreparedLaunch::Slot> values;
    for (const codegen::ScalarParam& scalar : state.scalars) {
        MW_TRY(const symbolic::Value value, symbolic::evaluate(scalar.value, symbols));
        PreparedLaunch::Slot slot;
        if (!writeElement(value, scalar.type, slot.bytes.data()))
            return fail("bad-plan", fmt::format("the symbol '{}' of the init code has a type that "
                                                "cannot be passed",
                                                scalar.name));
        values.push_back(slot);
    }
    return values;
}

bool same(const std::vector<PreparedLaunch::Slot>& a, const std::vector<PreparedLaunch::Slot>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.bytes == y.bytes; });
}

} // namespace

ProgramState::~ProgramState() {
    // A failure of the exit code is lost here: end() reports it.
    [[maybe_unused]] const auto ended = end();
}

Expected<void> ProgramState::begin(const symbolic::Bindings& symbols) {
    if (!plan_.state.used)
        return {};
    MW_TRY(auto values, valuesOf(plan_.state, symbols));
    if (begunWith_ && same(*begunWith_, values))
        return {};
    MW_CHECK(end());
    using Init = int (*)(void**);
    auto* const init = reinterpret_cast<Init>(module_.hostFunction(codegen::kStateInit));
    if (!init)
        return fail("missing-kernel", "the compiled code lacks the program's state");
    std::vector<void*> arguments{static_cast<void*>(&address_)};
    for (auto& value : values)
        arguments.push_back(value.bytes.data());
    if (const int result = init(arguments.data()); result != 0)
        return fail("init-failed",
                    fmt::format("the graph's init code reports the error {}", result));
    begunWith_ = std::move(values);
    return {};
}

Expected<void> ProgramState::end() {
    if (!begunWith_)
        return {};
    begunWith_.reset();
    using Exit = int (*)(void*);
    auto* const exit = reinterpret_cast<Exit>(module_.hostFunction(codegen::kStateExit));
    const int result = exit ? exit(std::exchange(address_, nullptr)) : 0;
    if (result != 0)
        return fail("exit-failed",
                    fmt::format("the graph's exit code reports the error {}", result));
    return {};
}

} // namespace mw::exec
