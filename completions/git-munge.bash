# shellcheck shell=bash disable=SC2154
# The end of the completion for bash, after what the program generates (scripts/completion).

# git's completion calls this for `git munge`, with the line in words, the number of its last word in cword and, unless git is
# old, that of "munge" in __git_cmd_idx.
_git_munge() {
    local -a COMP_WORDS=(git-munge "${words[@]:${__git_cmd_idx:-1}+1}")
    local COMP_CWORD=$((cword - ${__git_cmd_idx:-1})) COMP_LINE="${COMP_WORDS[*]}"
    local COMP_POINT=${#COMP_LINE}
    _git_munge_by_itself git-munge "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
}

# After NAME= bash adds no blank, because the value follows. bash 3.2 has no compopt.
_git_munge_by_itself() {
    _git-munge "$@"
    compopt +o default +o bashdefault
    case ${COMPREPLY[0]-} in
    *=) compopt +o filenames -o nospace ;;
    *) compopt -o filenames +o nospace ;;
    esac
} 2>/dev/null

complete -o filenames -F _git_munge_by_itself git-munge
