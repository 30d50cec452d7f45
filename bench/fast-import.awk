# The functions that write the input of git fast-import.

# start_commit(BRANCH, NUMBER, MESSAGE): the files of the commit follow. NUMBER: its time, in seconds after a fixed one.
function start_commit(branch, number, message) {
    print "commit refs/heads/" branch
    printf "committer Bench <bench@example.com> %d +0000\n", 1600000000 + number
    data(message "\n")
}

function data(text) { printf "data %d\n%s\n", length(text), text }

function file(path, text) {
    print "M 100644 inline " path
    data(text)
}
