#include "engine/equation/attempt_proof.h"

static uint32_t largest_proof(const struct attempt *x)
{
    const uint32_t wanted = x->problem->test.proof;

    return wanted ? wanted : DERIVATION_LARGEST;
}

/* What is kept for induction alone is less. */
static uint32_t largest_kept(const struct attempt *x)
{
    enum { USUAL = 1 << 20 };

    return x->problem->output.proof ? largest_proof(x) : USUAL;
}

void attempt_proof_drop(derivation_combinations *combinations)
{
    for (uint32_t i = 0; i < combinations->len; i++)
        farkas_finish(&combinations->at[i]);
    vec_clear(combinations);
}

void attempt_proof_forget(struct attempt *x)
{
    attempt_proof_drop(&x->kept);
    x->kept_size = 0;
}

void attempt_proof_keep(struct attempt *x, struct refuter *r)
{
    if (x->kept_size > largest_kept(x))
        return;
    x->kept_size += derivation_size(&r->reason);
    vec_push(&x->kept, r->reason);
    r->reason = (struct farkas){0};
}

void attempt_proof_derive(struct attempt *x,
                          const struct derivation_premises *from, uint32_t g,
                          const struct goal *refuted)
{
    struct answer_finding *const finding = &x->answer->findings[g];
    enum derivation_verdict verdict = DERIVATION_TOO_LARGE;

    if (!x->problem->output.proof)
        return;
    watch_settle(&x->watch);
    case_proof_destroy(finding->cases); /* of a larger limit */
    finding->cases = NULL;
    if (x->kept_size <= largest_proof(x))
        verdict = derivation_of(from, refuted, largest_proof(x), &x->watch,
                                &finding->cases);
    if (verdict == DERIVATION_TOO_LARGE)
        finding->no_proof = "the proof by cases would be too large";
    else if (verdict == DERIVATION_FAILED)
        finding->no_proof = "no proof by cases was found";
}
