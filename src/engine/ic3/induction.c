#include "engine/ic3/induction.h"

#include "base/mem.h"

/* A cube of the question, or predecessors of another obligation. */
struct obligation {
    uint32_t from, len; /* in literals */
    uint32_t next;      /* the obligation that trans leads into; or NONE */
    trans_id trans;
};

static const uint32_t NONE = UINT32_MAX;

struct ranked_literal {
    uint32_t activity; /* excluded cubes that have it */
    uint32_t number;   /* in the cube before */
    int literal;
};

struct induction {
    const struct net *net;
    struct skeleton *skeleton;
    struct watch *watch;
    uint64_t most;
    struct frames frames;
    struct predecessors predecessors;
    frames_cube literals; /* of the obligations */
    VEC(struct obligation) obligations;
    VEC(struct pool_list) due; /* by level: obligations */
    struct pool lists;         /* of these */
    uint32_t lowest;           /* no lower level has obligations */
    frames_cube cube, part;    /* scratch */
    VEC(struct ranked_literal) ranked;
    struct induction_result *result;
};

void induction_result_finish(struct induction_result *result)
{
    vec_free(&result->run);
    vec_free(&result->cubes.literals);
    vec_free(&result->cubes.ends);
    farkas_list_finish(&result->comparisons);
}

static bool is_over(const struct induction *x)
{
    return x->watch->reason != STOP_DONE || x->watch->work > x->most;
}

/* --- facts ---------------------------------------------------------------- */

static void add_exclusion(void *self, struct exclusive_pair pair)
{
    struct induction *const x = self;
    const int clause[] = {frames_literal(pair.p, false),
                          frames_literal(pair.q, false)};

    frames_always(&x->frames, clause, 2);
    skeleton_clause(x->skeleton, clause, 2);
}

/* To the frames. */
static void add_traps(struct induction *x, const struct farkas_traps *traps,
                      uint32_t from)
{
    for (uint32_t i = from; i < traps->ends.len; i++) {
        const struct net_place_span trap = farkas_trap(traps, i);

        vec_clear(&x->cube);
        for (uint32_t k = 0; k < trap.len; k++)
            vec_push(&x->cube, frames_literal(trap.at[k], true));
        frames_always(&x->frames, x->cube.at, x->cube.len);
    }
}

/* --- excluding a cube ----------------------------------------------------- */

/* Does a step enter the cube from frame `level`?  If not, *part becomes a part
 * of it that none enters.  CADICAL_UNKNOWN at a limit. */
static enum cadical_verdict find_entry(struct induction *x,
                                       const frames_cube *cube, uint32_t level,
                                       frames_cube *part)
{
    const enum cadical_verdict verdict =
        predecessors_find(&x->predecessors, cube, level, part);

    return is_over(x) ? CADICAL_UNKNOWN : verdict;
}

static int compare_activity(const void *a, const void *b)
{
    const struct ranked_literal *const x = a, *const y = b;

    return x->activity != y->activity
               ? (x->activity < y->activity) - (x->activity > y->activity)
               : (x->number > y->number) - (x->number < y->number);
}

/* The literals that most excluded cubes have come first. */
static void sort_by_activity(struct induction *x, frames_cube *cube)
{
    vec_clear(&x->ranked);
    for (uint32_t i = 0; i < cube->len; i++) {
        const struct ranked_literal ranked = {
            frames_activity(&x->frames, cube->at[i]), i, cube->at[i]};

        vec_push(&x->ranked, ranked);
    }
    vec_sort(&x->ranked, compare_activity);
    for (uint32_t i = 0; i < cube->len; i++)
        cube->at[i] = x->ranked.at[i].literal;
}

/* Tries to do without each literal, the one that the fewest excluded cubes have
 * first, so that cubes share literals; gives up after some that are needed.
 * Nothing enters the cube from frame `level`, neither before nor after.  False
 * at a limit. */
static bool shrink(struct induction *x, frames_cube *cube, uint32_t level)
{
    enum { MOST_FAILURES = 10 };
    uint32_t n_failures = 0, n_tried = 0;

    sort_by_activity(x, cube);
    while (n_tried < cube->len && cube->len > 1 && n_failures < MOST_FAILURES) {
        const uint32_t without = cube->len - 1 - n_tried;
        enum cadical_verdict verdict;

        vec_clear(&x->part);
        for (uint32_t i = 0; i < cube->len; i++)
            if (i != without)
                vec_push(&x->part, cube->at[i]);
        n_tried++;
        if (!frames_first_false(x->net, x->part.at, x->part.len))
            continue;
        verdict = find_entry(x, &x->part, level, cube);
        if (verdict == CADICAL_UNKNOWN)
            return false;
        if (verdict == CADICAL_YES) {
            n_failures++;
        } else {
            sort_by_activity(x, cube);
            n_tried = 0;
        }
    }
    return true;
}

