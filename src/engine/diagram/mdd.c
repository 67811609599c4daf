#include "engine/diagram/mdd.h"

/* Nodes and results at first; results at most; nodes at the first collection;
 * work that the watch hears of at once.
 * What is collected takes its results with it, and is then made again, so
 * collections are rare. */
enum {
    FIRST_BUCKETS = 1 << 10,
    FIRST_MEMO = 1 << 12,
    MOST_MEMO = 1 << 24,
    FIRST_COLLECTION = 1 << 22,
    CREDIT = 1 << 12,
};

/* A node that is being combined of two others, up to their arcs i and j. */
struct mdd_frame {
    mdd_id a, b;
    uint32_t i, j;
    uint32_t start; /* of its arcs, in the draft */
    uint32_t value; /* of the arc that is being made */
};

void mdd_init(struct mdd *d, struct watch *watch)
{
    *d = (struct mdd){.collect_at = FIRST_COLLECTION,
                      .watch = watch,
                      .credit = CREDIT,
                      .cost = 1,
                      .patience = UINT64_MAX};
    d->bucket_mask = FIRST_BUCKETS - 1;
    d->buckets = mem_zero(FIRST_BUCKETS, sizeof *d->buckets);
    d->memo_mask = FIRST_MEMO - 1;
    d->memo = mem_zero(FIRST_MEMO, sizeof *d->memo);
    while (d->cap < 2)
        d->cells = mem_grow(d->cells, &d->cap, sizeof *d->cells);
    d->cells[0] = d->cells[1] = (struct mdd_arc){0, 0};
    d->n_cells = 2;
}

void mdd_finish(struct mdd *d)
{
    mem_free(d->cells);
    mem_free(d->buckets);
    mem_free(d->memo);
    vec_free(&d->free);
    vec_free(&d->kept);
    vec_free(&d->draft);
    vec_free(&d->frames);
    *d = (struct mdd){0};
}

size_t mdd_bytes(const struct mdd *d)
{
    return (size_t)d->cap * sizeof *d->cells +
           ((size_t)d->bucket_mask + 1) * sizeof *d->buckets +
           ((size_t)d->memo_mask + 1) * sizeof *d->memo;
}

bool mdd_pay(struct mdd *d)
{
    const uint64_t work = d->work;

    d->work = 0;
    d->patience -= work < d->patience ? work : d->patience;
    if (!d->patience || (d->watch && watch_work(d->watch, d->cost * work)))
        d->stopped = true;
    return d->stopped;
}

void mdd_limit(struct mdd *d, uint64_t work)
{
    (void)mdd_pay(d);
    d->patience = work;
}

uint64_t mdd_go_on(struct mdd *d)
{
    uint64_t left;

    (void)mdd_pay(d);
    left = d->patience;
    d->patience = UINT64_MAX;
    if (!left && (!d->watch || d->watch->reason == STOP_DONE))
        d->stopped = false;
    return left;
}

static void stop_without_ids(struct mdd *d)
{
    d->stopped = true;
    if (d->watch && d->watch->reason == STOP_DONE)
        d->watch->reason = STOP_MEMORY;
}

mdd_id mdd_child(const struct mdd *d, mdd_id n, uint32_t value)
{
    const struct mdd_arc *const arcs = mdd_arcs(d, n);
    uint32_t from = 0, to = mdd_len(d, n);

    while (to - from > 4) {
        const uint32_t middle = from + (to - from) / 2;

        if (arcs[middle].value <= value)
            from = middle;
        else
            to = middle;
    }
    for (; from < to && arcs[from].value <= value; from++)
        if (arcs[from].value == value)
            return arcs[from].to;
    return MDD_EMPTY;
}

/* --- nodes ---------------------------------------------------------------- */

static uint32_t hash_arcs(const struct mdd_arc *arcs, uint32_t len)
{
    uint64_t h = len;

    for (uint32_t i = 0; i < len; i++)
        h = keys_hash(h ^ ((uint64_t)arcs[i].value << 32 | arcs[i].to));
    return (uint32_t)h;
}

