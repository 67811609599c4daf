/* reductions.c - structural reductions of random nets against brute force.
 *
 *     reductions FIRST COUNT
 *
 * Two kinds of trials.  In the first, src/reduce reduces the net, with random
 * rules, for random questions.  In the second, random steps are proposed to
 * reduction_rule_check(), most of them nonsense, and those that it accepts are
 * taken.  What a reduction has left for several questions is also reduced
 * further for some of them.  Each time the reduced net must be safe, and:
 *
 *   - the same markings of the visible places are reachable, and the lifted run
 *     to each of them fires on the original and ends there;
 *   - the reduced net has a dead marking iff the original has one, and the
 *     lifted run to it ends in a dead marking;
 *   - translated questions hold at a marking iff the questions hold where the
 *     lifted run ends.
 *
 * Only the rules that were asked for take steps, and in 300 nets each rule does
 * so in both kinds of trials.  Of nets that may not be safe, what is left after
 * cautious steps is safe iff the net is, and the lifted run to a second token
 * leads to one. */
#include "net/marking.h"
#include "proof/reduction/reduction.h"
#include "proof/reduction/reduction_rule.h"
#include "question/formula_parser.h"
#include "random.h"
#include "reduce/lift.h"
#include "reduce/reducer.h"
#include "support.h"
#include "checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 400, N_PROPOSALS = 400, N_GOALS = 3 };

struct totals {
    unsigned nets, reduced, continued, empty, forged, deadlocks, unsafe;
    unsigned long trimmed;
    unsigned long steps[REDUCTION_RULES], accepted[REDUCTION_RULES];
};

/* --- reachable markings --------------------------------------------------- */

struct parent {
    uint32_t from;
    trans_id by;
};

struct reached {
    const struct net *net;
    uint32_t words;
    VEC(bits_word) at;
    VEC(struct parent) parents;
    struct parent second; /* where it fires, t puts a second token */
    bool unsafe, complete;
};

static const bits_word *marking(const struct reached *x, uint32_t i)
{
    return x->at.at + (size_t)i * x->words;
}

static bool is_known(const struct reached *x, const bits_word *m)
{
    for (uint32_t i = 0; i < x->parents.len; i++)
        if (bits_equal(marking(x, i), m, x->words))
            return true;
    return false;
}

static void add_marking(struct reached *x, const bits_word *m, uint32_t from,
                        trans_id by)
{
    const struct parent parent = {from, by};

    for (uint32_t i = 0; i < x->words; i++)
        vec_push(&x->at, m[i]);
    vec_push(&x->parents, parent);
}

static void explore(struct reached *x, const struct net *net)
{
    bits_word m[64] = {0};

    *x = (struct reached){.net = net, .words = marking_words(net)};
    x->words += x->words == 0;
    marking_initial(net, m);
    add_marking(x, m, 0, TRANS_NONE);
    for (uint32_t i = 0; i < x->parents.len; i++)
        for (trans_id t = 0; t < net_trans_count(net); t++) {
            bits_copy(m, marking(x, i), x->words);
            if (!marking_enabled(net, m, t))
                continue;
            if (marking_unsafe(net, m, t) != PLACE_NONE) {
                x->unsafe = true;
                x->second = (struct parent){i, t};
                return;
            }
            marking_fire(net, m, t);
            if (is_known(x, m))
                continue;
            if (x->parents.len == MAX_MARKINGS)
                return;
            add_marking(x, m, i, t);
        }
    x->complete = true;
}

static void forget(struct reached *x)
{
    vec_free(&x->at);
    vec_free(&x->parents);
}

static void run_to(const struct reached *x, uint32_t i, witness_run *run)
{
    vec_clear(run);
    for (; i; i = x->parents.at[i].from)
        vec_push(run, x->parents.at[i].by);
    for (uint32_t k = 0; k < run->len / 2; k++) {
        const trans_id swap = run->at[k];

        run->at[k] = run->at[run->len - 1 - k];
        run->at[run->len - 1 - k] = swap;
    }
}

static bool is_dead(const struct net *net, const bits_word *m)
{
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (marking_enabled(net, m, t))
            return false;
    return true;
}

