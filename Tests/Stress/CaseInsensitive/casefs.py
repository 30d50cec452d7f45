"""casefs.py DIRECTORY MOUNTPOINT: mount a directory without letter case and Unicode normalisation, as APFS and NTFS have it.

A name is found in any case and in NFC or NFD, and is stored as it was first written. RENAME_EXCHANGE is not offered.
"""
import errno
import os
import sys
import unicodedata

from fuse import FUSE, FuseOSError, Operations


def folded(name):
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


class CaseInsensitive(Operations):
    use_ns = True

    def __init__(self, root):
        self.root = os.path.realpath(root)

    def __call__(self, operation, *arguments):
        try:
            return super().__call__(operation, *arguments)
        except OSError as error:
            raise FuseOSError(error.errno or errno.EIO) from None

    def stored(self, path):
        """The path below the directory, with each name as it is stored; a new name as it is given."""
        found = self.root
        for name in filter(None, path.split("/")):
            if not os.path.lexists(os.path.join(found, name)) and os.path.isdir(found):
                name = next((other for other in os.listdir(found) if folded(other) == folded(name)), name)
            found = os.path.join(found, name)
        return found

    def rename(self, old, new):
        source, target = self.stored(old), self.stored(new)
        if source == target:
            target = os.path.join(os.path.dirname(target), os.path.basename(new))
        os.rename(source, target)

    def getattr(self, path, handle=None):
        status = os.lstat(self.stored(path)) if handle is None else os.fstat(handle)
        names = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_blocks", "st_blksize", "st_rdev")
        times = {name: getattr(status, name + "_ns") for name in ("st_atime", "st_mtime", "st_ctime")}
        return {name: getattr(status, name) for name in names} | times

    def access(self, path, mode):
        if not os.access(self.stored(path), mode):
            raise FuseOSError(errno.EACCES)

    def readdir(self, path, handle):
        return [".", ".."] + os.listdir(self.stored(path))

    def create(self, path, mode):
        return os.open(self.stored(path), os.O_RDWR | os.O_CREAT, mode)

    def open(self, path, flags):
        return os.open(self.stored(path), flags & ~(os.O_CREAT | os.O_EXCL))

    def read(self, path, size, offset, handle):
        return os.pread(handle, size, offset)

    def write(self, path, data, offset, handle):
        return os.pwrite(handle, data, offset)

    def truncate(self, path, length, handle=None):
        os.truncate(self.stored(path) if handle is None else handle, length)

    def utimens(self, path, times=None):
        os.utime(self.stored(path), ns=times, follow_symlinks=False)

    def statfs(self, path):
        status = os.statvfs(self.root)
        return {name: getattr(status, name) for name in dir(status) if name.startswith("f_") and name != "f_fsid"}

    def fsync(self, path, datasync, handle):
        os.fsync(handle)

    def release(self, path, handle):
        os.close(handle)

    def chmod(self, path, mode):
        os.chmod(self.stored(path), mode)

    def chown(self, path, user, group):
        os.chown(self.stored(path), user, group, follow_symlinks=False)

    def mkdir(self, path, mode):
        os.mkdir(self.stored(path), mode)

    def rmdir(self, path):
        os.rmdir(self.stored(path))

    def unlink(self, path):
        os.unlink(self.stored(path))

    def readlink(self, path):
        return os.readlink(self.stored(path))

    def symlink(self, path, target):
        os.symlink(target, self.stored(path))

    def link(self, path, old):
        os.link(self.stored(old), self.stored(path), follow_symlinks=False)


# Each spelling of a name is another entry for the kernel, so it must keep none.
FUSE(
    CaseInsensitive(sys.argv[1]), sys.argv[2], nothreads=True, use_ino=True, entry_timeout=0, negative_timeout=0,
    attr_timeout=0, default_permissions=True, fsname="casefs")
