// HIP's own names in terms of clang's builtins.
#include "core/exec/hip/clang_head.h"

namespace mw::exec {

namespace {

// __launch_bounds__ as HIP's headers have it: the second number is waves per execution unit. The
// number of blocks stands in the first three words of the implicit arguments.
constexpr std::string_view kHead =
    R"(#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define MW_CLANG __device__ __forceinline__
#define MW_BOUNDS_1(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define MW_BOUNDS_2(threads, waves) __attribute__((amdgpu_flat_work_group_size(1, threads), amdgpu_waves_per_eu(waves)))
#define MW_BOUNDS(one, two, which, ...) which
#define __launch_bounds__(...) MW_BOUNDS(__VA_ARGS__, MW_BOUNDS_2, MW_BOUNDS_1, )(__VA_ARGS__)
struct mw_thread {
    struct X { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workitem_id_x(); } } x;
    struct Y { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workitem_id_y(); } } y;
    struct Z { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workitem_id_z(); } } z;
};
struct mw_block {
    struct X { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workgroup_id_x(); } } x;
    struct Y { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workgroup_id_y(); } } y;
    struct Z { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workgroup_id_z(); } } z;
};
struct mw_threads {
    struct X { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workgroup_size_x(); } } x;
    struct Y { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workgroup_size_y(); } } y;
    struct Z { MW_CLANG operator unsigned() const { return __builtin_amdgcn_workgroup_size_z(); } } z;
};
struct mw_blocks {
    template <int Axis> struct Count { MW_CLANG operator unsigned() const { return ((const __attribute__((address_space(4))) unsigned*)__builtin_amdgcn_implicitarg_ptr())[Axis]; } };
    Count<0> x;
    Count<1> y;
    Count<2> z;
};
static constexpr mw_thread threadIdx{};
static constexpr mw_block blockIdx{};
static constexpr mw_threads blockDim{};
static constexpr mw_blocks gridDim{};
template <class T> MW_CLANG T __ldg(const T* at) { return *at; }
MW_CLANG void __syncthreads() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
MW_CLANG int __syncthreads_and(int holds) {
    __shared__ int all;
    all = 1;
    __syncthreads();
    if (!holds)
        all = 0;
    __syncthreads();
    const int result = all;
    __syncthreads();
    return result;
}
template <class T, class U> MW_CLANG T atomicAdd(T* at, U v) { return __hip_atomic_fetch_add(at, static_cast<T>(v), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
template <class T> MW_CLANG T atomicCAS(T* at, T seen, T v) {
    __hip_atomic_compare_exchange_strong(at, &seen, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    return seen;
}
MW_CLANG double __longlong_as_double(long long bits) { return __builtin_bit_cast(double, bits); }
#define MW_REAL(name, of_double, of_float) \
    MW_CLANG double name(double a) { return of_double(a); } \
    MW_CLANG float name(float a) { return of_float(a); } \
    template <class T> MW_CLANG double name(T a) { return of_double(static_cast<double>(a)); }
#define MW_REALS(name, of_double, of_float) \
    MW_CLANG double name(double a, double b) { return of_double(a, b); } \
    MW_CLANG float name(float a, float b) { return of_float(a, b); } \
    template <class T, class U> MW_CLANG double name(T a, U b) { return of_double(static_cast<double>(a), static_cast<double>(b)); }
MW_REAL(fabs, __builtin_fabs, __builtin_fabsf)
MW_REAL(floor, __builtin_floor, __builtin_floorf)
MW_REAL(ceil, __builtin_ceil, __builtin_ceilf)
MW_REAL(trunc, __builtin_trunc, __builtin_truncf)
MW_REAL(round, __builtin_round, __builtin_roundf)
MW_REAL(sqrt, __builtin_sqrt, __builtin_sqrtf)
MW_CLANG double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
MW_CLANG float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
MW_CLANG long long llrint(double a) { return static_cast<long long>(__builtin_rint(a)); }
template <class T> MW_CLANG bool isnan(T a) { return __builtin_isnan(static_cast<double>(a)); }
template <class T> MW_CLANG bool isinf(T a) { return __builtin_isinf(static_cast<double>(a)); }
template <class T> MW_CLANG bool isfinite(T a) { return __builtin_isfinite(static_cast<double>(a)); }
)";

constexpr std::string_view kDeviceFunctions =
    R"(#define MW_OCML(name) \
    extern "C" __device__ double __ocml_##name##_f64(double); \
    extern "C" __device__ float __ocml_##name##_f32(float); \
    MW_REAL(name, __ocml_##name##_f64, __ocml_##name##_f32)
#define MW_OCMLS(name) \
    extern "C" __device__ double __ocml_##name##_f64(double, double); \
    extern "C" __device__ float __ocml_##name##_f32(float, float); \
    MW_REALS(name, __ocml_##name##_f64, __ocml_##name##_f32)
MW_OCML(sin) MW_OCML(cos) MW_OCML(tan) MW_OCML(asin) MW_OCML(acos) MW_OCML(atan)
MW_OCML(sinh) MW_OCML(cosh) MW_OCML(tanh) MW_OCML(asinh) MW_OCML(acosh) MW_OCML(atanh)
MW_OCML(cbrt) MW_OCML(exp) MW_OCML(exp2) MW_OCML(expm1)
MW_OCML(log) MW_OCML(log2) MW_OCML(log10) MW_OCML(log1p) MW_OCML(tgamma) MW_OCML(erf)
MW_OCMLS(pow) MW_OCMLS(fmod) MW_OCMLS(atan2)
)";

} // namespace

std::string_view clangHead() {
    return kHead;
}

std::string_view deviceFunctions() {
    return kDeviceFunctions;
}

} // namespace mw::exec
