// Names of kernels by what they write, and texts with them.
#include "core/analysis/kernel_names.h"

#include "core/analysis/program_rows.h"
#include "core/support/last_few.h"

#include <algorithm>
#include <cctype>

namespace mw::analysis {

KernelNames kernelNames(const ir::Document& document) {
    const auto rows = namedRows(document);
    std::map<std::string_view, int> taken;
    for (const ProgramRow& row : rows)
        taken[row.name] += row.kind == RowKind::heading ? 0 : 1;
    KernelNames names;
    for (const ProgramRow& row : rows)
        if (row.kind != RowKind::heading)
            names.emplace(row.element, taken.at(row.name) > 1 && row.label != row.name
                                           ? row.name + " (" + row.label + ")"
                                           : row.name);
    return names;
}

std::shared_ptr<const KernelNames> sharedKernelNames(const ir::DocumentPtr& document) {
    static LastFew<ir::Document, KernelNames> last;
    return last.of(document,
                   [&] { return std::make_shared<const KernelNames>(kernelNames(*document)); });
}

std::string nameOf(const ir::DocumentIndex& index, const ir::Node& node) {
    if (const NodeId entry = ir::entryOf(node))
        if (const auto* place = index.find(entry); place && place->node)
            return nameOf(index, *place->node);
    if (node.as<ir::MapEntry>() || node.as<ir::LibraryNode>() || node.as<ir::Tasklet>()) {
        const auto names = sharedKernelNames(index.document());
        if (const auto found = names->find(node.id); found != names->end())
            return found->second;
    }
    return ir::displayName(node);
}

namespace {

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Where the word stands from `at` on; npos: nowhere.
std::size_t findWord(std::string_view text, std::string_view word, std::size_t at) {
    for (at = text.find(word, at); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isWordCharacter(text[at - 1])) &&
            (end == text.size() || !isWordCharacter(text[end])))
            break;
    }
    return at;
}

struct Named {
    std::string label; ///< as sentences have it: without what stands in brackets behind it
    std::string whole; ///< with it
    std::string name;

    std::size_t lengthAt(std::string_view text, std::size_t at) const {
        return text.substr(at).starts_with(whole) ? whole.size() : label.size();
    }
};

std::vector<Named> renamed(const ir::DocumentIndex& index, const std::vector<ElementId>& about) {
    std::vector<ElementId> known;
    std::vector<Named> words;
    for (const ElementId id : about) {
        const auto* place = index.find(id);
        if (const NodeId entry = place && place->node ? ir::entryOf(*place->node) : NodeId())
            place = index.find(entry);
        if (!place || !place->node || std::ranges::count(known, place->node->id) > 0)
            continue;
        known.emplace_back(place->node->id);
        const auto whole = ir::displayName(*place->node);
        Named word{whole.substr(0, whole.find('[')), whole, nameOf(index, *place->node)};
        if (!word.label.empty() && word.name != whole)
            words.push_back(std::move(word));
    }
    return words;
}

/// "tmp -> b" of "tmp -> tmp -> b": a kernel is called as the temporary behind it.
std::string withoutRepeats(const std::string& chain) {
    constexpr std::string_view kArrow = " -> ";
    std::string shorter;
    std::string_view before;
    for (std::size_t at = 0; at <= chain.size();) {
        const auto end = std::min(chain.find(kArrow, at), chain.size());
        const auto part = std::string_view(chain).substr(at, end - at);
        if (at == 0 || part != before) {
            shorter += at == 0 ? "" : kArrow;
            shorter += part;
        }
        before = part;
        at = end == chain.size() ? end + 1 : end + kArrow.size();
    }
    return shorter;
}

} // namespace

std::string withKernelNames(const ir::DocumentIndex& index, std::string_view text,
                            const std::vector<ElementId>& about) {
    const auto words = renamed(index, about);
    // Where several have one label, what is said first is the first of them.
    std::map<std::size_t, const Named*> found;
    for (const Named& word : words) {
        const bool isOne = std::ranges::count(words, word.label, &Named::label) == 1;
        for (std::size_t at = findWord(text, word.label, 0); at != std::string_view::npos;
             at = findWord(text, word.label, at + word.label.size()))
            if (found.emplace(at, &word).second && !isOne)
                break;
    }
    std::string said;
    std::size_t from = 0;
    for (const auto& [at, word] : found) {
        if (at < from)
            continue; // inside of another
        said += text.substr(from, at - from);
        said += word->name;
        from = at + word->lengthAt(text, at);
    }
    said += text.substr(from);
    return found.empty() ? said : withoutRepeats(said);
}

} // namespace mw::analysis
