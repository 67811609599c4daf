#include "proof/reduction/reduction_rule.h"

#include <stdio.h>
#include <string.h>

static bool always(const struct reduction_rule_look *k)
{
    (void)k;
    return true;
}

/* clang-format off */
const struct reduction_rule_row reduction_rule_rows[REDUCTION_RULES] = {
    /* name, form, scope, words, hidden, empty,
       check, apply, hides */
    [REDUCTION_OVERFLOW] = {"overflow", "t", REDUCTION_FOR_ALL,
        REDUCTION_WORDS, false, false,
        reduction_trans_overflow, reduction_trans_remove, always},
    [REDUCTION_DEAD] = {"dead", "*", REDUCTION_FOR_ALL,
        REDUCTION_WORDS, false, true,
        reduction_place_dead, reduction_place_remove_all, NULL},
    [REDUCTION_CONSTANT] = {"constant", "p", REDUCTION_FOR_ALL,
        REDUCTION_WORDS, false, false,
        reduction_place_constant, reduction_place_remove,
        reduction_place_constant_hides},
    [REDUCTION_DOMINATED] = {"dominated", "t?", REDUCTION_FOR_ALL,
        REDUCTION_WORDS, false, false,
        reduction_trans_dominated, reduction_trans_remove, NULL},
    [REDUCTION_NEUTRAL] = {"neutral", "t?", REDUCTION_FOR_ALL,
        REDUCTION_NO_WORDS, false, false,
        reduction_trans_neutral, reduction_trans_remove, NULL},
    [REDUCTION_SINK] = {"sink", "p", REDUCTION_FOR_ALL,
        REDUCTION_WORDS, true, false,
        reduction_place_sink, reduction_place_remove, always},
    [REDUCTION_REDUNDANT] = {"redundant", "p*", REDUCTION_FOR_ALL,
        REDUCTION_WORDS, true, false,
        reduction_place_redundant, reduction_place_remove,
        reduction_place_redundant_hides},
    [REDUCTION_READ] = {"read", "tp*", REDUCTION_FOR_ALL,
        REDUCTION_WORDS, false, false,
        reduction_place_read, reduction_place_remove_read, NULL},
    [REDUCTION_SLICE] = {"slice", "*", REDUCTION_FOR_PLACES,
        REDUCTION_NO_WORDS, false, false,
        reduction_place_slice, reduction_place_remove_all, always},
    [REDUCTION_POST] = {"post", "p", REDUCTION_FOR_DEADLOCKS,
        REDUCTION_STUTTERED, true, false,
        reduction_agglomerate_post, reduction_agglomerate_apply,
        reduction_agglomerate_post_hides},
    [REDUCTION_PRE] = {"pre", "p", REDUCTION_FOR_DEADLOCKS,
        REDUCTION_STUTTERED, true, false,
        reduction_agglomerate_pre, reduction_agglomerate_apply_pre, NULL},
    [REDUCTION_CYCLE] = {"cycle", "p*", REDUCTION_FOR_DEADLOCKS,
        REDUCTION_NO_WORDS, false, false,
        reduction_cycle_check, reduction_cycle_merge, NULL},
};
/* clang-format on */

enum reduction_rule reduction_rule_find(const char *name, size_t len)
{
    uint32_t i = 0;

    while (i < REDUCTION_RULES &&
           (strlen(reduction_rule_rows[i].name) != len ||
            memcmp(reduction_rule_rows[i].name, name, len) != 0))
        i++;
    return (enum reduction_rule)i;
}

bool reduction_rule_suits(enum reduction_rule rule,
                          const struct reduction_keeps *keeps)
{
    const enum reduction_rule_scope most = keeps->markings ? REDUCTION_FOR_ALL
                                           : keeps->dead
                                               ? REDUCTION_FOR_DEADLOCKS
                                               : REDUCTION_FOR_PLACES;

    return reduction_rule_rows[rule].scope <= most &&
           reduction_rule_rows[rule].words >= keeps->words;
}

/* --- steps ---------------------------------------------------------------- */

bool reduction_rule_reject(const struct reduction_rule_look *k, const char *why)
{
    (void)snprintf(k->text, REDUCTION_RULE_TEXT,
                   "a step '%s' is not allowed: %s",
                   reduction_rule_rows[k->step->rule].name, why);
    return false;
}

bool reduction_rule_reject_place(const struct reduction_rule_look *k,
                                 place_id p, const char *why)
{
    (void)snprintf(k->text, REDUCTION_RULE_TEXT,
                   "a step '%s' is not allowed: place '%.200s' %s",
                   reduction_rule_rows[k->step->rule].name,
                   net_place_label(k->m->net, p), why);
    return false;
}

bool reduction_rule_hidden(const struct reduction_rule_look *k, place_id p)
{
    return !bits_has(k->keeps->visible, p) ||
           reduction_rule_reject_place(k, p, "matters to the question");
}

static bool has_nodes(const struct reduction_rule_look *k)
{
    const char first = reduction_rule_rows[k->step->rule].form[0];

    if ((first == 't' && !mutable_net_has_trans(k->m, k->step->a)) ||
        (first == 'p' && !mutable_net_has_place(k->m, k->step->a)))
        return false;
    for (uint32_t i = 0; i < k->step->len; i++)
        if (!mutable_net_has_place(k->m, k->places[i]) ||
            (i && k->places[i - 1] >= k->places[i]))
            return false;
    return true;
}

bool reduction_rule_check(struct mutable_net *m,
                          const struct reduction_keeps *keeps,
                          const struct reduction_step *step,
                          const place_id *places, char *text)
{
    const struct reduction_rule_row *const rule =
        &reduction_rule_rows[step->rule];
    const struct reduction_rule_look k = {m, keeps, step, places, text};

    if (!has_nodes(&k))
        return reduction_rule_reject(&k, "a node of it does not exist");
    if (m->n_overflows && step->rule != REDUCTION_OVERFLOW)
        return reduction_rule_reject(&k,
                                     "a transition that puts two tokens on a "
                                     "place is left");
    if (rule->hidden && !reduction_rule_hidden(&k, step->a))
        return false;
    if (!reduction_rule_suits(step->rule, keeps))
        return reduction_rule_reject(
            &k, rule->words < keeps->words ? "the question is about runs"
                : rule->scope == REDUCTION_FOR_PLACES
                    ? "the question is about deadlocks"
                    : "the question is about what is dead where");
    return rule->check(&k) &&
           (!keeps->safe || !reduction_rule_hides(m, step, places) ||
            reduction_rule_reject(&k,
                                  "the question is about safety, and the step "
                                  "may hide a second token"));
}

bool reduction_rule_hides(struct mutable_net *m,
                          const struct reduction_step *step,
                          const place_id *places)
{
    const struct reduction_rule_row *const rule =
        &reduction_rule_rows[step->rule];
    const struct reduction_rule_look k = {
        .m = m, .step = step, .places = places};

    return rule->hides && rule->hides(&k);
}

void reduction_rule_apply(struct reduction *reduction, struct mutable_net *m,
                          struct reduction_step step, const place_id *places)
{
    reduction->hides |= reduction_rule_hides(m, &step, places);
    step.from = reduction->places.len;
    vec_append_n(&reduction->places, places, step.len);
    vec_push(&reduction->steps, step);
    reduction_rule_rows[step.rule].apply(reduction, m);
}
