#include "engine/unfolding/cutoff_key.h"

/* All strings together: offsets are 32 bits wide. */
#define MOST_STRING_BYTES ((uint32_t)1 << 30)

void cutoff_key_init(struct cutoff_key_store *store)
{
    const struct cutoff_key_node empty = {0, TRANS_NONE, 0};

    *store = (struct cutoff_key_store){0};
    vec_push(&store->nodes, empty);
    vec_push(&store->path, 0);
    store->n_path = 1;
}

void cutoff_key_finish(struct cutoff_key_store *store)
{
    vec_free(&store->nodes);
    vec_free(&store->strings);
    vec_free(&store->path);
}

/* --- paths -------------------------------------------------------------- */

/* The node of the configuration with one more event; n_path is below
 * path.len, or the path has no nodes behind. */
static void extend_path(struct cutoff_key_store *store,
                        const struct cutoff_key_node *node)
{
    const uint32_t n = store->n_path++;

    if (n < store->path.len) {
        const struct cutoff_key_node *const old =
            &store->nodes.at[store->path.at[n]];

        if (old->trans == node->trans && old->level == node->level)
            return;
        vec_cut(&store->path, n);
    }
    vec_push(&store->path, store->nodes.len);
    vec_push(&store->nodes, *node);
}

struct cutoff_key cutoff_key_visit(struct cutoff_key_store *store,
                                   const struct es *es, struct es_span trail)
{
    while (store->n_path <= trail.len) {
        const uint32_t n = store->n_path;
        const struct es_event *const ev = &es->events.at[trail.at[n - 1]];
        const struct cutoff_key_node node = {store->path.at[n - 1], ev->trans,
                                             ev->level};

        extend_path(store, &node);
    }
    /* What was popped from the trail must have been left here too. */
    ASSERT(store->n_path == trail.len + 1);
    ASSERT(!trail.len || store->nodes.at[store->path.at[trail.len]].trans ==
                             es->events.at[trail.at[trail.len - 1]].trans);
    return cutoff_key_make(CUTOFF_KEY_PATH, trail.len,
                           store->path.at[trail.len]);
}

static void load_path(const struct cutoff_key_store *store, uint32_t node,
                      order_labels *to)
{
    vec_clear(to);
    for (uint32_t n = node; n; n = store->nodes.at[n].parent)
        vec_push(to, order_label(store->nodes.at[n].level,
                                 store->nodes.at[n].trans));
}

uint32_t cutoff_key_load_rest(const struct cutoff_key_store *store,
                              struct cutoff_key key, order_labels *to)
{
    uint32_t n = key.size;

    ASSERT(key.kind == CUTOFF_KEY_PATH);
    vec_clear(to);
    for (uint32_t node = key.at; !cutoff_key_is_visited(store, node, n); n--) {
        const struct cutoff_key_node *const at = &store->nodes.at[node];

        vec_push(to, order_label(at->level, at->trans));
        node = at->parent;
    }
    return n;
}

/* --- strings ------------------------------------------------------------ */

/* Seven bits a byte, the lowest first. */
static void write_number(struct cutoff_key_store *store, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        vec_push(&store->strings, (uint8_t)(n | 128));
    vec_push(&store->strings, (uint8_t)n);
}

static uint64_t read_number(const uint8_t **at)
{
    uint64_t n = 0;
    uint32_t shift = 0;

    for (; **at & 128; ++*at, shift += 7)
        n |= (uint64_t)(**at & 127) << shift;
    n |= (uint64_t) * (*at)++ << shift;
    return n;
}

bool cutoff_key_has_room(const struct cutoff_key_store *store)
{
    return store->strings.len < MOST_STRING_BYTES;
}

/* No level is empty, so each is that of the label before or the next one.  The
 * lowest bit tells which; within a level transitions grow. */
