/* Further runs that show parts of a formula of CTL. */
#include "api/handle.h"
#include "question/question.h"

/* NULL: none.  Only runs of the net as it is given are shown. */
static const answer_branch_list *branches_of(const punfpor *problem, uint32_t q)
{
    const struct answer *const answer = &problem->run.answer;

    return q < answer->n_findings &&
                   net_given_transitions(problem->asked.net) ==
                       net_trans_count(problem->asked.net)
               ? &answer->findings[q].branches
               : NULL;
}

uint32_t punfpor_branches(const punfpor *problem, uint32_t q)
{
    const answer_branch_list *const branches = branches_of(problem, q);

    return branches ? branches->len : 0;
}

const uint32_t *punfpor_branch_run(const punfpor *problem, uint32_t q,
                                   uint32_t k, uint32_t *length)
{
    static const uint32_t none = 0;
    const struct answer_branch *const branch = &branches_of(problem, q)->at[k];

    *length = branch->run.len;
    if (!branch->has_run)
        return NULL;
    return branch->run.len ? branch->run.at : &none;
}

uint32_t punfpor_branch_of(const punfpor *problem, uint32_t q, uint32_t k)
{
    return branches_of(problem, q)->at[k].of;
}

int punfpor_branch_loop(const punfpor *problem, uint32_t q, uint32_t k,
                        uint32_t *steps)
{
    const struct answer_branch *const branch = &branches_of(problem, q)->at[k];

    *steps = branch->loop;
    return branch->loop != LTL_OPEN;
}

const char *punfpor_branch_text(const punfpor *problem, uint32_t q, uint32_t k)
{
    return branches_of(problem, q)->at[k].shows;
}
