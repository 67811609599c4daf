#include "engine/state/ample.h"

#include "base/ids.h"
#include "base/mem.h"
#include "net/termination.h"

/* Sets that are tried at a marking, at most, and what a member of one costs. */
enum { TRIALS = 8, TRIED_MEMBER_COST = 40 };

/* Sets that are sought before one in so many must be found. */
enum { SAMPLE = 4096, RARE = 16 };

void ample_start(struct ample *ample, const uint64_t *changes)
{
    const struct net *const net = ample->closure->net;

    mem_free(ample->excluded);
    ample->excluded = mem_zero(net_trans_count(net), sizeof *ample->excluded);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        ample->excluded[t] = changes[t] != 0;
    termination_break(net, ample->excluded);
    ample->n_sought = ample->n_found = 0;
    ample->n_members = ample->closure->n_members;
}

void ample_finish(struct ample *ample)
{
    mem_free(ample->excluded);
    vec_free(&ample->set);
}

static bool suits(const struct ample *ample, const net_trans_list *set)
{
    for (uint32_t i = 0; i < set->len; i++)
        if (ample->excluded[set->at[i]])
            return false;
    return true;
}

bool ample_find(struct ample *ample)
{
    struct stubborn_closure *const closure = ample->closure;
    uint32_t bound = closure->at->n_enabled, n_trials = 0;

    vec_clear(&ample->set);
    for (trans_id t = enabled_set_next(closure->at, 0);
         t != TRANS_NONE && bound > 1 && n_trials < TRIALS;
         t = enabled_set_next(closure->at, t + 1)) {
        if (ample->excluded[t])
            continue;
        n_trials++;
        stubborn_closure_start(closure);
        stubborn_closure_add(closure, t);
        if (!stubborn_closure_run(closure, bound) ||
            !suits(ample, &closure->set.active))
            continue;
        bound = closure->set.active.len;
        vec_clear(&ample->set);
        vec_append(&ample->set, &closure->set.active);
    }
    ids_sort(ample->set.at, ample->set.len);
    ample->n_sought += closure->at->n_enabled > 1;
    ample->n_found += ample->set.len > 0;
    return ample->set.len > 0;
}

bool ample_is_rare(const struct ample *ample)
{
    return ample->n_sought >= SAMPLE && ample->n_found < ample->n_sought / RARE;
}

uint64_t ample_take_work(struct ample *ample)
{
    const uint64_t n = ample->closure ? ample->closure->n_members : 0;
    const uint64_t work = TRIED_MEMBER_COST * (n - ample->n_members);

    ample->n_members = n;
    return work;
}
