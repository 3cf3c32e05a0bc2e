// The pass "load-once": loads of what the kernel does not change stand once.
#include "core/codegen/passes/load_facts.h"
#include "core/codegen/passes/passes.h"
#include "core/codegen/rewrite.h"
#include "core/codegen/walk.h"

#include <algorithm>

namespace mw::codegen {

namespace {

class LoadOnce {
public:
    LoadOnce(const PlanContext& context, const Kernel& kernel)
        : uses_(kernel), inside_(context, kernel), data_(dataLocals(kernel.body)),
          level_(kernel.dims.size() < 2 ? "" : kernel.dims[kernel.dims.size() - 2].param),
          names_(freshNames(kernel)) {}

    Statements body(const Statements& statements) {
        Statements rest = block(statements, {}, {}, {});
        std::move(rest.begin(), rest.end(), std::back_inserter(front_));
        return std::move(front_);
    }

private:
    /// A local holds the element.
    struct Held {
        Load load;
        std::string local;
    };
    /// Whether a block runs.
    struct When {
        bool byData = false;      ///< loaded elements decide
        bool alternative = false; ///< if not, another one with loads does
    };
    struct Block {
        std::vector<Held> held;
        NameSet stored;
        Statements out;
        When when;
    };

    Statements block(const Statements& statements, std::vector<Held> held, NameSet stored,
                     When when) {
        Block at{std::move(held), std::move(stored), {}, when};
        for (const Statement& s : statements)
            add(at, s);
        return std::move(at.out);
    }

    void add(Block& at, Statement s) {
        s = known_.applied(std::move(s));
        element_ = s.element;
        if (auto* declare = std::get_if<DeclareScalar>(&s.kind)) {
            if (declare->init)
                declare->init = initial(at, *declare);
        } else if (auto* assign = std::get_if<AssignScalar>(&s.kind)) {
            assign->value = value(at, assign->value, true);
        } else if (auto* store = std::get_if<Store>(&s.kind)) {
            store->value = value(at, store->value, true);
        } else if (auto* branch = std::get_if<If>(&s.kind)) {
            branch->condition = value(at, branch->condition, true);
            const When when{at.when.byData || dependsOnData(*branch->condition),
                            at.when.alternative ||
                                (hasLoads(branch->then) && hasLoads(branch->otherwise))};
            branch->then = block(branch->then, at.held, at.stored, when);
            branch->otherwise = block(branch->otherwise, at.held, at.stored, when);
        } else if (auto* loop = std::get_if<For>(&s.kind)) {
            loop->body = inLoop(at, s, loop->body);
        } else if (auto* repeat = std::get_if<While>(&s.kind)) {
            repeat->body = inLoop(at, s, repeat->body);
        }
        NameSet stored;
        addStored(s, stored);
        std::erase_if(at.held, [&](const Held& h) { return stored.contains(h.load.buffer); });
        at.stored.merge(stored);
        if (auto* store = std::get_if<Store>(&s.kind))
            forward(at, *store);
        if (!repeats(s))
            at.out.push_back(std::move(s));
    }
    /// What an iteration stores in an element of its own, and loads again, stays in a local.
    void forward(Block& at, Store& store) {
        if (!store.wcr.empty() || !uses_.reloaded.contains(store.buffer))
            return;
        const auto* value = std::get_if<LocalRef>(&store.value->kind);
        std::string local = value && store.value->type == store.type ? value->name : std::string();
        if (!uses_.isConstant(local)) {
            local = names_.fresh(store.buffer + "_stored");
            uses_.constants.insert(local);
            at.out.push_back({DeclareScalar{store.type, local, store.value}, element_});
            store.value = std::make_shared<Value>(Value{LocalRef{local}, store.type});
        }
        at.held.push_back({{store.buffer, store.index}, local});
    }
    /// What the loop stores is stored before the next turn.
    Statements inLoop(const Block& at, const Statement& loop, const Statements& body) {
        NameSet stored = at.stored;
        addStored(loop, stored);
        auto held = at.held;
        std::erase_if(held, [&](const Held& h) { return stored.contains(h.load.buffer); });
        return block(body, std::move(held), std::move(stored), at.when);
    }

    bool dependsOnData(const Value& condition) const {
        const NameSet names = namesIn(condition);
        return std::any_of(names.begin(), names.end(),
                           [&](const std::string& name) { return data_.contains(name); });
    }

