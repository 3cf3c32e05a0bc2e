// Makes the text of the kernels and remembers which lines belong to which map.
#include "viewers/panels/kernel_code.h"

#include "core/bench/prepare.h"
#include "viewers/panels/element_text.h"

#include <QStringList>

namespace mw::viewers {

namespace {

/// An index of its own: code is made beside the window, whose index is for its thread.
codegen::ElementLines linesOf(const std::vector<ElementId>& elements,
                              const ir::Document& document) {
    return {elements, ir::DocumentIndex(std::make_shared<const ir::Document>(document))};
}

} // namespace

KernelCode codeOf(const ir::Document& document, const codegen::Plan& plan, codegen::Source source,
                  const history::Provenance& origins) {
    KernelCode result;
    result.text = qs(source.text);
    for (const auto& kernel : plan.kernels)
        result.kernels.push_back({qs(kernel.name), qs(kernel.title), kernel.map, 0, 0});
    for (const auto& lines : source.kernels) {
        auto& kernel = result.kernels[static_cast<std::size_t>(lines.kernel)];
        kernel.firstLine = lines.firstLine;
        kernel.lastLine = lines.lastLine;
        kernel.byHand = lines.byHand;
    }
    result.elements = source.elements;
    result.lines = linesOf(result.elements, document);
    result.source =
        std::make_shared<bench::VariantSource>(bench::sourceOf(plan, std::move(source), origins));
    return result;
}

KernelCode noCode(const Diagnostic& why) {
    KernelCode result;
    result.error = qs(why.sentence);
    result.errorElements = why.location.elements;
    if (!why.notes.empty())
        result.text = QStringLiteral("// ") + result.error + QStringLiteral("\n\n");
    for (const std::string& note : why.notes)
        for (const QString& line : qs(note).split(QLatin1Char('\n')))
            result.text += QStringLiteral("// ") + line + QStringLiteral("\n");
    return result;
}

namespace {

Expected<bench::Fitted> fitted(const CodeSubject& subject, const symbolic::Bindings& values,
                               codegen::Target target,
                               const std::shared_ptr<codegen::KernelMemo>& memo) {
    // Shown, not compiled: consent to raw code is asked for before a run.
    MW_TRY(auto made,
           bench::fitted(*subject.document, {.constants = values, .rawCode = true, .memo = memo},
                         target, subject.choices));
    MW_CHECK(codegen::fitsTarget(made.plan, target));
    return made;
}

KernelCode shown(const CodeSubject& subject, Expected<bench::Fitted> made, codegen::Target target) {
    if (!made)
        return noCode(made.error());
    auto code =
        codeOf(*subject.document, made->plan, codegen::print(made->plan, target), subject.origins);
    code.plan = std::make_shared<const codegen::Plan>(std::move(made->plan));
    return code;
}

} // namespace

KernelCode generateCode(const CodeSubject& subject, codegen::Target target,
                        std::shared_ptr<codegen::KernelMemo> memo) {
    auto made = fitted(subject, {}, target, memo);
    if (made && !subject.values.empty() &&
        made->byHand.size() < codegen::kernelsByHand(subject.choices).size())
        if (auto run = fitted(subject, subject.values, target, memo);
            run && run->byHand.size() > made->byHand.size())
            made = std::move(run);
    return shown(subject, std::move(made), target);
}

KernelCode generateRunCode(const CodeSubject& subject, codegen::Target target,
                           std::shared_ptr<codegen::KernelMemo> memo) {
    return shown(subject, fitted(subject, subject.values, target, memo), target);
}

KernelCode generatePasses(const ir::Document& document) {
    auto passes = codegen::dumpPasses(document, {.constants = {}, .rawCode = true});
    if (!passes)
        return noCode(passes.error());
    KernelCode result;
    result.text = qs(passes->text);
    result.elements = std::move(passes->elements);
    result.lines = linesOf(result.elements, document);
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

ElementId elementAtLine(const KernelCode& code, int line) {
    const auto index = static_cast<std::size_t>(line) - 1;
    return line > 0 && index < code.elements.size() ? code.elements[index] : ElementId{};
}

int kernelOf(const KernelCode& code, const std::vector<ElementId>& ids) {
    for (const ElementId id : ids)
        for (std::size_t i = 0; i < code.kernels.size(); ++i)
            if (ElementId(code.kernels[i].map) == id)
                return static_cast<int>(i);
    const auto lines = code.lines.of(ids);
    return lines.empty() ? -1 : kernelAtLine(code, lines.front());
}

} // namespace mw::viewers