static uint32_t find_dead(const struct reached *x)
{
    for (uint32_t i = 0; i < x->parents.len; i++)
        if (is_dead(x->net, marking(x, i)))
            return i;
    return UINT32_MAX;
}

/* --- a trial -------------------------------------------------------------- */

struct trial {
    const struct net *net;
    const struct reached *all;
    struct reduction_keeps keeps;
    goal_list goals;
    const struct reduction *reduction;
    struct net *small;
    struct mutable_net_map map;
    goal_list small_goals;
    struct reached left;
};

static bool fail(const struct trial *t, const char *what)
{
    fprintf(stderr, "%s\n", what);
    support_print_net(t->net, stderr);
    for (uint32_t i = 0; i < t->reduction->steps.len; i++) {
        const struct reduction_step *const step = &t->reduction->steps.at[i];
        const struct net_place_span span = reduction_places(t->reduction, step);

        fprintf(stderr, "%s %u %u:", reduction_rule_rows[step->rule].name,
                step->a, step->b);
        for (uint32_t k = 0; k < span.len; k++)
            fprintf(stderr, " %u", span.at[k]);
        fputc('\n', stderr);
    }
    fprintf(stderr, "visible:");
    for (place_id p = 0; p < net_place_count(t->net); p++)
        if (bits_has(t->keeps.visible, p))
            fprintf(stderr, " %u", p);
    fprintf(stderr, "%s%s\n", t->keeps.dead ? " dead" : "",
            t->keeps.markings ? " markings" : "");
    return false;
}

static void ask(struct trial *t, struct random *random)
{
    const uint32_t n_places = net_place_count(t->net);
    const uint32_t n_transitions = net_trans_count(t->net);
    char text[200];
    struct diag diag = {0};

    switch (random_below(random, 5)) {
    case 0:
        goal_add_plain(&t->goals, "deadlock");
        return;
    case 1:
        if (n_transitions)
            (void)goal_add_trans(
                &t->goals, t->net,
                net_trans_label(t->net, random_below(random, n_transitions)),
                &diag);
        return;
    case 2:
        (void)snprintf(text, sizeof text, "%s !%s",
                       net_place_label(t->net, random_below(random, n_places)),
                       net_place_label(t->net, random_below(random, n_places)));
        (void)goal_add_marking(&t->goals, t->net, text, false, &diag);
        return;
    case 3:
        (void)snprintf(
            text, sizeof text, "EF (%s + %s >= 1 and not fireable(%s)%s)",
            net_place_label(t->net, random_below(random, n_places)),
            net_place_label(t->net, random_below(random, n_places)),
            net_trans_label(t->net, random_below(random, n_transitions + 1) %
                                        (n_transitions + !n_transitions)),
            random_chance(random, 15) ? " and not deadlock" : "");
        if (n_transitions)
            (void)goal_add_formula(&t->goals, t->net, text, &diag);
        return;
    default:
        (void)snprintf(text, sizeof text, "%s + 2*%s",
                       net_place_label(t->net, random_below(random, n_places)),
                       net_place_label(t->net, random_below(random, n_places)));
        (void)goal_add_bound(&t->goals, t->net, text, &diag);
        return;
    }
}

static bool agree_on_goals(const struct trial *t, const bits_word *m,
                           const bits_word *small, const int64_t *values)
{
    for (uint32_t g = 0; g < t->goals.len; g++) {
        const struct goal *const a = &t->goals.at[g];
        const struct goal *const b = &t->small_goals.at[g];

        if (a->kind == GOAL_BOUND) {
            const int64_t value =
                b->kind == GOAL_BOUND ? goal_value(b, small) : values[g];

            if (goal_value(a, m) != value)
                return fail(t, "a sum has another value");
        } else if (a->kind != GOAL_DEADLOCK &&
                   goal_holds(a, t->net, m) != goal_holds(b, t->small, small)) {
            return fail(t, a->text);
        }
    }
    return true;
}

static bool replay(const struct trial *t, const witness_run *run, bits_word *m)
{
    struct diag diag = {0};

    if (!witness_replay(t->net, run, NULL, &diag))
        return fail(t, diag.text);
    marking_initial(t->net, m);
    for (uint32_t i = 0; i < run->len; i++)
        marking_fire(t->net, m, run->at[i]);
    return true;
}