static void exclude(struct induction *x, const frames_cube *cube,
                    uint32_t level)
{
    frames_exclude(&x->frames, cube, level);
    skeleton_exclude_to(x->skeleton, level, cube->at, cube->len);
}

/* Nothing enters the cube from the frame before this level.  Excludes a part of
 * it there, and on higher levels while nothing enters it.  *level becomes the
 * last of these.  False at a limit. */
static bool exclude_part(struct induction *x, frames_cube *cube,
                         uint32_t *level)
{
    if (!shrink(x, cube, *level - 1))
        return false;
    while (*level < x->frames.last) {
        const enum cadical_verdict verdict = find_entry(x, cube, *level, cube);

        if (verdict == CADICAL_UNKNOWN)
            return false;
        if (verdict == CADICAL_YES)
            break;
        ++*level;
    }
    exclude(x, cube, *level);
    return true;
}

/* --- obligations ---------------------------------------------------------- */

static void enqueue(struct induction *x, uint32_t level, uint32_t obligation)
{
    vec_fit(&x->due, level + 1);
    pool_push(&x->lists, &x->due.at[level], obligation);
    if (level < x->lowest)
        x->lowest = level;
}

static uint32_t add_obligation(struct induction *x, const frames_cube *cube,
                               uint32_t next, trans_id trans)
{
    const struct obligation o = {x->literals.len, cube->len, next, trans};

    vec_append(&x->literals, cube);
    vec_push(&x->obligations, o);
    return x->obligations.len - 1;
}

/* The run from the initial marking, which is in the cube of the obligation. */
static void take_run(struct induction *x, uint32_t obligation)
{
    while (x->obligations.at[obligation].next != NONE) {
        vec_push(&x->result->run, x->obligations.at[obligation].trans);
        obligation = x->obligations.at[obligation].next;
    }
}

/* The lowest obligation.  False: there is none. */
static bool next_due(struct induction *x, uint32_t *level, uint32_t *obligation)
{
    while (x->lowest < x->due.len && !x->due.at[x->lowest].len)
        x->lowest++;
    if (x->lowest >= x->due.len)
        return false;
    *level = x->lowest;
    *obligation =
        pool_at(&x->lists, x->due.at[*level])[--x->due.at[*level].len];
    return true;
}

/* Excludes the cube of the obligation from frame `level`, or adds an obligation
 * that comes before.  INDUCTION_NEVER: the search goes on. */
static enum induction_verdict meet(struct induction *x, uint32_t level,
                                   uint32_t obligation)
{
    const struct obligation o = x->obligations.at[obligation];
    enum cadical_verdict verdict;

    vec_clear(&x->cube);
    vec_append_n(&x->cube, x->literals.at + o.from, o.len);
    if (!frames_first_false(x->net, x->cube.at, x->cube.len)) {
        take_run(x, obligation);
        return INDUCTION_RUN;
    }
    verdict = frames_have(&x->frames, level, &x->cube);
    if (verdict == CADICAL_YES) {
        verdict =
            predecessors_find(&x->predecessors, &x->cube, level - 1, &x->cube);
        if (verdict == CADICAL_YES) {
            enqueue(x, level, obligation);
            obligation = add_obligation(x, &x->predecessors.before, obligation,
                                        x->predecessors.trans);
            /* From frame 0: the initial marking is among them. */
            enqueue(x, level > 1 ? level - 1 : 1, obligation);
            return INDUCTION_NEVER;
        }
        if (verdict == CADICAL_NO && !exclude_part(x, &x->cube, &level))
            return INDUCTION_OPEN;
    }
    if (verdict == CADICAL_UNKNOWN)
        return INDUCTION_OPEN;
    if (level < x->frames.last)
        enqueue(x, level + 1, obligation);
    return INDUCTION_NEVER;
}

/* Excludes the cube of the question from the last frame. */
static enum induction_verdict meet_all(struct induction *x)
{
    enum induction_verdict verdict = INDUCTION_NEVER;
    uint32_t level, obligation;

    vec_clear(&x->literals);
    vec_clear(&x->obligations);
    vec_clear(&x->cube);
    for (uint32_t i = 0; i < x->skeleton->places.len; i++) {
        const place_id p = x->skeleton->places.at[i];

        vec_push(&x->cube,
                 frames_literal(p, x->skeleton->literal[p] == SKELETON_MARKED));
    }
    enqueue(x, x->frames.last, add_obligation(x, &x->cube, NONE, TRANS_NONE));
    while (verdict == INDUCTION_NEVER && next_due(x, &level, &obligation))
        verdict = is_over(x) ? INDUCTION_OPEN : meet(x, level, obligation);
    return verdict;
}

/* --- frames --------------------------------------------------------------- */

/* Moves excluded cubes of the level on to the next one, if nothing enters them.
 * *left: some stay.  False at a limit. */
