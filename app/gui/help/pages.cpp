// Finds the pages of the documentation, and words in them.
#include "app/gui/help/pages.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace mw::app {

namespace {

const QRegularExpression& headingLine() {
    static const QRegularExpression expression(QStringLiteral("^#{1,6}\\s+(.*?)\\s*#*$"));
    return expression;
}

/// As it is read: without marks of Markdown.
QString plain(QString line) {
    static const QRegularExpression link(QStringLiteral("!?\\[([^\\]]*)\\]\\([^)]*\\)"));
    static const QRegularExpression marks(QStringLiteral("[*`_]{1,3}(?=\\S)|(?<=\\S)[*`]{1,3}"));
    line.replace(link, QStringLiteral("\\1"));
    line.replace(marks, QString());
    return line.trimmed();
}

QString titleOf(const QString& text, const QString& otherwise) {
    for (const auto& line : text.split(QLatin1Char('\n')))
        if (const auto heading = headingLine().match(line); heading.hasMatch())
            return plain(heading.captured(1));
    return otherwise;
}

/// What somebody who is new reads first.
std::size_t rankOf(const QString& file) {
    static const QStringList first{
        QStringLiteral("getting-started.md"), QStringLiteral("concepts.md"),
        QStringLiteral("tutorial.md"),        QStringLiteral("window.md"),
        QStringLiteral("commands.md"),        QStringLiteral("troubleshooting.md")};
    const auto at = first.indexOf(file);
    return at < 0 ? static_cast<std::size_t>(first.size()) : static_cast<std::size_t>(at);
}

bool hasAll(const QString& text, const QStringList& words) {
    return std::ranges::all_of(
        words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

QString helpFolder() {
    const auto own = QCoreApplication::applicationDirPath();
    for (const auto& folder : {qEnvironmentVariable("MAPWRIGHT_DOCS"),
                               own + QStringLiteral("/../share/doc/mapwright/docs")})
        if (!folder.isEmpty() && QFileInfo(folder).isDir())
            return QFileInfo(folder).canonicalFilePath();
    return {};
}

std::optional<HelpPage> helpPage(const QString& folder, const QString& path) {
    QFile file(QDir(folder).filePath(path));
    if (folder.isEmpty() || !path.endsWith(QLatin1String(".md")) || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    auto text = QString::fromUtf8(file.readAll());
    auto title = titleOf(text, QFileInfo(path).completeBaseName());
    return HelpPage{path, std::move(title), std::move(text)};
}

std::vector<HelpPage> helpPages(const QString& folder) {
    std::vector<HelpPage> pages;
    if (folder.isEmpty())
        return pages;
    for (const auto& info :
         QDir(folder).entryInfoList({QStringLiteral("*.md")}, QDir::Files, QDir::Name))
        if (auto page = helpPage(folder, info.fileName()))
            pages.push_back(std::move(*page));
    std::ranges::stable_sort(pages, [](const HelpPage& a, const HelpPage& b) {
        const auto first = rankOf(a.id), second = rankOf(b.id);
        return first != second ? first < second : a.title.localeAwareCompare(b.title) < 0;
    });
    return pages;
}

std::vector<HelpHit> searchHelp(const std::vector<HelpPage>& pages, const QString& words,
                                std::size_t most) {
    const auto wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<HelpHit> inHeadings, inTexts;
    for (std::size_t i = 0; !wanted.isEmpty() && i < pages.size(); ++i) {
        QString heading;
        QStringList paragraph; // lines without an empty one between
        const auto close = [&] {
            if (hasAll(paragraph.join(QLatin1Char(' ')), wanted)) {
                const auto line = std::ranges::find_if(paragraph, [&](const QString& one) {
                    return one.contains(wanted.front(), Qt::CaseInsensitive);
                });
                inTexts.push_back({i, heading, line == paragraph.end() ? QString() : *line});
            }
            paragraph.clear();
        };
        for (const auto& line : pages[i].text.split(QLatin1Char('\n'))) {
            const auto match = headingLine().match(line);
            if (match.hasMatch()) {
                close();
                heading = plain(match.captured(1));
                if (hasAll(heading, wanted))
                    inHeadings.push_back({i, heading, heading});
            } else if (line.trimmed().isEmpty()) {
                close();
            } else {
                if (line.startsWith(QLatin1Char('|')))
                    close(); // of a table each line stands for itself
                paragraph << plain(line);
            }
        }
        close();
    }
    inHeadings.insert(inHeadings.end(), inTexts.begin(), inTexts.end());
    if (inHeadings.size() > most)
        inHeadings.resize(most);
    return inHeadings;
}

QString helpAnchor(const QString& heading) {
    QString anchor;
    for (const QChar c : plain(heading).toLower())
        if (c.isLetterOrNumber() || c == QLatin1Char('-') || c == QLatin1Char('_'))
            anchor += c;
        else if (c.isSpace())
            anchor += QLatin1Char('-');
    return anchor;
}

QString helpMarkdown(const QString& text) {
    QStringList lines = text.split(QLatin1Char('\n'));
    bool code = false;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        code ^= lines[i].startsWith(QLatin1String("```"));
        if (code || i == 0 || !lines[i].startsWith(QLatin1String(": ")) ||
            lines[i - 1].trimmed().isEmpty())
            continue;
        lines[i - 1] = QStringLiteral("**%1**  ").arg(lines[i - 1].trimmed());
        lines[i] = lines[i].mid(2);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace mw::app
