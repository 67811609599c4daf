#include "proof/verify.h"

#include "base/keys.h"
#include "net/marking.h"
#include "proof/diagram.h"

struct checking {
    const struct net *net;
    const struct diagram *diagram;
    struct fault *fault;
    uint32_t *level_of, *value_of; /* by place; levels from 1 on */
    struct diagram_nodes nodes;
    uint32_t root;
};

/* --- the diagram as it is written ----------------------------------------- */

static bool read_levels(struct checking *c)
{
    const struct diagram *const d = c->diagram;

    for (uint32_t level = 0; level < vecs_count(&d->levels); level++) {
        const struct net_place_span places = net_span_at(&d->levels, level);

        for (uint32_t i = 0; i < places.len; i++) {
            const place_id p = places.at[i];

            if (c->level_of[p])
                return fault_report(c->fault, FAULT_LEVEL, level,
                                    "place '%.200s' has a level already",
                                    net_place_label(c->net, p));
            c->level_of[p] = level + 1;
            c->value_of[p] = i + 1;
        }
    }
    for (place_id p = 0; p < net_place_count(c->net); p++)
        if (!c->level_of[p])
            return fault_report(c->fault, FAULT_END, 0,
                                "place '%.200s' has no level",
                                net_place_label(c->net, p));
    return true;
}

/* An arc of the node; *level: that of the arcs before it, or 0. */
static bool read_arc(struct checking *c, uint32_t number, uint32_t i,
                     const uint32_t *nodes, uint32_t *level)
{
    const struct diagram *const d = c->diagram;
    const uint32_t value = d->nodes.all.at[i], to = d->nodes.all.at[i + 1];
    uint32_t n_values;

    if (to < DIAGRAM_NODES_END || to >= number + 2)
        return fault_report(c->fault, FAULT_NODE, number,
                            "there is no node %u before this one", to);
    if (i > vecs_from(&d->nodes, number) && d->nodes.all.at[i - 2] >= value)
        return fault_report(c->fault, FAULT_NODE, number,
                            "the values do not increase");
    if (*level && *level != c->nodes.levels.at[nodes[to]] + 1)
        return fault_report(c->fault, FAULT_NODE, number,
                            "the arcs lead to different levels");
    *level = c->nodes.levels.at[nodes[to]] + 1;
    if (*level > vecs_count(&d->levels))
        return fault_report(c->fault, FAULT_NODE, number,
                            "node %u has the highest level", to);
    n_values = vecs_len(&d->levels, *level - 1);
    if (value > n_values)
        return fault_report(c->fault, FAULT_NODE, number,
                            "the level has %u places, and no value %u",
                            n_values, value);
    diagram_nodes_add(&c->nodes, value, nodes[to]);
    return true;
}

static bool read_nodes(struct checking *c)
{
    const struct diagram *const d = c->diagram;
    uint32_t *const nodes =
        mem_alloc((size_t)vecs_count(&d->nodes) + 2, sizeof *nodes);
    bool good = true;

    nodes[DIAGRAM_NODES_NONE] = DIAGRAM_NODES_NONE;
    nodes[DIAGRAM_NODES_END] = DIAGRAM_NODES_END;
    for (uint32_t number = 0; number < vecs_count(&d->nodes) && good;
         number++) {
        uint32_t level = 0;

        if (!vecs_len(&d->nodes, number))
            good = fault_report(c->fault, FAULT_NODE, number,
                                "a node has no arcs");
        for (uint32_t i = vecs_from(&d->nodes, number);
             i < d->nodes.ends.at[number] && good; i += 2)
            good = read_arc(c, number, i, nodes, &level);
        if (good)
            nodes[number + 2] = diagram_nodes_make(&c->nodes, level);
    }
    c->root = nodes[vecs_count(&d->nodes) + 1];
    mem_free(nodes);
    return good && (c->nodes.levels.at[c->root] == vecs_count(&d->levels) ||
                    fault_report(c->fault, FAULT_END, 0,
                                 "the last node is not of the highest level"));
}

