// The libgit2 that pkg-config finds, and the calls of it that Swift cannot make: git_libgit2_opts is variadic.
#ifndef GIT_MUNGE_CLIBGIT2_SHIM_H
#define GIT_MUNGE_CLIBGIT2_SHIM_H

#include <git2.h>

/// Whether an object that is read is hashed and compared with its name.
static inline int munge_libgit2_set_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

#endif
