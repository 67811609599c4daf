/* process.h - the branching process that a prefix certificate describes.
 *
 * Events are added one by one, and each is checked (THEORY, Definition 44): it
 * uses conditions on the preset of its transition, which events that are no
 * cutoffs produce and which are pairwise concurrent.  Conditions are numbered:
 * first the initial conditions, then the conditions of each event that is no
 * cutoff.  No event uses a condition of a cutoff.
 *
 * The concurrency relation is stored pair by pair, for conditions on connected
 * copies (copies.h). */
#ifndef PROCESS_H
#define PROCESS_H

#include "base/hash.h"
#include "base/pool.h"
#include "checker/copies.h"
#include "formats/certificate/cert.h"

struct process_condition {
    uint32_t copy;
    struct pool_list concurrent; /* conditions that are connected and
                                    concurrent with it, increasing */
};

typedef VEC(uint32_t) process_list;

struct process {
    const struct net *net;
    const struct cert *cert;
    struct fault *fault;
    struct copies copies;
    VEC(struct process_condition) conditions;
    struct pool pool;
    uint32_t *uses;     /* conditions; slices as those of cert.producers */
    uint32_t *produced; /* by event: the first condition it produces */
    uint32_t *level;    /* by event: Foata level, from 1 */
    uint32_t *initial;  /* by copy: the initial condition, or UINT32_MAX */
    struct hash names;  /* (transition, uses) -> event */
    uint32_t *stamp;    /* by copy; the checker's own marks (judge.h) */
    uint32_t now;
    process_list concurrent; /* conditions, with the current event */
};

/* cert has the kind CERT_PREFIX.  All arguments must outlive the process. */
void process_init(struct process *process, const struct net *net,
                  const struct cert *cert, struct fault *fault);
void process_finish(struct process *process);

/* Before process_build(): the conditions on the first copies of these places
 * are to be compared. */
void process_connect(struct process *process, const place_id *places,
                     uint32_t n);

/* Adds all events; false with a report on the first invalid one. */
bool process_build(struct process *process);

static inline const struct cert_event *process_event(const struct process *p,
                                                     uint32_t e)
{
    return &p->cert->events.at[e];
}

/* Of conditions on connected copies. */
static inline bool process_concurrent(const struct process *process, uint32_t x,
                                      uint32_t y)
{
    return pool_has(&process->pool, process->conditions.at[x].concurrent, y);
}

/* The event of t on these conditions, which are in the order of the copies that
 * t consumes; 0: none. */
uint32_t process_find(const struct process *process, trans_id t,
                      const uint32_t *uses);

/* The label of the place of a copy, for messages. */
const char *process_place(const struct process *process, uint32_t copy);

/* Does the prefix contain every event that it must contain?  Each set of
 * pairwise concurrent conditions that is the preset of a transition must have
 * an event of this transition (THEORY, Definition 44).  False with a report
 * about a missing event. */
bool closure_check(struct process *process);

/* False with a report when these places have pairwise concurrent
 * conditions. */
bool closure_avoids(struct process *process, const place_id *places,
                    uint32_t n);

/* Does every cutoff have a valid companion?  The local configurations of both
 * must lead to the same marking, and the companion's must be smaller in the
 * order of [ERV02] (THEORY, Definition 44): by size; then by Parikh vectors,
 * where the first transition in which they differ occurs more often; then by
 * Foata levels, where the first level in which they differ has fewer events or
 * is smaller in its sorted labels. */
bool companion_check(const struct process *process);

#endif
