/* Stands between the process and the system, and counts. */
#include "machine.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static uint64_t *counter, dies_at, seed;
static int loses_all;
static __thread int inside; /* our own calls do not count */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static uint64_t number(const char *name) {
  const char *text = getenv(name);
  return text ? strtoull(text, 0, 10) : 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *in = getenv("MACHINE_FOLDER"), *count = getenv("MACHINE_COUNTER");
  const char *what = getenv("MACHINE_LOSES");
  if (!in || !count || !realpath(in, folder)) return;
  inside = 1;
  int file = open(count, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, sizeof *counter)) abort();
  counter = mmap(0, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (counter == MAP_FAILED) abort();
  inside = 0;
  dies_at = number("MACHINE_DIES_AT");
  seed = number("MACHINE_SEED");
  may_lose = dies_at && what && strcmp(what, "none");
  loses_all = may_lose && !strcmp(what, "all");
  folder_length = strlen(folder);
}

/* SQLite's index of its log (-shm) is memory: it is mapped, and made anew after a crash. */
static int is_ours(const char *path) {
  size_t length = strlen(path);
  return folder_length && !strncmp(path, folder, folder_length) &&
         (path[folder_length] == '/' || path[folder_length] == 0) &&
         (length < 4 || strcmp(path + length - 4, "-shm"));
}

/* The one spelling of a path: its folder without links and dots, and the name in it. */
static char *spelled(int at, const char *path) {
  static __thread char whole[3 * PATH_MAX];
  char place[PATH_MAX], given[2 * PATH_MAX + 1];
  if (path[0] == '/' || at == AT_FDCWD) snprintf(given, sizeof given, "%s", path);
  else snprintf(given, sizeof given, "%s/%s", path_of(at), path);
  size_t length = strlen(given);
  while (length > 1 && given[length - 1] == '/') given[--length] = 0;
  char *name = strrchr(given, '/');
  if (name) *name++ = 0;
  const char *above = !name ? "." : given[0] ? given : "/";
  if (!realpath(above, place)) place[0] = 0;
  snprintf(whole, sizeof whole, "%s/%s", place, name ? name : given);
  return whole;
}

int is_our_name(int at, const char *path) { return is_ours(spelled(at, path)); }

int is_our_file(int file) { return is_ours(path_of(file)); }

int is_connection(int file) {
  int kind;
  socklen_t length = sizeof kind;
  return folder_length && !getsockopt(file, SOL_SOCKET, SO_DOMAIN, &kind, &length) &&
         (kind == AF_INET || kind == AF_INET6);
}

int is_followed(void) { return folder_length && !inside; }

static int enter(void) {
  if (!is_followed()) return 0;
  pthread_mutex_lock(&lock);
  inside = 1;
  return 1;
}

static void leave(void) {
  inside = 0;
  pthread_mutex_unlock(&lock);
}