/* The marking with the visible places only. */
static void see(const struct trial *t, const bits_word *m, bits_word *seen)
{
    bits_copy(seen, m, marking_words(t->net));
    bits_keep(seen, t->keeps.visible, marking_words(t->net));
}

/* The trimmed run leads to the same visible places, and each of its steps is
 * one of the run. */
static bool trim(const struct trial *t, witness_run *run, const bits_word *seen,
                 struct totals *totals)
{
    const uint32_t before = run->len;
    bits_word m[64] = {0}, visible[64] = {0};

    lift_trim(t->net, t->keeps.visible, run);
    totals->trimmed += before - run->len;
    if (!replay(t, run, m))
        return false;
    see(t, m, visible);
    return bits_equal(visible, seen, marking_words(t->net)) ||
           fail(t, "the trimmed run leads elsewhere");
}

static bool lift_all(const struct trial *t, const int64_t *values,
                     struct reached *seen, struct totals *totals)
{
    witness_run run = {0}, lifted = {0};
    bits_word m[64] = {0}, visible[64] = {0};
    bool good = true;

    for (uint32_t i = 0; i < t->left.parents.len && good; i++) {
        run_to(&t->left, i, &run);
        vec_clear(&lifted);
        lift_run(t->reduction, &t->map, &run, &lifted);
        good = replay(t, &lifted, m) &&
               agree_on_goals(t, m, marking(&t->left, i), values);
        see(t, m, visible);
        good = good && trim(t, &lifted, visible, totals);
        if (good && !is_known(seen, visible))
            add_marking(seen, visible, 0, TRANS_NONE);
    }
    vec_free(&run);
    vec_free(&lifted);
    return good;
}

/* Are the visible parts of all markings of the original among those seen?  The
 * other inclusion holds since each of these is that of a lifted run. */
static bool sees_all(const struct trial *t, const struct reached *seen)
{
    bits_word visible[64] = {0};

    for (uint32_t i = 0; i < t->all->parents.len; i++) {
        see(t, marking(t->all, i), visible);
        if (!is_known(seen, visible))
            return fail(t, "a marking of the visible places is lost");
    }
    return true;
}

static bool compare_deadlocks(const struct trial *t)
{
    const uint32_t i = find_dead(&t->left);
    const bool found = i != UINT32_MAX;
    witness_run run = {0}, lifted = {0};
    bits_word m[64] = {0};
    bool good = true;

    if (found != (find_dead(t->all) != UINT32_MAX))
        return fail(t, found ? "a deadlock is new" : "a deadlock is lost");
    if (!found)
        return true;
    run_to(&t->left, i, &run);
    lift_dead_run(t->reduction, &t->map, &run, &lifted);
    good = replay(t, &lifted, m) &&
           (is_dead(t->net, m) ||
            fail(t, "the lifted run does not end in a deadlock"));
    vec_free(&run);
    vec_free(&lifted);
    return good;
}

/* In the mode `markings` a marking of the lifted run is dead iff that of the
 * reduced net is. */
static bool compare(struct trial *t, struct totals *totals)
{
    struct reached seen = {.words = marking_words(t->net)};
    int64_t values[N_GOALS] = {0};
    bool good;

    explore(&t->left, t->small);
    if (t->left.unsafe)
        return fail(t, "the reduced net is not safe");
    if (!t->left.complete)
        return fail(t, "the reduced net has more markings");
    seen.words += seen.words == 0;
    good = reduction_goal_translate(&t->small_goals, t->reduction, &t->map,
                                    t->goals.at, t->goals.len, values) ||
           fail(t, "a question is too large");
    good = good && lift_all(t, values, &seen, totals) && sees_all(t, &seen) &&
           (!t->keeps.dead || compare_deadlocks(t));
    forget(&seen);
    return good;
}

static bool marks_both(const struct reached *x, place_id p, place_id q)
{
    for (uint32_t i = 0; i < x->parents.len; i++)
        if (bits_has(marking(x, i), p) && bits_has(marking(x, i), q))
            return true;
    return false;
}

