# The functions that write the input of git fast-import.

function data(text) { printf "data %d\n%s\n", length(text), text }

function file(path, text) {
    print "M 100644 inline " path
    data(text)
}
