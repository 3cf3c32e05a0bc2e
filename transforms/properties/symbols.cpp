// Values of symbols: what a nested SDFG is given, what control flow assigns and depends on, and,
// of the program's own, numbers that it is specialised to.
//
//  1. The text is an expression.

#include "core/ir/edit.h"
#include "core/tasklet/tasklet.h"
#include "transforms/properties/places.h"
#include "transforms/properties/property_list.h"
#include "transforms/toolkit/program_match.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

Unexpected noExpression(const std::string& name, const std::string& why) {
    return fail("no-expression",
                fmt::format("The value of '{}' is not understood: {}.", name, why));
}

// --- Of nested SDFGs ------------------------------------------------------------------------

ElementId nestedOf(const ir::DocumentIndex& index, ElementId id) {
    return nodeAs<ir::NestedSdfg>(index, id) ? id : ElementId{};
}

std::vector<PropertyField> symbolFields(const ir::DocumentIndex& index, ElementId subject) {
    std::vector<PropertyField> all;
    for (const auto& [name, value] : nodeAs<ir::NestedSdfg>(index, subject)->symbolMapping)
        all.push_back({name, symbolic::print(value)});
    return all;
}

Expected<PropertyChange> changeSymbol(const DocumentView& view, ElementId subject,
                                      const std::string& part, const std::string& value) {
    auto expression = symbolic::parse(value, symbolic::Dialect::plain);
    if (!expression)
        return noExpression(part, expression.error().sentence);
    const auto& place = *view.index().find(subject);
    ir::Editor editor(view.document());
    auto& nested = *editor.node(place.block->id, place.node->id).as<ir::NestedSdfg>();
    nested.symbolMapping[part] = std::move(*expression);
    return editor.commit();
}

// --- Of edges between states ----------------------------------------------------------------

ElementId transitionOf(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    return place && place->interstateEdge ? id : ElementId{};
}

/// Python text of the control flow.
Expected<void> checkText(const std::string& name, const std::string& text) {
    if (const auto parsed = tasklet::parseExpression(text); !parsed)
        return noExpression(name, parsed.error().sentence);
    return {};
}

template <class Set>
PropertyChange changedTransition(const DocumentView& view, ElementId subject, const Set& set) {
    ir::Editor editor(view.document());
    auto& edges = editor.region(view.index().find(subject)->parent).edges;
    set(*std::ranges::find(edges, EdgeId{subject.value}, &ir::InterstateEdge::id));
    return editor.commit();
}

std::vector<PropertyField> conditionFields(const ir::DocumentIndex& index, ElementId subject) {
    return {{"", index.find(subject)->interstateEdge->condition.text}};
}

Expected<PropertyChange> changeCondition(const DocumentView& view, ElementId subject,
                                         const std::string& /*part*/, const std::string& value) {
    MW_CHECK(checkText("if", value));
    return changedTransition(view, subject,
                             [&](ir::InterstateEdge& edge) { edge.condition.text = value; });
}

std::vector<PropertyField> assignmentFields(const ir::DocumentIndex& index, ElementId subject) {
    std::vector<PropertyField> all;
    for (const auto& [name, text] : index.find(subject)->interstateEdge->assignments)
        all.push_back({name, text});
    return all;
}

Expected<PropertyChange> changeAssignment(const DocumentView& view, ElementId subject,
                                          const std::string& part, const std::string& value) {
    MW_CHECK(checkText(part, value));
    return changedTransition(view, subject, [&](ir::InterstateEdge& edge) {
        for (auto& [name, text] : edge.assignments)
            if (name == part)
                text = value;
    });
}

// --- Of the program -------------------------------------------------------------------------

ElementId programOf(const ir::DocumentIndex& index, ElementId id) {
    return id == index.document()->root->id ? id : ElementId{};
}

/// Those that are arguments still.
std::vector<PropertyField> valueFields(const ir::DocumentIndex& index, ElementId subject) {
    const ir::Sdfg& program = *index.find(subject)->sdfg;
    std::vector<PropertyField> all;
    for (const auto& [name, type] : program.symbols)
        if (!program.constants.contains(name))
            all.push_back({name, ""});
    return all;
}

Expected<PropertyChange> changeValue(const DocumentView& view, ElementId subject,
                                     const std::string& part, const std::string& value) {
    return ByTransformation{findTransformation("specialise"),
                            {{}, {{programRoles().front(), subject}}, view.document()->root->name},
                            {{"values", fmt::format("{}={}", part, value)}}};
}

} // namespace

const Property& symbolProperty() {
    static const Property property{.name = "symbol",
                                   .help = "What the symbol is inside, in symbols of outside.",
                                   .subject = nestedOf,
                                   .fields = symbolFields,
                                   .change = changeSymbol};
    return property;
}

const Property& conditionProperty() {
    static const Property property{.name = "condition",
                                   .help = "When the control flow goes this way.",
                                   .subject = transitionOf,
                                   .fields = conditionFields,
                                   .change = changeCondition};
    return property;
}

const Property& assignmentProperty() {
    static const Property property{.name = "assignment",
                                   .help = "What the symbol becomes on this way.",
                                   .subject = transitionOf,
                                   .fields = assignmentFields,
                                   .change = changeAssignment};
    return property;
}

const Property& valueProperty() {
    static const Property property{
        .name = "value",
        .help = "A number that becomes part of the program: it is specialised to it.",
        .keepsResults = true,
        .subject = programOf,
        .fields = valueFields,
        .change = changeValue};
    return property;
}

} // namespace mw::transforms
