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

void frames_init(struct frames *frames, const struct net *net,
                 struct watch *watch, uint64_t *figures)
{
    /* Questions are many and short: nothing is rewritten between them. */
    static const char *const without[] = {
        "block",   "compact",  "condition", "cover",   "decompose", "elim",
        "lucky",   "probe",    "subsume",   "ternary", "vivify",    "walk",
        "rephase", "transred", "chrono",    "phase",   "profile",   NULL};
    const uint32_t n_places = net_place_count(net);

    *frames = (struct frames){.net = net, .watch = watch, .figures = figures};
    frames->with_literal =
        mem_zero(2 * (size_t)n_places, sizeof *frames->with_literal);
    frames->solver = cadical_create(&frames->guard);
    cadical_without(frames->solver, without);
    ccadical_set_terminate(frames->solver, frames, counts_decision);
    ccadical_set_learn(frames->solver, frames, CADICAL_LONGEST,
                       counts_conflict);
    vec_push(&frames->at_level, (struct pool_list){0});
    frames_grow(frames);
}

void frames_finish(struct frames *frames)
{
    mem_note(&frames->noted, 0);
    cadical_destroy(frames->solver, &frames->guard);
    mem_free(frames->with_literal);
    pool_finish(&frames->lists);
    vec_free(&frames->literals);
    vec_free(&frames->excluded);
    vec_free(&frames->at_level);
    vec_free(&frames->sorted);
    *frames = (struct frames){0};
}

void frames_always(struct frames *frames, const int *clause, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        ccadical_add(frames->solver, clause[i]);
    ccadical_add(frames->solver, 0);
}

void frames_grow(struct frames *frames)
{
    const size_t bytes = PLACE_BYTES * (size_t)net_place_count(frames->net) +
                         FRAME_LITERAL_BYTES * (size_t)frames->literals.len;

    frames->last++;
    vec_push(&frames->at_level, (struct pool_list){0});
    if (frames->last > 1) {
        ccadical_add(frames->solver, -frame_var(frames, frames->last - 1));
        ccadical_add(frames->solver, frame_var(frames, frames->last));
        ccadical_add(frames->solver, 0);
    }
    mem_note(&frames->noted, bytes);
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

void frames_exclude(struct frames *frames, const frames_cube *cube,
                    uint32_t level)
{
    const struct frames_excluded e = {frames->literals.len, cube->len, level};
    const uint32_t id = frames->excluded.len;

    ASSERT(cube->len > 0 && level > 0 && level <= frames->last);
    vec_clear(&frames->sorted);
    vec_append(&frames->sorted, cube);
    vec_sort(&frames->sorted, compare);
    drop_smaller(frames, level);
    vec_push(&frames->excluded, e);
    frames->figures[IC3_frame_cubes]++;
    pool_push(&frames->lists, &frames->at_level.at[level], id);
    ccadical_add(frames->solver, -frame_var(frames, level));
    for (uint32_t i = 0; i < cube->len; i++) {
        const int literal = frames->sorted.at[i];

        vec_push(&frames->literals, literal);
        pool_push(&frames->lists, with_literal(frames, literal), id);
        ccadical_add(frames->solver, -literal);
    }
    ccadical_add(frames->solver, 0);
}

/* --- questions ------------------------------------------------------------ */

enum cadical_verdict frames_have(struct frames *frames, uint32_t level,
                                 const frames_cube *cube)
{
    ASSERT(level > 0 && level <= frames->last);
    if (watch_work(frames->watch, SOLVE_COST))
        return CADICAL_UNKNOWN;
    frames->figures[IC3_frame_calls]++;
    ccadical_assume(frames->solver, frame_var(frames, level));
    for (uint32_t i = 0; i < cube->len; i++)
        ccadical_assume(frames->solver, cube->at[i]);
    return cadical_solve(frames->solver);
}

uint32_t frames_activity(const struct frames *frames, int literal)
{
    return with_literal(frames, literal)->len;
}

bool frames_used(const struct frames *frames, int literal)
{
    return ccadical_failed(frames->solver, literal);
}
