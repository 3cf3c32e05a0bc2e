// Generated text in units for the device's compiler, and what is cached of them.
#include "core/exec/gpu/rtc.h"
#include "core/exec/runner/input_store.h"
#include "tests/core/exec/fake_gpu.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace kernel_source_test {

using namespace mw;
using namespace mw::exec;

using test::fakeGpu;

namespace {

codegen::Plan planOf(const std::vector<std::string>& kernels) {
    codegen::Plan plan;
    for (const std::string& name : kernels) {
        plan.kernels.emplace_back();
        plan.kernels.back().name = name;
        plan.kernels.back().label = "map of " + name;
    }
    return plan;
}

/// A line of helpers and one of text per kernel, as the printer lays them out.
KernelSource sourceOf(const std::vector<std::string>& kernels, const std::string& body = "1",
                      const std::string& copies = "") {
    codegen::Source source;
    source.text = "// p: some kernels\nhelper\n";
    source.helpersFirst = source.helpersLast = 2;
    int line = 3;
    for (std::size_t k = 0; k < kernels.size(); ++k) {
        source.text += "\n" + kernels[k] + " " + body + "\n";
        source.kernels.push_back({static_cast<int>(k), line + 1, line + 1});
        line += 2;
    }
    return splitSource(std::move(source), planOf(kernels), copies);
}

/// A cache of this test's own.
class CacheFolder {
public:
    CacheFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("mw_kernel_source_test." + std::to_string(getpid()))) {
        setenv("MAPWRIGHT_CACHE", path_.c_str(), 1);
    }
    ~CacheFolder() {
        setenv("MAPWRIGHT_CACHE", "off", 1);
        std::filesystem::remove_all(path_);
    }
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;

private:
    std::filesystem::path path_;
};

} // namespace

TEST_CASE("generated text comes apart at its kernels and keeps its line numbers") {
    const KernelSource source = sourceOf({"a", "b"}, "1", "copies\n");
    CHECK(source.helpers == "helper\n");
    REQUIRE(source.units.size() == 3);
    CHECK(source.units[0].kernels == std::vector<std::string>{"a"});
    CHECK(source.units[0].text == "a 1\n");
    CHECK(source.units[1].firstLine == 6);
    CHECK(source.units[2].text == "copies\n");
    CHECK(source.text.ends_with("b 1\ncopies\n"));
    CHECK(source.joined({1}) == "#line 2 \"kernels.cu\"\nhelper\n\n#line 6 \"kernels.cu\"\nb 1\n");
}

TEST_CASE("to be listed, each kernel counts its own lines, and is compiled by itself") {
    KernelSource source = sourceOf({"a", "b"});
    source.listed = true;
    CHECK(source.joined({1}) == "#line 2 \"helpers.cu\"\nhelper\n\n#line 1 \"kernels.cu\"\nb 1\n");
    const CacheFolder cache;
    test::resetFakeGpu();
    const GpuPlatform platform = test::fakePlatform();
    RuntimeCompiler compiler(platform.compilers.front());
    REQUIRE(compiler.compile(source, "fake_1"));
    const int compiled = fakeGpu().compilations;
    CHECK(compiled > 0);
    auto further = sourceOf({"new", "a", "b"}); // a and b stand elsewhere: nothing to do for them
    further.listed = true;
    REQUIRE(compiler.compile(further, "fake_1"));
    CHECK(fakeGpu().compilations == compiled + 1);
    further.listed = false;
    const auto run = compiler.compile(further, "fake_1");
    REQUIRE(run);
    CHECK_FALSE(run->cached);
}

TEST_CASE("kernels that share state at file scope stay together") {
    codegen::Source printed;
    printed.text = "helper\na 1\nb 1\n";
    printed.helpersFirst = printed.helpersLast = 1;
    printed.kernels = {{0, 2, 2}, {1, 3, 3}};
    const auto source = splitSource(printed, planOf({"a", "b"}), "copies\n", true);
    REQUIRE(source.units.size() == 1);
    CHECK(source.units[0].text == "a 1\nb 1\ncopies\n");
    CHECK(source.units[0].kernels == std::vector<std::string>{"a", "b"});
}

TEST_CASE("units are shared out evenly; one with a register limit stands alone") {
    KernelSource source = sourceOf({"a", "b", "c", "d"});
    source.units[1].text += std::string(100, 'x');
    CHECK(shareOut(source, {0, 1, 2, 3}, 2) ==
          std::vector<std::vector<std::size_t>>{{1}, {0, 2, 3}});
    CHECK(shareOut(source, {2, 3}, 8) == std::vector<std::vector<std::size_t>>{{2}, {3}});
    source.units[3].maxRegisters = 32;
    CHECK(shareOut(source, {0, 2, 3}, 1) == std::vector<std::vector<std::size_t>>{{3}, {0, 2}});
}

