/*
 * A git filter process that changes nothing (gitattributes(5), "Long Running Filter Process",
 * version 2): the least time that a process filter takes, which is git's own traffic through two
 * pipes. Reads are buffered, and an answer is one write.
 *
 * passthrough [TALLY]: at the end, append the number of files that passed through to the file TALLY.
 * The benchmark reads it to check that git started the filter.
 */

#include "pktline.h"

/* Conversation */

static unsigned char packet[longest_payload];

/* A list of text lines up to its flush packet; the answer does not depend on them. */
static int skip_list(void) {
    int kind;
    while ((kind = read_packet(packet)) >= 0)
        ;
    return kind;
}

static void shake_hands(struct bytes *answer) {
    static const char greeting[] = "git-filter-client";
    int length = read_packet(packet);
    if (length < (int)strlen(greeting) || memcmp(packet, greeting, strlen(greeting)) != 0)
        fail("this is not git's filter protocol");
    if (skip_list() != flush)
        fail("the greeting has no end");
    append_text(answer, "git-filter-server\n");
    append_text(answer, "version=2\n");
    append_flush(answer);
    send_all(answer);

    if (skip_list() != flush)
        fail("the capabilities have no end");
    append_text(answer, "capability=clean\n");
    append_text(answer, "capability=smudge\n");
    append_flush(answer);
    send_all(answer);
}

/* A flush packet ends the content, so empty content is no packet. */
static void answer_with_content(struct bytes *answer) {
    int length;
    append_text(answer, "status=success\n");
    append_flush(answer);
    while ((length = read_packet(packet)) >= 0)
        if (length > 0)
            append_packet(answer, packet, (size_t)length);
    if (length != flush)
        fail("the content has no end");
    append_flush(answer);
    append_flush(answer);
    send_all(answer);
}

static void write_tally(const char *path, unsigned long tally) {
    FILE *file = fopen(path, "a");
    if (!file || fprintf(file, "%lu\n", tally) < 0 || fclose(file) != 0)
        fail("cannot write the tally");
}

int main(int argc, char **argv) {
    struct bytes answer = {0};
    unsigned long tally = 0;
    program = "passthrough";
    input_descriptor = STDIN_FILENO;
    output_descriptor = STDOUT_FILENO;
    shake_hands(&answer);
    while (skip_list() == flush) {
        answer_with_content(&answer);
        tally++;
    }
    if (argc > 1)
        write_tally(argv[1], tally);
    free(answer.start);
    return 0;
}
