#include "engine/ic3/frames.h"

#include "base/mem.h"

/* The cost of a question, of a decision of CaDiCaL, and of a conflict
 * (watch.h). */
enum {
    SOLVE_COST = 8000,
    FRAME_DECISION_COST = 350,
    FRAME_CONFLICT_COST = 8000,
};

/* What CaDiCaL holds for a place and for a literal of a clause, about. */
enum { PLACE_BYTES = 300, FRAME_LITERAL_BYTES = 24 };

int frames_first_false(const struct net *net, const int *cube, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!frames_initially(net, cube[i]))
            return cube[i];
    return 0;
}

/* Behind the places: true for what holds from this level on. */
static int frame_var(const struct frames *f, uint32_t level)
{
    return (int)(net_place_count(f->net) + level);
}

/* --- the beginning and the end -------------------------------------------- */

static int counts_decision(void *self)
{
    struct frames *const f = self;

    return watch_work(f->watch, FRAME_DECISION_COST);
}

static void counts_conflict(void *self, int *clause)
{
    struct frames *const f = self;

    (void)clause;
    (void)watch_work(f->watch, FRAME_CONFLICT_COST);
}

void frames_init(struct frames *f, const struct net *net, struct watch *watch,
                 uint64_t *figures)
{
    /* Questions are many and short: nothing is rewritten between them. */
    static const char *const without[] = {
        "block",   "compact",  "condition", "cover",   "decompose", "elim",
        "lucky",   "probe",    "subsume",   "ternary", "vivify",    "walk",
        "rephase", "transred", "chrono",    "phase",   "profile",   NULL};
    const uint32_t n_places = net_place_count(net);

    *f = (struct frames){.net = net, .watch = watch, .figures = figures};
    f->with_literal = mem_zero(2 * (size_t)n_places, sizeof *f->with_literal);
    f->solver = cadical_create(&f->guard);
    cadical_without(f->solver, without);
    ccadical_set_terminate(f->solver, f, counts_decision);
    ccadical_set_learn(f->solver, f, CADICAL_LONGEST, counts_conflict);
    vec_push(&f->at_level, (struct pool_list){0});
    frames_grow(f);
}

void frames_finish(struct frames *f)
{
    mem_note(&f->noted, 0);
    cadical_destroy(f->solver, &f->guard);
    mem_free(f->with_literal);
    pool_finish(&f->lists);
    vec_free(&f->literals);
    vec_free(&f->excluded);
    vec_free(&f->at_level);
    vec_free(&f->sorted);
    *f = (struct frames){0};
}

void frames_always(struct frames *f, const int *clause, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        ccadical_add(f->solver, clause[i]);
    ccadical_add(f->solver, 0);
}

void frames_grow(struct frames *f)
{
    const size_t bytes = PLACE_BYTES * (size_t)net_place_count(f->net) +
                         FRAME_LITERAL_BYTES * (size_t)f->literals.len;

    f->last++;
    vec_push(&f->at_level, (struct pool_list){0});
    if (f->last > 1) {
        ccadical_add(f->solver, -frame_var(f, f->last - 1));
        ccadical_add(f->solver, frame_var(f, f->last));
        ccadical_add(f->solver, 0);
    }
    mem_note(&f->noted, bytes);
}

/* --- excluded cubes ------------------------------------------------------- */

static struct pool_list *with_literal(const struct frames *f, int literal)
{
    return &f->with_literal[2 * (size_t)frames_place(literal) + (literal < 0)];
}

static int compare(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* Has the excluded cube all literals of the sorted one? */
static bool is_smaller(const struct frames *f, const struct frames_excluded *e)
{
    const int *const at = f->literals.at + e->from;
    uint32_t k = 0;

    for (uint32_t i = 0; i < f->sorted.len; i++, k++) {
        while (k < e->len && at[k] < f->sorted.at[i])
            k++;
        if (k == e->len || at[k] != f->sorted.at[i])
            return false;
    }
    return true;
}

/* The literal of the sorted cube that the fewest excluded cubes have. */
static const struct pool_list *rarest(const struct frames *f)
{
    const struct pool_list *best = with_literal(f, f->sorted.at[0]);

    for (uint32_t i = 1; i < f->sorted.len; i++) {
        const struct pool_list *const list = with_literal(f, f->sorted.at[i]);

        if (list->len < best->len)
            best = list;
    }
    return best;
}

static void drop_smaller(struct frames *f, uint32_t level)
{
    const struct pool_list list = *rarest(f);
    const uint32_t *const ids = pool_at(&f->lists, list);

    for (uint32_t i = 0; i < list.len; i++) {
        struct frames_excluded *const e = &f->excluded.at[ids[i]];

        if (e->level && e->level <= level && e->len >= f->sorted.len &&
            is_smaller(f, e))
            e->level = 0;
    }
}

void frames_exclude(struct frames *f, const frames_cube *cube, uint32_t level)
{
    const struct frames_excluded e = {f->literals.len, cube->len, level};
    const uint32_t id = f->excluded.len;

    ASSERT(cube->len > 0 && level > 0 && level <= f->last);
    vec_clear(&f->sorted);
    vec_append(&f->sorted, cube);
    vec_sort(&f->sorted, compare);
    drop_smaller(f, level);
    vec_push(&f->excluded, e);
    f->figures[IC3_frame_cubes]++;
    pool_push(&f->lists, &f->at_level.at[level], id);
    ccadical_add(f->solver, -frame_var(f, level));
    for (uint32_t i = 0; i < cube->len; i++) {
        const int literal = f->sorted.at[i];

        vec_push(&f->literals, literal);
        pool_push(&f->lists, with_literal(f, literal), id);
        ccadical_add(f->solver, -literal);
    }
    ccadical_add(f->solver, 0);
}

/* --- questions ------------------------------------------------------------ */

enum cadical_verdict frames_have(struct frames *f, uint32_t level,
                                 const frames_cube *cube)
{
    ASSERT(level > 0 && level <= f->last);
    if (watch_work(f->watch, SOLVE_COST))
        return CADICAL_UNKNOWN;
    f->figures[IC3_frame_calls]++;
    ccadical_assume(f->solver, frame_var(f, level));
    for (uint32_t i = 0; i < cube->len; i++)
        ccadical_assume(f->solver, cube->at[i]);
    return cadical_solve(f->solver);
}

uint32_t frames_activity(const struct frames *f, int literal)
{
    return with_literal(f, literal)->len;
}

bool frames_used(const struct frames *f, int literal)
{
    return ccadical_failed(f->solver, literal);
}
