#include "condition.h"

#include "base/check.h"
#include "base/text.h"
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum kind {
    AND,
    OR,
    XOR,
    IMPLIES,
    IFF,
    NOT,
    COMPARE,
    FIREABLE,
    DEADLOCK,
    CONSTANT,
    PLACE,
};

struct term {
    int factor;
    place_id place; /* PLACE_NONE: the factor is a constant */
};

struct part {
    enum kind kind;
    uint32_t left, right; /* operands */
    uint32_t from, len;   /* terms of a comparison, all on the left side */
    uint32_t relation;
    trans_id t[3];
    uint32_t n_t;
    place_id place;
    bool value;
};

struct condition {
    const struct net *net;
    struct random *random;
    VEC(struct part) parts; /* operands before operators; the last is all */
    VEC(struct term) terms;
    text_buffer text;
};

/* --- making --------------------------------------------------------------- */

static uint32_t add(struct condition *c, struct part part)
{
    vec_push(&c->parts, part);
    return c->parts.len - 1;
}

static uint32_t make_compare(struct condition *c)
{
    struct part part = {.kind = COMPARE, .from = c->terms.len};
    const uint32_t n = 1 + random_below(c->random, 4);

    for (uint32_t i = 0; i < n; i++) {
        struct term term = {1 + (int)random_below(c->random, 3),
                            random_below(c->random, net_place_count(c->net))};

        if (random_chance(c->random, 60))
            term.factor = 1;
        if (random_chance(c->random, 25))
            term.factor = -term.factor;
        vec_push(&c->terms, term);
    }
    vec_push(&c->terms, ((struct term){(int)random_below(c->random, 4) - 2 -
                                           (int)random_below(c->random, 2),
                                       PLACE_NONE}));
    part.len = n + 1;
    part.relation = random_below(c->random, 6);
    return add(c, part);
}

static uint32_t make_leaf(struct condition *c)
{
    const uint32_t n_trans = net_trans_count(c->net);
    const uint32_t chance = random_below(c->random, 100);
    struct part part = {.kind = CONSTANT, .value = chance % 2};

    if (chance < 4)
        return add(c, part);
    if (chance < 10) {
        part.kind = DEADLOCK;
        return add(c, part);
    }
    if (chance < 40 && n_trans > 0) {
        part.kind = FIREABLE;
        part.n_t = 1 + random_below(c->random, 3);
        for (uint32_t i = 0; i < part.n_t; i++)
            part.t[i] = random_below(c->random, n_trans);
        return add(c, part);
    }
    if (chance < 60 && net_place_count(c->net) > 0) {
        part.kind = PLACE;
        part.place = random_below(c->random, net_place_count(c->net));
        return add(c, part);
    }
    return net_place_count(c->net) ? make_compare(c) : add(c, part);
}

static uint32_t make(struct condition *c, uint32_t depth)
{
    static const enum kind kinds[] = {AND, AND, AND,     AND, OR,
                                      OR,  XOR, IMPLIES, IFF, NOT};
    struct part part = {.kind = kinds[random_below(c->random, 10)]};

    if (depth == 0 || random_chance(c->random, 15))
        return make_leaf(c);
    part.left = make(c, depth - 1);
    if (part.kind != NOT)
        part.right = make(c, depth - 1);
    return add(c, part);
}

/* --- text ----------------------------------------------------------------- */