/* Places that excluded each other still do (THEORY, Lemma 68). */
static bool keeps_exclusion(const struct trial *t)
{
    const uint32_t n = net_place_count(t->small);

    for (place_id p = 0; p < n; p++)
        for (place_id q = 0; q < p; q++)
            if (marks_both(&t->left, p, q) &&
                !marks_both(t->all, t->map.old_place[p], t->map.old_place[q]))
                return fail(t, "places no longer exclude each other");
    return true;
}

static bool judge(struct trial *t, struct mutable_net *m, struct totals *totals)
{
    bool good;

    t->small = mutable_net_freeze(m, &t->map);
    net_check(t->small);
    good = compare(t, totals) && keeps_exclusion(t);
    forget(&t->left);
    goal_list_free(&t->small_goals);
    mutable_net_map_free(&t->map);
    net_destroy(t->small);
    return good;
}

/* --- steps that src/reduce finds ------------------------------------------ */

/* Transitions with too many tokens are removed whatever the rules are. */
static bool is_asked_for(const struct trial *t, unsigned rules)
{
    for (uint32_t i = 0; i < t->reduction->steps.len; i++) {
        const enum reduction_rule rule = t->reduction->steps.at[i].rule;

        if (rule != REDUCTION_OVERFLOW && !(rules >> rule & 1))
            return fail(t, "a rule that was not asked for");
    }
    return true;
}

static unsigned draw_rules(struct random *random)
{
    return random_chance(random, 50) ? REDUCER_ALL
                                     : random_below(random, REDUCER_ALL + 1);
}

/* Goes on with the reduction for some of the questions. */
static bool try_continue(const struct trial *t, const struct reducer *from,
                         struct random *random, struct totals *totals)
{
    struct trial own = {.net = t->net, .all = t->all};
    struct reducer r;
    bool good;

    reduction_keeps_init(&own.keeps, t->net);
    for (uint32_t g = 0; g < t->goals.len; g++)
        if (random_chance(random, 50)) {
            vec_push(&own.goals, t->goals.at[g]);
            reduction_keeps_add(&own.keeps, t->net, &t->goals.at[g]);
        }
    reducer_continue(&r, from, &own.keeps);
    CHECK(r.check);
    reducer_run(&r);
    own.reduction = &r.reduction;
    good = is_asked_for(&own, from->rules) && judge(&own, &r.net, totals);
    totals->continued += r.reduction.steps.len > from->reduction.steps.len &&
                         from->reduction.steps.len;
    reducer_finish(&r);
    reduction_keeps_finish(&own.keeps);
    vec_free(&own.goals);
    return good;
}

static bool try_reduce(struct trial *t, struct random *random,
                       struct totals *totals)
{
    struct reducer r;
    bool good;

    reducer_init(&r, t->net, &t->keeps, draw_rules(random));
    r.check = true;
    reducer_run(&r);
    t->reduction = &r.reduction;
    good = is_asked_for(t, r.rules) && judge(t, &r.net, totals) &&
           try_continue(t, &r, random, totals);
    for (uint32_t i = 0; i < r.reduction.steps.len; i++)
        totals->steps[r.reduction.steps.at[i].rule]++;
    totals->reduced += r.reduction.steps.len > 0;
    totals->empty += r.net.live_transitions == 0;
    totals->deadlocks += t->keeps.dead;
    reducer_finish(&r);
    return good;
}

/* --- steps at random ------------------------------------------------------ */

static uint32_t draw_places(struct random *random, uint32_t n_places,
                            place_id *places)
{
    const uint32_t percent = 1 + random_below(random, 60);
    uint32_t n = 0;

    if (random_chance(random, 60)) {
        places[0] = random_below(random, n_places);
        return 1;
    }
    for (place_id p = 0; p < n_places; p++)
        if (random_chance(random, percent))
            places[n++] = p;
    return n;
}

static struct reduction_step
propose(struct random *random, const struct mutable_net *m, place_id *places)
{
    const enum reduction_rule rule =
        (enum reduction_rule)random_below(random, REDUCTION_RULES);
    const bool listed = strchr(reduction_rule_rows[rule].form, '*') != NULL;
    const uint32_t n = m->n_places + m->n_transitions;
    return (struct reduction_step){
        .rule = rule,
        .a = random_below(random, n / 2 + 1),
        .b = random_chance(random, 10) ? TRANS_NONE
                                       : random_below(random, n / 2 + 1),
        .len = listed ? draw_places(random, m->n_places, places) : 0,
    };
}

