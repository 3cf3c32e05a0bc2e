// Kernels of a device as C++ of the host.
#include "tests/core/exec/device_on_host.h"

#include "core/exec/runner/tile_lists.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace mw::test {

namespace {

// A block's threads are fibers of one thread. Each runs until it meets a barrier, where it waits
// until all have come; what needs no barrier needs one fiber a block. LDS is filled with 0xff
// before every block, so that what nobody has staged is seen.
constexpr std::string_view kShim = R"(#include <cmath>
#include <cstring>
#include <memory>
#include <type_traits>
#include <ucontext.h>
#include <utility>
#include <vector>
using std::fabs;
using std::floor;
using std::fma;
using std::sqrt;
#define __device__
#define __forceinline__ inline
#define __global__
#define __shared__ static __attribute__((section("mw_lds")))
#define __launch_bounds__(...)
#define __ldg(at) (*(at))
#define __builtin_nontemporal_load(at) (*(at))
#define __builtin_nontemporal_store(value, at) (*(at) = (value))
#define amdgpu_num_vgpr(...) unused
struct MwDim { unsigned x = 1, y = 1, z = 1; };
static MwDim threadIdx, blockIdx, blockDim, gridDim;
template <class T, class U> T atomicAdd(T* at, U v) { T old = *at; *at += v; return old; }
template <class T> T atomicCAS(T* at, T, T v) { T old = *at; *at = v; return old; }
inline double __longlong_as_double(long long bits) { double v; __builtin_memcpy(&v, &bits, 8); return v; }
template <class T> T __ldcs(const T* at) { return *at; }
template <class T, class U> void __stcs(T* at, U v) { *at = v; }

extern "C" __attribute__((weak, visibility("hidden"))) char __start_mw_lds[];
extern "C" __attribute__((weak, visibility("hidden"))) char __stop_mw_lds[];

struct MwFiber {
    static constexpr std::size_t kStack = std::size_t{1} << 18;
    ucontext_t context;
    std::unique_ptr<char[]> stack{new char[kStack]};
    MwDim thread;
};
class MwBlock {
public:
    // True: a thread ended where others of its block waited for it.
    bool run(void (*kernel)(void**), void** arguments) {
        kernel_ = kernel;
        arguments_ = arguments;
        threads_ = blockDim.x * blockDim.y * blockDim.z;
        next_ = 0;
        bool strayed = false, ended = false;
        holds_ = true;
        while (next_ < threads_ || !waiting_.empty()) {
            ended_ = 0;
            result_ = holds_;
            holds_ = true;
            std::vector<MwFiber*> ready;
            ready.swap(waiting_);
            for (MwFiber* fiber : ready)
                resume(*fiber);
            while (next_ < threads_)
                begin();
            ended = ended || ended_ > 0;
            strayed = strayed || (ended && !waiting_.empty());
        }
        return strayed;
    }
    bool meet(bool holds) {
        holds_ = holds_ && holds;
        MwFiber& mine = *current_;
        mine.thread = threadIdx;
        waiting_.push_back(&mine);
        swapcontext(&mine.context, &back_);
        return result_;
    }

private:
    void begin() {
        if (free_.empty()) {
            all_.emplace_back(new MwFiber);
            free_.push_back(all_.back().get());
        }
        MwFiber& fiber = *free_.back();
        free_.pop_back();
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = fiber.stack.get();
        fiber.context.uc_stack.ss_size = MwFiber::kStack;
        fiber.context.uc_link = &back_;
        makecontext(&fiber.context, &MwBlock::work, 0);
        resume(fiber);
    }
    void resume(MwFiber& fiber) {
        current_ = &fiber;
        threadIdx = fiber.thread;
        swapcontext(&back_, &fiber.context);
    }
    // One thread after the other, until one waits or there are no more.
    static void work();
    void workHere() {
        while (next_ < threads_) {
            const unsigned n = next_++;
            threadIdx = {n % blockDim.x, n / blockDim.x % blockDim.y, n / blockDim.x / blockDim.y};
            kernel_(arguments_);
            ++ended_;
        }
        free_.push_back(current_);
    }

    void (*kernel_)(void**) = nullptr;
    void** arguments_ = nullptr;
    unsigned threads_ = 0, next_ = 0, ended_ = 0;
    bool holds_ = true, result_ = true;
    ucontext_t back_;
    MwFiber* current_ = nullptr;
    std::vector<std::unique_ptr<MwFiber>> all_;
    std::vector<MwFiber*> free_, waiting_;
};
static MwBlock mw_block_now;
void MwBlock::work() { mw_block_now.workHere(); }

static int mw_barriers;
static int __syncthreads_and(int holds) {
    if (threadIdx.x == 0) ++mw_barriers;
    return mw_block_now.meet(holds != 0);
}
static void __syncthreads() { __syncthreads_and(1); }

template <class... P, std::size_t... I>
void mwCall(void (*f)(P...), void** a, std::index_sequence<I...>) {
    f(*static_cast<std::remove_cv_t<P>*>(a[I])...);
}
template <class... P> void mwCall(void (*f)(P...), void** a) { mwCall(f, a, std::index_sequence_for<P...>{}); }

// True: a thread strayed.
extern "C" bool mw_launch(void (*kernel)(void**), const unsigned* grid, const unsigned* block, void** arguments, int* barriers) {
    gridDim = {grid[0], grid[1], grid[2]};
    blockDim = {block[0], block[1], block[2]};
    mw_barriers = 0;
    bool strayed = false;
    for (unsigned z = 0; z < grid[2]; ++z)
        for (unsigned y = 0; y < grid[1]; ++y)
            for (unsigned x = 0; x < grid[0]; ++x) {
                blockIdx = {x, y, z};
                if (__start_mw_lds)
                    std::memset(__start_mw_lds, 0xff, static_cast<std::size_t>(__stop_mw_lds - __start_mw_lds));
                strayed = mw_block_now.run(kernel, arguments) || strayed;
            }
    *barriers = mw_barriers;
    return strayed;
}
)";

