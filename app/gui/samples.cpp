// Finds the sample graphs relative to the program.
#include "app/gui/samples.h"

#include "app/gui/tr.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <map>

namespace mw::app {

QString sampleFolder() {
    const auto own = QCoreApplication::applicationDirPath();
    for (const auto& folder : {qEnvironmentVariable("MAPWRIGHT_SAMPLES"),
                               own + QStringLiteral("/../share/mapwright/samples")})
        if (!folder.isEmpty() && QFileInfo(folder).isDir())
            return QFileInfo(folder).canonicalFilePath();
    return {};
}

namespace {

/// Of a sample, by its name without the number of its rung; empty for one that nobody wrote about.
QString aboutSample(const QString& name) {
    static const std::map<QString, const char*> lines{
        {QStringLiteral("laplacian"),
         QT_TRANSLATE_NOOP("mw::app", "one map: a sum over neighbours")},
        {QStringLiteral("diffusion_step"),
         QT_TRANSLATE_NOOP("mw::app", "three maps, two of which fuse; why not the third")},
        {QStringLiteral("nabla4"),
         QT_TRANSLATE_NOOP("mw::app", "eleven small maps that fuse to one: begin here")},
        {QStringLiteral("update_theta_and_exner"),
         QT_TRANSLATE_NOOP("mw::app", "element by element, no neighbours")},
        {QStringLiteral("calculate_nabla2_for_z"),
         QT_TRANSLATE_NOOP("mw::app", "reads through a neighbour table")},
        {QStringLiteral("calculate_nabla2_of_theta"),
         QT_TRANSLATE_NOOP("mw::app", "a sum over the edges of a cell")},
        {QStringLiteral("calculate_nabla2_for_w"),
         QT_TRANSLATE_NOOP("mw::app", "from cells to cells")},
        {QStringLiteral("calculate_nabla4"),
         QT_TRANSLATE_NOOP("mw::app", "the four vertices around an edge")},
        {QStringLiteral("calculate_nabla2_and_smag_coefficients_for_vn"),
         QT_TRANSLATE_NOOP("mw::app", "several results, several readers")},
        {QStringLiteral("apply_diffusion_to_vn"),
         QT_TRANSLATE_NOOP("mw::app", "ranges of edges, a choice")},
        {QStringLiteral("apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence"),
         QT_TRANSLATE_NOOP("mw::app", "two rings of neighbours")},
        {QStringLiteral("apply_diffusion_to_theta_and_exner"),
         QT_TRANSLATE_NOOP("mw::app", "levels from a table")},
        {QStringLiteral("calculate_diagnostic_quantities_for_turbulence"),
         QT_TRANSLATE_NOOP("mw::app", "reads the level above")},
        {QStringLiteral("calculate_enhanced_diffusion_coefficients_for_grid_point_cold_pools"),
         QT_TRANSLATE_NOOP("mw::app", "a condition by value")},
        {QStringLiteral("solve_tridiagonal_matrix_for_w"),
         QT_TRANSLATE_NOOP("mw::app", "scans: a solver for each column")},
        {QStringLiteral("mo_intp_rbf_rbf_vec_interpol_vertex"),
         QT_TRANSLATE_NOOP("mw::app", "neighbours that are missing")}};
    static const QRegularExpression number(QStringLiteral("^[0-9]+_"));
    const auto found = lines.find(QString(name).remove(number));
    return found == lines.end() ? QString() : tr(found->second);
}

} // namespace

bool isSample(const QString& path) {
    const auto folder = sampleFolder();
    return !folder.isEmpty() &&
           QFileInfo(path).canonicalFilePath().startsWith(folder + QLatin1Char('/'));
}

std::vector<Sample> samples() {
    std::vector<Sample> result;
    const auto folder = sampleFolder();
    if (folder.isEmpty())
        return result;
    const QStringList patterns{QStringLiteral("*.sdfg"), QStringLiteral("*.sdfgz")};
    for (const auto& file : QDir(folder).entryInfoList(patterns, QDir::Files, QDir::Name))
        result.push_back({file.absoluteFilePath(), file.completeBaseName(),
                          aboutSample(file.completeBaseName())});
    // The rungs of the ladder: folders NUMBER_NAME with the graph NAME. NAME.VARIANT.sdfgz beside
    // it is the same program as another generation lowers it.
    for (const auto& rung :
         QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        for (const auto& file :
             QDir(rung.absoluteFilePath()).entryInfoList(patterns, QDir::Files, QDir::Name))
            if (rung.fileName().endsWith(QLatin1Char('_') + file.completeBaseName()))
                result.push_back(
                    {file.absoluteFilePath(), rung.fileName(), aboutSample(rung.fileName())});
    return result;
}

} // namespace mw::app
