/*
 * Runs commands in turn (A B C A B C ...), so that a machine whose speed changes slows all of them alike, and prints a
 * Markdown table: the median time of each, that of the processors in all its processes, the median of its ratios to the
 * command of the same round that a column names, and the peak memory of its largest process.
 *
 * paired [-n ROUNDS] [-w WARM-UP-ROUNDS] [-s SECONDS] [-x] [-i] [-m] [-a NAME]... [-o WORD] NAME PREPARATION COMMAND ...
 *
 *   -n, -w, -s  at most ROUNDS rounds after the warm-up, and no further one after SECONDS, but at least three
 *   -x          start commands without a shell: words that are separated by spaces
 *   -i          a command can fail
 *   -m          print the peak memory
 *   -a NAME     add a column of ratios to this command
 *   -o WORD     add a column of ratios of each command to the one of the same name with " (WORD)" after it
 *   -g LIMIT    the four commands do the same with a nearly empty input and with one of n, of 2n and of 4n: print their
 *               least times of the processors and the exponent of their growth, and exit with 1 if it is above LIMIT
 *
 * An empty PREPARATION does nothing. The time of a preparation does not count. Standard input and output of a command
 * are /dev/null.
 */

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { empty, single, twofold, fourfold, sizes };
enum { most_commands = 16, most_columns = 4, most_rounds = 1000, most_words = 32 };

struct command {
    const char *name, *preparation, *text;
    double seconds[most_rounds], processor_seconds[most_rounds];
    double kibibytes;
};

static struct command commands[most_commands];
static int command_count, rounds_done;

static int rounds = 10, warm_up = 1, without_shell, can_fail, prints_memory;
static double seconds_allowed = 1e9, growth_allowed;
static int columns[most_columns], column_count;
static const char *column_names[most_columns], *other;

static void fail(const char *what, const char *which) {
    fprintf(stderr, "paired: %s: %s\n", what, which);
    exit(2);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Running */

static pid_t start(char **words) {
    pid_t child;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&child, words[0], &actions, NULL, words, environ) != 0)
        fail("cannot start", words[0]);
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

static pid_t start_in_shell(const char *text) {
    char *words[] = {"/bin/sh", "-c", (char *)text, NULL};
    return start(words);
}

