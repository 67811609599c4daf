#include "engine/walk/lasso_walk.h"

#include "base/mem.h"
#include "net/marking.h"
#include "question/formula_part.h"
#include "temporal/tableau.h"

#include <string.h>

/* What an edge of the automaton, an atom and a letter of a part cost. */
enum { EDGE_COST = 3, ATOM_COST = 10, LETTER_COST = 2, STEP_COST = 30 };

/* Transitions that are tried at a marking, and markings at which none did it,
 * before the walk ends. */
enum { TRIES = 8, DEAD_ENDS = 24 };

/* After so many steps the guide aims again. */
enum { AIM = 16 };

/* --- aims ----------------------------------------------------------------- */

static bool accepts(const struct buchi *automaton, uint32_t state)
{
    return automaton->strength.at[automaton->component.at[state]] !=
           BUCHI_REJECTING;
}

/* By rounds along the edges, as long as something becomes less. */
static uint32_t *find_distances(const struct buchi *automaton)
{
    const uint32_t n = automaton->n_states;
    uint32_t *const distance = mem_alloc(n + 1, sizeof *distance);
    bool changed = true;

    for (uint32_t q = 0; q < n; q++)
        distance[q] = accepts(automaton, q) ? 0 : n;
    while (changed) {
        changed = false;
        for (uint32_t q = 0; q < n; q++)
            for (uint32_t i = automaton->first.at[q];
                 i < automaton->first.at[q + 1]; i++) {
                const uint32_t to = distance[automaton->edges.at[i].target] + 1;

                if (to < distance[q]) {
                    distance[q] = to;
                    changed = true;
                }
            }
    }
    return distance;
}

static struct formula *negation(const struct formula *formula)
{
    struct formula_builder *const b = formula_builder_create();
    struct diag ignored = {0};

    return formula_builder_finish(b, formula_part(b, formula), true, &ignored);
}

static void init_aim(struct lasso_walk_aim *aim, const struct net *net,
                     const struct temporal *temporal)
{
    struct diag ignored = {0};

    aim->temporal = temporal;
    aim->automaton = tableau_create(&temporal->ltl, temporal->begun,
                                    TABLEAU_STATES, &ignored);
    if (aim->automaton &&
        !temporal_fair_sets(temporal, aim->automaton, &aim->all_sets)) {
        buchi_destroy(aim->automaton);
        aim->automaton = NULL;
    }
    if (!aim->automaton)
        return;
    aim->distance = find_distances(aim->automaton);
    aim->changes = temporal_changes(temporal, net);
    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        vec_push(&aim->negations, negation(temporal->atoms.at[i]));
}

static void finish_aim(struct lasso_walk_aim *aim)
{
    buchi_destroy(aim->automaton);
    mem_free(aim->distance);
    mem_free(aim->changes);
    for (uint32_t i = 0; i < aim->negations.len; i++)
        formula_destroy(aim->negations.at[i]);
    vec_free(&aim->negations);
}

void lasso_walk_init(struct lasso_walk *x, const struct net *net,
                     uint32_t n_goals, struct watch *watch)
{
    *x = (struct lasso_walk){.net = net,
                             .watch = watch,
                             .n_aims = n_goals,
                             .unsafe_place = PLACE_NONE};
    token_game_init(&x->game, net);
    guide_init(&x->guide, &x->game);
    x->aims = mem_zero(n_goals, sizeof *x->aims);
    x->home_goal = (struct goal){.kind = GOAL_MARKING, .trans = TRANS_NONE};
    x->home_marked = mem_zero(marking_words(net), sizeof *x->home_marked);
}

void lasso_walk_finish(struct lasso_walk *x)
{
    for (uint32_t g = 0; g < x->n_aims; g++)
        finish_aim(&x->aims[g]);
    mem_free(x->aims);
    token_game_finish(&x->game);
    guide_finish(&x->guide);
    vec_free(&x->steps);
    vec_free(&x->letters);
    vec_free(&x->position);
    keys_finish(&x->hashes);
    vec_free(&x->home_goal.marked);
    mem_free(x->home_marked);
}

/* --- edges ---------------------------------------------------------------- */

static uint64_t letter(const struct lasso_walk *x)
{
    return *vec_top(&x->letters);
}

static uint32_t state(const struct lasso_walk *x)
{
    return vec_top(&x->steps)->state;
}

