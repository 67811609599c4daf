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
    vecs_free(&result->cubes);
    farkas_list_finish(&result->comparisons);
}

static bool is_over(const struct induction *induction)
{
    return induction->watch->reason != STOP_DONE ||
           induction->watch->work > induction->most;
}

/* --- facts ---------------------------------------------------------------- */

static void add_exclusion(void *self, struct exclusive_pair pair)
{
    struct induction *const induction = self;
    const int clause[] = {frames_literal(pair.p, false),
                          frames_literal(pair.q, false)};

    frames_always(&induction->frames, clause, 2);
    skeleton_clause(induction->skeleton, clause, 2);
}

/* To the frames. */
static void add_traps(struct induction *induction, const net_place_lists *traps,
                      uint32_t from)
{
    for (uint32_t i = from; i < vecs_count(traps); i++) {
        const struct net_place_span trap = net_span_at(traps, i);

        vec_clear(&induction->cube);
        for (uint32_t k = 0; k < trap.len; k++)
            vec_push(&induction->cube, frames_literal(trap.at[k], true));
        frames_always(&induction->frames, induction->cube.at,
                      induction->cube.len);
    }
}

/* --- excluding a cube ----------------------------------------------------- */

/* Does a step enter the cube from frame `level`?  If not, *part becomes a part
 * of it that none enters.  CADICAL_UNKNOWN at a limit. */
static enum cadical_verdict find_entry(struct induction *induction,
                                       const frames_cube *cube, uint32_t level,
                                       frames_cube *part)
{
    const enum cadical_verdict verdict =
        predecessors_find(&induction->predecessors, cube, level, part);

    return is_over(induction) ? CADICAL_UNKNOWN : verdict;
}

static int compare_activity(const void *a, const void *b)
{
    const struct ranked_literal *const induction = a, *const y = b;

    return induction->activity != y->activity
               ? (induction->activity < y->activity) -
                     (induction->activity > y->activity)
               : (induction->number > y->number) -
                     (induction->number < y->number);
}

/* The literals that most excluded cubes have come first. */
static void sort_by_activity(struct induction *induction, frames_cube *cube)
{
    vec_clear(&induction->ranked);
    for (uint32_t i = 0; i < cube->len; i++) {
        const struct ranked_literal ranked = {
            frames_activity(&induction->frames, cube->at[i]), i, cube->at[i]};

        vec_push(&induction->ranked, ranked);
    }
    vec_sort(&induction->ranked, compare_activity);
    for (uint32_t i = 0; i < cube->len; i++)
        cube->at[i] = induction->ranked.at[i].literal;
}

/* Tries to do without each literal, the one that the fewest excluded cubes have
 * first, so that cubes share literals; gives up after some that are needed.
 * Nothing enters the cube from frame `level`, neither before nor after.  False
 * at a limit. */
static bool shrink(struct induction *induction, frames_cube *cube,
                   uint32_t level)
{
    enum { MOST_FAILURES = 10 };
    uint32_t n_failures = 0, n_tried = 0;

    sort_by_activity(induction, cube);
    while (n_tried < cube->len && cube->len > 1 && n_failures < MOST_FAILURES) {
        const uint32_t without = cube->len - 1 - n_tried;
        enum cadical_verdict verdict;

        vec_clear(&induction->part);
        for (uint32_t i = 0; i < cube->len; i++)
            if (i != without)
                vec_push(&induction->part, cube->at[i]);
        n_tried++;
        if (!frames_first_false(induction->net, induction->part.at,
                                induction->part.len))
            continue;
        verdict = find_entry(induction, &induction->part, level, cube);
        if (verdict == CADICAL_UNKNOWN)
            return false;
        if (verdict == CADICAL_YES) {
            n_failures++;
        } else {
            sort_by_activity(induction, cube);
            n_tried = 0;
        }
    }
    return true;
}

static void exclude(struct induction *induction, const frames_cube *cube,
                    uint32_t level)
{
    frames_exclude(&induction->frames, cube, level);
    skeleton_exclude_to(induction->skeleton, level, cube->at, cube->len);
}

/* Nothing enters the cube from the frame before this level.  Excludes a part of
 * it there, and on higher levels while nothing enters it.  *level becomes the
 * last of these.  False at a limit. */
static bool exclude_part(struct induction *induction, frames_cube *cube,
                         uint32_t *level)
{
    if (!shrink(induction, cube, *level - 1))
        return false;
    while (*level < induction->frames.last) {
        const enum cadical_verdict verdict =
            find_entry(induction, cube, *level, cube);

        if (verdict == CADICAL_UNKNOWN)
            return false;
        if (verdict == CADICAL_YES)
            break;
        ++*level;
    }
    exclude(induction, cube, *level);
    return true;
}

