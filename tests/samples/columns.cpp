// Arrays by logical index.
#include "tests/samples/columns.h"

#include "tests/support/catch.h"

namespace mw::test {

Columns::Columns(const RunInputs& inputs) : symbols_(inputs.symbols) {
    for (const auto& [name, array] : inputs.arrays)
        arrays_[name] = {array.type, array.shape, *array.bytes};
}

const std::byte* Columns::element(const std::string& name, ir::ScalarType type, std::int64_t i,
                                  std::int64_t j, std::int64_t k) const {
    const auto found = arrays_.find(name);
    if (found == arrays_.end() || found->second.type != type)
        FAIL(name << ": missing, or of another type");
    const Array& array = found->second;
    std::int64_t at = 0;
    std::int64_t stride = 1;
    const std::int64_t index[] = {i, j, k};
    for (std::size_t n = 0; n < 3; ++n) {
        const std::int64_t extent = n < array.shape.size() ? array.shape[n] : 1;
        if (index[n] < 0 || index[n] >= extent)
            FAIL(name << "[" << i << ", " << j << ", " << k << "]: out of range");
        at += index[n] * stride;
        stride *= extent;
    }
    return array.bytes.data() + at * ir::sizeOf(type);
}

double& Columns::operator()(const std::string& name, std::int64_t i, std::int64_t j,
                            std::int64_t k) {
    const auto* place = element(name, ir::ScalarType::float64, i, j, k);
    auto& bytes = arrays_.at(name).bytes;
    return *reinterpret_cast<double*>(bytes.data() + (place - bytes.data()));
}

double Columns::operator()(const std::string& name, std::int64_t i, std::int64_t j,
                           std::int64_t k) const {
    return *reinterpret_cast<const double*>(element(name, ir::ScalarType::float64, i, j, k));
}

std::int64_t Columns::integer(const std::string& name, std::int64_t i, std::int64_t j,
                              std::int64_t k) const {
    return *reinterpret_cast<const std::int32_t*>(element(name, ir::ScalarType::int32, i, j, k));
}

std::int64_t Columns::neighbour(const std::string& table, std::int64_t i, std::int64_t j) const {
    return integer("gt_conn_" + table, i, j);
}

double Columns::symbol(const std::string& name) const {
    const auto found = symbols_.find(name);
    if (found == symbols_.end())
        FAIL(name << ": no such symbol");
    return found->second.asReal();
}

std::int64_t Columns::bound(const std::string& name) const {
    return static_cast<std::int64_t>(symbol(name));
}

std::int64_t Columns::size(const std::string& name) const {
    return arrays_.at(name).shape.at(0);
}

RunInputs Columns::run() const {
    RunInputs inputs{symbols_, {}};
    for (const auto& [name, array] : arrays_)
        inputs.arrays[name] = {array.type, array.shape,
                               std::make_shared<const std::vector<std::byte>>(array.bytes)};
    return inputs;
}

} // namespace mw::test
