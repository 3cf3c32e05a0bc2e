// What leads out of the tool never leads to an input.

#include "app/workbench/export.h"
#include "core/ir/dump.h"
#include "core/ir/equality.h"
#include "tests/app/workbench/folder.h"

namespace export_test {

using namespace mw;
using test::Folder;
namespace fs = std::filesystem;

TEST_CASE("no name leads to an input") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    const auto before = test::contents(folder.input());
    fs::path name;
    SECTION("its own name") {
        name = folder.input();
    }
    SECTION("another spelling") {
        name = folder / "../" / folder.input().parent_path().filename() / "./nabla4.sdfg";
    }
    SECTION("a symbolic link") {
        name = folder / "link.sdfg";
        fs::create_symlink(folder.input(), name);
    }
    SECTION("a symbolic link of the folder") {
        fs::create_directory_symlink(folder / "", folder / "here");
        name = folder / "here/nabla4.sdfg";
    }
    SECTION("a hard link") {
        name = folder / "hard.sdfg";
        fs::create_hard_link(folder.input(), name);
    }
    SECTION("the place of an input that is gone") {
        fs::remove(folder.input());
        name = folder.input();
    }
    const auto refused = workbench::exportGraph(*program->current().document, name,
                                                {"/elsewhere/x.sdfg", program->path});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == "input-file");
    CHECK(refused.error().location.file == name.string());
    CHECK((test::contents(folder.input()) == before || !fs::exists(folder.input())));
}

TEST_CASE("a variant is exported as a graph, in the dialect asked for") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    const auto& document = *program->current().document;
    REQUIRE(workbench::exportGraph(document, folder / "out.sdfgz", {program->path}));
    CHECK(io::isGzip(test::contents(folder / "out.sdfgz")));
    const auto read = io::readSdfgFile(folder / "out.sdfgz");
    REQUIRE(read.has_value());
    CHECK(ir::equivalent(*(*read)->root, *document.root));
    CHECK_FALSE(workbench::exportGraph(document, folder / "no/folder.sdfg", {}).has_value());
}

TEST_CASE("a connector that is called as its array is written for versions that refuse it by "
          "another name") {
    const auto document = ir::parseDump(R"(sdfg p {
  array a float64 [4]
  array b float64 [4]
  state main {
    n0 = access a
    n1 = tasklet t `o = b`
    n2 = access b
    n0 -> n1.b : a[1]
    n1.o -> n2 : b[1]
  }
}
)");
    REQUIRE(document);
    const Folder folder;
    using enum ir::DaceVersion::Stage;
    const std::vector<std::pair<ir::DaceVersion, std::string>> codes{
        {{1, 0, 2}, "o = b"}, {{2, 0, 0, alpha, 6}, "o = b_0"}, {{2, 0, 0, beta, 1}, "o = b_0"}};
    for (const auto& [version, code] : codes) {
        INFO(ir::print(version));
        io::WriteOptions options;
        options.dace = version;
        REQUIRE(workbench::exportGraph(**document, folder / "out.sdfg", {}, options));
        CHECK_THAT(test::contents(folder / "out.sdfg"), Catch::Contains('"' + code + '"'));
    }
}

TEST_CASE("the name that is suggested says which variant it is") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    auto& history = *program->history;
    history.goTo(history.pinned().front());
    CHECK(workbench::suggestedName(*program) == folder / "nabla4-one-fusion.sdfg");
    history.rename(history.current().id, "a / ../b: " + std::string(100, 'x'));
    const auto name = workbench::suggestedName(*program);
    CHECK(name.parent_path() == folder.input().parent_path());
    CHECK(name.filename().string() == "nabla4-a-b-" + std::string(44, 'x') + ".sdfg");
}

} // namespace export_test
