#include "engine/unfolding/config.h"

#include "engine/unfolding/es_past.h"

static const struct config_en_event no_event = {0};

static struct config_en_event en_event(event_id e, enum config_en_state state)
{
    return (struct config_en_event){(uint32_t)state << CONFIG_EVENT_BITS | e};
}

static bool is_listed(struct config_en_event is)
{
    return config_en_state(is) - 1u < 2; /* free or asleep */
}

/* Keeps CONFIG_SLEEPS of an event that is put on its list or taken from it. */
static void toggle_sleeps(struct config *c, struct config_en_event is)
{
    if (config_en_state(is) == EN_ASLEEP)
        c->has.at[config_en_id(is)] ^= CONFIG_SLEEPS;
}

static void unlink_node(struct config *c, const struct config_en_node *node)
{
    toggle_sleeps(c, node->is);
    c->en[node->prev].next = node->next;
    c->en[node->next].prev = node->prev;
}

/* Before the neighbour that the node names. */
static void link_node(struct config *c, trans_id t)
{
    struct config_en_node *const node = &c->en[t];

    toggle_sleeps(c, node->is);
    node->prev = c->en[node->next].prev;
    c->en[node->prev].next = t;
    c->en[node->next].prev = t;
}

static inline void save(struct config *c, trans_id t, bool has_next)
{
    const struct config_en_node *const node = &c->en[t];
    struct config_en_event was = node->is;

    if (c->undo.len == CONFIG_MOST_UNDO - 1)
        mem_failed(SIZE_MAX);
    if (!node->is.bits)
        was.bits = 2 * t + has_next;
    vec_push(&c->undo, was);
    if (has_next)
        vec_push(&c->undo_next, node->next);
}

static void empty_node(struct config *c, struct config_en_node *node)
{
    if (is_listed(node->is))
        unlink_node(c, node);
    c->n_en--;
    node->is = no_event;
}

/* The two ways in which a node changes; undo_one() is the inverse of both.
 * Here its event leaves en(C). */
static void disable(struct config *c, trans_id t)
{
    save(c, t, false);
    empty_node(c, &c->en[t]);
}

static void link_last(struct config *c, trans_id t)
{
    struct config_en_node *const node = &c->en[t];

    node->next = config_head(c, config_en_state(node->is));
    link_node(c, t);
}

static void change(struct config *c, trans_id t, struct config_en_event to)
{
    struct config_en_node *const node = &c->en[t];

    save(c, t, is_listed(to) && (node->is.bits || node->next != TRANS_NONE));
    if (is_listed(node->is))
        unlink_node(c, node);
    c->n_en += !node->is.bits;
    node->is = to;
    if (is_listed(to))
        link_last(c, t);
}

/* The inverse of change(), but for what the node was. */
static void leave(struct config *c, struct config_en_node *node,
                  struct config_en_event was)
{
    const bool was_none = config_en_state(was) == EN_NONE;
    const bool has_next = was_none ? was.bits & 1 : is_listed(node->is);

    if (is_listed(node->is)) {
        unlink_node(c, node);
        node->next = TRANS_NONE;
    }
    if (has_next)
        node->next = vec_pop(&c->undo_next);
    c->n_en -= was_none;
}

static void undo_one(struct config *c)
{
    const struct config_en_event was = vec_pop(&c->undo);
    const trans_id t = config_undo_trans(c, was);
    struct config_en_node *const node = &c->en[t];

    if (!node->is.bits)
        c->n_en++; /* disable() took it away */
    else
        leave(c, node, was);
    node->is = config_en_state(was) == EN_NONE ? no_event : was;
    if (is_listed(node->is))
        link_node(c, t);
}

/* --- the store is a stack ------------------------------------------------- */

/* The event that is pushed leaves en(C), and returns when it is popped: it need
 * not be saved, unless users of the place that puts events in a total order
 * look for it there. */
static bool is_saved(const struct config *c)
{
    return c->compiled->total_order_place != PLACE_NONE;
}

