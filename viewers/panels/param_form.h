#pragma once

#include "transforms/framework/transformation.h"

#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;

namespace mw::viewers {

/// A form for the parameters of one transformation, made from its ParamSpecs: a check box, a number
/// with its limits, a choice or a text per parameter.
class ParamForm : public QWidget {
    Q_OBJECT

public:
    explicit ParamForm(QWidget* parent = nullptr);

    /// `values`: what stands in the fields; absent names have their defaults. Null: an empty form.
    void setTransformation(const transforms::Transformation* transformation,
                           const transforms::Params& values);
    transforms::Params values() const;
    bool isEmpty() const { return readers_.empty(); }

signals:
    void changed();

private:
    QWidget* makeField(const transforms::ParamSpec& spec, const transforms::ParamValue& value);

    struct Reader {
        std::string name;
        std::function<transforms::ParamValue()> read;
    };
    QFormLayout* layout_;
    std::vector<Reader> readers_;
};

} // namespace mw::viewers