/* To be called inside, before each call that counts. */
static void count_call(void) {
  if (++*counter != dies_at) return;
  if (may_lose) cut_power(loses_all, seed);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* What was said before the end, to a person or a script, was said: it must outlive the power too. */
__attribute__((destructor)) static void end(void) {
  if (!enter()) return;
  count_call();
  leave();
}

/* Runs `call` as one that counts, when `counts` holds; `noting` writes down what it is about to do. */
#define COUNTED(counts, call, noting)     \
  if (!enter()) return call;              \
  struct deed *deed = 0;                  \
  if (counts) {                           \
    count_call();                         \
    deed = noting;                        \
  }                                       \
  __typeof__(call) result = call;         \
  int said = errno;                       \
  if (result < 0) was_not_done(deed);

#define DONE    \
  leave();      \
  errno = said; \
  return result;

/* Where the next write to a file goes. */
static off_t place_of(int file) {
  struct stat state;
  int appends = fcntl(file, F_GETFL) & O_APPEND;
  return appends && !fstat(file, &state) ? state.st_size : lseek(file, 0, SEEK_CUR);
}

ssize_t write(int file, const void *bytes, size_t length) {
  COUNTED(is_our_file(file) || is_connection(file), REAL(write)(file, bytes, length),
          is_connection(file) ? 0 : about_to_write(file, bytes, length, place_of(file)))
  if (result >= 0) has_written(deed, result);
  DONE
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t from) {
  COUNTED(is_our_file(file), REAL(pwrite64)(file, bytes, length, from),
          about_to_write(file, bytes, length, from))
  if (result >= 0) has_written(deed, result);
  DONE
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t from) {
  return pwrite64(file, bytes, length, from);
}

/* Several pieces as one; to be freed. */
static char *joined(const struct iovec *parts, int count, size_t *length) {
  *length = 0;
  for (int i = 0; i < count; i++) *length += parts[i].iov_len;
  char *whole = malloc(*length + 1), *end = whole;
  for (int i = 0; i < count; i++) end = mempcpy(end, parts[i].iov_base, parts[i].iov_len);
  return whole;
}

/* To a file it is written as one piece; to a connection it goes as it is. */
ssize_t writev(int file, const struct iovec *parts, int count) {
  if (is_followed() && is_our_file(file)) {
    size_t length;
    char *whole = joined(parts, count, &length);
    ssize_t result = write(file, whole, length);
    free(whole);
    return result;
  }
  COUNTED(is_connection(file), REAL(writev)(file, parts, count), 0)
  DONE
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off_t from) {
  if (!is_followed() || !is_our_file(file)) return REAL(pwritev64)(file, parts, count, from);
  size_t length;
  char *whole = joined(parts, count, &length);
  ssize_t result = pwrite64(file, whole, length, from);
  free(whole);
  return result;
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t from) {
  return pwritev64(file, parts, count, from);
}

ssize_t send(int file, const void *bytes, size_t length, int flags) {
  COUNTED(is_connection(file), REAL(send)(file, bytes, length, flags), 0)
  DONE
}

ssize_t sendto(int file, const void *bytes, size_t length, int flags, const struct sockaddr *to,
               socklen_t size) {
  COUNTED(is_connection(file), REAL(sendto)(file, bytes, length, flags, to, size), 0)
  DONE
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
  COUNTED(is_connection(file), REAL(sendmsg)(file, message, flags), 0)
  DONE
}

int ftruncate64(int file, off_t length) {
  COUNTED(is_our_file(file), REAL(ftruncate64)(file, length), about_to_cut(file, length))
  DONE
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int fsync(int file) {
  COUNTED(is_our_file(file), REAL(fsync)(file), 0)
  if (result == 0) synced(file);
  DONE
}

int fdatasync(int file) {
  COUNTED(is_our_file(file), REAL(fdatasync)(file), 0)
  if (result == 0) synced(file);
  DONE
}

static struct deed *about_to_move(const char *from, const char *to) {
  char name[3 * PATH_MAX];
  strcpy(name, spelled(AT_FDCWD, from));
  return about_to_rename(name, spelled(AT_FDCWD, to));
}

int rename(const char *from, const char *to) {
  COUNTED(is_our_name(AT_FDCWD, from) || is_our_name(AT_FDCWD, to), REAL(rename)(from, to),
          about_to_move(from, to))
  DONE
}

int unlink(const char *path) {
  COUNTED(is_our_name(AT_FDCWD, path), REAL(unlink)(path), about_to_remove(spelled(AT_FDCWD, path)))
  DONE
}

int rmdir(const char *path) {
  COUNTED(is_our_name(AT_FDCWD, path), REAL(rmdir)(path), about_to_remove(spelled(AT_FDCWD, path)))
  DONE
}

int unlinkat(int at, const char *path, int flags) {
  COUNTED(is_our_name(at, path), REAL(unlinkat)(at, path, flags), about_to_remove(spelled(at, path)))
  DONE
}

int link(const char *from, const char *to) {
  COUNTED(is_our_name(AT_FDCWD, to), REAL(link)(from, to), about_to_make(spelled(AT_FDCWD, to), 0))
  DONE
}

int mkdir(const char *path, mode_t mode) {
  COUNTED(is_our_name(AT_FDCWD, path), REAL(mkdir)(path, mode),
          about_to_make(spelled(AT_FDCWD, path), 1))
  DONE
}

/* Its name is known only when it is made. */
char *mkdtemp(char *path) {
  if (!enter()) return REAL(mkdtemp)(path);
  int counts = is_our_name(AT_FDCWD, path);
  if (counts) count_call();
  char *result = REAL(mkdtemp)(path);
  int said = errno;
  if (counts && result) about_to_make(spelled(AT_FDCWD, result), 1);
  DONE
}

/* To be called inside: to empty a file, or to make one, is a deed like any other. */
static struct deed *about_to_open(int at, const char *path, int flags) {
  const char *name = spelled(at, path);
  if (!is_ours(name)) return 0;
  if (access(name, F_OK)) {
    if (!(flags & O_CREAT)) return 0;
    count_call();
    return about_to_make(name, 0);
  }
  if (!(flags & O_TRUNC) || flags & O_EXCL) return 0;
  count_call();
  int file = openat(at, path, O_RDWR | O_CLOEXEC);
  if (file < 0) return 0;
  /* It stays open for the locks' sake. */
  return about_to_cut(file, 0);
}

static int opened(int at, const char *path, int flags, mode_t mode) {
  static int (*real)(int, const char *, int, ...);
  if (!real) real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat64");
  if (!(flags & (O_CREAT | O_TRUNC)) || !enter()) return real(at, path, flags, mode);
  struct deed *deed = about_to_open(at, path, flags);
  int result = real(at, path, flags, mode), said = errno;
  if (result < 0) was_not_done(deed);
  DONE
}

#define MODE_OF(flags)                            \
  mode_t mode = 0;                                \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {        \
    va_list rest;                                 \
    va_start(rest, flags);                        \
    mode = va_arg(rest, mode_t);                  \
    va_end(rest);                                 \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened(at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened(at, path, flags | O_LARGEFILE, mode);
}
