#include "engine/symbolic/path_run.h"

#include "engine/symbolic/shortest.h"
#include "net/marking.h"

/* Steps of a run that repeats, at most. */
enum { LONGEST = 1000000 };

/* Fires the first transition that leads from m into the set. */
static bool step_into(struct sets *sets, mdd_id set, bits_word *m,
                      witness_run *run)
{
    const trans_id t = shortest_step(sets, m, set);

    if (t != TRANS_NONE)
        vec_push(run, t);
    return t != TRANS_NONE;
}

/* From m through markings of a set from each of which a path stays in it.  Each
 * marking has one next marking, so the run comes back to one that it has met
 * (Brent, 1980): it is compared with the one after 1, 2, 4, ... steps. */
static bool walk_in(struct sets *sets, mdd_id set, bits_word *m,
                    witness_run *run, uint32_t *loop)
{
    const uint32_t words = marking_words(sets->net);
    bits_word *const met = mem_copy(m, words, sizeof *met);
    uint32_t met_at = 0;
    bool found = false;

    while (!found && run->len < LONGEST && !mdd_spend(&sets->diagram)) {
        if (!step_into(sets, set, m, run)) {
            *loop = run->len;
            found = true;
        } else if (!memcmp(m, met, words * sizeof *met)) {
            *loop = met_at;
            found = true;
        } else if (run->len == 2 * met_at + 1) {
            memcpy(met, m, words * sizeof *met);
            met_at = run->len;
        }
    }
    mem_free(met);
    return found;
}

static bool find(struct sets *sets, const struct ctl_path *path, bits_word *m,
                 witness_run *run, uint32_t *loop)
{
    const bool is_until = path->op == LTL_UNTIL;
    mdd_id stays;

    *loop = LTL_OPEN;
    if (path->op == LTL_NEXT)
        return step_into(sets, path->left, m, run);
    if (shortest_run(sets, m,
                     is_until ? path->right
                              : sets_and(sets, path->left, path->right),
                     is_until ? path->left : path->right, run)) {
        for (uint32_t i = 0; i < run->len; i++)
            marking_fire(sets->net, m, run->at[i]);
        return true;
    }
    if (is_until)
        return false;
    stays = ctl_stays(sets, path->right);
    return sets_has(sets, stays, m) && walk_in(sets, stays, m, run, loop);
}

bool path_run_show(struct sets *sets, const struct ctl_path *path, bits_word *m,
                   witness_run *run, uint32_t *loop)
{
    return find(sets, path, m, run, loop) && !sets->diagram.stopped;
}
