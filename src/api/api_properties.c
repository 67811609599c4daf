#include "api/call.h"
#include "api/handle.h"
#include "formats/text/properties.h"
#include "net/marking.h"
#include "question/formula_builder.h"
#include "question/settled.h"

#include <string.h>

struct punfpor_properties {
    const struct net *net;
    properties_list list;
};

punfpor_properties *punfpor_properties_load(const punfpor_net *net,
                                            const char *path,
                                            punfpor_error *error)
{
    struct call call;
    punfpor_properties *properties;
    bool good;

    call_begin(&call);
    if (setjmp(call.scope.back)) {
        (void)call_failed(&call, error);
        return NULL;
    }
    properties = mem_zero(1, sizeof *properties);
    properties->net = net->net;
    good = properties_read(net->net, path, &properties->list, &call.diag);
    if (!good) {
        properties_free(&properties->list);
        mem_free(properties);
    }
    return call_end(&call, error) == PUNFPOR_OK ? properties : NULL;
}

void punfpor_properties_destroy(punfpor_properties *properties)
{
    if (!properties)
        return;
    properties_free(&properties->list);
    mem_free(properties);
}

uint32_t punfpor_property_count(const punfpor_properties *properties)
{
    return properties->list.len;
}

const char *punfpor_property_id(const punfpor_properties *properties,
                                uint32_t i)
{
    return properties->list.at[i].id;
}

enum punfpor_property
punfpor_property_kind(const punfpor_properties *properties, uint32_t i)
{
    switch (properties->list.at[i].kind) {
    case PROPERTIES_REACHABLE:
    case PROPERTIES_INVARIANT:
    case PROPERTIES_INITIAL:
        return PUNFPOR_PROPERTY_FORMULA;
    case PROPERTIES_BOUND:
        return PUNFPOR_PROPERTY_BOUND;
    case PROPERTIES_BEYOND:
        return PUNFPOR_PROPERTY_BEYOND;
    }
    return PUNFPOR_PROPERTY_BEYOND;
}

/* --- questions ------------------------------------------------------------ */

static struct formula *copy(const struct formula *formula)
{
    struct formula *const twin = mem_zero(1, sizeof *twin);

    twin->entry = formula->entry;
    for (uint32_t i = 0; i < formula->nodes.len; i++)
        vec_push(&twin->nodes, formula->nodes.at[i]);
    for (uint32_t i = 0; i < formula->terms.len; i++)
        vec_push(&twin->terms, formula->terms.at[i]);
    return twin;
}

/* The constant that the formula is at the initial marking. */
static struct formula *at_beginning(const struct net *net,
                                    const struct formula *formula,
                                    struct diag *diag)
{
    struct formula_builder *const builder = formula_builder_create();
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    bool holds;

    marking_initial(net, m);
    holds = formula_holds(formula, net, m);
    mem_free(m);
    return formula_builder_finish(
        builder, formula_builder_constant(builder, holds), false, diag);
}

static struct formula *formula_of(const struct properties_item *item,
                                  const struct net *net, struct diag *diag)
{
    switch (item->kind) {
    case PROPERTIES_REACHABLE:
    case PROPERTIES_INVARIANT:
        return copy(item->formula);
    case PROPERTIES_INITIAL:
        return at_beginning(net, item->formula, diag);
    case PROPERTIES_BOUND:
    case PROPERTIES_BEYOND:
        break;
    }
    (void)diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                      "property '%.200s' is a temporal formula beyond EF and "
                      "AG",
                      item->id);
    return NULL;
}

static bool ask_bound(punfpor *problem, const struct properties_item *item,
                      struct diag *diag)
{
    struct formula_sum sum = {0};
    bool good;

    formula_sum_add(&sum, &item->sum, 1);
    settled_sum(problem->net, &sum);
    good =
        goal_add_built_bound(&problem->goals, &sum, item->id, item->id, diag);
    formula_sum_free(&sum);
    return good;
}

static void ask(punfpor *problem, const struct properties_item *item,
                uint32_t *q, struct diag *diag)
{
    const uint32_t number = problem->goals.len;

    if (item->kind == PROPERTIES_BOUND) {
        if (!ask_bound(problem, item, diag))
            return;
    } else {
        struct formula *formula = formula_of(item, problem->net, diag);

        if (formula && item->kind != PROPERTIES_INITIAL)
            formula = settled_formula(problem->net, formula, diag);

        if (!formula)
            return;
        goal_add_built(&problem->goals, formula,
                       item->kind == PROPERTIES_INVARIANT, item->id, item->id);
    }
    if (q)
        *q = number;
}

enum punfpor_status punfpor_ask_property(punfpor *problem,
                                         const punfpor_properties *properties,
                                         uint32_t i, uint32_t *q,
                                         punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    ask(problem, &properties->list.at[i], q, &call.diag);
    return call_end(&call, error);
}
