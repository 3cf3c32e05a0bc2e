// Tables of kernels of other tools: read, and matched to a program's launches by structure. The
// files here are written as the tools document them.

#include "app/workbench/profiles/find_calls.h"
#include "app/workbench/profiles/report.h"
#include "app/workbench/run_setup.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace profiles_test {

using namespace mw;
using namespace mw::workbench;

namespace {

Profile parsed(const std::string& name, const std::string& text) {
    auto profile = parseProfile(text);
    INFO((profile ? std::string() : toString(profile.error())));
    REQUIRE(profile);
    profile->name = name;
    return std::move(*profile);
}

/// A launch of x by y threads: 32x8 of them are a block.
struct Launched {
    std::string name;
    std::int64_t x = 1, y = 1;
    int nanoseconds = 1000;
};

std::string nsysTrace(const std::vector<Launched>& launches) {
    std::string text = "Processing [report.sqlite] with [cuda_gpu_trace.py]... \n"
                       "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,"
                       "StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,"
                       "Device,Ctx,GreenCtx,Strm,Name\n"
                       "1,500,1,,,,,,,,,,0.5,,,,H200 (0),1,,7,[CUDA memcpy Host-to-Device]\n";
    int start = 1000;
    for (const auto& [name, x, y, time] : launches)
        text += fmt::format("{},{},1,{},{},1,32,8,1,40,0.000,0.000,,,,,H200 (0),1,,7,\"{}\"\n",
                            start += 10000, time, (x + 31) / 32, (y + 7) / 8, name);
    return text;
}

std::string rocprofv3Trace(const std::vector<Launched>& launches) {
    std::string text =
        R"("Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","LDS_Block_Size","Scratch_Size","VGPR_Count","Accum_VGPR_Count","SGPR_Count","Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X","Grid_Size_Y","Grid_Size_Z")"
        "\n";
    long start = 1551874061244694;
    for (const auto& [name, x, y, time] : launches) {
        start += 10000;
        text += fmt::format(
            R"("KERNEL_DISPATCH","Agent 4",1,1,8,1,10,"{}",1,{},{},0,0,8,0,16,64,4,1,{},{},1)"
            "\n",
            name, start, start + time, (x + 63) / 64 * 64, (y + 3) / 4 * 4);
    }
    return text;
}

/// rocprof's own: products of the dimensions alone.
std::string rocprofTrace(const std::vector<Launched>& launches) {
    std::string text = "Index,KernelName,gpu-id,queue-id,queue-index,pid,tid,grd,wgr,lds,scr,"
                       "arch_vgpr,accum_vgpr,sgpr,wave_size,sig,obj,DispatchNs,BeginNs,EndNs,"
                       "CompleteNs,DurationNs\n";
    int start = 1000;
    for (const auto& [name, x, y, time] : launches) {
        start += 10000;
        text += fmt::format(
            "0,\"{} [clone .kd]\",4,0,0,1,1,{},256,0,0,20,4,16,64,0x0,0x7f,1,{},{},1,{}\n", name,
            (x + 31) / 32 * 32 * ((y + 7) / 8) * 8, start, start + time, time);
    }
    return text;
}

/// Kernels one after another, each with the data of the one before, unless `after` says which.
ExpectedCall call(std::vector<ExpectedKernel> kernels,
                  const std::vector<std::pair<std::size_t, std::size_t>>& free = {}) {
    ExpectedCall call{"p", std::move(kernels), {}, {}, {}};
    const std::size_t n = call.kernels.size();
    call.before.assign(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i) {
        call.launches.push_back(i);
        call.kernels[i].launches = 1;
        for (std::size_t j = i + 1; j < n; ++j)
            call.before[i][j] = std::find(free.begin(), free.end(), std::pair(i, j)) == free.end();
    }
    return call;
}
ExpectedKernel kernel(const std::string& name, std::int64_t x, std::int64_t y) {
    return {name + "_ours", name, {x, y, 1}, {1}, 0};
}

ProfileComparison compared(const ExpectedCall& call, const std::vector<Profile>& profiles) {
    auto comparison = compareProfiles(call, profiles);
    INFO((comparison ? std::string() : comparison.error().sentence));
    REQUIRE(comparison);
    return std::move(*comparison);
}

std::string foreign(const ProfileComparison& c, std::size_t row, std::size_t file = 0) {
    const auto& match = c.rows.at(row).matches.at(file);
    return match ? match->foreign + " by " + std::string(name(match->evidence)) : "-";
}

std::string notes(const ProfileComparison& c) {
    std::string all;
    for (const std::string& note : c.notes)
        all += note + "\n";
    return all;
}

std::vector<Launched> repeated(const std::vector<Launched>& once, int calls) {
    std::vector<Launched> all;
    for (int i = 0; i < calls; ++i)
        all.insert(all.end(), once.begin(), once.end());
    return all;
}

} // namespace

