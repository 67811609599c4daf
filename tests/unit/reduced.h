/* reduced.h - nets, questions and the steps that src/reduce takes for them, for
 * the tests of reducer.h and lift.h. */
#ifndef REDUCED_H
#define REDUCED_H

#include "test.h"

#include "reduce/reducer.h"

/* A net, a question, and the steps that all rules take for it. */
struct reduced_row {
    const char *net, *question; /* "deadlock", "safe", "EF ..." or a marking */
    const char *steps;
};

/* The same with some of the rules only. */
struct reduced_part {
    const char *rules;
    struct reduced_row row;
};

static inline const char *reduced_label(const struct net *net, trans_id t,
                                        char *made)
{
    if (t < net_trans_count(net))
        return net_trans_label(net, t);
    (void)snprintf(made, 16, "+%u", t - net_trans_count(net) + 1);
    return made;
}

static inline void reduced_append_ids(char *text, size_t size,
                                      const struct net *net,
                                      struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        (void)snprintf(text + strlen(text), size - strlen(text), " %s",
                       net_place_label(net, places.at[i]));
}

static inline void reduced_describe(const struct reduction *reduction,
                                    char *text, size_t size)
{
    text[0] = '\0';
    for (uint32_t i = 0; i < reduction->steps.len; i++) {
        const struct reduction_step *const step = &reduction->steps.at[i];
        char made[16];
        const struct reduction_rule_row *const rule =
            &reduction_rule_rows[step->rule];

        (void)snprintf(text + strlen(text), size - strlen(text), "%s%s",
                       i ? ", " : "", rule->name);
        if (rule->form[0] == '*') {
            reduced_append_ids(text, size, reduction->net,
                               reduction_places(reduction, step));
            continue;
        }
        (void)snprintf(text + strlen(text), size - strlen(text), " %s",
                       rule->form[0] == 't'
                           ? reduced_label(reduction->net, step->a, made)
                           : net_place_label(reduction->net, step->a));
        if (rule->form[1] == 'p')
            (void)snprintf(text + strlen(text), size - strlen(text), " %s",
                           net_place_label(reduction->net, step->b));
    }
}

static inline void reduced_init_keeps(struct reduction_keeps *keeps,
                                      const struct net *net,
                                      const char *question)
{
    goal_list goals = {0};
    struct diag diag = {0};

    if (!strcmp(question, "deadlock"))
        goal_add_plain(&goals, "deadlock");
    else if (!strcmp(question, "safe"))
        goal_add_plain(&goals, "safe");
    else if (!strncmp(question, "EF ", 3))
        assert_true(goal_add_formula(&goals, net, question, &diag));
    else
        assert_true(goal_add_marking(&goals, net, question, false, &diag));
    reduction_keeps_init(keeps, net);
    reduction_keeps_add(keeps, net, goals.at);
    goal_list_free(&goals);
}

static inline unsigned reduced_rules(const char *names)
{
    unsigned rules = 0;

    if (!names)
        return REDUCER_ALL;
    for (uint32_t i = 0; i < REDUCTION_RULES; i++)
        if (strstr(names, reduction_rule_rows[i].name))
            rules |= 1u << i;
    return rules;
}

static inline void reduced_run(struct reducer *r, struct reduction_keeps *keeps,
                               const struct net *net, const char *question,
                               const char *rules)
{
    reduced_init_keeps(keeps, net, question);
    reducer_init(r, net, keeps, reduced_rules(rules));
    r->check = true;
    reducer_run(r);
}

/* A net, and what the rules leave of it. */
struct reduced_pair {
    struct net *net, *small;
    struct mutable_net_map map;
    struct reduction_keeps keeps;
    struct reducer r;
};

/* Takes the net. */
static inline void reduced_pair_init(struct reduced_pair *pair, struct net *net,
                                     const char *question, const char *rules)
{
    pair->net = net;
    reduced_run(&pair->r, &pair->keeps, net, question, rules);
    pair->small = mutable_net_freeze(&pair->r.net, &pair->map);
}

static inline void reduced_pair_finish(struct reduced_pair *pair)
{
    mutable_net_map_free(&pair->map);
    net_destroy(pair->small);
    reducer_finish(&pair->r);
    reduction_keeps_finish(&pair->keeps);
    net_destroy(pair->net);
}

static inline bool reduced_as_expected(const struct reduced_row *row,
                                       const char *rules)
{
    struct net *net = test_net(row->net);
    struct reduction_keeps keeps;
    struct reducer r;
    char text[400];
    bool good;

    reduced_run(&r, &keeps, net, row->question, rules);
    reduced_describe(&r.reduction, text, sizeof text);
    good = !strcmp(text, row->steps);
    if (!good)
        print_message("%s: %s\n", row->net, text);
    reducer_finish(&r);
    reduction_keeps_finish(&keeps);
    net_destroy(net);
    return good;
}

#endif
