// Writing graphs under names of their own: inputs are only ever read.

#include "app/workbench/export.h"

#include "app/workbench/export_launches.h"
#include "core/codegen/codegen.h"
#include "core/io/file.h"
#include "transforms/toolkit/own_connectors.h"
#include "transforms/toolkit/whole_containers.h"

#include <algorithm>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// What is no letter or digit becomes one dash.
std::string fileWord(const std::string& name) {
    constexpr std::size_t kLength = 48;
    std::string word;
    for (const char c : name)
        if (isLetterOrDigit(c))
            word += c;
        else if (!word.ends_with('-'))
            word += '-';
    return word.substr(0, kLength);
}

/// The choices that are about kernels which the graph still has, on one target or another.
codegen::Choices fittingAnywhere(const ir::Document& document, const codegen::Choices& choices) {
    codegen::Choices fitting;
    const auto plan = choices.empty()
                          ? fail("nothing", "")
                          : codegen::lower(document, {.constants = {}, .rawCode = true});
    for (const auto target : {codegen::Target::cpu, codegen::Target::cuda, codegen::Target::hip})
        if (plan)
            fitting.merge(codegen::fittingChoices(*plan, codegen::launchDevice(target), choices));
    return fitting;
}

} // namespace

Expected<void> checkNoInput(const fs::path& file, const std::vector<std::string>& inputs) {
    for (const auto& input : inputs)
        if (isSameFile(input, file))
            return fail("input-file",
                        "This file is the input of a program here, and inputs are never written: "
                        "choose another name.",
                        {file.string(), "", {}});
    return {};
}

Expected<void> exportGraph(const ir::Document& document, const fs::path& file,
                           const std::vector<std::string>& inputs,
                           const io::WriteOptions& options) {
    MW_CHECK(checkNoInput(file, inputs));
    const auto rules =
        options.dace ? ir::rulesOf(*options.dace) : ir::rulesOf(document.format.daceVersion);
    // Another dialect alone leaves the program to the letter.
    if (!rules.wholeContainers && !(rules.ownConnectors && options.dace))
        return io::writeSdfgFile(document, file, options);
    auto written = transforms::withOwnConnectors(std::make_shared<const ir::Document>(document));
    if (rules.wholeContainers)
        written = transforms::withWholeContainers(
            written, options.dace || options.dialect.value_or(document.format.dialect) ==
                                         symbolic::Dialect::dollar);
    return io::writeSdfgFile(*written, file, options);
}

Expected<void> exportVariant(const history::History& history, history::VariantId variant,
                             const fs::path& file, const std::vector<std::string>& inputs) {
    const auto& document = *history.find(variant)->document;
    MW_TRY(const auto chosen, choicesToExport(history, variant));
    const auto choices = fittingAnywhere(document, chosen.choices);
    const auto beside = choicesBeside(file);
    if (!choices.empty())
        MW_CHECK(checkNoInput(beside, inputs));
    MW_CHECK(exportGraph(document, file, inputs));
    return choices.empty() ? Expected<void>{}
                           : io::writeFileAtomically(beside, codegen::toJson(choices));
}

fs::path choicesBeside(const fs::path& graph) {
    auto beside = graph;
    beside.replace_extension(".choices.json");
    return beside;
}

fs::path suggestedName(const Program& program) {
    const fs::path input = program.path;
    const auto suffix = input.has_extension() ? input.extension().string() : ".sdfg";
    return input.parent_path() /
           (input.stem().string() + "-" + fileWord(program.current().name) + suffix);
}

} // namespace mw::workbench
