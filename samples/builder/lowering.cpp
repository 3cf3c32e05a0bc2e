// Fields to maps: operations, gathers, shifts, ranges, choices.
#include "samples/builder/lowering.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

namespace mw::samples {

namespace {

/// Domains matter along the axes that the field has.
std::string keyOf(const Field& field, const Domain& domain) {
    auto key = fmt::format("{}", fmt::ptr(&field.node()));
    for (const Axis& axis : field.node().axes)
        if (axis.neighbours == 0)
            key += fmt::format(" {}:{}", domain.of(axis).start, domain.of(axis).end);
    return key;
}

/// The first argument that the field is made of and that has the axis; nullptr: none.
const Node* argumentAlong(const Axis& axis, const Field& field) {
    const Node& node = field.node();
    if (node.kind == NodeKind::argument)
        return std::ranges::find(node.axes, axis) != node.axes.end() ? &node : nullptr;
    for (const Field& operand : node.operands)
        if (const Node* found = argumentAlong(axis, operand))
            return found;
    return nullptr;
}

std::string larger(const std::string& a, const std::string& b) {
    return fmt::format("Max({}, {})", a, b);
}
std::string smaller(const std::string& a, const std::string& b) {
    return fmt::format("Min({}, {})", a, b);
}

} // namespace

Lowering::Lowering(const Program& program, Generation generation)
    : program_(&program), names_(generation), states_{StateText("program_entry")} {
    for (const Argument& argument : program.arguments())
        arguments_[argument.name] = declared(argumentValue(names_, argument), "array", false);
    for (const Table& table : tablesOf(program)) {
        arguments_[Names::table(table.name)] = declared(tableValue(names_, table), "array", false);
        if (table.skips == SkipValues::yes)
            skipping_.insert(table.name);
    }
}

void Lowering::statement(const Statement& statement, std::size_t number) {
    const auto label = fmt::format("stmt_{}", number);
    const auto before = state().label();
    nextState(label);
    link(before, label);
    done_.clear();
    order_.clear();
    levels_ = statement.domain.levels;
    std::vector<std::pair<const Value*, Value>> results;
    for (const auto& [argument, value] : statement.results)
        results.emplace_back(
            &arguments_.at(argument.node().text),
            spread(evaluate(value, statement.domain), argument.node().axes, statement.domain));
    // What the program reads too is written when all of it has been read.
    const auto isRead = [&](const auto& result) { return read_.contains(result.first->container); };
    for (const auto& result : results)
        if (!isRead(result))
            copy(result.second, *result.first, statement.domain);
    if (std::ranges::none_of(results, isRead))
        return;
    const auto last = state().label();
    nextState("post_" + label);
    link(last, state().label());
    for (const auto& result : results)
        if (isRead(result))
            copy(result.second, *result.first, statement.domain);
}

std::string Lowering::text() const {
    std::map<std::string, std::string> symbols;
    for (const auto& [name, value] : arguments_) {
        for (std::size_t n = 0; n < value.axes.size(); ++n) {
            symbols[value.strides[n]] = "int32";
            if (value.axes[n].neighbours > 0)
                continue;
            if (value.origins[n] == "0") { // a table
                symbols[value.extents[n]] = "int32";
                continue;
            }
            symbols[Names::first(name, value.axes[n].name)] = "int32";
            symbols[Names::end(name, value.axes[n].name)] = "int32";
        }
    }
    for (const Parameter& parameter : program_->parameters())
        symbols[parameter.name] = ir::name(parameter.type);
    for (const auto& name : program_->names())
        if (!arguments_.contains(name))
            symbols.emplace(name, "int32");
    auto text =
        fmt::format("sdfg {} {{\n  args {}\n", program_->name(), fmt::join(program_->names(), " "));
    for (const auto& [name, type] : symbols)
        text += fmt::format("  symbols {}:{}\n", name, type);
    text += containers_;
    for (const StateText& state : states_)
        text += state.text();
    return text + links_ + "}\n";
}

Value Lowering::evaluate(const Field& field, const Domain& domain) {
    if (field.node().kind == NodeKind::argument) {
        read_.insert(field.node().text);
        return arguments_.at(field.node().text);
    }
    const auto key = keyOf(field, domain);
    if (const auto known = done_.find(key); known != done_.end())
        return known->second;
    const Value value = compute(field, domain);
    done_[key] = value;
    order_.push_back({key, field, domain});
    return value;
}

Value Lowering::compute(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    switch (node.kind) {
    case NodeKind::literal:
    case NodeKind::parameter:
        return constant(node);
    case NodeKind::operation:
        return operation(field, domain);
    case NodeKind::entry:
        return entry(field, domain);
    case NodeKind::gather:
        return gather(field, domain);
    case NodeKind::neighbours:
        return neighbours(field, domain);
    case NodeKind::lists:
        return lists(field, domain);
    case NodeKind::reduction:
        return reduction(field, domain);
    case NodeKind::shift:
        return shift(field, domain);
    case NodeKind::lookup:
        return lookup(field, domain);
    case NodeKind::where:
        return where(field, domain);
    case NodeKind::concat:
        return concat(field, domain);
    case NodeKind::choice:
        return choice(field, domain);
    case NodeKind::temporary:
        return kept(field, domain);
    case NodeKind::scan:
        return scan(field, domain);
    case NodeKind::argument:
    case NodeKind::scanInput:
    case NodeKind::scanState:
        break;
    }
    assert(false);
    return {};
}

Value Lowering::constant(const Node& node) {
    const Value value = node.kind == NodeKind::parameter
                            ? declared({unique("__" + node.text), node.type, {}, {}, {}, {}})
                            : temporary(node.type, {}, {});
    const auto tasklet = state().fresh("t");
    state().node(fmt::format("{} = tasklet {} `{} = {}`", tasklet, taskletLabel("get_value"),
                             names_.connector("out"), node.text));
    state().edge(fmt::format("{}.{} -> {} : {}[0]", tasklet, names_.connector("out"),
                             state().writing(value), value.container));
    return value;
}

Value Lowering::operation(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    std::vector<Value> operands;
    for (const Field& operand : node.operands)
        operands.push_back(evaluate(operand, domain));
    const bool scalar = node.axes.empty();
    const Value target = temporary(node.type, node.axes, domain);
    std::vector<std::string> connectors;
    for (std::size_t n = 0; n < operands.size(); ++n)
        connectors.push_back(names_.connector("arg" + std::to_string(n)));
    const auto result = names_.connector(scalar ? "out" : "result");
    MapText map(state(), scalar ? "" : mapLabel(), node.axes, domain);
    const auto tasklet = state().fresh("t");
    state().node(fmt::format("{} = tasklet {} `{} = {}`", tasklet,
                             taskletLabel(scalar ? "scalar_expr" : node.label), result,
                             substituted(node.text, connectors)));
    for (std::size_t n = 0; n < operands.size(); ++n)
        map.edge(operands[n], SubsetText(operands[n]).over(domain), tasklet + "." + connectors[n],
                 SubsetText(operands[n]).atParameters());
    map.out(tasklet + "." + result, target);
    return target;
}

Value Lowering::entry(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    const int which = node.neighbour->which;
    const Value list = evaluate(node.operands[0], domain);
    const Value element = temporary(node.type, {}, domain);
    const Value target = temporary(node.type, node.axes, domain);
    MapText map(state(), mapLabel(), node.axes, domain);
    const auto access = state().writing(element);
    map.edge(list, SubsetText(list).over(domain, which), access,
             SubsetText(list).atParameters(which));
    map.out(access, target, "0");
    return target;
}

Value Lowering::gather(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    const auto& [table, which] = *node.neighbour;
    const Value source =
        evaluate(node.operands[0], wholeOf(table.target, node.operands[0], domain));
    const Value& rows = arguments_.at(Names::table(table.name));
    const Value target = temporary(node.type, node.axes, domain);
    MapText map(state(), mapLabel(), node.axes, domain);
    const auto index = names_.connector(fmt::format("index_{}", table.target.name));
    std::string subscript;
    for (std::size_t n = 0; n < source.axes.size(); ++n)
        subscript += source.axes[n] == table.target
                         ? fmt::format("({} - {})", index, source.origins[n])
                         : fmt::format(", ((- {}) + {})", source.origins[n],
                                       Names::parameter(source.axes[n].name));
    const auto tasklet = state().fresh("t");
    state().node(fmt::format("{} = tasklet {} `{} = {}[{}]`", tasklet, taskletLabel("deref"),
                             names_.connector("val"), names_.connector("field"), subscript));
    map.edge(source, SubsetText(source).wholeAlong(table.target, domain),
             fmt::format("{}.{}", tasklet, names_.connector("field")), SubsetText(source).whole());
    map.edge(rows, SubsetText(rows).over(domain, which), fmt::format("{}.{}", tasklet, index),
             SubsetText(rows).atParameters(which));
    map.out(fmt::format("{}.{}", tasklet, names_.connector("val")), target);
    return target;
}

Value Lowering::lookup(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    const auto& [table, which] = *node.neighbour;
    const Value source = evaluate(node.operands[0], domain);
    const Value offset = evaluate(node.operands[1], domain);
    const Value& rows = arguments_.at(Names::table(table.name));
    const Value level = temporary(ir::ScalarType::int32, {}, domain);
    const Value target = temporary(node.type, node.axes, domain);
    MapText map(state(), mapLabel(), node.axes, domain);
    const auto shifted = names_.connector("shifted_index");
    const auto adding = state().fresh("t");
    state().node(fmt::format("{} = tasklet {} `{} = ({} + {})`", adding,
                             taskletLabel("dynamic_offset"), shifted, Names::parameter("K"),
                             names_.connector("offset")));
    const auto access = state().writing(level);
    const auto index = names_.connector(fmt::format("index_{}", table.target.name));
    const auto reading = state().fresh("t");
    state().node(fmt::format("{} = tasklet {} `{} = {}[({} - {}), ({} - {})]`", reading,
                             taskletLabel("deref"), names_.connector("val"),
                             names_.connector("field"), index, source.origins[0],
                             names_.connector("index_K"), source.origins[1]));
    map.edge(offset, SubsetText(offset).over(domain),
             fmt::format("{}.{}", adding, names_.connector("offset")),
             SubsetText(offset).atParameters());
    state().edge(fmt::format("{}.{} -> {} : {}[0]", adding, shifted, access, level.container));
    state().edge(fmt::format("{} -> {}.{} : {}[0]", access, reading, names_.connector("index_K"),
                             level.container));
    map.edge(source, SubsetText(source).whole(),
             fmt::format("{}.{}", reading, names_.connector("field")), SubsetText(source).whole());
    map.edge(rows, SubsetText(rows).over(domain, which), fmt::format("{}.{}", reading, index),
             SubsetText(rows).atParameters(which));
    map.out(fmt::format("{}.{}", reading, names_.connector("val")), target);
    return target;
}

Value Lowering::shift(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    Domain there = domain;
    for (std::string* end : {&there.levels.start, &there.levels.end})
        *end = fmt::format("{} + ({})", *end, node.levels);
    Value source = evaluate(node.operands[0], there);
    for (std::size_t n = 0; n < source.axes.size(); ++n)
        if (source.axes[n] == K)
            source.origins[n] = fmt::format("{} - ({})", source.origins[n], node.levels);
    return spread(source, {}, domain);
}

Value Lowering::where(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    std::vector<Value> operands;
    for (const Field& operand : node.operands)
        operands.push_back(evaluate(operand, domain));
    const Value element = temporary(node.type, {}, domain);
    const Value target = temporary(node.type, node.axes, domain);
    MapText map(state(), mapLabel(), node.axes, domain);
    const auto nested = state().fresh("b");
    const auto type = ir::name(node.type);
    const auto name = fmt::format("if_stmt_{}", branches_++);
    const auto branch = [](const char* state, const char* from) {
        return fmt::format("{0} {{ state {0} {{ o = access __output; i = access {1}; "
                           "i -> o : __output[0] }} }}",
                           state, from);
    };
    state().node(fmt::format(R"({0} = nested {1} = sdfg {1} {{
      scalar __cond bool
      scalar __arg1 {2}
      scalar __arg2 {2}
      scalar __output {2}
      state entry {{ }}
      branch "if" {{
        if `__cond` {3} else {4}
      }}
      entry -> "if"
    }})",
                             nested, name, type, branch("true_branch", "__arg1"),
                             branch("false_branch", "__arg2")));
    const char* connectors[] = {"__cond", "__arg1", "__arg2"};
    for (std::size_t n = 0; n < operands.size(); ++n)
        map.edge(operands[n], SubsetText(operands[n]).over(domain),
                 fmt::format("{}.{}", nested, connectors[n]),
                 SubsetText(operands[n]).atParameters());
    const auto access = state().writing(element);
    state().edge(fmt::format("{}.__output -> {} : {}[0]", nested, access, element.container));
    map.out(access, target, "0");
    return target;
}