/* Into en(C) where its transition has no event. */
static void enter(struct config *c, trans_id t, struct config_en_event is)
{
    ASSERT(!c->en[t].is.bits);
    c->en[t].is = is;
    c->n_en++;
    if (is_listed(is))
        link_last(c, t);
}

static void begin_push(struct config *c, event_id e)
{
    delta_stack_push(&c->undo_at, c->undo.len);
    if (e != EVENT_BOTTOM && !is_saved(c))
        empty_node(c, &c->en[c->es->events.at[e].trans]);
}

static void end_pop(struct config *c, event_id e)
{
    const uint32_t point = delta_stack_pop(&c->undo_at);

    while (c->undo.len > point) {
        const struct config_en_event was = vec_pop(&c->undo);

        enter(c, config_undo_trans(c, was), was);
    }
    if (!is_saved(c))
        enter(c, c->es->events.at[e].trans, en_event(e, EN_FREE));
}

void config_withdraw(struct config *c, event_id e)
{
    struct config_en_node *const node = &c->en[c->es->events.at[e].trans];

    ASSERT(c->is_stack);
    if (node->is.bits && config_en_id(node->is) == e)
        empty_node(c, node);
}

void config_enable(struct config *c, trans_id t, event_id e,
                   enum config_en_state state)
{
    if (c->is_stack)
        enter(c, t, en_event(e, state));
    else
        change(c, t, en_event(e, state));
}

void config_set(struct config *c, trans_id t, enum config_en_state state)
{
    change(c, t, en_event(config_en_id(c->en[t].is), state));
}

void config_undo(struct config *c, uint32_t len)
{
    while (c->undo.len > len)
        undo_one(c);
}

static struct config_instance *last_of(struct config *c, place_id p)
{
    return &c->instances.at[c->youngest[p]];
}

static void disable_users(struct config *c, struct net_trans_span users)
{
    for (uint32_t i = 0; i < users.len; i++)
        if (c->en[users.at[i]].is.bits)
            disable(c, users.at[i]);
}

/* b is consumed at pos; the positions on which that depends go to c->causes. */
static void consume(struct config *c, cond_id b, uint32_t pos)
{
    const place_id p = c->es->conds.at[b].place;
    struct config_instance *const inst = last_of(c, p);

    ASSERT(inst->cond == b && inst->consumed == POS_NONE);
    vec_push(&c->causes, inst->produced);
    for (uint32_t r = config_first_reader(c, b); r != CONFIG_NONE;
         r = c->readers.at[r].next)
        vec_push(&c->causes, c->readers.at[r].pos);
    inst->consumed = pos;
    c->state.at[b] = COND_CONSUMED;
    disable_users(c, compiled_net_consumers(c->compiled, p));
    disable_users(c, compiled_net_readers(c->compiled, p));
}

/* b is read at pos, likewise. */
static void read(struct config *c, cond_id b, uint32_t pos)
{
    const place_id p = c->es->conds.at[b].place;
    struct config_instance *const inst = last_of(c, p);
    const struct config_reader reader = {pos, config_first_reader(c, b)};
    struct config_reads *reads;

    ASSERT(inst->cond == b && inst->consumed == POS_NONE);
    vec_push(&c->causes, inst->produced);
    vec_push(&c->readers, reader);
    pages_touch(&c->reads, b);
    reads = pages_at(&c->reads, b);
    reads->first = c->readers.len;
    reads->n++;
    disable_users(c, compiled_net_consumers(c->compiled, p));
}

/* A second token: the condition produced before is still there, or an
 * event consumed it that need not come first. */
static bool is_second_token(const struct config *c, place_id p, uint32_t pos)
{
    const struct config_instance *const last = config_youngest(c, p);

    return last && (last->consumed == POS_NONE ||
                    !config_before(c, last->consumed, pos));
}

static void produce(struct config *c, cond_id b, uint32_t pos)
{
    const place_id p = c->es->conds.at[b].place;
    const struct config_instance inst = {b, pos, POS_NONE, c->youngest[p]};

    if (is_second_token(c, p, pos) && c->unsafe_place == PLACE_NONE)
        c->unsafe_place = p;
    ASSERT(!c->is_stack || c->instances.len == b);
    c->youngest[p] = c->instances.len;
    vec_push(&c->instances, inst);
    c->state.at[b] = COND_CUT;
}

