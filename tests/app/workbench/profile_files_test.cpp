// Tables of kernels as the profilers' own documentation and sources have them, column by column and
// with what stands around them; and files that are none.

#include "app/workbench/profiles/find_calls.h"
#include "app/workbench/profiles/read.h"
#include "tests/support/catch.h"
#include "tests/support/comma_locale.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

namespace profile_files_test {

using namespace mw;
using namespace mw::workbench;

namespace {

Profile parsed(const std::string& text) {
    auto profile = parseProfile(text);
    INFO((profile ? std::string() : profile.error().sentence));
    REQUIRE(profile);
    return std::move(*profile);
}

std::string refusal(const std::string& text) {
    const auto profile = parseProfile(text);
    REQUIRE_FALSE(profile);
    CHECK(profile.error().code == "bad-profile");
    CHECK(profile.error().sentence.find('\n') == std::string::npos);
    return profile.error().sentence;
}

/// "k 235x10x1 blocks of 32x8x1": kernels with their grids, in the order of the file.
std::vector<std::string> kernels(const Profile& profile) {
    std::vector<std::string> all;
    for (const auto& kernel : profile.kernels)
        all.push_back(kernel.name + (kernel.grid ? " " + toText(*kernel.grid) : ""));
    return all;
}

/// Microseconds of the launches of a device.
std::vector<double> times(const Profile& profile, std::size_t device = 0) {
    std::vector<double> all;
    for (const auto& launch : profile.devices.at(device))
        all.push_back(std::round(launch.seconds * 1e10) / 1e4);
    return all;
}

using Strings = std::vector<std::string>;
using Numbers = std::vector<double>;

const std::string kKernelSum =
    "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
    "60.5,11567166,2,5783583.0,5780070.0,5777126,5797542,8313.1,\"burn(float *, int, int)\"\n"
    "39.5,7000,1,7000.0,7000.0,7000,7000,0.0,void cool<double>(T1 *)\n";

const std::string kGpuTrace =
    "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem "
    "(MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n"
    "615421734,1536,112,,,,,,,,,,0.000,5208.333,Pageable,Device,NVIDIA H200 (0),1,,7,[CUDA memcpy "
    "Host-to-Device]\n"
    "615462215,2240,131,235,10,1,32,8,1,32,0.000,0.000,,,,,NVIDIA H200 (0),1,,7,\"map_0_fieldop_0"
    "_0_4(const double *, double *, int, int)\"\n"
    "615472215,1792,140,,,,,,,,,,0.131,74898.286,,Device,NVIDIA H200 (0),1,,7,[CUDA memset]\n";

const std::string kDispatches =
    R"csv("KERNEL_DISPATCH","Agent 4",1,1,852831,1,10,"void addition_kernel<float>(float*, float const*, int)",1,1551874061244694,1551874061255734,0,0,8,0,16,64,1,1,1024,1024,1
"KERNEL_DISPATCH","Agent 4",1,1,852831,2,13,"subtract_kernel(float*, float const*, int)",2,1551874061259214,1551874061270254,0,0,8,0,16,64,1,1,1024,1024,1
)csv";

} // namespace

TEST_CASE("nsys: all reports in one stream are read by the one that says most") {
    const std::string other =
        "\nProcessing [/home/me/run.sqlite] with [/opt/nvidia/reports/cuda_api_sum.py]... \n"
        "Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
        "81.2,131012864,1,131012864.0,131012864.0,131012864,131012864,0.0,cudaMalloc\n";
    const std::string ours =
        "\nProcessing [/home/me/run.sqlite] with [/opt/nvidia/reports/cuda_gpu_kern_sum.py]... \n";
    const std::string memory =
        "\nProcessing [/home/me/run.sqlite] with [/opt/nvidia/reports/cuda_gpu_mem_time_sum.py]... "
        "\nTime (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation"
        "\n92.0,46000000,900,51111.1,51000.0,1000,90000,100.0,[CUDA memcpy Device-to-Device]\n"
        "SKIPPED: /home/me/run.sqlite does not contain OpenMP event data.\n";
    const auto sum = parsed(other + ours + kKernelSum + memory);
    CHECK(sum.tool == "nsys cuda_gpu_kern_sum");
    CHECK(kernels(sum) == Strings{"burn(float *, int, int)", "void cool<double>(T1 *)"});
    CHECK(sum.kernels[0].times->launches == 2);
    CHECK(sum.kernels[0].times->median == Approx(5780070e-9));
    CHECK(sum.kernels[0].times->low == Approx(5777126e-9));
    const auto trace = parsed(ours + kKernelSum + memory + kGpuTrace + other);
    CHECK(trace.tool == "nsys cuda_gpu_trace");
    CHECK(kernels(trace) ==
          Strings{"map_0_fieldop_0_0_4(const double *, double *, int, int) 235x10x1 blocks of "
                  "32x8x1"});
    CHECK(times(trace) == Numbers{2.24});
}

