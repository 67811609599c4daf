#include "random.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/vec.h"
#include "net/marking.h"

#include <stdio.h>

enum {
    MAX_MACHINES = 8,
    MAX_STATES = 5,
    MAX_TRANS = 32,
    MOST_STEPS = 64,     /* of a Boolean network */
    MAX_MARKINGS = 3000, /* of a net that is accepted as safe */
};

/* -- The generator: xorshift64*, after Vigna -- */

void random_init(struct random *random, uint64_t seed)
{
    random->state = (seed + 1) * 0x9e3779b97f4a7c15u;
    if (!random->state)
        random->state = 1;
    for (int i = 0; i < 8; i++)
        (void)random_below(random, 2);
}

uint32_t random_below(struct random *random, uint32_t n)
{
    uint64_t x = random->state;

    ASSERT(n > 0);
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return (uint32_t)(((x * 0x2545f4914f6cdd1du >> 32) * n) >> 32);
}

bool random_chance(struct random *random, uint32_t percent)
{
    return random_below(random, 100) < percent;
}

/* -- A net being drawn: sets of places are words -- */

struct draft_trans {
    uint64_t pre, post, read;
    bool loops; /* write reads as an input and an output arc */
    bool twice; /* produce two tokens on each place */
};

struct machine {
    uint32_t first;    /* place of its state 0 */
    uint32_t n_states; /* at most MAX_STATES */
    uint32_t known;    /* states that some transition enters so far */
    bool lock;
};

struct draft {
    struct machine machines[MAX_MACHINES];
    uint32_t n_machines, n_places;
    uint64_t marked;
    uint64_t absent; /* omitted places */
    struct draft_trans trans[MOST_STEPS];
    uint32_t n_trans;
    uint32_t n_more; /* places without arcs */
};

static uint64_t place_bit(const struct machine *machine, uint32_t state)
{
    return (uint64_t)1 << (machine->first + state);
}

static void add_machine(struct draft *draft, uint32_t n_states, uint32_t state,
                        bool lock)
{
    struct machine *machine = &draft->machines[draft->n_machines++];

    *machine = (struct machine){
        .first = draft->n_places,
        .n_states = n_states,
        .known = 1u << state,
        .lock = lock,
    };
    draft->marked |= place_bit(machine, state);
    draft->n_places += n_states;
}

/* A state that the machine can be in. */
static uint32_t draw_known(struct random *random, const struct machine *machine)
{
    uint32_t state;

    do
        state = random_below(random, machine->n_states);
    while (!(machine->known >> state & 1));
    return state;
}

/* Makes t move the machine.  False when it has no move from that state. */
static bool add_move(struct random *random, struct machine *machine,
                     struct draft_trans *t, bool forward)
{
    const uint32_t from = draw_known(random, machine);
    const uint32_t low = forward && !machine->lock ? from + 1 : 0;

    if (low >= machine->n_states)
        return false;

    const uint32_t to = low + random_below(random, machine->n_states - low);

    if (to == from)
        return false;
    t->pre |= place_bit(machine, from);
    t->post |= place_bit(machine, to);
    machine->known |= 1u << to;
    return true;
}

/* Draws one transition; false when the result is unusable. */
static bool add_trans(struct random *random, struct draft *draft, bool forward)
{
    const uint32_t n_moves =
        1 + (random_below(random, 10) >= 6) + (random_below(random, 10) >= 8);
    const bool idle = !forward && random_chance(random, 6);
    const uint32_t n_reads =
        random_chance(random, 45) ? 1 + random_below(random, 2) : 0;
    struct draft_trans t = {.loops = random_chance(random, 50)};
    bool progress = idle;
    uint32_t used = 0;

    for (uint32_t i = 0; i < n_moves + n_reads; i++) {
        const uint32_t k = random_below(random, draft->n_machines);
        struct machine *machine = &draft->machines[k];

        if (used >> k & 1)
            continue;
        if (idle || i >= n_moves)
            t.read |= place_bit(machine, draw_known(random, machine));
        else if (add_move(random, machine, &t, forward))
            progress |= !machine->lock;
        else
            continue;
        used |= 1u << k;
    }
    if (!progress)
        return false;
    draft->trans[draft->n_trans++] = t;
    return true;
}

static void draw(struct random *random, struct draft *draft, bool forward,
                 uint32_t size)
{
    const uint32_t n_machines = 2 + random_below(random, 1 + size);
    const uint32_t n_locks = random_below(random, 2);

    *draft = (struct draft){0};
    for (uint32_t i = 0; i < n_machines && i < MAX_MACHINES - 1; i++) {
        const uint32_t n_states = 2 + random_below(random, MAX_STATES - 2);

        add_machine(draft, n_states,
                    forward ? 0 : random_below(random, n_states), false);
    }
    for (uint32_t i = 0; i < n_locks; i++)
        add_machine(draft, 2, random_below(random, 2), true);

    const uint32_t n_trans = 2 + random_below(random, 3 + 3 * size);

    for (uint32_t i = 0; i < 2 * n_trans && draft->n_trans < n_trans &&
                         draft->n_trans < MAX_TRANS;
         i++)
        (void)add_trans(random, draft, forward);
}

