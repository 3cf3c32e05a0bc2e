// Starts the daemons of Slurm in the foreground, as children.
#include "tests/cli/slurm_cluster.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <netinet/in.h>
#include <pwd.h>
#include <random>
#include <sstream>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mw::test {

namespace {

namespace fs = std::filesystem;

/// Nothing of it needs control groups, accounting or a service manager. Two processors, whatever
/// the machine has.
constexpr const char* kConfiguration = R"(ClusterName=mapwright
SlurmctldHost=localhost
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={controlPort}
SlurmdPort={nodePort}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
KillWait=2
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=localhost NodeAddr=127.0.0.1 NodeHostname={host} CPUs=2 State=UNKNOWN
PartitionName=test Nodes=localhost Default=YES MaxTime=INFINITE OverSubscribe=NO State=UP
)";

std::string outputOf(const std::string& command) {
    std::string text;
    FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
    if (!pipe)
        return text;
    std::array<char, 4096> buffer{};
    while (const auto count = fread(buffer.data(), 1, buffer.size(), pipe))
        text.append(buffer.data(), count);
    pclose(pipe);
    return text;
}

/// A port that nobody listens on.
int freePort() {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    bind(fd, any, size);
    getsockname(fd, any, &size);
    close(fd);
    return ntohs(address.sin_port);
}

bool within(double seconds, const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
    while (!holds()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        usleep(100'000);
    }
    return true;
}

std::string userName() {
    const passwd* user = getpwuid(getuid());
    return user ? user->pw_name : "root";
}

std::string hostName() {
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    const std::string whole = name.data();
    return whole.substr(0, whole.find('.'));
}

std::string missingProgram() {
    setenv("PATH", (std::string(getenv("PATH")) + ":/usr/sbin:/sbin").c_str(), 1);
    for (const char* program : {"munged", "slurmctld", "slurmd", "srun", "scancel", "squeue"})
        if (outputOf(fmt::format("command -v {}", program)).empty())
            return program;
    return {};
}

void writeKey(const fs::path& file) {
    std::random_device random;
    std::string key;
    for (int i = 0; i < 1024; ++i)
        key += static_cast<char>(random());
    std::ofstream(file, std::ios::binary) << key;
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
}

} // namespace

void SlurmCluster::spawn(std::vector<std::string> command) {
    std::vector<char*> words;
    for (std::string& word : command)
        words.push_back(word.data());
    words.push_back(nullptr);
    const std::string log =
        (folder_ / (fs::path(command[0]).filename().string() + ".out")).string();
    const pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execvp(words[0], words.data());
        _exit(127);
    }
    daemons_.push_back(child);
}

std::unique_ptr<SlurmCluster> SlurmCluster::start(std::string& why) {
    if (const auto missing = missingProgram(); !missing.empty()) {
        why = fmt::format("there is no {}: Slurm of one node ('tools/setup --slurm' installs it)",
                          missing);
        return nullptr;
    }
    std::unique_ptr<SlurmCluster> cluster(new SlurmCluster);
    cluster->folder_ = fs::temp_directory_path() / fmt::format("mw-slurm-{}", getpid());
    const fs::path& folder = cluster->folder_;
    fs::create_directories(folder / "state");
    fs::create_directories(folder / "spool");
    fs::permissions(folder, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                                fs::perms::others_read | fs::perms::others_exec);
    writeKey(folder / "munge.key");
    const auto file = (folder / "slurm.conf").string();
    std::ofstream(file) << fmt::format(
        fmt::runtime(kConfiguration), fmt::arg("user", userName()), fmt::arg("host", hostName()),
        fmt::arg("controlPort", freePort()), fmt::arg("nodePort", freePort()),
        fmt::arg("folder", folder.string()));
    setenv("SLURM_CONF", file.c_str(), 1);
    const auto in = [&](const char* name) { return (folder / name).string(); };
    cluster->spawn({"munged", "--foreground", "--force", "--key-file=" + in("munge.key"),
                    "--socket=" + in("munge.socket"), "--pid-file=" + in("munge.pid"),
                    "--log-file=" + in("munge.log"), "--seed-file=" + in("munge.seed")});
    within(10, [&] { return fs::exists(folder / "munge.socket"); });
    cluster->spawn({"slurmctld", "-D", "-f", file});
    cluster->spawn({"slurmd", "-D", "-f", file, "-N", "localhost"});
    if (within(60, [&] { return cluster->isUp(); }))
        return cluster;
    why = fmt::format("Slurm of one node did not come up in 60 s: {}{}",
                      outputOf("tail -n 3 " + in("slurmctld.log")),
                      outputOf("tail -n 3 " + in("slurmd.log")));
    return nullptr;
}

SlurmCluster::~SlurmCluster() {
    for (auto daemon = daemons_.rbegin(); daemon != daemons_.rend(); ++daemon) {
        kill(*daemon, SIGTERM);
        const auto ended = [&] { return waitpid(*daemon, nullptr, WNOHANG) != 0; };
        if (!within(15, ended)) {
            kill(-*daemon, SIGKILL);
            waitpid(*daemon, nullptr, 0);
        }
    }
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

bool SlurmCluster::isUp() const {
    return outputOf("sinfo -h -o %t").starts_with("idle");
}

std::vector<std::string> SlurmCluster::jobs(const std::string& state) const {
    const std::string only = state.empty() ? "" : " -t " + state;
    std::istringstream lines(outputOf("squeue -h -o %i" + only));
    std::vector<std::string> ids;
    for (std::string id; std::getline(lines, id);)
        ids.push_back(id);
    return ids;
}

bool SlurmCluster::isEmptyWithin(double seconds) const {
    return within(seconds, [this] { return jobs().empty(); });
}

bool SlurmCluster::hasWithin(std::size_t count, const std::string& state, double seconds) const {
    return within(seconds, [&] { return jobs(state).size() == count; });
}

void SlurmCluster::cancel(const std::string& job) const {
    outputOf("scancel " + job);
}

void SlurmCluster::setNode(const std::string& state) const {
    outputOf("scontrol update NodeName=localhost Reason=test State=" + state);
}

} // namespace mw::test
