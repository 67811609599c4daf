/* outcome_draw.h - the drawings of an outcome, and what may be one: pictures of
 * the prefix and of the net, relations, concurrency, the page.
 *
 * Graphviz lays pictures out, within the time that is left for it.  A picture
 * that was not drawn because of a limit is no failure: standard error says so,
 * and outcome->lacks_picture is set. */
#ifndef OUTCOME_DRAW_H
#define OUTCOME_DRAW_H

#include "cli/outcome.h"

/* Each needs its option and writes the file that it names.  False with a report
 * when that fails. */
bool outcome_draw_net(struct outcome *outcome, struct diag *diag);
bool outcome_draw_relations(struct outcome *outcome, struct diag *diag);
bool outcome_draw_concurrent(struct outcome *outcome, struct diag *diag);
bool outcome_draw_page(const struct outcome *outcome, struct diag *diag);

/* The explored prefix, in each format that has an option with a file; maybe
 * none. */
bool outcome_draw_prefix(struct outcome *outcome, struct diag *diag);

/* The sizes in a comparison, if there is a file for them. */
bool outcome_draw_bars(const struct outcome *outcome, struct diag *diag);

#endif
