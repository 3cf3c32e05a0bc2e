// Makes the text of the kernels and remembers which lines belong to which map.
#include "viewers/panels/kernel_code.h"

#include "viewers/panels/element_text.h"

namespace mw::viewers {

KernelCode generateCode(const ir::Document& document, codegen::Target target,
                        std::shared_ptr<codegen::KernelMemo> memo,
                        const history::Provenance& origins) {
    KernelCode result;
    // Shown, not compiled: consent to raw code is asked for before a run.
    auto plan =
        codegen::lower(document, {.constants = {}, .rawCode = true, .memo = std::move(memo)});
    const auto fits = plan ? codegen::fitsTarget(*plan, target) : fail(plan.error());
    if (!fits) {
        result.error = qs(fits.error().sentence);
        result.errorElements = fits.error().location.elements;
        return result;
    }
    if (const auto chosen = codegen::chooseLaunches(*plan, codegen::launchDevice(target));
        !chosen) {
        result.error = qs(chosen.error().sentence);
        return result;
    }
    result.source = std::make_shared<bench::VariantSource>(bench::sourceOf(*plan, target, origins));
    const auto& source = result.source->source;
    result.text = qs(source.text);
    for (const auto& kernel : plan->kernels)
        result.kernels.push_back({qs(kernel.name), qs(kernel.label), kernel.map, 0, 0});
    for (const auto& lines : source.kernels) {
        auto& kernel = result.kernels[static_cast<std::size_t>(lines.kernel)];
        kernel.firstLine = lines.firstLine;
        kernel.lastLine = lines.lastLine;
    }
    return result;
}

KernelCode generatePasses(const ir::Document& document) {
    KernelCode result;
    const auto text = codegen::dumpPasses(document, {.constants = {}, .rawCode = true});
    if (text) {
        result.text = qs(text->text);
    } else {
        result.error = qs(text.error().sentence);
        result.errorElements = text.error().location.elements;
    }
    return result;
}

bench::SourceDifference differenceOf(const KernelCode& other, const KernelCode& code) {
    if (other.source && code.source)
        return bench::sourceDifference(*other.source, *code.source);
    return bench::textDifference(other.text.toStdString(), code.text.toStdString());
}

int kernelAtLine(const KernelCode& code, int line) {
    for (std::size_t i = 0; i < code.kernels.size(); ++i)
        if (line >= code.kernels[i].firstLine && line <= code.kernels[i].lastLine)
            return static_cast<int>(i);
    return -1;
}

int kernelOfMap(const KernelCode& code, const std::vector<ElementId>& ids) {
    for (const ElementId id : ids)
        for (std::size_t i = 0; i < code.kernels.size(); ++i)
            if (ElementId(code.kernels[i].map) == id)
                return static_cast<int>(i);
    return -1;
}

} // namespace mw::viewers
