/* profile_write.h - the profile of a run as comma-separated values, or as plots
 * of its columns over the work. */
#ifndef PROFILE_WRITE_H
#define PROFILE_WRITE_H

#include "answer/profile.h"
#include "base/diag.h"

/* path as for output_open(). */
bool profile_write_csv(const struct profile *profile, const char *path,
                       struct diag *diag);
bool profile_write_svg(const struct profile *profile, const char *title,
                       const char *path, struct diag *diag);

#endif
