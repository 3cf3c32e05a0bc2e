// Renaming symbols where they are in scope, and finding names that are free.

#include "transforms/toolkit/rename.h"

#include "core/ir/connectors.h"
#include "core/support/identifiers.h"
#include "core/tasklet/tasklet.h"
#include "transforms/framework/kept.h"
#include "transforms/toolkit/all_names.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>

namespace mw::transforms {

namespace {

void renameMemlet(ir::Memlet& memlet, const symbolic::Substitution& values) {
    if (memlet.subset)
        memlet.subset = memlet.subset->substitute(values);
    if (memlet.otherSubset)
        memlet.otherSubset = memlet.otherSubset->substitute(values);
    memlet.volume = symbolic::substitute(memlet.volume, values);
}

void renameNode(ir::Node& node, const Renaming& names, const symbolic::Substitution& values) {
    if (auto* tasklet = node.as<ir::Tasklet>())
        tasklet->code.text = renameIdentifiers(tasklet->code.text, names);
    else if (auto* map = node.as<ir::MapEntry>())
        map->map.range = map->map.range.substitute(values);
    else if (auto* consume = node.as<ir::ConsumeEntry>())
        consume->numPes = symbolic::substitute(consume->numPes, values);
    else if (auto* nested = node.as<ir::NestedSdfg>())
        for (auto& [inner, outer] : nested->symbolMapping)
            outer = symbolic::substitute(outer, values);
}

bool needsRenaming(const ir::Node& node) {
    return node.as<ir::Tasklet>() || node.as<ir::MapEntry>() || node.as<ir::ConsumeEntry>() ||
           node.as<ir::NestedSdfg>();
}

using analysis::NameSet;

void addSymbols(const symbolic::Expr& e, NameSet& into) {
    into.merge(symbolic::freeSymbols(e));
}

void addMemlet(const ir::Memlet& memlet, NamesInside& names) {
    for (const auto* subset : {&memlet.subset, &memlet.otherSubset})
        if (*subset)
            symbolic::collectSymbols(**subset, names.used);
    addSymbols(memlet.volume, names.used);
    analysis::collectIdentifiers(memlet.wcr, names.bound);
}

void addTasklet(const ir::Tasklet& tasklet, NamesInside& names) {
    const bool python = tasklet.code.language == ir::Language::Python;
    analysis::collectIdentifiers(tasklet.code.text, python ? names.used : names.bound);
    for (const auto* raw : {&tasklet.codeGlobal, &tasklet.codeInit, &tasklet.codeExit})
        analysis::collectIdentifiers(raw->text, names.bound);
    const auto code = tasklet::parse(tasklet.code.text);
    std::vector<std::string> read, written;
    if (python && code)
        tasklet::collectNames(*code, read, written);
    names.bound.insert(written.begin(), written.end());
}

void addConnectors(const ir::Connectors& connectors, NameSet& into) {
    for (const auto& [name, type] : connectors)
        into.insert(name);
}

void addNode(const ir::Node& node, NamesInside& names) {
    if (node.as<ir::Tasklet>() || node.as<ir::LibraryNode>() || node.as<ir::UnknownNode>()) {
        addConnectors(node.in, names.bound);
        addConnectors(node.out, names.bound);
    }
    if (const auto* tasklet = node.as<ir::Tasklet>()) {
        addTasklet(*tasklet, names);
    } else if (const auto* access = node.as<ir::AccessNode>()) {
        names.bound.emplace(analysis::containerOf(access->data));
    } else if (const auto* map = node.as<ir::MapEntry>()) {
        names.bound.insert(map->map.params.begin(), map->map.params.end());
        const auto dynamic = ir::dynamicInputs(node);
        names.bound.insert(dynamic.begin(), dynamic.end());
        symbolic::collectSymbols(map->map.range, names.used);
    } else if (const auto* consume = node.as<ir::ConsumeEntry>()) {
        names.bound.insert(consume->peIndex);
        addSymbols(consume->numPes, names.used);
        analysis::collectIdentifiers(consume->condition.text, names.bound);
    } else if (const auto* nested = node.as<ir::NestedSdfg>()) {
        for (const auto& [inner, outer] : nested->symbolMapping)
            addSymbols(outer, names.used);
    } else if (const auto* library = node.as<ir::LibraryNode>()) {
        for (const auto& [name, text] : library->properties)
            analysis::collectIdentifiers(text, names.bound);
    }
}

} // namespace

NamesInside namesInside(const ir::StateIndex& index, NodeId entry) {
    NamesInside names;
    for (const NodeId id : nodesInside(index, entry)) {
        addNode(*index.node(id), names);
        for (const ir::Edge* edge : index.inEdges(id))
            addMemlet(edge->memlet, names);
    }
    return names;
}

const NamesInside& namesInside(const StateView& at, NodeId entry) {
    return remembered<struct NamesInsideMap>(*at.document, entry,
                                             [&] { return namesInside(*at.index, entry); });
}

NamesInside namesAt(const ir::StateIndex& index, NodeId node) {
    const ir::Node& at = *index.node(node);
    NamesInside names = at.isEntry() ? namesInside(index, node) : NamesInside();
    addNode(at, names);
    for (const ir::Edge* edge : index.inEdges(node))
        addMemlet(edge->memlet, names);
    return names;
}

namespace {

/// The names of the SDFGs of the documents that were asked about last: one edit may need hundreds
/// of names. Who asks for one name depends on that name alone.
class NamesBefore {
public:
    static bool contain(const ir::DocumentIndex& index, SdfgId sdfg, const std::string& name) {
        const bool taken = areTaken(index, sdfg, name);
        if (ir::NoteReads::now)
            ir::note(readOf(sdfg, name));
        return taken;
    }

private:
    static bool areTaken(const ir::DocumentIndex& index, SdfgId sdfg, const std::string& name) {
        const ir::Unnoted unnoted;
        const auto* place = index.find(sdfg);
        return place && place->sdfg && areTaken(index, *place->sdfg, name);
    }

