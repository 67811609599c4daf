#include "engine/equation/equation_proof.h"

static uint32_t largest_proof(const struct equation_run *x)
{
    const uint32_t wanted = x->problem->test.proof;

    return wanted ? wanted : CASE_BUILDER_LARGEST;
}

/* What is kept for induction alone is less. */
static uint32_t largest_kept(const struct equation_run *x)
{
    enum { USUAL = 1 << 20 };

    return x->problem->output.proof ? largest_proof(x) : USUAL;
}

void equation_proof_drop(case_builder_combinations *combinations)
{
    for (uint32_t i = 0; i < combinations->len; i++)
        farkas_finish(&combinations->at[i]);
    vec_clear(combinations);
}

void equation_proof_forget(struct equation_run *x)
{
    equation_proof_drop(&x->kept);
    x->kept_size = 0;
}

void equation_proof_keep(struct equation_run *x, struct state_equation *r)
{
    if (x->kept_size > largest_kept(x))
        return;
    x->kept_size += case_builder_size(&r->reason);
    vec_push(&x->kept, r->reason);
    r->reason = (struct farkas){0};
}

void equation_proof_derive(struct equation_run *x,
                           const struct case_builder_premises *from, uint32_t g,
                           const struct goal *refuted)
{
    struct answer_finding *const finding = &x->answer->findings[g];
    enum case_builder_verdict verdict = CASE_BUILDER_TOO_LARGE;

    if (!x->problem->output.proof)
        return;
    watch_settle(&x->watch);
    case_proof_destroy(finding->cases); /* of a larger limit */
    finding->cases = NULL;
    if (x->kept_size <= largest_proof(x))
        verdict = case_builder_of(from, refuted, largest_proof(x), &x->watch,
                                  &finding->cases);
    if (verdict == CASE_BUILDER_TOO_LARGE)
        finding->no_proof = "the proof by cases would be too large";
    else if (verdict == CASE_BUILDER_FAILED)
        finding->no_proof = "no proof by cases was found";
}
