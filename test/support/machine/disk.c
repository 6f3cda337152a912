/*
 * What is not on the disk yet, the newest first, and what a power cut leaves of it.
 *
 * The disk is one that keeps its word: what fsync or fdatasync has reported is there, and a name is
 * there once its folder was synced; that of the folder itself, once the folder above was. Names are
 * lost from the newest on, as a file system with a journal loses them. What was written to files
 * reaches the disk in any order, sector by sector, or as a length alone.
 */
#include "machine.h"
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECTOR = 512 };

/* A file that something was done to. Its descriptor is never closed: that would end our locks. */
struct file {
  dev_t device;
  ino_t inode;
  int opened;
  struct file *next;
};

struct deed {
  enum { WRITTEN, CUT, MADE, REMOVED, RENAMED } kind;
  struct file *file;
  off_t from;    /* WRITTEN: where; CUT: the new length */
  size_t length; /* WRITTEN: of the bytes */
  off_t size_before;
  size_t length_before; /* of the bytes that stood there */
  char *before, *after;
  char *name, *new_name;
  char *kept; /* outside: what had the name before, or where a new folder goes with all that is in it */
  mode_t folder; /* REMOVED: the mode of a folder */
  struct deed *older;
};

int may_lose;
static struct deed *deeds;
static struct file *files;
static uint64_t seed;