TEST_CASE("a profiler's table is told by its columns, with grids in blocks and seconds") {
    const auto nsys = parsed("a", nsysTrace({{"k(double *, int)", 1000, 80, 1500}}));
    CHECK(nsys.tool == "nsys cuda_gpu_trace");
    REQUIRE(nsys.kernels.size() == 1); // the copy is none
    CHECK(nsys.kernels[0].name == "k(double *, int)");
    CHECK(toText(*nsys.kernels[0].grid) == "32x10x1 blocks of 32x8x1");
    CHECK(nsys.devices.at(0).at(0).seconds == Approx(1.5e-6));
    const auto v3 = parsed("a", rocprofv3Trace({{"k", 1000, 80, 1500}}));
    CHECK(v3.tool == "rocprofv3 kernel_trace");
    CHECK(toText(*v3.kernels[0].grid) == "16x20x1 blocks of 64x4x1");
    CHECK(v3.devices.at(0).at(0).seconds == Approx(1.5e-6));
    const auto v1 = parsed("a", rocprofTrace({{"k", 1000, 80, 1500}}));
    CHECK(v1.tool == "rocprof results");
    CHECK(toText(*v1.kernels[0].grid) == "320 blocks of 256");
    const auto v2 =
        parsed("a", "Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Grid_Size,Workgroup_Size,"
                    "LDS_Per_Workgroup,Scratch_Per_Workitem,Arch_VGPR,Accum_VGPR,SGPR,"
                    "Wave_Size,Kernel_Name,Start_Timestamp,End_Timestamp,Correlation_ID\n"
                    "1,4,1,1,1,81920,256,0,0,8,0,16,64,\"k.kd\",1000,2500,0\n");
    CHECK(v2.tool == "rocprofv2 results");
    CHECK(v2.devices.at(0).at(0).seconds == Approx(1.5e-6));
    const auto sum =
        parsed("a", "Time (%),Total Time (us),Instances,Avg (us),Med (us),Min (us),"
                    "Max (us),StdDev (us),Name\n100.0,6,3,2.0,1.5,1.0,3.5,1,\"k(int, int)\"\n");
    CHECK(sum.tool == "nsys cuda_gpu_kern_sum");
    CHECK_FALSE(sum.isTrace());
    CHECK(sum.kernels[0].times->median == Approx(1.5e-6));
    CHECK(sum.kernels[0].times->high == Approx(3.5e-6));
    const auto blocks =
        parsed("a", "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),"
                    "Max (ns),StdDev (ns),GridXYZ,BlockXYZ,Name\n"
                    "100.0,6,3,2.0,1.5,1.0,3.5,1,\"  32   10    1\",\"  32    8    1\",k\n");
    CHECK(toText(*blocks.kernels[0].grid) == "32x10x1 blocks of 32x8x1");
    const auto stats =
        parsed("a", "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
                    "\"k.kd\",84,476600,5673,15.22\n\"__amd_rocclr_copyBuffer.kd\",1,1,1,1\n");
    CHECK(stats.tool == "rocprof kernel stats");
    REQUIRE(stats.kernels.size() == 1);
    CHECK(stats.kernels[0].times->isMean);
}

TEST_CASE("what is no table of kernels is refused with what is missing") {
    const auto refusal = [](const std::string& text) {
        const auto profile = parseProfile(text);
        REQUIRE_FALSE(profile);
        CHECK(profile.error().code == "bad-profile");
        return profile.error().sentence;
    };
    CHECK(refusal("a,b\n1,2\n").find("no line has the titles of nsys'") != std::string::npos);
    CHECK(refusal("").find("there is nothing: the file is empty") != std::string::npos);
    CHECK(refusal(nsysTrace({})).find("there is no kernel") != std::string::npos);
    std::string damaged = nsysTrace({{"k", 32, 8}});
    damaged.replace(damaged.rfind("1000,1,1,1"), 4, "-20x");
    CHECK(refusal(damaged).find("the row of 'k' has no grid or no times") != std::string::npos);
}

