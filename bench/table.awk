# awk -v base=NAME -f table.awk FILE.json: the measurements of hyperfine, as ratios to the command named base.

/"command":/ {
    name = $0
    sub(/^[^:]*: "/, "", name)
    sub(/",?$/, "", name)
    names[++count] = name
}
/"(median|min|max)":/ {
    key = $1
    gsub(/[":]/, "", key)
    value[name, key] = $2 * 1000
}
END {
    printf "    %-22s %12s %12s %12s %10s\n", "", "median", "fastest", "slowest", "ratio"
    for (i = 1; i <= count; i++) {
        name = names[i]
        printf "    %-22s %9.1f ms %9.1f ms %9.1f ms %9.2fx\n", name, value[name, "median"],
            value[name, "min"], value[name, "max"], value[name, "median"] / value[base, "median"]
    }
}
