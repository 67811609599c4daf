/* A net is written that bnet_read() could have made: places A=0 and A=1, maybe
 * A=?, and transitions that change the value of one variable and read others.
 * The function of a variable is true where a transition makes it true, and
 * where it is true and no transition makes it false. */
#include "formats/boolean/bnet_function.h"
#include "formats/net/net_formats.h"

#include "base/text.h"
#include "net/names.h"

#include <string.h>

/* The literals that transitions read, each behind the number of them. */
typedef VEC(uint32_t) literals_list;

/* What the transitions say of a variable. */
struct changes {
    literals_list to[2]; /* by the value that it gets */
    char value;          /* '0', '1' or '?'; 0: none is marked */
    bool values[2];      /* has it this place? */
};

struct bnet_writer {
    const struct net *net;
    const char *path;
    struct diag *diag;
    struct names names;
    VEC(struct changes) variables;
    VEC(uint32_t) of_place; /* by place: its variable */
    literals_list reads;    /* of a transition */
    VEC(int32_t) code;      /* of a function */
    text_buffer word;
};

static bool refuse(struct bnet_writer *w, const char *kind, const char *label)
{
    return writable_refuse(kind, label,
                           "a Boolean network has places A=0 and A=1 for each "
                           "variable A, of which one is marked, and "
                           "transitions that change one variable",
                           w->path, w->diag);
}

static char value_of(const struct bnet_writer *w, place_id p)
{
    const char *const label = net_place_label(w->net, p);

    return label[strlen(label) - 1];
}

static bool is_value(const char *label)
{
    const size_t len = strlen(label);

    for (size_t i = 0; i + 2 < len; i++)
        if (!bnet_is_name_byte((unsigned char)label[i]))
            return false;
    return len > 2 && label[len - 2] == '=' && strchr("01?", label[len - 1]);
}

static bool add_value_place(struct bnet_writer *w, place_id p)
{
    const char *const label = net_place_label(w->net, p);
    const char value = value_of(w, p);

    if (!is_value(label) || net_tokens(w->net, p) > 1)
        return refuse(w, "place", label);
    vec_clear(&w->word);
    text_add(&w->word, label, strlen(label) - 2);

    const uint32_t v = names_intern(&w->names, text_end(&w->word));

    if (v == w->variables.len)
        vec_push(&w->variables, (struct changes){0});
    vec_push(&w->of_place, v);
    if (value != '?')
        w->variables.at[v].values[value - '0'] = true;
    if (!net_marked(w->net, p))
        return true;
    if (w->variables.at[v].value)
        return refuse(w, "place", label);
    w->variables.at[v].value = value;
    return true;
}

static bool add_value_places(struct bnet_writer *w)
{
    if (!net_given_places(w->net))
        return diag_input(w->diag, w->path,
                          "the net cannot be written: a Boolean network "
                          "needs a variable");
    for (place_id p = 0; p < net_given_places(w->net); p++)
        if (!add_value_place(w, p))
            return false;
    for (uint32_t v = 0; v < w->variables.len; v++) {
        const struct changes *const at = &w->variables.at[v];

        if (!at->values[0] || !at->values[1] || !at->value)
            return refuse(w, "variable", names_id(&w->names, v));
    }
    return true;
}

/* The places that a transition takes and gives; w->reads gets its reads. */
static bool split_arcs(struct bnet_writer *w, const net_bundle_list *arcs,
                       place_id *from, place_id *to)
{
    *from = *to = PLACE_NONE;
    vec_clear(&w->reads);
    for (uint32_t i = 0; i < arcs->len; i++) {
        const struct net_bundle *const b = &arcs->at[i];
        place_id *const end = b->consume ? from : to;

        if (b->consume == b->produce) {
            vec_push(&w->reads, primes_literal(w->of_place.at[b->place],
                                               value_of(w, b->place) == '1'));
            if (value_of(w, b->place) == '?')
                return false;
            continue;
        }
        if (*end != PLACE_NONE)
            return false;
        *end = b->place;
    }
    return *from != PLACE_NONE && *to != PLACE_NONE &&
           w->of_place.at[*from] == w->of_place.at[*to] &&
           value_of(w, *to) != '?';
}

static bool add_variable_change(struct bnet_writer *w, trans_id t,
                                const net_bundle_list *arcs)
{
    place_id from, to;

    if (!split_arcs(w, arcs, &from, &to))
        return refuse(w, "transition", net_trans_label(w->net, t));
    if (value_of(w, from) != '?') {
        struct changes *const at = &w->variables.at[w->of_place.at[from]];
        literals_list *const list = &at->to[value_of(w, to) == '1'];

        vec_push(list, w->reads.len);
        vec_append(list, &w->reads);
    }
    return true;
}

static bool add_transitions(struct bnet_writer *w)
{
    net_bundle_list arcs = {0};
    bool good = true;

    for (trans_id t = 0; t < net_given_transitions(w->net) && good; t++) {
        bundles_of(w->net, t, &arcs);
        good = add_variable_change(w, t, &arcs);
    }
    vec_free(&arcs);
    return good;
}

