#include "engine/symbolic/ctl_runs.h"

#include "engine/ctl_tree.h"
#include "engine/symbolic/path_run.h"
#include "net/marking.h"

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
    found = path_run_show(sets, &path, points->markings.at + start, run, loop);
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
