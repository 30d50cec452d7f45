# shellcheck shell=bash
# Completion for bash: `git munge` and `git-munge`.
#
# git's own completion calls _git_munge, with the line so far in cur, cword and words, and with the
# place of "munge" in __git_cmd_idx. Where bash-completion is there too, git has it load this file by
# the name git-munge; else source it. It keeps to what bash 3.2 knows, which is the bash of macOS.

_git_munge() {
    # Older ones of git have no __git_cmd_idx: "munge" is then taken to follow "git".
    local at=$((${__git_cmd_idx:-1} + 1))
    if [ "$cword" -le "$at" ]; then
        _git_munge_offer "init install uninstall status set diff explain verify repair" \
            "-h --help --version"
        return
    fi
    case ${words[at]} in
    init) _git_munge_offer_paths "-n --dry-run -v --verbose -y --yes --no-commit --no-install -m --message --private --text -h --help --version" ;;
    install) _git_munge_offer "$(_git_munge_variables "=")" "--private --rules -n --dry-run --hooks --no-hooks --editor --no-editor -y --yes -h --help --version" ;;
    set)
        local sign="="
        case " ${words[*]} " in *" --unset "*) sign="" ;; esac
        _git_munge_offer "$(_git_munge_variables "$sign")" "--unset --global -n --dry-run -h --help --version" ;;
    status) _git_munge_offer "" "--check --json -h --help --version" ;;
    uninstall) _git_munge_offer "" "--this-worktree -y --yes -n --dry-run -h --help --version" ;;
    verify)
        _git_munge_offer "$(git for-each-ref --format='%(refname:short)' 2>/dev/null)" \
            "--staged --worktree --history --report --baseline --strict --simulate --show-values -h --help --version"
        ;;
    repair) _git_munge_offer_paths "--commits -y --yes -n --dry-run -h --help --version" ;;
    explain) _git_munge_offer_paths "-h --help --version" ;;
    diff) _git_munge_offer_paths "-h --help --version" ;;
    esac
}

# _git_munge_offer WORDS OPTIONS: completes OPTIONS if the word starts with `-`, else WORDS. With
# nospace bash adds no blank, so this adds it, except after NAME=, where the value follows.
_git_munge_offer() {
    local word offered=$1
    case $cur in -*) offered=$2 ;; esac
    # Without these, bash completes file names if no word matches.
    compopt +o default +o bashdefault 2>/dev/null
    if declare -F __gitcomp >/dev/null; then
        __gitcomp "$offered"
        return
    fi
    for word in $offered; do
        case $word in
        "$cur"*=) COMPREPLY+=("$word") ;;
        "$cur"*) COMPREPLY+=("$word ") ;;
        esac
    done
}

# Completes file names: bash does if there are no completions.
_git_munge_offer_paths() {
    case $cur in -*) _git_munge_offer "" "$1" ;; esac
}

# _git_munge_variables [SUFFIX]: the names that .gitmunge and private rules declare; none where there is no such file.
_git_munge_variables() {
    local git=git top name file
    # git's own knows the -C and --git-dir of the line.
    if declare -F __git >/dev/null; then git=__git; fi
    top=$($git rev-parse --show-toplevel 2>/dev/null) && [ -n "$top" ] || return
    for file in "$top/.gitmunge" "$($git rev-parse --git-common-dir)/munge/rules" "$($git config --type=path munge.rulesFile)"; do
        $git config -f "$file" --name-only --get-regexp '^variable\..*\.kind$' 2>/dev/null
    done |
        while read -r name; do
            name=${name#variable.}
            echo "${name%.kind}${1-}"
        done
}

# For `git-munge`, which git's completion does not come by: the same in its place.
_git_munge_by_itself() {
    local cur words cword __git_cmd_idx=0
    if declare -F _get_comp_words_by_ref >/dev/null; then
        # As git does: a word with = or : is one word.
        _get_comp_words_by_ref -n =: cur words cword
    else
        words=("${COMP_WORDS[@]}") cword=$COMP_CWORD cur=${COMP_WORDS[COMP_CWORD]}
    fi
    _git_munge
}

complete -o bashdefault -o default -o nospace -F _git_munge_by_itself git-munge