/* -- Functions -- */

/* The disjunction of the cubes, in postfix form. */
static void put_cubes(struct bnet_writer *w, const literals_list *cubes)
{
    vec_push(&w->code, BNET_FALSE);
    for (uint32_t i = 0; i < cubes->len; i += 1 + cubes->at[i]) {
        vec_push(&w->code, BNET_TRUE);
        for (uint32_t k = 1; k <= cubes->at[i]; k++) {
            vec_push(&w->code, (int32_t)(cubes->at[i + k] / 2));
            if (cubes->at[i + k] % 2 == 0)
                vec_push(&w->code, BNET_NOT);
            vec_push(&w->code, BNET_AND);
        }
        vec_push(&w->code, BNET_OR);
    }
}

/* The variable is false and becomes true, or it is true and does not become
 * false. */
static void put_function(struct bnet_writer *w, uint32_t v)
{
    static const int32_t stays[] = {BNET_NOT, BNET_AND, BNET_OR};

    vec_clear(&w->code);
    vec_push(&w->code, (int32_t)v);
    vec_push(&w->code, BNET_NOT);
    put_cubes(w, &w->variables.at[v].to[1]);
    vec_push(&w->code, BNET_AND);
    vec_push(&w->code, (int32_t)v);
    put_cubes(w, &w->variables.at[v].to[0]);
    vec_append_n(&w->code, stays, 3);
}

static void list_primes(const struct bnet_function *f,
                        const struct primes *primes, literals_list *list)
{
    const uint32_t n = 2 * f->support.len;

    for (uint32_t i = 0; i < primes_count(primes); i++) {
        const bits_word *const row = primes_row(primes, i);

        vec_push(list, bits_count(row, primes->n_words));
        for (uint32_t l = bits_next(row, 0, n); l < n;
             l = bits_next(row, l + 1, n))
            vec_push(list, primes_literal(f->support.at[l / 2], l % 2));
    }
}

static void write_sum(const struct bnet_writer *w, const literals_list *cubes,
                      FILE *out)
{
    for (uint32_t i = 0; i < cubes->len; i += 1 + cubes->at[i]) {
        fputs(i ? " | " : "", out);
        for (uint32_t k = 1; k <= cubes->at[i]; k++)
            fprintf(out, "%s%s%s", k > 1 ? " & " : "",
                    cubes->at[i + k] % 2 ? "" : "!",
                    names_id(&w->names, cubes->at[i + k] / 2));
        fputs(cubes->at[i] ? "" : "1", out);
    }
    fputs(cubes->len ? "" : "0", out);
}

/* A function of which even some prime implicants are too many is written as its
 * transitions say it: when the variable becomes true, and when it does not
 * become false. */
static void write_function(struct bnet_writer *w, uint32_t v, FILE *out)
{
    const char *const name = names_id(&w->names, v);
    const literals_list *const to = w->variables.at[v].to;
    literals_list list = {0};
    struct bnet_function f;
    struct primes primes;

    put_function(w, v);
    bnet_function_init(&f, w->code.at, w->code.len, v);
    fprintf(out, "%s, ", name);
    if (bnet_function_primes(&f, &primes)) {
        list_primes(&f, &primes, &list);
        write_sum(w, &list, out);
    } else {
        fprintf(out, "!%s & (", name);
        write_sum(w, &to[1], out);
        fprintf(out, ") | %s & !(", name);
        write_sum(w, &to[0], out);
        fputs(")", out);
    }
    fputs("\n", out);
    bnet_function_finish(&f);
    primes_free(&primes);
    vec_free(&list);
}

/* The format has no initial values: a comment says which they are. */
static void write_values(const struct bnet_writer *w, FILE *out)
{
    const char *before = "# --initial ";

    for (uint32_t v = 0; v < w->variables.len; v++)
        if (w->variables.at[v].value != '?') {
            fprintf(out, "%s%s=%c", before, names_id(&w->names, v),
                    w->variables.at[v].value);
            before = ",";
        }
    fputs(*before == ',' ? "\n" : "", out);
}

const struct net_formats_scope bnet_write_scope = {.arcs = 0};

bool bnet_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    struct bnet_writer w = {.net = net, .path = path, .diag = diag};
    bool good = add_value_places(&w) && add_transitions(&w);

    if (good) {
        write_values(&w, out);
        fputs("targets, factors\n", out);
    }
    for (uint32_t v = 0; v < w.variables.len && good; v++)
        write_function(&w, v, out);
    for (uint32_t v = 0; v < w.variables.len; v++) {
        vec_free(&w.variables.at[v].to[0]);
        vec_free(&w.variables.at[v].to[1]);
    }
    names_finish(&w.names);
    vec_free(&w.variables);
    vec_free(&w.of_place);
    vec_free(&w.reads);
    vec_free(&w.code);
    vec_free(&w.word);
    return good;
}
