#include "engine/ic3/case_builder.h"

#include "proof/entries.h"
#include "proof/goal_clauses.h"
#include "structure/disjunction.h"

/* The cost of a literal that unit propagation looks at (watch.h). */
enum { COST_OF_LITERAL = 4 };

/* Clauses that were learnt, each followed by 0, and what each follows from. */
struct learnt_clauses {
    struct skeleton_log log;
    uint32_t first; /* the first of them in clauses */
    VECS(clauses_numbers) used;
};

struct case_builder {
    const struct case_builder_premises *from;
    const struct net *net;
    const struct goal *goal;
    uint32_t largest;
    struct watch *watch;
    struct clauses clauses; /* traps, combinations, pairs, cubes, lemmas, the
                               question, cases */
    VEC(struct exclusive_pair) pairs;
    uint32_t first_combination, first_pair;
    struct learnt_clauses lemmas, parts, cases; /* parts: of a large
                                                   disjunction, each refuted */
    frames_cube hard;     /* entries that need lemmas, each followed by 0 */
    clauses_numbers used; /* scratch */
    VEC(unsigned char) needed; /* by clause */
    uint32_t *trap_of;         /* by trap: its number in the proof */
    struct case_proof *proof;
    enum case_builder_verdict
        verdict; /* CASE_BUILDER_DONE: so far all is well */
};

uint32_t case_builder_size(const struct farkas *farkas)
{
    return farkas->marked.len + farkas->empty.len + farkas->weights.len +
           farkas->comparisons.len + farkas->traps.len + 1;
}

static bool fail(struct case_builder *d, enum case_builder_verdict verdict)
{
    d->verdict = verdict;
    return false;
}

/* --- what CaDiCaL learns -------------------------------------------------- */

static void add_pair(void *self, struct exclusive_pair pair)
{
    struct case_builder *const d = self;

    vec_push(&d->pairs, pair);
}

/* Those that refute parts of the question: large sets have pairs that
 * exclusive_clauses_visit() leaves out. */
static void add_pairs_of_parts(struct case_builder *d)
{
    disjunction_parts refuted = {0};

    if (!d->from->exclusive || !disjunction_is_large(d->goal))
        return;
    disjunction_refute(d->net, d->goal->formula, d->from->exclusive, &refuted);
    for (uint32_t i = 0; i < refuted.len; i++)
        vec_push(&d->pairs, refuted.at[i].pair);
    vec_free(&refuted);
}

/* The literal of clauses.h. */
static uint32_t literal_of(int literal)
{
    return literal > 0 ? 2 * (uint32_t)(literal - 1)
                       : 2 * (uint32_t)(-literal - 1) + 1;
}

/* And back. */
static int number_of(uint32_t literal)
{
    return literal % 2 ? -(int)(literal / 2) - 1 : (int)(literal / 2) + 1;
}

/* Gives put() all clauses.  Without the question, comparisons mean nothing. */
static void put_premises(const struct case_builder *d, bool compares,
                         goal_clauses_put *put, void *self)
{
    const struct case_builder_premises *const from = d->from;
    const case_proof_list *const cubes = &d->proof->inductive;

    for (uint32_t i = 0; i < vecs_count(from->traps); i++)
        goal_clauses_trap(net_span_at(from->traps, i), put, self);
    for (uint32_t i = 0; i < from->combinations->len; i++)
        if (compares || !from->combinations->at[i].comparisons.len)
            goal_clauses_combination(d->net, &from->combinations->at[i], put,
                                     self);
    for (uint32_t i = 0; i < d->pairs.len; i++) {
        put(self, goal_clauses_place(d->pairs.at[i].p) + 1);
        put(self, goal_clauses_place(d->pairs.at[i].q) + 1);
        put(self, GOAL_CLAUSES_END);
    }
    for (uint32_t i = 0; i < vecs_count(cubes); i++) {
        const struct case_proof_span cube = case_proof_set(cubes, i);

        for (uint32_t k = 0; k < cube.len; k++)
            put(self, goal_clauses_place(cube.at[k].id) + cube.at[k].truth);
        put(self, GOAL_CLAUSES_END);
    }
}

/* Refutes the question. */
static enum cadical_verdict refute_question(struct case_builder *d)
{
    enum cadical_verdict verdict;
    struct skeleton s;

