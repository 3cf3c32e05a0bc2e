#pragma once

/// Starts a command on the streams of this process and ends it when whoever writes to standard
/// input is gone: after a while SIGTERM, then SIGKILL. A launcher that waits in a queue (srun)
/// reads nothing, and would not notice. Reads nothing itself: standard input is a socket, which
/// says when its other end is closed. The exit code is the command's, 128 and its signal, or 127
/// where it cannot be started (said on standard error).
int guard(char* const* command);
