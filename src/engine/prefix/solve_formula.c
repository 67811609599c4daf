#include "engine/prefix/solve_formula.h"

#include "engine/formula_clauses.h"
#include "net/marking.h"

void solve_formula_init(struct solve_formula *s, const struct es *es,
                        const struct net *net, struct watch *watch)
{
    const uint32_t n_places = es->compiled->n_net_places;

    *s = (struct solve_formula){.net = net};
    s->ready = encoder_init(&s->encoder, es, watch);
    s->marked = mem_zero(n_places, sizeof *s->marked);
    s->empty = mem_zero(n_places, sizeof *s->empty);
    s->conds = mem_zero(n_places, sizeof *s->conds);
    for (cond_id b = 0; b < es->conds.len; b++)
        if (es->conds.at[b].place < n_places)
            pool_push(&s->pool, &s->conds[es->conds.at[b].place], b);
}

void solve_formula_finish(struct solve_formula *s)
{
    encoder_finish(&s->encoder);
    pool_finish(&s->pool);
    mem_free(s->conds);
    mem_free(s->marked);
    mem_free(s->empty);
    *s = (struct solve_formula){0};
}

static void add_literal(void *self, int literal)
{
    const struct solve_formula *const s = self;

    ccadical_add(s->encoder.solver, literal);
}

/* --- places --------------------------------------------------------------- */

/* A variable that is true only if p is marked. */
static int marked(void *self, place_id p)
{
    struct solve_formula *const s = self;
    const cond_id *const conds = pool_at(&s->pool, s->conds[p]);
    VEC(int) present = {0};

    if (s->marked[p])
        return s->marked[p];
    for (uint32_t i = 0; i < s->conds[p].len; i++)
        vec_push(&present, encoder_present(&s->encoder, conds[i]));
    s->marked[p] = ++s->encoder.n_vars;
    add_literal(s, -s->marked[p]);
    for (uint32_t i = 0; i < present.len; i++)
        add_literal(s, present.at[i]);
    add_literal(s, 0);
    vec_free(&present);
    return s->marked[p];
}

/* A variable that is true only if p is empty. */
static int empty(void *self, place_id p)
{
    struct solve_formula *const s = self;
    const cond_id *const conds = pool_at(&s->pool, s->conds[p]);

    if (s->empty[p])
        return s->empty[p];
    s->empty[p] = ++s->encoder.n_vars;
    for (uint32_t i = 0; i < s->conds[p].len; i++)
        encoder_absent(&s->encoder, conds[i], -s->empty[p]);
    return s->empty[p];
}

/* --- questions ------------------------------------------------------------ */

static void add_dead(void *self, int literal)
{
    const struct solve_formula *const s = self;

    for (event_id e = 1; e < s->encoder.es->events.len; e++)
        encoder_disabled(&s->encoder, e, -literal);
}

enum cadical_verdict solve_formula_ask(struct solve_formula *s,
                                       const struct formula *formula,
                                       es_event_list *configuration)
{
    const struct formula_clauses clauses = {.net = s->net,
                                            .watch = s->encoder.watch,
                                            .n_vars = &s->encoder.n_vars,
                                            .self = s,
                                            .add = add_literal,
                                            .marked = marked,
                                            .empty = empty,
                                            .dead = add_dead};
    const int root = s->ready ? formula_clauses_add(&clauses, formula) : 0;

    if (!root)
        return CADICAL_UNKNOWN;
    ccadical_assume(s->encoder.solver, root);
    return encoder_solve(&s->encoder, configuration);
}

/* Causes have smaller numbers, and so have the readers of what an event
 * consumes: the events can fire in this order. */
int64_t solve_formula_value(const struct solve_formula *s,
                            const struct formula *formula,
                            const es_event_list *configuration)
{
    const struct es_event *const events = s->encoder.es->events.at;
    bits_word *const m = marking_create(s->net);
    int64_t sum;

    for (uint32_t i = 0; i < configuration->len; i++)
        marking_fire(s->net, m, events[configuration->at[i]].trans);
    sum = formula_sum_at(formula, formula->nodes.at, m);
    mem_free(m);
    return sum;
}
