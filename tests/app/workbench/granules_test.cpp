// The granules of a model, made smaller, linked, against their programs one by one.
#include "app/workbench/link_check.h"
#include "app/workbench/link_sequence.h"
#include "app/workbench/optimise.h"
#include "core/io/file.h"
#include "core/support/identifiers.h"
#include "core/validate/validate.h"
#include "tests/app/workbench/folder.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>

namespace granules_test {

using namespace mw;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

/// The graphs have the sizes of the torus 160x140 as numbers. On a torus of 8x7, which has a
/// four-hundredth of its elements, every number that counts elements is another; levels stay.
class Smaller {
public:
    Smaller() {
        sizes_ = {{67200, 168}, {44800, 112}, {22400, 56}, {5376, 14}, {4748, 12},
                  {1792, 5},    {6048, 16},   {4166, 11},  {2509, 2}};
        const auto given = sizes_;
        for (const auto& [end, less] : given)
            for (const auto& [begin, lessBegin] : given)
                if (end > begin)
                    sizes_.emplace(end - begin, less - lessBegin);
    }

    void shrink(Json& json) const {
        if (json.is_string())
            json = text(json.get<std::string>());
        else if (json.is_number_integer())
            json = number(json.get<std::int64_t>());
        else if (json.is_structured())
            for (auto& [key, value] : json.items())
                if (!isName(key))
                    shrink(value);
    }

private:
    /// Numbers below these keys count no elements.
    static bool isName(const std::string& key) {
        static const std::set<std::string> kNames{
            "debuginfo",  "guid",        "id",          "hash",  "src",  "dst", "cfg_list_id",
            "scope_exit", "scope_entry", "start_block", "label", "name", "type"};
        return kNames.contains(key);
    }
    std::int64_t number(std::int64_t value) const {
        constexpr std::int64_t kLevels = 1000; ///< below are levels, neighbours and their products
        if (value < kLevels)
            return value;
        for (const std::int64_t beside : {0, 1, -1})
            if (const auto known = sizes_.find(value + beside); known != sizes_.end())
                return known->second - beside;
        for (std::int64_t times = 2; times <= 5 * 82; ++times) {
            const bool levels = times % 80 == 0 || (times > 10 && times <= 82) || times < 6 ||
                                times % 79 == 0 || times % 82 == 0;
            if (const auto known = sizes_.find(value / times);
                levels && value % times == 0 && known != sizes_.end())
                return known->second * times;
        }
        return value;
    }
    std::string text(const std::string& given) const {
        std::string result;
        for (std::size_t at = 0; at < given.size();) {
            std::size_t end = at;
            while (end < given.size() && (isWordCharacter(given[end]) || given[end] == '.'))
                ++end;
            const auto word = given.substr(at, end - at);
            const bool digits = !word.empty() && word.size() < 18 &&
                                word.find_first_not_of("0123456789") == std::string::npos;
            result += digits ? std::to_string(number(std::stoll(word))) : word;
            if (end < given.size())
                result += given[end];
            at = end + 1;
        }
        return result;
    }

