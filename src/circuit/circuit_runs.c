#include "circuit/circuit_net.h"

#include "base/mem.h"
#include "net/marking.h"

#include <string.h>

/* What the steps of a run from `first` on use, up to one of them. */
struct uses {
    const struct net *net;
    uint32_t words;
    bits_word *changed, *read; /* places */
};

static void forget(struct uses *uses)
{
    bits_clear(uses->changed, uses->words);
    bits_clear(uses->read, uses->words);
}

/* Can t come before all these steps?  They and t are independent then. */
static bool is_free(const struct uses *uses, trans_id t)
{
    const struct net_place_span pre = net_pre(uses->net, t),
                                post = net_post(uses->net, t);

    return !marking_meets(uses->changed, pre) &&
           !marking_meets(uses->changed, post) &&
           !marking_meets(uses->changed, net_read(uses->net, t)) &&
           !marking_meets(uses->read, pre) && !marking_meets(uses->read, post);
}

static void use(struct uses *uses, trans_id t)
{
    marking_add_all(uses->changed, net_pre(uses->net, t));
    marking_add_all(uses->changed, net_post(uses->net, t));
    marking_add_all(uses->read, net_read(uses->net, t));
}

static void move(net_trans_list *run, uint32_t first, uint32_t i)
{
    const trans_id t = run->at[i];

    memmove(run->at + first + 1, run->at + first, (i - first) * sizeof t);
    run->at[first] = t;
}

/* The transitions that can come first from there on. */
static void find_first(struct uses *uses, const net_trans_list *run,
                       uint32_t first, bits_word *found)
{
    forget(uses);
    for (uint32_t i = first; i < run->len; i++) {
        if (is_free(uses, run->at[i]))
            bits_add(found, run->at[i]);
        use(uses, run->at[i]);
    }
}

/* The first step from there on that can come first and is wanted; the length if
 * there is none. */
static uint32_t seek(struct uses *uses, const net_trans_list *run,
                     uint32_t first, const bits_word *wanted)
{
    uint32_t i = first;

    forget(uses);
    while (i < run->len &&
           !(bits_has(wanted, run->at[i]) && is_free(uses, run->at[i])))
        use(uses, run->at[i++]);
    return i;
}

uint32_t circuit_runs_align(const struct net *net, net_trans_list *a,
                            net_trans_list *b)
{
    const uint32_t words = bits_words(net_trans_count(net));
    struct uses uses = {.net = net, .words = marking_words(net)};
    bits_word *const wanted = mem_zero(words, sizeof *wanted);
    uint32_t n = 0;

    uses.changed = mem_zero(uses.words, sizeof *uses.changed);
    uses.read = mem_zero(uses.words, sizeof *uses.read);
    for (;; n++) {
        uint32_t i;

        bits_clear(wanted, words);
        find_first(&uses, b, n, wanted);
        i = seek(&uses, a, n, wanted);
        if (i == a->len)
            break;
        move(a, n, i);
        bits_clear(wanted, words);
        bits_add(wanted, a->at[n]);
        move(b, n, seek(&uses, b, n, wanted));
    }
    mem_free(wanted);
    mem_free(uses.changed);
    mem_free(uses.read);
    return n;
}