Value Lowering::concat(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    Domain below = domain;
    Domain from = domain;
    below.of(node.axis).end = smaller(domain.of(node.axis).end, node.text);
    from.of(node.axis).start = larger(domain.of(node.axis).start, node.text);
    const Value first = spread(evaluate(node.operands[0], below), node.axes, below);
    const Value second = spread(evaluate(node.operands[1], from), node.axes, from);
    const Value target = temporary(node.type, node.axes, domain);
    copy(first, target, below);
    copy(second, target, from);
    return target;
}

Value Lowering::choice(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    share(node.operands[0], node.operands[1], domain);
    const Value target = temporary(node.type, node.axes, domain);
    const auto before = state().label();
    const auto base = before.substr(0, before.find("_join"));
    const auto suffix = choices_ == 0 ? std::string() : fmt::format("_{}", choices_);
    ++choices_;
    const auto test = fmt::format("{}_cond{}", base, suffix);
    nextState(test);
    link(before, test);
    const auto known = done_;
    const auto order = order_;
    std::vector<std::string> ends;
    for (const bool yes : {true, false}) {
        nextState(fmt::format("{}_{}_branch{}", base, yes ? "true" : "false", suffix));
        link(test, state().label(), yes ? node.text : fmt::format("(not {})", node.text));
        const auto& operand = node.operands[yes ? 0 : 1];
        copy(spread(evaluate(operand, domain), node.axes, domain), target, domain);
        ends.push_back(state().label());
        done_ = known;
        order_ = order;
    }
    nextState(fmt::format("{}_join{}", base, suffix));
    for (const auto& end : ends)
        link(end, state().label());
    return target;
}

