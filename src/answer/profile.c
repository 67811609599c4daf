#include "answer/profile.h"

enum { MOST_ROWS = 1000 };

void profile_finish(struct profile *profile)
{
    vec_free(&profile->rows);
}

static void thin_out(struct profile *profile)
{
    for (uint32_t i = 0; 2 * i < profile->rows.len; i++)
        profile->rows.at[i] = profile->rows.at[2 * i];
    vec_cut(&profile->rows, (profile->rows.len + 1) / 2);
    profile->step *= 2;
}

void profile_add(struct profile *profile, const struct profile_row *row)
{
    if (!profile->step)
        profile->step = 1;
    vec_push(&profile->rows, *row);
    if (profile->rows.len == MOST_ROWS)
        thin_out(profile);
    profile->due = row->work + profile->step;
}
