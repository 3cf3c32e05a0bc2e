// Finds the sample graphs relative to the program.
#include "app/gui/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace mw::app {

QString sampleFolder() {
    const auto own = QCoreApplication::applicationDirPath();
    for (const auto& folder : {qEnvironmentVariable("MAPWRIGHT_SAMPLES"),
                               own + QStringLiteral("/../share/mapwright/samples")})
        if (!folder.isEmpty() && QFileInfo(folder).isDir())
            return QFileInfo(folder).canonicalFilePath();
    return {};
}

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
        result.push_back({file.absoluteFilePath(), file.completeBaseName()});
    // The rungs of the ladder: folders NUMBER_NAME with the graph NAME. NAME.VARIANT.sdfgz beside
    // it is the same program as another generation lowers it.
    for (const auto& rung :
         QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        for (const auto& file :
             QDir(rung.absoluteFilePath()).entryInfoList(patterns, QDir::Files, QDir::Name))
            if (rung.fileName().endsWith(QLatin1Char('_') + file.completeBaseName()))
                result.push_back({file.absoluteFilePath(), rung.fileName()});
    return result;
}

} // namespace mw::app
