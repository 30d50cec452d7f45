/*
 * A git filter process that changes nothing (gitattributes(5), "Long Running Filter Process",
 * version 2): the least time that a process filter takes, which is git's own traffic through two
 * pipes. Reads are buffered, and an answer is one write.
 *
 * passthrough [TALLY]: at the end, append the number of files that passed through to the file TALLY.
 * The benchmark reads it to check that git started the filter.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    header_length = 4,
    longest_payload = 65516,
    flush = -1,
    end_of_input = -2,
};

static void fail(const char *what) {
    fprintf(stderr, "passthrough: %s\n", what);
    exit(2);
}

/* Input */

static unsigned char input[1 << 17];
static size_t input_start, input_end;

/* Returns fewer bytes than wanted at the end of the input. */
static size_t read_bytes(unsigned char *to, size_t wanted) {
    size_t done = 0;
    while (done < wanted) {
        if (input_start == input_end) {
            ssize_t got = read(STDIN_FILENO, input, sizeof input);
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                fail("cannot read");
            if (got == 0)
                break;
            input_start = 0;
            input_end = (size_t)got;
        }
        size_t part = input_end - input_start;
        if (part > wanted - done)
            part = wanted - done;
        memcpy(to + done, input + input_start, part);
        input_start += part;
        done += part;
    }
    return done;
}

static int hex_digit(unsigned char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    fail("a packet whose length is no number");
    return 0;
}

/* The length of the payload, flush, or end_of_input. */
static int read_packet(unsigned char payload[longest_payload]) {
    unsigned char header[header_length];
    size_t got = read_bytes(header, sizeof header);
    if (got == 0)
        return end_of_input;
    if (got < sizeof header)
        fail("the input ends inside a packet");
    int length = 0;
    for (int i = 0; i < header_length; i++)
        length = length * 16 + hex_digit(header[i]);
    if (length == 0)
        return flush;
    length -= header_length;
    if (length < 0 || length > longest_payload)
        fail("a packet of an impossible length");
    if (read_bytes(payload, (size_t)length) < (size_t)length)
        fail("the input ends inside a packet");
    return length;
}

/* Output */

struct bytes {
    unsigned char *start;
    size_t count, room;
};

static void append(struct bytes *to, const void *from, size_t count) {
    if (to->room - to->count < count) {
        to->room = (to->count + count) * 2;
        to->start = realloc(to->start, to->room);
        if (!to->start)
            fail("out of memory");
    }
    memcpy(to->start + to->count, from, count);
    to->count += count;
}

static void append_packet(struct bytes *to, const void *payload, size_t length) {
    static const char digits[] = "0123456789abcdef";
    size_t whole = length + header_length;
    unsigned char header[header_length];
    for (int i = header_length - 1; i >= 0; i--, whole /= 16)
        header[i] = (unsigned char)digits[whole % 16];
    append(to, header, header_length);
    append(to, payload, length);
}

static void append_text(struct bytes *to, const char *text) {
    append_packet(to, text, strlen(text));
}

static void append_flush(struct bytes *to) {
    append(to, "0000", header_length);
}

static void send_answer(struct bytes *answer) {
    size_t done = 0;
    while (done < answer->count) {
        ssize_t put = write(STDOUT_FILENO, answer->start + done, answer->count - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            fail("cannot write");
        done += (size_t)put;
    }
    answer->count = 0;
}

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
    send_answer(answer);

    if (skip_list() != flush)
        fail("the capabilities have no end");
    append_text(answer, "capability=clean\n");
    append_text(answer, "capability=smudge\n");
    append_flush(answer);
    send_answer(answer);
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
    send_answer(answer);
}

static void write_tally(const char *path, unsigned long tally) {
    FILE *file = fopen(path, "a");
    if (!file || fprintf(file, "%lu\n", tally) < 0 || fclose(file) != 0)
        fail("cannot write the tally");
}

int main(int argc, char **argv) {
    struct bytes answer = {0};
    unsigned long tally = 0;
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