/* --- obligations ---------------------------------------------------------- */

static void enqueue(struct induction *induction, uint32_t level,
                    uint32_t obligation)
{
    vec_fit(&induction->due, level + 1);
    pool_push(&induction->lists, &induction->due.at[level], obligation);
    if (level < induction->lowest)
        induction->lowest = level;
}

static uint32_t add_obligation(struct induction *induction,
                               const frames_cube *cube, uint32_t next,
                               trans_id trans)
{
    const struct obligation o = {induction->literals.len, cube->len, next,
                                 trans};

    vec_append(&induction->literals, cube);
    vec_push(&induction->obligations, o);
    return induction->obligations.len - 1;
}

/* The run from the initial marking, which is in the cube of the obligation. */
static void take_run(struct induction *induction, uint32_t obligation)
{
    while (induction->obligations.at[obligation].next != NONE) {
        vec_push(&induction->result->run,
                 induction->obligations.at[obligation].trans);
        obligation = induction->obligations.at[obligation].next;
    }
}

/* The lowest obligation.  False: there is none. */
static bool next_due(struct induction *induction, uint32_t *level,
                     uint32_t *obligation)
{
    while (induction->lowest < induction->due.len &&
           !induction->due.at[induction->lowest].len)
        induction->lowest++;
    if (induction->lowest >= induction->due.len)
        return false;
    *level = induction->lowest;
    *obligation =
        pool_at(&induction->lists,
                induction->due.at[*level])[--induction->due.at[*level].len];
    return true;
}

/* Excludes the cube of the obligation from frame `level`, or adds an obligation
 * that comes before.  INDUCTION_NEVER: the search goes on. */
static enum induction_verdict meet(struct induction *induction, uint32_t level,
                                   uint32_t obligation)
{
    const struct obligation o = induction->obligations.at[obligation];
    enum cadical_verdict verdict;

    vec_clear(&induction->cube);
    vec_append_n(&induction->cube, induction->literals.at + o.from, o.len);
    if (!frames_first_false(induction->net, induction->cube.at,
                            induction->cube.len)) {
        take_run(induction, obligation);
        return INDUCTION_RUN;
    }
    verdict = frames_have(&induction->frames, level, &induction->cube);
    if (verdict == CADICAL_YES) {
        verdict = predecessors_find(&induction->predecessors, &induction->cube,
                                    level - 1, &induction->cube);
        if (verdict == CADICAL_YES) {
            enqueue(induction, level, obligation);
            obligation =
                add_obligation(induction, &induction->predecessors.before,
                               obligation, induction->predecessors.trans);
            /* From frame 0: the initial marking is among them. */
            enqueue(induction, level > 1 ? level - 1 : 1, obligation);
            return INDUCTION_NEVER;
        }
        if (verdict == CADICAL_NO &&
            !exclude_part(induction, &induction->cube, &level))
            return INDUCTION_OPEN;
    }
    if (verdict == CADICAL_UNKNOWN)
        return INDUCTION_OPEN;
    if (level < induction->frames.last)
        enqueue(induction, level + 1, obligation);
    return INDUCTION_NEVER;
}

/* Excludes the cube of the question from the last frame. */
static enum induction_verdict meet_all(struct induction *induction)
{
    enum induction_verdict verdict = INDUCTION_NEVER;
    uint32_t level, obligation;

    vec_clear(&induction->literals);
    vec_clear(&induction->obligations);
    vec_clear(&induction->cube);
    for (uint32_t i = 0; i < induction->skeleton->places.len; i++) {
        const place_id p = induction->skeleton->places.at[i];

        vec_push(&induction->cube,
                 frames_literal(p, induction->skeleton->literal[p] ==
                                       SKELETON_MARKED));
    }
    enqueue(induction, induction->frames.last,
            add_obligation(induction, &induction->cube, NONE, TRANS_NONE));
    while (verdict == INDUCTION_NEVER &&
           next_due(induction, &level, &obligation))
        verdict = is_over(induction) ? INDUCTION_OPEN
                                     : meet(induction, level, obligation);
    return verdict;
}

/* --- frames --------------------------------------------------------------- */

/* Moves excluded cubes of the level on to the next one, if nothing enters them.
 * *left: some stay.  False at a limit. */