TEST_CASE("kernels are found by grid and order on two devices, whatever they are called") {
    const auto ours =
        call({kernel("first", 1000, 80), kernel("second", 900, 80), kernel("third", 1000, 80)});
    const std::vector<Launched> nvidia = {{"x9(int)", 1000, 80, 2000},
                                          {"other", 77, 1},
                                          {"x3", 900, 80, 4000},
                                          {"x7", 1000, 80, 6000}};
    const std::vector<Launched> amd = {
        {"b", 1000, 80, 1000}, {"a", 900, 80, 1000}, {"c", 1000, 80, 3000}};
    const auto c = compared(ours, {parsed("nv", nsysTrace(repeated(nvidia, 3))),
                                   parsed("amd", rocprofv3Trace(repeated(amd, 5))),
                                   parsed("old", rocprofTrace(repeated(amd, 2)))});
    CHECK(foreign(c, 0, 0) == "x9(int) by order");
    CHECK(foreign(c, 1, 0) == "x3 by order");
    CHECK(foreign(c, 2, 0) == "x7 by order");
    CHECK(foreign(c, 0, 1) == "b by order");
    CHECK(foreign(c, 1, 1) == "a by order");
    CHECK(foreign(c, 2, 1) == "c by order");
    CHECK(foreign(c, 1, 2) == "a [clone .kd] by order");
    CHECK(c.calls == std::vector<std::optional<std::int64_t>>{3, 5, 2});
    CHECK(c.speedup(c.rows[1], 1) == Approx(4));
    CHECK(c.totalSeconds(0, 1) == Approx(12e-6));
    CHECK(c.totalSpeedup(1) == Approx(12.0 / 5));
    const auto json = nlohmann::json::parse(toJson(c));
    CHECK(json.at("totals").at(0).at("speedup").get<double>() == Approx(2.4));
    CHECK(json.at("kernels").at(2).at("matches").at(1).at("kernel") == "c");
    const std::string text = toText(tableOf(c));
    INFO(text);
    CHECK(text.find("nv (nsys cuda_gpu_trace): 3 whole calls of p") != std::string::npos);
    CHECK(text.find("speed-up 2.400") != std::string::npos);
}

TEST_CASE("the calls are those that leave none of their launches out") {
    // One grid for all: a call could begin anywhere but for the trace's ends.
    const auto ours = call({kernel("a", 64, 8), kernel("b", 64, 8), kernel("c", 64, 8)});
    const std::vector<Launched> once = {{"x", 64, 8, 1000}, {"y", 64, 8, 2000}, {"z", 64, 8, 3000}};
    const auto c = compared(ours, {parsed("t", nsysTrace(repeated(once, 4)))});
    CHECK(foreign(c, 0) == "x by order");
    CHECK(foreign(c, 2) == "z by order");
    // A trace that was cut anywhere has no such reading: nothing is guessed.
    auto cut = repeated(once, 4);
    cut.erase(cut.begin());
    const auto refused = compareProfiles(ours, {parsed("t", nsysTrace(cut))});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "no-kernels");
    CHECK(refused.error().sentence.find("could be the call") != std::string::npos);
}

TEST_CASE("what may run in either order is told by names, or said to be open") {
    const auto ours =
        call({kernel("left", 64, 8), kernel("right", 64, 8), kernel("last", 96, 8)}, {{0, 1}});
    const auto open = compared(
        ours, {parsed("t", nsysTrace(repeated({{"k1", 64, 8}, {"k2", 64, 8}, {"k3", 96, 8}}, 3)))});
    CHECK(foreign(open, 0) == "-");
    CHECK(foreign(open, 1) == "-");
    CHECK(foreign(open, 2) == "k3 by order");
    INFO(notes(open));
    CHECK(notes(open).find("t: left_ours could be k1 or k2: not set beside") != std::string::npos);
    CHECK(notes(open).find("t has no time for left_ours, right_ours") != std::string::npos);
    const auto named = compared(
        ours, {parsed("t", nsysTrace(repeated(
                               {{"right_0_4", 64, 8}, {"left_0_6", 64, 8}, {"k3", 96, 8}}, 3)))});
    CHECK(foreign(named, 0) == "left_0_6 by name");
    CHECK(foreign(named, 1) == "right_0_4 by name");
}

