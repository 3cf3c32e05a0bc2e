// The table of what differs between C++, CUDA and HIP.
#include "core/codegen/print/dialect.h"

namespace mw::codegen {

namespace {

/// The same text for all targets; MW_FN is the function qualifier. `min` and `max` are DaCe's: the
/// first argument only where it compares strictly.
constexpr std::string_view kHelpers =
    R"(template <class T> MW_FN T mw_min(T a, T b) { return a < b ? a : b; }
template <class T> MW_FN T mw_max(T a, T b) { return a > b ? a : b; }
template <class T, class U> MW_FN auto mw_min(T a, U b) -> decltype(a + b) { return a < b ? a : b; }
template <class T, class U> MW_FN auto mw_max(T a, U b) -> decltype(a + b) { return a > b ? a : b; }
template <class T> MW_FN T mw_abs(T a) { return a < 0 ? -a : a; }
template <class T> MW_FN T mw_floor_div(T a, T b) { T q = a / b; return q * b != a && (a < 0) != (b < 0) ? q - 1 : q; }
template <class T, class U> MW_FN auto mw_floor_div(T a, U b) -> decltype(a + b) { using R = decltype(a + b); return mw_floor_div(R(a), R(b)); }
template <class T, class U> MW_FN auto mw_ceil_div(T a, U b) -> decltype(a + b) { using R = decltype(a + b); return -mw_floor_div(R(-a), R(b)); }
template <class T, class U> MW_FN auto mw_mod(T a, U b) -> decltype(a + b) { using R = decltype(a + b); R r = R(a) % R(b); return r != 0 && (r < 0) != (b < 0) ? r + b : r; }
template <class To, class From> MW_FN To mw_seen(From a) { static_assert(sizeof(To) == sizeof(From), "other sizes"); union { From from; To to; } bits; bits.from = a; return bits.to; }
template <class T> MW_FN T mw_sign(T a) { return T((T(0) < a) - (a < T(0))); }
template <class T> MW_FN T mw_heaviside(T a, T b) { return a < T(0) ? T(0) : a > T(0) ? T(1) : b; }
template <class T, class U> MW_FN auto mw_heaviside(T a, U b) -> decltype(a + b) { using R = decltype(a + b); return mw_heaviside(R(a), R(b)); }
MW_FN int mw_int_pow(int a, int n) { int r = 1; for (int i = 0; i < n; ++i) r *= a; return n < 0 ? 0 : r; }
template <class T> MW_FN T mw_ipow(T a, unsigned n) { T r = T(1); if (n > 0) { r = a; for (unsigned i = 1; i < n; ++i) r *= a; } return r; }
)";

constexpr std::string_view kDeviceOpening = "#define MW_FN __device__ __forceinline__\n";
constexpr std::string_view kDeviceHelpers =
    R"(MW_FN double mw_nan() { return __longlong_as_double(0x7ff8000000000000LL); }
MW_FN double mw_inf() { return __longlong_as_double(0x7ff0000000000000LL); }
MW_FN int mw_ifloor(double a) { return int(floor(a)); }
// a / b to the bit, r = 1 / b rounded to nearest: Markstein's corrections, where nothing is too small or too large for them.
MW_FN double mw_divided(double a, double b, double r) { const double q = a * r; return fabs(q) > 1e-200 && fabs(q) < 1e200 ? fma(fma(-q, b, a), r, q) : a / b; }
// Write-conflict resolution: compare-and-swap on the element's bits, any type of 4 or 8 bytes.
template <int Bytes> struct mw_bits;
template <> struct mw_bits<4> { using type = unsigned int; };
template <> struct mw_bits<8> { using type = unsigned long long; };
template <class T, class F> MW_FN void mw_atomic_update(T* at, F combine) {
    using B = typename mw_bits<sizeof(T)>::type;
    union { B bits; T value; } seen, next;
    B* word = reinterpret_cast<B*>(at);
    seen.bits = *reinterpret_cast<volatile B*>(word);
    while (true) {
        next.value = combine(seen.value);
        const B before = atomicCAS(word, seen.bits, next.bits);
        if (before == seen.bits)
            return;
        seen.bits = before;
    }
}
MW_FN void mw_atomic_sum(double* at, double v) { atomicAdd(at, v); }
MW_FN void mw_atomic_sum(float* at, float v) { atomicAdd(at, v); }
MW_FN void mw_atomic_sum(int* at, int v) { atomicAdd(at, v); }
template <class T> MW_FN void mw_atomic_sum(T* at, T v) { mw_atomic_update(at, [=](T a) { return T(a + v); }); }
template <class T> MW_FN void mw_atomic_product(T* at, T v) { mw_atomic_update(at, [=](T a) { return T(a * v); }); }
template <class T> MW_FN void mw_atomic_min(T* at, T v) { mw_atomic_update(at, [=](T a) { return mw_min(a, v); }); }
template <class T> MW_FN void mw_atomic_max(T* at, T v) { mw_atomic_update(at, [=](T a) { return mw_max(a, v); }); }
template <class T> MW_FN void mw_atomic_and(T* at, T v) { mw_atomic_update(at, [=](T a) { return T(a && v); }); }
template <class T> MW_FN void mw_atomic_or(T* at, T v) { mw_atomic_update(at, [=](T a) { return T(a || v); }); }
)";