static pid_t start_alone(const char *text) {
    char *copy = strdup(text), *words[most_words + 1];
    int count = 0;
    for (char *word = strtok(copy, " "); word && count < most_words; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    pid_t child = start(words);
    free(copy);
    return child;
}

static void wait_for(pid_t child, const char *text, int may_fail, struct rusage *usage) {
    int status;
    while (wait4(child, &status, 0, usage) < 0)
        if (errno != EINTR)
            fail("cannot wait", text);
    if (!may_fail && status != 0)
        fail("failed", text);
}

/* ru_maxrss counts bytes on macOS. */
static double kibibytes_of(const struct rusage *usage) {
#ifdef __APPLE__
    return (double)usage->ru_maxrss / 1024;
#else
    return (double)usage->ru_maxrss;
#endif
}

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void run(struct command *command, int round) {
    struct rusage usage;
    if (*command->preparation)
        wait_for(start_in_shell(command->preparation), command->preparation, 0, &usage);
    double before = now();
    pid_t child = without_shell ? start_alone(command->text) : start_in_shell(command->text);
    wait_for(child, command->text, can_fail, &usage);
    if (round < 0)
        return;
    command->seconds[round] = now() - before;
    command->processor_seconds[round] = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    if (kibibytes_of(&usage) > command->kibibytes)
        command->kibibytes = kibibytes_of(&usage);
}

static void run_all(void) {
    double end = now() + seconds_allowed;
    for (int round = -warm_up; round < rounds; round++) {
        if (round >= 3 && now() > end)
            break;
        for (int i = 0; i < command_count; i++)
            run(&commands[i], round);
        if (round >= 0)
            rounds_done++;
    }
}

/* Printing */

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Sorts the values. */
static double median(double *values) {
    qsort(values, (size_t)rounds_done, sizeof *values, compare);
    return (values[(rounds_done - 1) / 2] + values[rounds_done / 2]) / 2;
}

static double median_of(const double *values) {
    double sorted[most_rounds];
    memcpy(sorted, values, sizeof sorted);
    return median(sorted);
}

static double median_ratio(const struct command *command, const struct command *base) {
    double ratios[most_rounds];
    for (int round = 0; round < rounds_done; round++)
        ratios[round] = command->seconds[round] / base->seconds[round];
    return median(ratios);
}

static const struct command *other_version(const struct command *command) {
    char name[256];
    snprintf(name, sizeof name, "%s (%s)", command->name, other);
    for (int i = 0; i < command_count; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void print_head(void) {
    int count = column_count + prints_memory + (other != NULL);
    printf("| n = %d | median | CPU |", rounds_done);
    for (int i = 0; i < column_count; i++)
        printf(" to %s |", column_names[i]);
    if (other)
        printf(" to (%s) |", other);
    printf("%s\n|---|---:|---:|", prints_memory ? " peak memory |" : "");
    for (int i = 0; i < count; i++)
        printf("---:|");
    putchar('\n');
}

static void print_table(void) {
    print_head();
    for (int i = 0; i < command_count; i++) {
        struct command *command = &commands[i];
        printf("| %s | %.1f ms | %.1f ms |", command->name, median_of(command->seconds) * 1000,
               median_of(command->processor_seconds) * 1000);
        for (int column = 0; column < column_count; column++)
            printf(" %.2f |", median_ratio(command, &commands[columns[column]]));
        if (other && other_version(command))
            printf(" %.2f |", median_ratio(command, other_version(command)));
        else if (other)
            printf(" |");
        if (prints_memory)
            printf(" %.1f MiB |", command->kibibytes / 1024);
        putchar('\n');
    }
}

/* Growth */

/* What else the machine does only adds to the time of a command. */
static double least_seconds(int size) {
    const double *values = commands[size].processor_seconds;
    double least = values[0];
    for (int round = 1; round < rounds_done; round++)
        if (values[round] < least)
            least = values[round];
    return least;
}

/* The time that the input takes. It is at least a twentieth of the whole, so that noise does not look like growth where the
 * input takes almost none. */
static double seconds_of_input(int size) {
    double whole = least_seconds(size), of_input = whole - least_seconds(empty);
    return of_input > whole / 20 ? of_input : whole / 20;
}

/* Returns whether the growth is allowed. */
static int print_growth(void) {
    double exponent = round(log2(seconds_of_input(fourfold) / seconds_of_input(single)) / 2 * 100) / 100;
    for (int size = empty; size < sizes; size++)
        printf("%.1f ms | ", least_seconds(size) * 1000);
    printf("%.2f |\n", exponent);
    return exponent <= growth_allowed;
}

/* Arguments */

static int command_named(const char *name) {
    for (int i = 0; i < command_count; i++)
        if (strcmp(commands[i].name, name) == 0)
            return i;
    fail("no such command", name);
    return 0;
}

static void read_options(int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "n:w:s:a:o:g:xim")) != -1) {
        switch (option) {
        case 'n': rounds = atoi(optarg); break;
        case 'w': warm_up = atoi(optarg); break;
        case 's': seconds_allowed = atof(optarg); break;
        case 'o': other = optarg; break;
        case 'g': growth_allowed = atof(optarg); break;
        case 'x': without_shell = 1; break;
        case 'i': can_fail = 1; break;
        case 'm': prints_memory = 1; break;
        case 'a':
            if (column_count == most_columns)
                fail("too many columns", optarg);
            column_names[column_count++] = optarg;
            break;
        default: exit(2);
        }
    }
    if (rounds < 1 || rounds > most_rounds)
        fail("impossible number of rounds", "-n");
}

static void read_commands(int argc, char **argv) {
    for (int i = optind; i + 2 < argc; i += 3) {
        if (command_count == most_commands)
            fail("too many commands", argv[i]);
        commands[command_count].name = argv[i];
        commands[command_count].preparation = argv[i + 1];
        commands[command_count++].text = argv[i + 2];
    }
    if (command_count == 0 || (argc - optind) % 3 != 0)
        fail("expected NAME PREPARATION COMMAND ...", argv[0]);
    for (int i = 0; i < column_count; i++)
        columns[i] = command_named(column_names[i]);
    if (growth_allowed && command_count != sizes)
        fail("expected four commands", "-g");
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    read_commands(argc, argv);
    run_all();
    if (growth_allowed)
        return !print_growth();
    print_table();
    return 0;
}
