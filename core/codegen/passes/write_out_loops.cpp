// The pass "write-out-loops".
#include "core/codegen/passes/passes.h"
#include "core/codegen/rewrite.h"
#include "core/codegen/walk.h"

#include <iterator>

namespace mw::codegen {

namespace {

constexpr std::size_t kMostStatements = 512; ///< of one loop's turns together

/// How many statements there are, at any depth; nullopt where one is a jump or C++ of the graph.
std::optional<std::size_t> countPlain(const Statements& body) {
    std::size_t count = 0;
    bool plain = true;
    walk(
        body,
        [&](const Statement& s) {
            ++count;
            plain = plain && !std::holds_alternative<Jump>(s.kind) &&
                    !std::holds_alternative<Raw>(s.kind);
        },
        [](const Value&) {});
    return plain ? std::optional(count) : std::nullopt;
}

class WriteOut {
public:
    explicit WriteOut(const Kernel& kernel) : names_(freshNames(kernel)) {}

    Statements all(Statements statements) {
        Statements out;
        for (Statement& s : statements) {
            if (auto* branch = std::get_if<If>(&s.kind)) {
                branch->then = all(std::move(branch->then));
                branch->otherwise = all(std::move(branch->otherwise));
            } else if (auto* repeat = std::get_if<While>(&s.kind)) {
                repeat->body = all(std::move(repeat->body));
            } else if (auto* loop = std::get_if<For>(&s.kind)) {
                loop->body = all(std::move(loop->body));
                if (writeOut(*loop, out))
                    continue;
            }
            out.push_back(std::move(s));
        }
        return out;
    }

private:
    bool writeOut(const For& loop, Statements& out) {
        const auto begin = loop.begin.asInteger(), end = loop.end.asInteger();
        const auto count = countPlain(loop.body);
        if (loop.unroll != -1 || !begin || !end || !loop.step.isInteger(1) || !count)
            return false;
        const auto turns = static_cast<std::size_t>(std::max<std::int64_t>(0, *end - *begin + 1));
        if (turns * *count > kMostStatements)
            return false;
        for (std::int64_t turn = *begin; turn <= *end; ++turn)
            for (Statement& s : ofTurn(loop, turn, turn == *begin))
                out.push_back(std::move(s));
        return true;
    }
    Statements ofTurn(const For& loop, std::int64_t turn, bool first) {
        Rewrite at;
        at.replace(loop.variable, turn);
        for (const std::string& name : declaredNames(loop.body))
            if (!first)
                at.rename(name, names_.fresh(name));
        return at.applied(loop.body);
    }

    Names names_;
};

} // namespace

void writeOutLoops(const PlanContext&, Kernel& kernel) {
    kernel.body = WriteOut(kernel).all(std::move(kernel.body));
}

} // namespace mw::codegen