struct cutoff_key cutoff_key_write(struct cutoff_key_store *store,
                                   const order_labels *labels)
{
    const struct cutoff_key key =
        cutoff_key_make(CUTOFF_KEY_STRING, labels->len, store->strings.len);
    uint64_t last = order_label(0, 0);

    for (uint32_t i = 0; i < labels->len; i++) {
        const uint64_t label = labels->at[i];
        const bool rises = label >> 32 != last >> 32;
        const trans_id from = rises ? 0 : (trans_id)last;

        write_number(store, (uint64_t)((trans_id)label - from) << 1 | rises);
        last = label;
    }
    return key;
}

static void load_string(const struct cutoff_key_store *store,
                        struct cutoff_key key, order_labels *to)
{
    const uint8_t *at = store->strings.at + key.at;
    uint32_t level = 0;
    trans_id t = 0;

    vec_clear(to);
    for (uint32_t i = 0; i < key.size; i++) {
        const uint64_t n = read_number(&at);

        if (n & 1) {
            level++;
            t = 0;
        }
        t += (trans_id)(n >> 1);
        vec_push(to, order_label(level, t));
    }
}

void cutoff_key_load(const struct cutoff_key_store *store,
                     struct cutoff_key key, order_labels *to)
{
    ASSERT(key.kind == CUTOFF_KEY_PATH || key.kind == CUTOFF_KEY_STRING);
    if (key.kind == CUTOFF_KEY_STRING)
        load_string(store, key, to);
    else
        load_path(store, key.at, to);
}

/* --- sweeping ----------------------------------------------------------- */

/* Moves the nodes that are kept, and those below them, together; to[n], not 0
 * if node n is kept, becomes its new number.  Parents come before their
 * children. */
static void move_nodes(struct cutoff_key_store *store, uint32_t *to)
{
    uint32_t n_nodes = 1;

    for (uint32_t n = store->nodes.len; n-- > 1;)
        if (to[n])
            to[store->nodes.at[n].parent] = 1;
    to[0] = 0;
    for (uint32_t n = 1; n < store->nodes.len; n++)
        if (to[n]) {
            to[n] = n_nodes;
            store->nodes.at[n_nodes] = store->nodes.at[n];
            store->nodes.at[n_nodes++].parent = to[store->nodes.at[n].parent];
        }
    vec_cut(&store->nodes, n_nodes);
    vec_cut(&store->path, store->n_path);
    for (uint32_t i = 0; i < store->path.len; i++)
        store->path.at[i] = to[store->path.at[i]];
}

/* Appends the string of a key, one of the old ones. */
static void move_string(struct cutoff_key_store *store, const uint8_t *old,
                        struct cutoff_key *key)
{
    const uint8_t *at = old + key->at;

    key->at = store->strings.len;
    for (uint32_t i = 0; i < key->size; i++)
        write_number(store, read_number(&at));
}

static struct cutoff_key *key_at(struct cutoff_key *first, size_t stride,
                                 uint32_t i)
{
    return (void *)((char *)first + i * stride);
}

void cutoff_key_sweep(struct cutoff_key_store *store, struct cutoff_key *first,
                      uint32_t n, size_t stride)
{
    uint32_t *const node = mem_zero(store->nodes.len, sizeof *node);
    uint8_t *const strings = store->strings.at;

    for (uint32_t i = 0; i < store->n_path; i++)
        node[store->path.at[i]] = 1;
    for (uint32_t i = 0; i < n; i++)
        if (key_at(first, stride, i)->kind == CUTOFF_KEY_PATH)
            node[key_at(first, stride, i)->at] = 1;
    move_nodes(store, node);
    store->strings.at = NULL;
    store->strings.len = store->strings.cap = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct cutoff_key *const key = key_at(first, stride, i);

        if (key->kind == CUTOFF_KEY_PATH)
            key->at = node[key->at];
        else if (key->kind == CUTOFF_KEY_STRING)
            move_string(store, strings, key);
    }
    mem_free(node);
    mem_free(strings);
}
