// Variants to JSON and back: reading does every step again, and keeps what no longer fits.

#include "app/workbench/detail/variant_tree.h"

#include "app/workbench/detail/trials_json.h"
#include "app/workbench/launches.h"
#include "app/workbench/read_measurement.h"
#include "core/history/recipe.h"
#include "transforms/framework/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace mw::workbench {

namespace {

using history::VariantId;

Json toJson(const Program& program, const history::Variant& variant) {
    Json json{{"id", variant.id.value},
              {"parent", variant.parent.value},
              {"name", variant.name},
              {"pinned", variant.pinned},
              {"exported", program.exported.contains(variant.id)},
              {"measured", Json(variant.measured)}};
    if (!variant.note.empty())
        json["note"] = variant.note;
    if (const auto& batch = variant.batch)
        json["batch"] = {{"first", batch->first.value}, {"title", batch->title}};
    if (variant.record)
        json["step"] = Json::parse(history::toJson(*variant.record));
    return json;
}

/// Detached variants are numbered behind those of the history.
Json toJson(const Program& program, const DetachedVariant& detached, std::size_t number) {
    const auto live = program.history->variants().size();
    Json json = Json::parse(detached.json);
    json["id"] = live + 1 + number;
    json["parent"] =
        detached.parent ? std::size_t{detached.parent.value} : live + 1 + detached.below;
    return json;
}

class TreeReader {
public:
    TreeReader(Program& program) : program_(program), history_(*program.history) {}

    Expected<void> variant(const Fields& fields) {
        MW_TRY(const auto id, fields.number("id"));
        MW_TRY(const auto parent, fields.number("parent"));
        if (tree.ids.contains(id) || detached_.contains(id))
            return fields.needs("id", "a number of its own");
        if (parent == 0)
            return root(fields, id);
        if (const auto below = detached_.find(parent); below != detached_.end())
            return detach(fields, id, {}, below->second), Expected<void>{};
        const auto known = tree.ids.find(parent);
        if (known == tree.ids.end())
            return fields.needs("parent", "a variant that stands before this one");
        return step(fields, id, known->second);
    }

    RestoredTree tree;

private:
    Expected<void> root(const Fields& fields, std::uint32_t id) {
        if (!tree.ids.empty())
            return fields.needs("parent", "a variant: there is one original only");
        tree.ids[id] = history_.root().id;
        return finish(fields, history_.root().id);
    }

    Expected<void> step(const Fields& fields, std::uint32_t id, VariantId parent) {
        MW_TRY(const auto record, fields.object("step"));
        MW_TRY(const auto parsed, history::parseRecord(record.json().dump(), fields.at("step")));
        auto done = replayStep(history_.find(parent)->document, parsed);
        if (!done) {
            tree.lost.push_back(std::move(done).error());
            detach(fields, id, parent, 0);
            return {};
        }
        history_.goTo(parent);
        const auto now = history_.add(std::move(done->record), std::move(done->result));
        tree.ids[id] = now;
        return finish(fields, now);
    }

    void detach(const Fields& fields, std::uint32_t id, VariantId parent, std::size_t below) {
        detached_[id] = program_.detached.size();
        program_.detached.push_back({parent, below, fields.json().dump()});
    }

    Expected<void> finish(const Fields& fields, VariantId id) {
        MW_TRY(auto name, fields.text("name"));
        MW_TRY(const auto pinned, fields.flag("pinned"));
        MW_TRY(const auto exported, fields.flag("exported"));
        MW_TRY(const auto measured, fields.object("measured"));
        if (fields.find("note")) { // older files have none
            MW_TRY(auto note, fields.text("note"));
            history_.setNote(id, std::move(note));
        }
        if (fields.find("batch")) { // older files have none
            MW_TRY(const auto batch, fields.object("batch"));
            MW_TRY(const auto first, batch.number("first"));
            MW_TRY(auto title, batch.text("title"));
            const auto known = tree.ids.find(first);
            history_.setBatch(id, {known == tree.ids.end() ? id : known->second, std::move(title)});
        }
        takeName(history_, id, std::move(name));
        history_.setPinned(id, pinned);
        if (exported)
            program_.exported.insert(id);
        for (const auto& [what, value] : measured.json().items()) {
            MW_TRY(const auto number, measured.real(what.c_str()));
            history_.setMeasured(id, what, number);
        }
        return {};
    }

    Program& program_;
    history::History& history_;
    std::map<std::uint32_t, std::size_t> detached_; ///< id in the file -> index
};

/// Of the variants that came back; a mark whose variant did not, or whose element the graph does
/// not have any more, stays with its note.
class BookmarkReader {
public:
    BookmarkReader(const RestoredTree& tree, history::History& history)
        : tree_(tree), history_(history) {}

    Expected<void> bookmark(const Fields& fields) {
        MW_TRY(const auto variant, fields.number("variant"));
        MW_TRY(auto note, fields.text("note"));
        MW_TRY(const auto place, fields.object("place"));
        MW_TRY(auto site, history::parseSite(place.json().dump(), fields.at("place")));
        const auto known = tree_.ids.find(variant);
        const auto on = known == tree_.ids.end() ? history_.root().id : known->second;
        const auto element = history::elementOf(anchorsOf(on), site);
        history_.addBookmark({on, element, std::move(site), std::move(note)});
        return {};
    }

private:
    struct Named {
        explicit Named(ir::DocumentPtr document) : index(std::move(document)), anchors(index) {}
        ir::DocumentIndex index;
        history::AnchorIndex anchors;
    };

