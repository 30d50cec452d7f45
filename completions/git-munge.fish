# Completion for fish: `git munge` and `git-munge`. For `git NAME` fish's own completion of git asks
# for that of git-NAME, so that all is said here once.

# Whether the command is this one, or there is none yet.
function __git_munge_in -a command
    set -l words (commandline -opc)
    test "$words[2]" = "$command"
end

# The variables that .gitmunge and private rules declare, each with its kind and what is to follow its name.
function __git_munge_variables -a suffix
    set -l top (git rev-parse --show-toplevel 2>/dev/null)
    or return
    for file in $top/.gitmunge (git rev-parse --git-common-dir)/munge/rules (git config --type=path munge.rulesFile)
        git config -f $file --get-regexp '^variable\..*\.kind$' 2>/dev/null |
            string replace -r '^variable\.(.*)\.kind (.*)' "\$1$suffix\t\$2"
    end
end

complete -c git-munge -f
complete -c git-munge -s h -l help -d 'Show help information.'
complete -c git-munge -l version -d 'Show the version.'

complete -c git-munge -n '__git_munge_in ""' -a init -d 'Write rules for the identifiers that this repository holds.'
complete -c git-munge -n '__git_munge_in init' -s n -l dry-run -d 'Print what would be done, and change nothing.'
complete -c git-munge -n '__git_munge_in init' -s v -l verbose -d 'Print all details.'
complete -c git-munge -n '__git_munge_in init' -s y -l yes -d 'Do it without asking.'
complete -c git-munge -n '__git_munge_in init' -l no-commit -d 'Write and install, and commit nothing.'
complete -c git-munge -n '__git_munge_in init' -l no-install -d 'Write the files only.'
complete -c git-munge -n '__git_munge_in init' -s m -l message -x -d 'Subject of the commit.'
complete -c git-munge -n '__git_munge_in init' -l private -d 'Write private rules for this clone, a fork whose project has no .gitmunge.'
complete -c git-munge -n '__git_munge_in init' -l text -x -d 'Also munge this text, and what continues it with a dot; can be repeated.'
complete -c git-munge -n '__git_munge_in init' -F

complete -c git-munge -n '__git_munge_in ""' -a install -d 'Show your identifiers in this working tree.'
complete -c git-munge -n '__git_munge_in install' -a '(__git_munge_variables =)'
complete -c git-munge -n '__git_munge_in install' -l private -d 'Use rules of your own, in no commit: for a fork whose upstream has no .gitmunge.'
complete -c git-munge -n '__git_munge_in install' -l rules -r -F -d 'With --private: read the rules from this file, which several clones can share.'
complete -c git-munge -n '__git_munge_in install' -s n -l dry-run -d 'Print what would be done, and change nothing.'
complete -c git-munge -n '__git_munge_in install' -l hooks -d 'Write the hooks, or remove them; by default, as munge.hooks is set (true).'
complete -c git-munge -n '__git_munge_in install' -l no-hooks -d 'Write the hooks, or remove them; by default, as munge.hooks is set (true).'
complete -c git-munge -n '__git_munge_in install' -l editor -d 'Let VS Code show no marks for identifiers, or remove that.'
complete -c git-munge -n '__git_munge_in install' -l no-editor -d 'Let VS Code show no marks for identifiers, or remove that.'
complete -c git-munge -n '__git_munge_in install' -s y -l yes -d 'Approve changed rules without asking.'

complete -c git-munge -n '__git_munge_in ""' -a uninstall -d 'Restore canonical identifiers, and remove the filter.'
complete -c git-munge -n '__git_munge_in uninstall' -l this-worktree -d 'Uninstall in this working tree only.'
complete -c git-munge -n '__git_munge_in uninstall' -s y -l yes -d 'Uninstall in all working trees, without asking.'
complete -c git-munge -n '__git_munge_in uninstall' -s n -l dry-run -d 'Print what would be done, and change nothing.'

complete -c git-munge -n '__git_munge_in ""' -a status -d 'Show the state of this working tree.'
complete -c git-munge -n '__git_munge_in status' -l check -d 'Check everything that git-munge depends on.'
complete -c git-munge -n '__git_munge_in status' -l json -d 'Print one JSON document for programs.'

complete -c git-munge -n '__git_munge_in ""' -a set -d 'Set values, and show them in this working tree.'
complete -c git-munge -n '__git_munge_in set; and not __fish_contains_opt unset' -a '(__git_munge_variables =)'
complete -c git-munge -n '__git_munge_in set; and __fish_contains_opt unset' -a '(__git_munge_variables)'
complete -c git-munge -n '__git_munge_in set' -l unset -d 'Remove the values of these names; their identifiers become canonical again.'
complete -c git-munge -n '__git_munge_in set' -l global -d 'Change the values of all your clones; run `git munge install` in the others.'
complete -c git-munge -n '__git_munge_in set' -s n -l dry-run -d 'Print what would be done, and change nothing.'


complete -c git-munge -n '__git_munge_in ""' -a diff -d 'Show how munged files differ from their canonical text.'
complete -c git-munge -n '__git_munge_in diff' -F

complete -c git-munge -n '__git_munge_in ""' -a explain -d 'Show which rules apply in a file, and why a text is not munged.'
complete -c git-munge -n '__git_munge_in explain' -F

complete -c git-munge -n '__git_munge_in ""' -a verify -d 'Check that the repository is canonical, without local texts.'
complete -c git-munge -n '__git_munge_in verify' -a "(git for-each-ref --format='%(refname:short)' 2>/dev/null)"
complete -c git-munge -n '__git_munge_in verify' -l staged -d 'Check the staged changes.'
complete -c git-munge -n '__git_munge_in verify' -l worktree -d 'Check the files on disk: whether a build from here ships what is committed.'
complete -c git-munge -n '__git_munge_in verify' -l history -d 'Check all commits of all branches and tags.'
complete -c git-munge -n '__git_munge_in verify' -l report -x -a 'human json sarif github gitlab markdown baseline' -d 'Print the report in a format (human, json, sarif, github, gitlab, markdown, baseline); with =FILE, also write one to a file. Repeatable.'
complete -c git-munge -n '__git_munge_in verify' -l baseline -r -F -d 'Accept the findings that an earlier --report baseline wrote.'
complete -c git-munge -n '__git_munge_in verify' -l strict -d 'Treat warnings as errors.'
complete -c git-munge -n '__git_munge_in verify' -l simulate -d 'Check that clean undoes smudge for generated values.'
complete -c git-munge -n '__git_munge_in verify' -l show-values -d 'Show texts and hosts in full also in a file or a pipe, not only their first characters.'
complete -c git-munge -n '__git_munge_in ""' -a repair -d "Replace leaked local texts with the canonical ones."
complete -c git-munge -n '__git_munge_in repair' -l commits -d 'Rewrite the commits that hold a leak and that no remote has.'
complete -c git-munge -n '__git_munge_in repair' -s y -l yes -d 'Rewrite commits without asking.'
complete -c git-munge -n '__git_munge_in repair' -s n -l dry-run -d 'Print what would be done, and change nothing.'
complete -c git-munge -n '__git_munge_in repair' -F

# Another command line begins after it; fish skips `--`.

# fish 3.6.0 does not use these completions for `git munge`; with it, config.fish has to source this file.
if test "$version" = 3.6.0
    complete -c git -f -n '__fish_git_using_command munge' -a '(__fish_git_complete_custom_command munge)'
end
