#include "marking/shorten.h"

#include "base/bits.h"
#include "base/keys.h"
#include "net/marking.h"
#include "proof/reduction/reduction.h"

/* --- what matters --------------------------------------------------------- */

uint64_t shorten_arcs(const struct net *net, trans_id t)
{
    return 1 + net_needs(net, t).len + net_post(net, t).len;
}

uint64_t shorten_slice(const struct net *net, bits_word *matters,
                       witness_run *run)
{
    uint32_t first = run->len;
    uint64_t work = 0;

    for (uint32_t i = run->len; i-- > 0;) {
        const trans_id t = run->at[i];

        work += shorten_arcs(net, t);
        if (!marking_meets(matters, net_pre(net, t)) &&
            !marking_meets(matters, net_post(net, t)))
            continue;
        marking_add_all(matters, net_needs(net, t));
        marking_add_all(matters, net_post(net, t));
        run->at[--first] = t;
    }
    for (uint32_t i = first; i < run->len; i++)
        run->at[i - first] = run->at[i];
    vec_cut(run, run->len - first);
    return work;
}

/* --- loops ---------------------------------------------------------------- */

uint64_t shorten_change(const struct net *net, trans_id t)
{
    const struct net_place_span spans[] = {net_pre(net, t), net_post(net, t)};
    uint64_t change = 0;

    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < spans[k].len; i++)
            change ^= keys_hash((uint64_t)spans[k].at[i] + 1);
    return change;
}

/* Markings are equal if their sums are, but for a chance in 2^64. */
static void cut_loops(const struct net *net, witness_run *run)
{
    struct keys keys = {0};
    VEC(uint32_t) at = {0};  /* by key: the length of the run there */
    VEC(uint32_t) ids = {0}; /* by length: its key */
    uint64_t sum = 0;
    uint32_t len = 0;

    vec_push(&ids, keys_intern(&keys, sum));
    vec_push(&at, 0);
    for (uint32_t i = 0; i < run->len; i++) {
        uint32_t id;

        sum ^= shorten_change(net, run->at[i]);
        id = keys_intern(&keys, sum);
        run->at[len++] = run->at[i];
        if (id < at.len && at.at[id] < len && ids.at[at.at[id]] == id) {
            len = at.at[id];
            vec_cut(&ids, len + 1);
            continue;
        }
        if (id == at.len)
            vec_push(&at, 0);
        at.at[id] = len;
        vec_push(&ids, id);
    }
    vec_cut(run, len);
    keys_finish(&keys);
    vec_free(&at);
    vec_free(&ids);
}

/* Keeps the run if, against all odds, the shorter one cannot be fired.  Returns
 * how many arcs were looked at. */
static uint64_t cut_if_it_fires(const struct net *net, witness_run *run)
{
    witness_run shorter = {0};
    uint64_t work = 0;

    vec_append(&shorter, run);
    for (uint32_t i = 0; i < run->len; i++)
        work += shorten_arcs(net, run->at[i]);
    cut_loops(net, &shorter);
    if (shorter.len < run->len) {
        const witness_run whole = *run;

        work *= 2;
        if (witness_replay(net, &shorter, NULL, NULL)) {
            *run = shorter;
            shorter = whole;
        }
    }
    vec_free(&shorter);
    return work;
}

uint64_t shorten_run(const struct net *net, const struct goal *goal,
                     witness_run *run)
{
    struct reduction_keeps keeps;
    uint64_t work = marking_words(net);

    reduction_keeps_init(&keeps, net);
    reduction_keeps_add(&keeps, net, goal);
    if (!keeps.dead && !keeps.markings)
        work += shorten_slice(net, keeps.visible, run);
    reduction_keeps_finish(&keeps);
    return work + cut_if_it_fires(net, run);
}

void shorten_unsafe(const struct token_game *game, trans_id t, place_id p,
                    struct answer *answer)
{
    const struct net *const net = game->net;
    bits_word *const matters = mem_zero(marking_words(net), sizeof *matters);

    token_game_copy_run(game, &answer->unsafe_run);
    marking_add_all(matters, net_needs(net, t));
    bits_add(matters, p);
    (void)shorten_slice(net, matters, &answer->unsafe_run);
    mem_free(matters);
    (void)cut_if_it_fires(net, &answer->unsafe_run);
    answer->stop = STOP_UNSAFE;
    answer->unsafe_trans = t;
    answer->unsafe_place = p;
}
