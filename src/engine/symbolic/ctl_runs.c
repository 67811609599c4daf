#include "engine/ctl_tree.h"
#include "engine/symbolic/ctl.h"
#include "net/marking.h"

/* --- runs of which a path formula holds ----------------------------------- */

/* Steps of a run that repeats, at most. */
enum { LONGEST_REPEATING = 1000000 };

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

    while (!found && run->len < LONGEST_REPEATING &&
           !mdd_spend(&sets->diagram)) {
        if (!step_into(sets, set, m, run)) {
            *loop = run->len;
            found = true;
        } else if (bits_equal(m, met, words)) {
            *loop = met_at;
            found = true;
        } else if (run->len == 2 * met_at + 1) {
            bits_copy(met, m, words);
            met_at = run->len;
        }
    }
    mem_free(met);
    return found;
}

/* Appends a run from marking m of which the path formula holds, and moves m to
 * its end.  *loop: the steps before those that repeat; LTL_OPEN: the formula
 * holds however the run goes on.  The operands must be kept (mdd.h).  False:
 * there is no such run, the watch has stopped, or the part that repeats is too
 * long. */
static bool show(struct sets *sets, const struct ctl_path *path, bits_word *m,
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

/* --- a tree of runs ------------------------------------------------------- */

/* Where the runs of a tree end. */
struct points {
    const struct ctl *ctl;
    uint32_t words;          /* of a marking, at least 1 */
    VEC(bits_word) markings; /* one behind the other */
};

static bool is_at(void *self, uint32_t point, ltl_id condition, bool holds)
{
    const struct points *const points = self;
    struct sets *const sets = points->ctl->sets;

    return sets_has(sets, ctl_condition(points->ctl, condition),
                    points->markings.at + point * points->words) == holds;
}

static bool run_from(void *self, uint32_t point, uint32_t part,
                     witness_run *run, uint32_t *loop)
{
    struct points *const points = self;
    struct sets *const sets = points->ctl->sets;
    const uint32_t words = points->words;
    const struct ctl_path path = ctl_shown(points->ctl, part);
    const uint32_t start = points->markings.len;
    bool found;

    sets_keep(sets, path.left);
    sets_keep(sets, path.right);
    vec_fit(&points->markings, start + words);
    memcpy(points->markings.at + start, points->markings.at + point * words,
           words * sizeof(bits_word));
    found = show(sets, &path, points->markings.at + start, run, loop) &&
            !sets->diagram.stopped;
    if (!found)
        vec_cut(&points->markings, start);
    sets_drop(sets, sets->diagram.kept.len - 2);
    return found;
}

void ctl_runs_find(const struct ctl *ctl, bool holds,
                   struct answer_finding *finding)
{
    const struct net *const net = ctl->sets->net;
    const uint32_t words = marking_words(net);
    struct points points = {.ctl = ctl, .words = words ? words : 1};
    const struct ctl_tree_source source = {&points, is_at, run_from};

    vec_fit(&points.markings, points.words);
    marking_initial(net, points.markings.at);
    ctl_tree_find(ctl->formula, holds, &source, finding);
    vec_free(&points.markings);
}
