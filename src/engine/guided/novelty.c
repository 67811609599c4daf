#include "engine/guided/novelty.h"

#include "base/hash.h"
#include "net/marking.h"

/* The first table has 2^FIRST_LOG bits, each other one 2^LOG_GROWTH times as
 * many as the one before, and is full when one of FULL bits is set. */
enum { FIRST_LOG = 16, LOG_GROWTH = 2, FULL = 4 };

/* In units of work: a set that is looked up, and 64 places. */
enum { LOOK_COST = 4, LISTED_WORD_COST = 2 };

static uint32_t log_of(uint32_t table)
{
    return FIRST_LOG + LOG_GROWTH * table;
}

void novelty_finish(struct novelty *novelty)
{
    for (uint32_t i = 0; i < novelty->n_tables; i++)
        mem_free(novelty->tables[i]);
    vec_free(&novelty->marked);
}

static uint32_t bit_of(uint32_t hash, uint32_t table)
{
    return (uint32_t)((uint64_t)hash << log_of(table) >> 32);
}

static void add_table(struct novelty *novelty)
{
    const size_t words = ((size_t)1 << log_of(novelty->n_tables)) / 64;

    novelty->tables[novelty->n_tables++] =
        mem_zero(words, sizeof **novelty->tables);
    novelty->n_set = 0;
    novelty->work += words;
}

/* Is it new? */
static bool add_if_new(struct novelty *novelty, uint32_t hash)
{
    const uint32_t last = novelty->n_tables - 1;

    for (uint32_t i = 0; i <= last; i++)
        if (bits_has(novelty->tables[i], bit_of(hash, i)))
            return false;
    bits_add(novelty->tables[last], bit_of(hash, last));
    novelty->n_set++;
    return true;
}

uint32_t novelty_rank(struct novelty *novelty, uint32_t distance,
                      const bits_word *m, uint32_t n_places,
                      struct net_place_span fresh)
{
    const uint32_t start = hash_mix(0, distance);
    const uint32_t n = novelty->n_tables;
    bool one = false, two = false;

    if (!n ||
        (n < NOVELTY_TABLES && novelty->n_set >= (1u << log_of(n - 1)) / FULL))
        add_table(novelty);
    marking_list(m, n_places, &novelty->marked);
    novelty->work += LISTED_WORD_COST * (uint64_t)bits_words(n_places);
    for (uint32_t i = 0; i < fresh.len; i++) {
        const place_id p = fresh.at[i];

        one |= add_if_new(novelty, hash_mix(start, p));
        for (uint32_t k = 0; k < novelty->marked.len; k++) {
            const place_id q = novelty->marked.at[k];

            if (p != q)
                two |= add_if_new(novelty,
                                  p < q ? hash_mix(hash_mix(start, p), q)
                                        : hash_mix(hash_mix(start, q), p));
        }
    }
    novelty->work +=
        LOOK_COST * (uint64_t)fresh.len * (1 + (uint64_t)novelty->marked.len);
    return one ? 1 : two ? 2 : NOVELTY_RANKS;
}
