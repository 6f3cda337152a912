/*
 * A machine that dies at a system call, for LD_PRELOAD. It counts what the process writes, syncs,
 * truncates, renames, removes and sends, and ends it by SIGKILL before the n-th of these. Where the
 * power is cut as well, what was never synced is lost, or a part of it:
 *
 *   MACHINE_FOLDER   the files that count are those in here (connections always count)
 *   MACHINE_COUNTER  a file of eight bytes, which holds the number of calls so far
 *   MACHINE_DIES_AT  n; 0 or nothing: never
 *   MACHINE_LOSES    none: the process alone has died; all: the power was cut, and what was never
 *                    synced is lost; some: a part of it is, one write may be torn
 *   MACHINE_SEED     which part
 *
 * The disk is one that keeps its word: what fsync or fdatasync has reported is there. A name is kept
 * once its folder is synced. Memory that is mapped is not followed: SQLite maps its -shm file alone,
 * which it makes anew after a crash.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* What was done to a file, or to a name, and is not on the disk yet. The newest comes first. */
struct deed {
  enum { WRITTEN, CUT, MADE, REMOVED, RENAMED } kind;
  dev_t device;
  ino_t inode;
  int file; /* a descriptor of our own, which stays open */
  off_t from;    /* WRITTEN: where; CUT: the new length */
  size_t length; /* WRITTEN: of the bytes */
  off_t size_before;
  size_t length_before; /* of the bytes that stood there */
  char *before, *after;
  char *name, *new_name, *kept; /* kept: a link to what had the name before */
  struct deed *older;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct deed *deeds;
static char folder[PATH_MAX];
static size_t folder_length;
static uint64_t *counter, dies_at, seed;
static enum { NONE, ALL, SOME } loses;
static unsigned keepsakes;
static __thread int inside; /* our own calls do not count */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *in = getenv("MACHINE_FOLDER"), *count = getenv("MACHINE_COUNTER");
  if (!in || !count || !realpath(in, folder)) return;
  inside = 1;
  int file = open(count, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, sizeof *counter)) abort();
  counter = mmap(0, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (counter == MAP_FAILED) abort();
  inside = 0;
  const char *at = getenv("MACHINE_DIES_AT"), *what = getenv("MACHINE_LOSES");
  const char *part = getenv("MACHINE_SEED");
  dies_at = at ? strtoull(at, 0, 10) : 0;
  seed = part ? strtoull(part, 0, 10) : 1;
  loses = !what || !strcmp(what, "none") ? NONE : !strcmp(what, "all") ? ALL : SOME;
  folder_length = strlen(folder);
}