TEST_CASE("nsys: what it says before the titles, and units of any kind") {
    const std::string before =
        "\nNOTICE: Existing SQLite export found: run.sqlite\n"
        "        It is assumed file was previously exported from: run.nsys-rep\n"
        "        Consider using --force-export=true if needed.\n\n"
        "Processing [run.sqlite] with [/opt/nvidia/reports/cuda_gpu_trace.py]... \n";
    CHECK(times(parsed(before + kGpuTrace)) == Numbers{2.24});
    const auto withUnit = [](const std::string& unit, const std::string& time) {
        return times(parsed("Start (" + unit + "),Duration (" + unit +
                            "),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (byte),DymSMem "
                            "(byte),Bytes (byte),Device,Ctx,Strm,Name\n" +
                            time + "," + time + ",11,2,1,1,64,1,1,24,0,0,,A100 (0),1,7,k\n"));
    };
    CHECK(withUnit("nsec", "2240") == Numbers{2.24});
    CHECK(withUnit("us", "2.24") == Numbers{2.24});
    CHECK(withUnit("\xc2\xb5s", "2.24") == Numbers{2.24});
    CHECK(withUnit("\xce\xbcs", "2.24") == Numbers{2.24});
    CHECK(withUnit("ms", "0.00224") == Numbers{2.24});
    CHECK(withUnit("s", "2.24e-06") == Numbers{2.24});
}

TEST_CASE("nsys: summaries of its first years, whose means have no unit") {
    for (const char* unit : {"", " (ns)"}) {
        const std::string u = unit;
        const auto sum = parsed("Time(%),Total Time (ns),Instances,Average" + u + ",Minimum" + u +
                                ",Maximum" + u + ",Name\n62.5,1250000,100,12500.5,10000,20000,k\n");
        CHECK(sum.kernels[0].times->isMean);
        CHECK(sum.kernels[0].times->median == Approx(12500.5e-9));
        CHECK(sum.kernels[0].times->low == Approx(10000e-9));
        CHECK(sum.kernels[0].times->high == Approx(20000e-9));
    }
}

TEST_CASE("nsys: a name with its range in front is known by what stands behind") {
    ExpectedCall call;
    call.kernels = {{"a", "map_0_fieldop", {64, 8, 1}, {1}, 1}};
    CHECK(namedBy("diffusion/map_0_fieldop_0_0_4(double *)", call) == 0U);
}