    /// Most edits ask once: all names are collected for whoever asks again.
    static bool areTaken(const ir::DocumentIndex& index, const ir::Sdfg& sdfg,
                         const std::string& name) {
        const auto [names, isNew] = of(index).try_emplace(sdfg.id);
        if (isNew)
            return AllNames::contain(sdfg, name);
        if (!names->second)
            names->second.emplace(sdfg);
        return names->second->contains(name);
    }

    using Names = std::map<SdfgId, std::optional<AllNames>>; ///< nullopt: asked once

    static Names& of(const ir::DocumentIndex& index) {
        struct Document {
            std::weak_ptr<const ir::Document> document;
            Names names;
        };
        thread_local std::array<Document, 3> last; // newest first
        const auto known = std::ranges::find_if(
            last, [&](const Document& one) { return one.document.lock() == index.document(); });
        std::rotate(last.begin(), known == last.end() ? last.end() - 1 : known,
                    known == last.end() ? last.end() : known + 1);
        if (last.front().document.lock() != index.document())
            last.front() = {index.document(), {}};
        return last.front().names;
    }

    /// In an SDFG that is only tried a name is taken if it is in the document, or if what is tried
    /// took it: that of the document is what can change.
    static std::shared_ptr<const ir::Reads> readOf(SdfgId sdfg, const std::string& name) {
        auto reads = std::make_shared<ir::Reads>();
        reads->keys.push_back(ir::readKey(ir::Read::anything, 0));
        reads->otherAnswer = [sdfg, name](const void* where, const ir::DocumentIndex& before) {
            const auto& now = static_cast<const DocumentView*>(where)->index();
            return areTaken(before, sdfg, name) != areTaken(now, sdfg, name);
        };
        return reads;
    }
};

} // namespace

std::string freshName(ir::Editor& editor, SdfgId sdfg, const std::string& wish) {
    // What the editor itself has added are containers and symbols, which it knows.
    std::string name = editor.freshName(sdfg, wish);
    for (int i = 0; NamesBefore::contain(editor.base(), sdfg, name); ++i)
        name = editor.freshName(sdfg, wish + "_" + std::to_string(i));
    return name;
}

std::string renameIdentifiers(std::string_view code, const Renaming& names) {
    std::string result;
    for (std::size_t i = 0; i < code.size();) {
        const std::size_t begin = i;
        while (i < code.size() && isWordCharacter(code[i]))
            ++i;
        if (i == begin) {
            result += code[i++];
            continue;
        }
        const auto word = code.substr(begin, i - begin);
        const bool member = begin > 0 && code[begin - 1] == '.';
        const auto found = names.find(word);
        result += found != names.end() && !member ? std::string_view(found->second) : word;
    }
    return result;
}

symbolic::Substitution substitutionOf(const Renaming& names) {
    symbolic::Substitution values;
    for (const auto& [from, to] : names)
        values.emplace(from, symbolic::Expr::symbol(to));
    return values;
}

void renameInScope(ir::Editor& editor, BlockId state, NodeId entry, const Renaming& names) {
    replaceInScope(editor, state, entry, substitutionOf(names), names);
}

void replaceInScope(ir::Editor& editor, BlockId state, NodeId entry,
                    const symbolic::Substitution& values, const Renaming& names) {
    if (values.empty())
        return;
    const ir::StateIndex index(editor.state(state));
    const std::set<NodeId> inside = nodesInside(index, entry);
    std::set<EdgeId> edges;
    for (const NodeId id : inside)
        for (const ir::Edge* edge : index.inEdges(id))
            edges.insert(edge->id);
    // The index refers into the state that is changed now: only ids from here on.
    std::set<NodeId> nodes;
    for (const NodeId id : inside)
        if (needsRenaming(*index.node(id)))
            nodes.insert(id);
    for (const EdgeId id : edges)
        renameMemlet(editor.edge(state, id).memlet, values);
    for (const NodeId id : nodes)
        renameNode(editor.node(state, id), names, values);
}

} // namespace mw::transforms
