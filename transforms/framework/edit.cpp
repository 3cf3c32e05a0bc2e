// Edits by hand: checked, validated, recorded, and done again.

#include "transforms/framework/edit.h"

#include "core/ir/shared_index.h"
#include "core/validate/validate.h"
#include "transforms/framework/choose.h"
#include "transforms/framework/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>

namespace mw::transforms {

namespace {

const PropertyField* fieldOf(const std::vector<PropertyField>& fields, const std::string& part) {
    const auto found = std::ranges::find(fields, part, &PropertyField::part);
    return found == fields.end() ? nullptr : &*found;
}

// --- Findings -------------------------------------------------------------------------------

/// Findings about the same thing: their sentences quote regions that the edit may have changed.
bool isSame(const Diagnostic& a, const Diagnostic& b) {
    return a.code == b.code && a.location.path == b.location.path &&
           a.location.elements == b.location.elements;
}

/// What nobody wants who writes a name: the generated code would not compile.
bool isObstacle(const Diagnostic& finding) {
    constexpr std::array<std::string_view, 2> kNames = {"undeclared-symbol",
                                                        "unknown-name-in-tasklet"};
    return finding.severity == Severity::error ||
           std::ranges::find(kNames, finding.code) != kNames.end();
}

/// Errors and warnings that the edit brings. Of an edit in a nested SDFG also whether what it is
/// given is still all that it touches.
std::vector<Diagnostic> newFindings(const DocumentView& before, const DocumentView& after,
                                    ElementId subject) {
    const auto* place = before.index().find(subject);
    validate::ValidateOptions options;
    options.hints = false;
    options.thorough = place && place->sdfg != before.document()->root.get();
    auto found = validate::validate(after.index(), options);
    if (found.empty())
        return found;
    const auto known = validate::validate(before.index(), options);
    std::erase_if(found, [&](const Diagnostic& one) {
        return std::ranges::any_of(known, [&](const auto& other) { return isSame(one, other); });
    });
    return found;
}

// --- Records --------------------------------------------------------------------------------

/// In one line that is not too long.
std::string shortText(const std::string& value) {
    constexpr std::size_t kMost = 48;
    std::string line;
    for (const char c : value) {
        const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (!space)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    if (line.size() <= kMost)
        return line;
    std::size_t end = kMost;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U)
        --end; // within a character
    return line.substr(0, end) + "...";
}

std::string nameOf(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    if (place->node)
        return ir::displayName(*place->node);
    if (place->interstateEdge) {
        const auto* src = index.find(place->interstateEdge->src);
        const auto* dst = index.find(place->interstateEdge->dst);
        if (src && dst && src->block && dst->block)
            return src->block->label + " -> " + dst->block->label;
    }
    return place->kind == ir::ElementKind::block ? place->block->label : place->sdfg->name;
}

std::string labelOf(const ir::DocumentIndex& index, const Edit& edit) {
    const auto what = edit.part.empty() ? edit.property : edit.property + " " + edit.part;
    return fmt::format("{} of {}: {}", what, nameOf(index, edit.element), shortText(edit.value));
}

RecordedStep recordedEdit(const ir::DocumentPtr& document, const Edit& edit,
                          ir::EditResult result) {
    history::Site site(labelOf(*ir::sharedIndex(document), edit), [document, id = edit.element] {
        const auto index = ir::sharedIndex(document);
        const history::AnchorIndex anchors(*index);
        return history::Site::Anchors{anchors.fingerprint(), {anchors.anchor(id)}};
    });
    return {history::EditRecord{std::move(site), edit.property, edit.part, edit.value},
            std::move(result)};
}

/// Also what it is called when it is done again.
Expected<RecordedStep> carryOut(const DocumentView& view, const Edit& edit, PropertyChange change) {
    if (auto* by = std::get_if<ByTransformation>(&change))
        return applyRecorded(*by->transformation, view, by->match, by->params);
    return recordedEdit(view.document(), edit, std::get<ir::EditResult>(std::move(change)));
}

// --- Doing again ----------------------------------------------------------------------------

void forEachElement(const ir::DocumentIndex& index, const std::function<void(ElementId)>& visit) {
    for (const SdfgId id : index.sdfgs()) {
        visit(id);
        const auto edges = [&](const ir::Region& region) {
            for (const auto& edge : region.edges)
                visit(edge.id);
        };
        const ir::Sdfg& sdfg = *index.find(id)->sdfg;
        edges(sdfg.body);
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            visit(block.id);
            if (const auto* region = block.region())
                edges(*region);
        });
    }
    for (const BlockId id : index.states())
        for (const auto& node : index.find(id)->block->as<ir::State>()->nodes)
            visit(node->id);
}

