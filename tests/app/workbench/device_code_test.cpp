// PTX of real kernels by NVRTC, without a device; what is said where a disassembler lacks.
#include "app/workbench/device_code.h"
#include "core/codegen/element_lines.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace device_code_test {

using namespace mw;
using exec::Instructions;
using workbench::deviceCode;

namespace {

/// False where the compiler is not there, which is said.
bool canCompile(exec::Session& session, codegen::Target target) {
    const auto devices = session.devices();
    REQUIRE(devices);
    for (const auto& device : *devices)
        if (device.target == target) {
            if (!device.canCompile)
                test::skip(device.missing);
            return device.canCompile;
        }
    return false;
}

ir::DocumentPtr read(const std::filesystem::path& file) {
    const auto document = io::readSdfgFile(file);
    INFO(file.string());
    REQUIRE(document);
    return *document;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// PTX as a text of its own: every kernel once, its instructions led back to the graph.
void checkPtx(const ir::Document& document, exec::Session& session) {
    const auto code = deviceCode(document, {.kind = Instructions::ptx}, session);
    INFO((code ? "" : code.error().sentence));
    REQUIRE(code);
    CHECK(code->code.writtenBy.starts_with("NVRTC "));
    const auto lines = linesOf(code->source.text);
    REQUIRE(code->source.elements.size() == lines.size());
    REQUIRE(code->source.kernels.size() == code->plan.kernels.size());
    const auto isHead = [&](const std::string& line) { return line.starts_with(".target sm_"); };
    CHECK(std::ranges::count_if(lines, isHead) == 1);
    for (std::size_t k = 0; k < code->plan.kernels.size(); ++k) {
        const auto& name = code->plan.kernels[k].name;
        const auto& part = code->source.kernels[k];
        CHECK(code->code.compiled.kernels[k].registers > 0);
        const auto text = workbench::ofKernel(code->plan, code->source, name);
        REQUIRE(text);
        CHECK(text->starts_with("// " + name + ": "));
        CHECK(text->find(".visible .entry " + name + "(") != std::string::npos);
        CHECK(text->find("ret;") != std::string::npos);
        CHECK(text->find(".loc") == std::string::npos);
        std::set<ElementId> elements;
        for (int line = part.firstLine; line <= part.lastLine; ++line)
            elements.insert(code->source.elements[static_cast<std::size_t>(line) - 1]);
        CHECK(elements.size() > 1); // more than the kernel's map
        CHECK_FALSE(elements.contains(ElementId{}));
    }
}

} // namespace

TEST_CASE("kernels become PTX without a device, and lead back to the graph") {
    exec::Session session;
    if (!canCompile(session, codegen::Target::cuda))
        return;
    checkPtx(*read(test::sourceFile("samples/nabla4.sdfg")), session);
    checkPtx(*read(test::sourceFile("samples/nabla4.sdfg")), session); // out of the cache
    if (const auto corpus = test::corpus())
        checkPtx(*read(*corpus / "gt4py-1.2.1/apply_diffusion_to_vn/static-optimized.sdfgz"),
                 session);
}

TEST_CASE("one kernel is asked for by its name") {
    const auto document = read(test::sourceFile("samples/nabla4.sdfg"));
    const auto plan = codegen::lower(*document);
    REQUIRE(plan);
    const auto source = codegen::print(*plan, codegen::Target::cuda);
    const auto& name = plan->kernels.back().name;
    const auto text = workbench::ofKernel(*plan, source, name);
    REQUIRE(text);
    CHECK(text->find(name + "(") != std::string::npos);
    CHECK(text->ends_with("}\n"));
    for (std::size_t k = 0; k + 1 < plan->kernels.size(); ++k)
        CHECK(text->find("void " + plan->kernels[k].name + "(") == std::string::npos);
    const auto none = workbench::ofKernel(*plan, source, "nothing");
    REQUIRE_FALSE(none);
    CHECK(none.error().code == "unknown-kernel");
    CHECK(none.error().sentence.find(name) != std::string::npos);
}

TEST_CASE("what lacks is one sentence: an architecture, a consent, a tool") {
    const auto document = read(test::sourceFile("samples/nabla4.sdfg"));
    exec::Session session;
    if (canCompile(session, codegen::Target::cuda)) {
        const auto wrong =
            deviceCode(*document, {.kind = Instructions::ptx, .architecture = "gfx90a"}, session);
        REQUIRE_FALSE(wrong);
        CHECK(wrong.error().code == "bad-architecture");
        const auto listed = deviceCode(*document, {.kind = Instructions::sass}, session);
        if (listed) {
            CHECK(listed->source.text.find("EXIT") != std::string::npos);
        } else {
            CHECK(listed.error().code == "no-tool");
            CHECK(listed.error().sentence.starts_with("nvdisasm is not installed: "));
            const auto& notes = listed.error().notes; // what the compiler says instead
            CHECK(std::ranges::any_of(notes, [](const std::string& note) {
                return note.find("registers") != std::string::npos;
            }));
        }
    }
    const auto amd = deviceCode(*document, {.kind = Instructions::amdgcn}, session);
    if (!amd)
        CHECK_FALSE(amd.error().sentence.empty());
    // The runner lives on.
    CHECK(session.devices());
}

} // namespace device_code_test
