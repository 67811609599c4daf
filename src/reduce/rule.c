#include "reduce/rule.h"

const struct rule_row rule_rows[REDUCTION_RULES] = {
    [REDUCTION_OVERFLOW] = {.net = rule_dead_overflow},
    [REDUCTION_DEAD] = {.net = rule_dead_places,
                        .node[RULE_PLACES] = rule_dead_place},
    [REDUCTION_CONSTANT] = {.node[RULE_PLACES] = rule_dead_constant},
    [REDUCTION_DOMINATED] = {.node[RULE_TRANSITIONS] = rule_dominated_try},
    [REDUCTION_NEUTRAL] = {.node[RULE_TRANSITIONS] = rule_neutral_try},
    [REDUCTION_SINK] = {.node[RULE_PLACES] = rule_redundant_sink},
    [REDUCTION_REDUNDANT] = {.node[RULE_PLACES] = rule_redundant_place,
                             .node[RULE_LATE_PLACES] = rule_implied_try},
    [REDUCTION_READ] = {.node[RULE_TRANSITIONS] = rule_redundant_read},
    [REDUCTION_SLICE] = {.net = rule_slice_try, .again = true},
    [REDUCTION_POST] = {.node[RULE_PLACES] = rule_agglomerate_post,
                        .lift = rule_agglomerate_lift,
                        .length = rule_agglomerate_length},
    [REDUCTION_PRE] = {.node[RULE_PLACES] = rule_agglomerate_pre,
                       .lift = rule_agglomerate_lift,
                       .length = rule_agglomerate_length,
                       .puts_off = true},
    /* Merging leaves a place that is read, where agglomeration stops. */
    [REDUCTION_CYCLE] = {.node[RULE_LATE_TRANSITIONS] = rule_cycle_try,
                         .lift = rule_cycle_lift,
                         .length = rule_cycle_length},
};
