#include "../target.h"
#include "../../certs.h"

#include "base/check.h"
#include "base/mem.h"
#include "checker/judge.h"
#include "formats/certificate/cert.h"
#include "net/marking.h"
#include "proof_oracle.h"

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

static void check_sets_back(const case_proof_list *list,
                            const case_proof_list *back)
{
    CHECK(back->all.len == list->all.len);
    CHECK(vecs_count(back) == vecs_count(list));
}

static void check_cases_back(const struct case_proof *proof,
                             const struct case_proof *back)
{
    CHECK(vecs_count(&back->traps) == vecs_count(&proof->traps));
    CHECK(back->traps.all.len == proof->traps.all.len);
    CHECK(back->combinations.len == proof->combinations.len);
    for (uint32_t i = 0; i < proof->combinations.len; i++) {
        const struct farkas *const a = &proof->combinations.at[i];
        const struct farkas *const b = &back->combinations.at[i];

        CHECK(a->marked.len == b->marked.len && a->empty.len == b->empty.len);
        CHECK(a->weights.len == b->weights.len);
        CHECK(a->comparisons.len == b->comparisons.len);
        CHECK(a->traps.len == b->traps.len);
    }
    check_sets_back(&proof->inductive, &back->inductive);
    check_sets_back(&proof->lemmas, &back->lemmas);
    check_sets_back(&proof->cases, &back->cases);
}

/* An accepted certificate can be written and read back. */
static void check_written(const struct net *net, const struct cert *cert)
{
    char path[80];
    const struct cert_reduced left = {&cert->reduction, cert->net};
    const struct cert_reduced *const reduced = cert->reduces ? &left : NULL;
    struct diag diag = {0};
    struct cert *back;

    (void)snprintf(path, sizeof path, "fuzz.%ld.cert", (long)getpid());
    if (cert->goal.kind == GOAL_BOUND)
        CERTS_WRITE(path, net, &cert->goal,
                    .value = cert->goal.formula->nodes.at[0].bound,
                    .run = &cert->run, .weights = &cert->weights,
                    .proof = cert->proof, .cases = cert->cases);
    else if (cert->kind == CERT_RUN)
        CERTS_WRITE(path, net, &cert->goal, .run = &cert->run);
    else if (cert->kind == CERT_WEIGHTS)
        CERTS_WRITE(path, net, &cert->goal, .weights = &cert->weights);
    else if (cert->kind == CERT_CASES)
        CERTS_WRITE(path, net, &cert->goal, .weights = &cert->weights,
                    .reduced = reduced, .cases = cert->cases);
    else
        CERTS_WRITE(path, net, &cert->goal, .weights = &cert->weights,
                    .reduced = reduced, .proof = cert->proof);
    back = cert_read_file(net, path, &diag);
    CHECK(back && back->kind == cert->kind);
    CHECK(back->reduction.steps.len == cert->reduction.steps.len);
    CHECK(back->goal.kind == cert->goal.kind &&
          back->goal.trans == cert->goal.trans &&
          back->goal.marked.len == cert->goal.marked.len &&
          back->goal.empty.len == cert->goal.empty.len);
    CHECK(cert->kind == CERT_RUN || cert->goal.kind == GOAL_BOUND ||
          (back->weights.vectors.all.len == cert->weights.vectors.all.len &&
           vecs_count(&back->weights.vectors) ==
               vecs_count(&cert->weights.vectors)));
    CHECK(back->run.len == cert->run.len);
    CHECK(!cert->run.len || !memcmp(back->run.at, cert->run.at,
                                    cert->run.len * sizeof *cert->run.at));
    if (cert->cases)
        check_cases_back(cert->cases, back->cases);
    if (cert->proof) {
        CHECK(back->proof->initial == cert->proof->initial);
        CHECK(back->proof->cubes.len == cert->proof->cubes.len);
        CHECK(back->proof->places.len == cert->proof->places.len);
        CHECK(back->proof->members.len == cert->proof->members.len);
    }
    cert_destroy(back);
    (void)unlink(path);
}

/* The value at the initial marking. */
static int64_t initial_value(const struct net *net, const struct goal *goal)
{
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);
    int64_t value;

    marking_initial(net, m);
    value = goal_value(goal, m);
    mem_free(m);
    return value;
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
        CHECK(cert->kind == CERT_RUN || cert->kind == CERT_CASES ||
              cert->kind == CERT_WEIGHTS || goal.kind == GOAL_MARKING ||
              goal.kind == GOAL_DEADLOCK || goal.kind == GOAL_FORMULA ||
              goal.kind == GOAL_BOUND);
    else
        CHECK(fault.line && fault.text[0]);
    if (!fault.text[0] && goal.kind == GOAL_BOUND)
        CHECK(initial_value(net, &goal) == goal.formula->nodes.at[0].bound);
    if (!fault.text[0] && goal.kind == GOAL_FORMULA) {
        bits_word *const m = mem_zero(marking_words(net), sizeof *m);

        marking_initial(net, m);
        CHECK(goal_holds(&goal, net, m) == (cert->kind == CERT_RUN));
        mem_free(m);
    }
}

TARGET(cert)
{
    struct net *net = target_alphabet();
    char *path = target_file(bytes, n);
    struct diag diag = {0};
    struct cert *cert = cert_read_file(net, path, &diag);

    if (!cert) {
        target_refused(&diag);
    } else {
        if (cert->proof)
            proof_check(cert->proof, cert->reduces ? cert->net : net);
        check_events(cert);
        if (!cert->broken &&
            (cert->kind == CERT_RUN || cert->kind == CERT_CASES ||
             (cert->kind == CERT_PROOF && cert->goal.kind != GOAL_BOUND)))
            check_written(net, cert);
        check_judged(net, cert);
        cert_destroy(cert);
    }
    net_destroy(net);
    target_remove(path);
    return 0;
}