static bool try_forged(struct trial *t, struct random *random,
                       struct totals *totals)
{
    struct reduction reduction;
    struct mutable_net m;
    place_id places[1024];
    char text[REDUCTION_RULE_TEXT];
    bool good = true;

    mutable_net_init(&m, t->net);
    reduction = (struct reduction){.net = t->net};
    t->reduction = &reduction;
    for (uint32_t i = 0; i < N_PROPOSALS && good; i++) {
        const struct reduction_step step = propose(random, &m, places);

        if (m.n_transitions > 300 ||
            !reduction_rule_check(&m, &t->keeps, &step, places, text))
            continue;
        reduction_rule_apply(&reduction, &m, step, places);
        totals->accepted[step.rule]++;
        totals->forged++;
        good = m.n_overflows || judge(t, &m, totals);
    }
    mutable_net_finish(&m);
    reduction_finish(&reduction);
    return good;
}

static bool try_questions(const struct net *net, const struct reached *all,
                          struct random *random, struct totals *totals)
{
    struct trial t = {.net = net, .all = all};
    const uint32_t n = 1 + random_below(random, N_GOALS);
    bool good;

    while (t.goals.len < n)
        ask(&t, random);
    reduction_keeps_init(&t.keeps, net);
    for (uint32_t g = 0; g < t.goals.len; g++)
        reduction_keeps_add(&t.keeps, net, &t.goals.at[g]);
    good = try_reduce(&t, random, totals) && try_forged(&t, random, totals);
    reduction_keeps_finish(&t.keeps);
    goal_list_free(&t.goals);
    return good;
}

static bool lift_unsafe(const struct trial *t)
{
    witness_run run = {0}, lifted = {0};
    bits_word m[64] = {0};
    uint32_t i = 0;
    bool good;

    run_to(&t->left, t->left.second.from, &run);
    vec_push(&run, t->left.second.by);
    lift_run(t->reduction, &t->map, &run, &lifted);
    marking_initial(t->net, m);
    while (i < lifted.len && marking_enabled(t->net, m, lifted.at[i]) &&
           marking_unsafe(t->net, m, lifted.at[i]) == PLACE_NONE)
        marking_fire(t->net, m, lifted.at[i++]);
    good = (i < lifted.len && marking_enabled(t->net, m, lifted.at[i])) ||
           fail(t, "the lifted run shows no second token");
    vec_free(&run);
    vec_free(&lifted);
    return good;
}

/* Steps that do not hide a second token: the reduced net has one iff the
 * original has. */
static bool judge_safety(struct trial *t, struct reducer *r,
                         struct totals *totals)
{
    bool good;

    t->reduction = &r->reduction;
    if (r->net.n_overflows)
        return r->reduction.steps.len == 0 || fail(t, "weights are left");
    t->small = mutable_net_freeze(&r->net, &t->map);
    explore(&t->left, t->small);
    good = (t->left.unsafe == t->all->unsafe && !r->reduction.hides) ||
           fail(t, t->all->unsafe ? "a second token is hidden"
                                  : "a second token is new");
    totals->unsafe += t->all->unsafe && r->reduction.steps.len;
    good = good && (!t->left.unsafe || lift_unsafe(t));
    forget(&t->left);
    mutable_net_map_free(&t->map);
    net_destroy(t->small);
    return good && is_asked_for(t, r->rules);
}

/* The same after the steps for more questions. */
static bool continue_safety(const struct trial *t, const struct reducer *from,
                            struct totals *totals)
{
    struct trial own = {.net = t->net, .all = t->all};
    struct reducer r;
    bool good;

    reduction_keeps_init(&own.keeps, t->net);
    reduction_keeps_add(&own.keeps, t->net, t->goals.at);
    reducer_continue(&r, from, &own.keeps);
    reducer_run(&r);
    good = judge_safety(&own, &r, totals);
    reducer_finish(&r);
    reduction_keeps_finish(&own.keeps);
    return good;
}

static bool try_safety(const struct net *net, const struct reached *all,
                       struct random *random, struct totals *totals)
{
    struct trial t = {.net = net, .all = all};
    struct reducer r;
    bool good;

