#include "api/run/api_safety.h"

#include "base/system.h"
#include "net/unit_safety.h"
#include "structure/safety.h"
#include "structure/unit_breach.h"

#include <stdio.h>
#include <string.h>

/* What answers instead of an engine; the last one is any of these, for callers
 * that have seen nothing but the net. */
static const struct row {
    const char *word, *techniques;
} rows[] = {
    [API_SAFETY_OPEN] = {NULL, NULL},
    [API_SAFETY_UNITS] = {"units", "TOPOLOGICAL USE_NUPN"},
    [API_SAFETY_WEIGHTS] = {"weights", "TOPOLOGICAL"},
    {"structure", "TOPOLOGICAL"},
};

const char *api_safety_word(enum api_safety_shown shown)
{
    return rows[shown].word;
}

const char *api_safety_techniques(const char *word)
{
    for (uint32_t i = 1; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(word, rows[i].word))
            return rows[i].techniques;
    return "EXPLICIT STUBBORN_SETS";
}

void api_safety_finish(struct api_safety *safety)
{
    weights_finish(&safety->weights);
    exclusive_finish(&safety->exclusive);
}

/* More if safety is asked, and a quarter of the time at most. */
static uint64_t work_of(const struct api_problem *problem)
{
    const uint64_t most =
        problem->is_circuit || api_problem_keeps(problem, QUESTION_KEEPS_SAFETY)
            ? UINT64_C(4000000000)
            : UINT64_C(20000000);
    const double seconds = settings_real(&problem->settings, SETTING_timeout);

    return seconds > 0 && seconds * 0.25e9 < (double)most
               ? (uint64_t)(seconds * 0.25e9)
               : most;
}

/* To search for machines takes less time than linear programs do, and mostly
 * ends soon. */
static uint64_t work_of_search(const struct net *net, uint64_t work)
{
    const uint64_t most = UINT64_C(400000000), per_arc = 20000;
    const uint64_t by_size = per_arc * net_size(net);
    const uint64_t least = by_size < most ? by_size : most;

    return work > least ? work : least;
}

static void search(const struct api_problem *problem, bool certifies,
                   struct api_safety *safety)
{
    const struct net *const net = problem->net;
    struct api_problem_clock half = api_problem_half(problem, system_now());
    const struct stop stop = api_problem_stop(&half);
    const struct units *const units = net_units(net);

    if (units && unit_safety_prove(units, net)) {
        safety->shown = API_SAFETY_UNITS;
        safety->has_safe_units = true;
        exclusive_add_units(&safety->exclusive, units);
    }
    if (safety->shown && !certifies)
        return;
    if (problem->vectors)
        weights_append(&safety->weights, problem->vectors);
    if (safety_by_machines(net, &safety->weights) ||
        safety_by_semiflows(net, &safety->weights) ||
        safety_by_search(net, work_of_search(net, safety->work), &stop,
                         &safety->weights) ||
        safety_programs_prove(net, safety->work, &stop, &safety->weights)) {
        safety->shown = API_SAFETY_WEIGHTS;
        safety->has_weights = certifies;
    }
    if (bounded_net_is_kept(net))
        safety->shown = API_SAFETY_WEIGHTS;
    safety_exclude(net, &safety->weights, &safety->exclusive);
    if (!safety->has_weights)
        weights_finish(&safety->weights);
}

static void copy(struct api_safety *safety, const struct api_safety *from)
{
    safety->shown = from->shown;
    safety->has_safe_units = from->has_safe_units;
    safety->has_weights = from->has_weights;
    weights_append(&safety->weights, &from->weights);
    exclusive_append(&safety->exclusive, &from->exclusive);
}

void api_safety_prove(const struct api_problem *problem,
                      const struct api_safety *from, struct api_safety *safety)
{
    const bool certifies = api_problem_number(problem, SETTING_certificate);

    safety->work = work_of(problem);
    /* Is what was found out before all that a search could find? */
    if (from && (certifies ? from->has_weights
                           : from->shown || from->work >= safety->work))
        copy(safety, from);
    else
        search(problem, certifies, safety);
}

/* --- units that a file promises ---------------------------------------------
 */

const struct units *api_safety_open_units(const struct api_problem *problem,
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

char *api_safety_warning(const struct net *net, const struct answer *answer,
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
