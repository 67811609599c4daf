#include "oracle.h"

#include "base/hash.h"
#include "base/mem.h"
#include "net/marking.h"

#include <stdlib.h>
#include <string.h>

/* -- Markings -- */

const bits_word *oracle_marking(const struct oracle *oracle, uint32_t i)
{
    return oracle->markings.at + (size_t)i * oracle->words;
}

/* The index of m among the markings; appends a new one. */
static uint32_t intern(struct oracle *oracle, struct hash *ix,
                       const bits_word *m)
{
    const uint32_t h = hash_bytes_of(m, oracle->words * sizeof *m);
    uint32_t id;

    for (uint32_t p = hash_first(ix, h); (id = hash_id(ix, p)) != HASH_FREE;
         p = hash_next(ix, p))
        if (hash_at(ix, p) == h &&
            bits_equal(oracle_marking(oracle, id), m, oracle->words))
            return id;
    for (uint32_t i = 0; i < oracle->words; i++)
        vec_push(&oracle->markings, m[i]);
    hash_put(ix, h, oracle->n_markings);
    return oracle->n_markings++;
}

/* Fires every transition at marking i.  m is scratch. */
static void expand(struct oracle *oracle, struct hash *ix, uint32_t i,
                   oracle_edge_list *edges, bits_word *m)
{
    const struct net *net = oracle->net;
    bool dead = true;

    for (trans_id t = 0; t < net_trans_count(net) && !oracle->unsafe; t++) {
        bits_copy(m, oracle_marking(oracle, i), oracle->words);
        if (!marking_enabled(net, m, t))
            continue;
        dead = false;
        bits_add(oracle->fireable, t);
        if (marking_unsafe(net, m, t) != PLACE_NONE) {
            oracle->unsafe = true;
            continue;
        }
        marking_fire(net, m, t);

        const struct oracle_edge edge = {i, intern(oracle, ix, m)};

        vec_push(edges, edge);
    }
    oracle->deadlocks += dead;
    oracle->edges = edges->len;
}

/* Removes markings without predecessors until none is left to remove.  The
 * remaining markings are on a cycle or reachable from one. */
static bool is_acyclic(const struct oracle *oracle,
                       const oracle_edge_list *edges)
{
    const uint32_t n = oracle->n_markings;
    uint32_t *incoming = mem_zero(n, sizeof *incoming);
    uint32_t *first = mem_zero((size_t)n + 1, sizeof *first);
    VEC(uint32_t) free_list = {0};
    uint32_t removed = 0;

    for (uint32_t i = 0; i < edges->len; i++) {
        incoming[edges->at[i].to]++;
        first[edges->at[i].from + 1]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        first[i + 1] += first[i];
        if (!incoming[i])
            vec_push(&free_list, i);
    }
    while (free_list.len) {
        const uint32_t from = vec_pop(&free_list);

        removed++;
        for (uint32_t i = first[from]; i < first[from + 1]; i++)
            if (!--incoming[edges->at[i].to])
                vec_push(&free_list, edges->at[i].to);
    }
    vec_free(&free_list);
    mem_free(incoming);
    mem_free(first);
    return removed == n;
}

void oracle_init(struct oracle *oracle, const struct net *net, uint32_t limit)
{
    const uint32_t words = marking_words(net);
    bits_word *m = mem_zero(words, sizeof *m);
    struct hash ix = {0};
    uint32_t i;

    *oracle = (struct oracle){.net = net, .words = words};
    vec_reserve(&oracle->markings, 1); /* a net without places has a marking */
    oracle->fireable =
        mem_zero(bits_words(net_trans_count(net)), sizeof(bits_word));
    marking_initial(net, m);
    intern(oracle, &ix, m);
    for (i = 0; i < oracle->n_markings && oracle->n_markings <= limit &&
                !oracle->unsafe;
         i++)
        expand(oracle, &ix, i, &oracle->graph, m);
    oracle->complete = i == oracle->n_markings && !oracle->unsafe;
    oracle->terminating =
        oracle->complete && is_acyclic(oracle, &oracle->graph);
    hash_finish(&ix);
    mem_free(m);
}