TEST_CASE("ncu: the details page, a row for each metric") {
    const std::string titles =
        R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup")csv"
        "\n";
    const auto row = [](int id, const std::string& name, const std::string& metric,
                        const std::string& unit, const std::string& value) {
        return fmt::format(
            R"csv("{}","123","app","host","{}","1","7","(32, 8, 1)","(235, 10, 1)","0","9.0","GPU Speed Of Light Throughput","{}","{}","{}","","","","","")csv"
            "\n",
            id, name, metric, unit, value);
    };
    const std::string before = "==PROF== Connected to process 123 (/home/me/app)\n==PROF== "
                               "Profiling \"map_0\" - 0: 0%....50%....100% - 9 passes\n";
    const auto details =
        parsed(before + titles + row(1, "map_1(double *, int)", "Duration", "us", "1,205.25") +
               row(0, "map_0(double *, int)", "DRAM Frequency", "Ghz", "2.61") +
               row(0, "map_0(double *, int)", "Duration", "ns", "2,848") +
               "==PROF== Disconnected from process 123\n");
    CHECK(details.tool == "Nsight Compute details");
    CHECK(kernels(details) == Strings{"map_0(double *, int) 235x10x1 blocks of 32x8x1",
                                      "map_1(double *, int) 235x10x1 blocks of 32x8x1"});
    CHECK(times(details) == Numbers{2.848, 1205.25}); // in the order of the IDs
    CHECK(details.remark.find("by itself") != std::string::npos);
    // where the system's language has a decimal comma
    CHECK(times(parsed(titles + row(0, "k", "Duration", "ns", "2.848") +
                       row(0, "k", "SM Frequency", "Ghz", "1,7") +
                       row(1, "k", "gpu__time_duration.sum", "usecond", "1.205,25"))) ==
          Numbers{2.848, 1205.25});
    CHECK(refusal(titles + row(0, "k", "Duration", "ns", "2,84") +
                  row(0, "k", "SM Frequency", "Ghz", "1.7"))
              .find("some numbers have a decimal point, some a decimal comma") !=
          std::string::npos);
    CHECK(refusal(titles + row(0, "k", "DRAM Frequency", "Ghz", "2.61"))
              .find("launches have no gpu__time_duration.sum: profile with --set basic") !=
          std::string::npos);
    CHECK(refusal(titles + row(0, "k", "Duration", "ns", "n/a")).find("which is no time") !=
          std::string::npos);
    CHECK(refusal("\"Kernel Name\",\"Invocations\",\"Metric Name\",\"Metric Unit\",\"Minimum\","
                  "\"Maximum\",\"Average\"\n\"k\",\"3\",\"Duration\",\"ns\",\"1\",\"2\",\"1\"\n")
              .find("print it without --print-summary") != std::string::npos);
    // of its first years: grids are metrics, of which only the products are known
    const std::string old =
        R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Section Name","Metric Name","Metric Unit","Metric Value")csv"
        "\n";
    const auto oldRow = [](const std::string& metric, const std::string& unit,
                           const std::string& value) {
        return fmt::format(R"csv("0","123","app","host","k","1","7","s","{}","{}","{}")csv"
                           "\n",
                           metric, unit, value);
    };
    CHECK(kernels(parsed(old + oldRow("Duration", "usecond", "2.24") +
                         oldRow("Block Size", "", "256") + oldRow("Grid Size", "", "2,350"))) ==
          Strings{"k 2350 blocks of 256"});
    CHECK(refusal(old + oldRow("Duration", "usecond", "2.24")).find("has no grid") !=
          std::string::npos);
}

TEST_CASE("ncu: the raw page, a row for each launch below one of units") {
    const std::string titles =
        R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","dram__bytes_read.sum","gpu__time_duration.sum","launch__block_size","launch__grid_size")csv"
        "\n";
    const std::string units = R"csv("","","","","","","","","","","","Mbyte","us","","")csv"
                              "\n";
    const std::string rows =
        R"csv("0","1","app","host","map_0(double *)","1","7","(32, 8, 1)","(235, 10, 1)","0","9.0","2.61","2.24","256","2,350"
"1","1","app","host","map_1<double>","1","7","(64, 1, 1)","(100, 1, 1)","0","9.0","2.61","1,000.50","64","100"
)csv";
    const auto raw = parsed("==PROF== Connected\n" + titles + units + rows);
    CHECK(raw.tool == "Nsight Compute raw");
    CHECK(kernels(raw) == Strings{"map_0(double *) 235x10x1 blocks of 32x8x1",
                                  "map_1<double> 100x1x1 blocks of 64x1x1"});
    CHECK(times(raw) == Numbers{2.24, 1000.5});
    CHECK(refusal(titles + rows).find("which is no time") != std::string::npos); // no units
    CHECK(refusal(R"csv("ID","Kernel Name","dram__bytes_read.sum")csv"
                  "\n\"0\",\"k\",\"1\"\n")
              .find("no gpu__time_duration.sum") != std::string::npos);
}

