/*
 * Passes one content through a filter process, as git does (gitattributes(5), "Long Running Filter Process", version 2),
 * and counts the bytes of the answer.
 *
 * feed WORKING-TREE FILTER clean|smudge PATH TIMES BYTES <PART: the content of PATH is TIMES times PART; exits with an
 * error if the answer is not TIMES * BYTES bytes long.
 *
 * git holds the whole content in memory; this program holds one part, so the peak memory is that of the filter.
 */

#include <spawn.h>
#include <sys/wait.h>

#include "pktline.h"

extern char **environ;

static unsigned char packet[longest_payload];

static pid_t start_filter(char *path) {
    int to[2], from[2];
    pid_t child;
    char *words[] = {path, "process", NULL};
    posix_spawn_file_actions_t actions;
    if (pipe(to) < 0 || pipe(from) < 0)
        fail("cannot make a pipe");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    for (int i = 0; i < 2; i++) {
        posix_spawn_file_actions_addclose(&actions, to[i]);
        posix_spawn_file_actions_addclose(&actions, from[i]);
    }
    if (posix_spawn(&child, path, &actions, NULL, words, environ) != 0)
        fail("cannot start the filter");
    close(to[0]);
    close(from[1]);
    input_descriptor = from[0];
    output_descriptor = to[1];
    return child;
}

static void read_list(void) {
    int kind;
    while ((kind = read_packet(packet)) >= 0)
        ;
    if (kind != flush)
        fail("the filter has ended");
}

static void shake_hands(struct bytes *question) {
    append_text(question, "git-filter-client\n");
    append_text(question, "version=2\n");
    append_flush(question);
    append_text(question, "capability=clean\n");
    append_text(question, "capability=smudge\n");
    append_flush(question);
    send_all(question);
    read_list();
    read_list();
}

static void send_content(struct bytes *question, const struct bytes *part, long times) {
    for (long time = 0; time < times; time++)
        for (size_t start = 0; start < part->count; start += longest_payload) {
            size_t length = part->count - start;
            append_packet(question, part->start + start, length < longest_payload ? length : longest_payload);
            send_all(question);
        }
    append_flush(question);
    send_all(question);
}

static void append_pair(struct bytes *to, const char *key, const char *value) {
    char text[longest_payload];
    snprintf(text, sizeof text, "%s=%s\n", key, value);
    append_text(to, text);
}

static void request(struct bytes *question, const char *command, const char *path) {
    append_pair(question, "command", command);
    append_pair(question, "pathname", path);
    append_flush(question);
    send_all(question);
}

static unsigned long long read_answer(void) {
    unsigned long long count = 0;
    int length = read_packet(packet);
    if (length < 0 || strncmp((char *)packet, "status=success", strlen("status=success")) != 0)
        fail("the filter has refused the content");
    read_list();
    while ((length = read_packet(packet)) >= 0)
        count += (unsigned long long)length;
    read_list();
    return count;
}

int main(int argc, char **argv) {
    struct bytes part = {0}, question = {0};
    ssize_t got;
    int status;
    program = "feed";
    if (argc != 7)
        fail("expected WORKING-TREE FILTER clean|smudge PATH TIMES BYTES");
    while ((got = read(STDIN_FILENO, packet, sizeof packet)) > 0)
        append(&part, packet, (size_t)got);
    if (chdir(argv[1]) < 0)
        fail("cannot change to the working tree");
    pid_t filter = start_filter(argv[2]);
    shake_hands(&question);
    request(&question, argv[3], argv[4]);
    send_content(&question, &part, atol(argv[5]));
    if (read_answer() != strtoull(argv[5], NULL, 10) * strtoull(argv[6], NULL, 10))
        fail("the answer has another length");
    close(output_descriptor);
    if (waitpid(filter, &status, 0) < 0 || status != 0)
        fail("the filter has failed");
    return 0;
}