/* Does an edge of the state read the letter? */
static bool can_read(struct lasso_walk *x, uint32_t q, uint64_t read)
{
    const struct buchi *const automaton = x->aim->automaton;
    uint32_t i = automaton->first.at[q];

    while (i < automaton->first.at[q + 1] &&
           !buchi_reads(&automaton->edges.at[i], read))
        i++;
    x->walking += EDGE_COST * (i - automaton->first.at[q] + 1);
    return i < automaton->first.at[q + 1];
}

/* The lower, the nearer to a run: an edge with a set that is missing since home
 * is better than one without. */
static uint32_t rank(const struct lasso_walk *x, const struct buchi_edge *edge)
{
    return 2 * x->aim->distance[edge->target] + !(edge->sets & ~x->seen);
}

/* Of the edges of the state that read its letter, or of those that do not, one
 * of the lowest rank; NULL: there is none.  Reluctant: one that stays. */
static const struct buchi_edge *choose_edge(struct lasso_walk *x, bool reads,
                                            bool reluctant)
{
    const struct buchi *const automaton = x->aim->automaton;
    const uint32_t q = state(x), end = automaton->first.at[q + 1];
    const struct buchi_edge *best = NULL;
    uint32_t least = UINT32_MAX, n = 0;

    for (uint32_t i = automaton->first.at[q]; i < end; i++) {
        const struct buchi_edge *const edge = &automaton->edges.at[i];
        uint32_t order;

        if (buchi_reads(edge, letter(x)) != reads)
            continue;
        order = reluctant ? edge->target != q : rank(x, edge);
        n = order < least ? 0 : n;
        if (order > least || dice_roll(&x->dice, ++n))
            continue;
        least = order;
        best = edge;
    }
    x->walking += EDGE_COST * (end - automaton->first.at[q]);
    return best;
}

/* --- transitions ---------------------------------------------------------- */

static trans_id by_chance(struct lasso_walk *x)
{
    return x->game.enabled.at[dice_roll(&x->dice, x->game.enabled.len)];
}

/* How many more places differ from those at home after t. */
static int distance_added(const struct lasso_walk *x, trans_id t)
{
    const struct net_place_span pre = net_pre(x->net, t);
    const struct net_place_span post = net_post(x->net, t);
    int added = 0;

    for (uint32_t i = 0; i < pre.len; i++)
        added += bits_has(x->home_marked, pre.at[i]) ? 1 : -1;
    for (uint32_t i = 0; i < post.len; i++)
        added += bits_has(x->home_marked, post.at[i]) ? -1 : 1;
    return added;
}

/* Of a few, the one that leads nearest to home. */
static trans_id nearest_home(struct lasso_walk *x)
{
    trans_id best = by_chance(x);

    for (uint32_t i = 1; i < TRIES / 2; i++) {
        const trans_id t = by_chance(x);

        if (distance_added(x, t) < distance_added(x, best))
            best = t;
    }
    return best;
}

static bool returns(const struct lasso_walk *x)
{
    return x->home != UINT32_MAX && x->steps.len - 1 - x->home >= x->astray &&
           x->seen == x->aim->all_sets;
}

/* The guide aims at home, or at what an edge reads that would be good now. */
static void aim(struct lasso_walk *x)
{
    const struct temporal *const temporal = x->aim->temporal;
    const struct buchi_edge *edge;

    x->aimed = 0;
    if (returns(x)) {
        guide_aim(&x->guide, &x->home_goal, &x->dice);
        return;
    }
    vec_clear(&x->guide.helpful);
    edge = choose_edge(x, false, false);
    if (!edge || (rank(x, edge) >> 1 >= x->aim->distance[state(x)] &&
                  !(edge->sets & ~x->seen)))
        return;
    guide_start(&x->guide);
    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        if ((edge->positive & ~letter(x)) >> i & 1)
            guide_want(&x->guide, temporal->atoms.at[i], &x->dice);
        else if ((edge->negative & letter(x)) >> i & 1 &&
                 x->aim->negations.at[i])
            guide_want(&x->guide, x->aim->negations.at[i], &x->dice);
    guide_search(&x->guide);
}

static trans_id choose(struct lasso_walk *x)
{
    trans_id t = TRANS_NONE;

    if (dice_roll(&x->dice, 8)) {
        if (++x->aimed >= AIM)
            aim(x);
        t = guide_next(&x->guide, &x->dice);
    }
    if (t == TRANS_NONE)
        t = returns(x) ? nearest_home(x) : by_chance(x);
    return t;
}

/* --- answers -------------------------------------------------------------- */

