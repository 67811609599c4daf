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
    struct machine_search *const search = mem_zero(1, sizeof *search);

    search->net = net;
    search->dead = dead;
    search->stop = stop;
    search->var = mem_zero(n_places, sizeof *search->var);
    search->is_open = mem_zero(n_places, sizeof *search->is_open);
    search->one_of = mem_zero(n_trans, sizeof *search->one_of);
    machines_init(&search->machines, net, dead);
    return search;
}

void machine_search_destroy(struct machine_search *search)
{
    if (!search)
        return;
    machines_finish(&search->machines);
    mem_free(search->var);
    mem_free(search->is_open);
    mem_free(search->one_of);
    vec_free(&search->met);
    vec_free(&search->used);
    mem_free(search);
}

uint64_t machine_search_work(const struct machine_search *search)
{
    return search->is_stopped ? UINT64_MAX
                              : search->work + search->machines.work;
}

/* --- the solver of a search ----------------------------------------------- */

/* Solutions are to be small, and solvers to begin at once. */
static void begin(struct machine_search *search)
{
    static const char *const without[] = {"phase",   "lucky", "inprocessing",
                                          "rephase", "walk",  NULL};

    search->solver = cadical_create(&search->guard);
    ccadical_set_option(search->solver, "forcephase", 1);
    cadical_without(search->solver, without);
    search->n_vars = search->marked = 0;
    search->work += SOLVER_WORK;
}

static void end(struct machine_search *search)
{
    cadical_destroy(search->solver, &search->guard);
    search->solver = NULL;
    for (uint32_t i = 0; i < search->met.len; i++) {
        search->var[search->met.at[i]] = 0;
        search->is_open[search->met.at[i]] = false;
    }
    for (uint32_t i = 0; i < search->used.len; i++)
        search->one_of[search->used.at[i]] = 0;
    vec_clear(&search->met);
    vec_clear(&search->used);
}

static void clause(struct machine_search *search, int a, int b)
{
    ccadical_add(search->solver, a);
    ccadical_add(search->solver, b);
    ccadical_add(search->solver, 0);
}

/* Besides those that imply *one, which are at most one, there is p. */
static void add_to_one(struct machine_search *search, int *one, int p)
{
    int more;

    if (!*one) {
        *one = p;
        return;
    }
    more = ++search->n_vars;
    clause(search, -*one, -p);
    clause(search, -*one, more);
    clause(search, -p, more);
    *one = more;
}

/* --- clauses -------------------------------------------------------------- */

static int var_of(struct machine_search *search, place_id p)
{
    const struct net_trans_span producers = net_producers(search->net, p);

    if (search->var[p])
        return search->var[p];
    search->var[p] = ++search->n_vars;
    vec_push(&search->met, p);
    search->work += 1 + producers.len;
    for (uint32_t i = 0; i < producers.len; i++) {
        const trans_id t = producers.at[i];

        if (search->dead[t])
            continue;
        if (!search->one_of[t])
            vec_push(&search->used, t);
        add_to_one(search, &search->one_of[t], search->var[p]);
    }
    if (net_marked(search->net, p))
        add_to_one(search, &search->marked, search->var[p]);
    return search->var[p];
}

/* A member among these, unless `unless` is false; 0: in any case. */
static void want_one(struct machine_search *search,
                     struct net_place_span places, int unless)
{
    for (uint32_t i = 0; i < places.len; i++)
        (void)var_of(search, places.at[i]);
    if (unless)
        ccadical_add(search->solver, -unless);
    for (uint32_t i = 0; i < places.len; i++)
        ccadical_add(search->solver, search->var[places.at[i]]);
    ccadical_add(search->solver, 0);
    search->work += places.len;
}

/* Appends the places that are members if p is, and have no clauses yet. */
static void open_place(struct machine_search *search, place_id p,
                       net_place_list *implied)
{
    const struct net_trans_span producers = net_producers(search->net, p);

    search->is_open[p] = true;
    for (uint32_t i = 0; i < producers.len; i++) {
        const struct net_place_span pre = net_pre(search->net, producers.at[i]);

        if (search->dead[producers.at[i]])
            continue;
        want_one(search, pre, search->var[p]);
        if (pre.len == 1 && !search->is_open[pre.at[0]])
            vec_push(implied, pre.at[0]);
    }
}

/* --- the search ----------------------------------------------------------- */

static bool is_member(const struct machine_search *search, place_id p)
{
    return ccadical_val(search->solver, search->var[p]) > 0;
}

/* Opens p, and with a limit of work also what is a member with it. */
static void open_chain(struct machine_search *search, place_id p, uint64_t most)
{
    net_place_list implied = {0};

    vec_push(&implied, p);
    do {
        const place_id next = vec_pop(&implied);

        if (!search->is_open[next])
            open_place(search, next, &implied);
    } while (implied.len && search->work < most);
    vec_free(&implied);
}

/* Opens the members of the solution, or all places, until the work is `most`;
 * `chain` is that of open_chain().  False: the members were open. */
static bool open_members(struct machine_search *search, bool all,
                         uint64_t chain, uint64_t most)
{
    net_place_list places = {0};
    bool done = true;

    for (uint32_t i = 0; i < search->met.len; i++) {
        const place_id p = search->met.at[i];
        const bool in = is_member(search, p);

        if (search->is_open[p] || (!in && !all))
            continue;
        vec_push(&places, p);
        done &= !in;
    }
    for (uint32_t i = 0; i < places.len && !done && search->work < most; i++)
        open_chain(search, places.at[i], chain);
    vec_free(&places);
    return !done;
}

/* Most machines are small.  Where this one is not, chains are followed, as each
 * of their places would take a solution. */
static bool solve_clauses(struct machine_search *search, uint64_t most)
{
    const uint64_t from = search->work + SHORT_WORK;

    for (uint32_t round = 1; search->work < most; round++) {
        const uint64_t chain = search->work < from ? 0 : most;

        search->is_stopped = search->is_stopped || stop_is_due(search->stop);
        if (search->is_stopped)
            return false;
        search->work += SOLUTION_WORK + (uint64_t)search->n_vars;
        ccadical_limit(search->solver, "conflicts", MOST_CONFLICTS);
        if (cadical_solve(search->solver) != CADICAL_YES)
            return false;
        if (!open_members(search, round % ROUNDS_FOR_ALL == 0, chain, most))
            return true;
    }
    return false;
}

/* The machine that the clauses so far want; ends the search. */
static struct net_place_span wanted_machine(struct machine_search *search,
                                            uint64_t work)
{
    net_place_list members = {0};

    if (solve_clauses(search, search->work + work))
        for (uint32_t i = 0; i < search->met.len; i++)
            if (is_member(search, search->met.at[i]))
                vec_push(&members, search->met.at[i]);
    end(search);
    machines_extend(&search->machines, &members);
    vec_free(&members);
    return net_span_of(&search->machines.members);
}

struct net_place_span machine_search_find(struct machine_search *search,
                                          place_id p, uint64_t work)
{
    begin(search);
    want_one(search, (struct net_place_span){&p, 1}, 0);
    return wanted_machine(search, work);
}

struct net_place_span machine_search_cover(struct machine_search *search,
                                           struct net_trans_span transitions,
                                           struct net_place_span without,
                                           uint64_t work)
{
    begin(search);
    for (uint32_t i = 0; i < without.len; i++) {
        ccadical_add(search->solver, -var_of(search, without.at[i]));
        ccadical_add(search->solver, 0);
    }
    for (uint32_t i = 0; i < transitions.len; i++)
        want_one(search, net_pre(search->net, transitions.at[i]), 0);
    return wanted_machine(search, work);
}
