#include "answer/profile.h"

enum { MOST_ROWS = 1000 };

void profile_finish(struct profile *profile)
{
    vec_free(&profile->rows);
}

/* The step becomes that of the rows that stay, which may have come at a larger
 * distance than asked for. */
static void thin_out(struct profile *profile)
{
    uint64_t span;

    for (uint32_t i = 0; 2 * i < profile->rows.len; i++)
        profile->rows.at[i] = profile->rows.at[2 * i];
    vec_cut(&profile->rows, (profile->rows.len + 1) / 2);
    span = vec_top(&profile->rows)->work - profile->rows.at[0].work;
    profile->step *= 2;
    if (profile->step < span / (profile->rows.len - 1))
        profile->step = span / (profile->rows.len - 1);
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