void oracle_finish(struct oracle *oracle)
{
    vec_free(&oracle->markings);
    vec_free(&oracle->graph);
    mem_free(oracle->fireable);
    *oracle = (struct oracle){0};
}

/* The markings, and with them the edges, are listed breadth first. */
uint32_t *oracle_distances(const struct oracle *oracle)
{
    uint32_t *const distance = mem_alloc(oracle->n_markings, sizeof *distance);

    for (uint32_t i = 0; i < oracle->n_markings; i++)
        distance[i] = i ? UINT32_MAX : 0;
    for (uint32_t i = 0; i < oracle->graph.len; i++) {
        const struct oracle_edge edge = oracle->graph.at[i];

        if (distance[edge.to] > distance[edge.from] + 1)
            distance[edge.to] = distance[edge.from] + 1;
    }
    return distance;
}

void oracle_go_back(const struct oracle *oracle, bool *can)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t i = oracle->graph.len; i-- > 0;) {
            const struct oracle_edge edge = oracle->graph.at[i];

            if (can[edge.from] || !can[edge.to])
                continue;
            can[edge.from] = changed = true;
        }
    }
}

bool *oracle_can_fire(const struct oracle *oracle, trans_id t)
{
    bool *can = mem_zero(oracle->n_markings, sizeof *can);

    for (uint32_t i = 0; i < oracle->n_markings; i++)
        can[i] = marking_enabled(oracle->net, oracle_marking(oracle, i), t);
    oracle_go_back(oracle, can);
    return can;
}

bool oracle_live(const struct oracle *oracle, trans_id t)
{
    bool *can = oracle_can_fire(oracle, t);
    bool live = true;

    for (uint32_t i = 0; i < oracle->n_markings; i++)
        live = live && can[i];
    mem_free(can);
    return live;
}

bool oracle_reaches(const struct oracle *oracle, const bits_word *m)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (bits_equal(oracle_marking(oracle, i), m, oracle->words))
            return true;
    return false;
}

static bool covers(const bits_word *m, const bits_word *marked,
                   const bits_word *empty, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        if ((marked[i] & ~m[i]) || (empty[i] & m[i]))
            return false;
    return true;
}

bool oracle_covers(const struct oracle *oracle, const bits_word *marked,
                   const bits_word *empty)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (covers(oracle_marking(oracle, i), marked, empty, oracle->words))
            return true;
    return false;
}

/* -- Traces -- */

/* An occurrence in Foata normal form.  A word is sorted by level, then by
 * transition.  A level contains a transition at most once, since t depends on
 * itself. */
struct step {
    uint32_t level; /* from 1 */
    trans_id trans;
};

struct word {
    size_t first; /* in the pool */
    uint32_t len;
    uint32_t hash;
};

struct traces {
    const struct dep *dep;
    bool *depends; /* n_trans * n_trans: the nets are small */
    uint32_t n_trans;
    VEC(struct step) pool;
    VEC(struct word) words; /* in increasing order of length */
    struct hash ix;
    VEC(struct step) scratch;
};

static bool depends(const struct traces *traces, trans_id t, trans_id u)
{
    return traces->depends[(size_t)t * traces->n_trans + u];
}

/* Writes the normal form of the word w followed by t into scratch. */
static void append(struct traces *traces, struct word w, trans_id t)
{
    const struct step *steps = traces->pool.at + w.first;
    struct step last = {1, t};
    uint32_t i = 0;

    for (uint32_t j = 0; j < w.len; j++)
        if (depends(traces, steps[j].trans, t))
            last.level = steps[j].level + 1;
    vec_clear(&traces->scratch);
    for (; i < w.len && (steps[i].level < last.level ||
                         (steps[i].level == last.level && steps[i].trans < t));
         i++)
        vec_push(&traces->scratch, steps[i]);
    vec_push(&traces->scratch, last);
    for (; i < w.len; i++)
        vec_push(&traces->scratch, steps[i]);
}

