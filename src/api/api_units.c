#include "api/api_units.h"

#include "net/marking.h"
#include "structure/unit_breach.h"

#include <stdio.h>
#include <string.h>

const struct units *api_units_of(const struct api_problem *problem,
                                 const struct api_safety *safety)
{
    const struct units *const units = net_units(problem->net);

    return units && units->safe && !safety->has_safe_units ? units : NULL;
}

/* The number of steps after which the run is at a marking that is not
 * unit-safe; 0: it never is.  It ends before a second token. */
static uint32_t breach_on(const struct unit_breach *breach,
                          const witness_run *run, bits_word *m,
                          struct unit_breach_found *found)
{
    marking_initial(breach->net, m);
    for (uint32_t i = 0; i < run->len; i++) {
        const trans_id t = run->at[i];

        if (marking_unsafe(breach->net, m, t) != PLACE_NONE)
            return 0;
        marking_fire(breach->net, m, t);
        if (unit_breach_suspects(breach, t) &&
            unit_breach_at(breach, m, t, found))
            return i + 1;
    }
    return 0;
}

static char *warning_of(const struct net *net, struct unit_breach_found found,
                        uint32_t n_steps)
{
    const struct units *const units = net_units(net);
    char text[400], unit[24];
    const char *id = units_id(units, units->unit_of[found.p]);

    if (!id) {
        (void)snprintf(unit, sizeof unit, "u%u", units->unit_of[found.p]);
        id = unit;
    }
    (void)snprintf(text, sizeof text,
                   "the NUPN units are wrong: unit '%.80s' excludes tokens on "
                   "'%.80s' and '%.80s', and a run of %u step%s marks both",
                   id, net_place_label(net, found.p),
                   net_place_label(net, found.q), n_steps,
                   n_steps == 1 ? "" : "s");
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = ' '; /* the warning is one line */
    return mem_text(text);
}

char *api_units_warning(const struct net *net, const struct answer *answer,
                        bool reduced)
{
    struct unit_breach breach;
    struct unit_breach_found found = {0};
    bits_word *m;
    uint32_t n_steps;

    unit_breach_init(&breach, net_units(net), net);
    m = mem_zero(marking_words(net), sizeof *m);
    n_steps = breach_on(&breach, &answer->unsafe_run, m, &found);
    if (!n_steps && !reduced)
        n_steps = breach_on(&breach, &answer->breach.run, m, &found);
    for (uint32_t g = 0; g < answer->n_findings && !n_steps; g++)
        n_steps = breach_on(&breach, &answer->findings[g].run, m, &found);
    unit_breach_finish(&breach);
    mem_free(m);
    return n_steps ? warning_of(net, found, n_steps) : NULL;
}
