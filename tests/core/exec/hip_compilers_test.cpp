// Which compiler HIP's kernels go to, what clang needs beside their text, and what it says of them.
#include "core/exec/gpu/compilers.h"
#include "core/exec/gpu/instruction_text.h"
#include "core/exec/hip/clang.h"
#include "core/exec/hip/device_library.h"
#include "tests/core/exec/fake_gpu.h"
#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"

#include <algorithm>
#include <fstream>

namespace hip_compilers_test {

using namespace mw;
using namespace mw::exec;

namespace {

using Names = std::vector<std::string>;

/// A compiler that takes one architecture.
GpuCompiler taking(const std::string& name, const std::string& architecture) {
    GpuCompiler compiler = test::fakePlatform().compilers.front();
    compiler.name = name;
    compiler.check = [=](const std::string& asked) -> Expected<void> {
        if (asked == architecture)
            return {};
        return fail("bad-architecture", name + " takes " + architecture);
    };
    compiler.architectures = [=] { return Expected<Names>(Names{architecture}); };
    return compiler;
}

GpuCompiler missing(const std::string& name) {
    GpuCompiler compiler = taking(name, "none");
    compiler.load = [=]() -> Expected<RtcApi> {
        return fail("no-compiler", name + " is not installed");
    };
    return compiler;
}

GpuPlatform platformWith(std::vector<GpuCompiler> compilers) {
    GpuPlatform platform = test::fakePlatform();
    platform.compilers = std::move(compilers);
    return platform;
}

std::string nameOf(const Expected<RuntimeCompiler*>& compiler) {
    return compiler ? (*compiler)->compiler().name : "none";
}

} // namespace

TEST_CASE("kernels go to the first compiler that is there and takes their architecture") {
    const auto platform =
        platformWith({taking("old", "gfx1"), missing("lost"), taking("new", "gfx2")});
    Compilers compilers(platform);
    CHECK(nameOf(compilers.of("gfx1")) == "old");
    CHECK(nameOf(compilers.of("gfx2")) == "new");
    CHECK(compilers.versions().value_or("") == "old 1.1, new 1.1");
    const auto infos = compilers.infos();
    REQUIRE(infos.size() == 2);
    CHECK(infos[1].version == "new 1.1");
    CHECK(infos[1].architectures == Names{"gfx2"});
}

TEST_CASE("an architecture that none takes is refused with what each of them says") {
    const auto platform = platformWith({taking("old", "gfx1"), missing("new")});
    Compilers compilers(platform);
    const auto refused = compilers.of("gfx2");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "bad-architecture");
    CHECK(refused.error().sentence == "old takes gfx1; new is not installed");
    const auto none = platformWith({missing("old"), missing("new")});
    Compilers without(none);
    CHECK(without.of("gfx1").error().code == "no-compiler");
    CHECK(without.versions().error().sentence == "old is not installed; new is not installed");
    CHECK(without.infos().empty());
}

TEST_CASE("architectures are read out of what clang says") {
    CHECK(architecturesIn("Debian clang version 19.1.7\nAvailable CPUs for this target:\n\n"
                          "\tgeneric\n\tgfx9-generic\n\tgfx90a\n\tgfx942\n\ttahiti\n\nUse -mcpu") ==
          Names{"gfx90a", "gfx942"});
    CHECK(architecturesIn("").empty());
}

TEST_CASE("functions of the device library are found where they are called") {
    CHECK(deviceFunctionsIn("a = exp(b) + pow (c, 2.0);") == Names{"exp", "pow"});
    CHECK(deviceFunctionsIn("// exp(x)\na = mw_ipow(b, 2); /* log(y) */ my.sin(1); expm = 3;")
              .empty());
    CHECK(deviceFunctionsIn("exp2(a) /* never closed log(") == Names{"exp2"});
    CHECK(deviceFunctionsIn("double exp;\nsqrt(exp)").empty());
}

TEST_CASE("the device library is that of the architecture, or of an older one like it") {
    const test::Folder folder;
    const std::string lib = folder.path.string();
    for (const char* name :
         {"ocml", "oclc_isa_version_940", "oclc_isa_version_90a", "oclc_isa_version_1030",
          "oclc_wavefrontsize64_on", "oclc_wavefrontsize64_off"})
        std::ofstream(lib + "/" + name + ".bc") << "x";
    CHECK(isaFile(lib, "gfx942") == lib + "/oclc_isa_version_940.bc");
    CHECK(isaFile(lib, "gfx90c") == lib + "/oclc_isa_version_90a.bc");
    CHECK(isaFile(lib, "gfx908").empty()); // older than what is there
    CHECK(isaFile(lib, "gfx950").empty()); // of another generation
    CHECK(isaFile(lib, "gfx").empty());
    const auto files = deviceLibraryIn({"/nowhere", lib}, {"exp"}, "gfx942");
    REQUIRE(files);
    CHECK(*files == Names{lib + "/ocml.bc", lib + "/oclc_isa_version_940.bc",
                          lib + "/oclc_wavefrontsize64_on.bc"});
    CHECK(deviceLibraryIn({lib}, {"exp"}, "gfx1030")->back() ==
          lib + "/oclc_wavefrontsize64_off.bc");
    const auto newer = deviceLibraryIn({lib}, {"exp"}, "gfx950");
    REQUIRE_FALSE(newer);
    CHECK(newer.error().sentence.find("gfx950") != std::string::npos);
}

TEST_CASE("without the device library the functions that need it are named") {
    const auto lacking = deviceLibraryIn({"/nowhere"}, {"exp", "pow"}, "gfx942");
    REQUIRE_FALSE(lacking);
    CHECK(lacking.error().code == "no-device-library");
    CHECK(lacking.error().sentence.starts_with("the kernels call exp, pow, for which clang needs"));
}

TEST_CASE("clang's assembly is taken apart by kernels, with the lines that it comes from") {
    const auto text = readAmdgcn("\t.text\n\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n"
                                 "\t.globl\tk\n\t.type\tk,@function\n"
                                 "k:                                      ; @k\n"
                                 ".Lfunc_begin0:\n\t.file\t1 \".\" \"kernels.cu\"\n"
                                 "\t.loc\t1 3 5 prologue_end             ; kernels.cu:3:5\n"
                                 "; %bb.0:\n"
                                 "\ts_load_dword s4, s[2:3], 0x6c        ; 4-byte Folded Reload\n"
                                 "\t.loc\t2 9 5           ; helpers.cu:9:5 @[ kernels.cu:7:2 ]\n"
                                 ".LBB0_1:                                ; =>This Inner Loop\n"
                                 "\tv_add_f64 v[0:1], v[0:1], v[2:3]\n"
                                 "\t.loc\t2 4 1                          ; helpers.cu:4:1\n"
                                 "\ts_endpgm\n"
                                 "\t.section\t.rodata,\"a\",@progbits\n\t.amdhsa_kernel k\n"
                                 "\t.end_amdhsa_kernel\n\t.text\n.Lfunc_end0:\n");
    REQUIRE(text.kernels.size() == 1);
    const auto& kernel = text.kernels.at("k");
    CHECK(kernel.lines == Names{"\ts_load_dword s4, s[2:3], 0x6c",
                                ".LBB0_1:", "\tv_add_f64 v[0:1], v[0:1], v[2:3]", "\ts_endpgm"});
    CHECK(kernel.sourceLines == std::vector{3, 7, 7, 0});
}

} // namespace hip_compilers_test
