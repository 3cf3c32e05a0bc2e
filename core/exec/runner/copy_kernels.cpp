// The text of the strided copy kernels.
#include "core/exec/runner/backend.h"

#include <fmt/format.h>

namespace mw::exec {

namespace {

constexpr std::string_view kGpu = R"(
template <class T>
__device__ inline void mwCopyBox(T* dst, const T* src, long long n0, long long n1, long long n2,
                                 long long n3, long long d0, long long d1, long long d2,
                                 long long d3, long long s0, long long s1, long long s2,
                                 long long s3) {
    const long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n3)
        return;
    for (long long i = blockIdx.z; i < n0 * n1; i += gridDim.z)
        for (long long y = blockIdx.y; y < n2; y += gridDim.y)
            dst[(i / n1) * d0 + (i % n1) * d1 + y * d2 + x * d3] =
                src[(i / n1) * s0 + (i % n1) * s1 + y * s2 + x * s3];
}
struct alignas(16) MwBytes16 {
    long long a, b;
};
#define MW_COPY(NAME, T)                                                                           \
    extern "C" __global__ void NAME(T* dst, const T* src, long long n0, long long n1,              \
                                    long long n2, long long n3, long long d0, long long d1,        \
                                    long long d2, long long d3, long long s0, long long s1,        \
                                    long long s2, long long s3) {                                  \
        mwCopyBox(dst, src, n0, n1, n2, n3, d0, d1, d2, d3, s0, s1, s2, s3);                       \
    }
)";

constexpr std::string_view kHostCopy = R"(
template <class T>
static void mwCopyBox(void** a) {
    T* dst = *static_cast<T**>(a[0]);
    const T* src = *static_cast<const T**>(a[1]);
    long long v[12];
    for (int i = 0; i < 12; ++i)
        v[i] = *static_cast<long long*>(a[2 + i]);
    const long long* n = v;
    const long long* d = v + 4;
    const long long* s = v + 8;
#pragma omp parallel for collapse(3)
    for (long long i = 0; i < n[0]; ++i)
        for (long long j = 0; j < n[1]; ++j)
            for (long long k = 0; k < n[2]; ++k)
                for (long long x = 0; x < n[3]; ++x)
                    dst[i * d[0] + j * d[1] + k * d[2] + x * d[3]] =
                        src[i * s[0] + j * s[1] + k * s[2] + x * s[3]];
}
struct alignas(16) MwBytes16 {
    long long a, b;
};
#define MW_COPY(NAME, T)                                                                           \
    extern "C" void NAME(void** arguments) {                                                       \
        mwCopyBox<T>(arguments);                                                                   \
    }
)";

constexpr std::string_view kInstances = R"(
MW_COPY(mw_copy_1, unsigned char)
MW_COPY(mw_copy_2, unsigned short)
MW_COPY(mw_copy_4, unsigned int)
MW_COPY(mw_copy_8, unsigned long long)
MW_COPY(mw_copy_16, MwBytes16)
)";

} // namespace

std::string copyKernels(codegen::Target target) {
    return fmt::format("\n// Strided copies between arrays.{}{}",
                       target == codegen::Target::cpu ? kHostCopy : kGpu, kInstances);
}

std::string copyKernelName(int elementBytes) {
    return fmt::format("mw_copy_{}", elementBytes);
}

void PreparedLaunch::bind() {
    arguments.clear();
    for (Slot& slot : values)
        arguments.push_back(slot.bytes.data());
}

} // namespace mw::exec
