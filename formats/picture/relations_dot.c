#include "formats/picture/dot.h"

#include "base/mem.h"

/* A larger drawing cannot be read, and to look for what other lines show takes
 * cubic time. */
enum { MOST_TRANSITIONS = 1000 };

struct drawn_relations {
    const struct relations *r;
    bits_word *before; /* row b has a: a before b, and both can fire */
    bits_word *shown;  /* scratch */
    struct drawing on;
};

static bits_word *causes_of(const struct drawn_relations *drawn, trans_id b)
{
    return drawn->before + (size_t)b * bits_words(drawn->r->n);
}

static void list_causes(struct drawn_relations *drawn)
{
    const struct relations *const r = drawn->r;

    drawn->before =
        mem_zero((size_t)r->n * bits_words(r->n), sizeof *drawn->before);
    drawn->shown = mem_zero(bits_words(r->n), sizeof *drawn->shown);
    for (trans_id a = 0; a < r->n; a++)
        for (trans_id b = 0; b < r->n; b++)
            if (relations_of(r, a, b) == RELATIONS_BEFORE)
                bits_add(causes_of(drawn, b), a);
}

static void draw_firing(struct drawn_relations *drawn, trans_id t)
{
    Agnode_t *const box = drawing_box(&drawn->on, t);
    const bool again = relations_of(drawn->r, t, t) == RELATIONS_INTERLEAVING;

    drawing_name_box(&drawn->on, box, dot_names_trans(&drawn->on.names, t), "");
    drawing_mark(&drawn->on, again ? DRAWING_AGAIN : DRAWING_TRANSITION, box);
}

static void draw_relation(struct drawn_relations *drawn, trans_id a, trans_id b,
                          enum drawing_kind kind)
{
    (void)drawing_line(&drawn->on, drawing_box(&drawn->on, a),
                       drawing_box(&drawn->on, b), kind);
}

/* The arrows to b from what is before it, but not before another such one. */
static void draw_arrows(struct drawn_relations *drawn, trans_id b)
{
    const uint32_t n = drawn->r->n;

    bits_clear(drawn->shown, bits_words(n));
    for (trans_id a = bits_next(causes_of(drawn, b), 0, n); a < n;
         a = bits_next(causes_of(drawn, b), a + 1, n))
        bits_unite(drawn->shown, causes_of(drawn, a), bits_words(n));
    for (trans_id a = bits_next(causes_of(drawn, b), 0, n); a < n;
         a = bits_next(causes_of(drawn, b), a + 1, n))
        if (!bits_has(drawn->shown, a))
            draw_relation(drawn, a, b, DRAWING_BEFORE);
}

/* Has a transition before a this relation to b? */
static bool is_shown(const struct drawn_relations *drawn, trans_id a,
                     trans_id b, enum relations_kind kind)
{
    const uint32_t n = drawn->r->n;

    for (trans_id c = bits_next(causes_of(drawn, a), 0, n); c < n;
         c = bits_next(causes_of(drawn, a), c + 1, n))
        if (relations_of(drawn->r, c, b) == kind)
            return true;
    return false;
}

static void draw_unordered(struct drawn_relations *drawn, trans_id a,
                           trans_id b)
{
    static const enum drawing_kind kinds_of_lines[] = {
        [RELATIONS_EXCLUSIVE] = DRAWING_EXCLUSIVE,
        [RELATIONS_CONCURRENT] = DRAWING_CONCURRENT,
        [RELATIONS_INTERLEAVING] = DRAWING_INTERLEAVING,
    };
    const enum relations_kind kind = relations_of(drawn->r, a, b);

    if (kind != RELATIONS_BEFORE && kind != RELATIONS_AFTER &&
        !is_shown(drawn, a, b, kind) && !is_shown(drawn, b, a, kind))
        draw_relation(drawn, a, b, kinds_of_lines[kind]);
}

static void draw_all(struct drawn_relations *drawn)
{
    const struct relations *const r = drawn->r;
    uint32_t n = 0;

    for (trans_id a = 0; a < r->n; a++)
        if (bits_has(r->fires, a)) {
            draw_firing(drawn, a);
            draw_arrows(drawn, a);
            n++;
        }
    for (trans_id a = 0; a < r->n; a++)
        for (trans_id b = a + 1; b < r->n && bits_has(r->fires, a); b++)
            if (bits_has(r->fires, b))
                draw_unordered(drawn, a, b);
    drawing_title(&drawn->on);
    canvas_count(&drawn->on.canvas, "", n, "transition that can fire",
                 "transitions that can fire");
}

bool relations_dot_write(const struct relations *r,
                         const struct drawing_options *options,
                         const char *path, struct diag *diag)
{
    struct drawn_relations drawn = {.r = r};

    if (r->n > MOST_TRANSITIONS)
        return diag_report(diag, DIAG_LIMIT, path, 0, 0,
                           "the order of more than %u transitions is not "
                           "drawn; a table can have it",
                           MOST_TRANSITIONS);
    list_causes(&drawn);
    drawing_init(&drawn.on, "relations", "-t", r->net, r->n > DRAWING_LARGE,
                 options);
    draw_all(&drawn);
    mem_free(drawn.before);
    mem_free(drawn.shown);
    return drawing_finish(&drawn.on, path, diag);
}
