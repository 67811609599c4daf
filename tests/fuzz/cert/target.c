#include "../target.h"
#include "../../certs.h"

#include "base/check.h"
#include "base/mem.h"
#include "checker/judge.h"
#include "formats/cert.h"

#include <string.h>
#include <unistd.h>

/* The producers in a prefix must be numbers of events. */
static void check_events(const struct cert *cert)
{
    for (uint32_t e = 1; e < cert->events.len; e++) {
        const struct cert_event *ev = &cert->events.at[e];

        CHECK(ev->companion < cert->events.len);
        CHECK(ev->from + ev->n_producers <= cert->producers.len);
        for (uint32_t i = 0; i < ev->n_producers; i++)
            CHECK(cert->producers.at[ev->from + i] < e);
    }
}

/* An accepted certificate can be written and read back. */
static void check_written(const struct net *net, const struct cert *cert)
{
    char path[80];
    struct diag diag = {0};
    struct cert *back;

    (void)snprintf(path, sizeof path, "fuzz.%ld.cert", (long)getpid());
    if (cert->kind == CERT_RUN)
        CERTS_WRITE(path, run, net, &cert->goal, &cert->run);
    else
        CERTS_WRITE(path, proof, net, &cert->goal, cert->proof);
    back = cert_read(net, path, &diag);
    CHECK(back && back->kind == cert->kind);
    CHECK(back->goal.kind == cert->goal.kind &&
          back->goal.trans == cert->goal.trans &&
          back->goal.marked.len == cert->goal.marked.len &&
          back->goal.empty.len == cert->goal.empty.len);
    CHECK(back->run.len == cert->run.len);
    CHECK(!cert->run.len || !memcmp(back->run.at, cert->run.at,
                                    cert->run.len * sizeof *cert->run.at));
    if (cert->proof) {
        CHECK(back->proof->initial == cert->proof->initial);
        CHECK(back->proof->cubes.len == cert->proof->cubes.len);
        CHECK(back->proof->places.len == cert->proof->places.len);
        CHECK(back->proof->members.len == cert->proof->members.len);
    }
    cert_destroy(back);
    (void)unlink(path);
}

/* Only the initial marking of this net is reachable: no "unreachable" may be
 * accepted for a goal that it answers. */
static void check_judged(const struct net *net, const struct cert *cert)
{
    struct goal goal = cert->goal;
    struct fault fault;
    char text[] = "the goal of the file";

    goal.text = text;
    if (judge_accepts(net, &goal, cert, &fault))
        CHECK(cert->kind == CERT_RUN || goal.kind == GOAL_MARKING);
    else
        CHECK(fault.line && fault.text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct net *net = target_alphabet();
    char *path = target_file(bytes, n);
    struct diag diag = {0};
    struct cert *cert = cert_read(net, path, &diag);

    if (!cert) {
        target_refused(&diag);
    } else {
        if (cert->proof)
            proof_check(cert->proof, net);
        check_events(cert);
        if (cert->kind != CERT_PREFIX)
            check_written(net, cert);
        check_judged(net, cert);
        cert_destroy(cert);
    }
    net_destroy(net);
    target_remove(path);
    return 0;
}