/* --- steps ---------------------------------------------------------------- */

/* What a transition needs and does at a level. */
struct change {
    uint32_t level;
    uint32_t need; /* the value; 0: it needs none, and produces */
    uint32_t to;   /* the value that this or 0 becomes */
    bool leaves;   /* there is no such value */
};

typedef VEC(struct change) change_list;

static struct change *change_at(change_list *changes, uint32_t level)
{
    uint32_t i = 0;

    while (i < changes->len && changes->at[i].level != level)
        i++;
    if (i == changes->len)
        vec_push(changes, ((struct change){.level = level}));
    return &changes->at[i];
}

/* False when it needs two places of a level, so that no marking enables it. */
static bool add_needs(const struct checking *c, struct net_place_span places,
                      bool stays, change_list *changes)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];
        struct change *const change = change_at(changes, c->level_of[p]);

        if (change->need && change->need != c->value_of[p])
            return false;
        change->to = stays && !change->need ? c->value_of[p] : 0;
        change->need = c->value_of[p];
    }
    return true;
}

static void add_products(const struct checking *c, struct net_place_span places,
                         change_list *changes)
{
    for (uint32_t i = 0; i < places.len; i++) {
        struct change *const change =
            change_at(changes, c->level_of[places.at[i]]);

        change->leaves |= change->to != 0;
        change->to = c->value_of[places.at[i]];
    }
}

static int by_falling_level(const void *left, const void *right)
{
    const struct change *const a = left, *const b = right;

    return (a->level < b->level) - (a->level > b->level);
}

/* From the highest level down; false: no marking enables t. */
static bool list_changes(const struct checking *c, trans_id t,
                         change_list *changes)
{
    vec_clear(changes);
    if (!add_needs(c, net_pre(c->net, t), false, changes) ||
        !add_needs(c, net_read(c->net, t), true, changes))
        return false;
    add_products(c, net_post(c->net, t), changes);
    vec_sort(changes, by_falling_level);
    return true;
}

/* All markings of node n, after the changes from number i on, must be of node
 * m. */
struct claim {
    uint32_t n, m, i;
};

struct claims {
    const change_list *changes;
    struct keys pairs;  /* n and m */
    struct keys known;  /* a pair and i, of this transition */
    struct keys subset; /* pairs without changes */
    VEC(struct claim) open;
};

/* False: the claim does not hold. */
static bool claim(struct claims *claims, uint32_t n, uint32_t m, uint32_t i)
{
    const uint64_t pair = (uint64_t)n << 32 | m;
    const bool is_last = i == claims->changes->len;
    struct keys *const known = is_last ? &claims->subset : &claims->known;
    const uint32_t count = known->len;

    if (n == DIAGRAM_NODES_NONE || (is_last && n == m))
        return true;
    if (is_last && m == DIAGRAM_NODES_NONE)
        return false;
    (void)keys_intern(
        known,
        is_last ? pair : (uint64_t)keys_intern(&claims->pairs, pair) << 32 | i);
    if (known->len > count)
        vec_push(&claims->open, ((struct claim){n, m, i}));
    return true;
}

/* Replaces the claim by those about the children. */
static bool divide(const struct checking *c, struct claims *claims,
                   struct claim of)
{
    const struct diagram_nodes_arcs arcs = diagram_nodes_arcs(&c->nodes, of.n);
    const struct change *const change =
        of.i < claims->changes->len &&
                claims->changes->at[of.i].level == c->nodes.levels.at[of.n]
            ? &claims->changes->at[of.i]
            : NULL;
    bool good = true;