TEST_CASE("rocprofv2 and rocprof-compute: their tables, and timestamps that are none") {
    const std::string grd =
        "Dispatch_ID,GPU_ID,Queue_ID,Queue_Index,PID,TID,GRD,WGR,LDS,SCR,Arch_VGPR,ACCUM_VGPR,SGPR,"
        "Wave_Size,SIG,OBJ,Kernel_Name,Start_Timestamp,End_Timestamp,Correlation_ID,GRBM_COUNT\n\n";
    const auto v2 = parsed(grd + "1,4,1,1,158,158,2560,256,0,0,8,0,16,64,140464978048000,1,"
                                 "\"map_0(char*, char*) (.kd)\",162067504048950,162067504056482,"
                                 "33,12637.0\n");
    CHECK(v2.tool == "rocprofv2 results");
    CHECK(kernels(v2) == Strings{"map_0(char*, char*) (.kd) 10 blocks of 256"});
    CHECK(times(v2) == Numbers{7.532});
    CHECK(refusal(grd + "1,4,1,1,158,158,10,10,0,0,8,0,16,64,140464978048000,1,\"k\",7,30064771072,"
                        "0,12637.0\n")
              .find("add --kernel-trace") != std::string::npos);
    const std::string perf =
        "Dispatch_ID,GPU_ID,Grid_Size,Workgroup_Size,LDS_Per_Workgroup,Scratch_Per_Workitem,"
        "Arch_VGPR,Accum_VGPR,SGPR,Wave_Size,Kernel_Name,Correlation_ID,SQ_INSTS_BRANCH,TCC_HIT[0],"
        "Wave_Size_1,Correlation_ID_1,Start_Timestamp,End_Timestamp\n";
    const auto compute =
        parsed(perf + "1,11995,1048576,256,0,0,4,4,16,64,\"map_1(double*) (.kd)\",0,1,2,64,0,"
                      "162067504097624,162067504103513\n"
                      "0,11995,1048576,256,0,0,4,4,16,64,\"map_0(double*) (.kd)\",0,1,2,64,0,"
                      "162067504048950,162067504056482\n");
    CHECK(compute.tool == "rocprof-compute pmc_perf");
    CHECK(compute.remark == "its times were taken while counters were collected");
    CHECK(times(compute) == Numbers{7.532, 5.889}); // in the order of their beginnings
    CHECK(compute.kernels[0].grid->blocks[0] == 4096);
    CHECK(refusal(perf + "1,11995,1048576,256,0,0,4,4,16,64,k,0,1,2,64,0,1.62068E+14,1.62068E+14\n")
              .find("lost their digits") != std::string::npos);
}

