#include "structure/machine_search.h"

#include "base/mem.h"
#include "structure/cadical.h"

/* Solutions for so many conflicts at most; so often all places that were met
 * get their clauses, not the members alone. */
enum { MOST_CONFLICTS = 2000, ROUNDS_FOR_ALL = 2 };

/* The work after which chains are followed. */
enum { SHORT_WORK = 1 << 13 };

/* The work of a solver, of a solution and of a variable in it, as a number of
 * arcs. */
enum { SOLVER_WORK = 2000, SOLUTION_WORK = 50 };

struct machine_search {
    const struct net *net;
    const bool *dead;
    const struct stop *stop;
    struct machines machines; /* the last one is extended there */
    CCaDiCaL *solver;         /* of this search */
    struct mem_guard guard;
    int n_vars;
    int *var;            /* by place, or 0 */
    bool *is_open;       /* by place: it has its clauses */
    int *one_of;         /* by transition: one of the places behind it, or 0 */
    int marked;          /* one of the marked places */
    net_place_list met;  /* places with a variable */
    net_trans_list used; /* transitions with one_of */
    uint64_t work;
    bool is_stopped;
};

struct machine_search *machine_search_create(const struct net *net,
                                             const bool *dead,
                                             const struct stop *stop)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_trans = net_trans_count(net);
    struct machine_search *const x = mem_zero(1, sizeof *x);

    x->net = net;
    x->dead = dead;
    x->stop = stop;
    x->var = mem_zero(n_places, sizeof *x->var);
    x->is_open = mem_zero(n_places, sizeof *x->is_open);
    x->one_of = mem_zero(n_trans, sizeof *x->one_of);
    machines_init(&x->machines, net, dead);
    return x;
}

void machine_search_destroy(struct machine_search *x)
{
    if (!x)
        return;
    machines_finish(&x->machines);
    mem_free(x->var);
    mem_free(x->is_open);
    mem_free(x->one_of);
    vec_free(&x->met);
    vec_free(&x->used);
    mem_free(x);
}

uint64_t machine_search_work(const struct machine_search *x)
{
    return x->is_stopped ? UINT64_MAX : x->work + x->machines.work;
}

/* --- the solver of a search ----------------------------------------------- */

/* Solutions are to be small, and solvers to begin at once. */
static void begin(struct machine_search *x)
{
    static const char *const without[] = {"phase",   "lucky", "inprocessing",
                                          "rephase", "walk",  NULL};

    x->solver = cadical_create(&x->guard);
    ccadical_set_option(x->solver, "forcephase", 1);
    cadical_without(x->solver, without);
    x->n_vars = x->marked = 0;
    x->work += SOLVER_WORK;
}

static void end(struct machine_search *x)
{
    cadical_destroy(x->solver, &x->guard);
    x->solver = NULL;
    for (uint32_t i = 0; i < x->met.len; i++) {
        x->var[x->met.at[i]] = 0;
        x->is_open[x->met.at[i]] = false;
    }
    for (uint32_t i = 0; i < x->used.len; i++)
        x->one_of[x->used.at[i]] = 0;
    vec_clear(&x->met);
    vec_clear(&x->used);
}

static void clause(struct machine_search *x, int a, int b)
{
    ccadical_add(x->solver, a);
    ccadical_add(x->solver, b);
    ccadical_add(x->solver, 0);
}

/* Besides those that imply *one, which are at most one, there is p. */
static void add_to_one(struct machine_search *x, int *one, int p)
{
    int more;

    if (!*one) {
        *one = p;
        return;
    }
    more = ++x->n_vars;
    clause(x, -*one, -p);
    clause(x, -*one, more);
    clause(x, -p, more);
    *one = more;
}

/* --- clauses -------------------------------------------------------------- */

static int var_of(struct machine_search *x, place_id p)
{
    const struct net_trans_span producers = net_producers(x->net, p);

    if (x->var[p])
        return x->var[p];
    x->var[p] = ++x->n_vars;
    vec_push(&x->met, p);
    x->work += 1 + producers.len;
    for (uint32_t i = 0; i < producers.len; i++) {
        const trans_id t = producers.at[i];

        if (x->dead[t])
            continue;
        if (!x->one_of[t])
            vec_push(&x->used, t);
        add_to_one(x, &x->one_of[t], x->var[p]);
    }
    if (net_marked(x->net, p))
        add_to_one(x, &x->marked, x->var[p]);
    return x->var[p];
}