    std::map<std::int64_t, std::int64_t> sizes_;
};

std::optional<fs::path> granules() {
    const auto corpus = test::corpus();
    if (!corpus || !fs::is_directory(corpus->parent_path() / "granules"))
        return std::nullopt;
    return corpus->parent_path() / "granules";
}

std::string unpacked(const fs::path& file) {
    auto bytes = io::readFile(file);
    REQUIRE(bytes);
    if (!io::isGzip(*bytes))
        return *bytes;
    auto text = io::gunzip(*bytes, std::size_t{512} << 20U);
    REQUIRE(text);
    return *text;
}

/// A sequence's file with its graphs and scenarios for the small torus.
fs::path madeSmaller(const fs::path& file, const fs::path& folder) {
    const Smaller smaller;
    Json sequence = Json::parse(unpacked(file));
    for (auto& program : sequence.at("programs")) {
        const auto name = program.at("name").get<std::string>();
        Json graph =
            Json::parse(unpacked(file.parent_path() / program.at("graph").get<std::string>()));
        smaller.shrink(graph);
        Json scenario =
            Json::parse(unpacked(file.parent_path() / program.at("scenario").get<std::string>()));
        smaller.shrink(scenario);
        scenario["grid"]["nx"] = 8;
        scenario["grid"]["ny"] = 7;
        REQUIRE(io::writeFileAtomically(folder / (name + ".sdfg"), graph.dump()));
        REQUIRE(io::writeFileAtomically(folder / (name + ".scenario.json"), scenario.dump()));
        program["graph"] = name + ".sdfg";
        program["scenario"] = name + ".scenario.json";
    }
    const auto made = folder / "granule.sequence.json";
    REQUIRE(io::writeFileAtomically(made, sequence.dump()));
    return made;
}

void checkGranule(const std::string& name, const std::vector<std::string>& internal,
                  const std::vector<std::string>& temporaries) {
    const auto root = granules();
    if (!root)
        return test::skip("the granules are not beside the corpus");
    const test::Folder folder;
    const auto file = madeSmaller(*root / (name + ".sequence.json"), folder / "");
    auto sequence = workbench::readSequence(file, "", codegen::Target::cpu);
    if (!sequence)
        FAIL(toString(sequence.error()));
    sequence->input.internal = internal;
    const auto linked = link::link(sequence->input);
    if (!linked)
        FAIL(toString(linked.error()));
    CHECK(linked->internal == temporaries);
    std::size_t stay = 0;
    for (const auto& notice : linked->notices)
        stay += notice.code == "unwritten-read" ? 1 : 0;
    CHECK(stay + temporaries.size() == internal.size());
    const ir::DocumentIndex index(linked->document);
    for (const auto& finding : validate::validate(index, {.hints = false, .warnings = false}))
        FAIL_CHECK(toString(finding));
    const auto interpreted = workbench::checkLinked(sequence->input, *linked, 0, 600);
    if (!interpreted)
        FAIL(toString(interpreted.error()));
    INFO(bench::toText(*interpreted));
    CHECK(interpreted->same());
    const auto compiled =
        workbench::checkLinked(sequence->input, *linked, 0, bench::BenchOptions{});
    if (!compiled)
        FAIL(toString(compiled.error()));
    INFO(bench::toText(*compiled));
    CHECK(compiled->same());
}

} // namespace

TEST_CASE("the diffusion granule, with what its programs hand on as temporaries") {
    checkGranule("diffusion", {"kh_smag_e", "kh_smag_ec", "z_nabla2_e"},
                 {"kh_smag_e", "kh_smag_ec", "z_nabla2_e"});
}

TEST_CASE("a linked step is never predicted above its programs by themselves") {
    const auto root = granules();
    if (!root)
        return test::skip("the granules are not beside the corpus");
    if (!std::getenv("MAPWRIGHT_LONG"))
        return test::skip("it takes long: MAPWRIGHT_LONG asks for it");
    const auto* pipeline = transforms::findPipeline("default");
    for (const bool internal : {false, true}) {
        auto sequence =
            workbench::readSequence(*root / "diffusion.sequence.json", "", codegen::Target::cpu);
        REQUIRE(sequence);
        if (internal)
            sequence->input.internal = {"kh_smag_e", "kh_smag_ec", "z_nabla2_e"};
        const auto linked = link::link(sequence->input);
        REQUIRE(linked);
        const auto parts = workbench::withOptimisedPrograms(sequence->input);
        REQUIRE(parts);
        const auto linkedParts = link::link(*parts);
        REQUIRE(linkedParts);
        const auto done =
            workbench::optimise(linked->document, *pipeline, {.values = linked->scenario.symbols});
        REQUIRE(done);
        const auto sum = workbench::predict(*linkedParts->document, linkedParts->scenario.symbols);
        REQUIRE(sum);
        CHECK(done->after.microseconds <= sum->microseconds * (1 + 1e-9));
    }
}

TEST_CASE("the predictor granule: fields that are read beyond what was written stay arguments") {
    checkGranule("predictor",
                 {"temporal_extrapolation_of_perturbed_exner",
                  "ddz_of_temporal_extrapolation_of_perturbed_exner_on_model_levels",
                  "d2dz2_of_temporal_extrapolation_of_perturbed_exner_on_model_levels",
                  "perturbed_rho_at_cells_on_model_levels",
                  "perturbed_theta_v_at_cells_on_model_levels",
                  "theta_v_flux_at_edges_on_model_levels", "nonhydro_buoy_at_cells_on_half_levels",
                  "spatially_averaged_vn"},
                 {"nonhydro_buoy_at_cells_on_half_levels", "spatially_averaged_vn"});
}

} // namespace granules_test
