#include "engine/reverse/ledger.h"

/* --- budgets -------------------------------------------------------------- */

enum {
    MOST_ROOTS = 64,     /* in one budget */
    PLENTY = 4,          /* open roots for each worker */
    MOST_DOUBLINGS = 9,  /* of the work, as roots abound */
    MOST_THAT_WORK = 64, /* processes among which the first one explores */
};

/* Units of the watch, while no root is left over; and for each worker more, as
 * the messages of all take the time of one. */
static const uint64_t SMALL = 2000000, EACH = 4000;

/* The budget of a worker that is alone. */
static const uint64_t LARGE = 500000000;

struct ledger_budget ledger_budget_for(uint64_t n_open, uint32_t n_workers)
{
    const uint64_t each = n_open / n_workers, most = each / PLENTY;
    struct ledger_budget budget = {.n_roots = 1,
                                   .work = SMALL + EACH * n_workers};

    for (uint32_t i = 0; i < MOST_DOUBLINGS && each >> i; i++)
        budget.work *= 2;
    if (n_workers == 1)
        budget.work = LARGE;
    if (most) {
        budget.deepest = true;
        budget.n_roots = most < MOST_ROOTS ? (uint32_t)most : MOST_ROOTS;
    }
    return budget;
}

bool ledger_first_works(uint32_t n_ranks)
{
    return n_ranks <= MOST_THAT_WORK;
}

/* --- lists of roots ------------------------------------------------------- */

static struct ledger_root *make_root(const struct partial_name *name)
{
    const size_t n = (size_t)name->n_path + name->n_trans;
    struct ledger_root *const root =
        mem_alloc(1, sizeof *root + n * sizeof *name->path);
    uint32_t *const words = (uint32_t *)(root + 1);

    mem_keep(root);
    first_answers_copy(words, name->path, name->n_path);
    first_answers_copy(words + name->n_path, name->trans, name->n_trans);
    *root = (struct ledger_root){.name = *name};
    root->name.path = words;
    root->name.trans = words + name->n_path;
    return root;
}

static void append(struct ledger_list *list, struct ledger_root *root)
{
    root->next = NULL;
    root->prev = list->last;
    *(list->last ? &list->last->next : &list->first) = root;
    list->last = root;
    list->n++;
}

/* Takes the first one, or the last one; the list is not empty. */
static struct ledger_root *pick(struct ledger_list *list, bool last)
{
    struct ledger_root *const root = last ? list->last : list->first;

    *(root->prev ? &root->prev->next : &list->first) = root->next;
    *(root->next ? &root->next->prev : &list->last) = root->prev;
    list->n--;
    return root;
}

static void free_list(struct ledger_list *list)
{
    while (list->first) {
        struct ledger_root *const root = list->first;

        list->first = root->next;
        mem_free(root);
    }
    *list = (struct ledger_list){0};
}

/* Moves all behind the others. */
static void move_all(struct ledger_list *to, const struct ledger_list *from)
{
    if (!from->n)
        return;
    from->first->prev = to->last;
    *(to->last ? &to->last->next : &to->first) = from->first;
    to->last = from->last;
    to->n += from->n;
}

static struct ledger_list make_roots(const struct partial_search *partial)
{
    struct ledger_list list = {0};

    for (uint32_t i = 0; i < partial->roots.len; i++) {
        const struct partial_name name = partial_name_of(partial, i);

        append(&list, make_root(&name));
    }
    return list;
}

/* --- the ledger ----------------------------------------------------------- */

void ledger_init(struct ledger *ledger, uint32_t n_workers,
                 struct first_answers *answers)
{
    *ledger = (struct ledger){.n_workers = n_workers, .answers = answers};
    pthread_mutex_init(&ledger->lock, NULL);
    pthread_cond_init(&ledger->changed, NULL);
    ledger->taken = mem_zero(n_workers, sizeof *ledger->taken);
}

void ledger_finish(struct ledger *ledger)
{
    free_list(&ledger->open);
    for (uint32_t w = 0; w < ledger->n_workers; w++)
        free_list(&ledger->taken[w]);
    mem_free(ledger->taken);
    pthread_cond_destroy(&ledger->changed);
    pthread_mutex_destroy(&ledger->lock);
}

void ledger_open(struct ledger *ledger, const struct partial_search *from)
{
    if (!from) {
        append(&ledger->open, make_root(&(struct partial_name){0}));
        return;
    }
    ledger->open = make_roots(from);
    ledger->is_beyond = from->is_beyond;
    partial_add_sums(&ledger->sums, &from->sums);
}

/* Under the lock, as the functions below. */
static void count_wanted(struct ledger *ledger)
{
    const uint64_t n_open = ledger->open.n;

    atomic_store_explicit(
        &ledger->n_wanted,
        ledger->n_waiting > n_open ? ledger->n_waiting - (uint32_t)n_open : 0,
        memory_order_relaxed);
}

static void stop(struct ledger *ledger)
{
    atomic_store_explicit(&ledger->is_stopped, true, memory_order_relaxed);
    pthread_cond_broadcast(&ledger->changed);
}

static bool is_past(const struct ledger *ledger, const struct ledger_root *root)
{
    return first_answers_is_past(ledger->answers, root->name.path,
                                 root->name.n_path);
}

static bool take_lease(struct ledger *ledger, uint32_t w,
                       struct ledger_lease *lease)
{
    const struct ledger_budget budget =
        ledger_budget_for(ledger->open.n, ledger->n_workers);
    struct ledger_list *const taken = &ledger->taken[w];

