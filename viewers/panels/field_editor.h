#pragma once

#include "transforms/framework/edit.h"
#include "viewers/theme/theme.h"

#include <QString>
#include <QWidget>

class QLabel;

namespace mw::viewers {

/// Stands in the place of a value that the user edits: a line, a list of choices or lines of code,
/// and below it a sentence about what is written there.
class FieldEditor : public QWidget {
    Q_OBJECT

public:
    FieldEditor(const transforms::EditableField& field, const Theme& theme,
                QWidget* parent = nullptr);

    enum class Verdict { none, checking, fits, warning, refused };

    QString value() const;
    bool isChanged() const { return value() != original_; }
    /// What the check says of the value; `none`: what to write there.
    void setVerdict(Verdict verdict, const QString& sentence = {});
    Verdict verdict() const { return verdict_; }
    QString message() const; ///< as it is shown
    void begin();            ///< gets the focus
    int heightAt(int width) const;

signals:
    void typed();     ///< another value
    void accepted();  ///< it is to become the property's
    void cancelled(); ///< nothing is to change

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeInput(const transforms::EditableField& field, const Theme& theme);
    QString help() const;
    bool isEnter(const QEvent& event) const;
    void acceptLater();

    const Theme& theme_;
    QString help_;
    QString original_;
    bool isCode_;
    bool isChoice_;
    QWidget* input_;
    QLabel* message_;
    Verdict verdict_ = Verdict::none;
};

} // namespace mw::viewers
