#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

// A Slurm of its own, of one node on this machine.

namespace mw::test {

/// munged, slurmctld and slurmd of Debian's packages, with their state in a folder of their own,
/// from construction to destruction; SLURM_CONF leads this process and its children to it.
class SlurmCluster {
public:
    /// Null where the packages are not installed or the node does not come up: `why` says which.
    static std::unique_ptr<SlurmCluster> start(std::string& why);
    ~SlurmCluster();
    SlurmCluster(const SlurmCluster&) = delete;
    SlurmCluster& operator=(const SlurmCluster&) = delete;

    /// Ids of the jobs in the queue that are in this state ("RUNNING", "PENDING"); empty: in any.
    std::vector<std::string> jobs(const std::string& state = {}) const;
    /// Whether the queue is empty before so many seconds have passed.
    bool isEmptyWithin(double seconds) const;
    /// Whether so many jobs are in this state before that.
    bool hasWithin(std::size_t count, const std::string& state, double seconds) const;
    void cancel(const std::string& job) const;
    void setNode(const std::string& state) const; ///< "DOWN", "RESUME"

private:
    SlurmCluster() = default;
    bool isUp() const;
    void spawn(std::vector<std::string> command);

    std::filesystem::path folder_;
    std::vector<int> daemons_; ///< process ids, in the order of their start
};

} // namespace mw::test
