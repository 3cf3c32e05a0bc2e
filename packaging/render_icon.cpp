// Renders the icon for desktops that want pictures of fixed sizes.
//   mw_render_icon SVG FOLDER SIZE ...    writes FOLDER/SIZExSIZE/apps/NAME.png for each

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

namespace {

bool render(QSvgRenderer& icon, const QString& name, const QString& folder, int size) {
    QImage picture(size, size, QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    icon.render(&painter);
    painter.end();
    const QDir apps(QStringLiteral("%1/%2x%2/apps").arg(folder).arg(size));
    return apps.mkpath(QStringLiteral(".")) && picture.save(apps.filePath(name + ".png"));
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fputs("usage: mw_render_icon SVG FOLDER SIZE ...\n", stderr);
        return 2;
    }
    const auto source = QString::fromLocal8Bit(argv[1]);
    const auto folder = QString::fromLocal8Bit(argv[2]);
    QSvgRenderer icon(source);
    if (!icon.isValid()) {
        std::fprintf(stderr, "mw_render_icon: %s is no SVG\n", argv[1]);
        return 1;
    }
    for (int i = 3; i < argc; ++i) {
        const int size = QByteArray(argv[i]).toInt();
        if (size <= 0 || !render(icon, QFileInfo(source).completeBaseName(), folder, size)) {
            std::fprintf(stderr, "mw_render_icon: size %s cannot be written below %s\n", argv[i],
                         argv[2]);
            return 1;
        }
    }
    return 0;
}
