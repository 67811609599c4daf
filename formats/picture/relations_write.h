/* relations_write.h - how transitions are ordered, as comma-separated values,
 * as JSON, and as a drawing.
 *
 * A drawing has a box for each transition that can fire.  It leaves out lines
 * that other lines imply: an arrow a -> c if there are a -> b and b -> c, and a
 * line between a and b of another relation if a transition before one of the
 * two has the same relation to the other. */
#ifndef RELATIONS_WRITE_H
#define RELATIONS_WRITE_H

#include "base/diag.h"
#include "formats/picture/dot_options.h"
#include "occurrence/relations.h"

/* path as for output_open(). */
bool relations_write_csv(const struct relations *r, const char *path,
                         struct diag *diag);
bool relations_write_json(const struct relations *r, const char *path,
                          struct diag *diag);
bool relations_dot_write(const struct relations *r,
                         const struct dot_options *options, const char *path,
                         struct diag *diag);

#endif
