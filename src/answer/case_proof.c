#include "answer/case_proof.h"

#include "base/mem.h"

struct case_proof *case_proof_create(void)
{
    return mem_zero(1, sizeof(struct case_proof));
}

void case_proof_destroy(struct case_proof *proof)
{
    if (!proof)
        return;
    for (uint32_t i = 0; i < proof->combinations.len; i++)
        farkas_finish(&proof->combinations.at[i]);
    vec_free(&proof->combinations);
    farkas_traps_finish(&proof->traps);
    vec_free(&proof->literals);
    vec_free(&proof->ends);
    mem_free(proof);
}

struct case_proof_span case_proof_case(const struct case_proof *proof,
                                       uint32_t i)
{
    const uint32_t from = i ? proof->ends.at[i - 1] : 0;
    const uint32_t len = proof->ends.at[i] - from;

    return (struct case_proof_span){len ? proof->literals.at + from : NULL,
                                    len};
}