// As __ldcs and __stcs, but free to move: those are volatile, and no load passes another.
constexpr std::string_view kCudaStreaming =
    R"(template <class T> MW_FN T mw_load_cs(const T* at) { return __ldcs(at); }
MW_FN double mw_load_cs(const double* at) { double v; asm("ld.global.cs.nc.f64 %0, [%1];" : "=d"(v) : "l"(at)); return v; }
MW_FN float mw_load_cs(const float* at) { float v; asm("ld.global.cs.nc.f32 %0, [%1];" : "=f"(v) : "l"(at)); return v; }
MW_FN int mw_load_cs(const int* at) { int v; asm("ld.global.cs.nc.s32 %0, [%1];" : "=r"(v) : "l"(at)); return v; }
MW_FN long long mw_load_cs(const long long* at) { long long v; asm("ld.global.cs.nc.s64 %0, [%1];" : "=l"(v) : "l"(at)); return v; }
template <class T> MW_FN void mw_store_cs(T* at, T v) { __stcs(at, v); }
MW_FN void mw_store_cs(double* at, double v) { asm volatile("st.global.cs.f64 [%0], %1;" :: "l"(at), "d"(v)); }
MW_FN void mw_store_cs(float* at, float v) { asm volatile("st.global.cs.f32 [%0], %1;" :: "l"(at), "f"(v)); }
MW_FN void mw_store_cs(int* at, int v) { asm volatile("st.global.cs.s32 [%0], %1;" :: "l"(at), "r"(v)); }
MW_FN void mw_store_cs(long long* at, long long v) { asm volatile("st.global.cs.s64 [%0], %1;" :: "l"(at), "l"(v)); }
)";

// Elements on their way to shared memory, which a barrier waits for.
constexpr std::string_view kCudaStaging =
    R"(template <class T> MW_FN void mw_stage(T* to, const T* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from), "n"(sizeof(T)) : "memory");
#else
    *to = *from;
#endif
}
MW_FN void mw_arrived() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}
MW_FN void mw_staged() { mw_arrived(); __syncthreads(); }
MW_FN bool mw_staged_and(bool holds) { mw_arrived(); return __syncthreads_and(holds) != 0; }
)";
constexpr std::string_view kHipStaging =
    R"(template <class T> MW_FN void mw_stage(T* to, const T* from) { *to = *from; }
MW_FN void mw_staged() { __syncthreads(); }
MW_FN bool mw_staged_and(bool holds) { return __syncthreads_and(holds) != 0; }
)";