    goal_add_plain(&t.goals, "safe");
    if (random_chance(random, 30))
        ask(&t, random);
    reduction_keeps_init(&t.keeps, net);
    for (uint32_t g = 0; g < t.goals.len; g++)
        reduction_keeps_add(&t.keeps, net, &t.goals.at[g]);
    reducer_init(&r, net, &t.keeps, draw_rules(random));
    r.check = true;
    reducer_run(&r);
    good = judge_safety(&t, &r, totals) && continue_safety(&t, &r, totals);
    reducer_finish(&r);
    reduction_keeps_finish(&t.keeps);
    goal_list_free(&t.goals);
    return good;
}

/* The same with steps at random. */
static bool forge_safety(const struct net *net, const struct reached *all,
                         struct random *random)
{
    struct trial t = {.net = net, .all = all};
    struct reduction reduction;
    struct mutable_net m;
    place_id places[1024];
    char text[REDUCTION_RULE_TEXT];
    bool good = true;

    goal_add_plain(&t.goals, "safe");
    reduction_keeps_init(&t.keeps, net);
    reduction_keeps_add(&t.keeps, net, t.goals.at);
    mutable_net_init(&m, net);
    reduction = (struct reduction){.net = net};
    t.reduction = &reduction;
    for (uint32_t i = 0; i < N_PROPOSALS && good; i++) {
        const struct reduction_step step = propose(random, &m, places);

        if (m.n_transitions > 300 ||
            !reduction_rule_check(&m, &t.keeps, &step, places, text))
            continue;
        reduction_rule_apply(&reduction, &m, step, places);
        t.small = mutable_net_freeze(&m, &t.map);
        explore(&t.left, t.small);
        good = t.left.unsafe == all->unsafe;
        if (!good)
            (void)fail(&t, "forged, about safety");
        forget(&t.left);
        mutable_net_map_free(&t.map);
        net_destroy(t.small);
    }
    mutable_net_finish(&m);
    reduction_finish(&reduction);
    reduction_keeps_finish(&t.keeps);
    goal_list_free(&t.goals);
    return good;
}

static bool try_unsafe(struct random *random, struct totals *totals)
{
    struct net *const net =
        random_net(random, RANDOM_UNSAFE, 1 + random_below(random, 3));
    struct reached all;
    bool good = true;

    explore(&all, net);
    if ((all.complete || all.unsafe) && net_place_count(net))
        good = try_safety(net, &all, random, totals) &&
               forge_safety(net, &all, random);
    forget(&all);
    net_destroy(net);
    return good;
}

static bool try_net(uint64_t seed, void *self)
{
    struct totals *const totals = self;
    struct random random;
    struct reached all;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random,
                     random_chance(&random, 40)   ? RANDOM_TERMINATING
                     : random_chance(&random, 80) ? RANDOM_CYCLIC
                                                  : RANDOM_WEIGHTED,
                     1 + random_below(&random, 3));
    explore(&all, net);
    if (all.complete && net_place_count(net)) {
        totals->nets++;
        for (uint32_t i = 0; i < 3 && good; i++)
            good = try_questions(net, &all, &random, totals);
    }
    forget(&all);
    net_destroy(net);
    return good && try_unsafe(&random, totals);
}

PROGRAM(reductions)
{
    struct totals totals = {0};
    bool all_met = true;

    if (!support_try_seeds(argc, argv, try_net, &totals))
        return EXIT_FAILURE;
    printf("%u nets, %u reduced, %u further, %u to nothing, %u for deadlocks, "
           "%u of unsafe nets, %u forged steps accepted, "
           "%lu steps trimmed\n",
           totals.nets, totals.reduced, totals.continued, totals.empty,
           totals.deadlocks, totals.unsafe, totals.forged, totals.trimmed);
    for (uint32_t i = 0; i < REDUCTION_RULES; i++) {
        printf("%s: %lu found, %lu forged\n", reduction_rule_rows[i].name,
               totals.steps[i], totals.accepted[i]);
        all_met &= totals.steps[i] && totals.accepted[i];
    }
    return all_met || totals.nets < 300 ? EXIT_SUCCESS : EXIT_FAILURE;
}
