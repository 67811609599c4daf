/* certs.h - certificates as texts in tests. */
#ifndef CERTS_H
#define CERTS_H

#include "base/check.h"
#include "base/mem.h"
#include "formats/certificate/cert.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Parses the certificate; NULL with a report. */
static inline struct cert *certs_read(const struct net *net, const char *text,
                                      struct diag *diag)
{
    char path[64];
    FILE *file;
    struct cert *cert;

    (void)snprintf(path, sizeof path, "test.%ld.cert", (long)getpid());
    file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && !fclose(file));
    cert = cert_read_file(net, path, diag);
    (void)unlink(path);
    return cert;
}

/* Writes a certificate to path; the last arguments are fields of
 * cert_evidence. */
#define CERTS_WRITE(path, net, goal, ...)                                \
    do {                                                                 \
        FILE *const file_ = fopen(path, "w");                            \
                                                                         \
        CHECK(file_);                                                    \
        cert_write_file(net, goal, &(struct cert_evidence){__VA_ARGS__}, \
                        file_);                                          \
        CHECK(!fclose(file_));                                           \
    } while (0)

/* A prefix for the question whether t can fire. */
#define CERTS_PREFIX(t, kind, events)                                         \
    "punf-por certificate 1\ngoal transition " t "\nprefix " kind "\n" events \
    "end\n"

#endif
