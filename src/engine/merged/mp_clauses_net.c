#include "engine/merged/mp_clauses_net.h"

static int *new_vars(struct mp_clauses_net *net, uint32_t n)
{
    int *const vars = mem_alloc(n, sizeof *vars);

    for (uint32_t i = 0; i < n; i++)
        vars[i] = mp_solver_var(net->solver);
    return vars;
}

/* A literal that is true iff one of these transitions is selected. */
static int any_selected(struct mp_clauses_net *net, struct net_trans_span trans)
{
    int any;

    if (trans.len == 1)
        return net->selected[trans.at[0]];
    any = mp_solver_var(net->solver);
    for (uint32_t i = 0; i < trans.len; i++)
        mp_solver_clause(net->solver, -net->selected[trans.at[i]], any, 0);
    mp_solver_put(net->solver, -any);
    for (uint32_t i = 0; i < trans.len; i++)
        mp_solver_put(net->solver, net->selected[trans.at[i]]);
    mp_solver_put(net->solver, 0);
    return any;
}

/* The same of those that consume from p or read it. */
static int any_user(struct mp_clauses_net *net, place_id p)
{
    const struct compiled_net *const c = net->compiled;
    const struct net_trans_span consumers = compiled_net_consumers(c, p),
                                readers = compiled_net_readers(c, p);
    net_trans_list users = {0};
    int any;

    if (!readers.len)
        return net->places[p].eaten;
    vec_append(&users, &consumers);
    vec_append(&users, &readers);
    any = any_selected(net, (struct net_trans_span){users.at, users.len});
    vec_free(&users);
    return any;
}

static void add_place(struct mp_clauses_net *net, place_id p)
{
    const struct compiled_net *const c = net->compiled;
    struct mp_clauses_net_place *const vars = &net->places[p];

    vars->marked = mp_solver_var(net->solver);
    vars->result = mp_solver_var(net->solver);
    mp_solver_begin(net->solver, &vars->some, vars->marked, NULL, 0);
    vars->eaten = any_selected(net, compiled_net_consumers(c, p));
    vars->taken = any_user(net, p);
    vars->filled = any_selected(net, compiled_net_producers(c, p));
    mp_solver_clause(net->solver, -vars->result, vars->marked, vars->filled);
    mp_solver_clause(net->solver, -vars->result, vars->filled, -vars->eaten);
    mp_solver_clause(net->solver, vars->result, -vars->filled, 0);
    mp_solver_clause(net->solver, vars->result, -vars->marked, vars->eaten);
}

/* A selected transition is enabled.  Under MP_UNSAFE some place has a token
 * that the transition does not take, and gets another one. */
static void add_transitions(struct mp_clauses_net *net)
{
    const struct compiled_net *const c = net->compiled;
    const int some = net->assumption[MP_SELECTED];
    int one = 0;

    mp_solver_put(net->solver, -some);
    for (trans_id t = 0; t < c->n_trans; t++)
        mp_solver_put(net->solver, net->selected[t]);
    mp_solver_put(net->solver, 0);
    for (trans_id t = 0; t < c->n_trans; t++) {
        const struct net_place_span uses = compiled_net_use(c, t);

        mp_solver_one(net->solver, &one, net->selected[t]);
        mp_solver_clause(net->solver, -net->selected[t], some, 0);
        for (uint32_t i = 0; i < uses.len; i++)
            mp_solver_clause(net->solver, -net->selected[t],
                             net->places[uses.at[i]].marked, 0);
    }
}

/* Under MP_UNSAFE, where `second` is true, one of these transitions is
 * selected; under MP_SAFE none is, unless the literal is true. */
static void add_second_by(struct mp_clauses_net *net, int second,
                          const net_trans_list *list, int unless)
{
    mp_solver_put(net->solver, -second);
    for (uint32_t i = 0; i < list->len; i++)
        mp_solver_put(net->solver, net->selected[list->at[i]]);
    mp_solver_put(net->solver, 0);
    for (uint32_t i = 0; i < list->len; i++)
        mp_solver_clause(net->solver, -net->assumption[MP_SAFE],
                         -net->selected[list->at[i]], unless);
}

/* Those that produce on p, which is marked, and do not consume from it. */
static void add_second_tokens_of(struct mp_clauses_net *net, place_id p,
                                 int second, net_trans_list *list)
{
    const struct net *const of = net->compiled->net;
    const struct net_trans_span producers = net_producers(of, p);

    vec_clear(list);
    for (uint32_t i = 0; i < producers.len; i++)
        if (!net_span_finds(net_pre(of, producers.at[i]), p))
            vec_push(list, producers.at[i]);
    mp_solver_clause(net->solver, -second, net->places[p].marked, 0);
    add_second_by(net, second, list, -net->places[p].marked);
}

/* Those that put two tokens on a place whenever they fire. */
static void add_overflows(struct mp_clauses_net *net, int second,
                          net_trans_list *list)
{
    const struct net *const of = net->compiled->net;

    vec_clear(list);
    for (trans_id t = 0; t < net_trans_count(of); t++)
        if (net_overflow(of, t) != PLACE_NONE)
            vec_push(list, t);
    add_second_by(net, second, list, 0);
}

static void add_second_tokens(struct mp_clauses_net *net)
{
    const uint32_t n_places = net->compiled->n_net_places;
    int *const second = new_vars(net, n_places + 1);
    net_trans_list list = {0};

    for (place_id p = 0; p < n_places; p++)
        add_second_tokens_of(net, p, second[p], &list);
    add_overflows(net, second[n_places], &list);
    vec_free(&list);
    mp_solver_put(net->solver, -net->assumption[MP_UNSAFE]);
    mp_solver_add(net->solver, second, n_places + 1);
    mem_free(second);
}

void mp_clauses_net_init(struct mp_clauses_net *net,
                         const struct compiled_net *compiled, bool is_safe,
                         struct mp_solver *solver)
{
    *net = (struct mp_clauses_net){.compiled = compiled, .solver = solver};
    for (uint32_t i = 0; i < MP_ASSUMPTIONS; i++)
        net->assumption[i] = mp_solver_var(solver);
    net->selected = new_vars(net, compiled->n_trans);
    net->places = mem_zero(compiled->n_places, sizeof *net->places);
    for (place_id p = 0; p < compiled->n_places; p++)
        add_place(net, p);
    add_transitions(net);
    if (!is_safe)
        add_second_tokens(net);
}

void mp_clauses_net_finish(struct mp_clauses_net *net)
{
    mem_free(net->places);
    mem_free(net->selected);
}
