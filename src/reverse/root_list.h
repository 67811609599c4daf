/* root_list.h - the roots of subtrees that no worker has begun.
 *
 * Workers are threads.  One that has no subtree waits for a root; the others
 * see that roots are wanted, and give away theirs from the shallow end of what
 * they have left.  The search is at its end when all workers wait. */
#ifndef ROOT_LIST_H
#define ROOT_LIST_H

#include "reverse/subtree.h"

#include <pthread.h>
#include <stdatomic.h>

/* A root; its arrays follow it in one block, which is in no scope (mem.h): the
 * worker that takes it frees it. */
struct root_list_root {
    struct root_list_root *next;
    struct subtree_name name;
};

struct root_list {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct root_list_root *first;
    uint32_t n_roots, n_workers, n_waiting;
    _Atomic uint32_t n_wanted; /* waiting workers for whom there is no root */
    _Atomic bool is_stopped;
};

void root_list_init(struct root_list *list, uint32_t n_workers);
void root_list_finish(struct root_list *list);

/* Adds a copy. */
void root_list_put(struct root_list *list, const struct subtree_name *name);

/* Waits for a root; NULL when the search is at its end, or stopped. */
struct root_list_root *root_list_take(struct root_list *list);

/* Ends the search for all workers. */
void root_list_stop(struct root_list *list);

static inline bool root_list_wants(const struct root_list *list)
{
    return atomic_load_explicit(&list->n_wanted, memory_order_relaxed) > 0;
}

static inline bool root_list_is_stopped(const struct root_list *list)
{
    return atomic_load_explicit(&list->is_stopped, memory_order_relaxed);
}

#endif