    skeleton_init(&s, d->net, d->goal, SKELETON_BY_GOAL, d->watch,
                  &d->cases.log);
    put_premises(d, true, skeleton_put, &s);
    for (uint32_t i = 0; i < d->parts.log.len; i += 2)
        skeleton_clause(&s, &d->parts.log.at[i], 1);
    verdict = skeleton_next(&s);
    skeleton_finish(&s);
    return verdict;
}

/* Refutes the entries that are hard. */
static enum cadical_verdict refute_entries(struct case_builder *d)
{
    const struct goal any = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    enum cadical_verdict verdict = CADICAL_NO;
    uint32_t from = 0;
    struct skeleton s;

    skeleton_init(&s, d->net, &any, SKELETON_BY_GOAL, d->watch, &d->lemmas.log);
    put_premises(d, false, skeleton_put, &s);
    for (uint32_t i = 0; i < d->hard.len && verdict == CADICAL_NO; i++) {
        if (d->hard.at[i])
            continue;
        verdict = skeleton_has(&s, d->hard.at + from, i - from);
        from = i + 1;
    }
    skeleton_finish(&s);
    return verdict;
}

/* Has CaDiCaL refuted what it was asked, and does what it learnt fit? */
static bool is_refuted(struct case_builder *d, const struct skeleton_log *log,
                       enum cadical_verdict verdict)
{
    if (d->watch->reason != STOP_DONE)
        return fail(d, CASE_BUILDER_STOPPED);
    if (log->full)
        return fail(d, CASE_BUILDER_TOO_LARGE);
    return verdict == CADICAL_NO || fail(d, CASE_BUILDER_FAILED);
}

/* --- what follows from what ----------------------------------------------- */

/* Counts the work since then; do the numbers of the clauses that were used
 * fit? */
static bool goes_on(struct case_builder *d, uint64_t before,
                    const clauses_numbers *used)
{
    if (watch_work(d->watch, COST_OF_LITERAL * (d->clauses.work - before)))
        return fail(d, CASE_BUILDER_STOPPED);
    return used->len <= d->largest || fail(d, CASE_BUILDER_TOO_LARGE);
}

/* Adds each clause that was learnt, with those that it follows from. */
static bool put_learnt(struct case_builder *d, struct learnt_clauses *learnt)
{
    struct clauses *const c = &d->clauses;

    learnt->first = clauses_count(c);
    for (uint32_t i = 0; i < learnt->log.len && !clauses_refuted(c, NULL);
         i++) {
        const uint64_t before = c->work;

        for (; learnt->log.at[i]; i++)
            clauses_put(c, literal_of(learnt->log.at[i]));
        if (!clauses_imply(c, &learnt->used.all))
            return fail(d, CASE_BUILDER_FAILED);
        vecs_close(&learnt->used);
        clauses_close(c);
        if (!goes_on(d, before, &learnt->used.all))
            return false;
    }
    return true;
}

/* --- steps ---------------------------------------------------------------- */

/* The clauses that were used are needed. */
static void need(struct case_builder *d, const uint32_t *at, uint32_t n)
{
    vec_fit(&d->needed, clauses_count(&d->clauses));
    for (uint32_t i = 0; i < n; i++)
        d->needed.at[at[i]] = 1;
}

/* Does the clause under way follow? */
static bool follows(struct case_builder *d)
{
    const uint64_t before = d->clauses.work;
    const bool implied =
        (vec_clear(&d->used), clauses_imply(&d->clauses, &d->used));

    if (implied)
        need(d, d->used.at, d->used.len);
    (void)watch_work(d->watch, COST_OF_LITERAL * (d->clauses.work - before));
    return implied;
}

/* Keeps the clause under way, as a cube, if it does not follow. */
static bool keep_hard(void *self)
{
    struct case_builder *const d = self;
    uint32_t n;
    const uint32_t *const at = clauses_under_way(&d->clauses, &n);

    if (follows(d))
        return true;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&d->hard, -number_of(at[i]));
    vec_push(&d->hard, 0);
    return true;
}

/* Seeks the entries that unit propagation does not refute. */
static bool find_hard(struct case_builder *d)
{
    const case_proof_list *const list = &d->proof->inductive;
    struct entries entries;

    entries_init(&entries, d->net, &d->clauses, keep_hard, d);
    for (uint32_t i = 0;
         i < vecs_count(list) && d->watch->reason == STOP_DONE &&
         d->hard.len <= d->largest;
         i++)
        (void)entries_visit(&entries, case_proof_set(list, i));
    entries_finish(&entries);
    if (d->watch->reason != STOP_DONE)
        return fail(d, CASE_BUILDER_STOPPED);
    return d->hard.len <= d->largest || fail(d, CASE_BUILDER_TOO_LARGE);
}

