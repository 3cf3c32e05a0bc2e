// Graphs as large as one likes, for --bench.
#include "app/gui/bench_graphs.h"

#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "samples/builder/lower.h"

#include <fmt/format.h>

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace mw::app {

namespace {

constexpr int kNodesOfKernel = 4; ///< entry, tasklet, exit, and what it writes

/// The lines of one state.
class StateLines {
public:
    std::string access(int array) { return node(fmt::format("access a{}", array)); }

    /// A kernel that reads these nodes, of these arrays, and writes `array`; its access node.
    std::string kernel(const std::vector<std::pair<std::string, int>>& reads, int array) {
        const int entry = next_, tasklet = next_ + 1, exit = next_ + 2;
        std::string in, sum;
        for (std::size_t i = 0; i < reads.size(); ++i) {
            in += fmt::format("{}x{}:float64", i ? " " : "", i);
            sum += fmt::format("{}x{}", i ? " + " : "", i);
        }
        node(fmt::format("map k{} [i = 0:N, k = 0:K] -> n{}", kernels_, exit));
        node(fmt::format("tasklet t{} `out = ({})` in ({})", kernels_, sum, in));
        node(fmt::format("exit n{}", entry));
        const auto written = access(array);
        for (std::size_t i = 0; i < reads.size(); ++i) {
            const auto& [from, data] = reads[i];
            edges_ += fmt::format("    {0} -> n{1}.IN_{2} : a{3}[0:N, 0:K]\n"
                                  "    n{1}.OUT_{2} -> n{4}.x{2} : a{3}[i, k]\n",
                                  from, entry, i, data, tasklet);
        }
        edges_ += fmt::format("    n{0}.out -> n{1}.IN_o : a{2}[i, k]\n"
                              "    n{1}.OUT_o -> {3} : a{2}[0:N, 0:K]\n",
                              tasklet, exit, array, written);
        ++kernels_;
        return written;
    }

    std::string text(const std::string& name) const {
        return fmt::format("  state {} {{\n{}{}  }}\n", name, nodes_, edges_);
    }

private:
    std::string node(const std::string& what) {
        nodes_ += fmt::format("    n{} = {}\n", next_, what);
        return fmt::format("n{}", next_++);
    }

    std::string nodes_, edges_;
    int next_ = 0, kernels_ = 0;
};

std::string head(const std::string& name, int arguments, int arrays) {
    std::string args, containers;
    for (int i = 0; i < arrays; ++i) {
        if (i < arguments)
            args += fmt::format(" a{}", i);
        containers +=
            fmt::format("  array a{} float64 [N, K]{}\n", i, i < arguments ? "" : " transient");
    }
    return fmt::format("sdfg {} {{\n  args{}\n  symbols N:int32 K:int32\n{}", name, args,
                       containers);
}

} // namespace

std::string layeredState(int nodes) {
    const int kernels = std::max(1, nodes / kNodesOfKernel);
    const int width = std::max(1, static_cast<int>(std::sqrt(kernels)));
    StateLines state;
    std::vector<std::pair<std::string, int>> before, now;
    for (int i = 0; i < width; ++i)
        before.emplace_back(state.access(i), i);
    for (int kernel = 0; kernel < kernels; ++kernel) {
        const auto at = static_cast<std::size_t>(kernel % width);
        const int array = width + kernel;
        now.emplace_back(state.kernel({before[at], before[(at + 1) % before.size()]}, array),
                         array);
        if (now.size() == before.size())
            before = std::exchange(now, {});
    }
    return head("generated_state", width, width + kernels) + state.text("s") + "}\n";
}

std::string longProgram(int kernels, int arrays) {
    const int arguments = std::max(1, arrays / 2);
    const int temporaries = std::max(1, arrays - arguments);
    std::string states, order;
    for (int begin = 0, number = 0; begin < kernels; begin += temporaries, ++number) {
        StateLines state;
        std::map<int, std::string> written; // or read, in this state
        const auto read = [&](int array) {
            auto& node = written[array];
            if (node.empty())
                node = state.access(array);
            return std::pair(node, array);
        };
        for (int k = begin; k < std::min(kernels, begin + temporaries); ++k) {
            const int array = arguments + k - begin;
            auto reads = std::vector{read(k % arguments), read((7 * k + 3) % arguments)};
            if (reads[0].second == reads[1].second)
                reads.pop_back();
            if (k > begin)
                reads.push_back(read(array - 1));
            written[array] = state.kernel(reads, array);
        }
        states += state.text(fmt::format("s{}", number));
        if (number > 0)
            order += fmt::format("  s{} -> s{}\n", number - 1, number);
    }
    return head("generated_program", arguments, arguments + temporaries) + states + order + "}\n";
}

samples::Program diffusionSteps(int steps) {
    using namespace samples;
    Program program("generated_stencil", Cell);
    const auto before = program.field("theta_in", {Cell, K});
    const auto after = program.field("theta_out", {Cell, K});
    const auto inverseLength = program.field("inv_dual_edge_length", {Edge});
    const auto geofac = program.field("geofac_div", {Cell, C2E});
    auto theta = before;
    for (int step = 0; step < steps; ++step) {
        const auto flux = inverseLength * (theta(E2C[1]) - theta(E2C[0]));
        theta = theta + 0.01 * sum(flux(C2E) * geofac);
    }
    program.set(program.domain(), {{after, theta}});
    return program;
}

Expected<QString> generatedFile(const QString& name, const QString& folder) {
    static const QRegularExpression kState(QStringLiteral("^state:([1-9][0-9]{0,5})$")),
        kProgram(QStringLiteral("^program:([1-9][0-9]{0,4})x([1-9][0-9]{0,4})$")),
        kStencil(QStringLiteral("^stencil:([1-9][0-9]{0,3})$"));
    std::string text;
    if (const auto state = kState.match(name); state.hasMatch())
        text = layeredState(state.captured(1).toInt());
    else if (const auto program = kProgram.match(name); program.hasMatch())
        text = longProgram(program.captured(1).toInt(), program.captured(2).toInt());
    else if (const auto stencil = kStencil.match(name); stencil.hasMatch())
        text = samples::graphText(diffusionSteps(stencil.captured(1).toInt()),
                                  samples::Generation::gt4py121);
    else
        return QString();
    MW_TRY(const auto document, ir::parseDump(text));
    auto file = folder + QLatin1Char('/') + name + QStringLiteral(".sdfg");
    file.replace(QLatin1Char(':'), QLatin1Char('-'));
    MW_CHECK(io::writeSdfgFile(*document, file.toStdString()));
    return file;
}

} // namespace mw::app