bool config_push(struct config *c, event_id e)
{
    const uint32_t pos = c->events.len;
    const struct es_name name = es_name(c->es, e);
    const uint32_t n_produced = es_produce_count(c->es, e);
    const cond_id produced = c->es->events.at[e].produces;

    vec_push(&c->events, e);
    if (c->is_stack)
        begin_push(c, e);
    else
        vec_push(&c->steps,
                 ((struct config_entry){c->undo.len, c->instances.len}));
    c->position.at[e] = pos;
    c->has.at[e] |= CONFIG_HAS;
    vec_clear(&c->causes);
    for (uint32_t i = 0; i < name.n_uses; i++)
        if (i < name.n_consumed)
            consume(c, name.at[i], pos);
        else
            read(c, name.at[i], pos);
    if (e != EVENT_BOTTOM)
        causality_push(&c->causality, c->causes.at, c->causes.len);
    for (uint32_t i = 0; i < n_produced; i++)
        produce(c, produced + i, pos);
    return c->unsafe_place == PLACE_NONE;
}

static void unconsume(struct config *c, cond_id b)
{
    const place_id p = c->es->conds.at[b].place;

    last_of(c, p)->consumed = POS_NONE;
    c->state.at[b] = COND_CUT;
}

static void unread(struct config *c, cond_id b)
{
    struct config_reads *const reads = pages_at(&c->reads, b);

    reads->first = c->readers.at[reads->first - 1].next + 1;
    reads->n--;
}

static void unproduce(struct config *c, cond_id b)
{
    const place_id p = c->es->conds.at[b].place;

    c->youngest[p] = last_of(c, p)->older;
    c->state.at[b] = COND_OUT;
}

void config_pop(struct config *c)
{
    const event_id e = *vec_top(&c->events);
    const struct es_name name = es_name(c->es, e);
    const uint32_t n_produced = es_produce_count(c->es, e);
    const cond_id produced = c->es->events.at[e].produces;

    c->has.at[e] &= CONFIG_SLEEPS;
    if (c->is_stack)
        end_pop(c, e);
    else
        config_undo(c, vec_pop(&c->steps).undo);
    for (uint32_t i = n_produced; i-- > 0;)
        unproduce(c, produced + i);
    for (uint32_t i = name.n_uses; i-- > 0;)
        if (i < name.n_consumed)
            unconsume(c, name.at[i]);
        else
            unread(c, name.at[i]);
    vec_cut(&c->instances, c->instances.len - n_produced);
    vec_cut(&c->readers, c->readers.len - (name.n_uses - name.n_consumed));
    (void)vec_pop(&c->events);
    causality_pop(&c->causality);
}

/* An event gets a position when it is pushed: most events of a store may never
 * be, and the system gives no memory for these. */
static void grow_events(struct config *c)
{
    const uint32_t n = c->es->events.len;

    if (n >= CONFIG_MOST_EVENTS)
        mem_failed(SIZE_MAX);
    while (c->has.len < n)
        vec_push(&c->has, 0);
    if (c->position.len < n)
        vec_reserve(&c->position, n - c->position.len);
    c->position.len = n;
}

void config_grow(struct config *c)
{
    const uint32_t n = c->es->conds.len;

    grow_events(c);
    if (n <= c->state.len)
        return;
    vec_fit(&c->state, n);
    if (c->has_reads)
        pages_fit(&c->reads, n);
}