static bool refute_hard(struct case_builder *d)
{
    for (uint32_t i = 0; i < d->hard.len; i++) {
        for (; d->hard.at[i]; i++)
            clauses_put(&d->clauses, literal_of(-d->hard.at[i]));
        if (!follows(d))
            return fail(d, CASE_BUILDER_FAILED);
        clauses_drop(&d->clauses);
    }
    return d->watch->reason == STOP_DONE || fail(d, CASE_BUILDER_STOPPED);
}

/* No step enters a cube. */
static bool derive_steps(struct case_builder *d)
{
    return find_hard(d) &&
           (!d->hard.len || is_refuted(d, &d->lemmas.log, refute_entries(d))) &&
           put_learnt(d, &d->lemmas) && refute_hard(d);
}

/* --- the question --------------------------------------------------------- */

/* The parts of a large disjunction that unit propagation refutes: CaDiCaL would
 * have to learn them one by one. */
static bool refute_parts(struct case_builder *d)
{
    struct clauses *const c = &d->clauses;
    struct skeleton_log *const log = &d->parts.log;
    const struct formula_node root = d->goal->formula->nodes.at[0];

    log->at = mem_alloc(2 * (size_t)root.len, sizeof *log->at);
    d->parts.first = clauses_count(c);
    for (uint32_t i = root.first; i < root.first + root.len; i++) {
        const uint32_t literal = goal_clauses_node(d->net, i) + 1;
        const uint64_t before = c->work;

        clauses_put(c, literal);
        if (clauses_imply(c, &d->parts.used.all)) {
            vecs_close(&d->parts.used);
            log->at[log->len++] = number_of(literal);
            log->at[log->len++] = 0;
            clauses_close(c);
        } else {
            clauses_drop(c);
        }
        if (!goes_on(d, before, &d->parts.used.all))
            return false;
    }
    return true;
}

static bool derive_cases(struct case_builder *d)
{
    goal_clauses_visit(d->net, d->goal, goal_clauses_into, &d->clauses);
    if ((disjunction_is_large(d->goal) && !refute_parts(d)) ||
        !is_refuted(d, &d->cases.log, refute_question(d)) ||
        !put_learnt(d, &d->cases))
        return false;
    vec_clear(&d->used);
    if (!clauses_refuted(&d->clauses, &d->used))
        return fail(d, CASE_BUILDER_FAILED);
    need(d, d->used.at, d->used.len);
    return true;
}

/* What the needed ones follow from, backwards. */
static void need_learnt(struct case_builder *d,
                        const struct learnt_clauses *learnt)
{
    for (uint32_t i = vecs_count(&learnt->used); i-- > 0;)
        if (d->needed.at[learnt->first + i])
            need(d, vecs_at(&learnt->used, i), vecs_len(&learnt->used, i));
}

/* --- the proof ------------------------------------------------------------ */

/* The traps whose clauses are needed, and those of the combinations. */
static void take_traps(struct case_builder *d)
{
    const net_place_lists *const traps = d->from->traps;
    net_place_lists *const to = &d->proof->traps;

    for (uint32_t i = 0; i < d->from->combinations->len; i++) {
        const struct farkas *const farkas = &d->from->combinations->at[i];

        for (uint32_t k = 0; k < farkas->traps.len; k++)
            if (d->needed.at[d->first_combination + i])
                d->needed.at[farkas->traps.at[k].which] = 1;
    }
    d->trap_of = mem_alloc(vecs_count(traps), sizeof *d->trap_of);
    for (uint32_t i = 0; i < vecs_count(traps); i++) {
        const struct net_place_span trap = net_span_at(traps, i);

        if (!d->needed.at[i])
            continue;
        d->trap_of[i] = vecs_count(to);
        vec_append(&to->all, &trap);
        vecs_close(to);
    }
}

static void take_combinations(struct case_builder *d)
{
    for (uint32_t i = 0; i < d->from->combinations->len; i++) {
        struct farkas *const farkas = &d->from->combinations->at[i];

        if (!d->needed.at[d->first_combination + i])
            continue;
        for (uint32_t k = 0; k < farkas->traps.len; k++)
            farkas->traps.at[k].which = d->trap_of[farkas->traps.at[k].which];
        vec_push(&d->proof->combinations, *farkas);
        *farkas = (struct farkas){0};
    }
}

