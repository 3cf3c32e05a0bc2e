#include "core/codegen/codegen.h"
#include "core/support/overload.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace mw::codegen {

namespace {

using Json = nlohmann::ordered_json;
using symbolic::Expr;

// Exceptions stay inside this file: the JSON library throws on wrong types and missing keys, Bad on
// what it cannot know; planFromJson turns both into a Diagnostic.
struct Bad : std::runtime_error {
    using std::runtime_error::runtime_error;
};

Json write(const Expr& e) {
    return symbolic::print(e, symbolic::Dialect::code);
}
Expr readExpr(const Json& json) {
    auto parsed = symbolic::parse(json.get<std::string>(), symbolic::Dialect::code);
    if (!parsed)
        throw Bad(parsed.error().sentence);
    return *parsed;
}
Json write(const std::vector<Expr>& list) {
    Json json = Json::array();
    for (const Expr& e : list)
        json.push_back(write(e));
    return json;
}
std::vector<Expr> readExprs(const Json& json) {
    std::vector<Expr> list;
    for (const Json& e : json)
        list.push_back(readExpr(e));
    return list;
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

// ---- arrays, symbols, kernels

Json write(const PlanArray& a) {
    return {
        {"name", a.name},          {"type", write(a.type)},       {"elements", write(a.elements)},
        {"argument", a.argument},  {"scalar", a.scalar},          {"written", a.written},
        {"shape", write(a.shape)}, {"strides", write(a.strides)}, {"firstUse", a.firstUse},
        {"lastUse", a.lastUse},    {"setZero", a.setZero}};
}
PlanArray readArray(const Json& j) {
    return {.name = j.at("name"),
            .type = readType(j.at("type")),
            .elements = readExpr(j.at("elements")),
            .argument = j.at("argument"),
            .scalar = j.at("scalar"),
            .written = j.at("written"),
            .shape = readExprs(j.at("shape")),
            .strides = readExprs(j.at("strides")),
            .firstUse = j.at("firstUse"),
            .lastUse = j.at("lastUse"),
            .setZero = j.at("setZero")};
}

// Lists by position: a plan has thousands of these.
Json write(const BufferParam& p) {
    return Json::array(
        {p.name, p.array, write(p.type), p.written, p.read, p.elementwise, p.streaming});
}
Json write(const ScalarParam& p) {
    return Json::array({p.name, write(p.type), write(p.value)});
}
Json write(const LaunchDim& d) {
    return Json::array({d.param, write(d.begin), write(d.end), write(d.step)});
}
Json write(const Kernel& k);
Json write(const Diagnostic& d);
template <class T>
Json writeAll(const std::vector<T>& list) {
    Json json = Json::array();
    for (const T& one : list)
        json.push_back(write(one));
    return json;
}

Json write(const Kernel& k) {
    return {{"name", k.name},
            {"label", k.label},
            {"map", k.map.value},
            {"structure", k.structure},
            {"buffers", writeAll(k.buffers)},
            {"scalars", writeAll(k.scalars)},
            {"dims", writeAll(k.dims)},
            {"block", k.block},
            {"minBlocksPerSm", k.minBlocksPerSm},
            {"maxRegisters", k.maxRegisters},
            {"boundThreads", k.boundThreads},
            {"sequential", k.sequential},
            {"collapse", k.collapse},
            {"simd", k.simd},
            {"wideIndex", k.wideIndex},
            {"usesState", k.usesState},
            {"bytesRead", write(k.bytesRead)},
            {"bytesWritten", write(k.bytesWritten)},
            {"flops", write(k.flops)}};
}
std::vector<ScalarParam> readScalars(const Json& j) {
    std::vector<ScalarParam> scalars;
    for (const Json& p : j)
        scalars.push_back({p.at(0), readType(p.at(1)), readExpr(p.at(2))});
    return scalars;
}
Kernel readKernel(const Json& j) {
    Kernel k;
    k.name = j.at("name");
    k.label = j.at("label");
    k.map = NodeId{j.at("map").get<std::uint32_t>()};
    k.structure = j.at("structure");
    for (const Json& p : j.at("buffers"))
        k.buffers.push_back({p.at(0), p.at(1), readType(p.at(2)), p.at(3).get<bool>(),
                             p.at(4).get<bool>(), p.at(5).get<bool>(), p.at(6).get<bool>()});
    k.scalars = readScalars(j.at("scalars"));
    for (const Json& d : j.at("dims"))
        k.dims.push_back({d.at(0), readExpr(d.at(1)), readExpr(d.at(2)), readExpr(d.at(3))});
    k.block = j.at("block").get<std::array<int, 3>>();
    k.minBlocksPerSm = j.at("minBlocksPerSm");
    k.maxRegisters = j.at("maxRegisters");
    k.boundThreads = j.at("boundThreads");
    k.sequential = j.at("sequential");
    k.collapse = j.at("collapse");
    k.simd = j.at("simd");
    k.wideIndex = j.at("wideIndex");
    k.usesState = j.at("usesState");
    k.bytesRead = readExpr(j.at("bytesRead"));
    k.bytesWritten = readExpr(j.at("bytesWritten"));
    k.flops = readExpr(j.at("flops"));
    return k;
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
Diagnostic readNote(const Json& j) {
    const int severity = j.at("severity");
    if (severity < 0 || severity > 2)
        throw Bad("a note has an unknown severity");
    Diagnostic d{static_cast<Severity>(severity), j.at("code"), j.at("sentence"), {}, {}};
    for (const Json& id : j.at("elements"))
        d.location.elements.push_back(ElementId{id.get<std::uint32_t>()});
    d.notes = j.at("notes").get<std::vector<std::string>>();
    return d;
}

Plan readPlan(const Json& j) {
    Plan plan;
    plan.program = j.at("program");
    for (const Json& a : j.at("arrays"))
        plan.arrays.push_back(readArray(a));
    for (const Json& s : j.at("symbols"))
        plan.symbols.push_back({s.at("name"), readType(s.at("type"))});
    for (const Json& k : j.at("kernels"))
        plan.kernels.push_back(readKernel(k));
    plan.state.used = j.at("state").at("used");
    plan.state.scalars = readScalars(j.at("state").at("scalars"));
    plan.steps = readSteps(j.at("steps"), 0);
    for (const Json& n : j.at("notes"))
        plan.notes.push_back(readNote(n));
    return plan;
}

} // namespace

std::string toJson(const Plan& plan) {
    Json symbols = Json::array();
    for (const auto& s : plan.symbols)
        symbols.push_back({{"name", s.name}, {"type", write(s.type)}});
    const Json json = {
        {"program", plan.program},
        {"arrays", writeAll(plan.arrays)},
        {"symbols", symbols},
        {"kernels", writeAll(plan.kernels)},
        {"state", {{"used", plan.state.used}, {"scalars", writeAll(plan.state.scalars)}}},
        {"steps", writeSteps(plan.steps)},
        {"notes", writeAll(plan.notes)}};
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
