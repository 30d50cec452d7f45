"""Break the sources in one place at a time, and print the changes that no test notices: a test is missing there, or the code is
not needed. A change replaces a comparison or an operator, moves a bound, turns a condition or a result, or removes a call.

All changes are built at once, each behind a switch, into a copy of HEAD (.build/mutate); those that do not compile are left out.
For each, the unit tests are run, then, if they pass, those with git, and then the stories of its target, up to the first failure.
The exit code is 1 if a change survives."""

import argparse, random, re, signal, subprocess, sys, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / ".build/mutate"
# The number of the change that is on: git and git-munge start programs, which get no variable of the tests.
STATE = COPY / ".build/mutation"
FOLDERS = ["Smudge", "WorkingTree/Transition", "WorkingTree/Session", "Verify/Scan", "Verify/Range", "Rules"]
# The folders of stories for the code of a target.
STORIES = {"Smudge": ["Content", "Repair", "Values"], "Rules": ["Values", "Verify"], "Verify": ["Reports", "Verify", "Content"],
           "WorkingTree": ["Init", "Install", "Trees", "Values", "Content", "Repair", "Reports"]}
# These read the sources.
SKIPPED = "StyleTests|LayerTests|DocumentTests|PortabilityTests|SupplyChainTests|ScriptTests"

INFIX = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&"}
REMOVED = re.compile(r" +([a-z][A-Za-z]*(\.[a-z][A-Za-z]*)*\([^{]*\)|[a-z][A-Za-z.]* [-+]= [^{]*)$")


class Change:
    """A line of a file with `{}` in place of the switch, and the declaration of that switch."""

    def __init__(self, file, line, what, text, switch=None):
        self.file, self.line, self.what, self.text, self.switch = file, line, what, text, switch
        self.number = 0

    def __str__(self):
        return f"{self.file}:{self.line}: {self.what}"

    @property
    def target(self):
        return self.file.parts[1]

    @property
    def sign(self):
        """The number in signs that the name of an operator can have."""
        return "".join("⊕⊖⊗⊘⊙⊚⊛⊜⊝⊞"[int(digit)] for digit in str(self.number))

    @property
    def replacement(self):
        if self.switch: return self.text.replace("{}", self.sign)
        return f"if mutation != {self.number} {{{self.text} }}"

    @property
    def declaration(self):
        return self.switch(self.sign, f"mutation == {self.number}") if self.switch else ""


def comparison(old, new):
    kind = "Comparable" if "<" in old or ">" in old else "Equatable"

    def switch(sign, is_on):
        text = f"infix operator {old}{sign}: ComparisonPrecedence\n"
        text += f"func {old}{sign} <T: {kind}>(a: T, b: T) -> Bool {{ {is_on} ? a {new} b : a {old} b }}\n"
        if kind == "Comparable": return text
        return text + f"func {old}{sign} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ {is_on} ? a {new} b : a {old} b }}\n"

    return switch