    static const Held* find(const std::vector<Held>& list, const Load& load) {
        const auto found = std::find_if(list.begin(), list.end(), [&](const Held& h) {
            return h.load.buffer == load.buffer && h.load.index == load.index;
        });
        return found == list.end() ? nullptr : &*found;
    }
    const Held* find(const Block& at, const Load& load) const {
        const Held* here = find(at.held, load);
        return here ? here : find(ahead_, load);
    }
    /// Where loaded elements decide whether it is needed, a load waits for them; one that is inside
    /// its buffer in any case need not. Where only one of two loads is needed, both are done if all
    /// levels share them.
    bool goesAhead(const Block& at, const Load& load) const {
        return at.when.byData && uses_.constant.contains(load.buffer) && inside_(load) &&
               (!at.when.alternative || isSharedByLevels(load));
    }
    bool isSharedByLevels(const Load& load) const {
        return !level_.empty() && !symbolic::freeSymbols(load.index).contains(level_);
    }
    const Held* loadAhead(const ValuePtr& v, const Load& load) {
        ahead_.push_back({load, names_.fresh(load.buffer + "_element")});
        front_.push_back({DeclareScalar{v->type, ahead_.back().local, v}, element_});
        uses_.constants.insert(ahead_.back().local);
        return &ahead_.back();
    }

    ValuePtr initial(Block& at, const DeclareScalar& declare) {
        const auto* load = std::get_if<Load>(&declare.init->kind);
        if (!load || !declare.isConst || declare.type != declare.init->type || find(at, *load) ||
            uses_.assigned.contains(declare.name) || !uses_.movable(*load, at.stored) ||
            goesAhead(at, *load))
            return value(at, declare.init, true);
        at.held.push_back({*load, declare.name});
        return declare.init;
    }
    /// A constant that only repeats another one: its name stands for the other from here on.
    bool repeats(const Statement& s) {
        const auto* declare = std::get_if<DeclareScalar>(&s.kind);
        const auto* local = declare && declare->isConst && declare->init
                                ? std::get_if<LocalRef>(&declare->init->kind)
                                : nullptr;
        if (!local || declare->type != declare->init->type || !uses_.isConstant(declare->name) ||
            !uses_.isConstant(local->name))
            return false;
        known_.rename(declare->name, local->name);
        return true;
    }

    /// `always`: the value is computed whenever the statement runs.
    ValuePtr value(Block& at, const ValuePtr& v, bool always) {
        if (const auto* load = std::get_if<Load>(&v->kind))
            return element(at, v, *load, always);
        auto copy = std::make_shared<Value>(*v);
        if (auto* unary = std::get_if<Unary>(&copy->kind)) {
            unary->operand = value(at, unary->operand, always);
        } else if (auto* binary = std::get_if<Binary>(&copy->kind)) {
            const bool both = binary->op != "&&" && binary->op != "||";
            binary->left = value(at, binary->left, always);
            binary->right = value(at, binary->right, always && both);
        } else if (auto* select = std::get_if<Select>(&copy->kind)) {
            select->condition = value(at, select->condition, always);
            select->then = value(at, select->then, false);
            select->otherwise = value(at, select->otherwise, false);
        } else if (auto* call = std::get_if<Call>(&copy->kind)) {
            for (ValuePtr& arg : call->args)
                arg = value(at, arg, always);
        } else if (auto* cast = std::get_if<Cast>(&copy->kind)) {
            cast->operand = value(at, cast->operand, always);
        }
        return copy;
    }
    ValuePtr element(Block& at, const ValuePtr& v, const Load& load, bool always) {
        const Held* held = find(at, load);
        if (!held && !uses_.movable(load, at.stored))
            return v;
        if (!held && goesAhead(at, load))
            held = loadAhead(v, load);
        if (!held && !always)
            return v;
        if (!held) {
            at.held.push_back({load, names_.fresh(load.buffer + "_element")});
            held = &at.held.back();
            at.out.push_back({DeclareScalar{v->type, held->local, v}, element_});
            uses_.constants.insert(held->local);
        }
        return std::make_shared<Value>(Value{LocalRef{held->local}, v->type});
    }

    BufferUses uses_;
    InsideAlways inside_;
    NameSet data_;
    std::string level_; ///< the dimension of which a thread may do several values
    Names names_;
    Rewrite known_;           ///< names that stand for others
    std::vector<Held> ahead_; ///< loaded in `front_`
    Statements front_;        ///< before all else
    ElementId element_;       ///< that the statement is made of which is looked at
};

} // namespace

void loadOnce(const PlanContext& context, Kernel& kernel) {
    kernel.body = LoadOnce(context, kernel).body(kernel.body);
}

} // namespace mw::codegen