static void put_in_bucket(struct mdd *d, mdd_id n)
{
    const uint32_t bucket =
        hash_arcs(mdd_arcs(d, n), mdd_len(d, n)) & d->bucket_mask;

    d->cells[n].value = d->buckets[bucket];
    d->buckets[bucket] = n;
}

/* As many buckets as nodes. */
static void grow_buckets(struct mdd *d)
{
    uint32_t *const before = d->buckets;
    const uint32_t n_before = d->bucket_mask + 1;

    d->bucket_mask = 2 * n_before - 1;
    d->buckets = mem_zero((size_t)2 * n_before, sizeof *d->buckets);
    for (uint32_t i = 0; i < n_before; i++)
        for (mdd_id n = before[i], next; n; n = next) {
            next = d->cells[n].value;
            put_in_bucket(d, n);
        }
    mem_free(before);
}

/* Cells for a node with so many arcs. */
static mdd_id take_cells(struct mdd *d, uint32_t len)
{
    mdd_id n;

    if (len < d->free.len && d->free.at[len]) {
        n = d->free.at[len];
        d->free.at[len] = d->cells[n].value;
        return n;
    }
    if (d->n_cells > UINT32_MAX - 1 - len) {
        stop_without_ids(d);
        return MDD_EMPTY;
    }
    while (d->cap - d->n_cells <= len)
        d->cells = mem_grow(d->cells, &d->cap, sizeof *d->cells);
    n = d->n_cells;
    d->n_cells += len + 1;
    return n;
}

mdd_id mdd_node(struct mdd *d, const struct mdd_arc *arcs, uint32_t len)
{
    const uint32_t bucket = hash_arcs(arcs, len) & d->bucket_mask;
    mdd_id n;

    if (!len)
        return MDD_EMPTY;
    d->work += 20 + 2 * (uint64_t)len;
    for (n = d->buckets[bucket]; n; n = d->cells[n].value)
        if (mdd_len(d, n) == len &&
            !memcmp(mdd_arcs(d, n), arcs, len * sizeof *arcs))
            return n;
    n = take_cells(d, len);
    if (!n)
        return MDD_EMPTY;
    d->cells[n] = (struct mdd_arc){d->buckets[bucket], len};
    memcpy(d->cells + n + 1, arcs, len * sizeof *arcs);
    d->buckets[bucket] = n;
    if (++d->n_nodes > d->peak_nodes)
        d->peak_nodes = d->n_nodes;
    if (d->n_nodes > d->bucket_mask)
        grow_buckets(d);
    return n;
}

mdd_id mdd_close(struct mdd *d, uint32_t start)
{
    const uint32_t len = d->draft.len - start;
    const mdd_id n = len ? mdd_node(d, d->draft.at + start, len) : MDD_EMPTY;

    vec_cut(&d->draft, start);
    return n;
}

/* --- results -------------------------------------------------------------- */

static struct mdd_memo *memo_of(const struct mdd *d, uint32_t code, mdd_id a,
                                mdd_id b)
{
    const uint64_t h =
        keys_hash(keys_hash((uint64_t)a << 32 | b) + code * UINT64_C(3));

    return &d->memo[(uint32_t)h & d->memo_mask];
}

bool mdd_recall(struct mdd *d, uint32_t code, mdd_id a, mdd_id b,
                mdd_id *result)
{
    const struct mdd_memo *const memo = memo_of(d, code, a, b);

    d->work += 20;
    *result = memo->result;
    return memo->code == code && memo->a == a && memo->b == b && (a || b);
}

/* There are more places when many results were put into them. */
static void grow_memo(struct mdd *d)
{
    struct mdd_memo *const before = d->memo;
    const uint32_t n_before = d->memo_mask + 1;

    d->n_remembered = 0;
    d->memo_mask = 2 * n_before - 1;
    d->memo = mem_zero((size_t)2 * n_before, sizeof *d->memo);
    for (uint32_t i = 0; i < n_before; i++)
        if (before[i].a || before[i].b)
            *memo_of(d, before[i].code, before[i].a, before[i].b) = before[i];
    mem_free(before);
}

