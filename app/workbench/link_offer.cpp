// The fields of programs that could be linked, and which of them may be temporaries.
#include "app/workbench/link_offer.h"

#include "app/workbench/unlink_sequence.h"
#include "core/analysis/analysis.h"
#include "core/exec/run_defaults.h"
#include "core/link/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace mw::workbench {

namespace {

Expected<inputs::Scenario> inputsOf(const Project& project, const Program& program) {
    const ir::Sdfg& root = *program.history->root().document->root;
    InputChoice choice = project.inputsFor(root);
    if (choice.isDefault())
        if (const auto beside = scenarioBeside(program.path))
            choice.scenario = beside->string();
    return scenarioFor(root, choice, exec::quickGrid());
}

bool isWritten(const ir::Sdfg& program, const std::string& argument) {
    bool found = false;
    ir::forEachBlock(program.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            found = found || analysis::accessSets(*state).written.contains(argument);
    });
    return found;
}

/// The notice that is about the field, among those of linking.
std::string noticeOf(const link::Linked& linked, const std::string& field) {
    for (const Diagnostic& notice : linked.notices)
        if (notice.code == "unwritten-read" &&
            notice.sentence.find(fmt::format("'{}'", field)) != std::string::npos)
            return notice.sentence;
    return {};
}

} // namespace

Expected<inputs::SequenceInput> sequenceOf(const Project& project,
                                           const std::vector<std::string>& inputs) {
    inputs::SequenceInput sequence{.name = "linked", .programs = {}, .calls = {}};
    std::set<std::string> names;
    for (const auto& input : inputs) {
        const ProgramPtr program = project.find(input);
        if (!program)
            return fail("which-program",
                        fmt::format("the project has no program of the file '{}'", input));
        const auto& document = program->current().document;
        std::string name = document->root->name;
        for (int i = 2; !names.insert(name).second; ++i)
            name = fmt::format("{}_{}", document->root->name, i);
        auto scenario = inputsOf(project, *program);
        if (!scenario) {
            scenario.error().sentence =
                fmt::format("the program '{}': {}", name, scenario.error().sentence);
            return fail(std::move(scenario).error());
        }
        sequence.calls.push_back({sequence.programs.size(), 1});
        sequence.programs.push_back({name, document, std::move(*scenario), {}});
    }
    return sequence;
}

Expected<std::vector<LinkField>> sharedFields(const inputs::SequenceInput& given) {
    inputs::SequenceInput sequence = given;
    sequence.internal.clear();
    MW_TRY(const auto linked, link::link(sequence));
    std::vector<LinkField> fields;
    std::set<std::string> written;
    for (std::size_t p = 0; p < linked.arrays.size(); ++p)
        for (const auto& [argument, name] : linked.arrays[p]) {
            auto found = std::ranges::find(fields, name, &LinkField::name);
            if (found == fields.end())
                found = fields.insert(fields.end(), LinkField{name, {}, false, {}});
            const auto& program = sequence.programs[p];
            found->users.push_back(fmt::format("{} of {}", argument, program.name));
            if (isWritten(*program.document->root, argument))
                written.insert(name);
        }
    std::erase_if(fields, [](const LinkField& field) { return field.users.size() < 2; });
    std::set<std::string> outside(sequence.keep.begin(), sequence.keep.end());
    for (const auto& exchange : sequence.exchanges)
        outside.insert(exchange.fields.begin(), exchange.fields.end());
    for (const LinkField& field : fields)
        if (written.contains(field.name) && !outside.contains(field.name))
            sequence.internal.push_back(field.name);
    const auto less = link::link(sequence);
    for (LinkField& field : fields) {
        if (!written.contains(field.name))
            field.why = "none of the programs writes it";
        else if (outside.contains(field.name))
            field.why = "it is to be kept, or exchanged";
        else if (!less)
            field.why = less.error().sentence;
        else if (std::ranges::find(less->internal, field.name) != less->internal.end())
            field.mayBeInternal = true;
        else
            field.why = noticeOf(*less, field.name);
    }
    return fields;
}

Expected<std::vector<std::string>> unlinkTo(const Project& project, const std::string& input,
                                            const std::filesystem::path& folder) {
    MW_TRY(const auto whole, sequenceOf(project, {input}));
    const auto& program = whole.programs.front();
    MW_TRY(const auto sequence, link::unlink(program.document, program.scenario));
    MW_CHECK(exportSequence(sequence, folder, project.inputPaths()));
    auto files = filesOf(sequence, folder);
    std::erase_if(files, [](const std::string& file) { return !file.ends_with(".sdfgz"); });
    return files;
}

} // namespace mw::workbench
