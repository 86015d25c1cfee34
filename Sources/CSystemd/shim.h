// The door to libsystemd and to the Linux calls that glibc hides from Swift's Glibc module (it is built without
// _GNU_SOURCE): headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CSystemd_H
#define HOTPRESS_CSystemd_H
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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

/// memfd_create(2): a file without a name, close-on-exec.
static inline int hotpress_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */); }

/// Who is at the other end of a local socket (SO_PEERCRED, unix(7)).
struct hotpress_peer {
    int process;
    unsigned user, group;
};
static inline int hotpress_peer_of(int fd, struct hotpress_peer *peer) {
    socklen_t size = sizeof *peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

/// Landlock (landlock(7)): from now on this thread and what it starts write, make, move and remove no file anywhere.
/// Reading stays as it is. ENOSYS or EOPNOTSUPP where the kernel has no Landlock.
static inline int hotpress_forbid_writing(void) {
    struct landlock_ruleset_attr rules = {0};
    rules.handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
        LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
        LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
        LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
    int fd = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0u);
    if (fd < 0) return -1;
    int result = (int)syscall(SYS_landlock_restrict_self, fd, 0u);
    close(fd);
    return result;
}

#if defined(__x86_64__)
#define HOTPRESS_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define HOTPRESS_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

/// seccomp(2): sockets, programs, other processes and mounts are refused with EPERM, to all threads of this process.
static inline int hotpress_forbid_reaching_out(void) {
#ifdef HOTPRESS_AUDIT_ARCH
#define HOTPRESS_REFUSE(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, HOTPRESS_AUDIT_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        // The x32 numbers are another door to the same calls.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        HOTPRESS_REFUSE(SYS_socket),
        HOTPRESS_REFUSE(SYS_socketpair),
        HOTPRESS_REFUSE(SYS_connect),
        HOTPRESS_REFUSE(SYS_bind),
        HOTPRESS_REFUSE(SYS_listen),
        HOTPRESS_REFUSE(SYS_execve),
        HOTPRESS_REFUSE(SYS_execveat),
        HOTPRESS_REFUSE(SYS_ptrace),
        HOTPRESS_REFUSE(SYS_process_vm_readv),
        HOTPRESS_REFUSE(SYS_process_vm_writev),
        HOTPRESS_REFUSE(SYS_mount),
        HOTPRESS_REFUSE(SYS_umount2),
        HOTPRESS_REFUSE(SYS_pivot_root),
        HOTPRESS_REFUSE(SYS_chroot),
        HOTPRESS_REFUSE(SYS_unshare),
        HOTPRESS_REFUSE(SYS_setns),
        HOTPRESS_REFUSE(SYS_bpf),
        HOTPRESS_REFUSE(SYS_perf_event_open),
        HOTPRESS_REFUSE(SYS_userfaultfd),
        HOTPRESS_REFUSE(SYS_keyctl),
        HOTPRESS_REFUSE(SYS_add_key),
        HOTPRESS_REFUSE(SYS_request_key),
        HOTPRESS_REFUSE(SYS_io_uring_setup),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
#undef HOTPRESS_REFUSE
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
#else
    errno = ENOSYS;
    return -1;
#endif
}

/// Sets the soft limit of the address space alone, so that it can be raised again.
static inline int hotpress_limit_memory_softly(unsigned long bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) < 0) return -1;
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    return setrlimit(RLIMIT_AS, &limit);
}

/// PR_SET_NO_NEW_PRIVS: this process and its children gain no rights by running set-id programs.
static inline int hotpress_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/// No core file is written: a crashed worker holds a customer's invoice.
static inline int hotpress_no_core_files(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
#endif
