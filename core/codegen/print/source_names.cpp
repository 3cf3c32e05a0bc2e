// Names of the graph as identifiers of the text, all of one kernel at once.
#include "core/codegen/print/source_names.h"

#include "core/codegen/ctext.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

#include <functional>
#include <set>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Calls `name` for every name that the kernel's text would have to spell outside of expressions,
/// and `expr` for every expression.
class Visit {
public:
    Visit(std::function<void(const std::string&)> name, std::function<void(const Expr&)> expr)
        : name_(std::move(name)), expr_(std::move(expr)) {}

    void operator()(const Kernel& kernel) const {
        for (const auto& buffer : kernel.buffers)
            name_(buffer.name);
        for (const auto& scalar : kernel.scalars)
            name_(scalar.name);
        for (const auto& dim : kernel.dims) {
            name_(dim.param);
            exprs({&dim.begin, &dim.end, &dim.step});
        }
        walk(
            kernel.body,
            [&](const Statement& s) {
                std::visit([&](const auto& one) { statement(one); }, s.kind);
            },
            [&](const Value& v) { std::visit([&](const auto& one) { value(one); }, v.kind); });
    }

private:
    void exprs(std::initializer_list<const Expr*> list) const {
        for (const Expr* e : list)
            expr_(*e);
    }
    void statement(const DeclareScalar& s) const { name_(s.name); }
    void statement(const DeclareArray& s) const { name_(s.name); }
    void statement(const AssignScalar& s) const { name_(s.name); }
    void statement(const Store& s) const {
        name_(s.buffer);
        if (s.combined)
            name_(s.old);
        expr_(s.index);
    }
    void statement(const For& s) const {
        name_(s.variable);
        exprs({&s.begin, &s.end, &s.step});
    }
    void statement(const Raw& s) const {
        for (const Raw::Name& name : s.names) {
            name_(name.outside);
            if (!name.buffer.empty())
                name_(name.buffer);
            expr_(name.index);
        }
    }
    template <class Other>
    void statement(const Other&) const {}

    void value(const LocalRef& v) const { name_(v.name); }
    void value(const Load& v) const {
        name_(v.buffer);
        expr_(v.index);
    }
    void value(const Index& v) const { expr_(v.expr); }
    template <class Other>
    void value(const Other&) const {}

    std::function<void(const std::string&)> name_;
    std::function<void(const Expr&)> expr_;
};

std::set<std::string, std::less<>> namesOf(const Kernel& kernel) {
    std::set<std::string, std::less<>> names;
    Visit([&](const std::string& name) { names.insert(name); },
          [&](const Expr& e) { symbolic::collectSymbols(e, names); })(kernel);
    return names;
}

/// Copies a kernel with other names.
class Renamer {
public:
    explicit Renamer(const std::map<std::string, std::string, std::less<>>& names) : names_(names) {
        for (const auto& [from, to] : names)
            symbols_.emplace(from, Expr::symbol(to));
    }

    Kernel kernel(Kernel k) const {
        for (auto& buffer : k.buffers)
            name(buffer.name);
        for (auto& scalar : k.scalars)
            name(scalar.name);
        for (auto& dim : k.dims) {
            name(dim.param);
            exprs({&dim.begin, &dim.end, &dim.step});
        }
        statements(k.body);
        return k;
    }

private:
    void name(std::string& text) const {
        if (const auto found = names_.find(text); found != names_.end())
            text = found->second;
    }
    void exprs(std::initializer_list<Expr*> list) const {
        for (Expr* e : list)
            *e = symbolic::substitute(*e, symbols_);
    }
    void statements(Statements& list) const {
        for (Statement& s : list)
            std::visit([&](auto& one) { statement(one); }, s.kind);
    }

    void statement(DeclareScalar& s) const {
        name(s.name);
        value(s.init);
    }
    void statement(DeclareArray& s) const { name(s.name); }
    void statement(AssignScalar& s) const {
        name(s.name);
        value(s.value);
    }
    void statement(Store& s) const {
        name(s.buffer);
        name(s.old);
        exprs({&s.index});
        value(s.value);
        value(s.combined);
    }
    void statement(For& s) const {
        name(s.variable);
        exprs({&s.begin, &s.end, &s.step});
        statements(s.body);
    }
    void statement(If& s) const {
        value(s.condition);
        statements(s.then);
        statements(s.otherwise);
    }
    void statement(While& s) const {
        value(s.condition);
        statements(s.body);
    }
    void statement(Raw& s) const {
        for (Raw::Name& one : s.names) {
            name(one.outside);
            name(one.buffer);
            exprs({&one.index});
        }
    }
    static void statement(Jump&) {}
    static void statement(Comment&) {}

    void value(ValuePtr& v) const {
        if (!v)
            return;
        auto copy = std::make_shared<Value>(*v);
        std::visit([&](auto& one) { node(one); }, copy->kind);
        v = std::move(copy);
    }
    static void node(Literal&) {}
    void node(LocalRef& v) const { name(v.name); }
    void node(Load& v) const {
        name(v.buffer);
        exprs({&v.index});
    }
    void node(Unary& v) const { value(v.operand); }
    void node(Binary& v) const {
        value(v.left);
        value(v.right);
    }
    void node(Select& v) const {
        value(v.condition);
        value(v.then);
        value(v.otherwise);
    }
    void node(Call& v) const {
        for (ValuePtr& arg : v.args)
            value(arg);
    }
    void node(Cast& v) const { value(v.operand); }
    void node(Index& v) const { exprs({&v.expr}); }

    const std::map<std::string, std::string, std::less<>>& names_;
    symbolic::Substitution symbols_;
};

} // namespace

SourceNames::SourceNames(const Kernel& kernel) {
    std::set<std::string, std::less<>> taken;
    std::vector<std::string> others;
    for (const std::string& name : namesOf(kernel))
        if (isIdentifier(name) && !isReserved(name))
            taken.insert(name);
        else
            others.push_back(name);
    for (const std::string& name : others) {
        const std::string wish = identifier(name);
        std::string text = wish;
        for (int i = 1; !taken.insert(text).second; ++i)
            text = fmt::format("{}_{}", wish, i);
        renamed_.emplace(name, std::move(text));
    }
}

std::optional<Expr> notComputable(const Kernel& kernel) {
    std::optional<Expr> found;
    Visit([](const std::string&) {},
          [&](const Expr& e) {
              if (const Expr* part = found ? nullptr : notComputable(e))
                  found = *part;
          })(kernel);
    return found;
}

Kernel SourceNames::applied(const Kernel& kernel) const {
    return Renamer(renamed_).kernel(kernel);
}

} // namespace mw::codegen
