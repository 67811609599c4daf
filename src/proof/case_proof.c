#include "proof/case_proof.h"

#include "base/mem.h"

void case_proof_destroy(struct case_proof *proof)
{
    if (!proof)
        return;
    farkas_list_finish(&proof->combinations);
    vecs_free(&proof->ranks);
    vecs_free(&proof->traps);
    vecs_free(&proof->inductive);
    vecs_free(&proof->lemmas);
    vecs_free(&proof->cases);
    mem_free(proof);
}

struct case_proof_span case_proof_set(const case_proof_list *list, uint32_t i)
{
    return (struct case_proof_span){vecs_at(list, i), vecs_len(list, i)};
}