/* splitmix64 */
static uint64_t chance(void) {
  uint64_t z = (seed += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

const char *path_of(int file) {
  static __thread char path[PATH_MAX];
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  return path;
}

/* Opened anew, because a descriptor that appends, or cannot be read, is of no use here. */
static struct file *file_of(int file) {
  struct stat state;
  if (fstat(file, &state)) abort();
  struct file *known;
  for (known = files; known; known = known->next)
    if (known->device == state.st_dev && known->inode == state.st_ino) return known;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  known = calloc(1, sizeof *known);
  known->device = state.st_dev;
  known->inode = state.st_ino;
  known->opened = open(link, O_RDWR | O_CLOEXEC);
  if (known->opened < 0) abort();
  known->next = files;
  return files = known;
}

static struct deed *new_deed(int kind) {
  struct deed *deed = calloc(1, sizeof *deed);
  deed->kind = kind;
  deed->older = deeds;
  return deeds = deed;
}

static void forget(struct deed *deed) {
  if (deed->kept) unlink(deed->kept);
  free(deed->before);
  free(deed->after);
  free(deed->name);
  free(deed->new_name);
  free(deed->kept);
  free(deed);
}

/* Of all that is done one thing at a time, so the deed is the newest. */
void was_not_done(struct deed *deed) {
  if (!deed) return;
  deeds = deed->older;
  forget(deed);
}

void has_written(struct deed *deed, size_t length) {
  if (deed) deed->length = length;
}

/* What stands in a file from here on, up to a length. */
static void keep_before(struct deed *deed, int file, size_t length) {
  struct stat state;
  deed->file = file_of(file);
  if (fstat(file, &state)) abort();
  deed->size_before = state.st_size;
  if (deed->from >= state.st_size) return;
  size_t there = state.st_size - deed->from;
  deed->length_before = length < there ? length : there;
  deed->before = malloc(deed->length_before);
  ssize_t known = pread(deed->file->opened, deed->before, deed->length_before, deed->from);
  if (known != (ssize_t)deed->length_before) abort();
}

struct deed *about_to_write(int file, const void *bytes, size_t length, off_t from) {
  if (!may_lose) return 0;
  struct deed *deed = new_deed(WRITTEN);
  deed->from = from;
  deed->length = length;
  deed->after = malloc(length + 1);
  memcpy(deed->after, bytes, length);
  keep_before(deed, file, length);
  return deed;
}

struct deed *about_to_cut(int file, off_t length) {
  if (!may_lose) return 0;
  struct deed *deed = new_deed(CUT);
  deed->from = length;
  keep_before(deed, file, SIZE_MAX);
  return deed;
}

/* A name outside of the folder. */
static char *new_keepsake(void) {
  static unsigned keepsakes;
  char kept[PATH_MAX];
  snprintf(kept, sizeof kept, "%s.kept-%d-%u", getenv("MACHINE_COUNTER"), getpid(), ++keepsakes);
  return strdup(kept);
}

/* Another name for what has this one, so that it stays. */
static char *keep(const char *name) {
  char *kept = new_keepsake();
  if (!link(name, kept)) return kept;
  free(kept);
  return 0;
}

struct deed *about_to_make(const char *name, int is_folder) {
  if (!may_lose) return 0;
  struct deed *deed = new_deed(MADE);
  deed->name = strdup(name);
  if (is_folder) deed->kept = new_keepsake();
  return deed;
}

struct deed *about_to_rename(const char *name, const char *new_name) {
  if (!may_lose) return 0;
  struct deed *deed = new_deed(RENAMED);
  deed->name = strdup(name);
  deed->new_name = strdup(new_name);
  deed->kept = keep(new_name);
  return deed;
}

struct deed *about_to_remove(const char *name) {
  if (!may_lose) return 0;
  struct deed *deed = new_deed(REMOVED);
  struct stat state;
  deed->name = strdup(name);
  if (!stat(name, &state) && S_ISDIR(state.st_mode)) deed->folder = state.st_mode;
  else deed->kept = keep(name);
  return deed;
}

static int is_of_names(const struct deed *deed) {
  return deed->kind == MADE || deed->kind == REMOVED || deed->kind == RENAMED;
}

static int is_in(const char *name, const char *place) {
  size_t length = strlen(place);
  return name && !strncmp(name, place, length) && name[length] == '/' && !strchr(name + length + 1, '/');
}

void synced(int file) {
  struct stat state;
  if (!deeds || fstat(file, &state)) return;
  const char *place = S_ISDIR(state.st_mode) ? path_of(file) : 0;
  struct deed **deed = &deeds;
  while (*deed) {
    struct deed *this = *deed;
    int done = is_of_names(this)
                   ? place && (is_in(this->name, place) || is_in(this->new_name, place))
                   : this->file->device == state.st_dev && this->file->inode == state.st_ino;
    if (!done) {
      deed = &this->older;
      continue;
    }
    *deed = this->older;
    forget(this);
  }
}

static void put_back(struct deed *deed) {
  switch (deed->kind) {
    case WRITTEN:
    case CUT:
      if (deed->length_before)
        (void)!pwrite(deed->file->opened, deed->before, deed->length_before, deed->from);
      (void)!ftruncate(deed->file->opened, deed->size_before);
      break;
    case MADE:
      if (deed->kept) rename(deed->name, deed->kept);
      else unlink(deed->name);
      break;
    case REMOVED:
      if (deed->folder) mkdir(deed->name, deed->folder & 07777);
      else (void)!link(deed->kept, deed->name);
      break;
    case RENAMED:
      rename(deed->new_name, deed->name);
      if (deed->kept) (void)!link(deed->kept, deed->new_name);
  }
}

static void tear(const struct deed *deed) {
  off_t end = deed->from + deed->length;
  for (off_t at = deed->from, next; at < end; at = next) {
    next = (at / SECTOR + 1) * SECTOR;
    if (next > end) next = end;
    if (chance() % 2)
      (void)!pwrite(deed->file->opened, deed->after + (at - deed->from), next - at, at);
  }
}

static void lengthen(const struct deed *deed) {
  struct stat state;
  off_t end = deed->from + deed->length;
  if (!fstat(deed->file->opened, &state) && state.st_size < end)
    (void)!ftruncate(deed->file->opened, end);
}

/* Of what reaches the disk one write in eight is torn, and of one in eight it is the length alone. */
static void do_again(struct deed *deed) {
  if (deed->kind == CUT) {
    (void)!ftruncate(deed->file->opened, deed->from);
    return;
  }
  switch (chance() % 8) {
    case 0:
      tear(deed);
      break;
    case 1:
      lengthen(deed);
      break;
    default:
      (void)!pwrite(deed->file->opened, deed->after, deed->length, deed->from);
  }
}

void cut_power(int loses_all, uint64_t by) {
  struct deed *deed, *older, *oldest = 0;
  uint64_t names = 0;
  seed = by;
  for (deed = deeds; deed; deed = deed->older) {
    if (is_of_names(deed)) names++;
    else put_back(deed);
  }
  uint64_t lost = loses_all ? names : chance() % (names + 1);
  for (deed = deeds; deed; deed = older) {
    older = deed->older;
    if (is_of_names(deed) && lost) {
      lost--;
      put_back(deed);
    }
    deed->older = oldest;
    oldest = deed;
  }
  if (loses_all) return;
  for (deed = oldest; deed; deed = deed->older)
    if (!is_of_names(deed) && chance() % 2) do_again(deed);
}
