/*
 * A machine that dies at a system call, for LD_PRELOAD. It counts what the process makes, writes, syncs,
 * truncates, renames, removes and sends, and ends it by SIGKILL before the n-th of these; the last is
 * the end of the process itself. Where the power is cut as well, what was never synced is lost, or a
 * part of it:
 *
 *   MACHINE_FOLDER   the files that count are those in here (connections always count)
 *   MACHINE_COUNTER  a file of eight bytes, which holds the number of calls so far; it lies outside
 *                    of the folder, on the same disk
 *   MACHINE_DIES_AT  n; 0 or nothing: never
 *   MACHINE_LOSES    none: the process alone has died; all: the power was cut, and what was never
 *                    synced is lost; some: a part of it is, and writes may be torn
 *   MACHINE_SEED     which part
 *
 * calls.c counts, refused.c ends what cannot be counted, disk.c knows what is not on the disk yet.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/types.h>

/* What was done to a file, or to a name, and is not on the disk yet. */
struct deed;

/* Where a power cut takes nothing the disk is not asked, and has nothing to remember. */
extern int may_lose;

/* To be called before the thing is done. */
struct deed *about_to_write(int file, const void *bytes, size_t length, off_t from);
struct deed *about_to_cut(int file, off_t length);
struct deed *about_to_make(const char *name, int is_folder);
struct deed *about_to_rename(const char *name, const char *new_name);
struct deed *about_to_remove(const char *name);

/* To be called after it: how many bytes were written, or that nothing was done. */
void has_written(struct deed *deed, size_t length);
void was_not_done(struct deed *deed);

/* What was synced is on the disk: a file with all that it holds, a folder with all of its names. */
void synced(int file);

/* Takes back what is not: all of it, or a part by chance. Nothing may be done after it. */
void cut_power(int loses_all, uint64_t seed);

/* Where an open file lies, as far as it has a name. */
const char *path_of(int file);

/* Whether what this thread does is the process's doing, and to be looked at. */
int is_followed(void);
int is_our_name(int at, const char *path);
int is_our_file(int file);
int is_connection(int file);
