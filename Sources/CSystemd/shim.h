// The door to libsystemd and to the Linux calls that glibc hides from Swift's Glibc module (it is built without
// _GNU_SOURCE): headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CSystemd_H
#define HOTPRESS_CSystemd_H
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <sys/syscall.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <unistd.h>

extern long syscall(long number, ...);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// renameat2(2) with RENAME_NOREPLACE.
static inline int hotpress_rename_noreplace(int from_dir, const char *from, int to_dir, const char *to) {
    return (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, 1u);
}

/// pidfd_open(2): a descriptor that polls readable when the child has ended.
static inline int hotpress_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0u); }

/// The magic number of the file system that holds an open file, or -1.
static inline long hotpress_filesystem_magic(int fd) {
    struct statfs buffer;
    return fstatfs(fd, &buffer) < 0 ? -1 : (long)buffer.f_type;
}

/// fcntl(2) F_SETLEASE for reading: fails with EAGAIN while anybody has the file open for writing. Given back at once.
static inline int hotpress_try_read_lease(int fd) {
    int result = fcntl(fd, 1024 /* F_SETLEASE */, F_RDLCK);
    if (result == 0) fcntl(fd, 1024, F_UNLCK);
    return result;
}

/// Lets the main thread's stack grow to so many bytes, as far as the hard limit allows.
static inline int hotpress_allow_stack(unsigned long bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0) return -1;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= bytes) return 0;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > bytes ? bytes : limit.rlim_max;
    return setrlimit(RLIMIT_STACK, &limit);
}

/// Sets both limits of the address space (RLIMIT_AS) of the calling process.
static inline int hotpress_limit_memory(unsigned long bytes) {
    struct rlimit limit = {bytes, bytes};
    return setrlimit(RLIMIT_AS, &limit);
}

/// PR_SET_NO_NEW_PRIVS: this process and its children gain no rights by running set-id programs.
static inline int hotpress_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/// No core file is written: a crashed worker holds a customer's invoice.
static inline int hotpress_no_core_files(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
#endif
