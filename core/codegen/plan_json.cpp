// Plans as JSON: what the runner receives.
#include "core/codegen/codegen.h"
#include "core/support/overload.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace mw::codegen {

namespace {

using Json = nlohmann::ordered_json;
using symbolic::Expr;

// Exceptions stay inside this file: the JSON library throws on wrong types and missing keys, Bad on
// what it cannot know; planFromJson turns both into a Diagnostic.
struct Bad : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Numbers as such: most sizes of a specialised program are.
Json write(const Expr& e) {
    if (e.isInteger())
        return e.value();
    return symbolic::print(e, symbolic::Dialect::code);
}
/// Members of structures are containers: `s.member` is one name, which no parser can know.
Expr withMembers(const Expr& e) {
    if (e.op() == symbolic::Op::attribute)
        if (const Expr of = withMembers(e.args()[0]); of.isSymbol())
            return Expr::symbol(of.name() + '.' + e.name());
    if (e.args().empty())
        return e;
    std::vector<Expr> args;
    for (const Expr& arg : e.args())
        args.push_back(withMembers(arg));
    return std::ranges::equal(args, e.args()) ? e : Expr::make(e.op(), std::move(args), e.name());
}
Expr readExpr(const Json& json) {
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX)
        throw Bad(fmt::format("{} is too large", json.dump()));
    if (json.is_number_integer())
        return json.get<std::int64_t>();
    auto parsed = symbolic::parse(json.get<std::string>(), symbolic::Dialect::code);
    if (!parsed)
        throw Bad(parsed.error().sentence);
    return json.get_ref<const std::string&>().find('.') == std::string::npos ? *parsed
                                                                             : withMembers(*parsed);
}
Json write(ir::ScalarType type) {
    return ir::name(type);
}
ir::ScalarType readType(const Json& json) {
    const auto text = json.get<std::string>();
    const auto type = ir::scalarTypeFromName(text);
    if (!type)
        throw Bad(fmt::format("'{}' is not an element type", text));
    return *type;
}

// ---- arrays, symbols, kernels: lists by position, because a plan has thousands of these

/// The fields of a part of the plan in the order that both directions use. A kernel's body
/// and the facts about it are none.
template <class Array, class Visit>
requires std::same_as<std::remove_const_t<Array>, PlanArray>
void fields(Array& a, const Visit& visit) {
    visit(a.name, a.type, a.elements, a.argument, a.scalar, a.written, a.shape, a.strides,
          a.firstUse, a.lastUse);
}
template <class Symbol, class Visit>
requires std::same_as<std::remove_const_t<Symbol>, PlanSymbol>
void fields(Symbol& s, const Visit& visit) {
    visit(s.name, s.type);
}
template <class Param, class Visit>
requires std::same_as<std::remove_const_t<Param>, BufferParam>
void fields(Param& p, const Visit& visit) {
    visit(p.name, p.array, p.type, p.written, p.read, p.elementwise, p.streaming, p.readOnly);
}
template <class Param, class Visit>
requires std::same_as<std::remove_const_t<Param>, ScalarParam>
void fields(Param& p, const Visit& visit) {
    visit(p.name, p.type, p.value);
}
template <class Dim, class Visit>
requires std::same_as<std::remove_const_t<Dim>, LaunchDim>
void fields(Dim& d, const Visit& visit) {
    visit(d.param, d.begin, d.end, d.step);
}
template <class Choice, class Visit>
requires std::same_as<std::remove_const_t<Choice>, LaunchChoice>
void fields(Choice& c, const Visit& visit) {
    visit(c.block, c.levelsPerThread, c.levelsPerGroup, c.hoistsShared, c.prefetch, c.boundThreads,
          c.minBlocksPerSm, c.maxRegisters, c.unroll, c.streaming, c.sharedLoops, c.vectors,
          c.tiles, c.places, c.sharedTime);
}
template <class Tile, class Visit>
requires std::same_as<std::remove_const_t<Tile>, TileGathers>
void fields(Tile& t, const Visit& visit) {
    visit(t.table, t.columns, t.stride, t.fields);
}
template <class K, class Visit>
requires std::same_as<std::remove_const_t<K>, Kernel>
void fields(K& k, const Visit& visit) {
    visit(k.name, k.label, k.map, k.structure, k.buffers, k.scalars, k.dims, k.launch, k.sequential,
          k.collapse, k.simd, k.wideIndex, k.usesState, k.bytesRead, k.bytesWritten, k.flops,
          k.tile);
}

