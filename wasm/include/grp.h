/* grp.h - no groups (posix.c). */
#ifndef WASM_GRP_H
#define WASM_GRP_H

#include <sys/types.h>

struct group {
    char *gr_name;
    gid_t gr_gid;
};
struct group *getgrgid(gid_t gid);
struct group *getgrnam(const char *name);
int getgrouplist(const char *user, gid_t gid, gid_t *groups, int *count);

#endif