static struct net_where nowhere(void)
{
    return (struct net_where){"random", 0, 0};
}

static void build_places(const struct draft *draft, struct net_builder *builder,
                         place_id *places, struct diag *diag)
{
    char id[16];

    for (uint32_t p = 0; p < draft->n_places; p++) {
        places[p] = PLACE_NONE;
        if (draft->absent >> p & 1)
            continue;
        (void)snprintf(id, sizeof id, "p%u", p);
        places[p] = net_builder_place(builder, id, NULL, draft->marked >> p & 1,
                                      nowhere(), diag);
    }
}

static void build_trans(const struct draft *draft, struct net_builder *builder,
                        const place_id *places, uint32_t i, struct diag *diag)
{
    const struct draft_trans *dt = &draft->trans[i];
    char id[16];

    (void)snprintf(id, sizeof id, "t%u", i);

    const trans_id t = net_builder_trans(builder, id, NULL, nowhere(), diag);
    const uint64_t loops = dt->loops ? dt->read & ~dt->post : 0;

    for (uint32_t p = 0; p < draft->n_places; p++) {
        if (places[p] == PLACE_NONE)
            continue;
        if ((dt->pre | loops) >> p & 1)
            net_builder_arc(builder, GIVEN_CONSUME, places[p], t, 1);
        if ((dt->post | loops) >> p & 1)
            net_builder_arc(builder, GIVEN_PRODUCE, places[p], t,
                            dt->twice && dt->post >> p & 1 ? 2 : 1);
        if ((dt->read & ~loops) >> p & 1)
            net_builder_arc(builder, GIVEN_READ, places[p], t, 1);
    }
}

static struct net *build(const struct draft *draft)
{
    struct net_builder *builder = net_builder_create();
    struct diag diag = {0};
    place_id places[64];

    CHECK(draft->n_places <= 64);
    build_places(draft, builder, places, &diag);
    for (uint32_t i = 0; i < draft->n_trans; i++)
        build_trans(draft, builder, places, i, &diag);
    for (uint32_t i = 0; i < draft->n_more; i++) {
        char id[16];

        snprintf(id, sizeof id, "more%u", i);
        net_builder_place(builder, id, NULL, false, (struct net_where){0},
                          &diag);
    }

    struct net *net = net_builder_finish(builder);

    if (!net)
        diag_print(&diag, stderr);
    CHECK(net);
    return net;
}

static void leave_out(struct random *random, struct draft *draft)
{
    const uint32_t n = 1 + random_below(random, 3);

    for (uint32_t i = 0; i < n; i++)
        draft->absent |= (uint64_t)1 << random_below(random, draft->n_places);
}

static bool is_still(const struct net *net, bool forward)
{
    struct oracle oracle;
    bool good;

    oracle_init(&oracle, net, MAX_MARKINGS);
    good = oracle.complete && (!forward || oracle.terminating);
    oracle_finish(&oracle);
    return good;
}

static struct net *safe_net(struct random *random, struct draft *draft,
                            bool forward)
{
    struct net *net;

    if (random_chance(random, 40)) {
        leave_out(random, draft);
        net = build(draft);
        if (is_still(net, forward))
            return net;
        net_destroy(net);
        draft->absent = 0;
    }
    return build(draft);
}

static void add_output(struct random *random, struct draft *draft)
{
    struct draft_trans *t = &draft->trans[random_below(random, draft->n_trans)];

    t->post |= (uint64_t)1 << random_below(random, draft->n_places);
    t->post &= ~(t->pre & t->post);
}

static bool is_safe_still(const struct draft *draft)
{
    struct net *const net = build(draft);
    const bool good = is_still(net, false);

    net_destroy(net);
    return good;
}

static struct net *weighted_net(struct random *random, struct draft *draft)
{
    for (uint32_t i = 0; i < 8 && draft->n_trans < MAX_TRANS; i++) {
        if (!add_trans(random, draft, false))
            continue;
        draft->trans[draft->n_trans - 1].twice = true;
        if (!is_safe_still(draft))
            draft->n_trans--;
    }
    return build(draft);
}

/* -- Boolean networks -- */

enum { MAX_VARIABLES = 5, MAX_REGULATORS = 2, OPEN = 2 };

/* For each value of its regulators the variable rises, or falls; with some
 * exceptions it does neither, or both. */
static void draw_function(struct random *random, struct draft *draft,
                          const struct machine *variable)
{
    const uint32_t n = random_below(random, MAX_REGULATORS + 1);
    const struct machine *regulators[MAX_REGULATORS];

    for (uint32_t i = 0; i < n; i++)
        regulators[i] =
            &draft->machines[random_below(random, draft->n_machines)];
    for (uint32_t row = 0; row < 1u << n; row++) {
        const uint32_t exception = random_below(random, 20);
        const uint32_t value = random_below(random, 2);

        for (uint32_t to = 0; to < 2; to++) {
            struct draft_trans *const t = &draft->trans[draft->n_trans];

            if (exception == 0 || (to != value && exception != 1))
                continue;
            *t = (struct draft_trans){.pre = place_bit(variable, 1 - to),
                                      .post = place_bit(variable, to)};
            for (uint32_t i = 0; i < n; i++)
                t->read |= place_bit(regulators[i], row >> i & 1);
            if (t->read & t->post)
                continue;
            t->read &= ~t->pre;
            draft->n_trans++;
        }
    }
}