/* Adds the word in scratch if it is new. */
static void intern_word(struct traces *traces)
{
    const struct step *steps = traces->scratch.at;
    const uint32_t len = traces->scratch.len;
    const size_t bytes = len * sizeof *steps;
    const uint32_t h = len ? hash_bytes_of(steps, bytes) : 0;
    const struct word fresh = {traces->pool.len, len, h};
    uint32_t id;

    for (uint32_t p = hash_first(&traces->ix, h);
         (id = hash_id(&traces->ix, p)) != HASH_FREE;
         p = hash_next(&traces->ix, p)) {
        const struct word w = traces->words.at[id];

        if (w.hash == h && w.len == len &&
            !memcmp(traces->pool.at + w.first, steps, bytes))
            return;
    }
    for (uint32_t i = 0; i < len; i++)
        vec_push(&traces->pool, steps[i]);
    hash_put(&traces->ix, h, traces->words.len);
    vec_push(&traces->words, fresh);
}

/* Has the word exactly one maximal occurrence, that is, no dependent occurrence
 * in a later level? */
static bool is_prime(const struct traces *traces, struct word w)
{
    const struct step *steps = traces->pool.at + w.first;
    uint32_t maximal = 0;

    for (uint32_t i = 0; i < w.len && maximal < 2; i++) {
        bool below = false;

        for (uint32_t j = i + 1; j < w.len && !below; j++)
            below = steps[j].level > steps[i].level &&
                    depends(traces, steps[i].trans, steps[j].trans);
        maximal += !below;
    }
    return maximal == 1;
}

/* Extends word i by every transition enabled after it.  Returns their
 * number. */
static uint32_t extend(struct traces *traces, const struct net *net, uint32_t i,
                       bits_word *m)
{
    const struct word w = traces->words.at[i];
    uint32_t n_enabled = 0;

    marking_initial(net, m);
    for (uint32_t j = 0; j < w.len; j++)
        marking_fire(net, m, traces->pool.at[w.first + j].trans);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (marking_enabled(net, m, t)) {
            n_enabled++;
            append(traces, w, t);
            intern_word(traces);
        }
    return n_enabled;
}

static void words_init(struct traces *traces, const struct net *net,
                       const struct dep *dep)
{
    const uint32_t n = net_trans_count(net);

    *traces = (struct traces){.dep = dep, .n_trans = n};
    traces->depends = mem_alloc((size_t)n * n, sizeof *traces->depends);
    for (trans_id t = 0; t < n; t++)
        for (trans_id u = 0; u < n; u++)
            traces->depends[(size_t)t * n + u] = dep_has(dep, t, u);
    vec_reserve(&traces->pool, 1);
    intern_word(traces); /* the empty word */
}

static void words_finish(struct traces *traces)
{
    mem_free(traces->depends);
    vec_free(&traces->pool);
    vec_free(&traces->words);
    vec_free(&traces->scratch);
    hash_finish(&traces->ix);
}

static void show(const struct traces *traces, struct word w,
                 void (*visit)(void *self, const trans_id *run, uint32_t len),
                 void *self)
{
    VEC(trans_id) run = {0};

    for (uint32_t i = 0; i < w.len; i++)
        vec_push(&run, traces->pool.at[w.first + i].trans);
    visit(self, run.at, run.len);
    vec_free(&run);
}

bool oracle_maximal(const struct oracle *oracle, const struct dep *dep,
                    uint64_t limit, struct oracle_traces *result,
                    void (*visit)(void *self, const trans_id *run,
                                  uint32_t len),
                    void *self)
{
    const struct net *net = oracle->net;
    bits_word *m = mem_zero(oracle->words, sizeof *m);
    struct traces traces;

    ASSERT(oracle->terminating);
    *result = (struct oracle_traces){0};
    words_init(&traces, net, dep);
    for (uint32_t i = 0; i < traces.words.len && traces.words.len <= limit;
         i++) {
        const struct word w = traces.words.at[i];
        const bool is_maximal = !extend(&traces, net, i, m);

        if (is_maximal && visit)
            show(&traces, w, visit, self);
        result->configurations++;
        result->maximal += is_maximal;
        result->primes += is_prime(&traces, w);
        result->longest = w.len;
    }

    const bool done = result->configurations == traces.words.len;

    words_finish(&traces);
    mem_free(m);
    return done;
}

bool oracle_traces(const struct oracle *oracle, const struct dep *dep,
                   uint64_t limit, struct oracle_traces *result)
{
    return oracle_maximal(oracle, dep, limit, result, NULL, NULL);
}