void mdd_remember(struct mdd *d, uint32_t code, mdd_id a, mdd_id b,
                  mdd_id result)
{
    if (d->stopped)
        return;
    if (++d->n_remembered > d->memo_mask && d->memo_mask < MOST_MEMO - 1)
        grow_memo(d);
    *memo_of(d, code, a, b) = (struct mdd_memo){code, a, b, result};
}

/* --- union, difference, intersection -------------------------------------- */

/* Is the result known without a look at the nodes? */
static bool is_plain(enum mdd_operation operation, mdd_id a, mdd_id b,
                     mdd_id *result)
{
    if (a && b && a != b)
        return false;
    if (operation == MDD_UNION)
        *result = a ? a : b;
    else if (operation == MDD_DIFFERENCE)
        *result = b ? MDD_EMPTY : a;
    else
        *result = a && b ? a : MDD_EMPTY;
    return true;
}

/* Is there a result, or a new frame that is to find it? */
static bool is_known(struct mdd *d, enum mdd_operation operation, mdd_id a,
                     mdd_id b, mdd_id *result)
{
    if (operation != MDD_DIFFERENCE && a > b) {
        const mdd_id smaller = b;

        b = a;
        a = smaller;
    }
    if (is_plain(operation, a, b, result) ||
        mdd_recall(d, operation, a, b, result))
        return true;
    vec_push(&d->frames, ((struct mdd_frame){a, b, 0, 0, d->draft.len, 0}));
    return false;
}

/* Takes the next value of either node, with the children that it leads to.
 * False at their end. */
static bool take_children(const struct mdd *d, struct mdd_frame *frame,
                          mdd_id *a, mdd_id *b)
{
    const struct mdd_arc *const of_a = mdd_arcs(d, frame->a) + frame->i;
    const struct mdd_arc *const of_b = mdd_arcs(d, frame->b) + frame->j;
    const bool has_a = frame->i < mdd_len(d, frame->a);
    const bool has_b = frame->j < mdd_len(d, frame->b);
    const bool takes_a = has_a && (!has_b || of_a->value <= of_b->value);
    const bool takes_b = has_b && (!has_a || of_b->value <= of_a->value);

    if (!has_a && !has_b)
        return false;
    frame->value = takes_a ? of_a->value : of_b->value;
    *a = takes_a ? of_a->to : MDD_EMPTY;
    *b = takes_b ? of_b->to : MDD_EMPTY;
    frame->i += takes_a;
    frame->j += takes_b;
    return true;
}

static void add_arc(struct mdd *d, mdd_id to)
{
    if (to)
        vec_push(&d->draft, ((struct mdd_arc){vec_top(&d->frames)->value, to}));
}

mdd_id mdd_combine(struct mdd *d, enum mdd_operation operation, mdd_id a,
                   mdd_id b)
{
    const uint32_t base = d->frames.len, start = d->draft.len;
    mdd_id result;

    if (is_known(d, operation, a, b, &result))
        return result;
    while (!mdd_spend(d)) {
        struct mdd_frame *const frame = vec_top(&d->frames);

        d->work += 5;
        if (take_children(d, frame, &a, &b)) {
            if (is_known(d, operation, a, b, &result))
                add_arc(d, result);
            continue;
        }
        a = frame->a;
        b = frame->b;
        result = mdd_close(d, frame->start);
        mdd_remember(d, operation, a, b, result);
        (void)vec_pop(&d->frames);
        if (d->frames.len == base)
            return result;
        add_arc(d, result);
    }
    vec_cut(&d->frames, base);
    vec_cut(&d->draft, start);
    return MDD_EMPTY;
}

/* --- collection ----------------------------------------------------------- */

static bool take_mark(bits_word *marks, mdd_id n)
{
    const bool has = bits_has(marks, n);

    bits_add(marks, n);
    return !has;
}