static bool move_on(struct induction *induction, uint32_t level, bool *left)
{
    struct frames *const f = &induction->frames;
    const struct pool_list list = f->at_level.at[level];
    uint32_t n_left = 0;

    for (uint32_t i = 0; i < list.len; i++) {
        const uint32_t id = f->lists.words.at[list.at + i];
        const struct frames_excluded e = f->excluded.at[id];
        enum cadical_verdict verdict;

        if (e.level != level)
            continue;
        vec_clear(&induction->cube);
        vec_append_n(&induction->cube, f->literals.at + e.from, e.len);
        verdict =
            find_entry(induction, &induction->cube, level, &induction->cube);
        if (verdict == CADICAL_UNKNOWN)
            return false;
        if (verdict == CADICAL_NO) {
            exclude(induction, &induction->cube, level + 1);
        } else {
            f->lists.words.at[list.at + n_left++] = id;
        }
    }
    f->at_level.at[level].len = n_left;
    *left = n_left > 0;
    return true;
}

/* The cubes that are excluded above the level: no step enters them. */
static void take_cubes(struct induction *induction, uint32_t level)
{
    case_proof_list *const to = &induction->result->cubes;
    const struct frames *const f = &induction->frames;

    for (uint32_t i = 0; i < f->excluded.len; i++) {
        const struct frames_excluded *const e = &f->excluded.at[i];

        if (e->level <= level)
            continue;
        for (uint32_t k = e->from; k < e->from + e->len; k++) {
            const int literal = f->literals.at[k];

            vec_push(&to->all,
                     ((struct case_proof_literal){CASE_PROOF_PLACE, literal > 0,
                                                  frames_place(literal)}));
        }
        vecs_close(to);
    }
}

/* A new last frame.  Are two frames the same now? */
static bool rise(struct induction *induction)
{
    bool left = true;

    frames_grow(&induction->frames);
    induction->skeleton->level = induction->frames.last;
    for (uint32_t level = 1; level < induction->frames.last; level++) {
        if (!move_on(induction, level, &left))
            return false;
        if (!left) {
            take_cubes(induction, level);
            return true;
        }
    }
    return false;
}

/* --- the search ----------------------------------------------------------- */

static enum induction_verdict seek(struct induction *induction)
{
    enum induction_verdict verdict = INDUCTION_NEVER;
    struct farkas why = {0};

    induction->skeleton->level = induction->frames.last;
    while (verdict == INDUCTION_NEVER && !is_over(induction)) {
        switch (skeleton_next(induction->skeleton)) {
        case CADICAL_UNKNOWN:
            verdict = INDUCTION_OPEN;
            break;
        case CADICAL_NO:
            if (rise(induction))
                return INDUCTION_NEVER;
            break;
        case CADICAL_YES:
            if (skeleton_settle(induction->skeleton, &why)) {
                verdict = meet_all(induction);
                break;
            }
            skeleton_exclude(induction->skeleton, &why);
            vec_push(&induction->result->comparisons, why);
            why = (struct farkas){0};
            break;
        }
    }
    return verdict == INDUCTION_RUN ? INDUCTION_RUN : INDUCTION_OPEN;
}

struct induction *induction_create(struct skeleton *skeleton,
                                   const net_place_lists *traps,
                                   const struct exclusive *exclusive,
                                   uint64_t *figures)
{
    struct induction *const induction = mem_zero(1, sizeof *induction);
    uint32_t n_traps = 0;

    *induction = (struct induction){
        .net = skeleton->net, .skeleton = skeleton, .watch = skeleton->watch};
    frames_init(&induction->frames, induction->net, induction->watch, figures);
    predecessors_init(&induction->predecessors, &induction->frames);
    skeleton_demand(skeleton, traps, &n_traps);
    exclusive_clauses_visit(exclusive, net_place_count(induction->net),
                            add_exclusion, induction);
    add_traps(induction, traps, 0);
    return induction;
}

void induction_destroy(struct induction *induction)
{
    if (!induction)
        return;
    predecessors_finish(&induction->predecessors);
    frames_finish(&induction->frames);
    vec_free(&induction->literals);
    vec_free(&induction->obligations);
    vec_free(&induction->due);
    pool_finish(&induction->lists);
    vec_free(&induction->cube);
    vec_free(&induction->part);
    vec_free(&induction->ranked);
    mem_free(induction);
}

void induction_demand(struct induction *induction, const net_place_lists *traps,
                      uint32_t *n)
{
    add_traps(induction, traps, *n);
    skeleton_demand(induction->skeleton, traps, n);
}

enum induction_verdict induction_seek(struct induction *induction,
                                      uint64_t most,
                                      struct induction_result *result)
{
    const struct frames *const frames = &induction->frames;
    enum induction_verdict verdict;

    induction->most = most;
    induction->result = result;
    for (uint32_t level = 0; level < induction->due.len; level++)
        induction->due.at[level].len = 0; /* left by the turn before */
    verdict = seek(induction);
    if (frames->figures[IC3_frames] < frames->last)
        frames->figures[IC3_frames] = frames->last;
    return verdict;
}
