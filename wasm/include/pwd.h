/* pwd.h - nobody is known by name here (posix.c). */
#ifndef WASM_PWD_H
#define WASM_PWD_H

#include <sys/types.h>

struct passwd {
    char *pw_name, *pw_dir;
    uid_t pw_uid;
    gid_t pw_gid;
};
struct passwd *getpwuid(uid_t uid);
struct passwd *getpwnam(const char *name);

#endif
