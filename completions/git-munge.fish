# Completion for fish: `git munge` and `git-munge`. For `git NAME` fish's own completion of git asks
# for that of git-NAME, so that all is said here once.

# Whether the command is this one, or there is none yet.
function __git_munge_in -a command
    set -l words (commandline -opc)
    test "$words[2]" = "$command"
end

# The variables that .gitmunge declares, each with its kind and what is to follow its name.
function __git_munge_variables -a suffix
    set -l top (git rev-parse --show-toplevel 2>/dev/null)
    and git config -f $top/.gitmunge --get-regexp '^variable\..*\.kind$' 2>/dev/null |
        string replace -r '^variable\.(.*)\.kind (.*)' "\$1$suffix\t\$2"
end

complete -c git-munge -f
complete -c git-munge -s h -l help -d 'Show help information.'
complete -c git-munge -l version -d 'Show the version.'

complete -c git-munge -n '__git_munge_in ""' -a install -d 'Show your identifiers in this working tree.'
complete -c git-munge -n '__git_munge_in install' -a '(__git_munge_variables =)'
complete -c git-munge -n '__git_munge_in install' -s n -l dry-run -d 'Say what would be done, and change nothing.'
complete -c git-munge -n '__git_munge_in install' -l force -d "Replace a filter named 'munge' that another tool has set up."
complete -c git-munge -n '__git_munge_in install' -l hooks -d 'Write all hooks, or none; without either, a terminal is asked about the two guards.'
complete -c git-munge -n '__git_munge_in install' -l no-hooks -d 'Write all hooks, or none; without either, a terminal is asked about the two guards.'
complete -c git-munge -n '__git_munge_in install' -s y -l yes -d 'Agree to rules that have changed since you agreed to them, without being asked.'

complete -c git-munge -n '__git_munge_in ""' -a uninstall -d 'Give the canonical working tree back.'
complete -c git-munge -n '__git_munge_in uninstall' -l all-worktrees -d 'Every working tree of this clone.'

complete -c git-munge -n '__git_munge_in ""' -a status -d 'Say how this working tree stands, and what to do next.'
complete -c git-munge -n '__git_munge_in status' -l all -d 'Also show what the maintainer of the rules can act on, as `git munge verify` does.'
complete -c git-munge -n '__git_munge_in status' -l clear -d 'Forget the kept warnings after showing them.'
complete -c git-munge -n '__git_munge_in status' -l json -d 'Print one JSON document for programs.'
complete -c git-munge -n '__git_munge_in status' -l canonical -d 'Exit with 0 only if every munged file on disk is canonical.'

complete -c git-munge -n '__git_munge_in ""' -a set -d 'Give values, and show them in this working tree.'
complete -c git-munge -n '__git_munge_in set' -a '(__git_munge_variables =)'
complete -c git-munge -n '__git_munge_in set' -l global -d 'Keep the values for all your clones; the others follow with `git munge refresh`.'

complete -c git-munge -n '__git_munge_in ""' -a unset -d 'Take values away, and show canonical identifiers for them.'
complete -c git-munge -n '__git_munge_in unset' -a '(__git_munge_variables)'
complete -c git-munge -n '__git_munge_in unset' -l global -d 'Take them from your global configuration, which serves all your clones.'

complete -c git-munge -n '__git_munge_in ""' -a refresh -d 'Follow rules and values that have changed.'
complete -c git-munge -n '__git_munge_in refresh' -s y -l yes -d 'Agree to what is shown, without being asked.'
complete -c git-munge -n '__git_munge_in refresh' -l hook -x -a 'post-checkout post-merge post-rewrite' -d 'As a hook of this name calls it: follow only what you have agreed to, ask nothing, and be quiet.'

complete -c git-munge -n '__git_munge_in ""' -a diff -d 'Show what munging makes of files: canonical against local.'
complete -c git-munge -n '__git_munge_in diff' -F

complete -c git-munge -n '__git_munge_in ""' -a explain -d 'Say which rule does what in a file, and why something is left as it is.'
complete -c git-munge -n '__git_munge_in explain' -F
complete -c git-munge -n '__git_munge_in explain' -l kinds -d 'Describe every kind of finding, in place of a file.'

complete -c git-munge -n '__git_munge_in ""' -a doctor -d 'Look at all that git-munge depends on, and say how to fix it.'
complete -c git-munge -n '__git_munge_in doctor' -l fix -d 'Fix what can be fixed without any risk to your work.'

complete -c git-munge -n '__git_munge_in ""' -a verify -d 'Prove that the repository is canonical, and that no local text got in.'
complete -c git-munge -n '__git_munge_in verify' -a "(git for-each-ref --format='%(refname:short)' 2>/dev/null)"
complete -c git-munge -n '__git_munge_in verify' -l staged -d 'Look at what would be committed now.'
complete -c git-munge -n '__git_munge_in verify' -l worktree -d 'Look at the files on disk: whether a build from here ships what is committed.'
complete -c git-munge -n '__git_munge_in verify' -l history -d 'Look at all commits of all branches and tags.'
complete -c git-munge -n '__git_munge_in verify' -l format -x -a 'human json sarif github junit' -d 'How the report is written: human, json, sarif, github, junit.'
complete -c git-munge -n '__git_munge_in verify' -l baseline -r -F -d 'Accept the findings of an earlier report in JSON.'
complete -c git-munge -n '__git_munge_in verify' -l strict -d 'Take warnings for errors.'
complete -c git-munge -n '__git_munge_in verify' -l simulate -x -d 'Check that clean undoes smudge for N generated value sets.'
complete -c git-munge -n '__git_munge_in verify' -l show-values -d 'Show local texts in full; else their first characters at most.'
complete -c git-munge -n '__git_munge_in verify' -l hook -x -a 'pre-commit pre-push' -d 'As a hook of this name calls it: check what it could stop, and be quiet where all is well.'
complete -c git-munge -n '__git_munge_in ""' -a repair -d "Put canonical texts back where somebody's own have leaked."
complete -c git-munge -n '__git_munge_in repair' -s n -l dry-run -d 'Say what would be done, and change nothing.'
complete -c git-munge -n '__git_munge_in repair' -l show-values -d 'Show what leaked in full; else its first characters at most.'
complete -c git-munge -n '__git_munge_in repair' -F

# Another command line begins behind it; fish passes over `--`.
complete -c git-munge -n '__git_munge_in ""' -a canonical -d 'Run a command for which git smudges nothing.'
complete -c git-munge -n '__git_munge_in canonical' -a '(__fish_complete_subcommand --fcs-skip=2)'

# In fish 3.6.0 alone `git NAME` does not come by here; sourced in config.fish, this file mends that.
if test "$version" = 3.6.0
    complete -c git -f -n '__fish_git_using_command munge' -a '(__fish_git_complete_custom_command munge)'
end