/* False if they are too large. */
static bool take_pairs(struct case_builder *d)
{
    uint64_t size = 0;

    for (uint32_t i = 0; i < d->pairs.len; i++) {
        struct farkas farkas = {0};

        if (!d->needed.at[d->first_pair + i])
            continue;
        exclusive_clauses_reason(d->from->exclusive, d->pairs.at[i], &farkas);
        size += case_builder_size(&farkas);
        vec_push(&d->proof->combinations, farkas);
        if (size > d->largest)
            return false;
    }
    return true;
}

/* What the clause says is never so: the opposite of a literal of it. */
static struct case_proof_literal opposite_of(const struct case_builder *d,
                                             int literal)
{
    const uint32_t variable = literal_of(literal) / 2;
    const uint32_t n_places = net_place_count(d->net);
    const uint32_t first =
        goal_clauses_enabled(d->net, d->goal, 0) / 2; /* of the transitions */

    if (variable < n_places)
        return (struct case_proof_literal){CASE_PROOF_PLACE, literal < 0,
                                           variable};
    if (variable < first)
        return (struct case_proof_literal){CASE_PROOF_NODE, literal < 0,
                                           variable - n_places};
    return (struct case_proof_literal){CASE_PROOF_TRANS, literal < 0,
                                       variable - first};
}

/* A clause without literals closes the proof without being written. */
static void take_learnt(struct case_builder *d,
                        const struct learnt_clauses *learnt,
                        case_proof_list *list)
{
    const int *at = learnt->log.at;

    for (uint32_t i = 0; i < vecs_count(&learnt->used); i++, at++) {
        const bool taken = d->needed.at[learnt->first + i] && *at;

        for (; *at; at++)
            if (taken)
                vec_push(&list->all, opposite_of(d, *at));
        if (taken)
            vecs_close(list);
    }
}

static bool derive(struct case_builder *d)
{
    if (d->from->cubes)
        vecs_append(&d->proof->inductive, d->from->cubes);
    if (d->from->exclusive)
        exclusive_clauses_visit(d->from->exclusive, net_place_count(d->net),
                                add_pair, d);
    add_pairs_of_parts(d);
    d->first_combination = vecs_count(d->from->traps);
    d->first_pair = d->first_combination + d->from->combinations->len;
    put_premises(d, true, goal_clauses_into, &d->clauses);
    if (!derive_steps(d) || !derive_cases(d))
        return false;
    need_learnt(d, &d->cases);
    need_learnt(d, &d->parts);
    need_learnt(d, &d->lemmas);
    take_traps(d);
    take_combinations(d);
    if (!take_pairs(d))
        return fail(d, CASE_BUILDER_TOO_LARGE);
    take_learnt(d, &d->lemmas, &d->proof->lemmas);
    take_learnt(d, &d->parts, &d->proof->cases);
    take_learnt(d, &d->cases, &d->proof->cases);
    return true;
}

static void finish_learnt(struct learnt_clauses *learnt)
{
    mem_free(learnt->log.at);
    vecs_free(&learnt->used);
}

enum case_builder_verdict
case_builder_of(const struct case_builder_premises *from,
                const struct goal *goal, uint32_t largest, struct watch *watch,
                struct case_proof **proof)
{
    const uint32_t n_variables = goal_clauses_variables(from->net, goal);
    struct case_builder d = {.from = from,
                             .net = from->net,
                             .goal = goal,
                             .largest = largest,
                             .watch = watch,
                             .lemmas.log.most = largest,
                             .cases.log.most = largest};

    *proof = NULL;
    if (!n_variables)
        return CASE_BUILDER_TOO_LARGE;
    d.proof = mem_zero(1, sizeof(struct case_proof));
    clauses_init(&d.clauses, n_variables);
    if (derive(&d))
        *proof = d.proof;
    else
        case_proof_destroy(d.proof);
    clauses_finish(&d.clauses);
    vec_free(&d.pairs);
    finish_learnt(&d.lemmas);
    finish_learnt(&d.parts);
    finish_learnt(&d.cases);
    vec_free(&d.hard);
    vec_free(&d.used);
    vec_free(&d.needed);
    mem_free(d.trap_of);
    return d.verdict;
}
