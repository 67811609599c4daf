/* row.h - one engine under one relation and order, run on its own.
 *
 * A row of a comparison runs in a child process: its peak memory is its own,
 * and when it crashes or takes all the memory there is, only the row is lost.
 * Its answer comes back through a pipe.
 *
 * The child hears of an interruption through the same flag as its parent and
 * ends as any run does.  One that does not look at its limits is killed some
 * time after its deadline. */
#ifndef ROW_H
#define ROW_H

#include "engine/engine.h"

enum row_end {
    ROW_ENDED,   /* there is an answer */
    ROW_MEMORY,  /* the machine had no memory left */
    ROW_KILLED,  /* did not end at its deadline */
    ROW_CRASHED, /* our own fault */
};

struct row {
    const char *relation; /* as dep_name() has it */
    const struct dep *dep;
    const struct engine *engine;
    enum engine_order order;
    const char *order_name;

    enum row_end end;
    struct answer answer; /* all unknown unless the row ended */
};

/* The figures of a row, as columns.  X(figure, title, whether every engine has
 * it, or only those that visit configurations). */
#define ROW_FIGURES(X)                          \
    X(conditions, "conditions", true)           \
    X(events, "events", true)                   \
    X(cutoffs, "cutoffs", true)                 \
    X(maximal_configurations, "maximal", false) \
    X(max_configuration, "largest", false)

/* Runs the problem with the row's relation, engine and order; the rest of
 * the problem is as given.  row->answer is filled, to be finished by
 * row_finish().  False when no process can be had. */
bool row_run(struct row *row, const struct engine_problem *problem,
             const struct engine_limits *limits, struct diag *diag);
void row_finish(struct row *row);

/* Does the row have the figures of ROW_FIGURES at all?  Only engines that
 * visit configurations count them; a row without an answer has seconds and
 * nothing else. */
bool row_has_figures(const struct row *row);
bool row_has_configurations(const struct row *row);

/* Why it stopped: answer_stop_name(), "out of memory", "crashed". */
const char *row_stop(const struct row *row);

#endif