constexpr std::string_view kHostOpening = R"(#include <cmath>
#include <limits>
#define MW_FN static inline
)";
constexpr std::string_view kHostHelpers =
    R"(MW_FN double mw_nan() { return std::numeric_limits<double>::quiet_NaN(); }
MW_FN double mw_inf() { return std::numeric_limits<double>::infinity(); }
MW_FN int mw_ifloor(double a) { return int(std::floor(a)); }
MW_FN double mw_divided(double a, double b, double) { return a / b; }
template <class T> MW_FN void mw_atomic_sum(T* at, T v) {
#pragma omp atomic
    *at += v;
}
template <class T> MW_FN void mw_atomic_product(T* at, T v) {
#pragma omp atomic
    *at *= v;
}
template <class T, class F> MW_FN void mw_atomic_update(T* at, F combine) {
#pragma omp critical(mw_update)
    *at = combine(*at);
}
template <class T> MW_FN void mw_atomic_min(T* at, T v) { mw_atomic_update(at, [=](T a) { return mw_min(a, v); }); }
template <class T> MW_FN void mw_atomic_max(T* at, T v) { mw_atomic_update(at, [=](T a) { return mw_max(a, v); }); }
template <class T> MW_FN void mw_atomic_and(T* at, T v) { mw_atomic_update(at, [=](T a) { return T(a && v); }); }
template <class T> MW_FN void mw_atomic_or(T* at, T v) { mw_atomic_update(at, [=](T a) { return T(a || v); }); }
)";

constexpr Dialect kCpu = {.target = Target::cpu,
                          .device = false,
                          .prelude = {kHostOpening, kHelpers, kHostHelpers},
                          .math = "std::",
                          .loadReadOnly = "",
                          .loadStreaming = "",
                          .storeStreaming = "",
                          .unrollAll = "#pragma GCC unroll 16",
                          .unrollFactor = "#pragma GCC unroll {}",
                          .registerLimit = "",
                          .runtimeHeader = ""};
constexpr Dialect kCuda = {
    .target = Target::cuda,
    .device = true,
    .prelude = {kDeviceOpening, kHelpers, kDeviceHelpers, kCudaStreaming, kCudaStaging},
    .math = "",
    .loadReadOnly = "__ldg({})",
    .loadStreaming = "mw_load_cs({})",
    .storeStreaming = "mw_store_cs({}, {})",
    .unrollAll = "#pragma unroll",
    .unrollFactor = "#pragma unroll {}",
    .registerLimit = "",
    .runtimeHeader = "cuda_runtime.h"};
constexpr Dialect kHip = [] {
    Dialect hip = kCuda;
    hip.target = Target::hip;
    hip.prelude = {kDeviceOpening, kHelpers, kDeviceHelpers, kHipStaging};
    // HIP's compiler takes the hints as builtins; __ldg is a plain load there.
    hip.loadStreaming = "__builtin_nontemporal_load({})";
    hip.storeStreaming = "__builtin_nontemporal_store({1}, {0})";
    hip.registerLimit = "__attribute__((amdgpu_num_vgpr({})))";
    hip.runtimeHeader = "hip/hip_runtime.h";
    return hip;
}();

} // namespace

const Dialect& dialect(Target target) {
    switch (target) {
    case Target::cuda:
        return kCuda;
    case Target::hip:
        return kHip;
    case Target::cpu:
        break;
    }
    return kCpu;
}

std::string_view name(Target target) {
    switch (target) {
    case Target::cuda:
        return "cuda";
    case Target::hip:
        return "hip";
    case Target::cpu:
        break;
    }
    return "cpu";
}

std::optional<Target> targetFromName(std::string_view text) {
    for (const Target target : {Target::cpu, Target::cuda, Target::hip})
        if (name(target) == text)
            return target;
    return std::nullopt;
}

} // namespace mw::codegen