void config_init(struct config *c, struct es *es, bool is_stack)
{
    const struct compiled_net *const compiled = es->compiled;

    ASSERT(!is_stack || (es->lazy && es->events.len == 1));
    if (compiled->n_trans >= CONFIG_MOST_TRANS)
        mem_failed(SIZE_MAX);
    *c = (struct config){
        .es = es,
        .compiled = compiled,
        .is_stack = is_stack,
        .has_reads = relation_count(&compiled->arcs[COMPILED_NET_READERS]) > 0,
        .unsafe_place = PLACE_NONE,
    };
    c->youngest = mem_none(compiled->n_places);
    c->en = mem_alloc((size_t)compiled->n_trans + 2, sizeof *c->en);
    for (uint32_t t = 0; t < compiled->n_trans + 2; t++) {
        c->en[t] = (struct config_en_node){no_event, TRANS_NONE, TRANS_NONE};
        if (t >= compiled->n_trans)
            c->en[t].prev = c->en[t].next = t;
    }
    causality_init(&c->causality);
    config_grow(c);
    (void)config_push(c, EVENT_BOTTOM);
}

void config_finish(struct config *c)
{
    mem_free(c->youngest);
    vec_free(&c->instances);
    mem_free(c->en);
    vec_free(&c->events);
    delta_stack_finish(&c->undo_at);
    vec_free(&c->steps);
    vec_free(&c->readers);
    causality_finish(&c->causality);
    vec_free(&c->causes);
    vec_free(&c->undo);
    vec_free(&c->undo_next);
    vec_free(&c->state);
    vec_free(&c->has);
    vec_free(&c->position);
    pages_free(&c->reads);
    *c = (struct config){0};
}

/* How many conditions e has that it produces. */
static uint32_t made_count(const struct config *c, event_id e)
{
    return c->es->events.at[e].produces == COND_NONE
               ? 0
               : es_produce_count(c->es, e);
}

void config_step(struct config *c, event_id e)
{
    const struct es_name name = es_name(c->es, e);
    const cond_id produced = c->es->events.at[e].produces;
    const uint32_t n_made = made_count(c, e);

    for (uint32_t i = 0; i < name.n_uses; i++)
        if (i < name.n_consumed) {
            c->state.at[name.at[i]] = COND_CONSUMED;
        } else {
            pages_touch(&c->reads, name.at[i]);
            pages_at(&c->reads, name.at[i])->n++;
        }
    for (uint32_t i = 0; i < n_made; i++)
        c->state.at[produced + i] = COND_CUT;
    c->has.at[e] |= CONFIG_HAS;
}

void config_unstep(struct config *c, event_id e)
{
    const struct es_name name = es_name(c->es, e);
    const cond_id produced = c->es->events.at[e].produces;
    const uint32_t n_made = made_count(c, e);

    c->has.at[e] &= CONFIG_SLEEPS;
    for (uint32_t i = 0; i < n_made; i++)
        c->state.at[produced + i] = COND_OUT;
    for (uint32_t i = 0; i < name.n_uses; i++)
        if (i < name.n_consumed)
            c->state.at[name.at[i]] = COND_CUT;
        else
            pages_at(&c->reads, name.at[i])->n--;
}

const struct config_instance *config_inst(const struct config *c, cond_id b)
{
    const event_id e = c->es->conds.at[b].producer;
    uint32_t first;

    if (!config_has(c, e))
        return NULL;
    if (c->is_stack)
        return config_stack_inst(c, b);
    first = c->steps.at[c->position.at[e]].instances;
    return &c->instances.at[first + (b - c->es->events.at[e].produces)];
}

uint32_t config_first_rival(const struct config *c, event_id e)
{
    const struct es_name name = es_name(c->es, e);
    uint32_t first = POS_NONE;

    for (uint32_t i = 0; i < name.n_uses; i++) {
        const cond_id b = name.at[i];

        if (c->state.at[b] == COND_CONSUMED &&
            config_inst(c, b)->consumed < first)
            first = config_inst(c, b)->consumed;
        if (i >= name.n_consumed)
            continue;
        for (uint32_t r = config_first_reader(c, b); r != CONFIG_NONE;
             r = c->readers.at[r].next) {
            const uint32_t pos = c->readers.at[r].pos;

            if (pos < first && !config_names_reader(c, e, config_at(c, pos)))
                first = pos;
        }
    }
    return first;
}

