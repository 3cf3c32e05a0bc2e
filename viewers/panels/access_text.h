#pragma once

#include "core/inputs/local_access.h"

#include <QString>

namespace mw::viewers {

/// The elements that an access touches, as far as they are known, or why it touches none.
QString elementsText(const inputs::LocalAccess& local);
/// The elements of tables that they come from.
QString entriesText(const inputs::LocalAccess& local);
/// "+1400", "same", "by table"; empty where it is not known.
QString stepText(const inputs::MemoryStep& step);

} // namespace mw::viewers
