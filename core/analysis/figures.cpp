// Counts and adds up what the rows of a program say.
#include "core/analysis/figures.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mw::analysis {

namespace {

using Amount = std::optional<std::int64_t>;

class Evaluated {
public:
    explicit Evaluated(const symbolic::Bindings& values) : values_(values) {}

    Amount operator()(const symbolic::Expr& e) const {
        const auto value = symbolic::evaluateInteger(e, values_);
        return value ? Amount(*value) : std::nullopt;
    }
    Amount operator()(const Traffic& traffic) const {
        return (*this)(traffic.bytesRead + traffic.bytesWritten);
    }

private:
    const symbolic::Bindings& values_;
};

void addTo(Amount& sum, Amount value) {
    std::int64_t both = 0;
    sum =
        sum && value && !__builtin_add_overflow(*sum, *value, &both) ? Amount(both) : std::nullopt;
}

} // namespace

ProgramFigures figures(const ProgramRows& rows, const symbolic::Bindings& values) {
    const Evaluated number(values);
    ProgramFigures all;
    all.maps = rows.maps;
    all.bytes = all.copyBytes = all.temporaryBytes = all.peakBytes = all.operations = 0;
    for (const ProgramRow& row : rows.rows) {
        if (row.kind == RowKind::heading)
            continue;
        const Amount bytes = number(row.traffic);
        addTo(all.bytes, bytes);
        addTo(all.operations, number(row.operations));
        if (row.kind == RowKind::copy)
            addTo(all.copyBytes, bytes);
        ++(row.kind == RowKind::copy ? all.copies : all.kernels);
    }
    std::vector<Amount> alive(rows.rows.size(), 0);
    for (const ArrayLane& lane : rows.lanes) {
        if (lane.argument)
            continue;
        ++all.temporaries;
        const Amount bytes = number(lane.bytes);
        addTo(all.temporaryBytes, bytes);
        for (int row = lane.first; row >= 0 && row <= lane.last; ++row)
            addTo(alive[static_cast<std::size_t>(row)], bytes);
    }
    for (const Amount& bytes : alive)
        all.peakBytes =
            all.peakBytes && bytes ? Amount(std::max(*all.peakBytes, *bytes)) : std::nullopt;
    all.argumentBytes = number(rows.arguments);
    return all;
}

ProgramFigures figures(const ir::Document& document, const symbolic::Bindings& values) {
    return figures(programRows(document), values);
}

ProgramEstimate estimate(const ProgramRows& rows) {
    ProgramEstimate result;
    result.traffic = rows.arguments;
    std::vector<int> before; // kernels in front of each row
    for (const ProgramRow& row : rows.rows) {
        before.push_back(static_cast<int>(result.kernels.size()));
        if (row.kind == RowKind::kernel)
            result.kernels.push_back(
                {row.element, row.state, row.path + row.label, row.traffic, row.operations});
    }
    before.push_back(static_cast<int>(result.kernels.size()));
    for (const ArrayLane& lane : rows.lanes) {
        if (lane.argument)
            continue;
        TemporaryLife life{lane.name, lane.data, lane.bytes};
        const int first = before[static_cast<std::size_t>(lane.first)];
        const int last = before[static_cast<std::size_t>(lane.last) + 1] - 1;
        if (first <= last)
            std::tie(life.first, life.last) = std::pair(first, last);
        result.temporaries.push_back(std::move(life));
    }
    return result;
}

ProgramEstimate estimate(const ir::Document& document) {
    return estimate(programRows(document));
}

} // namespace mw::analysis
