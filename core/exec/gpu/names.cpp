// The names under which a library has the functions that CUDA and HIP have in common.
#include "core/exec/gpu/names.h"

namespace mw::exec {

namespace {

/// Binds one function after the other up to the first that the library lacks.
class Binder {
public:
    using Names = std::initializer_list<const char*>; ///< of old and new versions

    Binder(const Library& library, Naming naming) : library_(library), naming_(naming) {}

    template <class Function>
    void operator()(Function*& function, Names cuda, Names hip) {
        if (result_)
            result_ = library_.bind(function, naming_ == Naming::cuda ? cuda : hip);
    }
    Expected<void> result() { return std::move(result_); }

private:
    const Library& library_;
    Naming naming_;
    Expected<void> result_;
};

} // namespace

// clang-format off: two tables, one function a line
Expected<void> bind(const Library& library, Naming naming, GpuApi& api) {
    Binder optional(library, naming);
    optional(api.busId, {"cuDeviceGetPCIBusId"}, {"hipDeviceGetPCIBusId"});
    Binder bind(library, naming);
    bind(api.init, {"cuInit"}, {"hipInit"});
    bind(api.deviceCount, {"cuDeviceGetCount"}, {"hipGetDeviceCount"});
    bind(api.deviceName, {"cuDeviceGetName"}, {"hipDeviceGetName"});
    bind(api.driverVersion, {"cuDriverGetVersion"}, {"hipDriverGetVersion"});
    bind(api.memAlloc, {"cuMemAlloc_v2"}, {"hipMalloc"});
    bind(api.memFree, {"cuMemFree_v2"}, {"hipFree"});
    bind(api.copyToDevice, {"cuMemcpyHtoDAsync_v2"}, {"hipMemcpyHtoDAsync"});
    bind(api.copyToHost, {"cuMemcpyDtoHAsync_v2"}, {"hipMemcpyDtoHAsync"});
    bind(api.copyOnDevice, {"cuMemcpyDtoDAsync_v2"}, {"hipMemcpyDtoDAsync"});
    bind(api.fill, {"cuMemsetD8Async"}, {"hipMemsetD8Async"});
    bind(api.streamCreate, {"cuStreamCreate"}, {"hipStreamCreateWithFlags"});
    bind(api.streamDestroy, {"cuStreamDestroy_v2"}, {"hipStreamDestroy"});
    bind(api.streamSynchronize, {"cuStreamSynchronize"}, {"hipStreamSynchronize"});
    bind(api.beginCapture, {"cuStreamBeginCapture_v2"}, {"hipStreamBeginCapture"});
    bind(api.endCapture, {"cuStreamEndCapture"}, {"hipStreamEndCapture"});
    bind(api.graphInstantiate, {"cuGraphInstantiateWithFlags"}, {"hipGraphInstantiateWithFlags"});
    bind(api.graphLaunch, {"cuGraphLaunch"}, {"hipGraphLaunch"});
    bind(api.graphExecDestroy, {"cuGraphExecDestroy"}, {"hipGraphExecDestroy"});
    bind(api.graphDestroy, {"cuGraphDestroy"}, {"hipGraphDestroy"});
    bind(api.eventCreate, {"cuEventCreate"}, {"hipEventCreateWithFlags"});
    bind(api.eventDestroy, {"cuEventDestroy_v2"}, {"hipEventDestroy"});
    bind(api.eventRecord, {"cuEventRecord"}, {"hipEventRecord"});
    bind(api.eventSynchronize, {"cuEventSynchronize"}, {"hipEventSynchronize"});
    bind(api.eventElapsed, {"cuEventElapsedTime_v2", "cuEventElapsedTime"},
         {"hipEventElapsedTime"});
    bind(api.moduleLoadData, {"cuModuleLoadData"}, {"hipModuleLoadData"});
    bind(api.moduleUnload, {"cuModuleUnload"}, {"hipModuleUnload"});
    bind(api.moduleFunction, {"cuModuleGetFunction"}, {"hipModuleGetFunction"});
    bind(api.functionAttribute, {"cuFuncGetAttribute"}, {"hipFuncGetAttribute"});
    bind(api.occupancy, {"cuOccupancyMaxActiveBlocksPerMultiprocessor"},
         {"hipModuleOccupancyMaxActiveBlocksPerMultiprocessor"});
    bind(api.launch, {"cuLaunchKernel"}, {"hipModuleLaunchKernel"});
    return bind.result();
}

Expected<void> bind(const Library& library, Naming naming, RtcApi& api) {
    Binder bind(library, naming);
    bind(api.version, {"nvrtcVersion"}, {"hiprtcVersion"});
    bind(api.create, {"nvrtcCreateProgram"}, {"hiprtcCreateProgram"});
    bind(api.compile, {"nvrtcCompileProgram"}, {"hiprtcCompileProgram"});
    bind(api.logSize, {"nvrtcGetProgramLogSize"}, {"hiprtcGetProgramLogSize"});
    bind(api.log, {"nvrtcGetProgramLog"}, {"hiprtcGetProgramLog"});
    bind(api.codeSize, {"nvrtcGetCUBINSize"}, {"hiprtcGetCodeSize"});
    bind(api.code, {"nvrtcGetCUBIN"}, {"hiprtcGetCode"});
    bind(api.destroy, {"nvrtcDestroyProgram"}, {"hiprtcDestroyProgram"});
    bind(api.errorText, {"nvrtcGetErrorString"}, {"hiprtcGetErrorString"});
    if (naming == Naming::cuda) {
        bind(api.assemblySize, {"nvrtcGetPTXSize"}, {});
        bind(api.assembly, {"nvrtcGetPTX"}, {});
    }
    return bind.result();
}
// clang-format on

} // namespace mw::exec