TEST_CASE("rocprofv3: kernel traces of its versions") {
    const std::string titles =
        R"csv("Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","LDS_Block_Size","Scratch_Size","VGPR_Count","Accum_VGPR_Count","SGPR_Count","Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X","Grid_Size_Y","Grid_Size_Z")csv";
    const Strings found = {"void addition_kernel<float>(float*, float const*, int) 16x1024x1 "
                           "blocks of 64x1x1",
                           "subtract_kernel(float*, float const*, int) 16x1024x1 blocks of 64x1x1"};
    const auto trace = parsed(titles + "\n" + kDispatches);
    CHECK(trace.tool == "rocprofv3 kernel_trace");
    CHECK(kernels(trace) == found);
    CHECK(times(trace) == Numbers{11.04, 11.04});
    // Its first version.
    CHECK(
        times(parsed(
            R"csv("Kind","Agent_Id","Queue_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","Private_Segment_Size","Group_Segment_Size","Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X","Grid_Size_Y","Grid_Size_Z"
"KERNEL_DISPATCH",1,139690710949888,15,"matrixTranspose(float*, float*, int)",0,671599758568,671599825328,0,0,4,4,1,1024,1024,1
)csv")) == Numbers{66.76});
    // As written from its database, where processes lie one after another in one file: launches of
    // one are no calls with those of the other.
    const auto converted = parsed(
        R"csv("Guid","Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","Lds_Block_Size","Scratch_Size","Vgpr_Count","Accum_Vgpr_Count","Sgpr_Count","Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X","Grid_Size_Y","Grid_Size_Z"
"00000a","KERNEL_DISPATCH","Agent 4",1,0,1,1,9,"k",1,1000,2000,0,0,8,0,16,64,1,1,64,1,1
"00000a","KERNEL_DISPATCH","Agent 4",1,0,1,2,9,"k",2,5000,7000,0,0,8,0,16,64,1,1,64,1,1
"00000b","KERNEL_DISPATCH","Agent 4",1,0,2,1,9,"k",1,1500,4500,0,0,8,0,16,64,1,1,64,1,1
)csv");
    REQUIRE(converted.devices.size() == 2);
    CHECK(times(converted, 0) == Numbers{1, 2});
    CHECK(times(converted, 1) == Numbers{3});
}

TEST_CASE("rocprofv3: a launch counts once, however many counters it has a row for") {
    const auto counted = parsed(
        R"csv("Correlation_Id","Dispatch_Id","Agent_Id","Queue_Id","Process_Id","Thread_Id","Grid_Size","Kernel_Id","Kernel_Name","Workgroup_Size","LDS_Block_Size","Scratch_Size","VGPR_Count","Accum_VGPR_Count","SGPR_Count","Counter_Name","Counter_Value","Start_Timestamp","End_Timestamp"
1,1,"Agent 5",1,20,20,128,9,"hot_kernel",128,2048,0,64,0,80,"SQ_INSTS_LDS",10,1000,1100
1,1,"Agent 5",1,20,20,128,9,"hot_kernel",128,2048,0,64,0,80,"LDSBankConflict",2,1000,1100
2,2,"Agent 5",1,20,20,128,9,"hot_kernel",128,2048,0,64,0,80,"SQ_INSTS_LDS",30,2000,2200
2,2,"Agent 5",1,20,20,128,9,"hot_kernel",128,2048,0,64,0,80,"LDSBankConflict",4,2000,2200
)csv");
    CHECK(counted.tool == "rocprofv3 counter_collection");
    CHECK(kernels(counted) == Strings{"hot_kernel 1 blocks of 128"});
    CHECK(times(counted) == Numbers{0.1, 0.2});
}

TEST_CASE("summaries of rocprof, rocprofv3 and rocpd") {
    const auto stats = parsed(
        R"csv("Name","Calls","TotalDurationNs","AverageNs","Percentage","MinNs","MaxNs","StdDev"
"__amd_rocclr_copyBuffer",7084,17229993,2432.240683,8.38,601,10656,1241.386133
"MIOpenBatchNormBwdSpatial",1113,13283773,11935.106020,6.46,6009,51117,6712.148824
)csv");
    CHECK(stats.tool == "rocprof kernel stats");
    CHECK(kernels(stats) == Strings{"MIOpenBatchNormBwdSpatial"});
    CHECK(stats.kernels[0].times->median == Approx(11935.106020e-9));
    CHECK(stats.kernels[0].times->high == Approx(51117e-9));
    const auto rocpd = parsed(
        R"csv("Name","Calls","DURATION (nsec)","AVERAGE (nsec)","PERCENT (INC)","MIN (nsec)","MAX (nsec)","STD_DEV"
"k(double*)",84,476600,5673.8,15.22,5000,7000,12.5
)csv");
    CHECK(rocpd.tool == "rocpd summary");
    CHECK(rocpd.kernels[0].times->launches == 84);
    CHECK(rocpd.kernels[0].times->median == Approx(5673.8e-9));
}

TEST_CASE("rocprof: results of its versions, with and without counters") {
    for (
        const char* text :
        {R"csv("Index","KernelName","gpu-id","queue-id","queue-index","pid","tid","grd","wgr","lds","scr","arch_vgpr","accum_vgpr","sgpr","wave_size","sig","obj","DispatchNs","BeginNs","EndNs","CompleteNs","DurationNs"
0,"bodyForce(Body*, float, int) [clone .kd]",0,0,0,3670615,3670615,65536,256,0,0,20,4,16,64,"0x0","0x7f7b27c04500",1591372809346673,1591372809872935,1591372836189584,1591372836215944,26316649
)csv",
         R"csv(Index,"KernelName","gpu-id","queue-id","queue-index","tid","grd","wgr","lds","scr","vgpr","sgpr","fbar","sig","DispatchNs","BeginNs","EndNs","CompleteNs","DurationNs"
0,"bodyForce(Body*, float, int) [clone .kd]",0,0,2,12292,65536,256,0,0,0,0,0,0x7f3d3e55cd80,13839505749338,13839505799825,13839532116474,13839532157510,26316649
)csv",
         R"csv(Index,KernelName,gpu-id,queue-id,queue-index,pid,tid,grd,wgr,lds,scr,arch_vgpr,accum_vgpr,sgpr,wave_size,sig,obj,Wavefronts,VALUInsts,DispatchNs,BeginNs,EndNs,CompleteNs
0,"bodyForce(Body*, float, int) [clone .kd]",0,0,0,3673711,3673711,65536,256,0,0,20,4,16,64,0x0,0x7f2b4d282500,2048.0000000000,1212443.5,1591372809346673,1591372809872935,1591372836189584,1591372836215944
)csv"}) {
        const auto trace = parsed(text);
        CHECK(kernels(trace) ==
              Strings{"bodyForce(Body*, float, int) [clone .kd] 256 blocks of 256"});
        CHECK(times(trace) == Numbers{26316.649});
    }
    // Counters alone.
    CHECK(refusal("Index,KernelName,gpu-id,queue-id,queue-index,pid,tid,grd,wgr,lds,scr,vgpr,sgpr,"
                  "fbar,sig,obj,GPUBusy\n0,\"k\",0,0,0,1,1,16777216,1024,0,0,4,24,0,0x0,0x7f,100\n")
              .find("of rocprof's results or stats with times") != std::string::npos);
}

