#pragma once

#include "app/workbench/profiles/csv.h"
#include "app/workbench/profiles/read.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

// How nsys and the rocprofs write tables of kernels.

namespace mw::workbench {

/// The titles of a table, and where they stand; names are letters and digits, small, without units.
class ProfileColumns {
public:
    explicit ProfileColumns(const CsvRecord& titles);
    bool has(const std::string& name) const { return at_.contains(name); }
    bool hasAll(const std::vector<std::string>& names) const;
    std::string text(const CsvRecord& record, const std::string& name) const;
    std::optional<double> value(const CsvRecord& record, const std::string& name) const;
    /// A number of things; nullopt: it is none.
    std::optional<std::int64_t> count(const CsvRecord& record, const std::string& name) const;
    /// A column of times, whose title ends in a unit: its name and seconds per unit.
    struct Time {
        std::string name;
        double unit = 0;
    };
    std::optional<Time> time(const std::string& base) const;

private:
    std::map<std::string, std::size_t> at_;
};

/// A row of a table: what was launched, where, and when or how long.
struct ProfileTableRow {
    std::string name, device = {};
    std::string dispatch = {}; ///< rows with the same one are one launch; empty: each is its own
    std::optional<LaunchGrid> grid = {};
    double start = 0, seconds = 0; ///< of a trace
    std::optional<KernelTimes> summary = {};
};
/// How one tool writes rows; nothing for a row that is no kernel.
struct ProfileFormat {
    const char* tool;
    std::vector<std::string> columns; ///< without units
    std::vector<std::string> absent;  ///< columns that it does not have
    std::vector<std::string> times;   ///< with a unit in the title
    Expected<std::optional<ProfileTableRow>> (*read)(const ProfileColumns&, const CsvRecord&);
};
/// Whose table has these titles; nullptr: no known tool's.
const ProfileFormat* profileFormatOf(const ProfileColumns& columns);

Unexpected badProfile(const std::string& why);

} // namespace mw::workbench
