// The code of a tasklet.
//
//  1. There is some.
//  2. Python is understood: it is the subset that tasklets are written in.
//  3. It gives every output a value, and no input.
//
// That it names nothing else than connectors, symbols and constants is for the validation to say.

#include "core/ir/edit.h"
#include "core/tasklet/tasklet.h"
#include "transforms/properties/places.h"
#include "transforms/properties/property_list.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

ElementId taskletOf(const ir::DocumentIndex& index, ElementId id) {
    return nodeAs<ir::Tasklet>(index, id) ? id : ElementId{};
}

std::vector<PropertyField> codeFields(const ir::DocumentIndex& index, ElementId subject) {
    return {{"", nodeAs<ir::Tasklet>(index, subject)->code.text}};
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// Condition 3.
Expected<void> checkConnectors(const ir::Node& node, const tasklet::Code& code) {
    const auto name = quoted(node);
    std::vector<std::string> read;
    std::vector<std::string> written;
    tasklet::collectNames(code, read, written);
    for (const auto& [output, type] : node.out)
        if (!contains(written, output))
            return fail(
                "output-without-value",
                fmt::format("The code of {} gives its output '{}' no value.", name, output));
    for (const auto& [input, type] : node.in)
        if (contains(written, input) && !node.out.contains(input))
            return fail(
                "input-assigned",
                fmt::format("The code of {} assigns to '{}', which is an input.", name, input));
    return {};
}

Expected<PropertyChange> changeCode(const DocumentView& view, ElementId subject,
                                    const std::string& /*part*/, const std::string& value) {
    const auto& place = *view.index().find(subject);
    const auto& node = *place.node;
    if (value.find_first_not_of(" \t\r\n") == std::string::npos)
        return fail("no-code", fmt::format("{} needs code.", quoted(node)));
    if (node.as<ir::Tasklet>()->code.language == ir::Language::Python) {
        const auto code = tasklet::parseBranches(value);
        if (!code)
            return fail("unreadable-code", fmt::format("The code of {} is not understood: {}.",
                                                       quoted(node), code.error().sentence));
        MW_CHECK(checkConnectors(node, *code));
    }
    ir::Editor editor(view.document());
    editor.node(place.block->id, node.id).as<ir::Tasklet>()->code.text = value;
    return editor.commit();
}

} // namespace

const Property& codeProperty() {
    static const Property property{
        .name = "code",
        .help = "Assignments to the outputs, in Python, of inputs, symbols and constants.",
        .isCode = true,
        .subject = taskletOf,
        .fields = codeFields,
        .change = changeCode};
    return property;
}

} // namespace mw::transforms
