/*
 * Calls by which a file could change without being counted. To let them pass would be to report a
 * machine that loses less than it does, so they end the process, and the test with it.
 */
#include "machine.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void refuse(const char *name) {
  dprintf(2, "the machine does not follow %s\n", name);
  abort();
}

#define NOT_FOLLOWED(type, name, parameters, arguments, counts)                 \
  type name parameters {                                                        \
    if (is_followed() && (counts)) refuse(#name);                               \
    return ((__typeof__(&name))dlsym(RTLD_NEXT, #name)) arguments;              \
  }

static int writes(const char *mode) { return strpbrk(mode, "wa+") != 0; }

static int is_mapped_to_write(int file, int protection, int flags) {
  return file >= 0 && flags & MAP_SHARED && protection & PROT_WRITE && is_our_file(file);
}

NOT_FOLLOWED(void *, mmap, (void *at, size_t length, int protection, int flags, int file, off_t from),
             (at, length, protection, flags, file, from), is_mapped_to_write(file, protection, flags))
NOT_FOLLOWED(void *, mmap64, (void *at, size_t length, int protection, int flags, int file, off_t from),
             (at, length, protection, flags, file, from), is_mapped_to_write(file, protection, flags))
NOT_FOLLOWED(FILE *, fopen, (const char *path, const char *mode), (path, mode),
             writes(mode) && is_our_name(AT_FDCWD, path))
NOT_FOLLOWED(FILE *, fopen64, (const char *path, const char *mode), (path, mode),
             writes(mode) && is_our_name(AT_FDCWD, path))
NOT_FOLLOWED(FILE *, fdopen, (int file, const char *mode), (file, mode), writes(mode) && is_our_file(file))
NOT_FOLLOWED(int, symlink, (const char *from, const char *to), (from, to), is_our_name(AT_FDCWD, to))
NOT_FOLLOWED(int, truncate, (const char *path, off_t length), (path, length), is_our_name(AT_FDCWD, path))
NOT_FOLLOWED(int, mkstemp64, (char *path), (path), is_our_name(AT_FDCWD, path))
NOT_FOLLOWED(int, sendmmsg, (int file, struct mmsghdr *messages, unsigned count, int flags),
             (file, messages, count, flags), is_connection(file))

int remove(const char *path) {
  struct stat state;
  return !lstat(path, &state) && S_ISDIR(state.st_mode) ? rmdir(path) : unlink(path);
}

/* What would carry bytes past us is not there: a ring, and copies within the system. libuv does without. */
static int is_past_us(long number, int to) {
  return number == SYS_io_uring_setup || (number == SYS_copy_file_range && is_our_file(to));
}

ssize_t sendfile64(int to, int from, off_t *at, size_t length) {
  if (is_followed() && is_connection(to)) refuse("sendfile");
  if (is_followed() && is_our_file(to)) {
    errno = EINVAL;
    return -1;
  }
  return ((__typeof__(&sendfile64))dlsym(RTLD_NEXT, "sendfile64"))(to, from, at, length);
}

ssize_t sendfile(int to, int from, off_t *at, size_t length) { return sendfile64(to, from, at, length); }

long syscall(long number, ...) {
  long with[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) with[i] = va_arg(rest, long);
  va_end(rest);
  if (is_followed() && is_past_us(number, with[2])) {
    errno = ENOSYS;
    return -1;
  }
  return ((__typeof__(&syscall))dlsym(RTLD_NEXT, "syscall"))(number, with[0], with[1], with[2], with[3],
                                                             with[4], with[5]);
}
