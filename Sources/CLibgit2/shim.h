// The libgit2 that pkg-config finds, and the calls of it that Swift cannot make: git_libgit2_opts is variadic.
#ifndef GIT_MUNGE_CLIBGIT2_SHIM_H
#define GIT_MUNGE_CLIBGIT2_SHIM_H

#include <git2.h>

/// Sets the search path of one configuration level; an empty path switches the level off.
static inline int munge_libgit2_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

/// Whether an object that is read is hashed and compared with its name.
static inline int munge_libgit2_set_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

#endif
