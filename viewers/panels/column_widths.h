#pragma once

#include <QObject>
#include <QString>

#include <vector>

class QTreeView;

namespace mw::viewers {

/// Keeps columns of a list as wide as their titles and a text that stands for what is in them, in
/// the list's own font, whatever size the user gave it. What the user drew to another width stays.
/// Beside a column that takes the rest they take at most their share: texts get shorter then,
/// titles do not.
class ColumnWidths : public QObject {
    Q_OBJECT

public:
    struct Column {
        int column;
        QString widest; ///< text that is to fit, in bold
    };

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

/// So many letters of usual width, where what is in a column is anybody's text.
QString letters(int count);

} // namespace mw::viewers
