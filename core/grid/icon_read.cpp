// Reads ICON's grid files.
#include "core/grid/check.h"
#include "core/grid/classic_size.h"
#include "core/grid/geometry.h"
#include "core/grid/icon_file.h"
#include "core/grid/icon_names.h"
#include "core/grid/netcdf.h"
#include "core/grid/tables.h"
#include "core/support/isolated.h"
#include "core/support/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mw::grid {

namespace {

/// A mesh as bytes, between the process that reads and the one that asked. Both are the same
/// program on the same machine.
class Bytes {
public:
    template <class T>
    void put(const T& value) {
        text_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    template <class T>
    void put(const std::vector<T>& values) {
        put(values.size());
        text_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

class BytesReader {
public:
    explicit BytesReader(std::string_view text) : text_(text) {}
    template <class T>
    void get(T& value) {
        take(&value, sizeof value);
    }
    template <class T>
    void get(std::vector<T>& values) {
        std::size_t count = 0;
        get(count);
        if (count > text_.size() / sizeof(T))
            return;
        values.resize(count);
        take(values.data(), count * sizeof(T));
    }

private:
    void take(void* to, std::size_t count) {
        if (count > text_.size() || count == 0)
            return;
        std::memcpy(to, text_.data(), count);
        text_.remove_prefix(count);
    }
    std::string_view text_;
};

std::string packed(const Mesh& mesh) {
    Bytes bytes;
    bytes.put(mesh.planar);
    bytes.put(mesh.counts);
    for (const NeighbourTable& table : mesh.tables)
        bytes.put(table.values);
    for (const auto& centres : mesh.centres)
        bytes.put(centres);
    for (const auto& rows : mesh.boundaryRows)
        bytes.put(rows);
    bytes.put(mesh.root);
    bytes.put(mesh.bisections);
    return bytes.take();
}

Mesh unpacked(std::string_view text) {
    BytesReader bytes(text);
    Mesh mesh;
    bytes.get(mesh.planar);
    bytes.get(mesh.counts);
    for (std::size_t t = 0; t < kStoredTables; ++t) {
        mesh.tables[t].rows = mesh.count(storedTables()[t].source);
        mesh.tables[t].columns = storedTables()[t].columns;
        bytes.get(mesh.tables[t].values);
    }
    for (auto& centres : mesh.centres)
        bytes.get(centres);
    for (auto& rows : mesh.boundaryRows)
        bytes.get(rows);
    bytes.get(mesh.root);
    bytes.get(mesh.bisections);
    return mesh;
}

/// How files mark that there is no neighbour: -1, 0, or what libnetcdf puts where nothing was
/// written (the last one: where it was no number, in a table of reals).
bool isNone(std::int32_t index) {
    constexpr std::int32_t kUnwritten = -2147483647; // NC_FILL_INT
    return index == kMissing || index == 0 || index == kUnwritten ||
           index == std::numeric_limits<std::int32_t>::min();
}

/// Reads what a mesh needs of an open file.
class Reader {
public:
    explicit Reader(const NetCdf& file) : file_(file) {}

    Expected<Mesh> run() {
        mesh_.planar = file_.attribute("grid_geometry") == kOnTorus;
        mesh_.root = file_.attribute("grid_root").value_or(1);
        mesh_.bisections = file_.attribute("grid_level").value_or(0);
        lattice_ = mesh_.planar && file_.attribute(kLattice).has_value();
        for (const Element element : kElements) {
            MW_TRY(mesh_.count(element), file_.length(names(element).dimension));
            if (mesh_.count(element) < 1 ||
                mesh_.count(element) > std::numeric_limits<std::int32_t>::max())
                return fail("bad-netcdf",
                            fmt::format("it has {} elements in the dimension '{}'",
                                        mesh_.count(element), names(element).dimension));
        }
        MW_CHECK(requireMemory(static_cast<std::uint64_t>(3 * meshBytes(mesh_.counts)),
                               "reading the grid"));
        for (std::size_t t = 0; t < kStoredTables; ++t) {
            MW_TRY(mesh_.tables[t], table(storedTables()[t]));
        }
        for (const Element element : kElements) {
            MW_TRY(mesh_.centres[static_cast<std::size_t>(element)], centres(element));
            MW_TRY(mesh_.boundaryRows[static_cast<std::size_t>(element)], rows(element));
        }
        return std::move(mesh_);
    }

private:
    static const ElementNames& names(Element element) {
        return kElementNames.at(static_cast<std::size_t>(element));
    }

    Expected<NeighbourTable> table(const TableInfo& wanted) const {
        const std::string variable(wanted.icon);
        const std::int64_t rows = mesh_.count(wanted.source);
        MW_TRY(const auto shape, file_.shape(variable));
        if (!shape)
            return fail("bad-netcdf",
                        fmt::format("the variable '{}' ({}) is missing", variable, wanted.name));
        if (shape->size() != 2 || (*shape)[0] != wanted.columns || (*shape)[1] != rows)
            return fail("bad-netcdf",
                        fmt::format("the variable '{}' ({}) does not have the shape {} x {} of the "
                                    "neighbours of {} {}s",
                                    variable, wanted.name, wanted.columns, rows, rows,
                                    name(wanted.source)));
        NeighbourTable table;
        table.rows = rows;
        table.columns = wanted.columns;
        // Neighbour by element in C order is element by neighbour with unit stride over elements.
        MW_TRY(table.values, file_.integers(variable, rows * wanted.columns));
        for (std::int32_t& value : table.values)
            value = isNone(value) ? kMissing : value > 0 ? value - 1 : value;
        return table;
    }

    /// Empty where the file does not have the variable as one value to an element.
    template <class Values, class Read>
    Expected<Values> optional(const char* variable, Element element, const Read& read) const {
        MW_TRY(const auto shape, file_.shape(variable));
        if (!shape || *shape != std::vector{mesh_.count(element)})
            return Values{};
        return read(variable, mesh_.count(element));
    }

    Expected<std::vector<double>> reals(const char* variable, Element element) const {
        return optional<std::vector<double>>(
            variable, element,
            [&](const char* name, std::int64_t count) { return file_.reals(name, count); });
    }

    Expected<std::vector<std::int32_t>> rows(Element element) const {
        MW_TRY(auto rows,
               (optional<std::vector<std::int32_t>>(names(element).rows, element,
                                                    [&](const char* name, std::int64_t count) {
                                                        return file_.integers(name, count);
                                                    })));
        const bool inside = std::ranges::none_of(rows, [](std::int32_t row) { return row > 0; });
        if (inside) // of a grid without a boundary
            rows.clear();
        return rows;
    }

    Expected<std::vector<Point>> centres(Element element) const {
        const ElementNames& n = names(element);
        MW_TRY(const auto a, reals(mesh_.planar ? n.x : n.longitude, element));
        MW_TRY(const auto b, reals(mesh_.planar ? n.y : n.latitude, element));
        std::vector<Point> points;
        for (std::size_t i = 0; i < a.size() && a.size() == b.size(); ++i) {
            points.push_back(lattice_ ? latticePoint({a[i], b[i], 0})
                             : mesh_.planar
                                 ? Point{a[i], b[i], 0}
                                 : Point{std::cos(b[i]) * std::cos(a[i]),
                                         std::cos(b[i]) * std::sin(a[i]), std::sin(b[i])});
            const Point& p = points.back();
            if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
                return fail("bad-netcdf", fmt::format("{} {} lies nowhere: its coordinates are no "
                                                      "numbers",
                                                      name(element), i));
        }
        return points;
    }

    const NetCdf& file_;
    Mesh mesh_;
    bool lattice_ = false; ///< a torus that was made here
};

/// A regular file, open; closed with the object.
class OpenFile {
public:
    explicit OpenFile(const std::filesystem::path& path)
        : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), error_(errno) {}
    ~OpenFile() {
        if (file_ >= 0)
            ::close(file_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    Expected<void> check() const {
        struct stat about {};
        if (file_ < 0 || fstat(file_, &about) != 0)
            return fail("cannot-read", std::strerror(error_));
        if (!S_ISREG(about.st_mode))
            return fail("cannot-read", "it is no regular file");
        return {};
    }
    /// Its bytes, read where they are looked at. For as long as the process lives.
    Expected<std::span<const std::byte>> bytes() const {
        struct stat about {};
        fstat(file_, &about);
        const auto size = static_cast<std::size_t>(about.st_size);
        if (size == 0)
            return fail("cannot-read", "it is empty");
        void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_, 0);
        if (memory == MAP_FAILED)
            return fail("cannot-read", std::strerror(errno));
        return std::span(static_cast<const std::byte*>(memory), size);
    }

private:
    int file_;
    int error_;
};

Expected<Mesh> read(const std::filesystem::path& path, const std::string& what) {
    const OpenFile file(path);
    MW_CHECK(file.check());
    MW_TRY(const std::string bytes, isolated(what, kFileLimit, [&]() -> Expected<std::string> {
               MW_TRY(NetCdf netcdf, NetCdf::load());
               MW_TRY(const auto content, file.bytes());
               if (const auto size = classicSize(content); size && *size > content.size())
                   return fail("bad-netcdf",
                               fmt::format("it has {} of its {} bytes", content.size(), *size));
               MW_CHECK(netcdf.open(content));
               MW_TRY(const Mesh mesh, Reader(netcdf).run());
               return packed(mesh);
           }));
    Mesh mesh = unpacked(bytes);
    MW_CHECK(check(mesh));
    return mesh;
}

} // namespace

Expected<Mesh> readIconFile(const std::filesystem::path& path) {
    const std::string what = fmt::format("reading the grid file '{}'", path.string());
    auto mesh = read(path, what);
    if (mesh)
        return mesh;
    Diagnostic error = std::move(mesh).error();
    if (!error.sentence.starts_with(what) && error.code != "missing-library")
        error.sentence =
            fmt::format("the grid file '{}' cannot be used: {}", path.string(), error.sentence);
    error.location.file = path.string();
    return fail(std::move(error));
}

} // namespace mw::grid
