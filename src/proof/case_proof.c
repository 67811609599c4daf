#include "proof/case_proof.h"

#include "base/mem.h"

static void finish_list(struct case_proof_list *list)
{
    vec_free(&list->literals);
    vec_free(&list->ends);
}

void case_proof_ranks_finish(struct case_proof_ranks *ranks)
{
    vec_free(&ranks->terms);
    vec_free(&ranks->ends);
}

void case_proof_destroy(struct case_proof *proof)
{
    if (!proof)
        return;
    farkas_list_finish(&proof->combinations);
    case_proof_ranks_finish(&proof->ranks);
    farkas_traps_finish(&proof->traps);
    finish_list(&proof->inductive);
    finish_list(&proof->lemmas);
    finish_list(&proof->cases);
    mem_free(proof);
}

struct case_proof_span case_proof_set(const struct case_proof_list *list,
                                      uint32_t i)
{
    const uint32_t from = i ? list->ends.at[i - 1] : 0;
    const uint32_t len = list->ends.at[i] - from;

    return (struct case_proof_span){len ? list->literals.at + from : NULL, len};
}