TEST_CASE("another program with the same grids makes the call ambiguous, unless names say which") {
    const auto ours = call({kernel("a", 64, 8), kernel("b", 96, 8)});
    const auto trace = [](const std::string& name) {
        return parsed("t", nsysTrace({{name, 64, 8}, {"q", 96, 8}, {"r", 64, 8}, {"s", 96, 8}}));
    };
    const auto refused = compareProfiles(ours, {trace("p")});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().sentence.find("a_ours could be p or r") != std::string::npos);
    const auto named = compared(ours, {trace("a_0_0_4")});
    CHECK(foreign(named, 0) == "a_0_0_4 by order");
    CHECK(foreign(named, 1) == "q by order");
    CHECK(notes(named).find("names decided") != std::string::npos);
}

TEST_CASE("without whole calls a kernel is the only one whose grid fits, or nothing") {
    const auto ours = call({kernel("a", 64, 8), kernel("b", 96, 8), kernel("c", 640, 8)});
    const auto c =
        compared(ours, {parsed("t", nsysTrace({{"x", 64, 8}, {"y", 96, 8}, {"z", 96, 8}}))});
    CHECK(foreign(c, 0) == "x by grid");
    CHECK(foreign(c, 1) == "-");
    CHECK(foreign(c, 2) == "-");
    CHECK(notes(c).find("no call with all 3 launches was found") != std::string::npos);
    CHECK(notes(c).find("b_ours could be y or z") != std::string::npos);
    // A summary without grids has names alone.
    const auto sum =
        compared(ours, {parsed("s", "Name,Calls,TotalDurationNs,AverageNs,Percentage\n"
                                    "a_0_0_4.kd,2,4000,2000,50\nother,2,4000,2000,50\n")});
    CHECK(foreign(sum, 0) == "a_0_0_4.kd by name");
    CHECK(foreign(sum, 1) == "-");
    CHECK(notes(sum).find("names alone decide") != std::string::npos);
    CHECK(notes(sum).find("s has no medians") != std::string::npos);
}

TEST_CASE("a label that is the beginning of another one is not taken for it") {
    const auto ours = call({kernel("map_1", 64, 8), kernel("map_10", 64, 8)});
    CHECK(namedBy("map_1_0_0_4(double *)", ours) == 0U);
    CHECK(namedBy("map_10_0_0_4", ours) == 1U);
    CHECK(namedBy("void dace::map_10_0_0_4<int>(double *)", ours) == 1U);
    CHECK_FALSE(namedBy("xmap_10", ours));
}

TEST_CASE("what a program launches follows from its plan and the sizes of the run") {
    const auto document = io::readSdfgFile(test::sourceFile("samples/nabla4.sdfg").string());
    REQUIRE(document);
    CHECK_FALSE(expectedCall(**document, {})); // no sizes
    const auto scenario =
        scenarioFor(*(*document)->root,
                    {test::sourceFile("samples/nabla4.scenario.json").string(), {}, {}}, "");
    REQUIRE(scenario);
    const auto found = expectedCall(**document, scenario->symbols);
    REQUIRE(found);
    CHECK(found->openOrder.empty());
    REQUIRE_FALSE(found->launches.empty());
    // 144 edges on 10 levels, one thread each.
    CHECK(fits(found->kernels.front(), {false, {5, 2, 1}, {32, 8, 1}}));
    CHECK_FALSE(fits(found->kernels.front(), {false, {5, 3, 1}, {32, 8, 1}}));
    CHECK(fits(found->kernels.front(), {true, {10, 1, 1}, {256, 1, 1}}));
}

TEST_CASE("tables for spreadsheets have numbers and no formulas") {
    auto profile = parsed("t", nsysTrace({{"=cmd()", 64, 8, 1500}}));
    const auto c = compared(call({kernel("a", 64, 8)}), {profile});
    const std::string csv = toCsv(tableOf(c));
    INFO(csv);
    CHECK(csv.find("a_ours,a,64,8,1,1,'=cmd(),order,1,1.5,1.5,1.5") != std::string::npos);
    CHECK(toMarkdown(tableOf(c)).find("| a\\_ours | 64 x 8 x 1 |") != std::string::npos);
}

} // namespace profiles_test