template <class T>
requires std::is_arithmetic_v<T> Json write(T value) {
    return value;
}
Json write(const std::string& text) {
    return text;
}
Json write(Streaming streaming) {
    return static_cast<int>(streaming);
}
Json write(NodeId id) {
    return id.value;
}
Json write(const std::array<int, 3>& list) {
    return list;
}
template <class T>
Json write(const std::vector<T>& list);
template <class T>
requires requires(const T& part) {
    fields(part, [](const auto&...) {});
}
Json write(const T& part) {
    Json json = Json::array();
    fields(part, [&](const auto&... field) { (json.push_back(write(field)), ...); });
    return json;
}
Json write(const Diagnostic& d);
template <class T>
Json write(const std::vector<T>& list) {
    Json json = Json::array();
    for (const T& one : list)
        json.push_back(write(one));
    return json;
}

template <class T>
void read(const Json& json, T& value) {
    value = json.get<T>();
}
void read(const Json& json, Expr& e) {
    e = readExpr(json);
}
void read(const Json& json, ir::ScalarType& type) {
    type = readType(json);
}
void read(const Json& json, Streaming& streaming) {
    const int value = json.get<int>();
    if (value < 0 || value > static_cast<int>(Streaming::all))
        throw Bad(fmt::format("{} is no way to stream", value));
    streaming = static_cast<Streaming>(value);
}
void read(const Json& json, NodeId& id) {
    id = NodeId{json.get<std::uint32_t>()};
}
template <class T>
void read(const Json& json, std::vector<T>& list);
template <class T>
requires requires(T& part) {
    fields(part, [](auto&...) {});
}
void read(const Json& json, T& part) {
    std::size_t at = 0;
    fields(part, [&](auto&... field) { (read(json.at(at++), field), ...); });
}
void read(const Json& json, Diagnostic& d);
template <class T>
void read(const Json& json, std::vector<T>& list) {
    list.clear();
    for (const Json& one : json)
        read(one, list.emplace_back());
}
std::vector<Expr> readExprs(const Json& json) {
    std::vector<Expr> list;
    read(json, list);
    return list;
}

// ---- steps

Json write(const Step& step);
Json writeSteps(const Steps& steps) {
    Json json = Json::array();
    for (const Step& step : steps)
        json.push_back(write(step));
    return json;
}
Json write(const Step& step) {
    return std::visit(Overload{
                          [](const Launch& s) -> Json {
                              return {{"launch", s.kernel}};
                          },
                          [](const CopyBox& s) -> Json {
                              return {{"copy",
                                       {{"src", s.src},
                                        {"dst", s.dst},
                                        {"srcOffset", write(s.srcOffset)},
                                        {"dstOffset", write(s.dstOffset)},
                                        {"counts", write(s.counts)},
                                        {"srcStrides", write(s.srcStrides)},
                                        {"dstStrides", write(s.dstStrides)},
                                        {"type", write(s.type)}}}};
                          },
                          [](const ZeroArray& s) -> Json {
                              return {{"zero", s.array}};
                          },
                          [](const AssignSymbol& s) -> Json {
                              return {{"assign", {{"name", s.name}, {"value", write(s.value)}}}};
                          },
                          [](const HostIf& s) -> Json {
                              return {{"if",
                                       {{"condition", write(s.condition)},
                                        {"then", writeSteps(s.then)},
                                        {"otherwise", writeSteps(s.otherwise)}}}};
                          },
                          [](const HostLoop& s) -> Json {
                              return {{"loop",
                                       {{"init", writeSteps(s.init)},
                                        {"condition", write(s.condition)},
                                        {"update", writeSteps(s.update)},
                                        {"body", writeSteps(s.body)},
                                        {"checkAfterBody", s.checkAfterBody}}}};
                          },
                          [](const HostJump& s) -> Json {
                              return {{"jump", static_cast<int>(s.kind)}};
                          },
                          [](const HostScope& s) -> Json {
                              return {{"scope", writeSteps(s.body)}};
                          },
                      },
                      step.kind);
}

