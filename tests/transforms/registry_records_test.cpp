// What the history makes of every transformation: undo and redo give the very documents of before,
// and a recipe, written and read, gives the same bytes on the file that was written and read.

#include "core/history/history.h"
#include "core/history/recipe.h"
#include "core/io/sdfg_io.h"
#include "core/ir/equality.h"
#include "tests/support/catch.h"
#include "tests/transforms/applying.h"
#include "tests/transforms/suite_programs.h"
#include "transforms/framework/replay.h"

#include <cstdlib>
#include <vector>

namespace registry_records_test {

using namespace mw;
using test::Transformation;

namespace {

std::string bytesOf(const ir::DocumentPtr& document) {
    const auto text = io::writeSdfg(*document);
    REQUIRE(text.has_value());
    return *text;
}

/// The first match that applies, recorded; false when there is none.
bool step(const Transformation& t, const test::Params& params, history::History& history) {
    const auto& document = history.current().document;
    for (const auto& match : test::matchesOf(t, document)) {
        if (test::refusalOf(t, document, match, params))
            continue;
        auto done = transforms::applyRecorded(t, document, match, params);
        REQUIRE(done.has_value());
        history.add(std::move(done->record), std::move(done->result));
        return true;
    }
    return false;
}

/// All steps that there are, one after another; at most `limit`.
history::History chain(const Transformation& t, const test::SuiteProgram& program,
                       const ir::DocumentPtr& root, int limit = 20) {
    history::History history(root);
    while (limit-- > 0 && step(t, test::neededParams(t, program), history)) {
    }
    return history;
}

void checkUndo(history::History& history) {
    const auto path = history.path(history.current().id);
    for (std::size_t i = path.size(); i-- > 1;) {
        CHECK(history.undo() == path[i - 1]);
        CHECK(history.current().document == history.find(path[i - 1])->document);
    }
    CHECK_FALSE(history.canUndo());
    for (std::size_t i = 1; i < path.size(); ++i)
        CHECK(history.redo() == path[i]);
    CHECK_FALSE(history.canRedo());
}

void checkRecipe(const history::History& history) {
    const auto recipe = history::parseRecipe(history::recipe(history, history.current().id));
    REQUIRE(recipe.has_value());
    const auto read = io::readSdfg(bytesOf(history.root().document));
    REQUIRE(read.has_value());
    auto at = *read;
    for (const auto& record : recipe->steps) {
        const auto done = transforms::replay(at, record);
        INFO(toJson(record));
        REQUIRE(done.has_value());
        at = done->result.document;
    }
    CHECK(bytesOf(at) == bytesOf(history.current().document));
}

/// As a file has it: then a step adds fields to the same text, whoever does it.
ir::DocumentPtr reread(const ir::DocumentPtr& document) {
    const auto read = io::readSdfg(bytesOf(document));
    REQUIRE(read.has_value());
    return *read;
}

std::vector<test::SuiteProgram> programs() {
    auto all = test::samplePrograms();
    for (auto& program : test::smallPrograms())
        all.push_back(std::move(program));
    return all;
}

} // namespace

TEST_CASE("steps of every transformation are undone, done again and replayed from a file") {
    const auto all = programs();
    std::vector<ir::DocumentPtr> roots;
    std::vector<std::string> bytes;
    for (const auto& program : all) {
        roots.push_back(reread(program.document));
        bytes.push_back(bytesOf(roots.back()));
    }
    // Of each transformation the first programs that it applies to, begun at another one each time;
    // all with MAPWRIGHT_LONG.
    const std::size_t most = std::getenv("MAPWRIGHT_LONG") ? all.size() : 12;
    std::size_t turn = 0;
    for (const auto* t : transforms::registry()) {
        std::size_t steps = 0, chains = 0;
        turn += 7;
        for (std::size_t k = 0; k < all.size() && chains < most; ++k) {
            const std::size_t i = (k + turn) % all.size();
            INFO(t->name << " on " << all[i].name);
            auto history = chain(*t, all[i], roots[i]);
            if (history.variants().size() == 1)
                continue; // it applies nowhere
            steps += history.variants().size() - 1;
            ++chains;
            checkUndo(history);
            checkRecipe(history);
        }
        CHECK(steps >= 2);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        INFO(all[i].name);
        CHECK(bytesOf(roots[i]) == bytes[i]);
    }
}

} // namespace registry_records_test
