#pragma once

#include "app/workbench/run_setup.h"

#include <filesystem>
#include <string>
#include <vector>

// Many programs tuned on several devices: what is asked for, as a file.

namespace mw::workbench {

struct CampaignProgram {
    std::string name;           ///< in tables
    std::filesystem::path file; ///< of the graph
    InputChoice inputs;         ///< default: what lies beside the graph, else the usual grid
};
struct CampaignDevice {
    std::string name; ///< in tables and of variants: "H200"
    codegen::Target target = codegen::Target::cpu;
    std::string slurm;                ///< as exec::parseSlurm reads it; empty: `runners`
    std::vector<std::string> runners; ///< commands; empty as well: the runner of this machine
};
struct Campaign {
    std::filesystem::path file;
    std::filesystem::path project; ///< .mapwright that gets all variants
    std::vector<CampaignProgram> programs;
    std::vector<CampaignDevice> devices;
    std::vector<std::string> budgets; ///< as secondsOf() reads them, shortest first
    bool launchesOnly = false;
};

/// Reads a campaign:
///
///   { "version": 1,
///     "project": "icon.mapwright",                  (else the file's name)
///     "programs": [
///       "nabla4.sdfg",                              (paths are relative to the file)
///       { "graph": "vn.sdfg", "name": "vn",         (else the graph's name)
///         "scenario": "vn.json", "set": ["n=2"] },  (or "grid": "torus:160,140,80")
///     ],
///     "devices": [
///       { "name": "H200", "target": "cuda", "slurm": "--partition=h200 --gpus=1 --count=4" },
///       { "name": "login", "target": "cpu", "runners": ["ssh login mw-runner"] } ],
///     "budgets": ["60s", "10m"],                    (of each program on each device)
///     "launches_only": false }
///
/// "bad-campaign" names the file and what is not as it should be: unknown members, a name twice.
Expected<Campaign> readCampaign(const std::filesystem::path& file);

/// Where its results are kept: beside the file, "icon.results.json" of "icon.json".
std::filesystem::path resultsFile(const Campaign& campaign);
/// What is read for it and never written.
std::vector<std::string> filesRead(const Campaign& campaign);

} // namespace mw::workbench
