#include "target.h"
#include "same_net.h"

#include "base/check.h"
#include "base/mem.h"
#include "formats/net/registry.h"
#include "net/units.h"
#include "checks.h"

#include <string.h>
#include <unistd.h>

static char *new_path(const char *suffix)
{
    char path[80];

    (void)snprintf(path, sizeof path, "fuzz.%ld%s", (long)getpid(), suffix);
    return mem_text(path);
}

char *target_file(const uint8_t *bytes, size_t n)
{
    char *path = new_path(".in");
    FILE *file = fopen(path, "wb");

    CHECK(file && fwrite(bytes, 1, n, file) == n && !fclose(file));
    return path;
}

void target_remove(char *path)
{
    (void)unlink(path);
    mem_free(path);
}

void target_refused(const struct diag *diag)
{
    CHECK(diag->code == DIAG_INPUT && diag->text[0] && diag->file[0]);
    CHECK(diag->line || !diag->column);
}

static void check_written(const struct net *net, const char *suffix)
{
    char *path = new_path(suffix);
    char why[300] = "";
    struct diag diag = {0};

    if (registry_write(net, path, &diag)) {
        struct net *back = registry_read(path, NULL, &diag);

        if (!back || !same_net(net, back, why, sizeof why))
            fprintf(stderr, "%s: %s%s\n", suffix, diag.text, why);
        CHECK(back && !why[0]);
        if (!strcmp(suffix, ".pnml") && net_units(net))
            CHECK(net_units(back) &&
                  same_net_units(net_units(net), net_units(back)));
        net_check(back);
        net_destroy(back);
    } else {
        target_refused(&diag);
    }
    target_remove(path);
}

void target_net(const uint8_t *bytes, size_t n)
{
    char *path = target_file(bytes, n);
    struct diag diag = {0};
    struct net *net = registry_read(path, NULL, &diag);

    if (net) {
        CHECK(diag.code == DIAG_NONE);
        net_check(net);
        check_written(net, ".ll_net");
        check_written(net, ".pnml");
        check_written(net, ".net");
        check_written(net, ".g");
        check_written(net, ".lola");
        check_written(net, ".tapn");
        check_written(net, ".bnet");
    } else {
        target_refused(&diag);
    }
    net_destroy(net);
    target_remove(path);
}

struct net *target_alphabet(void)
{
    static const char *const names[] = {"a", "b",   "put token", "x#{}",
                                        "",  "é\\", "same",      "same"};
    static const char *const places[] = {"p", "q r", "#"};
    struct net_builder *builder = net_builder_create();
    struct diag diag = {0};
    char id[16];

    net_builder_prefer_names(builder);
    for (uint32_t i = 0; i < sizeof places / sizeof *places; i++) {
        (void)snprintf(id, sizeof id, "%u", i + 1);
        CHECK(net_builder_place(builder, id, places[i], !i,
                                (struct net_where){"", 0, 0},
                                &diag) != PLACE_NONE);
    }
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(id, sizeof id, "%u", i + 1);
        CHECK(net_builder_trans(builder, id, names[i],
                                (struct net_where){"", 0, 0},
                                &diag) != TRANS_NONE);
    }
    return net_builder_finish(builder);
}
