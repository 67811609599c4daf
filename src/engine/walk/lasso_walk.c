#include "engine/walk/lasso_walk.h"

#include "base/mem.h"
#include "marking/shorten.h"
#include "net/marking.h"

/* What an edge of the automaton, a letter of a part and a step cost. */
enum { EDGE_COST = 3, LETTER_COST = 2, STEP_COST = 30 };

/* Transitions that are tried at a marking, and markings at which none did it,
 * before the walk ends. */
enum { TRIES = 8, DEAD_ENDS = 24 };

/* After so many steps the guide aims again. */
enum { AIM = 16 };

void lasso_walk_init(struct lasso_walk *walk, const struct net *net,
                     uint32_t n_goals, struct watch *watch)
{
    *walk = (struct lasso_walk){.net = net,
                                .watch = watch,
                                .n_aims = n_goals,
                                .unsafe_place = PLACE_NONE};
    token_game_init(&walk->game, net);
    guide_init(&walk->guide, &walk->game);
    walk->aims = mem_zero(n_goals, sizeof *walk->aims);
    walk->home_goal = (struct goal){.kind = GOAL_MARKING, .trans = TRANS_NONE};
    walk->home_marked = mem_zero(marking_words(net), sizeof *walk->home_marked);
}

void lasso_walk_finish(struct lasso_walk *walk)
{
    for (uint32_t g = 0; g < walk->n_aims; g++)
        lasso_aim_finish(&walk->aims[g]);
    mem_free(walk->aims);
    token_game_finish(&walk->game);
    guide_finish(&walk->guide);
    vec_free(&walk->steps);
    vec_free(&walk->letters);
    vec_free(&walk->position);
    keys_finish(&walk->hashes);
    vec_free(&walk->home_goal.marked);
    mem_free(walk->home_marked);
}

/* --- edges ---------------------------------------------------------------- */

static uint64_t letter(const struct lasso_walk *walk)
{
    return *vec_top(&walk->letters);
}

static uint32_t state(const struct lasso_walk *walk)
{
    return vec_top(&walk->steps)->state;
}

/* Does an edge of the state read the letter? */
static bool can_read(struct lasso_walk *walk, uint32_t q, uint64_t read)
{
    const struct buchi *const automaton = walk->aim->automaton;
    uint32_t i = automaton->first.at[q];

    while (i < automaton->first.at[q + 1] &&
           !buchi_reads(&automaton->edges.at[i], read))
        i++;
    walk->walking += EDGE_COST * (i - automaton->first.at[q] + 1);
    return i < automaton->first.at[q + 1];
}

/* The lower, the nearer to a run: an edge with a set that is missing since home
 * is better than one without. */
static uint32_t rank(const struct lasso_walk *walk,
                     const struct buchi_edge *edge)
{
    return 2 * walk->aim->distance[edge->target] + !(edge->sets & ~walk->seen);
}

/* Of the edges of the state that read its letter, or of those that do not, one
 * of the lowest rank; NULL: there is none.  Reluctant: one that stays. */
static const struct buchi_edge *choose_edge(struct lasso_walk *walk, bool reads,
                                            bool reluctant)
{
    const struct buchi *const automaton = walk->aim->automaton;
    const uint32_t q = state(walk), end = automaton->first.at[q + 1];
    const struct buchi_edge *best = NULL;
    uint32_t least = UINT32_MAX, n = 0;

    for (uint32_t i = automaton->first.at[q]; i < end; i++) {
        const struct buchi_edge *const edge = &automaton->edges.at[i];
        uint32_t order;

        if (buchi_reads(edge, letter(walk)) != reads)
            continue;
        order = reluctant ? edge->target != q : rank(walk, edge);
        n = order < least ? 0 : n;
        if (order > least || dice_roll(&walk->dice, ++n))
            continue;
        least = order;
        best = edge;
    }
    walk->walking += EDGE_COST * (end - automaton->first.at[q]);
    return best;
}

/* --- transitions ---------------------------------------------------------- */