def conjunction(old, new):
    precedence = {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence"}[old]
    return lambda sign, is_on: (
        f"infix operator {old}{sign}: {precedence}\n"
        f"func {old}{sign} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"
        f" {{ {is_on} ? try a {new} b() : try a {old} b() }}\n")


def addition(old):
    return lambda sign, is_on: (
        f"infix operator {old}{sign}: AdditionPrecedence\n"
        f"func {old}{sign} <T: BinaryInteger>(a: T, b: T) -> T {{ {is_on} ? a : a {old} b }}\n")


def negation(result):
    return lambda sign, is_on: f"prefix operator ~{sign}\nprefix func ~{sign} (a: Bool) -> Bool {{ ({is_on}) == ({result}) }}\n"


def changes_of_line(file, number, line):
    def replaced(old, what, text, switch):
        for found in re.finditer(re.escape(old), line):
            # In a string.
            if line[:found.start()].count('"') % 2: continue
            yield Change(file, number, what, line[:found.start()] + text + line[found.end():], switch)

    for old, new in INFIX.items():
        switch = conjunction(old, new) if old in ("&&", "||") else comparison(old, new)
        yield from replaced(f" {old} ", f"{old} -> {new}: {line.strip()}", f" {old}{{}} ", switch)
    for old in "+-":
        yield from replaced(f" {old} 1", f"without {old} 1: {line.strip()}", f" {old}{{}} 1", addition(old))
    for before in " (":
        yield from replaced(f"{before}!", f"without !: {line.strip()}", f"{before}~{{}}", negation("a"))
    for result in ("true", "false"):
        yield from replaced(f"return {result}", f"not {result}: {line.strip()}", f"return ~{{}}{result}", negation("!a"))
    if REMOVED.match(line): yield Change(file, number, f"without {line.strip()}", line)


def changes(folders):
    """All changes of the files in the folders."""
    for file in sorted(path for folder in folders for path in (ROOT / "Sources" / folder).rglob("*.swift")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if not re.match(r" *(//|(package )?import |$)| *([a-z]+ )*func [^a-z]", line):
                yield from changes_of_line(file.relative_to(ROOT), number, line)


def chosen(folders, count, seed):
    """At most one change of each line, in a random order."""
    everything = list(changes(folders))
    random.Random(seed).shuffle(everything)
    by_line = {}
    for change in everything: by_line.setdefault((change.file, change.line), change)
    found = list(by_line.values())[:count]
    for number, change in enumerate(found, 1): change.number = number
    return found


def run(words, seconds, is_failure=lambda line: False):
    """The exit code and the output of a command in the copy, which is ended by a line that is a failure, and after some time."""
    process = subprocess.Popen(words, cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True)
    # The tests are in a process group of their own.
    end = lambda *_: subprocess.run(["pkill", "-KILL", "--session", str(process.pid)])
    signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    output = []
    for line in process.stdout:
        output.append(line)
        if is_failure(line): end()
    code = process.wait()
    signal.alarm(0)
    return code, output


def set_up_copy():
    git = ["git", "-C", str(COPY)]
    if not (COPY / ".git").exists(): subprocess.run(["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(COPY)], check=True)
    subprocess.run(git + ["fetch", "--quiet", "origin", "HEAD"], check=True)
    subprocess.run(git + ["checkout", "--quiet", "--force", "--detach", "FETCH_HEAD"], check=True)
    subprocess.run(git + ["clean", "--quiet", "--force", "--", "Sources"], check=True)
    # A switch can leave a value unused.
    package = (COPY / "Package.swift").read_text().splitlines(keepends=True)
    (COPY / "Package.swift").write_text("".join(line for line in package if "treatAllWarnings" not in line))
    STATE.parent.mkdir(exist_ok=True)
    STATE.write_text("0\n")


def write(found):
    """Writes the changes into the copy, and their switches into each target."""
    for file in {change.file for change in found}:
        lines = (ROOT / file).read_text().splitlines()
        for change in found:
            if change.file == file: lines[change.line - 1] = change.replacement
        (COPY / file).write_text("\n".join(lines) + "\n")
    for target in {change.target for change in found}:
        declarations = [change.declaration for change in found if change.target == target]
        (COPY / f"Sources/{target}/Mutation.swift").write_text(
            f'import Glibc\n\nlet mutation: Int32 = {{\n  guard let file = fopen("{STATE}", "r") else {{ return 0 }}\n'
            "  defer { fclose(file) }\n  var number: Int32 = 0\n"
            "  while case let byte = fgetc(file), byte > 32 { number = number * 10 + byte - 48 }\n  return number\n}()\n"
            + "".join(declarations))


def build(found):
    """The changes that compile, built."""
    while True:
        write(found)
        code, output = run(["swift", "build", "--build-tests"], 3600)
        if code == 0: return found
        places = set(re.findall(r"(Sources/\S+\.swift):(\d+):\d+: error:", "".join(output)))
        is_broken = lambda change, reach: any(
            path == str(change.file) and abs(int(line) - change.line) <= reach for path, line in places)
        broken = next((some for reach in (0, 4, 10000) if (some := [change for change in found if is_broken(change, reach)])), None)
        if not broken: sys.exit("".join(output[-40:]) + "scripts/mutate: the copy does not compile")
        # The copy gets the lines of the sources again.
        for change in broken: (COPY / change.file).write_text((ROOT / change.file).read_text())
        found = [change for change in found if change not in broken]
        print(f"==> left out, because no compiler accepts them: {len(broken)}", flush=True)


def lanes(target):
    """The names of the lanes for a target, with the tests of each."""
    files = [path for folder in STORIES.get(target, ["."]) for path in (COPY / "Tests/Stories" / folder).rglob("*.swift")]
    suites = re.findall(r"\bstruct (\w+Tests)\b", "\n".join(path.read_text() for path in files))
    return {"unit": r"^UnitTests\.", "git": r"^GitTests\.", "stories": rf"^StoryTests\.({'|'.join(suites)})/"}


def failure(tests, seconds):
    """The last lines of the output if a test fails, or if that takes longer."""
    words = ["swift", "test", "--disable-xctest", "--skip-build", "--filter", tests, "--skip", SKIPPED]
    code, output = run(words, seconds, lambda line: line.startswith("✘"))
    return "".join(output[-5:]) if code else ""


def main():
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", metavar="FOLDER", nargs="*", default=FOLDERS, help=f"below Sources (default: {' '.join(FOLDERS)})")
    parser.add_argument("--count", type=int, default=10, help="the number of changes (default: 10)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the seed of their choice (default: the time, which is printed)")
    parser.add_argument("--list", action="store_true", help="print the changes and make none")
    options = parser.parse_args()
    missing = [folder for folder in options.folders if not (ROOT / "Sources" / folder).is_dir()]
    if missing: parser.error(f"no folder Sources/{missing[0]}")
    found = chosen(options.folders, options.count, options.seed)
    if options.list: return print("\n".join(map(str, found)))
    print(f"==> building {len(found)} changes in {COPY}; the seed is {options.seed}", flush=True)
    set_up_copy()
    found = build(found)
    by_target = {target: lanes(target) for target in {change.target for change in found}}
    limits = {}
    for tests in {tests for some in by_target.values() for tests in some.values()}:
        start = time.time()
        if words := failure(tests, 3600): sys.exit(f"{words}scripts/mutate: {tests} fails without a change")
        # A change can make a loop endless.
        limits[tests] = int(2 * (time.time() - start)) + 60
    survivors = 0
    for change in found:
        STATE.write_text(f"{change.number}\n")
        some = by_target[change.target]
        lane = next((lane for lane, tests in some.items() if failure(tests, limits[tests])), "nothing")
        survivors += lane == "nothing"
        print(f"{lane}: {change}", flush=True)
    print(f"==> {len(found)} changes, {survivors} of them noticed by nothing")
    sys.exit(survivors > 0)


main()