Value Lowering::kept(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    const Field& operand = node.operands[0];
    const Domain all{
        domain.horizontal,
        domain.elements,
        {node.levels == 0 ? levels_.start : fmt::format("{} - {}", levels_.start, node.levels),
         levels_.end}};
    return evaluate(operand, node.axis.name.empty() ? all : wholeOf(node.axis, operand, all));
}

Value Lowering::spread(const Value& value, const std::vector<Axis>& axes, const Domain& domain) {
    if (value.axes == axes)
        return value;
    const auto& all = axes.empty() ? value.axes : axes;
    const Value target = temporary(value.type, all, domain);
    MapText map(state(), mapLabel(), all, domain);
    const auto tasklet = state().fresh("t");
    state().node(fmt::format("{} = tasklet {} `{} = {}`", tasklet, taskletLabel("copy"),
                             names_.connector("out"), names_.connector("inp")));
    map.edge(value, SubsetText(value).over(domain),
             fmt::format("{}.{}", tasklet, names_.connector("inp")),
             SubsetText(value).atParameters());
    map.out(fmt::format("{}.{}", tasklet, names_.connector("out")), target);
    return target;
}

void Lowering::copy(const Value& from, const Value& target, const Domain& part) {
    const auto source = state().reading(from);
    const auto node = state().writes(target) ? state().reading(target) : state().writing(target);
    state().edge(fmt::format("{} -> {} : {}[{}] -> [{}]", source, node, from.container,
                             SubsetText(from).filling(names_, part),
                             SubsetText(target).filling(names_, part)));
}