constexpr int kMaxStepDepth = 256;

Step readStep(const Json& j, int depth);
Steps readSteps(const Json& j, int depth) {
    if (depth > kMaxStepDepth)
        throw Bad(fmt::format("steps are nested deeper than {}", kMaxStepDepth));
    Steps steps;
    for (const Json& one : j)
        steps.push_back(readStep(one, depth));
    return steps;
}
Step readStep(const Json& j, int depth) {
    if (j.contains("launch"))
        return {Launch{j.at("launch").get<int>()}};
    if (j.contains("copy")) {
        const Json& c = j.at("copy");
        return {CopyBox{c.at("src"), c.at("dst"), readExpr(c.at("srcOffset")),
                        readExpr(c.at("dstOffset")), readExprs(c.at("counts")),
                        readExprs(c.at("srcStrides")), readExprs(c.at("dstStrides")),
                        readType(c.at("type"))}};
    }
    if (j.contains("zero"))
        return {ZeroArray{j.at("zero")}};
    if (j.contains("assign"))
        return {AssignSymbol{j.at("assign").at("name"), readExpr(j.at("assign").at("value"))}};
    if (j.contains("if")) {
        const Json& c = j.at("if");
        return {HostIf{readExpr(c.at("condition")), readSteps(c.at("then"), depth + 1),
                       readSteps(c.at("otherwise"), depth + 1)}};
    }
    if (j.contains("jump")) {
        const int kind = j.at("jump");
        if (kind < 0 || kind > static_cast<int>(HostJump::Kind::leaveScope))
            throw Bad("a step jumps in an unknown way");
        return {HostJump{static_cast<HostJump::Kind>(kind)}};
    }
    if (j.contains("scope"))
        return {HostScope{readSteps(j.at("scope"), depth + 1)}};
    const Json& c = j.at("loop");
    return {HostLoop{readSteps(c.at("init"), depth + 1), readExpr(c.at("condition")),
                     readSteps(c.at("update"), depth + 1), readSteps(c.at("body"), depth + 1),
                     c.at("checkAfterBody").get<bool>()}};
}

// ---- notes

Json write(const Diagnostic& d) {
    Json elements = Json::array();
    for (const ElementId id : d.location.elements)
        elements.push_back(id.value);
    return {{"severity", static_cast<int>(d.severity)},
            {"code", d.code},
            {"sentence", d.sentence},
            {"elements", elements},
            {"notes", d.notes}};
}
void read(const Json& j, Diagnostic& d) {
    const int severity = j.at("severity");
    if (severity < 0 || severity > 2)
        throw Bad("a note has an unknown severity");
    d = {static_cast<Severity>(severity), j.at("code"), j.at("sentence"), {}, {}};
    for (const Json& id : j.at("elements"))
        d.location.elements.push_back(ElementId{id.get<std::uint32_t>()});
    d.notes = j.at("notes").get<std::vector<std::string>>();
}

Plan readPlan(const Json& j) {
    Plan plan;
    plan.program = j.at("program");
    read(j.at("arrays"), plan.arrays);
    read(j.at("symbols"), plan.symbols);
    read(j.at("kernels"), plan.kernels);
    plan.state.used = j.at("state").at("used");
    read(j.at("state").at("scalars"), plan.state.scalars);
    plan.steps = readSteps(j.at("steps"), 0);
    read(j.at("notes"), plan.notes);
    return plan;
}

} // namespace

std::string toJson(const Plan& plan) {
    const Json json = {
        {"program", plan.program},
        {"arrays", write(plan.arrays)},
        {"symbols", write(plan.symbols)},
        {"kernels", write(plan.kernels)},
        {"state", {{"used", plan.state.used}, {"scalars", write(plan.state.scalars)}}},
        {"steps", writeSteps(plan.steps)},
        {"notes", write(plan.notes)}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Expected<Plan> planFromJson(std::string_view text) {
    try {
        return readPlan(Json::parse(text));
    } catch (const Json::exception& e) {
        return fail("plan-json", fmt::format("the plan is not readable: {}", e.what()));
    } catch (const Bad& e) {
        return fail("plan-json", fmt::format("the plan is not readable: {}", e.what()));
    }
}

} // namespace mw::codegen