using Launch = bool (*)(void (*)(void**), const unsigned*, const unsigned*, void**, int*);

/// A kernel's entry with the function that launches it.
struct Function {
    std::string name;
    void (*run)(void**) = nullptr;
    Launch launch = nullptr;
};

class HostModule : public exec::Module {
public:
    explicit HostModule(void* handle) : handle_(handle) {}
    ~HostModule() override { dlclose(handle_); }
    HostModule(const HostModule&) = delete;
    HostModule& operator=(const HostModule&) = delete;

    Expected<void> resolve(std::span<const std::string> names) {
        const auto launch = reinterpret_cast<Launch>(dlsym(handle_, "mw_launch"));
        for (const std::string& name : names) {
            void* const run = dlsym(handle_, ("mw_run_" + name).c_str());
            if (!run || !launch)
                return fail("missing-kernel", "there is no kernel " + name);
            functions_.push_back(std::make_unique<Function>(
                Function{name, reinterpret_cast<void (*)(void**)>(run), launch}));
        }
        return {};
    }
    void* function(std::size_t index) const override { return functions_.at(index).get(); }
    void* hostFunction(const char*) const override { return nullptr; }
    exec::CompileResult::Resources resources(std::size_t, unsigned) const override { return {}; }

private:
    void* handle_;
    std::vector<std::unique_ptr<Function>> functions_;
};

Unexpected notHere() {
    return fail("not-available", "the device is made of the host");
}

} // namespace

std::string deviceAsHost(const std::string& text, const std::vector<std::string>& kernels) {
    std::string all = std::string(kShim) + text;
    for (const std::string& name : kernels)
        all += fmt::format("extern \"C\" void mw_run_{0}(void** a) {{ mwCall(&{0}, a); }}\n", name);
    return all;
}

Expected<exec::Binary> DeviceOnHost::compile(const exec::KernelSource&, const std::string&) {
    return notHere();
}
Expected<exec::BuiltLibrary> DeviceOnHost::buildLibrary(const exec::KernelSource&,
                                                        const std::string&, std::size_t,
                                                        const std::string&) {
    return notHere();
}
Expected<std::unique_ptr<exec::Replay>> DeviceOnHost::record(const exec::PreparedSteps&, int) {
    return notHere();
}

Expected<std::unique_ptr<exec::Module>> DeviceOnHost::load(const exec::Binary& binary,
                                                           std::span<const std::string> kernels) {
    void* const handle = dlopen(binary.images.front()->code.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return fail("missing-kernel", dlerror());
    auto module = std::make_unique<HostModule>(handle);
    MW_CHECK(module->resolve(kernels));
    return module;
}

Expected<void*> DeviceOnHost::allocate(std::size_t bytes) {
    return std::malloc(bytes);
}
void DeviceOnHost::release(void* memory) {
    std::free(memory);
}
Expected<void> DeviceOnHost::upload(void* dst, std::span<const std::byte> src) {
    std::memcpy(dst, src.data(), src.size());
    return {};
}
Expected<void> DeviceOnHost::download(std::span<std::byte> dst, const void* src) {
    std::memcpy(dst.data(), src, dst.size());
    return {};
}

Expected<void> DeviceOnHost::enqueue(const exec::PreparedStep& step) {
    if (const auto* fill = std::get_if<exec::PreparedFill>(&step))
        std::memset(fill->dst, fill->value, fill->bytes);
    if (const auto* copy = std::get_if<exec::PreparedCopy>(&step))
        std::memmove(copy->dst, copy->src, copy->bytes);
    const auto* launch = std::get_if<exec::PreparedLaunch>(&step);
    if (!launch)
        return {};
    const auto& function = *static_cast<const Function*>(launch->function);
    const auto& grid = launch->shape.grid;
    const auto& block = launch->shape.block;
    strayed = function.launch(function.run, grid.data(), block.data(),
                              const_cast<void**>(launch->arguments.data()), &barriers) ||
              strayed;
    if (function.name == exec::tileKernelName()) {
        ++listsMade;
        table = *static_cast<void* const*>(launch->arguments[0]);
        const auto* made = *static_cast<const int* const*>(launch->arguments[2]);
        sizes.assign(made, made + grid[0]);
    }
    return {};
}

Expected<double> DeviceOnHost::timed(const std::function<Expected<void>()>& work) {
    MW_CHECK(work());
    return 1.0;
}

} // namespace mw::test