TEST_CASE("after an edit only the changed kernel is compiled") {
    const CacheFolder cache;
    test::resetFakeGpu();
    const GpuPlatform platform = test::fakePlatform();
    RuntimeCompiler compiler(platform.compilers.front());
    const auto first = compiler.compile(sourceOf({"a", "b", "c"}), "fake_1");
    REQUIRE(first);
    CHECK_FALSE(first->cached);
    CHECK(first->images.size() == 1);
    CHECK(fakeGpu().compilations == 1); // together: each call of a compiler has its price

    const auto again = compiler.compile(sourceOf({"a", "b", "c"}), "fake_1");
    REQUIRE(again);
    CHECK(again->cached);
    CHECK(fakeGpu().compilations == 1);

    KernelSource edited = sourceOf({"a", "b", "c"});
    edited.units[1].text = "b 2\n";
    const auto second = compiler.compile(edited, "fake_1");
    REQUIRE(second);
    CHECK_FALSE(second->cached);
    CHECK(fakeGpu().compilations == 2);
    CHECK(fakeGpu().compiledSources.back().find("a 1") == std::string::npos);
    REQUIRE(second->images.size() == 2);
    CHECK(second->imageOf[0] == second->imageOf[2]);
    CHECK(second->imageOf[0] != second->imageOf[1]);
    // A program with another number of kernels finds those that it shares.
    REQUIRE(compiler.compile(sourceOf({"c", "a"}), "fake_1"));
    CHECK(fakeGpu().compilations == 2);
    // Another architecture or other helpers are other code.
    REQUIRE(compiler.compile(sourceOf({"c", "a"}), "fake_2"));
    CHECK(fakeGpu().compilations == 3);
}

TEST_CASE("a module takes each function out of the image that holds it") {
    test::resetFakeGpu();
    const auto backend = makeGpuBackend(test::fakePlatform());
    REQUIRE(backend->open());
    Binary binary;
    binary.images = {Binary::image("x"), Binary::image("y")};
    binary.imageOf = {1, 0, 0};
    CHECK(binary.imageOfFunction(0)->code == "y");
    CHECK(binary.imageOfFunction(1)->code == "x");
    CHECK(binary.imageOfFunction(7)->code == "x"); // the copy kernels stand in the last unit
    const std::vector<std::string> names = {"a", "b", "mw_copy_1", "mw_copy_2"};
    REQUIRE(backend->load(binary, names));
    CHECK(fakeGpu().moduleLoads == 2);
}

TEST_CASE("programs that are loaded share their images; nothing is read from the disk again") {
    const CacheFolder cache;
    test::resetFakeGpu();
    const GpuPlatform platform = test::fakePlatform();
    RuntimeCompiler compiler(platform.compilers.front());
    const auto backend = makeGpuBackend(test::fakePlatform());
    REQUIRE(backend->open());
    const std::vector<std::string> names = {"a", "b"};
    const auto load = [&](const KernelSource& source, std::unique_ptr<Module>& module) {
        const auto binary = compiler.compile(source, "fake_1");
        REQUIRE(binary);
        auto loaded = backend->load(*binary, names);
        REQUIRE(loaded);
        module = std::move(*loaded);
    };
    std::unique_ptr<Module> first, second;
    load(sourceOf(names), first);
    CHECK(fakeGpu().moduleLoads == 1);
    KernelSource edited = sourceOf(names);
    SECTION("what is in use is shared") {
        std::filesystem::remove_all(std::getenv("MAPWRIGHT_CACHE"));
        edited.units[1].text = "b 2\n";
        load(edited, second);
        CHECK(fakeGpu().compilations == 2);
        CHECK(fakeGpu().compiledSources.back().find("a 1") == std::string::npos);
        CHECK(fakeGpu().moduleLoads == 2);
        first.reset(); // the image of `a 1` and `b 1` lives on in the second
        load(sourceOf(names), first);
        CHECK(fakeGpu().compilations == 2);
        CHECK(fakeGpu().moduleLoads == 2);
    }
    SECTION("what nobody uses is loaded anew") {
        first.reset();
        load(edited, second);
        CHECK(fakeGpu().compilations == 1);
        CHECK(fakeGpu().moduleLoads == 2);
    }
    SECTION("variables at file scope are each program's own") {
        edited.units[0].text = "static int count; a 1\n";
        edited.sharesState = true;
        std::unique_ptr<Module> third;
        load(edited, second);
        const int before = fakeGpu().moduleLoads;
        load(edited, third);
        CHECK(fakeGpu().moduleLoads > before);
    }
}

TEST_CASE("inputs are sent once and then copied on the device, until nobody has them") {
    test::resetFakeGpu();
    const auto backend = makeGpuBackend(test::fakePlatform());
    REQUIRE(backend->open());
    InputStore store(*backend);
    auto bytes = std::make_shared<const std::vector<std::byte>>(64, std::byte{5});
    const auto memory = DeviceMemory::allocate(*backend, 64);
    REQUIRE(memory);
    REQUIRE(store.place(bytes, memory->get()));
    CHECK(fakeGpu().uploads == 1);
    const auto second = DeviceMemory::allocate(*backend, 64);
    REQUIRE(second);
    REQUIRE(store.place(bytes, second->get()));
    CHECK(fakeGpu().uploads == 1);
    CHECK(store.size() == 1);
    REQUIRE(backend->synchronise());
    for (const auto* copy : {&*memory, &*second}) // however late the upload arrived
        CHECK(std::equal(bytes->begin(), bytes->end(), static_cast<const std::byte*>(copy->get())));
    bytes = std::make_shared<const std::vector<std::byte>>(32, std::byte{6});
    REQUIRE(store.place(bytes, memory->get()));
    CHECK(fakeGpu().uploads == 2);
    CHECK(store.size() == 1); // the first has gone
}

} // namespace kernel_source_test