/* Marks what the kept ids lead to. */
static bits_word *mark(const struct mdd *d)
{
    bits_word *const marks = mem_zero(bits_words(d->n_cells), sizeof *marks);
    VEC(mdd_id) open = {0};

    bits_add(marks, MDD_EMPTY);
    bits_add(marks, MDD_ALL);
    for (uint32_t i = 0; i < d->kept.len; i++)
        if (d->kept.at[i] < d->n_cells && take_mark(marks, d->kept.at[i]))
            vec_push(&open, d->kept.at[i]);
    while (open.len) {
        const mdd_id n = vec_pop(&open);

        for (uint32_t i = 0; i < mdd_len(d, n); i++)
            if (take_mark(marks, mdd_arcs(d, n)[i].to))
                vec_push(&open, mdd_arcs(d, n)[i].to);
    }
    vec_free(&open);
    return marks;
}

static void free_node(struct mdd *d, mdd_id n)
{
    const uint32_t len = mdd_len(d, n);

    vec_fit(&d->free, len + 1);
    d->cells[n].value = d->free.at[len];
    d->free.at[len] = n;
    d->n_nodes--;
}

static void sweep(struct mdd *d, const bits_word *marks)
{
    for (uint32_t i = 0; i <= d->bucket_mask; i++) {
        mdd_id n = d->buckets[i], next;

        d->buckets[i] = MDD_EMPTY;
        for (; n; n = next) {
            next = d->cells[n].value;
            if (bits_has(marks, n)) {
                d->cells[n].value = d->buckets[i];
                d->buckets[i] = n;
            } else {
                free_node(d, n);
            }
        }
    }
}

/* Keeps the results about nodes that remain.  A b beyond the cells is none. */
static void sweep_memo(struct mdd *d, const bits_word *marks)
{
    for (uint32_t i = 0; i <= d->memo_mask; i++) {
        struct mdd_memo *const memo = &d->memo[i];

        if (!bits_has(marks, memo->a) || !bits_has(marks, memo->result) ||
            (memo->b < d->n_cells && !bits_has(marks, memo->b)))
            *memo = (struct mdd_memo){0};
    }
}

void mdd_collect(struct mdd *d)
{
    bits_word *marks;

    if (d->n_nodes < d->collect_at)
        return;
    marks = mark(d);
    sweep(d, marks);
    sweep_memo(d, marks);
    mem_free(marks);
    d->work += d->n_cells / 4 + d->memo_mask;
    if (d->collect_at && d->collect_at < UINT32_MAX / 2)
        d->collect_at *= 2;
}

/* --- lists ---------------------------------------------------------------- */

static void drop_nodes(struct mdd_list *list)
{
    keys_finish(&list->keys);
    for (uint32_t i = 0; i < list->ends.len; i++)
        list->ends.at[i] = 0;
}

void mdd_list_init(struct mdd_list *list, struct mdd *d, mdd_id set,
                   uint32_t n_levels)
{
    uint32_t i = 0;

    *list = (struct mdd_list){.n_levels = n_levels};
    if (set)
        (void)keys_intern(&list->keys, set);
    vec_push(&list->ends, list->keys.len);
    for (uint32_t level = n_levels; level > 1; level--) {
        for (const uint32_t end = list->keys.len; i < end && !mdd_spend(d);
             i++) {
            const mdd_id n = (mdd_id)list->keys.at[i];

            d->work += 10 * (uint64_t)mdd_len(d, n);
            for (uint32_t j = 0; j < mdd_len(d, n); j++)
                (void)keys_intern(&list->keys, mdd_arcs(d, n)[j].to);
        }
        vec_push(&list->ends, list->keys.len);
    }
    if (d->stopped)
        drop_nodes(list);
}

void mdd_list_finish(struct mdd_list *list)
{
    keys_finish(&list->keys);
    vec_free(&list->ends);
}

void mdd_check(const struct mdd *d)
{
    uint32_t n_nodes = 0;

    for (uint32_t i = 0; i <= d->bucket_mask; i++)
        for (mdd_id n = d->buckets[i]; n; n = d->cells[n].value) {
            const struct mdd_arc *const arcs = mdd_arcs(d, n);

            n_nodes++;
            CHECK(mdd_len(d, n) > 0);
            for (uint32_t j = 0; j < mdd_len(d, n); j++) {
                CHECK(arcs[j].to != MDD_EMPTY && arcs[j].to < d->n_cells);
                CHECK(!j || arcs[j - 1].value < arcs[j].value);
            }
        }
    CHECK(n_nodes == d->n_nodes);
}
