#include "net/check_independence.h"

#include "net/marking.h"

void check_independence_init(struct check_independence *check,
                             const struct net *net, const struct dep *dep)
{
    const uint32_t n = net_trans_count(net);
    struct dep *read;

    *check = (struct check_independence){.net = net};
    if (dep_kind(dep) != DEP_USER)
        return;
    read = dep_create(net, DEP_READ);
    for (trans_id t = 0; t < n; t++)
        for (trans_id u = t + 1; u < n; u++)
            if (!dep_has(dep, t, u) && dep_has(read, t, u))
                vec_push(&check->pairs, ((struct dep_pair){t, u}));
    dep_destroy(read);
}

void check_independence_finish(struct check_independence *check)
{
    vec_free(&check->pairs);
}

bool check_independence_holds(const struct check_independence *check,
                              const bits_word *m, struct diag *diag)
{
    const struct net *const net = check->net;
    char text[400];

    for (uint32_t i = 0; i < check->pairs.len; i++) {
        const struct dep_pair pair = check->pairs.at[i];

        if (dep_commute(net, m, pair.a, pair.b))
            continue;
        marking_print(net, m, text, sizeof text);
        return diag_input(diag, NULL,
                          "transitions '%s' and '%s' are listed as independent "
                          "but do not commute at the reachable marking %s",
                          net_trans_label(net, pair.a),
                          net_trans_label(net, pair.b), text);
    }
    return true;
}
