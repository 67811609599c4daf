/* mpi_ranks.h - the processes of `mpirun`, which share a search.
 *
 * In the program without MPI there are none.  Processes besides rank 0 print
 * nothing: their standard streams are closed. */
#ifndef MPI_RANKS_H
#define MPI_RANKS_H

#include "api/punfpor.h"
#include "base/diag.h"

#include <stdbool.h>

struct mpi_ranks;

/* Begins MPI; NULL when this process is the only one.  The program without MPI,
 * if Open MPI has started several processes of it, becomes the program with
 * MPI, or ends with a message when that is not installed. */
struct mpi_ranks *mpi_ranks_create(int *argc, char ***argv);

/* For punfpor_set_ranks(); NULL if ranks is. */
const punfpor_ranks *mpi_ranks_of(const struct mpi_ranks *ranks);

/* Ends MPI.  diag is NULL when the search has ended without an error, so that
 * the other ranks know all about this rank; otherwise it tells them that it has
 * failed, and rank 0 why, if there is a report.  Rank 0 prints what the others
 * say, unless it has failed itself.  Is this another rank than the first, whose
 * exit code counts?  ranks may be NULL. */
bool mpi_ranks_destroy(struct mpi_ranks *ranks, const struct diag *diag);

#endif
