// Visits of all names of a kernel, and copies of it with others.
#include "core/codegen/rewrite.h"

#include "core/codegen/walk.h"
#include "core/support/overload.h"

namespace mw::codegen {

using symbolic::Expr;

namespace {

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
    void statement(const Stage& s) const {
        name_(s.array);
        name_(s.buffer);
        exprs({&s.at, &s.index});
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

/// Walks what it is given and changes it in place.
class Renamer {
public:
    Renamer(const std::map<std::string, std::string, std::less<>>& names,
            const symbolic::Substitution& symbols)
        : names_(names), symbols_(symbols) {}

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
    void statements(Statements& list) const {
        for (Statement& s : list)
            any(s);
    }
    void any(Statement& s) const {
        std::visit([&](auto& one) { statement(one); }, s.kind);
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
    void statement(Stage& s) const {
        name(s.array);
        name(s.buffer);
        exprs({&s.at, &s.index});
    }
    static void statement(Jump&) {}
    static void statement(Comment&) {}
    static void statement(Barrier&) {}

    void value(ValuePtr& v) const {
        if (!v)
            return;
        auto copy = std::make_shared<Value>(*v);
        if (const auto* local = std::get_if<LocalRef>(&copy->kind);
            local && isReplaced(local->name))
            copy->kind = Index{symbols_.find(local->name)->second};
        else
            std::visit([&](auto& one) { node(one); }, copy->kind);
        v = std::move(copy);
    }
    bool isReplaced(const std::string& variable) const {
        return symbols_.contains(variable) && !names_.contains(variable);
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
    const symbolic::Substitution& symbols_;
};

} // namespace

void visitNames(const Kernel& kernel, const std::function<void(const std::string&)>& name,
                const std::function<void(const Expr&)>& expr) {
    Visit(name, expr)(kernel);
}

NameSet namesOf(const Kernel& kernel) {
    NameSet names;
    visitNames(
        kernel, [&](const std::string& name) { names.insert(name); },
        [&](const Expr& e) { symbolic::collectSymbols(e, names); });
    return names;
}

NameSet namesIn(const Value& value) {
    NameSet names;
    walkValue(value, [&](const Value& v) {
        if (const auto* local = std::get_if<LocalRef>(&v.kind))
            names.insert(local->name);
        else if (const auto* index = std::get_if<Index>(&v.kind))
            symbolic::collectSymbols(index->expr, names);
        else if (const auto* load = std::get_if<Load>(&v.kind))
            symbolic::collectSymbols(load->index, names);
    });
    return names;
}

NameSet declaredNames(const Statements& statements) {
    NameSet names;
    walk(
        statements,
        [&](const Statement& s) {
            std::visit(Overload{
                           [&](const DeclareScalar& d) { names.insert(d.name); },
                           [&](const DeclareArray& d) { names.insert(d.name); },
                           [&](const For& f) { names.insert(f.variable); },
                           [&](const Raw& r) {
                               for (const Raw::Name& one : r.names)
                                   if (one.kind == Raw::Name::Kind::pointer)
                                       names.insert(one.outside);
                           },
                           [](const auto&) {},
                       },
                       s.kind);
        },
        [](const Value&) {});
    return names;
}

Names freshNames(const Kernel& kernel) {
    Names names;
    for (const std::string& name : namesOf(kernel))
        names.reserve(name);
    return names;
}

Rewrite::Rewrite(std::map<std::string, std::string, std::less<>> names) {
    for (const auto& [from, to] : names)
        rename(from, to);
}

void Rewrite::rename(const std::string& from, const std::string& to) {
    names_[from] = to;
    symbols_.insert_or_assign(from, Expr::symbol(to));
}

void Rewrite::replace(const std::string& variable, Expr by) {
    symbols_.insert_or_assign(variable, std::move(by));
}

Kernel Rewrite::applied(Kernel kernel) const {
    return Renamer(names_, symbols_).kernel(std::move(kernel));
}

Statements Rewrite::applied(Statements statements) const {
    Renamer(names_, symbols_).statements(statements);
    return statements;
}

Statement Rewrite::applied(Statement statement) const {
    if (names_.empty() && symbols_.empty())
        return statement; // bodies are copied where something changes alone
    Renamer(names_, symbols_).any(statement);
    return statement;
}

Expr Rewrite::applied(const Expr& e) const {
    return symbolic::substitute(e, symbols_);
}

} // namespace mw::codegen