/// Elements that have this part of the property.
std::vector<ReplayPlace> placesFor(const ir::DocumentIndex& index, const Property& property,
                                   const std::string& part) {
    std::vector<ReplayPlace> places;
    forEachElement(index, [&](ElementId id) {
        if (property.subject(index, id) == id && fieldOf(property.fields(index, id), part))
            places.push_back({nameOf(index, id), {id}});
    });
    return places;
}

Expected<ElementId> elementOf(const DocumentView& view, const Property& property,
                              const history::EditRecord& record) {
    const history::AnchorIndex anchors(view.index());
    const auto& elements = record.site.elements();
    if (isExact(record.site, anchors))
        return elements.empty() ? ElementId{} : elements.front().id;
    const auto places = placesFor(view.index(), property, record.part);
    MW_TRY(const auto chosen, choose(anchors, record.site, places));
    return places[chosen].elements.front();
}

} // namespace

const Property* findProperty(std::string_view name) {
    for (const Property* property : properties())
        if (property->name == name)
            return property;
    return nullptr;
}

std::vector<EditableField> editableFields(const ir::DocumentIndex& index, ElementId element) {
    std::vector<EditableField> all;
    for (const Property* property : properties())
        if (const ElementId subject = property->subject(index, element))
            for (auto& field : property->fields(index, subject))
                all.push_back({property, std::move(field)});
    return all;
}

Expected<EditedStep> edit(const DocumentView& view, const Edit& given) {
    const auto* property = findProperty(given.property);
    Edit edit = given;
    edit.element = property && view.index().find(given.element)
                       ? property->subject(view.index(), given.element)
                       : ElementId{};
    const auto fields =
        edit.element ? property->fields(view.index(), edit.element) : std::vector<PropertyField>{};
    const auto* field = fieldOf(fields, edit.part);
    if (!field)
        return fail(
            "no-such-property",
            fmt::format("There is no property '{}' here that could be edited.",
                        given.part.empty() ? given.property : given.property + " " + given.part));
    if (field->value == edit.value)
        return fail("unchanged",
                    fmt::format("{} has this value already.", nameOf(view.index(), edit.element)));
    MW_CHECK(checkWiring("an edit", view));
    MW_TRY(auto change, property->change(view, edit.element, edit.part, edit.value));
    MW_TRY(auto step, carryOut(view, edit, std::move(change)));
    const auto after = view.after(step.result.document);
    auto findings = newFindings(view, after, edit.element);
    if (property->review)
        std::ranges::move(property->review(view, after, edit.element),
                          std::back_inserter(findings));
    if (const auto bad = std::ranges::find_if(findings, isObstacle); bad != findings.end()) {
        bad->severity = Severity::error;
        return fail(*bad);
    }
    return EditedStep{std::move(step), std::move(findings)};
}

Expected<RecordedStep> editAgain(const DocumentView& view, const history::EditRecord& record) {
    const auto* property = findProperty(record.property);
    if (record.property.empty())
        return fail("not-replayable", fmt::format("'{}' was done by hand and cannot be done again",
                                                  record.site.label));
    if (!property)
        return fail("unknown-property",
                    fmt::format("There is no property \"{}\" to edit.", record.property));
    MW_TRY(const ElementId element, elementOf(view, *property, record));
    MW_TRY(auto done, edit(view, {element, record.property, record.part, record.value}));
    return std::move(done.step);
}

bool changesResultsByIntent(const history::Record& record) {
    if (const auto* step = std::get_if<history::TransformationRecord>(&record)) {
        const auto* t = findTransformation(step->name);
        return t && t->changesResults;
    }
    const auto* edit = std::get_if<history::EditRecord>(&record);
    const auto* property = edit ? findProperty(edit->property) : nullptr;
    return edit && !(property && property->keepsResults);
}

} // namespace mw::transforms