    const history::AnchorIndex& anchorsOf(VariantId id) {
        auto& named = named_[id];
        if (!named)
            named = std::make_unique<Named>(history_.find(id)->document);
        return named->anchors;
    }

    const RestoredTree& tree_;
    history::History& history_;
    std::map<VariantId, std::unique_ptr<Named>> named_;
};

Expected<void> readBookmarks(const Fields& fields, const RestoredTree& tree, Program& into) {
    if (!fields.find("bookmarks"))
        return {}; // nobody marked anything, or the file is older
    MW_TRY(const auto* list, fields.list("bookmarks"));
    BookmarkReader reader(tree, *into.history);
    for (std::size_t i = 0; i < list->size(); ++i) {
        MW_TRY(const auto bookmark,
               Fields::of((*list)[i], fields.what(), fields.at(fmt::format("bookmarks/{}", i))));
        MW_CHECK(reader.bookmark(bookmark));
    }
    return {};
}

void writeBookmarks(const Program& program, Json& into) {
    for (const auto& bookmark : program.history->bookmarks())
        into["bookmarks"].push_back({{"variant", bookmark.variant.value},
                                     {"note", bookmark.note},
                                     {"place", Json::parse(history::toJson(bookmark.site))}});
}

} // namespace

void takeName(history::History& history, VariantId id, std::string name) {
    const auto& record = history.find(id)->record;
    if (!record || name != history::text(*record))
        history.rename(id, std::move(name));
}

void writeVariants(const Program& program, Json& into) {
    into["current"] = program.current().id.value;
    if (program.baseline)
        into["baseline"] = program.baseline.value;
    auto& list = into["variants"] = Json::array();
    for (const auto& variant : program.history->variants())
        list.push_back(toJson(program, variant));
    for (std::size_t i = 0; i < program.detached.size(); ++i)
        list.push_back(toJson(program, program.detached[i], i));
    writeBookmarks(program, into);
}

Expected<RestoredTree> readVariants(const Fields& fields, Program& into,
                                    const std::stop_token& stop) {
    MW_TRY(const auto* list, fields.list("variants"));
    MW_TRY(const auto current, fields.number("current"));
    TreeReader reader(into);
    for (std::size_t i = 0; i < list->size(); ++i) {
        if (stop.stop_requested())
            return fail("cancelled", "Restoring was cancelled.");
        MW_TRY(const auto variant,
               Fields::of((*list)[i], fields.what(), fields.at(fmt::format("variants/{}", i))));
        MW_CHECK(reader.variant(variant));
    }
    MW_CHECK(readBookmarks(fields, reader.tree, into));
    if (fields.find("baseline")) { // nobody chose one, or the file is older
        MW_TRY(const auto baseline, fields.number("baseline"));
        if (const auto found = reader.tree.ids.find(baseline); found != reader.tree.ids.end())
            into.baseline = found->second;
    }
    if (const auto found = reader.tree.ids.find(current); found != reader.tree.ids.end())
        into.history->goTo(found->second);
    return std::move(reader.tree);
}

void writeMeasurements(const Program& program, Json& into) {
    auto& list = into["measurements"] = Json::array();
    for (const auto& one : program.measurements) {
        Json variants = Json::array();
        for (const auto id : one.variants)
            variants.push_back(id.value);
        list.push_back({{"variants", variants}, {"result", Json::parse(one.result)}});
    }
    for (const Trial& trial : program.tuning.trials())
        into["tuning"].push_back(toJson(trial));
}

Expected<void> readMeasurements(const Fields& fields, const RestoredTree& tree, Program& into) {
    MW_TRY(const auto* list, fields.list("measurements"));
    std::optional<bench::BenchResult> newest;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto path = fields.at(fmt::format("measurements/{}", i));
        MW_TRY(const auto one, Fields::of((*list)[i], fields.what(), path));
        MW_TRY(const auto* variants, one.list("variants"));
        MW_TRY(const auto result, one.object("result"));
        Measurement measurement{{}, result.json().dump(2) + "\n"};
        // What cannot be read back is still in the list.
        auto read = readMeasurement(measurement.result);
        if (read) {
            measurement.sizes = read->scenario.symbols;
            measurement.grid = inputs::toString(read->scenario.grid);
        }
        newest = read ? std::optional(std::move(*read)) : std::nullopt;
        for (const auto& id : *variants) {
            const auto known =
                id.is_number_unsigned() ? tree.ids.find(id.get<std::uint32_t>()) : tree.ids.end();
            measurement.variants.push_back(known == tree.ids.end() ? VariantId{} : known->second);
        }
        into.measurements.push_back(std::move(measurement));
    }
    if (newest)
        into.bench = std::move(*newest);
    if (const Json* tuning = fields.find("tuning")) { // older files have none
        auto trials = trialsOf(*tuning);
        if (!trials)
            return fields.needs("tuning", "a list of trials");
        into.tuning = std::move(*trials);
    }
    return {};
}

} // namespace mw::workbench
