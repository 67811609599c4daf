#include "../target.h"

#include "base/check.h"
#include "base/mem.h"
#include "formats/text/given_files.h"

#include <string.h>
#include <unistd.h>

/* An accepted run can be written and read back. */
static void check_written(const struct net *net, const witness_run *run)
{
    char path[80];
    witness_run back = {0};
    struct diag diag = {0};

    (void)snprintf(path, sizeof path, "fuzz.%ld.scn", (long)getpid());
    CHECK(scn_write(net, run, UINT32_MAX, "a run", path, &diag));
    CHECK(scn_read(net, path, &back, &diag));
    CHECK(back.len == run->len);
    CHECK(!run->len || !memcmp(back.at, run->at, run->len * sizeof *run->at));
    vec_free(&back);
    (void)unlink(path);
}

TARGET(scn)
{
    struct net *net = target_alphabet();
    char *path = target_file(bytes, n);
    struct diag diag = {0};
    witness_run run = {0};

    if (scn_read(net, path, &run, &diag))
        check_written(net, &run);
    else
        target_refused(&diag);
    vec_free(&run);
    net_destroy(net);
    target_remove(path);
    return 0;
}