void Lowering::share(const Field& a, const Field& b, const Domain& domain) {
    Lowering first = *this;
    Lowering second = *this;
    first.evaluate(a, domain);
    second.evaluate(b, domain);
    for (const Wanted& wanted : first.order_)
        if (second.done_.contains(wanted.key) && !done_.contains(wanted.key))
            evaluate(wanted.field, wanted.domain);
}

Value Lowering::temporary(ir::ScalarType type, const std::vector<Axis>& axes,
                          const Domain& domain) {
    return declared(
        temporaryValue(names_, unique(names_.temporary(temporaries_++)), type, axes, domain));
}

Value Lowering::declared(Value value, const std::string& kind, bool transient) {
    taken_.insert(value.container);
    containers_ += declaration(kind, value, transient);
    return value;
}

Value Lowering::view(const Value& value, const Axis& axis) {
    const auto n =
        static_cast<std::size_t>(std::ranges::find(value.axes, axis) - value.axes.begin());
    return declared({unique("view_" + value.container),
                     value.type,
                     {axis},
                     {value.origins[n]},
                     {value.extents[n]},
                     {value.strides[n]}},
                    "view");
}

Domain Lowering::wholeOf(const Axis& axis, const Field& field, const Domain& domain) const {
    const Node* argument = argumentAlong(axis, field);
    assert(argument != nullptr);
    return {axis,
            {Names::first(argument->text, axis.name), Names::end(argument->text, axis.name)},
            domain.levels};
}

std::string Lowering::unique(const std::string& name) {
    std::string made = name;
    for (int n = 1; taken_.contains(made); ++n)
        made = fmt::format("{}_{}", name, n);
    return made;
}

void Lowering::nextState(const std::string& label) {
    states_.emplace_back(label);
}

void Lowering::link(const std::string& from, const std::string& to, const std::string& condition) {
    links_ += fmt::format("  {} -> {}{}\n", from, to,
                          condition.empty() ? "" : fmt::format(" if `{}`", condition));
}

} // namespace mw::samples
