// The pass "scalar-replacement".
#include "core/codegen/passes/passes.h"
#include "core/codegen/rewrite.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

namespace mw::codegen {

namespace {

using Elements = std::map<std::int64_t, std::string>; ///< element -> scalar

/// Private arrays of which every access names a constant element.
class ReplacedArrays {
public:
    explicit ReplacedArrays(const Kernel& kernel) {
        walk(
            kernel.body, [&](const Statement& s) { declaration(s); }, [](const Value&) {});
        walk(
            kernel.body, [&](const Statement& s) { statement(s); },
            [&](const Value& v) {
                if (const auto* load = std::get_if<Load>(&v.kind))
                    use(load->buffer, load->index);
            });
        for (const std::string& name : others_)
            arrays_.erase(name);
        Names names = freshNames(kernel);
        for (auto& [name, elements] : arrays_)
            for (auto& [element, scalar] : elements)
                scalar = names.fresh(fmt::format("{}_{}", name, element));
    }

    const Elements* find(const std::string& array) const {
        const auto found = arrays_.find(array);
        return found == arrays_.end() ? nullptr : &found->second;
    }
    bool empty() const { return arrays_.empty(); }

private:
    void declaration(const Statement& s) {
        if (const auto* array = std::get_if<DeclareArray>(&s.kind))
            if (!arrays_.emplace(array->name, Elements{}).second ||
                !sizes_.emplace(array->name, array->elements).second)
                others_.insert(array->name);
    }
    void statement(const Statement& s) {
        if (const auto* store = std::get_if<Store>(&s.kind)) {
            use(store->buffer, store->index);
            if (!store->wcr.empty())
                others_.insert(store->buffer);
        } else if (const auto* raw = std::get_if<Raw>(&s.kind)) {
            for (const Raw::Name& name : raw->names)
                others_.insert(name.buffer);
        }
    }
    void use(const std::string& buffer, const symbolic::Expr& index) {
        const auto found = arrays_.find(buffer);
        if (found == arrays_.end())
            return;
        const auto element = index.asInteger();
        if (element && *element >= 0 && *element < sizes_.at(buffer))
            found->second[*element];
        else
            others_.insert(buffer);
    }

    std::map<std::string, Elements, std::less<>> arrays_;
    std::map<std::string, std::int64_t, std::less<>> sizes_;
    NameSet others_;
};

class Replace {
public:
    explicit Replace(const ReplacedArrays& arrays) : arrays_(arrays) {}

    Statements all(const Statements& statements) const {
        Statements out;
        for (const Statement& s : statements)
            add(s, out);
        return out;
    }

private:
    const std::string* scalar(const std::string& buffer, const symbolic::Expr& index) const {
        const Elements* elements = arrays_.find(buffer);
        return elements ? &elements->at(*index.asInteger()) : nullptr;
    }

    void add(const Statement& statement, Statements& out) const {
        if (const auto* array = std::get_if<DeclareArray>(&statement.kind);
            array && arrays_.find(array->name)) {
            for (const auto& [element, name] : *arrays_.find(array->name))
                out.push_back(
                    {DeclareScalar{array->type, name, zeroOf(*array), false}, statement.element});
            return;
        }
        Statement s = statement;
        mapValues(s, [&](const ValuePtr& v) { return value(v); });
        if (auto* branch = std::get_if<If>(&s.kind)) {
            branch->then = all(branch->then);
            branch->otherwise = all(branch->otherwise);
        } else if (auto* loop = std::get_if<For>(&s.kind)) {
            loop->body = all(loop->body);
        } else if (auto* repeat = std::get_if<While>(&s.kind)) {
            repeat->body = all(repeat->body);
        } else if (const auto* store = std::get_if<Store>(&s.kind)) {
            if (const std::string* name = scalar(store->buffer, store->index))
                s = {AssignScalar{*name, store->value}, statement.element};
        }
        out.push_back(std::move(s));
    }
    static ValuePtr zeroOf(const DeclareArray& array) {
        return array.zero ? std::make_shared<Value>(Value{Literal{"0"}, array.type}) : nullptr;
    }
    ValuePtr value(const ValuePtr& v) const {
        const auto* load = std::get_if<Load>(&v->kind);
        const std::string* name = load ? scalar(load->buffer, load->index) : nullptr;
        return name ? std::make_shared<Value>(Value{LocalRef{*name}, v->type}) : v;
    }

    const ReplacedArrays& arrays_;
};

} // namespace

void scalarReplacement(const PlanContext&, Kernel& kernel) {
    const ReplacedArrays arrays(kernel);
    if (!arrays.empty())
        kernel.body = Replace(arrays).all(kernel.body);
}

} // namespace mw::codegen
