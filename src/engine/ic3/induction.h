/* induction.h - IC3: a question about a single marking is answered by inductive
 * clauses, or by a run that the search for them meets.
 *
 * Frames (frames.h) exclude more and more cubes.  A cube of the question that
 * the last frame does not exclude is an obligation: either no step leads into
 * it from the frame before, or its predecessors in that frame become an
 * obligation (predecessors.h).  Predecessors that contain the initial marking
 * give a run.  Otherwise a part of the cube, as small as it can be made, is
 * excluded.  When the last frame has no cube of the question left, there is one
 * frame more, and excluded cubes move on to it where they can.  When a frame is
 * the same as the next one, no step leaves it: it contains all reachable
 * markings, and the answer is no (THEORY, Theorem 83).
 *
 * The net is presumed to be safe. */
#ifndef INDUCTION_H
#define INDUCTION_H

#include "engine/ic3/exclusive_clauses.h"
#include "engine/ic3/predecessors.h"
#include "engine/ic3/skeleton.h"
#include "proof/case_proof.h"

struct induction;

enum induction_verdict {
    INDUCTION_OPEN,  /* a limit */
    INDUCTION_NEVER, /* no reachable marking answers */
    INDUCTION_RUN,   /* the run leads to one that does */
};

struct induction_result {
    witness_run run;         /* INDUCTION_RUN */
    case_proof_list cubes;   /* INDUCTION_NEVER: that no step enters */
    farkas_list comparisons; /* reasons why cubes of the question have no
                                marking */
};

void induction_result_finish(struct induction_result *result);

/* Looks for solutions of the skeleton that are reachable.  The traps and sets
 * are what is known of its net, and the skeleton is told of them; the figures,
 * of IC3_FIGURES, grow, and must outlive it as the skeleton must. */
struct induction *induction_create(struct skeleton *skeleton,
                                   const net_place_lists *traps,
                                   const struct exclusive *exclusive,
                                   uint64_t *figures);
void induction_destroy(struct induction *induction);

/* Some place of each trap from *n on is always marked, which the skeleton is
 * told, too; *n becomes their number. */
void induction_demand(struct induction *induction, const net_place_lists *traps,
                      uint32_t *n);

/* Seeks until the watch has counted more than `most`.  After INDUCTION_OPEN the
 * next call goes on with the same result, which is empty before the first
 * call. */
enum induction_verdict induction_seek(struct induction *induction,
                                      uint64_t most,
                                      struct induction_result *result);

#endif