static void put(struct condition *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(struct condition *c, const char *format, ...)
{
    char text[256];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    CHECK(n >= 0 && n < (int)sizeof text);
    text_add(&c->text, text, (size_t)n);
}

static void put_term(struct condition *c, const struct term *term, bool first)
{
    const int size = term->factor < 0 ? -term->factor : term->factor;

    if (term->factor < 0)
        put(c, first ? "-" : " - ");
    else if (!first)
        put(c, " + ");
    if (term->place == PLACE_NONE)
        put(c, "%d", size);
    else if (size == 1)
        put(c, "%s", net_place_id(c->net, term->place));
    else if (random_chance(c->random, 50))
        put(c, "%d*\"%s\"", size, net_place_id(c->net, term->place));
    else
        put(c, "%s * %d", net_place_id(c->net, term->place), size);
}

/* The terms from `middle` on stand on the right side, with the other sign. */
static void put_compare(struct condition *c, const struct part *part)
{
    static const char *const relations[] = {"=", "!=", "<", "<=", ">", ">="};
    const uint32_t middle = 1 + random_below(c->random, part->len - 1);

    for (uint32_t i = 0; i < middle; i++)
        put_term(c, &c->terms.at[part->from + i], i == 0);
    put(c, " %s ", relations[part->relation]);
    for (uint32_t i = middle; i < part->len; i++) {
        const struct term *const term = &c->terms.at[part->from + i];
        const struct term other = {-term->factor, term->place};

        put_term(c, &other, i == middle);
    }
}

static int binding(const struct part *part)
{
    switch (part->kind) {
    case IFF:
        return 1;
    case IMPLIES:
        return 2;
    case OR:
        return 3;
    case XOR:
        return 4;
    case AND:
        return 5;
    case NOT:
        return 6;
    case COMPARE:
    case FIREABLE:
    case DEADLOCK:
    case CONSTANT:
    case PLACE:
        return 7;
    }
    return 0;
}

static void put_part(struct condition *c, uint32_t i);

static void put_operand(struct condition *c, uint32_t i, bool enclosed)
{
    if (enclosed)
        put(c, "(");
    put_part(c, i);
    if (enclosed)
        put(c, ")");
}

static void put_binary(struct condition *c, const struct part *part)
{
    static const char *const words[][2] = {
        [AND] = {"and", "&&"},    [OR] = {"or", "||"},    [XOR] = {"xor", "^"},
        [IMPLIES] = {"->", "=>"}, [IFF] = {"iff", "<->"},
    };
    const int own = binding(part);
    const bool from_right = part->kind == IMPLIES;
    const int left = binding(&c->parts.at[part->left]);
    const int right = binding(&c->parts.at[part->right]);

    put_operand(c, part->left, left < own || (left == own && from_right));
    put(c, " %s ", words[part->kind][random_below(c->random, 2)]);
    put_operand(c, part->right, right < own || (right == own && !from_right));
}

static void put_part(struct condition *c, uint32_t i)
{
    const struct part part = c->parts.at[i];

    switch (part.kind) {
    case AND:
    case OR:
    case XOR:
    case IMPLIES:
    case IFF:
        put_binary(c, &part);
        break;
    case NOT:
        put(c, random_chance(c->random, 50) ? "not " : "!");
        put_operand(c, part.left, binding(&c->parts.at[part.left]) < 6);
        break;
    case COMPARE:
        put_compare(c, &part);
        break;
    case FIREABLE:
        put(c, "fireable(");
        for (uint32_t k = 0; k < part.n_t; k++)
            put(c, "%s%s", k ? ", " : "", net_trans_id(c->net, part.t[k]));
        put(c, ")");
        break;
    case DEADLOCK:
        put(c, "deadlock");
        break;
    case CONSTANT:
        put(c, part.value ? "true" : "false");
        break;
    case PLACE:
        put(c, "%s", net_place_id(c->net, part.place));
        break;
    }
}

void condition_move(struct condition *condition, const struct net *net)
{
    condition->net = net;
}

struct condition *condition_create(struct random *random, const struct net *net,
                                   uint32_t depth)
{
    struct condition *c = mem_zero(1, sizeof *c);

    c->net = net;
    c->random = random;
    put_part(c, make(c, depth));
    text_end(&c->text);
    return c;
}

struct condition *condition_create_sum(struct random *random,
                                       const struct net *net)
{
    struct condition *c = mem_zero(1, sizeof *c);
    const struct part *sum;

    c->net = net;
    c->random = random;
    (void)make_compare(c);
    sum = &c->parts.at[0];
    for (uint32_t i = 0; i < sum->len; i++)
        put_term(c, &c->terms.at[sum->from + i], i == 0);
    text_end(&c->text);
    return c;
}

void condition_destroy(struct condition *c)
{
    vec_free(&c->parts);
    vec_free(&c->terms);
    vec_free(&c->text);
    mem_free(c);
}

const char *condition_text(const struct condition *c)
{
    return c->text.at;
}

/* --- truth ---------------------------------------------------------------- */

static bool all_marked(const bits_word *m, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (!bits_has(m, places.at[i]))
            return false;
    return true;
}

static bool is_enabled(const struct net *net, const bits_word *m, trans_id t)
{
    return all_marked(m, net_pre(net, t)) && all_marked(m, net_read(net, t));
}

static int64_t value(const struct condition *c, const struct part *part,
                     const bits_word *m)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < part->len; i++) {
        const struct term *const term = &c->terms.at[part->from + i];

        if (term->place == PLACE_NONE || bits_has(m, term->place))
            sum += term->factor;
    }
    return sum;
}