static void draw_network(struct random *random, struct draft *draft)
{
    const uint32_t n = 2 + random_below(random, MAX_VARIABLES - 1);

    *draft = (struct draft){0};
    for (uint32_t i = 0; i < n; i++) {
        const bool open = random_chance(random, 50);

        add_machine(draft, open ? 3 : 2, open ? OPEN : random_below(random, 2),
                    false);
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct machine *const variable = &draft->machines[i];

        for (uint32_t value = 0; value < variable->n_states - 1; value++)
            if (variable->n_states > OPEN)
                draft->trans[draft->n_trans++] =
                    (struct draft_trans){.pre = place_bit(variable, OPEN),
                                         .post = place_bit(variable, value)};
        if (random_chance(random, 80)) /* otherwise an input */
            draw_function(random, draft, variable);
    }
}

struct net *random_network(struct random *random)
{
    struct draft draft;

    draw_network(random, &draft);
    return build(&draft);
}

/* -- Nets -- */

struct net *random_net(struct random *random, enum random_kind kind,
                       uint32_t size)
{
    return random_net_padded(random, kind, size, 0);
}

struct net *random_net_padded(struct random *random, enum random_kind kind,
                              uint32_t size, uint32_t n)
{
    const bool forward = kind == RANDOM_TERMINATING;
    struct draft draft;

    do
        draw(random, &draft, forward, size);
    while (!draft.n_trans);
    draft.n_more = n;

    if (kind == RANDOM_WEIGHTED)
        return weighted_net(random, &draft);
    if (kind != RANDOM_UNSAFE)
        return safe_net(random, &draft, forward);
    if (random_chance(random, 50))
        leave_out(random, &draft);
    if (random_chance(random, 70))
        add_output(random, &draft);
    return build(&draft);
}

/* -- Units -- */

struct units *random_units(struct random *random, uint32_t n_units,
                           uint32_t n_places)
{
    uint32_t *const parent = mem_alloc(n_units, sizeof *parent);
    uint32_t *const unit_of = mem_alloc(n_places, sizeof *unit_of);
    struct units *units;

    parent[0] = UNITS_NONE;
    for (uint32_t u = 1; u < n_units; u++)
        parent[u] = random_below(random, u);
    for (uint32_t p = 0; p < n_places; p++)
        unit_of[p] = random_below(random, n_units);
    units = units_create(n_units, parent, n_places, unit_of,
                         random_chance(random, 70));
    mem_free(parent);
    mem_free(unit_of);
    return units;
}

/* By place: those that some marking marks with it. */
static bits_word *list_together(const struct oracle *oracle)
{
    const uint32_t n = net_place_count(oracle->net), words = oracle->words;
    bits_word *const together = mem_zero((size_t)n * words, sizeof *together);

    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        const bits_word *const m = oracle_marking(oracle, i);

        for (place_id p = 0; p < n; p++)
            for (uint32_t w = 0; w < words && bits_has(m, p); w++)
                together[(size_t)p * words + w] |= m[w];
    }
    return together;
}

void random_exclusive(struct random *random, const struct oracle *oracle,
                      struct exclusive *sets)
{
    const uint32_t n = net_place_count(oracle->net), words = oracle->words;
    const uint32_t n_sets = random_below(random, 5);
    bits_word *const together = list_together(oracle);

    for (uint32_t i = 0; i < n_sets; i++) {
        const uint32_t percent = 30 + random_below(random, 71);
        const place_id first = random_below(random, n);
        net_place_list set = {0};

        for (uint32_t k = 0; k < n; k++) {
            const place_id p = (first + k) % n;
            bool fits = random_chance(random, percent);

            for (uint32_t j = 0; j < set.len && fits; j++)
                fits = !bits_has(together + (size_t)p * words, set.at[j]);
            if (fits)
                vec_push(&set, p);
        }
        exclusive_add(sets, set.at, set.len, EXCLUSIVE_NONE);
        vec_free(&set);
    }
    mem_free(together);
}

/* -- Relations -- */

static bool always_commute(const struct oracle *oracle, trans_id t, trans_id u)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (!dep_commute(oracle->net, oracle_marking(oracle, i), t, u))
            return false;
    return true;
}

struct dep *random_dep(struct random *random, const struct oracle *oracle)
{
    const uint32_t n = net_trans_count(oracle->net);
    const uint32_t percent = 30 + random_below(random, 71);
    VEC(struct dep_pair) pairs = {0};

    for (trans_id t = 0; t < n; t++)
        for (trans_id u = t + 1; u < n; u++) {
            const struct dep_pair pair = {t, u};

            if (random_chance(random, percent) && always_commute(oracle, t, u))
                vec_push(&pairs, pair);
        }

    struct dep *dep = dep_create_user(oracle->net, pairs.at, pairs.len);

    vec_free(&pairs);
    return dep;
}