/* Does the formula hold, if the letters repeat from this one on? */
static bool is_shown(struct lasso_walk *x, uint32_t loop)
{
    const struct temporal *const temporal = x->aim->temporal;
    const uint32_t n = x->letters.len;
    const struct ltl_word word = {
        x->letters.at, loop == LTL_OPEN || loop == n - 1 ? n : n - 1, loop};
    bool *const holds = mem_alloc(n, sizeof *holds);
    struct diag ignored = {0};
    bool good;

    ltl_evaluate(&temporal->ltl, temporal->sought, &word, holds);
    x->evaluating += LETTER_COST * (uint64_t)n * temporal->ltl.nodes.len;
    good = holds[0];
    mem_free(holds);
    return good && temporal_holds(temporal, x->net, x->game.run.at,
                                  x->game.run.len, loop, &ignored);
}

/* The automaton has edges of all sets between two steps at one state. */
static bool is_accepted(struct lasso_walk *x, uint32_t from)
{
    const uint64_t all = x->aim->all_sets;
    uint64_t sets = 0;
    uint32_t i = x->steps.len - 1;

    if (x->steps.at[from].state != state(x))
        return false;
    while (i-- > from && sets != all)
        sets |= x->steps.at[i].sets;
    x->walking += x->steps.len - 1 - i;
    return sets == all;
}

/* The step that met this marking before; UINT32_MAX: none. */
static uint32_t find_equal(struct lasso_walk *x)
{
    const uint32_t last = x->steps.len - 1;
    const uint64_t hash = x->steps.at[last].hash;
    const uint32_t id = keys_intern(&x->hashes, hash);
    uint32_t found;

    if (id == x->position.len)
        vec_push(&x->position, last);
    found = x->position.at[id];
    if (found < last && x->steps.at[found].hash == hash)
        return found;
    x->position.at[id] = last;
    return UINT32_MAX;
}

/* Is the walk over with its answer?  *loop as of a finding. */
static bool is_answered(struct lasso_walk *x, uint32_t *loop)
{
    const uint32_t last = x->steps.len - 1;

    *loop = LTL_OPEN;
    if (x->aim->automaton->accepts_all.at[state(x)] &&
        x->evaluating <= x->walking && is_shown(x, *loop))
        return true;
    *loop = last;
    if (!x->game.enabled.len)
        return is_shown(x, *loop);
    *loop = find_equal(x);
    return *loop != UINT32_MAX &&
           (is_accepted(x, *loop) || x->evaluating <= x->walking) &&
           is_shown(x, *loop);
}

/* --- steps ---------------------------------------------------------------- */

static void take_home(struct lasso_walk *x)
{
    const uint32_t last = x->steps.len - 1;

    x->home = last;
    x->astray = 1 + dice_roll(&x->dice, 1u << dice_roll(&x->dice, 6));
    x->seen = 0;
    vec_clear(&x->home_goal.marked);
    memcpy(x->home_marked, x->game.marked,
           marking_words(x->net) * sizeof *x->home_marked);
    for (uint32_t i = 0; i < bits_words(net_place_count(x->net)); i++)
        for (bits_word rest = x->home_marked[i]; rest; rest &= rest - 1)
            vec_push(&x->home_goal.marked, 64 * i + bits_lowest(rest));
    x->walking += x->home_goal.marked.len;
    x->aimed = AIM;
}

/* The game has moved. */
static uint64_t moved(const struct lasso_walk *x, uint64_t hash)
{
    for (uint32_t i = 0; i < x->game.changed.len; i++)
        hash ^= keys_hash((uint64_t)x->game.changed.at[i] + 1);
    return hash;
}

static void take_back(struct lasso_walk *x)
{
    token_game_undo(&x->game);
    guide_follow(&x->guide);
}

/* The acceptance sets of a step, those of fair transitions too. */
static uint64_t sets_of(const struct lasso_walk *x,
                        const struct buchi_edge *edge, trans_id t)
{
    const struct temporal *const temporal = x->aim->temporal;

    return !temporal->fair.len
               ? edge->sets
               : edge->sets |
                     temporal_fair_steps(temporal, x->net, x->game.marked, t)
                         << x->aim->automaton->n_sets;
}

/* Takes one step, by this edge.  False when no transition that was tried leads
 * to a marking where the automaton can go on. */