static bool compares(uint32_t relation, int64_t sum)
{
    const bool truths[] = {sum == 0, sum != 0, sum<0, sum <= 0, sum> 0,
                           sum >= 0};

    return truths[relation];
}

static bool leaf(const struct condition *c, const struct part *part,
                 const bits_word *m)
{
    if (part->kind == COMPARE)
        return compares(part->relation, value(c, part, m));
    if (part->kind == PLACE)
        return bits_has(m, part->place);
    if (part->kind == CONSTANT)
        return part->value;
    if (part->kind == FIREABLE) {
        for (uint32_t k = 0; k < part->n_t; k++)
            if (is_enabled(c->net, m, part->t[k]))
                return true;
        return false;
    }
    for (trans_id t = 0; t < net_trans_count(c->net); t++)
        if (is_enabled(c->net, m, t))
            return false;
    return true;
}

bool condition_holds(const struct condition *c, const bits_word *m)
{
    bool *truth = mem_zero(c->parts.len, sizeof *truth);
    bool all;

    for (uint32_t i = 0; i < c->parts.len; i++) {
        const struct part *const part = &c->parts.at[i];
        const bool a = truth[part->left], b = truth[part->right];

        truth[i] = part->kind == AND       ? a && b
                   : part->kind == OR      ? a || b
                   : part->kind == XOR     ? a != b
                   : part->kind == IMPLIES ? !a || b
                   : part->kind == IFF     ? a == b
                   : part->kind == NOT     ? !a
                                           : leaf(c, part, m);
    }
    all = truth[c->parts.len - 1];
    mem_free(truth);
    return all;
}

int64_t condition_value(const struct condition *c, const bits_word *m)
{
    return value(c, &c->parts.at[0], m);
}

void condition_ask_marking(goal_list *goals, const struct net *net,
                           struct random *random)
{
    char text[400] = "";
    struct diag diag = {0};

    for (place_id p = 0; p < net_place_count(net); p++)
        if (random_chance(random, 30) && strlen(text) < 300) {
            strcat(text, random_chance(random, 50) ? " " : " !");
            strcat(text, net_place_label(net, p));
        }
    CHECK(!*text || goal_add_marking(goals, net, text, false, &diag));
}

void condition_create_list(struct condition **list, uint32_t n,
                           struct random *random, const struct net *net)
{
    for (uint32_t i = 0; i < n; i++)
        list[i] = condition_create(random, net, 1 + random_below(random, 4));
}

void condition_ask(struct condition *const *list, uint32_t n, const char *path,
                   goal_list *goals, const struct net *net)
{
    struct diag diag = {0};
    char text[8192];

    for (uint32_t i = 0; i < n; i++) {
        (void)snprintf(text, sizeof text, "%s %s", path,
                       condition_text(list[i]));
        CHECK(goal_add_formula(goals, net, text, &diag));
    }
}

void condition_ask_sums(struct condition **list, uint32_t n,
                        struct random *random, goal_list *goals,
                        const struct net *net)
{
    struct diag diag = {0};

    for (uint32_t i = 0; i < n; i++) {
        list[i] = condition_create_sum(random, net);
        if (!goal_add_bound(goals, net, condition_text(list[i]), &diag))
            break;
    }
}

void condition_destroy_list(struct condition *const *list, uint32_t n)
{
    for (uint32_t i = 0; i < n && list[i]; i++)
        condition_destroy(list[i]);
}