TEST_CASE("numbers are read with a point, whatever the language of the process") {
    const test::CommaLocale german;
    if (!german.isOn())
        return test::skip("there is no language with a decimal comma here");
    const auto sum = parsed(kKernelSum);
    CHECK(sum.kernels[0].times->median == Approx(5780070e-9));
}

TEST_CASE("files that are damaged, or none, end in a sentence") {
    CHECK(refusal(std::string("\xff\xfeS\0t\0a\0r\0t\0", 12)).find("UTF-16") != std::string::npos);
    CHECK(refusal("\"Start (ns),Duration (ns)").find("no line has the titles") !=
          std::string::npos);
    // A byte order mark, and line ends of Windows.
    std::string windows = "\xef\xbb\xbf" + kKernelSum;
    for (std::size_t at = 0; (at = windows.find('\n', at)) != std::string::npos; at += 2)
        windows.insert(at, "\r");
    CHECK(kernels(parsed(windows)).size() == 2);
    const auto damaged = [](const std::string& from, const std::string& to) {
        std::string text = kGpuTrace;
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    const std::string row = "the row of 'map_0_fieldop_0_0_4";
    for (const char* grid : {"235,10,1,32,8,0", "235,10,-1,32,8,1", "235,10,nan,32,8,1",
                             "235,10,1,1e15,1e15,1e15", "1e300,10,1,32,8,1", "0x10,10,1,32,8,1"})
        CHECK(refusal(damaged("235,10,1,32,8,1", grid)).find(row) != std::string::npos);
    for (const char* time : {"615462215,nan", "615462215,-1", "615462215,inf", "x,2240"})
        CHECK(refusal(damaged("615462215,2240", time)).find(row) != std::string::npos);
    // A block as no device has it would be tried in every shape.
    CHECK(refusal("KernelName,grd,wgr,BeginNs,EndNs\nk,1000000000000000,1000000000000000,1,2\n")
              .find("the row of 'k'") != std::string::npos);
    CHECK(refusal("KernelName,grd,wgr,BeginNs,EndNs\nk,256,256,2,1\n").find("the row of 'k'") !=
          std::string::npos);
    CHECK(refusal("KernelName,grd,wgr,BeginNs,EndNs\nk,256,256,99999999999999999999,1\n")
              .find("the row of 'k'") != std::string::npos);
    CHECK(refusal(kKernelSum + "1,2,-3,4,5,6,7,8,k\n").find("the row of 'k'") != std::string::npos);
    // A comma in a name that is not in quotes shifts what stands behind it.
    CHECK(refusal("KernelName,grd,wgr,BeginNs,EndNs\n\"k(a, b)\",256,256,1,2\n\n"
                  "k(a, b),256,256,1,2\n")
              .find("line 4 has 6 fields where the titles are 5") != std::string::npos);
    CHECK(kernels(parsed("KernelName,grd,wgr,BeginNs,EndNs\nk,256,256,1,2,\n")).size() == 1);
    CHECK(refusal("").find("the file is empty") != std::string::npos);
    CHECK(refusal(" \n\n").find("the file is empty") != std::string::npos);
    CHECK(refusal("KernelName;grd;wgr;BeginNs;EndNs\nk;256;256;1;2\n")
              .find("fields are separated by semicolons") != std::string::npos);
    CHECK(refusal("KernelName\tgrd\twgr\tBeginNs\tEndNs\nk\t256\t256\t1\t2\n")
              .find("fields are separated by tabs") != std::string::npos);
    CHECK((isProfile("a.csv") && isProfile("a.CSV") && !isProfile("a.json")));
    // Cut off anywhere it is a table with fewer rows, or refused.
    for (std::size_t length = 0; length < kGpuTrace.size(); length += 7)
        if (const auto profile = parseProfile(kGpuTrace.substr(0, length)); !profile)
            CHECK(profile.error().code == "bad-profile");
}

} // namespace profile_files_test