static bool move_on(struct induction *x, uint32_t level, bool *left)
{
    struct frames *const f = &x->frames;
    const struct pool_list list = f->at_level.at[level];
    uint32_t n_left = 0;

    for (uint32_t i = 0; i < list.len; i++) {
        const uint32_t id = f->lists.words.at[list.at + i];
        const struct frames_excluded e = f->excluded.at[id];
        enum cadical_verdict verdict;

        if (e.level != level)
            continue;
        vec_clear(&x->cube);
        vec_append_n(&x->cube, f->literals.at + e.from, e.len);
        verdict = find_entry(x, &x->cube, level, &x->cube);
        if (verdict == CADICAL_UNKNOWN)
            return false;
        if (verdict == CADICAL_NO) {
            exclude(x, &x->cube, level + 1);
        } else {
            f->lists.words.at[list.at + n_left++] = id;
        }
    }
    f->at_level.at[level].len = n_left;
    *left = n_left > 0;
    return true;
}

/* The cubes that are excluded above the level: no step enters them. */
static void take_cubes(struct induction *x, uint32_t level)
{
    struct case_proof_list *const to = &x->result->cubes;
    const struct frames *const f = &x->frames;

    for (uint32_t i = 0; i < f->excluded.len; i++) {
        const struct frames_excluded *const e = &f->excluded.at[i];

        if (e->level <= level)
            continue;
        for (uint32_t k = e->from; k < e->from + e->len; k++) {
            const int literal = f->literals.at[k];

            vec_push(&to->literals,
                     ((struct case_proof_literal){CASE_PROOF_PLACE, literal > 0,
                                                  frames_place(literal)}));
        }
        vec_push(&to->ends, to->literals.len);
    }
}

/* A new last frame.  Are two frames the same now? */
static bool rise(struct induction *x)
{
    bool left = true;

    frames_grow(&x->frames);
    x->skeleton->level = x->frames.last;
    for (uint32_t level = 1; level < x->frames.last; level++) {
        if (!move_on(x, level, &left))
            return false;
        if (!left) {
            take_cubes(x, level);
            return true;
        }
    }
    return false;
}

/* --- the search ----------------------------------------------------------- */

static enum induction_verdict seek(struct induction *x)
{
    enum induction_verdict verdict = INDUCTION_NEVER;
    struct farkas why = {0};

    x->skeleton->level = x->frames.last;
    while (verdict == INDUCTION_NEVER && !is_over(x)) {
        switch (skeleton_next(x->skeleton)) {
        case CADICAL_UNKNOWN:
            verdict = INDUCTION_OPEN;
            break;
        case CADICAL_NO:
            if (rise(x))
                return INDUCTION_NEVER;
            break;
        case CADICAL_YES:
            if (skeleton_settle(x->skeleton, &why)) {
                verdict = meet_all(x);
                break;
            }
            skeleton_exclude(x->skeleton, &why);
            vec_push(&x->result->comparisons, why);
            why = (struct farkas){0};
            break;
        }
    }
    return verdict == INDUCTION_RUN ? INDUCTION_RUN : INDUCTION_OPEN;
}

struct induction *induction_create(struct skeleton *skeleton,
                                   const struct farkas_traps *traps,
                                   const struct exclusive *exclusive,
                                   uint64_t *figures)
{
    struct induction *const x = mem_zero(1, sizeof *x);
    uint32_t n_traps = 0;

    *x = (struct induction){
        .net = skeleton->net, .skeleton = skeleton, .watch = skeleton->watch};
    frames_init(&x->frames, x->net, x->watch, figures);
    predecessors_init(&x->predecessors, &x->frames);
    skeleton_demand(skeleton, traps, &n_traps);
    exclusive_clauses_visit(exclusive, net_place_count(x->net), add_exclusion,
                            x);
    add_traps(x, traps, 0);
    return x;
}

void induction_destroy(struct induction *x)
{
    if (!x)
        return;
    predecessors_finish(&x->predecessors);
    frames_finish(&x->frames);
    vec_free(&x->literals);
    vec_free(&x->obligations);
    vec_free(&x->due);
    pool_finish(&x->lists);
    vec_free(&x->cube);
    vec_free(&x->part);
    vec_free(&x->ranked);
    mem_free(x);
}

void induction_demand(struct induction *x, const struct farkas_traps *traps,
                      uint32_t *n)
{
    add_traps(x, traps, *n);
    skeleton_demand(x->skeleton, traps, n);
}

enum induction_verdict induction_seek(struct induction *x, uint64_t most,
                                      struct induction_result *result)
{
    const struct frames *const frames = &x->frames;
    enum induction_verdict verdict;

    x->most = most;
    x->result = result;
    for (uint32_t level = 0; level < x->due.len; level++)
        x->due.at[level].len = 0; /* left by the turn before */
    verdict = seek(x);
    if (frames->figures[IC3_frames] < frames->last)
        frames->figures[IC3_frames] = frames->last;
    return verdict;
}
