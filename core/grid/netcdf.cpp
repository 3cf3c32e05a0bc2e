// The functions of libnetcdf that grid files need.
#include "core/grid/netcdf.h"

#include "core/grid/classic_size.h"
#include "core/support/library.h"

#include <fmt/format.h>

#include <cstdlib>

namespace mw::grid {

/// As netcdf.h and netcdf_mem.h declare them; part of its stable C interface.
struct NetCdf::Functions {
    struct Memory {
        std::size_t size;
        void* memory;
        int flags;
    };
    const char* (*strerror)(int);
    int (*openMem)(const char*, int, std::size_t, void*, int*);
    int (*inqDimid)(int, const char*, int*);
    int (*inqDimlen)(int, int, std::size_t*);
    int (*inqVarid)(int, const char*, int*);
    int (*inqVarndims)(int, int, int*);
    int (*inqVardimid)(int, int, int*);
    int (*getVarInt)(int, int, int*);
    int (*getVarDouble)(int, int, double*);
    int (*getAttInt)(int, int, const char*, int*);
    int (*inqAttlen)(int, int, const char*, std::size_t*);
    int (*createMem)(const char*, int, std::size_t, int*);
    int (*closeMemio)(int, Memory*);
    int (*defDim)(int, const char*, std::size_t, int*);
    int (*defVar)(int, const char*, int, int, const int*, int*);
    int (*putAttText)(int, int, const char*, std::size_t, const char*);
    int (*putAttInt)(int, int, const char*, int, std::size_t, const int*);
    int (*putAttDouble)(int, int, const char*, int, std::size_t, const double*);
    int (*enddef)(int);
    int (*putVarInt)(int, int, const int*);
    int (*putVarDouble)(int, int, const double*);
};

namespace {

// Constants of netcdf.h.
constexpr int kNoError = 0, kNoVariable = -49;
constexpr int kReadOnly = 0, k64BitOffset = 0x0200;
constexpr int kInt = 4, kDouble = 6, kGlobal = -1;

Expected<void> bindAll(const Library& library, NetCdf::Functions& f) {
    MW_CHECK(library.bind(f.strerror, {"nc_strerror"}));
    MW_CHECK(library.bind(f.openMem, {"nc_open_mem"}));
    MW_CHECK(library.bind(f.inqDimid, {"nc_inq_dimid"}));
    MW_CHECK(library.bind(f.inqDimlen, {"nc_inq_dimlen"}));
    MW_CHECK(library.bind(f.inqVarid, {"nc_inq_varid"}));
    MW_CHECK(library.bind(f.inqVarndims, {"nc_inq_varndims"}));
    MW_CHECK(library.bind(f.inqVardimid, {"nc_inq_vardimid"}));
    MW_CHECK(library.bind(f.getVarInt, {"nc_get_var_int"}));
    MW_CHECK(library.bind(f.getVarDouble, {"nc_get_var_double"}));
    MW_CHECK(library.bind(f.getAttInt, {"nc_get_att_int"}));
    MW_CHECK(library.bind(f.inqAttlen, {"nc_inq_attlen"}));
    MW_CHECK(library.bind(f.createMem, {"nc_create_mem"}));
    MW_CHECK(library.bind(f.closeMemio, {"nc_close_memio"}));
    MW_CHECK(library.bind(f.defDim, {"nc_def_dim"}));
    MW_CHECK(library.bind(f.defVar, {"nc_def_var"}));
    MW_CHECK(library.bind(f.putAttText, {"nc_put_att_text"}));
    MW_CHECK(library.bind(f.putAttInt, {"nc_put_att_int"}));
    MW_CHECK(library.bind(f.putAttDouble, {"nc_put_att_double"}));
    MW_CHECK(library.bind(f.enddef, {"nc_enddef"}));
    MW_CHECK(library.bind(f.putVarInt, {"nc_put_var_int"}));
    return library.bind(f.putVarDouble, {"nc_put_var_double"});
}

std::string variableNamed(const std::string& name) {
    return fmt::format("the variable '{}'", name);
}

} // namespace

Expected<NetCdf> NetCdf::load() {
    static Functions functions{};
    // The plain name is there where its development files are; else by the versions of its ABI.
    auto library = Library::open({"libnetcdf.so.19", "libnetcdf.so", "libnetcdf.so.22",
                                  "libnetcdf.so.18", "libnetcdf.so.15"},
                                 "libnetcdf, which reads and writes ICON's grid files (Debian: "
                                 "libnetcdf19),");
    if (!library)
        return fail(library.error());
    MW_CHECK(bindAll(*library, functions));
    return NetCdf(functions);
}

Expected<void> NetCdf::done(int status, const std::string& what) const {
    if (status == kNoError)
        return {};
    return fail("bad-netcdf", fmt::format("{}: {}", what, call_->strerror(status)));
}

Expected<void> NetCdf::open(std::span<const std::byte> bytes) {
    // It does not write there: the file is opened to be read.
    void* memory = const_cast<std::byte*>(bytes.data());
    return done(call_->openMem("grid.nc", kReadOnly, bytes.size(), memory, &file_),
                "it is no NetCDF file");
}

Expected<std::int64_t> NetCdf::length(const std::string& dimension) const {
    int id = 0;
    std::size_t length = 0;
    MW_CHECK(done(call_->inqDimid(file_, dimension.c_str(), &id),
                  fmt::format("the dimension '{}'", dimension)));
    MW_CHECK(
        done(call_->inqDimlen(file_, id, &length), fmt::format("the dimension '{}'", dimension)));
    return static_cast<std::int64_t>(length);
}

Expected<std::optional<std::vector<std::int64_t>>>
NetCdf::shape(const std::string& variable) const {
    int id = 0;
    const int found = call_->inqVarid(file_, variable.c_str(), &id);
    if (found == kNoVariable)
        return std::nullopt;
    MW_CHECK(done(found, variableNamed(variable)));
    int count = 0;
    MW_CHECK(done(call_->inqVarndims(file_, id, &count), variableNamed(variable)));
    std::vector<int> dimensions(static_cast<std::size_t>(count));
    MW_CHECK(done(call_->inqVardimid(file_, id, dimensions.data()), variableNamed(variable)));
    std::vector<std::int64_t> shape;
    for (const int dimension : dimensions) {
        std::size_t length = 0;
        MW_CHECK(done(call_->inqDimlen(file_, dimension, &length), variableNamed(variable)));
        shape.push_back(static_cast<std::int64_t>(length));
    }
    return shape;
}

Expected<std::vector<std::int32_t>> NetCdf::integers(const std::string& variable,
                                                     std::int64_t count) const {
    int id = 0;
    MW_CHECK(done(call_->inqVarid(file_, variable.c_str(), &id), variableNamed(variable)));
    std::vector<std::int32_t> values(static_cast<std::size_t>(count));
    MW_CHECK(done(call_->getVarInt(file_, id, values.data()), variableNamed(variable)));
    return values;
}

Expected<std::vector<double>> NetCdf::reals(const std::string& variable, std::int64_t count) const {
    int id = 0;
    MW_CHECK(done(call_->inqVarid(file_, variable.c_str(), &id), variableNamed(variable)));
    std::vector<double> values(static_cast<std::size_t>(count));
    MW_CHECK(done(call_->getVarDouble(file_, id, values.data()), variableNamed(variable)));
    return values;
}

std::optional<int> NetCdf::attribute(const std::string& name) const {
    std::size_t length = 0;
    int value = 0;
    if (call_->inqAttlen(file_, kGlobal, name.c_str(), &length) != kNoError || length != 1 ||
        call_->getAttInt(file_, kGlobal, name.c_str(), &value) != kNoError)
        return std::nullopt;
    return value;
}

Expected<void> NetCdf::create() {
    return done(call_->createMem("grid.nc", k64BitOffset, 1 << 20, &file_), "a file in memory");
}

Expected<int> NetCdf::addDimension(const std::string& name, std::int64_t length) {
    int id = 0;
    MW_CHECK(done(call_->defDim(file_, name.c_str(), static_cast<std::size_t>(length), &id), name));
    return id;
}

Expected<int> NetCdf::addVariable(const std::string& name, int type,
                                  const std::vector<int>& dimensions, const std::string& meaning) {
    int id = 0;
    MW_CHECK(done(call_->defVar(file_, name.c_str(), type, static_cast<int>(dimensions.size()),
                                dimensions.data(), &id),
                  name));
    MW_CHECK(
        done(call_->putAttText(file_, id, "long_name", meaning.size(), meaning.c_str()), name));
    return id;
}

Expected<int> NetCdf::addIntegers(const std::string& name, const std::vector<int>& dimensions,
                                  const std::string& meaning) {
    return addVariable(name, kInt, dimensions, meaning);
}

Expected<int> NetCdf::addReals(const std::string& name, const std::vector<int>& dimensions,
                               const std::string& meaning) {
    return addVariable(name, kDouble, dimensions, meaning);
}

Expected<void> NetCdf::addAttribute(const std::string& name, const std::string& value) {
    return done(call_->putAttText(file_, kGlobal, name.c_str(), value.size(), value.c_str()), name);
}

Expected<void> NetCdf::addAttribute(const std::string& name, int value) {
    return done(call_->putAttInt(file_, kGlobal, name.c_str(), kInt, 1, &value), name);
}

Expected<void> NetCdf::addAttribute(const std::string& name, double value) {
    return done(call_->putAttDouble(file_, kGlobal, name.c_str(), kDouble, 1, &value), name);
}

Expected<void> NetCdf::endDefinitions() {
    return done(call_->enddef(file_), "the head of the file");
}

Expected<void> NetCdf::write(int variable, std::span<const std::int32_t> values) {
    return done(call_->putVarInt(file_, variable, values.data()), "a table");
}

Expected<void> NetCdf::write(int variable, std::span<const double> values) {
    return done(call_->putVarDouble(file_, variable, values.data()), "a variable");
}

Expected<std::string> NetCdf::bytes() {
    Functions::Memory memory{};
    MW_CHECK(done(call_->closeMemio(file_, &memory), "the file in memory"));
    std::string bytes(static_cast<const char*>(memory.memory), memory.size);
    std::free(memory.memory);
    // What was set aside for the file may be more than the file.
    bytes.resize(classicSize(std::as_bytes(std::span(bytes))).value_or(bytes.size()));
    return bytes;
}

} // namespace mw::grid
