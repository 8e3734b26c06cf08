/* Remembers what a program has really asked the disk to keep.

   Loaded before the C library, this copies every file under the folder $OUTFLANK_SHADOW to
   NAME.synced whenever the program syncs it, and removes the copy with the file. A harness that
   kills the program and puts the copies in the place of the files has thrown away all writes
   that were not synced, as a power cut may.

   The copy is read through the program's own descriptor: closing another one would drop the
   locks that SQLite holds on the file. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int (*sync_function)(int);

static void give_up(const char *what) {
    perror(what);
    abort(); /* a copy that is missing would blame the program for a fault of this file */
}

static void copy_contents(int from, int to) {
    char buffer[1 << 16];
    off_t at = 0;
    ssize_t count;
    while ((count = pread(from, buffer, sizeof buffer, at)) > 0) {
        for (ssize_t done = 0; done < count;) {
            ssize_t written = write(to, buffer + done, (size_t)(count - done));
            if (written < 0) give_up("unsynced: write");
            done += written;
        }
        at += count;
    }
    if (count < 0) give_up("unsynced: read");
}

static void remember(int file) {
    const char *folder = getenv("OUTFLANK_SHADOW");
    char link[64], path[PATH_MAX], copy[PATH_MAX + 16], unfinished[PATH_MAX + 64];
    struct stat status;
    if (folder == NULL || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) give_up("unsynced: readlink");
    path[length] = '\0';
    if (strncmp(path, folder, strlen(folder)) != 0) return;
    snprintf(copy, sizeof copy, "%s.synced", path);
    snprintf(unfinished, sizeof unfinished, "%s.%ld", copy, (long)syscall(SYS_gettid));
    int to = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (to < 0) give_up("unsynced: open");
    copy_contents(file, to);
    if (close(to) != 0 || rename(unfinished, copy) != 0) give_up("unsynced: rename");
}

static int synced(const char *name, int file) {
    sync_function really = (sync_function)dlsym(RTLD_NEXT, name);
    int result = really(file);
    if (result == 0) remember(file);
    return result;
}

int fsync(int file) { return synced("fsync", file); }

int fdatasync(int file) { return synced("fdatasync", file); }

int unlink(const char *path) {
    int (*really)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    const char *folder = getenv("OUTFLANK_SHADOW");
    char copy[PATH_MAX + 16];
    int result = really(path);
    if (result == 0 && folder != NULL && strncmp(path, folder, strlen(folder)) == 0) {
        snprintf(copy, sizeof copy, "%s.synced", path);
        really(copy);
    }
    return result;
}
