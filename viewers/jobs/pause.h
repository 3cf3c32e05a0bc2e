#pragma once

namespace mw::viewers {

/// How long work waits until the user has come to rest, in milliseconds: so long, or not at all
/// where the application has the property "withoutPauses", as tests that wait for the work anyway.
int pauseOf(int milliseconds);

} // namespace mw::viewers
