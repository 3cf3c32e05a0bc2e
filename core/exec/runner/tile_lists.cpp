// Lists of the neighbours of tiles, made on the device.
#include "core/exec/runner/tile_lists.h"

#include "core/codegen/launch/tile_gathers.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::exec {

namespace {

// The tile's entries are sorted, by a bitonic network, and each is left once. A tile with an entry
// that is no element, or with more than there is room for, has no list: its size is 0.
constexpr std::string_view kKernel = R"(
// Lists of the neighbours of tiles.
extern "C" __global__ void mw_tile_lists(const int* table, const long long* columns, int* sizes, int* points,
                                         unsigned short* at, int count, int room, long long stride, long long last,
                                         long long limit) {{
    __shared__ int all[{most}];
    __shared__ int distinct;
    const int threads = static_cast<int>(blockDim.x);
    const int thread = static_cast<int>(threadIdx.x);
    const long long tile = blockIdx.x;
    const int entries = count * threads;
    int size = 1;
    while (size < entries)
        size *= 2;
    for (int i = thread; i < size; i += threads) {{
        const long long own = tile * threads + i % threads;
        const long long point = own < last ? own : last;
        all[i] = i < entries ? table[columns[i / threads] + stride * point] : 2147483647;
    }}
    __syncthreads();
    for (int k = 2; k <= size; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {{
            for (int i = thread; i < size; i += threads) {{
                const int other = i ^ j;
                const int a = all[i];
                const int b = other > i ? all[other] : a;
                if (other > i && (a > b) == ((i & k) == 0)) {{
                    all[i] = b;
                    all[other] = a;
                }}
            }}
            __syncthreads();
        }}
    if (thread == 0) {{
        int n = 1;
        for (int i = 1; i < entries; ++i)
            if (all[i] != all[n - 1])
                all[n++] = all[i];
        distinct = all[0] < 0 || all[n - 1] >= limit || n > room ? 0 : n;
        sizes[tile] = distinct;
    }}
    __syncthreads();
    for (int i = thread; i < room; i += threads)
        points[tile * room + i] = i < distinct ? all[i] : 0;
    for (int i = thread; i < entries; i += threads) {{
        const long long own = tile * threads + i % threads;
        const int entry = table[columns[i / threads] + stride * (own < last ? own : last)];
        int low = 0;
        int high = distinct > 0 ? distinct - 1 : 0;
        while (low < high) {{
            const int middle = (low + high) / 2;
            if (all[middle] < entry)
                low = middle + 1;
            else
                high = middle;
        }}
        at[tile * entries + i] = static_cast<unsigned short>(low);
    }}
}}
)";

template <class T>
void add(PreparedLaunch& launch, T value) {
    PreparedLaunch::Slot slot;
    std::copy_n(reinterpret_cast<const std::byte*>(&value), sizeof value, slot.bytes.data());
    launch.values.push_back(slot);
}

} // namespace

std::string tileKernel() {
    return fmt::format(fmt::runtime(kKernel), fmt::arg("most", codegen::kMaxTileEntries));
}

std::string tileKernelName() {
    return "mw_tile_lists";
}

bool hasTiles(const codegen::Plan& plan) {
    return std::ranges::any_of(plan.kernels, [](const auto& k) { return k.launch.tiles; });
}

Expected<TileLists::Addresses> TileLists::of(const Request& request) {
    auto found = lists_.find(request);
    if (found == lists_.end()) {
        MW_TRY(Lists lists, made(request));
        found = lists_.emplace(request, std::move(lists)).first;
    }
    const Lists& lists = found->second;
    return Addresses{lists.sizes.get(), lists.points.get(), lists.at.get()};
}

Expected<TileLists::Lists> TileLists::made(const Request& request) {
    const auto tiles =
        static_cast<std::size_t>((request.points + request.threads - 1) / request.threads);
    const auto threads = static_cast<std::size_t>(request.threads);
    const auto room = static_cast<std::size_t>(request.room);
    const auto columns = std::as_bytes(std::span(request.columns));
    Lists lists;
    MW_TRY(lists.columns, DeviceMemory::allocate(backend_, columns.size()));
    MW_TRY(lists.sizes, DeviceMemory::allocate(backend_, tiles * sizeof(std::int32_t)));
    MW_TRY(lists.points, DeviceMemory::allocate(backend_, tiles * room * sizeof(std::int32_t)));
    MW_TRY(lists.at, DeviceMemory::allocate(backend_, tiles * threads * request.columns.size() *
                                                          sizeof(std::uint16_t)));
    MW_CHECK(backend_.upload(lists.columns.get(), columns));
    PreparedLaunch launch;
    launch.function = function_;
    launch.shape.grid = {static_cast<unsigned>(tiles), 1, 1};
    launch.shape.block = {static_cast<unsigned>(request.threads), 1, 1};
    add(launch, request.table);
    for (const DeviceMemory* memory : {&lists.columns, &lists.sizes, &lists.points, &lists.at})
        add(launch, memory->get());
    add(launch, static_cast<int>(request.columns.size()));
    add(launch, request.room);
    add(launch, static_cast<long long>(request.stride));
    add(launch, static_cast<long long>(request.points - 1));
    add(launch, static_cast<long long>(request.limit));
    PreparedStep step(std::move(launch));
    std::get<PreparedLaunch>(step).bind();
    MW_CHECK(backend_.enqueue(step));
    MW_CHECK(backend_.synchronise());
    return lists;
}

} // namespace mw::exec
