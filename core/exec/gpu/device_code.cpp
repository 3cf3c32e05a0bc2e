// Kernels as instructions, put together from the images that they were compiled to.
#include "core/exec/gpu/device_code.h"

#include "core/exec/gpu/disassembler.h"
#include "core/exec/listing.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::exec {

namespace {

/// What the compiler says of the kernels stands in the place of their instructions.
Unexpected withResources(Diagnostic missing, const Binary& binary, Instructions kind) {
    for (const auto& [kernel, resources] : binary.resources)
        missing.notes.push_back(fmt::format("{}: {}", kernel, resourcesText(resources, kind)));
    return fail(std::move(missing));
}

bool hasOwn(const Binary& binary, const Wanted& wanted) {
    return wanted.kind == wanted.own.kind &&
           std::ranges::none_of(binary.images,
                                [](const ImagePtr& image) { return image->assembly.empty(); });
}

Expected<std::vector<InstructionText>> textsOf(const Binary& binary, const Wanted& wanted,
                                               const BinaryCache& cache, std::string& writtenBy) {
    std::vector<InstructionText> texts;
    if (hasOwn(binary, wanted)) {
        const auto read = wanted.kind == Instructions::ptx ? readPtx : readAmdgcn;
        for (const ImagePtr& image : binary.images)
            texts.push_back(read(image->assembly));
        writtenBy = wanted.own.version;
        return texts;
    }
    if (wanted.kind == Instructions::ptx)
        return fail("not-available", "this version of NVRTC gives no PTX");
    const auto tool = findDisassembler(wanted.kind);
    if (!tool)
        return withResources(tool.error(), binary, wanted.kind);
    writtenBy = tool->name;
    for (const ImagePtr& image : binary.images) {
        MW_TRY(InstructionText text, disassemble(*tool, image->code, wanted.architecture, cache));
        texts.push_back(std::move(text));
    }
    return texts;
}

/// Each line once, as it came first: images repeat them. Empty lines and comments go.
std::vector<std::string> headOf(const std::vector<InstructionText>& texts) {
    std::vector<std::string> head;
    for (const InstructionText& text : texts)
        for (const std::string& line : text.head)
            if (!line.empty() && std::ranges::find(head, line) == head.end())
                head.push_back(line);
    return head;
}

} // namespace

Expected<DeviceCode> listed(const KernelSource& source, const Binary& binary,
                            std::span<const std::string> kernels, const Wanted& wanted,
                            const BinaryCache& cache) {
    DeviceCode code;
    MW_TRY(auto texts, textsOf(binary, wanted, cache, code.writtenBy));
    std::map<std::string, KernelInstructions> found;
    for (std::size_t unit = 0; unit < source.units.size(); ++unit)
        for (const std::string& name : source.units[unit].kernels) {
            KernelInstructions kernel = texts[binary.imageOf[unit]].kernels[name];
            for (int& line : kernel.sourceLines)
                line = line > 0 ? line + source.units[unit].firstLine - 1 : 0;
            found.emplace(name, std::move(kernel));
        }
    for (const std::string& name : kernels) {
        const auto kernel = found.find(name);
        if (kernel == found.end() || kernel->second.lines.empty())
            return fail("missing-kernel",
                        fmt::format("the compiled code lacks the kernel '{}'", name));
        code.kernels.push_back(std::move(kernel->second));
        const auto resources = binary.resources.find(name);
        code.compiled.kernels.push_back(
            resources == binary.resources.end() ? CompileResult::Resources{} : resources->second);
    }
    code.head = headOf(texts);
    code.architecture = wanted.architecture;
    code.compiled.log = binary.log;
    code.compiled.seconds = binary.seconds;
    code.compiled.cached = binary.cached;
    return code;
}

} // namespace mw::exec
