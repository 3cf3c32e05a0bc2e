// What stands around the maps of a program: where their containers come from, first values, states.
#include "tests/support/fusion_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace mw::test {

std::string FusionChain::sourceEnd(const Field& field) {
    if (!field.viewOf.empty()) {
        const std::string node = text_.access(field.name);
        text_.edge(fmt::format("{} -> {}.views : {}{}", text_.access(field.viewOf), node,
                               field.viewOf, text_.whole(field)));
        return node;
    }
    if (inner_ && !field.transient) {
        if (std::find(outerRead_.begin(), outerRead_.end(), &field) == outerRead_.end())
            outerRead_.push_back(&field);
        return "outer.OUT_" + field.name;
    }
    const auto written = nodes_.find(field.name);
    return written != nodes_.end() ? written->second : text_.access(field.name);
}

void FusionChain::targetEnd(const Field& field, const std::string& from, const std::string& wcr) {
    const auto temporary = std::find_if(temporaries_.begin(), temporaries_.end(),
                                        [&](const auto& t) { return t.field == &field; });
    if (inner_ && !field.transient) {
        text_.edge(fmt::format("{} -> x_outer.IN_{} : {}{}{}", from, field.name, field.name,
                               text_.whole(field), wcr));
        text_.edge(fmt::format("x_outer.OUT_{} -> {} : {}{}{}", field.name,
                               text_.access(field.name), field.name, text_.whole(field), wcr));
        return;
    }
    const std::string node = text_.fresh("a_");
    const bool zero = temporary != temporaries_.end() && temporary->setZero;
    text_.node(fmt::format("{} = access {}{}", node, field.name, zero ? " setzero" : ""));
    text_.edge(fmt::format("{} -> {} : {}{}{}", from, node, field.name, text_.whole(field), wcr));
    nodes_[field.name] = node;
}

/// States behind that read a temporary once more.
void FusionChain::addLater() {
    for (Temporary& temporary : temporaries_) {
        if (inner_ || !random_.chance(15))
            continue;
        temporary.needsFirstValues = true;
        Field output = *temporary.field;
        output.name = text_.fresh("o");
        output.transient = false;
        output.rowOffset = 0;
        text_.declare(output);
        fields_.push_back(output);
        text_.edge(fmt::format("{} -> {} : {}{} -> {}", text_.access(temporary.field->name),
                               text_.access(output.name), temporary.field->name,
                               text_.whole(*temporary.field), text_.whole(output)));
        mark("an intermediate that is read later");
    }
    const Temporary& last = temporaries_.back();
    if (!inner_ && last.field->type == "int32") { // what the edges between states read
        temporaries_.back().needsFirstValues = true;
        assignment_ = fmt::format(" with g = `{}{}`", last.field->name,
                                  text_.element(*last.field, {"2", "2"}));
        text_.declareLine("array og float64 [1]");
        text_.node("cg = tasklet cg `z = (g * 2)`");
        text_.edge(fmt::format("cg.z -> {} : og[0]", text_.access("og")));
        mark("an intermediate that an edge between states reads");
    }
    after_ = text_.takeLines();
}

/// Values for every element that is read without the maps having written it.
std::string FusionChain::firstValues() {
    for (const Temporary& temporary : temporaries_) {
        if (!temporary.needsFirstValues || temporary.setZero || !temporary.field->transient)
            continue;
        const Field& field = *temporary.field;
        const std::string id = text_.fresh("m");
        std::string ranges;
        std::vector<std::string> params;
        for (const Axis& axis : text_.axes()) {
            params.push_back(fmt::format("e{}", params.size()));
            ranges += fmt::format("{} = 0:{}, ", params.back(), axis.extent());
        }
        ranges += fmt::format("r = 0:{}", std::max(field.row, 1));
        text_.node(fmt::format("{0} = map {0} [{1}] -> x_{0}", id, ranges));
        text_.node(fmt::format("c_{0} = tasklet c_{0} `z = ((1000 + e0) + (20 * r))`", id));
        text_.node(fmt::format("x_{0} = exit {0}", id));
        text_.edge(fmt::format("{0} -> c_{0}", id));
        text_.edge(fmt::format("c_{0}.z -> x_{0}.IN_t : {1}{2}", id, field.name,
                               text_.element(field, params, "r")));
        text_.edge(fmt::format("x_{}.OUT_t -> {} : {}{}", id, text_.access(field.name), field.name,
                               text_.whole(field)));
    }
    return text_.takeLines();
}

std::string FusionChain::states() {
    for (const Field* field : outerRead_)
        text_.edge(fmt::format("{} -> outer.IN_{} : {}{}", text_.access(field->name), field->name,
                               field->name, text_.whole(*field)));
    const std::string main = text_.takeLines();
    addLater();
    const std::string first = firstValues();
    std::string text, edges;
    std::string previous;
    for (const auto& [name, lines] :
         {std::pair{"first", first}, std::pair{"main", main}, std::pair{"after", after_}}) {
        if (lines.empty())
            continue;
        text += fmt::format("  state {} {{\n{}  }}\n", name, lines);
        if (!previous.empty())
            edges += fmt::format("  {} -> {}{}\n", previous, name,
                                 std::string_view(name) == "after" ? assignment_ : "");
        previous = name;
    }
    if (loop_)
        return fmt::format("  loop turns `turn = 0` `(turn < 2)` `turn = (turn + 1)` variable turn "
                           "{{\n{}{}  }}\n",
                           text, edges);
    return text + edges;
}

namespace {

/// Lines of declarations that are no temporaries.
std::string argumentsOf(const std::string& declarations) {
    std::string arguments;
    std::istringstream lines(declarations);
    for (std::string line; std::getline(lines, line);)
        if (!line.ends_with(" transient"))
            arguments += line + "\n";
    return arguments;
}

constexpr const char* kSymbols = "symbols N:int32 M:int32 h:int32 s:int32 k:int32 g:int32";

} // namespace

std::string FusionChain::nestedProgram(const std::string& states) {
    std::string nodes, edges;
    const auto pass = [&](const std::string& name, const std::string& whole) {
        nodes += fmt::format("    i_{0} = access {0}\n    w_{0} = access {0}\n", name);
        edges +=
            fmt::format("    i_{0} -> b.{0} : {0}{1}\n    b.{0} -> w_{0} : {0}{1}\n", name, whole);
    };
    for (const Field& field : fields_)
        if (!field.transient)
            pass(field.name, text_.whole(field));
    if (!assignment_.empty())
        pass("og", "[0]");
    return fmt::format(
        "sdfg fused {{\n  {0}\n{1}  state s {{\n    b = nested b {{N: N, M: M, h: h, "
        "s: s, k: k, g: 0}} = sdfg inside {{\n  {0}\n{2}{3}}}\n{4}{5}  }}\n}}\n",
        kSymbols, argumentsOf(text_.declarations()), text_.declarations(), states, nodes, edges);
}

std::string FusionChain::wholeProgram(const std::string& states) {
    if (nested_)
        return nestedProgram(states);
    return fmt::format("sdfg fused {{\n  {}\n{}{}}}\n", kSymbols, text_.declarations(), states);
}

} // namespace mw::test
