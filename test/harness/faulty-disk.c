/*
 * For LD_PRELOAD: lets system calls on files below FAULTY_DISK_FOLDER fail while the file FAULTY_DISK_FAULTS says so. It
 * holds lines such as "sync EIO" or "write ENOSPC"; while it is missing or empty the disk is well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* The error of an operation on a file, or 0. */
static int fault(int fd, const char *operation) {
  const char *folder = getenv("FAULTY_DISK_FOLDER");
  const char *faults = getenv("FAULTY_DISK_FAULTS");
  if (!folder || !faults) return 0;
  int saved = errno;
  char text[128] = "";
  /* By the system call itself: open() may be replaced by another library. */
  int from = syscall(SYS_openat, AT_FDCWD, faults, O_RDONLY | O_CLOEXEC, 0);
  if (from >= 0) {
    if (syscall(SYS_read, from, text, sizeof text - 1) < 0) text[0] = 0;
    syscall(SYS_close, from);
  }
  errno = saved;
  char *at = strstr(text, operation);
  if (!at) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = saved;
  if (length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, folder, strlen(folder)) != 0) return 0;
  return strncmp(at + strlen(operation), " ENOSPC", 7) == 0 ? ENOSPC : EIO;
}

#define FAIL(fd, operation)              \
  do {                                   \
    int error = fault(fd, operation);    \
    if (error) return errno = error, -1; \
  } while (0)
#define REAL(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

int fsync(int fd) { FAIL(fd, "sync"); return REAL(fsync, fd); }
int fdatasync(int fd) { FAIL(fd, "sync"); return REAL(fdatasync, fd); }
ssize_t write(int fd, const void *bytes, size_t n) { FAIL(fd, "write"); return REAL(write, fd, bytes, n); }
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) { FAIL(fd, "write"); return REAL(pwrite, fd, bytes, n, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) { FAIL(fd, "write"); return REAL(pwrite64, fd, bytes, n, at); }
ssize_t writev(int fd, const struct iovec *parts, int n) { FAIL(fd, "write"); return REAL(writev, fd, parts, n); }
ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t at) { FAIL(fd, "write"); return REAL(pwritev, fd, parts, n, at); }
