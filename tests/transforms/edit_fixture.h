#pragma once

#include "core/ir/dump.h"
#include "core/ir/index.h"
#include "tests/support/catch.h"
#include "transforms/framework/edit.h"

#include <string>

namespace mw::test {

/// A program that is edited: elements by their names, what came of an edit as text.
struct Edited {
    explicit Edited(const std::string& text) {
        auto parsed = ir::parseDump(text);
        if (!parsed)
            FAIL(toString(parsed.error()));
        document = std::move(*parsed);
    }

    ElementId named(const std::string& name) const {
        const ir::DocumentIndex index(document);
        for (const auto state : index.states())
            for (const auto& node : index.find(state)->block->as<ir::State>()->nodes)
                if (!node->isExit() && ir::displayName(*node) == name)
                    return node->id;
        FAIL("no node " << name);
        return {};
    }
    Expected<transforms::EditedStep> edit(const std::string& name, const std::string& property,
                                          const std::string& part, const std::string& value) const {
        const auto id = name == "program" ? ElementId(document->root->id) : named(name);
        return transforms::edit(document, {id, property, part, value});
    }
    /// The program after it; its errors fail the test.
    std::string after(const std::string& name, const std::string& property, const std::string& part,
                      const std::string& value) const {
        const auto done = edit(name, property, part, value);
        if (!done)
            FAIL(toString(done.error()));
        return ir::dump(*done->step.result.document->root);
    }
    /// "code: sentence"; "fits" where nothing is wrong.
    std::string error(const std::string& name, const std::string& property, const std::string& part,
                      const std::string& value) const {
        const auto done = edit(name, property, part, value);
        return done ? "fits" : done.error().code + ": " + done.error().sentence;
    }
    /// "property part=value", one line each, choices in brackets.
    std::string fields(const std::string& name) const {
        const ir::DocumentIndex index(document);
        const auto id = name == "program" ? ElementId(document->root->id) : named(name);
        std::string text;
        for (const auto& [property, field] : transforms::editableFields(index, id)) {
            text += property->name + (field.part.empty() ? "" : " " + field.part) + "=" +
                    field.value + "\n";
        }
        return text;
    }

    ir::DocumentPtr document;
};

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace mw::test
