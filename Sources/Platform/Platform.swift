// Platform: Linux, as much of it as Hotpress needs.
//
// What it does: opens, reads, writes, renames and syncs files relative to folder handles; watches folders (inotify);
// writes files so that they appear whole or not at all; runs child processes in a group of their own with a time limit;
// tells time; listens to signals; speaks to systemd and the journal; reads GLib key files.
//
// In and out: file names are bytes (`FileName`), never text, because Linux names are bytes; a name is escaped only when it
// is shown. Every descriptor has one owner (`FileDescriptor`, `Directory`) that closes it, and every descriptor is
// close-on-exec.
//
// Whom it trusts: the kernel. What lies in a folder is not trusted: files are opened without following links and
// without blocking, and are looked at by descriptor, not by name.
//
// How it fails: with `SystemError` (call, path, errno; wording in SystemError+Messages.swift) for the machine, with
// `DiagnosticError` for what a user wrote (key files). EINTR never leaves this target.