static bool advance(struct lasso_walk *x, const struct buchi_edge *edge)
{
    struct lasso_walk_step *const top = vec_top(&x->steps);

    for (uint32_t i = 0; i < TRIES; i++) {
        const trans_id t = choose(x);
        const uint64_t sets = sets_of(x, edge, t);
        struct lasso_walk_step next = {.state = edge->target};
        uint64_t read;

        x->unsafe_place = token_game_fire(&x->game, t);
        x->unsafe_trans = t;
        if (x->unsafe_place != PLACE_NONE)
            return false;
        x->n_fired++;
        guide_follow(&x->guide);
        read = temporal_letter_after(x->aim->temporal, x->net, x->game.marked,
                                     letter(x), x->aim->changes[t]);
        x->walking += STEP_COST + (x->aim->changes[t] ? ATOM_COST : 0);
        if (!can_read(x, edge->target, read)) {
            take_back(x);
            continue;
        }
        next.hash = moved(x, top->hash);
        top->sets = sets;
        x->seen |= sets;
        vec_push(&x->steps, next);
        vec_push(&x->letters, read);
        return true;
    }
    return false;
}

/* Some steps back; false at the beginning. */
static bool back_up(struct lasso_walk *x)
{
    uint32_t n = 1 + dice_roll(&x->dice, 8);

    if (x->steps.len == 1)
        return false;
    for (; n > 0 && x->steps.len > 1; n--) {
        take_back(x);
        vec_cut(&x->steps, x->steps.len - 1);
        vec_cut(&x->letters, x->letters.len - 1);
    }
    if (x->home != UINT32_MAX && x->home >= x->steps.len)
        x->home = UINT32_MAX;
    return true;
}

/* Within an accepting component there is a home, which is not too far. */
static void look_home(struct lasso_walk *x)
{
    const struct buchi *const automaton = x->aim->automaton;
    const uint32_t last = x->steps.len - 1;

    if (!accepts(automaton, state(x)))
        return;
    if (x->home == UINT32_MAX || last - x->home > x->longest ||
        automaton->component.at[x->steps.at[x->home].state] !=
            automaton->component.at[state(x)])
        take_home(x);
}

static bool start(struct lasso_walk *x)
{
    const struct lasso_walk_step first = {0};

    keys_finish(&x->hashes);
    vec_clear(&x->position);
    vec_clear(&x->steps);
    vec_clear(&x->letters);
    vec_clear(&x->guide.helpful);
    token_game_restart(&x->game);
    vec_push(&x->steps, first);
    vec_push(&x->letters,
             temporal_letter(x->aim->temporal, x->net, x->game.marked));
    x->home = UINT32_MAX;
    x->seen = 0;
    x->aimed = AIM;
    return x->aim->automaton->n_states && can_read(x, 0, letter(x));
}

/* True to stop. */
static bool account(struct lasso_walk *x, unsigned times)
{
    const uint64_t before = x->charged;

    x->walking += token_game_take_work(&x->game) + x->guide.work + 1;
    x->guide.work = 0;
    x->charged = x->walking + x->evaluating;
    return watch_work(x->watch, (x->charged - before) * times);
}

/* The aim of question g; false when no walk from the initial marking helps. */
static bool begin(struct lasso_walk *x, const struct goal *goal, uint32_t g)
{
    if (!x->aims[g].temporal)
        init_aim(&x->aims[g], x->net, goal->temporal);
    x->aim = &x->aims[g];
    return x->aim->automaton && start(x);
}

/* An edge alone that has all the sets which are still missing: a short loop
 * from here will do. */
static void settle_here(struct lasso_walk *x, const struct buchi_edge *edge)
{
    if (x->home == UINT32_MAX || x->home == x->steps.len - 1 || returns(x) ||
        !(edge->sets & ~x->seen) || edge->sets != x->aim->all_sets)
        return;
    take_home(x);
    x->astray = 1 + dice_roll(&x->dice, 4);
}

/* One step on, or some back.  False when the walk is at its end. */
static bool go(struct lasso_walk *x)
{
    const struct buchi_edge *edge;

    look_home(x);
    edge = choose_edge(x, true, dice_roll(&x->dice, x->reluctance));
    settle_here(x, edge);
    if (x->game.enabled.len && advance(x, edge))
        return true;
    return x->unsafe_place == PLACE_NONE && ++x->dead_ends < DEAD_ENDS &&
           back_up(x);
}

bool lasso_walk_run(struct lasso_walk *x, const struct goal *goal, uint32_t g,
                    uint64_t length, unsigned times, struct dice dice,
                    struct answer_finding *finding)
{
    uint32_t loop;

    x->dice = dice;
    x->reluctance = 1u << 2 * dice_roll(&x->dice, 4);
    x->longest = 32 + (uint32_t)(length / 4);
    x->dead_ends = 0;
    if (!begin(x, goal, g))
        return false;
    for (uint64_t i = 0; !is_answered(x, &loop); i++)
        if (i == length || account(x, times) || !go(x))
            return false;
    token_game_copy_run(&x->game, &finding->run);
    finding->loop = loop;
    return true;
}
