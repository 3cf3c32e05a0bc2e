// Linked programs with boundaries, rewritten, taken apart, and run with something in between.
#include "app/workbench/interpret.h"
#include "app/workbench/link_check.h"
#include "app/workbench/link_sequence.h"
#include "app/workbench/optimise.h"
#include "app/workbench/unlink_sequence.h"
#include "core/analysis/analysis.h"
#include "core/analysis/boundaries.h"
#include "core/conventions/conventions.h"
#include "core/ir/dump.h"
#include "core/validate/validate.h"
#include "tests/app/workbench/folder.h"
#include "tests/app/workbench/random_sequences.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/transforms/applying.h"
#include "transforms/framework/apply.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

namespace unlink_test {

using namespace mw;
using inputs::HostArrays;
using inputs::SequenceInput;
using link::Linked;

namespace {

/// What the programs of a sequence call the arrays of the linked one.
using Names = std::vector<std::map<std::string, std::string>>;

/// Something that an exchange may do to a field: another value for each element.
void exchange(inputs::HostArray& array) {
    REQUIRE(ir::DType{array.type, {}}.isFloating());
    const auto change = [&](auto value) {
        for (std::size_t at = 0; at < array.bytes.size(); at += sizeof(value)) {
            std::memcpy(&value, &array.bytes[at], sizeof(value));
            value = value * 2 + 1;
            std::memcpy(&array.bytes[at], &value, sizeof(value));
        }
    };
    if (array.type == ir::ScalarType::float64)
        change(double());
    else
        change(float());
}

/// Calls one by one, exchanges carried out in between.
HostArrays run(const SequenceInput& sequence, const Names& names, HostArrays arrays) {
    for (std::size_t c = 0; c < sequence.calls.size(); ++c) {
        for (const auto& between : sequence.exchanges)
            for (std::size_t i = 0; between.before == c && i < between.fields.size(); ++i)
                exchange(arrays.at(between.fields[i]));
        const auto& call = sequence.calls[c];
        const auto& program = sequence.programs[call.program];
        for (int i = 0; i < call.count; ++i) {
            HostArrays arguments;
            for (const auto& [argument, name] : names[call.program])
                if (const auto array = arrays.find(name); array != arrays.end())
                    arguments.emplace(argument, array->second);
            auto result =
                workbench::interpretOn(*program.document, program.scenario, arguments, 120);
            if (!result)
                FAIL(program.name << ": " << toString(result.error()));
            for (auto& [argument, array] : result->outputs)
                if (const auto name = names[call.program].find(argument);
                    name != names[call.program].end())
                    arrays[name->second] = std::move(array);
        }
    }
    return arrays;
}

HostArrays inputsOf(const inputs::Scenario& scenario) {
    HostArrays arrays;
    for (const auto& [name, input] : scenario.arrays) {
        auto array = inputs::makeArray(name, input, scenario.grid);
        REQUIRE(array);
        arrays.emplace(name, std::move(*array));
    }
    return arrays;
}

/// The bytes of all arguments of the linked program, but for times.
void checkEqual(const HostArrays& expected, const HostArrays& got, const Linked& linked) {
    int compared = 0;
    for (const auto& [name, data] : linked.document->root->arrays) {
        if (data->transient || data->isScalar() || conventions::isMeasurement(name))
            continue;
        INFO(name);
        REQUIRE(expected.contains(name));
        REQUIRE(got.contains(name));
        CHECK(expected.at(name).bytes == got.at(name).bytes);
        ++compared;
    }
    CHECK(compared > 0);
}

void checkValid(const ir::DocumentPtr& document) {
    const ir::DocumentIndex index(document);
    for (const auto& finding : validate::validate(index, {.hints = false, .warnings = false}))
        FAIL_CHECK(toString(finding));
}

SequenceInput unlinked(const ir::DocumentPtr& document, const inputs::Scenario& scenario) {
    auto sequence = link::unlink(document, scenario);
    if (!sequence)
        FAIL(toString(sequence.error()));
    return std::move(*sequence);
}

/// The sequence as it was and the rewritten programs do the same with exchanges in between.
void checkApart(const SequenceInput& input, const Linked& linked,
                const ir::DocumentPtr& rewritten) {
    const auto apart = unlinked(rewritten, linked.scenario);
    for (const auto& program : apart.programs)
        checkValid(program.document);
    const auto now = workbench::linkedOf(rewritten, linked.scenario, apart);
    auto begin = inputsOf(linked.scenario);
    for (std::size_t p = 0; p < input.programs.size(); ++p) // temporaries: whatever
        for (const auto& [argument, name] : linked.arrays[p])
            if (const auto& given = input.programs[p].scenario.arrays;
                !begin.contains(name) && given.contains(argument)) {
                auto array = inputs::makeArray(argument, given.at(argument),
                                               input.programs[p].scenario.grid);
                REQUIRE(array);
                begin.emplace(name, std::move(*array));
            }
    const auto expected = run(input, linked.arrays, begin);
    checkEqual(expected, run(apart, now.arrays, inputsOf(linked.scenario)), linked);
}

/// Steps at random, anywhere in the document.
ir::DocumentPtr withRandomSteps(ir::DocumentPtr document, int steps, test::RandomSource& random) {
    const auto& all = test::keepingResults();
    for (int done = 0, tried = 0; done < steps && tried < 10 * steps; ++tried) {
        const auto& t = *random.of(all);
        const transforms::DocumentView view(document);
        const auto matches = t.find(view, transforms::Region());
        if (matches.empty())
            continue;
        auto applied = transforms::applyAt(t, view, random.of(matches), {});
        if (!applied)
            continue;
        document = applied->result.document;
        ++done;
    }
    return document;
}

} // namespace

TEST_CASE("what runs between two exchanges is a program that may not be inlined") {
    auto file = workbench::readSequence(test::sourceFile("samples/diffusion.sequence.json"), "",
                                        codegen::Target::cpu);
    REQUIRE(file);
    auto& input = file->input;
    input.internal = {"kappa"};
    input.exchanges = {{1, {"theta"}}, {2, {"theta_new", "theta"}}, {2, {}}};
    const auto linked = link::link(input);
    if (!linked)
        FAIL(toString(linked.error()));
    checkValid(linked->document);
    const ir::Sdfg& root = *linked->document->root;
    CHECK(root.body.blocks.size() == 3);
    for (const auto& block : root.body.blocks)
        CHECK(analysis::stretchIn(*block));
    CHECK(analysis::boundariesOf(root) == analysis::Boundaries{{"theta"}, {"theta_new", "theta"}});
    CHECK(root.data("kappa")->transient);
    const auto same = workbench::checkLinked(input, *linked, 0, 60);
    REQUIRE(same);
    CHECK(same->same());

    const auto apart = unlinked(linked->document, linked->scenario);
    CHECK(apart.programs.size() == 3);
    CHECK(apart.internal == std::vector<std::string>{"kappa"});
    CHECK_FALSE(apart.programs[0].document->root->data("kappa")->transient);
    REQUIRE(apart.exchanges.size() == 2);
    CHECK(apart.exchanges[1].before == 2);
    CHECK(apart.exchanges[1].fields == std::vector<std::string>{"theta_new", "theta"});
    checkApart(input, *linked, linked->document);

    const test::Folder folder;
    REQUIRE(workbench::exportSequence(apart, folder / "parts", {}));
    auto again = workbench::readSequence(folder / "parts" / (root.name + ".sequence.json"), "",
                                         codegen::Target::cpu);
    if (!again)
        FAIL(toString(again.error()));
    CHECK(again->input.internal == apart.internal);
    CHECK(again->input.exchanges.size() == 2);
    const auto relinked = link::link(again->input);
    if (!relinked)
        FAIL(toString(relinked.error()));
    CHECK(relinked->internal == linked->internal);
    CHECK(analysis::argumentList(*relinked->document->root) == analysis::argumentList(root));
    const auto whole = workbench::linkedOf(linked->document, linked->scenario, again->input);
    const auto verdict = workbench::checkLinked(again->input, whole, 0, 60);
    REQUIRE(verdict);
    CHECK(verdict->same());
}

TEST_CASE("the sample's diffusion step, optimised around an exchange, does the same in pieces") {
    auto file = workbench::readSequence(test::sourceFile("samples/granule.sequence.json"), "",
                                        codegen::Target::cpu);
    REQUIRE(file);
    auto& input = file->input;
    input.exchanges = {{2, {"vn"}}}; // behind the program that computes it
    const auto linked = link::link(input);
    if (!linked)
        FAIL(toString(linked.error()));
    CHECK(linked->internal == std::vector<std::string>{"kh_smag_e", "z_nabla2_e"});
    const auto done = workbench::optimise(linked->document, *transforms::findPipeline("default"),
                                          {.values = linked->scenario.symbols});
    REQUIRE(done);
    REQUIRE_FALSE(done->steps.empty());
    const auto rewritten = done->steps.back().result.document;
    CHECK(done->after.kernels.size() < done->before.kernels.size());
    checkValid(rewritten);
    const auto apart = unlinked(rewritten, linked->scenario);
    REQUIRE(apart.programs.size() == 2);
    CHECK(apart.internal == std::vector<std::string>{"kh_smag_e"}); // the other is used up before
    for (const auto& program : apart.programs) // no stretch is left around what it does
        for (const auto& block : program.document->root->body.blocks)
            CHECK_FALSE(analysis::stretchIn(*block));
    const auto again = link::link(apart);
    REQUIRE(again);
    CHECK(again->internal == apart.internal);
    checkApart(input, *linked, rewritten);
}

TEST_CASE("random sequences with boundaries, rewritten, do the same in pieces") {
    const auto older = test::smallSamples(true), newer = test::smallSamples(false);
    const bool isLong = std::getenv("MAPWRIGHT_LONG") != nullptr;
    const std::uint64_t count = isLong ? 200 : 12;
    int passing = 0, boundaries = 0;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        test::RandomSequence maker(seed % 2 ? newer : older, seed);
        SequenceInput input = maker.make();
        maker.addExchanges(input);
        INFO("seed " << seed << "\n" << test::described(input));
        const auto linked = link::link(input);
        if (!linked)
            FAIL(toString(linked.error()));
        checkValid(linked->document);
        if (input.exchanges.empty()) {
            CHECK_FALSE(link::unlink(linked->document, linked->scenario));
            continue;
        }
        ++boundaries;
        test::RandomSource random(seed);
        ir::DocumentPtr rewritten = linked->document;
        if (seed % 3 == 0) {
            const auto done = workbench::optimise(rewritten, *transforms::findPipeline("default"),
                                                  {.values = linked->scenario.symbols});
            REQUIRE(done);
            rewritten = done->steps.empty() ? rewritten : done->steps.back().result.document;
        } else {
            rewritten = withRandomSteps(rewritten, 12, random);
        }
        passing += static_cast<int>(unlinked(rewritten, linked->scenario).internal.size());
        checkApart(input, *linked, rewritten);
    }
    CHECK(boundaries > 0);
    if (isLong)
        CHECK(passing > 0);
    WARN(boundaries << " sequences with boundaries, " << passing
                    << " temporaries passed between the programs");
}

