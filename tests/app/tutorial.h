#pragma once

#include "app/gui/tour/steps.h"
#include "app/gui/tour/text.h"
#include "tests/support/corpus.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QMainWindow>
#include <QRegularExpression>
#include <QStatusBar>

#include <algorithm>
#include <map>
#include <vector>

namespace mw::test {

/// docs/tutorial.md is the tour as text: what its steps say is held against the page, and pictures
/// and text of a walk are left in $MAPWRIGHT_PICTURES, from where tools/tutorial takes them, else
/// in the build folder.
class Tutorial {
public:
    /// A step as the page has it; `said`: what doing the task says, where that is the same on every
    /// machine.
    static QString section(std::size_t step, const app::TourScene& scene,
                           const app::ActionTable& actions, const QString& said) {
        const auto& of = app::tourSteps()[step];
        QStringList parts{QStringLiteral("## %1. %2").arg(step + 1).arg(of.title)};
        if (hasPicture(step))
            parts << QStringLiteral("![%1](tutorial/%2)").arg(of.title, picture(step));
        parts << markdown(app::tourHtml(of.text, scene, actions));
        if (of.task)
            parts << QStringLiteral("Task: ") + markdown(app::tourHtml(of.task, scene, actions));
        if (!said.isEmpty())
            parts << QStringLiteral("> ✓ ") + said;
        return parts.join(QStringLiteral("\n\n")) + QLatin1Char('\n');
    }
    /// On the page: one where the window looks like before is left out.
    static bool hasPicture(std::size_t step) {
        const QStringList without{"access-node", "fuse",   "run",     "verify",
                                  "undo",        "export", "granule", "end"};
        return !without.contains(QString::fromLatin1(app::tourSteps()[step].id));
    }
    static QString picture(std::size_t step) {
        return QStringLiteral("%1-%2.png")
            .arg(step + 1, 2, 10, QLatin1Char('0'))
            .arg(app::tourSteps()[step].id);
    }
    static QString page() { return read(sourceFile("docs/tutorial.md")); }

    /// The window as it is now, without what its status line says of files.
    static void keepPicture(QMainWindow& window, std::size_t step) {
        window.statusBar()->clearMessage();
        if (const auto folder = leftIn(); !folder.isEmpty())
            withFewColours(window.grab().toImage().convertToFormat(QImage::Format_RGB32))
                .save(folder + QLatin1Char('/') + picture(step), "PNG", 0);
    }
    static void keepText(const QString& text) {
        const auto folder = leftIn();
        QFile file(folder + QStringLiteral("/steps.md"));
        if (!folder.isEmpty() && file.open(QIODevice::WriteOnly))
            file.write(text.toUtf8());
    }

private:
    /// For small files: the colours that are seen most, others become the nearest of them.
    static QImage withFewColours(const QImage& image) {
        std::map<QRgb, int> seen;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                ++seen[image.pixel(x, y)];
        std::vector<std::pair<int, QRgb>> most;
        for (const auto& [colour, times] : seen)
            most.emplace_back(-times, colour);
        std::ranges::sort(most);
        QList<QRgb> table;
        for (std::size_t i = 0; i < std::min<std::size_t>(most.size(), 256); ++i)
            table << most[i].second;
        return image.convertToFormat(QImage::Format_Indexed8, table, Qt::AvoidDither);
    }
    static QString read(const std::filesystem::path& path) {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    /// Empty: it could not be made.
    static QString leftIn() {
        auto folder = qEnvironmentVariable("MAPWRIGHT_PICTURES");
        if (folder.isEmpty())
            folder = QCoreApplication::applicationDirPath() + QStringLiteral("/../tutorial");
        return QDir().mkpath(folder) ? folder : QString();
    }
    static QString markdown(QString html) {
        static const QRegularExpression tags(QStringLiteral("<[^>]*>"));
        html.replace(QStringLiteral("<p>"), QStringLiteral("\n\n"));
        html.replace(QRegularExpression(QStringLiteral("<a [^>]*>")), QStringLiteral("**"));
        html.replace(QStringLiteral("</a>"), QStringLiteral("**"));
        html.replace(QRegularExpression(QStringLiteral("</?b>")), QStringLiteral("**"));
        html.replace(QStringLiteral("<br>"), QStringLiteral(", "));
        html.remove(tags);
        return html.replace(QStringLiteral("&gt;"), QStringLiteral(">"))
            .replace(QStringLiteral("&lt;"), QStringLiteral("<"))
            .replace(QStringLiteral("&quot;"), QStringLiteral("\""))
            .replace(QStringLiteral("&amp;"), QStringLiteral("&"));
    }
};

} // namespace mw::test
