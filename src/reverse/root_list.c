#include "reverse/root_list.h"

#include <string.h>

void root_list_init(struct root_list *list, uint32_t n_workers)
{
    *list = (struct root_list){.n_workers = n_workers};
    pthread_mutex_init(&list->lock, NULL);
    pthread_cond_init(&list->changed, NULL);
}

void root_list_finish(struct root_list *list)
{
    while (list->first) {
        struct root_list_root *const root = list->first;

        list->first = root->next;
        mem_free(root);
    }
    pthread_cond_destroy(&list->changed);
    pthread_mutex_destroy(&list->lock);
}

/* Under the lock. */
static void count_wanted(struct root_list *list)
{
    atomic_store_explicit(
        &list->n_wanted,
        list->n_waiting > list->n_roots ? list->n_waiting - list->n_roots : 0,
        memory_order_relaxed);
}

static void copy(uint32_t *to, const uint32_t *from, uint32_t n)
{
    if (n)
        memcpy(to, from, n * sizeof *to);
}

static struct root_list_root *make_root(const struct subtree_name *name)
{
    const size_t n = (size_t)name->n_path + name->n_trans;
    struct root_list_root *const root =
        mem_alloc(1, sizeof *root + n * sizeof *name->path);
    uint32_t *const words = (uint32_t *)(root + 1);

    mem_keep(root);
    copy(words, name->path, name->n_path);
    copy(words + name->n_path, name->trans, name->n_trans);
    root->name = (struct subtree_name){
        .path = words,
        .trans = words + name->n_path,
        .n_path = name->n_path,
        .n_trans = name->n_trans,
    };
    return root;
}

void root_list_put(struct root_list *list, const struct subtree_name *name)
{
    struct root_list_root *const root = make_root(name);

    pthread_mutex_lock(&list->lock);
    root->next = list->first;
    list->first = root;
    list->n_roots++;
    count_wanted(list);
    pthread_cond_signal(&list->changed);
    pthread_mutex_unlock(&list->lock);
}

static void stop(struct root_list *list)
{
    atomic_store_explicit(&list->is_stopped, true, memory_order_relaxed);
    pthread_cond_broadcast(&list->changed);
}

void root_list_stop(struct root_list *list)
{
    pthread_mutex_lock(&list->lock);
    stop(list);
    pthread_mutex_unlock(&list->lock);
}

struct root_list_root *root_list_take(struct root_list *list)
{
    struct root_list_root *root = NULL;

    pthread_mutex_lock(&list->lock);
    list->n_waiting++;
    if (!list->n_roots && list->n_waiting == list->n_workers)
        stop(list);
    count_wanted(list);
    while (!list->n_roots && !root_list_is_stopped(list))
        pthread_cond_wait(&list->changed, &list->lock);
    if (!root_list_is_stopped(list)) {
        root = list->first;
        list->first = root->next;
        list->n_roots--;
        list->n_waiting--;
        count_wanted(list);
    }
    pthread_mutex_unlock(&list->lock);
    return root;
}