/* How many more places differ from those at home after t. */
static int distance_added(const struct lasso_walk *walk, trans_id t)
{
    const struct net_place_span pre = net_pre(walk->net, t);
    const struct net_place_span post = net_post(walk->net, t);
    int added = 0;

    for (uint32_t i = 0; i < pre.len; i++)
        added += bits_has(walk->home_marked, pre.at[i]) ? 1 : -1;
    for (uint32_t i = 0; i < post.len; i++)
        added += bits_has(walk->home_marked, post.at[i]) ? -1 : 1;
    return added;
}

/* Of a few, the one that leads nearest to home. */
static trans_id nearest_home(struct lasso_walk *walk)
{
    trans_id best = token_game_roll(&walk->game, &walk->dice);

    for (uint32_t i = 1; i < TRIES / 2; i++) {
        const trans_id t = token_game_roll(&walk->game, &walk->dice);

        if (distance_added(walk, t) < distance_added(walk, best))
            best = t;
    }
    return best;
}

static bool returns(const struct lasso_walk *walk)
{
    return walk->home != UINT32_MAX &&
           walk->steps.len - 1 - walk->home >= walk->astray &&
           walk->seen == walk->aim->all_sets;
}

/* The guide aims at home, or at what an edge reads that would be good now. */
static void aim(struct lasso_walk *walk)
{
    const struct temporal *const temporal = walk->aim->temporal;
    const struct buchi_edge *edge;

    walk->aimed = 0;
    if (returns(walk)) {
        guide_aim(&walk->guide, &walk->home_goal, &walk->dice);
        return;
    }
    vec_clear(&walk->guide.helpful);
    edge = choose_edge(walk, false, false);
    if (!edge || (rank(walk, edge) >> 1 >= walk->aim->distance[state(walk)] &&
                  !(edge->sets & ~walk->seen)))
        return;
    guide_start(&walk->guide);
    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        if ((edge->positive & ~letter(walk)) >> i & 1)
            guide_want(&walk->guide, temporal->atoms.at[i], &walk->dice);
        else if ((edge->negative & letter(walk)) >> i & 1 &&
                 walk->aim->negations.at[i])
            guide_want(&walk->guide, walk->aim->negations.at[i], &walk->dice);
    guide_search(&walk->guide);
}

static trans_id choose(struct lasso_walk *walk)
{
    trans_id t = TRANS_NONE;

    if (dice_roll(&walk->dice, 8)) {
        if (++walk->aimed >= AIM)
            aim(walk);
        t = guide_next(&walk->guide, &walk->dice);
    }
    if (t == TRANS_NONE)
        t = returns(walk) ? nearest_home(walk)
                          : token_game_roll(&walk->game, &walk->dice);
    return t;
}

/* --- answers -------------------------------------------------------------- */

/* Does the formula hold, if the letters repeat from this one on? */
static bool is_shown(struct lasso_walk *walk, uint32_t loop)
{
    const struct temporal *const temporal = walk->aim->temporal;
    const uint32_t n = walk->letters.len;
    const struct ltl_word word = {
        walk->letters.at, loop == LTL_OPEN || loop == n - 1 ? n : n - 1, loop};
    bool *const holds = mem_alloc(n, sizeof *holds);
    bool good;

    ltl_evaluate(&temporal->ltl, temporal->begun, &word, holds);
    walk->evaluating += LETTER_COST * (uint64_t)n * temporal->ltl.nodes.len;
    good = holds[0];
    mem_free(holds);
    return good && temporal_holds(temporal, walk->net, walk->game.run.at,
                                  walk->game.run.len, loop, NULL);
}

/* The automaton has edges of all sets between two steps at one state. */
static bool is_accepted(struct lasso_walk *walk, uint32_t from)
{
    const uint64_t all = walk->aim->all_sets;
    uint64_t sets = 0;
    uint32_t i = walk->steps.len - 1;

    if (walk->steps.at[from].state != state(walk))
        return false;
    while (i-- > from && sets != all)
        sets |= walk->steps.at[i].sets;
    walk->walking += walk->steps.len - 1 - i;
    return sets == all;
}