    while (taken->n < budget.n_roots && ledger->open.n) {
        struct ledger_root *const root = pick(&ledger->open, budget.deepest);

        if (is_past(ledger, root))
            mem_free(root);
        else
            append(taken, root);
    }
    *lease = (struct ledger_lease){taken->first, budget.work};
    ledger->n_taking += taken->n > 0;
    return taken->n > 0;
}

bool ledger_take(struct ledger *ledger, uint32_t w, struct ledger_lease *lease)
{
    bool taken;

    pthread_mutex_lock(&ledger->lock);
    taken = !ledger_is_stopped(ledger) && take_lease(ledger, w, lease);
    pthread_mutex_unlock(&ledger->lock);
    return taken;
}

bool ledger_wait(struct ledger *ledger, uint32_t w, struct ledger_lease *lease)
{
    bool taken = false;

    pthread_mutex_lock(&ledger->lock);
    ledger->n_waiting++;
    while (!ledger_is_stopped(ledger) &&
           !(taken = take_lease(ledger, w, lease))) {
        if (!ledger->n_taking)
            stop(ledger);
        count_wanted(ledger);
        if (!ledger_is_stopped(ledger))
            pthread_cond_wait(&ledger->changed, &ledger->lock);
    }
    ledger->n_waiting--;
    count_wanted(ledger);
    pthread_mutex_unlock(&ledger->lock);
    return taken;
}

static void note_reason(struct ledger *ledger, enum answer_stop reason)
{
    if (reason != STOP_DONE &&
        (ledger->reason == STOP_DONE || ledger->reason == STOP_INTERRUPTED))
        ledger->reason = reason;
}

void ledger_commit(struct ledger *ledger, uint32_t w,
                   const struct partial_search *done)
{
    const struct ledger_list given = make_roots(done);
    struct ledger_list taken;

    pthread_mutex_lock(&ledger->lock);
    taken = ledger->taken[w];
    ledger->taken[w] = (struct ledger_list){0};
    ledger->n_taking -= taken.n > 0;
    move_all(&ledger->open, &given);
    partial_add_sums(&ledger->sums, &done->sums);
    ledger->is_beyond |= done->is_beyond;
    note_reason(ledger, done->reason);
    count_wanted(ledger);
    if (done->reason != STOP_DONE)
        stop(ledger);
    else
        pthread_cond_broadcast(&ledger->changed);
    pthread_mutex_unlock(&ledger->lock);
    free_list(&taken);
}

void ledger_return(struct ledger *ledger, uint32_t w)
{
    pthread_mutex_lock(&ledger->lock);
    ledger->n_taking -= ledger->taken[w].n > 0;
    move_all(&ledger->open, &ledger->taken[w]);
    ledger->taken[w] = (struct ledger_list){0};
    count_wanted(ledger);
    pthread_cond_broadcast(&ledger->changed);
    pthread_mutex_unlock(&ledger->lock);
}

void ledger_stop(struct ledger *ledger, enum answer_stop reason)
{
    pthread_mutex_lock(&ledger->lock);
    note_reason(ledger, reason);
    stop(ledger);
    pthread_mutex_unlock(&ledger->lock);
}

bool ledger_is_over(struct ledger *ledger)
{
    bool is_over;

    pthread_mutex_lock(&ledger->lock);
    is_over =
        ledger_is_stopped(ledger) || (!ledger->open.n && !ledger->n_taking);
    pthread_mutex_unlock(&ledger->lock);
    return is_over;
}

/* --- saving --------------------------------------------------------------- */

struct ledger_size {
    uint64_t n_roots, n_words;
};

static void measure(const struct ledger_list *list, struct ledger_size *size)
{
    for (const struct ledger_root *root = list->first; root; root = root->next)
        size->n_words += (uint64_t)root->name.n_path + root->name.n_trans;
    size->n_roots += list->n;
}

static struct ledger_size measure_all(const struct ledger *ledger)
{
    struct ledger_size size = {0};

    measure(&ledger->open, &size);
    for (uint32_t w = 0; w < ledger->n_workers; w++)
        measure(&ledger->taken[w], &size);
    return size;
}

static void save_roots(const struct ledger_list *list,
                       struct partial_search *to)
{
    for (const struct ledger_root *root = list->first; root; root = root->next)
        partial_add_root(to, &root->name);
}

static bool has_room(const struct partial_search *to,
                     const struct ledger_size *size)
{
    return to->roots.cap - to->roots.len >= size->n_roots &&
           to->words.cap - to->words.len >= size->n_words;
}

/* Memory may run out, so that none is allocated under the lock. */
void ledger_save(struct ledger *ledger, struct partial_search *to)
{
    struct ledger_size size;

    pthread_mutex_lock(&ledger->lock);
    size = measure_all(ledger);
    while (!has_room(to, &size)) {
        pthread_mutex_unlock(&ledger->lock);
        vec_reserve(&to->roots, size.n_roots);
        vec_reserve(&to->words, size.n_words);
        pthread_mutex_lock(&ledger->lock);
        size = measure_all(ledger);
    }
    for (uint32_t w = 0; w < ledger->n_workers; w++)
        save_roots(&ledger->taken[w], to);
    save_roots(&ledger->open, to);
    partial_add_sums(&to->sums, &ledger->sums);
    to->is_beyond |= ledger->is_beyond;
    pthread_mutex_unlock(&ledger->lock);
}
