/* git's pkt-line format (gitprotocol-common(5)) on two descriptors: what both ends of the filter protocol share. */

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

static const char *program;
static int input_descriptor, output_descriptor;

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", program, what);
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
            ssize_t got = read(input_descriptor, input, sizeof input);
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

static void send_all(struct bytes *bytes) {
    size_t done = 0;
    while (done < bytes->count) {
        ssize_t put = write(output_descriptor, bytes->start + done, bytes->count - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            fail("cannot write");
        done += (size_t)put;
    }
    bytes->count = 0;
}
