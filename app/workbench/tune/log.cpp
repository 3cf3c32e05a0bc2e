// The file of what was measured while tuning.
#include "app/workbench/tune/log.h"

#include "app/workbench/detail/trials_json.h"
#include "core/io/file.h"
#include "core/support/statistics.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace mw::workbench {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kLogVersion = 1;
constexpr std::array<const char*, 3> kOutcomes = {"measured", "differs", "failed"};

/// Throws what the JSON library throws where a field is missing or of another type.
Trial trialOf(const Json& json) {
    Trial t;
    t.subject = json.at("subject");
    t.name = json.at("name");
    t.form = json.at("form").dump();
    t.text = json.at("text");
    const std::string outcome = json.at("outcome");
    t.outcome = outcome == kOutcomes[0]   ? Trial::Outcome::measured
                : outcome == kOutcomes[1] ? Trial::Outcome::differs
                                          : Trial::Outcome::failed;
    if (t.outcome != Trial::Outcome::measured) {
        t.problem = json.at("problem");
        return t;
    }
    t.ratio = json.at("ratio");
    t.low = json.at("low");
    t.high = json.at("high");
    t.time = json.at("time_us");
    t.before = json.at("before_us");
    t.repeats = json.at("repeats");
    t.model = json.value("predicted_by", "");
    t.predicted = json.value("predicted_us", 0.0);
    t.where = json.value("where", "");
    t.device = json.value("device", "");
    t.facts = json.value("facts", std::vector<double>());
    return t;
}

} // namespace

Json toJson(const Trial& t) {
    Json json = {{"subject", t.subject},
                 {"name", t.name},
                 {"form", Json::parse(t.form, nullptr, false)},
                 {"text", t.text},
                 {"outcome", kOutcomes.at(static_cast<std::size_t>(t.outcome))}};
    if (t.outcome != Trial::Outcome::measured) {
        json["problem"] = t.problem;
        return json;
    }
    json["ratio"] = t.ratio;
    json["low"] = t.low;
    json["high"] = t.high;
    json["time_us"] = t.time;
    json["before_us"] = t.before;
    json["repeats"] = t.repeats;
    if (!t.model.empty()) {
        json["predicted_by"] = t.model;
        json["predicted_us"] = t.predicted;
    }
    if (!t.where.empty())
        json["where"] = t.where;
    if (!t.device.empty())
        json["device"] = t.device;
    if (!t.facts.empty())
        json["facts"] = t.facts;
    return json;
}

std::optional<TuneLog> trialsOf(const Json& list) {
    try {
        TuneLog log;
        for (const Json& one : list)
            log.add(trialOf(one));
        return log;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

void setTimes(Trial& trial, const std::vector<double>& times, const std::vector<double>& before,
              int repeats) {
    trial.time = summarise(times).median;
    trial.before = summarise(before).median;
    trial.ratio = trial.before > 0 ? trial.time / trial.before : 1;
    const Interval interval = ratioInterval(times, before);
    trial.low = interval.low;
    trial.high = interval.high;
    trial.repeats = repeats;
}

const Trial* TuneLog::find(const std::string& subject, const std::string& form) const {
    const auto found = byForm_.find({subject, form});
    return found == byForm_.end() ? nullptr : &trials_[found->second];
}

void TuneLog::add(Trial trial) {
    const auto [at, isNew] = byForm_.try_emplace({trial.subject, trial.form}, trials_.size());
    if (isNew)
        trials_.push_back(std::move(trial));
    else if (trial.outcome != Trial::Outcome::measured ||
             trial.repeats >= trials_[at->second].repeats)
        trials_[at->second] = std::move(trial);
}

Expected<TuneLog> readTuneLog(const std::filesystem::path& file) {
    std::error_code ignored;
    if (file.empty() || !std::filesystem::exists(file, ignored))
        return TuneLog();
    MW_TRY(const auto text, io::readFile(file));
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_object() && json.contains("version") && json["version"] != kLogVersion)
        return fail("damaged-file",
                    fmt::format("'{}' is a log of another version of tune", file.string()));
    auto log = json.is_object() && json.contains("trials") ? trialsOf(json["trials"])
                                                           : std::optional<TuneLog>();
    if (!log)
        return fail("damaged-file", fmt::format("'{}' is no log of tune, or damaged; name another "
                                                "one with --log, or remove it",
                                                file.string()));
    return std::move(*log);
}

Expected<void> writeTuneLog(const TuneLog& log, const std::filesystem::path& file) {
    std::string lines;
    for (const Trial& one : log.trials())
        lines += (lines.empty() ? "\n  " : ",\n  ") +
                 toJson(one).dump(-1, ' ', false, Json::error_handler_t::replace);
    return io::writeFileAtomically(
        file, fmt::format("{{\"version\": {}, \"trials\": [{}\n]}}\n", kLogVersion, lines));
}

} // namespace mw::workbench