/* Those of a condition that gets a smaller number, which is no other's. */
static void move_reads(struct config *c, cond_id from, cond_id to)
{
    const struct config_reads unread = {0}, reads = pages_get(&c->reads, from);

    if (from == to || !pages_has(&c->reads, from))
        return;
    *pages_at(&c->reads, from) = unread;
    if (!reads.n && !reads.first)
        return;
    pages_touch(&c->reads, to);
    *pages_at(&c->reads, to) = reads;
}

static struct config_en_event renumbered(struct config_en_event is,
                                         const struct compact_map *map)
{
    return config_en_state(is) == EN_NONE
               ? is
               : en_event(compact_event(map, config_en_id(is)),
                          config_en_state(is));
}

void config_renumber(struct config *c, const struct compact_map *map)
{
    for (uint32_t i = 0; i < c->instances.len; i++)
        c->instances.at[i].cond = map->cond.at[c->instances.at[i].cond];
    for (cond_id b = 0; c->has_reads && b < c->state.len; b++)
        if (map->cond.at[b] != COMPACT_REMOVED)
            move_reads(c, b, map->cond.at[b]);
    for (uint32_t pos = 0; pos < c->events.len; pos++)
        c->events.at[pos] = compact_event(map, c->events.at[pos]);
    for (trans_id t = 0; t < c->compiled->n_trans; t++)
        c->en[t].is = renumbered(c->en[t].is, map);
    for (uint32_t i = 0; i < c->undo.len; i++)
        c->undo.at[i] = renumbered(c->undo.at[i], map);
    compact_vec(&c->state, &map->cond);
    compact_vec(&c->has, &map->event);
    compact_vec(&c->position, &map->event);
}

void config_marking(const struct config *c, bits_word *m)
{
    bits_clear(m, marking_words(c->compiled->net));
    for (place_id p = 0; p < c->compiled->n_net_places; p++) {
        const struct config_instance *const inst = config_youngest(c, p);

        if (inst && inst->consumed == POS_NONE)
            bits_add(m, p);
    }
}

/* c->has agrees with the trail and with en(C). */
static void check_has(const struct config *c)
{
    for (event_id e = 1; e < c->has.len; e++) {
        const struct config_en_node *const node =
            &c->en[c->es->events.at[e].trans];
        const bool sleeps = config_en_id(node->is) == e &&
                            config_en_state(node->is) == EN_ASLEEP;

        CHECK(sleeps == ((c->has.at[e] & CONFIG_SLEEPS) != 0));
    }
    for (uint32_t pos = 0; pos < c->events.len; pos++)
        CHECK(config_has(c, c->events.at[pos]));
}

/* Pasts and states, recomputed from the events alone. */
void config_check(const struct config *c)
{
    struct es_past_walk walk = {0};
    bits_word *m;

    check_has(c);
    for (uint32_t pos = 0; pos < c->events.len; pos++) {
        const event_id e = c->events.at[pos];
        const struct es_span past =
            es_past(c->es, &walk, (struct es_span){&e, 1});

        for (uint32_t i = 1; i < c->events.len; i++)
            CHECK(es_past_has(&walk, c->events.at[i]) ==
                  config_before(c, i, pos));
        for (uint32_t i = 0, found = 0; i <= pos; i++) {
            found += i && es_past_has(&walk, c->events.at[i]);
            CHECK(i < pos || found == past.len);
        }
    }
    for (place_id p = 0; p < c->compiled->n_net_places; p++) {
        const struct config_instance *const youngest = config_youngest(c, p);

        for (const struct config_instance *inst = youngest; inst;
             inst = config_older(c, inst)) {
            const bool in_cut = inst->consumed == POS_NONE;
            const cond_id b = inst->cond;

            CHECK(in_cut == (c->state.at[b] == COND_CUT));
            CHECK(!in_cut || inst == youngest);
            CHECK(config_inst(c, b) == inst);
        }
    }
    m = mem_zero(marking_words(c->compiled->net), sizeof *m);
    config_marking(c, m);
    for (trans_id t = 0; t < c->compiled->n_trans; t++)
        CHECK((c->en[t].is.bits != 0) ==
              marking_enabled(c->compiled->net, m, t));
    mem_free(m);
    es_past_finish(&walk);
}