/* A member among these, unless `unless` is false; 0: in any case. */
static void want_one(struct machine_search *x, struct net_place_span places,
                     int unless)
{
    for (uint32_t i = 0; i < places.len; i++)
        (void)var_of(x, places.at[i]);
    if (unless)
        ccadical_add(x->solver, -unless);
    for (uint32_t i = 0; i < places.len; i++)
        ccadical_add(x->solver, x->var[places.at[i]]);
    ccadical_add(x->solver, 0);
    x->work += places.len;
}

/* Appends the places that are members if p is, and have no clauses yet. */
static void open_place(struct machine_search *x, place_id p,
                       net_place_list *implied)
{
    const struct net_trans_span producers = net_producers(x->net, p);

    x->is_open[p] = true;
    for (uint32_t i = 0; i < producers.len; i++) {
        const struct net_place_span pre = net_pre(x->net, producers.at[i]);

        if (x->dead[producers.at[i]])
            continue;
        want_one(x, pre, x->var[p]);
        if (pre.len == 1 && !x->is_open[pre.at[0]])
            vec_push(implied, pre.at[0]);
    }
}

/* --- the search ----------------------------------------------------------- */

static bool is_member(const struct machine_search *x, place_id p)
{
    return ccadical_val(x->solver, x->var[p]) > 0;
}

/* Opens p, and with a limit of work also what is a member with it. */
static void open_chain(struct machine_search *x, place_id p, uint64_t most)
{
    net_place_list implied = {0};

    vec_push(&implied, p);
    do {
        const place_id next = vec_pop(&implied);

        if (!x->is_open[next])
            open_place(x, next, &implied);
    } while (implied.len && x->work < most);
    vec_free(&implied);
}

/* Opens the members of the solution, or all places, until the work is `most`;
 * `chain` is that of open_chain().  False: the members were open. */
static bool open_members(struct machine_search *x, bool all, uint64_t chain,
                         uint64_t most)
{
    net_place_list places = {0};
    bool done = true;

    for (uint32_t i = 0; i < x->met.len; i++) {
        const place_id p = x->met.at[i];
        const bool in = is_member(x, p);

        if (x->is_open[p] || (!in && !all))
            continue;
        vec_push(&places, p);
        done &= !in;
    }
    for (uint32_t i = 0; i < places.len && !done && x->work < most; i++)
        open_chain(x, places.at[i], chain);
    vec_free(&places);
    return !done;
}

/* Most machines are small.  Where this one is not, chains are followed, as each
 * of their places would take a solution. */
static bool solve_clauses(struct machine_search *x, uint64_t most)
{
    const uint64_t from = x->work + SHORT_WORK;

    for (uint32_t round = 1; x->work < most; round++) {
        const uint64_t chain = x->work < from ? 0 : most;

        x->is_stopped = x->is_stopped || stop_is_due(x->stop);
        if (x->is_stopped)
            return false;
        x->work += SOLUTION_WORK + (uint64_t)x->n_vars;
        ccadical_limit(x->solver, "conflicts", MOST_CONFLICTS);
        if (cadical_solve(x->solver) != CADICAL_YES)
            return false;
        if (!open_members(x, round % ROUNDS_FOR_ALL == 0, chain, most))
            return true;
    }
    return false;
}

/* The machine that the clauses so far want; ends the search. */
static struct net_place_span wanted_machine(struct machine_search *x,
                                            uint64_t work)
{
    net_place_list members = {0};

    if (solve_clauses(x, x->work + work))
        for (uint32_t i = 0; i < x->met.len; i++)
            if (is_member(x, x->met.at[i]))
                vec_push(&members, x->met.at[i]);
    end(x);
    machines_extend(&x->machines, &members);
    vec_free(&members);
    return net_span_of(&x->machines.members);
}

struct net_place_span machine_search_find(struct machine_search *x, place_id p,
                                          uint64_t work)
{
    begin(x);
    want_one(x, (struct net_place_span){&p, 1}, 0);
    return wanted_machine(x, work);
}

struct net_place_span machine_search_cover(struct machine_search *x,
                                           struct net_trans_span transitions,
                                           struct net_place_span without,
                                           uint64_t work)
{
    begin(x);
    for (uint32_t i = 0; i < without.len; i++) {
        ccadical_add(x->solver, -var_of(x, without.at[i]));
        ccadical_add(x->solver, 0);
    }
    for (uint32_t i = 0; i < transitions.len; i++)
        want_one(x, net_pre(x->net, transitions.at[i]), 0);
    return wanted_machine(x, work);
}
