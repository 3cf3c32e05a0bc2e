// The pass "single-assignment".
#include "core/codegen/passes/passes.h"
#include "core/codegen/rewrite.h"
#include "core/codegen/walk.h"

#include <vector>

namespace mw::codegen {

namespace {

/// How often each local is assigned, anywhere; what C++ of the graph may change counts twice.
std::map<std::string, int, std::less<>> assignments(const Statements& body) {
    std::map<std::string, int, std::less<>> count;
    walk(
        body,
        [&](const Statement& s) {
            if (const auto* assign = std::get_if<AssignScalar>(&s.kind))
                ++count[assign->name];
            else if (const auto* raw = std::get_if<Raw>(&s.kind))
                for (const Raw::Name& name : raw->names)
                    count[name.outside] += 2;
        },
        [](const Value&) {});
    return count;
}

/// The statements that name each of the locals, in their order.
std::map<std::string, std::vector<std::size_t>, std::less<>> usersOf(const NameSet& locals,
                                                                     const Statements& statements) {
    std::map<std::string, std::vector<std::size_t>, std::less<>> users;
    for (std::size_t i = 0; i < statements.size() && !locals.empty(); ++i) {
        Kernel one;
        one.body = {statements[i]};
        for (const std::string& name : namesOf(one))
            if (locals.contains(name))
                users[name].push_back(i);
    }
    return users;
}

class SingleAssignment {
public:
    explicit SingleAssignment(const Kernel& kernel) : count_(assignments(kernel.body)) {}

    void block(Statements& statements) const {
        join(statements);
        for (Statement& s : statements) {
            if (auto* branch = std::get_if<If>(&s.kind)) {
                block(branch->then);
                block(branch->otherwise);
            } else if (auto* loop = std::get_if<For>(&s.kind)) {
                block(loop->body);
            } else if (auto* repeat = std::get_if<While>(&s.kind)) {
                block(repeat->body);
            }
        }
    }

private:
    const DeclareScalar* open(const Statement& s) const {
        const auto* declare = std::get_if<DeclareScalar>(&s.kind);
        const auto count = declare && !declare->init && !declare->isConst
                               ? count_.find(declare->name)
                               : count_.end();
        return count != count_.end() && count->second == 1 ? declare : nullptr;
    }

    /// The assignments become declarations; those before them go.
    void join(Statements& statements) const {
        NameSet locals;
        for (const Statement& s : statements)
            if (const auto* declare = open(s))
                locals.insert(declare->name);
        std::vector<bool> gone(statements.size(), false);
        for (const auto& [name, users] : usersOf(locals, statements)) {
            const auto* declare = open(statements[users.front()]);
            const auto* assign =
                users.size() > 1 ? std::get_if<AssignScalar>(&statements[users[1]].kind) : nullptr;
            if (!declare || !assign || assign->name != name ||
                namesIn(*assign->value).contains(name))
                continue;
            statements[users[1]].kind = DeclareScalar{declare->type, name, assign->value};
            gone[users.front()] = true;
        }
        std::size_t at = 0;
        std::erase_if(statements, [&](const Statement&) { return gone[at++]; });
    }

    std::map<std::string, int, std::less<>> count_;
};

} // namespace

void singleAssignment(const PlanContext&, Kernel& kernel) {
    SingleAssignment(kernel).block(kernel.body);
}

} // namespace mw::codegen
