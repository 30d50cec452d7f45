# shellcheck shell=bash
# Functions of the scripts that need roots of Debian releases. Source it after scripts/lib.sh.

# The Debian releases that git-munge is packaged for, from old to new, and the next one.
# shellcheck disable=SC2034 # for the scripts that source this file
debian_releases='bookworm trixie'
next_debian_release=forky

# What swift needs to build git-munge in a root.
swift_packages=binutils,ca-certificates,g++,git,libc6-dev,libcurl4-openssl-dev,libedit2,libncurses-dev,libsqlite3-0,libxml2-dev
swift_packages+=,tzdata

need_roots() {
    need_package 'mmdebstrap --version' 'mmdebstrap' 'mmdebstrap'
}

# The directory that holds usr/bin/swift.
toolchain() {
    local swift
    swift=$(readlink -f "$(command -v swift)")
    echo "${swift%/usr/bin/*}"
}

# copy_sources DIRECTORY: copy HEAD to a new directory, and the Swift packages that it
# needs in .packages/OWNER/NAME.
copy_sources() {
    local repository url
    mkdir "$1"
    git archive HEAD | tar -xf - -C "$1"
    swift package --package-path "$1" --disable-dependency-cache resolve
    for repository in "$1"/.build/repositories/*/; do
        url=$(git -C "$repository" config remote.origin.url)
        git clone --quiet --bare "$repository" "$1/.packages/${url#https://github.com/}"
    done
    rm -rf "$1/.build" "$1/Package.resolved"
}

# in_root RELEASE PACKAGES DIRECTORY COMMAND...: run COMMAND in a new root of a Debian release that has PACKAGES (separated by
# commas). Its working directory is /room, a copy of DIRECTORY. What it writes to /room/out is copied to DIRECTORY/out.
in_root() {
    enter_root "" "$@"
}

# in_swift_root: as in_root, with this machine's Swift toolchain.
in_swift_root() {
    local packages=$2
    enter_root "$(toolchain)" "$1" "$swift_packages,$packages" "${@:3}"
}

enter_root() {
    local toolchain=$1 release=$2 packages=$3 directory=$4 command options=()
    # Lists of packages of a release in preparation are valid for a week, and a mirror can be older. They are signed in any case.
    [ "$release" != "$next_debian_release" ] || options=(--aptopt='Acquire::Check-Valid-Until "false"')
    command=$(printf '%q ' "$toolchain" "${@:5}")
    mkdir -p "$directory/out"
    say "Debian $release: ${*:5}"
    # shellcheck disable=SC2016 # $1 is the root, in the hook
    mmdebstrap --quiet --variant=minbase --include="$packages" ${options[@]+"${options[@]}"} \
        --customize-hook='mkdir "$1/room"' --customize-hook="sync-in '$directory' /room" \
        --customize-hook="packaging/enter-root \"\$1\" $command" \
        --customize-hook="sync-out /room/out '$directory/out'" "$release" /dev/null
}
