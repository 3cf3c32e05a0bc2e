#pragma once

namespace mw::io {

/// For the beginning of a program. A reader that goes away and a limit on the size of files are
/// errors of the call that writes, not signals that end the program and leave half a file. Standard
/// streams that nobody opened are taken, so that no file gets their numbers: what is written to
/// them then fails.
void guardStandardStreams();

} // namespace mw::io