TEST_CASE("what cannot be taken apart, and exchanges that cannot be, are said") {
    const auto file = workbench::readSequence(test::sourceFile("samples/diffusion.sequence.json"),
                                              "", codegen::Target::cpu);
    REQUIRE(file);
    const auto fault = [&](std::vector<inputs::SequenceExchange> exchanges,
                           std::vector<std::string> internal = {}) {
        auto input = file->input;
        input.exchanges = std::move(exchanges);
        input.internal = std::move(internal);
        const auto linked = link::link(input);
        return linked ? "" : linked.error().sentence;
    };
    CHECK(fault({{1, {"nothing"}}}) ==
          "in the sequence 'diffusion', the field 'nothing' is exchanged, and no program that is "
          "called has an array of this name");
    CHECK(fault({{1, {"kappa"}}}, {"kappa"}) ==
          "in the sequence 'diffusion', the field 'kappa' is internal and exchanged, and an "
          "exchange is outside");
    CHECK(fault({{0, {"theta"}}, {4, {"theta"}}}).empty()); // outside of the calls
    const auto whole = link::link(file->input);
    REQUIRE(whole);
    CHECK(link::unlink(whole->document, whole->scenario).error().sentence ==
          "'diffusion' cannot be taken apart: it has no boundaries that must stay (a sequence that "
          "is linked says where they are: { \"exchange\": [...] } between calls)");
    auto input = file->input;
    input.exchanges = {{1, {}}};
    const auto linked = link::link(input);
    REQUIRE(linked);
    auto root = *linked->document->root;
    ir::Block other = *root.body.blocks.front();
    other.label = "by_hand";
    ir::State state;
    ir::Node access;
    access.id = NodeId{linked->document->nextId};
    access.kind = ir::AccessNode{"theta", false};
    state.nodes.push_back(std::make_shared<const ir::Node>(access));
    other.kind = state;
    root.body.blocks.front() = std::make_shared<const ir::Block>(other);
    ir::Document edited = *linked->document;
    edited.root = std::make_shared<const ir::Sdfg>(root);
    CHECK(link::unlink(std::make_shared<const ir::Document>(edited), linked->scenario)
              .error()
              .sentence == "'diffusion' cannot be taken apart: 'by_hand' stands between its "
                           "boundaries and belongs to none of their programs");
    SequenceInput twice{.name = "outer", .programs = {}, .calls = {{0, 1}}};
    twice.programs.push_back({"inner", linked->document, linked->scenario, {}});
    CHECK(link::link(twice).error().sentence ==
          "the program 'inner' of the sequence 'outer' is a linked one with boundaries that must "
          "stay: take it apart (mw unlink), and call its programs");
}