/* The step that met this marking before; UINT32_MAX: none. */
static uint32_t find_equal(struct lasso_walk *walk)
{
    const uint32_t last = walk->steps.len - 1;
    const uint64_t hash = walk->steps.at[last].hash;
    const uint32_t id = keys_intern(&walk->hashes, hash);
    uint32_t found;

    if (id == walk->position.len)
        vec_push(&walk->position, last);
    found = walk->position.at[id];
    if (found < last && walk->steps.at[found].hash == hash)
        return found;
    walk->position.at[id] = last;
    return UINT32_MAX;
}

/* Is the walk over with its answer?  *loop as of a finding. */
static bool is_answered(struct lasso_walk *walk, uint32_t *loop)
{
    const uint32_t last = walk->steps.len - 1;

    *loop = LTL_OPEN;
    if (walk->aim->automaton->accepts_all.at[state(walk)] &&
        walk->evaluating <= walk->walking && is_shown(walk, *loop))
        return true;
    *loop = last;
    if (!walk->game.enabled.len)
        return is_shown(walk, *loop);
    *loop = find_equal(walk);
    return *loop != UINT32_MAX &&
           (is_accepted(walk, *loop) || walk->evaluating <= walk->walking) &&
           is_shown(walk, *loop);
}

/* --- steps ---------------------------------------------------------------- */

static void take_home(struct lasso_walk *walk)
{
    const uint32_t last = walk->steps.len - 1;

    walk->home = last;
    walk->astray = 1 + dice_roll(&walk->dice, 1u << dice_roll(&walk->dice, 6));
    walk->seen = 0;
    bits_copy(walk->home_marked, walk->game.marked, marking_words(walk->net));
    marking_list(walk->home_marked, net_place_count(walk->net),
                 &walk->home_goal.marked);
    walk->walking += walk->home_goal.marked.len;
    walk->aimed = AIM;
}

static void take_back(struct lasso_walk *walk)
{
    token_game_undo(&walk->game);
    guide_follow(&walk->guide);
}

/* Takes one step, by this edge.  False when no transition that was tried leads
 * to a marking where the automaton can go on. */
static bool advance(struct lasso_walk *walk, const struct buchi_edge *edge)
{
    struct lasso_walk_step *const top = vec_top(&walk->steps);

    for (uint32_t i = 0; i < TRIES; i++) {
        const trans_id t = choose(walk);
        const uint64_t sets =
            edge->sets | temporal_fair_steps(walk->aim->temporal,
                                             walk->aim->automaton->n_sets,
                                             walk->net, walk->game.marked, t);
        struct lasso_walk_step next = {.state = edge->target};
        uint64_t read;

        walk->unsafe_place = token_game_fire(&walk->game, t);
        walk->unsafe_trans = t;
        if (walk->unsafe_place != PLACE_NONE)
            return false;
        walk->n_fired++;
        guide_follow(&walk->guide);
        read = temporal_letter_after(walk->aim->temporal,
                                     token_game_at(&walk->game), letter(walk),
                                     walk->aim->changes[t]);
        walk->walking +=
            STEP_COST +
            temporal_letter_work(walk->aim->temporal, walk->aim->changes[t]);
        if (!can_read(walk, edge->target, read)) {
            take_back(walk);
            continue;
        }
        next.hash = top->hash ^ shorten_change(walk->net, t);
        top->sets = sets;
        walk->seen |= sets;
        vec_push(&walk->steps, next);
        vec_push(&walk->letters, read);
        return true;
    }
    return false;
}

/* Some steps back; false at the beginning. */
static bool back_up(struct lasso_walk *walk)
{
    uint32_t n = 1 + dice_roll(&walk->dice, 8);

    if (walk->steps.len == 1)
        return false;
    for (; n > 0 && walk->steps.len > 1; n--) {
        take_back(walk);
        vec_cut(&walk->steps, walk->steps.len - 1);
        vec_cut(&walk->letters, walk->letters.len - 1);
    }
    if (walk->home != UINT32_MAX && walk->home >= walk->steps.len)
        walk->home = UINT32_MAX;
    return true;
}