    for (uint32_t k = 0; k < arcs.len && good; k += 2) {
        const uint32_t value = arcs.at[k], to = arcs.at[k + 1];

        if (!change)
            good = claim(claims, to,
                         diagram_nodes_child(&c->nodes, of.m, value), of.i);
        else if (!change->need || value == change->need)
            good = claim(claims, to,
                         change->leaves || value != change->need
                             ? DIAGRAM_NODES_NONE
                             : diagram_nodes_child(&c->nodes, of.m, change->to),
                         of.i + 1);
    }
    return good;
}

/* Does t lead from each marking of the set to another one of it?  What stands
 * above its highest change stays. */
static bool is_closed_under(struct checking *c, struct claims *claims,
                            trans_id t)
{
    const change_list *const changes = claims->changes;
    const bool overflows = net_overflow(c->net, t) != PLACE_NONE;
    bool good = changes->len || !overflows;

    keys_finish(&claims->known);
    for (uint32_t n = 2; n < c->nodes.levels.len && changes->len && good; n++)
        if (c->nodes.levels.at[n] == changes->at[0].level)
            good = claim(claims, n, overflows ? DIAGRAM_NODES_NONE : n, 0);
    while (claims->open.len && good)
        good = divide(c, claims, vec_pop(&claims->open));
    return good || fault_report(c->fault, FAULT_END, 0,
                                "transition '%.200s' leads out of the diagram",
                                net_trans_label(c->net, t));
}

static bool is_closed(struct checking *c)
{
    change_list changes = {0};
    struct claims claims = {.changes = &changes};
    bool good = true;

    for (trans_id t = 0; t < net_trans_count(c->net) && good; t++)
        if (list_changes(c, t, &changes))
            good = is_closed_under(c, &claims, t);
    keys_finish(&claims.pairs);
    keys_finish(&claims.known);
    keys_finish(&claims.subset);
    vec_free(&claims.open);
    vec_free(&changes);
    return good;
}

static bool has_initial(struct checking *c)
{
    const bits_word *const initial = net_initial(c->net);
    uint32_t *const values =
        mem_zero((size_t)vecs_count(&c->diagram->levels) + 1, sizeof *values);
    uint32_t node = c->root;
    bool good = true;

    for (place_id p = 0; p < net_place_count(c->net); p++)
        if (bits_has(initial, p)) {
            good &= !values[c->level_of[p]];
            values[c->level_of[p]] = c->value_of[p];
        }
    for (uint32_t level = vecs_count(&c->diagram->levels); level; level--)
        node = diagram_nodes_child(&c->nodes, node, values[level]);
    mem_free(values);
    return (good && node == DIAGRAM_NODES_END) ||
           fault_report(c->fault, FAULT_END, 0,
                        "the initial marking is not in the diagram");
}

/* --- all of it ------------------------------------------------------------ */

static bool check(struct checking *c, const struct goal *goal)
{
    if (goal->kind >= GOAL_BOUND && goal->kind != GOAL_SAFE)
        return fault_report(c->fault, FAULT_END, 0,
                            "a diagram does not prove this kind of goal");
    return read_levels(c) && read_nodes(c) && has_initial(c) && is_closed(c) &&
           (diagram_select_answers(&c->nodes, c->net, c->root, goal) ==
                DIAGRAM_NODES_NONE ||
            fault_report(c->fault, FAULT_END, 0,
                         "a marking of the diagram answers the question"));
}

bool verify_diagram(const struct net *net, const struct goal *goal,
                    const struct diagram *diagram, struct fault *fault)
{
    const size_t n_places = net_place_count(net);
    struct checking c = {
        .net = net,
        .diagram = diagram,
        .fault = fault,
        .level_of = mem_zero(n_places, sizeof *c.level_of),
        .value_of = mem_zero(n_places, sizeof *c.value_of),
    };
    bool good;

    diagram_nodes_init(&c.nodes, diagram);
    good = check(&c, goal);
    diagram_nodes_finish(&c.nodes);
    mem_free(c.level_of);
    mem_free(c.value_of);
    return good;
}