/* splitmix64 */
static uint64_t chance(void) {
  uint64_t z = (seed += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static int is_ours(const char *path) {
  return folder_length && !strncmp(path, folder, folder_length) &&
         (path[folder_length] == '/' || path[folder_length] == 0);
}

static char *whole_path(int at, const char *path) {
  static __thread char whole[2 * PATH_MAX];
  char base[PATH_MAX];
  if (path[0] == '/') return strcpy(whole, path);
  char link[64];
  snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
  ssize_t length = readlink(link, base, sizeof base - 1);
  if (length < 0) return strcpy(whole, "");
  base[length] = 0;
  snprintf(whole, sizeof whole, "%s/%s", base, path);
  return whole;
}

/* Whether a descriptor is a file, or a folder, that counts. */
static int is_our_file(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

static int is_connection(int file) {
  int kind;
  socklen_t length = sizeof kind;
  return folder_length && !getsockopt(file, SOL_SOCKET, SO_DOMAIN, &kind, &length) &&
         (kind == AF_INET || kind == AF_INET6);
}

static void put_back(struct deed *deed) {
  switch (deed->kind) {
    case WRITTEN:
    case CUT:
      if (deed->length_before)
        (void)!pwrite(deed->file, deed->before, deed->length_before, deed->from);
      (void)!ftruncate(deed->file, deed->size_before);
      break;
    case MADE:
      unlink(deed->name);
      break;
    case REMOVED:
      (void)!link(deed->kept, deed->name);
      break;
    case RENAMED:
      rename(deed->new_name, deed->name);
      if (deed->kept) (void)!link(deed->kept, deed->new_name);
  }
}

static void do_again(struct deed *deed) {
  size_t length = deed->length;
  switch (deed->kind) {
    case WRITTEN:
      /* One write in eight is torn, at the end of a sector. */
      if (chance() % 8 == 0) length = (chance() % (length + 1)) / 512 * 512;
      (void)!pwrite(deed->file, deed->after, length, deed->from);
      break;
    case CUT:
      (void)!ftruncate(deed->file, deed->from);
      break;
    default:
      break;
  }
}

static int is_of_names(const struct deed *deed) {
  return deed->kind == MADE || deed->kind == REMOVED || deed->kind == RENAMED;
}

/* Names are lost from the newest on; what was written to a file reaches the disk in any order. */
static void cut_power(void) {
  struct deed *deed, *older, *oldest = 0;
  uint64_t names = 0;
  for (deed = deeds; deed; deed = deed->older) {
    if (is_of_names(deed)) names++;
    else put_back(deed);
  }
  uint64_t lost = loses == ALL ? names : chance() % (names + 1);
  for (deed = deeds; deed; deed = older) {
    older = deed->older;
    if (is_of_names(deed) && lost) {
      lost--;
      put_back(deed);
    }
    deed->older = oldest;
    oldest = deed;
  }
  if (loses == SOME)
    for (deed = oldest; deed; deed = deed->older)
      if (chance() % 2) do_again(deed);
}

/* To be called with the lock, before each call that counts. */
static void count_call(void) {
  if (++*counter != dies_at) return;
  if (loses != NONE) cut_power();
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static struct deed *new_deed(int kind) {
  struct deed *deed = calloc(1, sizeof *deed);
  if (!deed) abort();
  deed->kind = kind;
  deed->older = deeds;
  return deeds = deed;
}

/* What stands in a file from here on, up to a length. Closing nothing: that would end our locks. */
static void keep_before(struct deed *deed, int file, size_t length) {
  struct stat state;
  if (fstat(file, &state)) abort();
  deed->device = state.st_dev;
  deed->inode = state.st_ino;
  deed->size_before = state.st_size;
  deed->file = dup(file);
  if (deed->from >= state.st_size) return;
  size_t there = state.st_size - deed->from;
  deed->length_before = length < there ? length : there;
  deed->before = malloc(deed->length_before);
  if (pread(file, deed->before, deed->length_before, deed->from) >= 0) return;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int readable = open(link, O_RDONLY);
  if (pread(readable, deed->before, deed->length_before, deed->from) < 0) abort();
}

static struct deed *about_to_write(int file, const void *bytes, size_t length, off_t from) {
  struct deed *deed = new_deed(WRITTEN);
  deed->from = from;
  deed->length = length;
  deed->after = malloc(length + 1);
  memcpy(deed->after, bytes, length);
  keep_before(deed, file, length);
  return deed;
}

/* Where the next write to a file goes. */
static off_t place_of(int file) {
  struct stat state;
  int appends = fcntl(file, F_GETFL) & O_APPEND;
  return appends && !fstat(file, &state) ? state.st_size : lseek(file, 0, SEEK_CUR);
}

static char *keep_link(const char *path) {
  char kept[PATH_MAX];
  snprintf(kept, sizeof kept, "%s.kept-%d-%u", getenv("MACHINE_COUNTER"), getpid(), ++keepsakes);
  return link(path, kept) ? 0 : strdup(kept);
}

static int is_in(const char *name, const char *place) {
  size_t length = strlen(place);
  return name && !strncmp(name, place, length) && name[length] == '/' && !strchr(name + length + 1, '/');
}

/* A file that was synced is on the disk; a folder that was synced has its names. */
static void synced(int file) {
  struct stat state;
  if (fstat(file, &state)) return;
  char link[64], place[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, place, sizeof place - 1);
  place[length < 0 ? 0 : length] = 0;
  struct deed **deed = &deeds;
  while (*deed) {
    int done = is_of_names(*deed)
                   ? S_ISDIR(state.st_mode) && (is_in((*deed)->name, place) || is_in((*deed)->new_name, place))
                   : (*deed)->device == state.st_dev && (*deed)->inode == state.st_ino;
    if (!done) {
      deed = &(*deed)->older;
      continue;
    }
    struct deed *gone = *deed;
    *deed = gone->older;
    /* Its descriptor stays open: to close one gives up the locks of the process. */
    free(gone->before);
    free(gone->after);
    free(gone->name);
    free(gone->new_name);
    free(gone->kept);
    free(gone);
  }
}

static int enter(void) {
  if (!folder_length || inside) return 0;
  pthread_mutex_lock(&lock);
  inside = 1;
  return 1;
}

static void leave(void) {
  inside = 0;
  pthread_mutex_unlock(&lock);
}

/* Runs `call` as one that counts, when `counts` holds; `deed` is written down before it. */
#define COUNTED(counts, call, noting) \
  __typeof__(call) result;          \
  if (!enter()) return call;        \
  struct deed *done = 0;            \
  if (counts) {                     \
    count_call();                   \
    done = noting;                  \
  }                                 \
  result = call;                    \
  (void)done;

ssize_t write(int file, const void *bytes, size_t length) {
  COUNTED(is_our_file(file) || is_connection(file), REAL(write)(file, bytes, length),
          is_connection(file) ? 0 : about_to_write(file, bytes, length, place_of(file)))
  if (done) done->length = result < 0 ? 0 : result;
  leave();
  return result;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t from) {
  COUNTED(is_our_file(file), REAL(pwrite64)(file, bytes, length, from),
          about_to_write(file, bytes, length, from))
  if (done) done->length = result < 0 ? 0 : result;
  leave();
  return result;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t from) {
  return pwrite64(file, bytes, length, from);
}

/* To a file it is written as one piece; to a connection it goes as it is. */
ssize_t writev(int file, const struct iovec *parts, int count) {
  if (folder_length && !inside && is_our_file(file)) {
    size_t length = 0;
    for (int i = 0; i < count; i++) length += parts[i].iov_len;
    char *whole = malloc(length + 1), *end = whole;
    for (int i = 0; i < count; i++) end = mempcpy(end, parts[i].iov_base, parts[i].iov_len);
    ssize_t result = write(file, whole, length);
    free(whole);
    return result;
  }
  COUNTED(is_connection(file), REAL(writev)(file, parts, count), 0)
  leave();
  return result;
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
  COUNTED(is_connection(file), REAL(sendmsg)(file, message, flags), 0)
  leave();
  return result;
}

ssize_t send(int file, const void *bytes, size_t length, int flags) {
  COUNTED(is_connection(file), REAL(send)(file, bytes, length, flags), 0)
  leave();
  return result;
}

static struct deed *about_to_cut(int file, off_t length) {
  struct deed *deed = new_deed(CUT);
  deed->from = length;
  keep_before(deed, file, SIZE_MAX);
  return deed;
}

int ftruncate64(int file, off_t length) {
  COUNTED(is_our_file(file), REAL(ftruncate64)(file, length), about_to_cut(file, length))
  leave();
  return result;
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int fsync(int file) {
  COUNTED(is_our_file(file), REAL(fsync)(file), 0)
  if (result == 0) synced(file);
  leave();
  return result;
}

int fdatasync(int file) {
  COUNTED(is_our_file(file), REAL(fdatasync)(file), 0)
  if (result == 0) synced(file);
  leave();
  return result;
}

static struct deed *about_to_rename(const char *from, const char *to) {
  struct deed *deed = new_deed(RENAMED);
  deed->name = strdup(whole_path(AT_FDCWD, from));
  deed->new_name = strdup(whole_path(AT_FDCWD, to));
  deed->kept = keep_link(to);
  return deed;
}

int rename(const char *from, const char *to) {
  COUNTED(is_ours(whole_path(AT_FDCWD, to)), REAL(rename)(from, to), about_to_rename(from, to))
  leave();
  return result;
}

static struct deed *about_to_remove(const char *path) {
  char *kept = keep_link(path);
  if (!kept) return 0;
  struct deed *deed = new_deed(REMOVED);
  deed->name = strdup(whole_path(AT_FDCWD, path));
  deed->kept = kept;
  return deed;
}

int unlink(const char *path) {
  COUNTED(is_ours(whole_path(AT_FDCWD, path)), REAL(unlink)(path), about_to_remove(path))
  leave();
  return result;
}

int remove(const char *path) {
  struct stat state;
  return !lstat(path, &state) && S_ISDIR(state.st_mode) ? rmdir(path) : unlink(path);
}

/* A new name is a deed like any other. */
static int opened(int at, const char *path, int flags, mode_t mode) {
  static int (*real)(int, const char *, int, ...);
  if (!real) real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat64");
  if (!(flags & O_CREAT) || !enter()) return real(at, path, flags, mode);
  char *whole = whole_path(at, path);
  int is_new = is_ours(whole) && access(whole, F_OK);
  if (is_new) count_call();
  int file = real(at, path, flags, mode);
  if (is_new && file >= 0) new_deed(MADE)->name = strdup(whole);
  leave();
  return file;
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
