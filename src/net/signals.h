/* signals.h - the signals of a signal transition graph.
 *
 * Each transition of the input is an edge of a signal, or a dummy:
 *
 *     a+   a rises     a-   a falls     a~   a changes
 *
 * The environment changes inputs, the circuit outputs and internal signals,
 * which are both called local. */
#ifndef SIGNALS_H
#define SIGNALS_H

#include "base/vec.h"
#include "net/names.h"
#include "net/relation.h"

#include <stdbool.h>
#include <stdint.h>

#define SIGNALS_NONE UINT32_MAX

enum signals_kind { SIGNALS_INPUT, SIGNALS_OUTPUT, SIGNALS_INTERNAL };

struct signals {
    struct names ids;             /* by signal */
    VEC(enum signals_kind) kinds; /* by signal */
    VEC(uint32_t) of;             /* by transition; SIGNALS_NONE: a dummy */
    VEC(char) edges;              /* by transition: '+', '-', '~'; 0: a dummy */
    VEC(char)
    values; /* by signal, maybe not of all: '0' or '1', where the
               input tells the initial value; 0: it does not */
};

void signals_destroy(struct signals *signals); /* may be NULL */

/* By signal: its transitions. */
void signals_edges(const struct signals *signals, struct relation *edges);

static inline uint32_t signals_count(const struct signals *signals)
{
    return names_count(&signals->ids);
}

/* '0', '1', or 0, as above. */
static inline char signals_value(const struct signals *signals, uint32_t s)
{
    return s < signals->values.len ? signals->values.at[s] : 0;
}

/* Is the signal of transition t of this kind, or local?  False for a dummy. */
static inline bool signals_is(const struct signals *signals, uint32_t t,
                              enum signals_kind kind)
{
    return signals->of.at[t] != SIGNALS_NONE &&
           signals->kinds.at[signals->of.at[t]] == kind;
}

static inline bool signals_is_local(const struct signals *signals, uint32_t t)
{
    return signals->of.at[t] != SIGNALS_NONE &&
           !signals_is(signals, t, SIGNALS_INPUT);
}

#endif
