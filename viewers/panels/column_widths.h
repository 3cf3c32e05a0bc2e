#pragma once

#include <QObject>
#include <QString>

#include <vector>

class QTreeView;

namespace mw::viewers {

/// Keeps columns of a list as wide as their titles and a text that stands for what is in them, in
/// the list's own font, whatever size the user gave it. What the user drew to another width stays.
/// Beside a column that takes the rest they take at most their share: anybody's texts get shorter
/// then, titles and figures never.
class ColumnWidths : public QObject {
    Q_OBJECT

public:
    struct Column {
        int column;
        QString widest; ///< text that is to fit, in bold
        bool shrinks = false;
    };
    /// Of anybody's text: so many usual letters, fewer where the list is narrow.
    static Column text(int column, int letters) {
        return {column, QString(letters, QLatin1Char('x')), true};
    }

    ColumnWidths(QTreeView* list, std::vector<Column> columns); ///< of a list that has its model
    /// Other columns, or the same with other contents; widths that the user drew are forgotten.
    void setColumns(std::vector<Column> columns);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Width {
        Column of;
        int given = -1; ///< last; another one is the user's
    };

    void fit();

    QTreeView* list_;
    std::vector<Width> columns_;
};

} // namespace mw::viewers
