#include "../target.h"

#include "base/check.h"
#include "formats/text/given_files.h"

/* An accepted relation is symmetric and reflexive. */
static void check_relation(const struct net *net, const struct dep *dep)
{
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        CHECK(dep_has(dep, t, t));
        for (trans_id u = 0; u < t; u++)
            CHECK(dep_has(dep, t, u) == dep_has(dep, u, t));
    }
}

TARGET(indep)
{
    struct net *net = target_alphabet();
    char *path = target_file(bytes, n);
    struct diag diag = {0};
    struct dep *dep = indep_read(net, path, &diag);

    if (dep)
        check_relation(net, dep);
    else
        target_refused(&diag);
    dep_destroy(dep);
    net_destroy(net);
    target_remove(path);
    return 0;
}