/* Within an accepting component there is a home, which is not too far. */
static void look_home(struct lasso_walk *walk)
{
    const struct buchi *const automaton = walk->aim->automaton;
    const uint32_t last = walk->steps.len - 1;

    if (walk->aim->distance[state(walk)])
        return;
    if (walk->home == UINT32_MAX || last - walk->home > walk->longest ||
        automaton->component.at[walk->steps.at[walk->home].state] !=
            automaton->component.at[state(walk)])
        take_home(walk);
}

static bool start(struct lasso_walk *walk)
{
    const struct lasso_walk_step first = {0};

    keys_finish(&walk->hashes);
    vec_clear(&walk->position);
    vec_clear(&walk->steps);
    vec_clear(&walk->letters);
    vec_clear(&walk->guide.helpful);
    token_game_restart(&walk->game);
    vec_push(&walk->steps, first);
    vec_push(&walk->letters, temporal_letter_at(walk->aim->temporal,
                                                token_game_at(&walk->game)));
    walk->home = UINT32_MAX;
    walk->seen = 0;
    walk->aimed = AIM;
    return walk->aim->automaton->n_states && can_read(walk, 0, letter(walk));
}

/* True to stop. */
static bool charge_work(struct lasso_walk *walk, unsigned times)
{
    const uint64_t before = walk->charged;

    walk->walking += token_game_take_work(&walk->game) + walk->guide.work + 1;
    walk->guide.work = 0;
    walk->charged = walk->walking + walk->evaluating;
    return watch_work(walk->watch, (walk->charged - before) * times);
}

/* The aim of question g; false when no walk from the initial marking helps. */
static bool begin(struct lasso_walk *walk, const struct goal *goal, uint32_t g,
                  struct answer_finding *finding)
{
    if (!walk->aims[g].temporal)
        lasso_aim_init(&walk->aims[g], walk->net, goal->temporal, walk->watch,
                       finding);
    walk->aim = &walk->aims[g];
    return walk->aim->automaton && start(walk);
}

/* An edge alone that has all the sets which are still missing: a short loop
 * from here will do. */
static void settle_here(struct lasso_walk *walk, const struct buchi_edge *edge)
{
    if (walk->home == UINT32_MAX || walk->home == walk->steps.len - 1 ||
        returns(walk) || !(edge->sets & ~walk->seen) ||
        edge->sets != walk->aim->all_sets)
        return;
    take_home(walk);
    walk->astray = 1 + dice_roll(&walk->dice, 4);
}

/* One step on, or some back.  False when the walk is at its end. */
static bool go(struct lasso_walk *walk)
{
    const struct buchi_edge *edge;

    look_home(walk);
    edge = choose_edge(walk, true, dice_roll(&walk->dice, walk->reluctance));
    settle_here(walk, edge);
    if (walk->game.enabled.len && advance(walk, edge))
        return true;
    return walk->unsafe_place == PLACE_NONE && ++walk->dead_ends < DEAD_ENDS &&
           back_up(walk);
}

bool lasso_walk_run(struct lasso_walk *walk, const struct goal *goal,
                    uint32_t g, uint64_t length, unsigned times,
                    struct dice dice, struct answer_finding *finding)
{
    uint32_t loop;

    walk->dice = dice;
    walk->reluctance = 1u << 2 * dice_roll(&walk->dice, 4);
    walk->longest = 32 + (uint32_t)(length / 4);
    walk->dead_ends = 0;
    if (!begin(walk, goal, g, finding))
        return false;
    for (uint64_t i = 0; !is_answered(walk, &loop); i++)
        if (i == length || charge_work(walk, times) || !go(walk))
            return false;
    token_game_copy_run(&walk->game, &finding->run);
    finding->loop = loop;
    return true;
}

bool lasso_walk_refuses(const struct lasso_walk *walk, uint32_t g)
{
    return walk->aims[g].temporal && !walk->aims[g].automaton;
}
