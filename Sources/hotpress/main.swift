// hotpress: the command line.
//
// What it does: finds the subcommand, reads its options, runs it. One file a subcommand; what they do is done by the
// targets below (`Press`, `Invoice`, `Template`, `Daemon`), not here.
//
// In and out: arguments in; results on standard output, diagnostics on standard error as `file:line:column: error: …`.
//
// Whom it trusts: whoever typed the command. Files named by it are read as data, never run.
//
// How it fails: with the exit codes of `<sysexits.h>` (`ExitCode`), and a message that says what to do.
import Glibc
import Platform

// Layout goes as deep as elements are nested, which `Document.depthLimit` bounds.
ThisProcess.allowStack(32 << 20)
let code = Dispatcher().run(Array(CommandLine.arguments.dropFirst()))
// Everything is written by now, and the kernel takes back what seventy libraries would put away one by one.
fflush(nil)
_exit(code.rawValue)
