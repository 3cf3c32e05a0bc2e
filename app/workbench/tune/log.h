#pragma once

#include "core/codegen/choices.h"
#include "core/support/expected.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

// What was measured while tuning, for the next time: a JSON file.

namespace mw::workbench {

/// One form beside what it was set against, in one run.
struct Trial {
    enum class Outcome : std::uint8_t {
        measured,
        differs, ///< its results are not those of the start
        failed   ///< it could not be compiled or run
    };
    /// What is measured and on what: program or kernel as compiled, device and compiler, inputs.
    std::string subject{};
    std::string name{}; ///< of the kernel; empty: the whole program
    std::string form{}; ///< what was tried, as JSON: a kernel's choice, or those of a program
    std::string text{}; ///< the same for people
    Outcome outcome = Outcome::measured;
    std::string problem{};       ///< where it was not measured
    double ratio = 0;            ///< of the times
    double low = 0, high = 0;    ///< of the ratio, 95 %
    double time = 0, before = 0; ///< us, medians
    int repeats = 0;
    std::string model{};  ///< that predicted `time` (model_error.h); empty: none did
    double predicted = 0; ///< us
    std::string where{};  ///< node and device that measured it; empty: the one that there was
    // Of a kernel as tuning began with it: what others are compared with (learn.h).
    std::string device{};
    std::vector<double> facts{};

    /// Faster for certain.
    bool isFaster() const { return outcome == Outcome::measured && repeats > 0 && high < 1; }
    bool operator==(const Trial&) const = default;
};
/// What samples in turn with those of `before` come to.
void setTimes(Trial& trial, const std::vector<double>& times, const std::vector<double>& before,
              int repeats);

/// Trials by subject and form, in the order in which they were made.
class TuneLog {
public:
    const Trial* find(const std::string& subject, const std::string& form) const;
    /// In place of what was known of the same form, unless that is of more repeats.
    void add(Trial trial);
    const std::vector<Trial>& trials() const { return trials_; }

private:
    std::vector<Trial> trials_;
    std::map<std::pair<std::string, std::string>, std::size_t> byForm_;
};

/// Empty where there is no such file. "damaged-file" names it.
Expected<TuneLog> readTuneLog(const std::filesystem::path& file);
/// Atomically.
Expected<void> writeTuneLog(const TuneLog& log, const std::filesystem::path& file);

} // namespace mw::workbench