TEST_CASE("a sequence's file: exchanges between calls") {
    const auto read = [](const std::string& calls) {
        const test::Folder folder;
        const auto file = folder / "s.sequence.json";
        REQUIRE(io::writeFileAtomically(
            file, fmt::format(R"({{"programs": [{{"graph": "{}"}}], "calls": [{}]}})",
                              test::sourceFile("samples/nabla4.sdfg").string(), calls)));
        return workbench::readSequence(file, "torus:8,6,10", codegen::Target::cpu);
    };
    const auto file = read(R"("nabla4", {"exchange": ["x", "y"]}, "nabla4", {"exchange": []})");
    if (!file)
        FAIL(toString(file.error()));
    REQUIRE(file->input.exchanges.size() == 2);
    CHECK(file->input.calls.size() == 2);
    CHECK(file->input.exchanges[0].before == 1);
    CHECK(file->input.exchanges[0].fields == std::vector<std::string>{"x", "y"});
    CHECK(file->input.exchanges[1].before == 2);
    const auto sentence = [&](const std::string& calls) { return read(calls).error().sentence; };
    CHECK(sentence(R"("nabla4", {"exchange": "x"})")
              .ends_with("\"exchange\" is no list of names of arrays"));
    CHECK(sentence(R"({"exchange": ["x"], "count": 2})")
              .ends_with("an exchange has no \"count\"; there are: exchange"));
    CHECK(sentence(R"({"exchange": ["x"]})").ends_with("not exchanges alone"));
}

} // namespace unlink_test
