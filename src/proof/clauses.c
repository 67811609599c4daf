#include "proof/clauses.h"

#include "base/mem.h"

/* No clause, no watch. */
static const uint32_t NONE = UINT32_MAX;

void clauses_init(struct clauses *clauses, uint32_t n_variables)
{
    const size_t n_literals = (size_t)n_variables * 2;

    *clauses = (struct clauses){
        .first = mem_none(n_literals),
        .truth = mem_zero(n_literals, sizeof *clauses->truth),
        .reason = mem_zero(n_variables, sizeof *clauses->reason),
        .seen = mem_zero(n_variables, sizeof *clauses->seen),
        .conflict = NONE,
    };
}

void clauses_finish(struct clauses *clauses)
{
    vecs_free(&clauses->literals);
    vec_free(&clauses->next);
    vec_free(&clauses->trail);
    mem_free(clauses->first);
    mem_free(clauses->truth);
    mem_free(clauses->reason);
    mem_free(clauses->seen);
    *clauses = (struct clauses){0};
}

uint32_t clauses_count(const struct clauses *clauses)
{
    return vecs_count(&clauses->literals);
}

static uint32_t opposite(uint32_t literal)
{
    return literal ^ 1;
}

static bool is_false(const struct clauses *c, uint32_t literal)
{
    return c->truth[opposite(literal)];
}

/* --- propagation ---------------------------------------------------------- */

/* reason: the clause that the literal follows from, or NONE. */
static void assign(struct clauses *c, uint32_t literal, uint32_t reason)
{
    c->truth[literal] = true;
    c->reason[literal / 2] = reason;
    vec_push(&c->trail, literal);
}

static void watch(struct clauses *c, uint32_t literal, uint32_t w)
{
    c->next.at[w] = c->first[literal];
    c->first[literal] = w;
}

/* Replaces the false literal that w watches; false: no other may be true. */
static bool move_watch(struct clauses *c, uint32_t w)
{
    const uint32_t clause = w / 2, end = c->literals.ends.at[clause];
    uint32_t *const at = c->literals.all.at + vecs_from(&c->literals, clause);
    const uint32_t len = end - vecs_from(&c->literals, clause), side = w % 2;

    for (uint32_t i = 2; i < len; i++) {
        const uint32_t literal = at[i];

        c->work++;
        if (is_false(c, literal))
            continue;
        at[i] = at[side];
        at[side] = literal;
        watch(c, literal, w);
        return true;
    }
    return false;
}

/* The literal has become false: what follows?  The clause that is false, or
 * NONE. */
static uint32_t visit(struct clauses *c, uint32_t literal)
{
    uint32_t w = c->first[literal], conflict = NONE;

    c->first[literal] = NONE;
    while (w != NONE) {
        const uint32_t next = c->next.at[w];
        const uint32_t other =
            c->literals.all.at[vecs_from(&c->literals, w / 2) + 1 - w % 2];

        c->work++;
        if (conflict != NONE || c->truth[other]) {
            watch(c, literal, w);
        } else if (!move_watch(c, w)) {
            watch(c, literal, w);
            if (is_false(c, other))
                conflict = w / 2;
            else
                assign(c, other, w / 2);
        }
        w = next;
    }
    return conflict;
}

static uint32_t propagate(struct clauses *c)
{
    uint32_t conflict = NONE;

    while (conflict == NONE && c->head < c->trail.len)
        conflict = visit(c, opposite(c->trail.at[c->head++]));
    return conflict;
}

static void cut_trail(struct clauses *c, uint32_t len)
{
    while (c->trail.len > len)
        c->truth[vec_pop(&c->trail)] = false;
    c->head = len;
}

/* --- clauses -------------------------------------------------------------- */

void clauses_put(struct clauses *clauses, uint32_t literal)
{
    vec_push(&clauses->literals.all, literal);
}

/* Moves literals that may be true to the front; their number, 2 at most. */
static uint32_t choose(struct clauses *c, uint32_t *at, uint32_t len)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < len && n < 2; i++) {
        const uint32_t literal = at[i];

        if (is_false(c, literal))
            continue;
        at[i] = at[n];
        at[n++] = literal;
    }
    return n;
}

void clauses_close(struct clauses *clauses)
{
    struct clauses *const c = clauses;
    const uint32_t clause = clauses_count(c),
                   from = vecs_from(&c->literals, clause);
    const uint32_t len = c->literals.all.len - from;
    uint32_t n_open;

    vecs_close(&c->literals);
    vec_reserve(&c->next, 2);
    c->next.len += 2;
    if (!len) {
        c->conflict = clause;
        return;
    }

    uint32_t *const at = c->literals.all.at + from;

    n_open = choose(c, at, len);
    for (uint32_t side = 0; side < 2 && len > 1; side++)
        watch(c, at[side], 2 * clause + side);
    if (c->conflict != NONE)
        return;
    if (!n_open)
        c->conflict = clause;
    else if (n_open == 1 && !c->truth[at[0]])
        assign(c, at[0], clause);
    if (c->conflict == NONE)
        c->conflict = propagate(c);
}

void clauses_drop(struct clauses *clauses)
{
    vecs_cut(&clauses->literals, clauses_count(clauses));
}

const uint32_t *clauses_under_way(const struct clauses *clauses, uint32_t *n)
{
    const uint32_t from = vecs_from(&clauses->literals, clauses_count(clauses));

    *n = clauses->literals.all.len - from;
    return *n ? clauses->literals.all.at + from : NULL;
}

/* --- what follows --------------------------------------------------------- */

static void mark_clause(struct clauses *c, uint32_t clause,
                        clauses_numbers *used)
{
    if (clause == NONE)
        return;
    vec_push(used, clause);
    for (uint32_t i = vecs_from(&c->literals, clause);
         i < c->literals.ends.at[clause]; i++)
        c->seen[c->literals.all.at[i] / 2] = true;
}

/* Appends the clauses that the marked variables follow from, backwards. */
static void collect(struct clauses *c, clauses_numbers *used)
{
    for (uint32_t i = c->trail.len; i-- > 0;) {
        const uint32_t variable = c->trail.at[i] / 2;

        if (!c->seen[variable])
            continue;
        mark_clause(c, c->reason[variable], used);
        c->seen[variable] = false;
    }
}

bool clauses_refuted(struct clauses *clauses, clauses_numbers *used)
{
    if (clauses->conflict == NONE)
        return false;
    if (used) {
        mark_clause(clauses, clauses->conflict, used);
        collect(clauses, used);
    }
    return true;
}

bool clauses_imply(struct clauses *clauses, clauses_numbers *used)
{
    struct clauses *const c = clauses;
    const uint32_t before = c->trail.len;
    uint32_t conflict = NONE, truth = NONE;

    if (clauses_refuted(c, used))
        return true;
    for (uint32_t i = vecs_from(&c->literals, clauses_count(c));
         i < c->literals.all.len; i++) {
        const uint32_t literal = c->literals.all.at[i];

        if (c->truth[literal])
            truth = literal;
        else if (!is_false(c, literal))
            assign(c, opposite(literal), NONE);
    }
    if (truth == NONE)
        conflict = propagate(c);
    if (used) {
        if (truth != NONE)
            c->seen[truth / 2] = true;
        mark_clause(c, conflict, used);
        if (truth != NONE || conflict != NONE)
            collect(c, used);
    }
    cut_trail(c, before);
    return truth != NONE || conflict != NONE;
}
