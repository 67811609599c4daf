#include "unfolding/config.h"

#include <stdlib.h>
#include <string.h>

/* Keeps CONFIG_SLEEPS of the event of a node that is put on its list or taken
 * from it. */
static void toggle_sleeps(struct config *c, const struct config_en_node *node)
{
    if (node->state == EN_ASLEEP)
        c->has.at[node->event] ^= CONFIG_SLEEPS;
}

static void unlink_node(struct config *c, trans_id t)
{
    const struct config_en_node *const node = &c->en[t];

    toggle_sleeps(c, node);
    c->en[node->prev].next = node->next;
    c->en[node->next].prev = node->prev;
}

static void link_last(struct config *c, trans_id t, trans_id head)
{
    struct config_en_node *const node = &c->en[t];

    toggle_sleeps(c, node);
    node->next = head;
    node->prev = c->en[head].prev;
    c->en[node->prev].next = t;
    c->en[head].prev = t;
}

static bool is_linked(const struct config_en_node *node)
{
    return node->state == EN_FREE || node->state == EN_ASLEEP;
}

static void save(struct config *c, trans_id t)
{
    const struct config_en_undo undo = {t, c->en[t]};

    vec_push(&c->undo, undo);
}

/* The one way in which a node changes; undo_one() is its inverse. */
static void change(struct config *c, trans_id t, event_id e,
                   enum config_en_state state)
{
    struct config_en_node *const node = &c->en[t];

    save(c, t);
    if (is_linked(node))
        unlink_node(c, t);
    c->n_en += (e != EVENT_NONE) - (node->event != EVENT_NONE);
    node->event = e;
    node->state = state;
    if (is_linked(node))
        link_last(c, t, config_head(c, state));
}

static void undo_one(struct config *c)
{
    const struct config_en_undo undo = vec_pop(&c->undo);
    struct config_en_node *const node = &c->en[undo.trans];

    if (is_linked(node))
        unlink_node(c, undo.trans);
    c->n_en += (undo.old.event != EVENT_NONE) - (node->event != EVENT_NONE);
    *node = undo.old;
    if (is_linked(node)) {
        toggle_sleeps(c, node);
        c->en[node->prev].next = undo.trans;
        c->en[node->next].prev = undo.trans;
    }
}

void config_enable(struct config *c, trans_id t, event_id e,
                   enum config_en_state state)
{
    change(c, t, e, state);
}

void config_set(struct config *c, trans_id t, enum config_en_state state)
{
    change(c, t, c->en[t].event, state);
}

void config_undo(struct config *c, uint32_t point)
{
    while (c->undo.len > point)
        undo_one(c);
}

static void disable_all(struct config *c, const trans_id *at, uint32_t from,
                        uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (c->en[at[i]].event != EVENT_NONE)
            change(c, at[i], EVENT_NONE, EN_NONE);
}

static void mark_place(struct config *c, place_id p, bool marked)
{
    if (p >= c->compiled->n_net_places)
        return;
    if (marked)
        bits_add(c->marking, p);
    else
        bits_remove(c->marking, p);
}

static struct config_instance *last_of(struct config *c, place_id p)
{
    return vec_top(&c->chains[p]);
}

static void consume(struct config *c, cond_id b, uint32_t pos)
{
    const struct compiled_net *const compiled = c->compiled;
    const place_id p = c->es->conds.at[b].place;
    struct config_instance *const inst = last_of(c, p);

    ASSERT(inst->cond == b && inst->consumed == POS_NONE);
    inst->consumed = pos;
    c->state.at[b] = COND_CONSUMED;
    mark_place(c, p, false);
    disable_all(c, compiled->consumers, compiled->consumer_at[p],
                compiled->consumer_at[p + 1]);
    disable_all(c, compiled->readers, compiled->reader_at[p],
                compiled->reader_at[p + 1]);
}

static void read(struct config *c, cond_id b, uint32_t pos)
{
    const struct compiled_net *const compiled = c->compiled;
    const place_id p = c->es->conds.at[b].place;
    struct config_instance *const inst = last_of(c, p);
    const struct config_reader reader = {pos, inst->reader};

    ASSERT(inst->cond == b && inst->consumed == POS_NONE);
    inst->reader = c->readers.len;
    vec_push(&c->readers, reader);
    c->n_readers.at[b]++;
    disable_all(c, compiled->consumers, compiled->consumer_at[p],
                compiled->consumer_at[p + 1]);
}

static void add_cause(struct config *c, struct config_entry *s, uint32_t pos)
{
    const struct config_entry *const cause = &c->steps.at[pos];
    bits_word *const to = c->rows.at + s->row;
    const bits_word *const from = c->rows.at + cause->row;

    for (uint32_t w = s->base; w <= pos / 64; w++)
        to[w - s->base] |= from[w - cause->base];
}

/* The positions of the direct causes of the event at the top, into
 * c->causes. */
static void find_causes(struct config *c, event_id e)
{
    const cond_id *const uses = es_uses(c->es, e);
    const uint32_t n = es_use_count(c->es, e);
    const uint32_t n_consumed = es_consume_count(c->es, e);

    vec_clear(&c->causes);
    for (uint32_t i = 0; i < n; i++) {
        const struct config_instance *const inst =
            last_of(c, c->es->conds.at[uses[i]].place);

        vec_push(&c->causes, inst->produced);
        if (i < n_consumed)
            for (uint32_t r = inst->reader; r != UINT32_MAX;
                 r = c->readers.at[r].next)
                vec_push(&c->causes, c->readers.at[r].pos);
    }
}

static void make_row(struct config *c, struct config_entry *s, uint32_t pos)
{
    const uint32_t words = pos / 64 + 1;

    s->row = c->rows.len;
    s->base = 0;
    for (uint32_t i = 0; i < c->causes.len; i++)
        if (c->steps.at[c->causes.at[i]].base > s->base)
            s->base = c->steps.at[c->causes.at[i]].base;
    vec_reserve(&c->rows, words - s->base);
    memset(c->rows.at + s->row, 0, (words - s->base) * sizeof *c->rows.at);
    c->rows.len += words - s->base;
    for (uint32_t i = 0; i < c->causes.len; i++)
        add_cause(c, s, c->causes.at[i]);
    bits_add(c->rows.at + s->row, pos - 64 * s->base);
    while (s->base + 1 < words && c->rows.at[s->row] == ~(bits_word)0) {
        s->row++;
        s->base++;
    }
}

/* A second token: the condition produced before is still there, or an
 * event consumed it that need not come first. */
static bool is_second_token(const struct config *c, place_id p, uint32_t pos)
{
    const struct config_instance *const last =
        c->chains[p].len ? vec_top(&c->chains[p]) : NULL;

    return last && (last->consumed == POS_NONE ||
                    !config_before(c, last->consumed, pos));
}

static void produce(struct config *c, cond_id b, uint32_t pos)
{
    const place_id p = c->es->conds.at[b].place;
    const struct config_instance inst = {b, pos, POS_NONE, UINT32_MAX};

    if (is_second_token(c, p, pos) && c->unsafe_place == PLACE_NONE)
        c->unsafe_place = p;
    vec_push(&c->chains[p], inst);
    c->state.at[b] = COND_CUT;
    mark_place(c, p, true);
}

bool config_push(struct config *c, event_id e)
{
    const uint32_t pos = c->steps.len;
    const uint32_t n = es_use_count(c->es, e);
    const uint32_t n_consumed = es_consume_count(c->es, e);
    const uint32_t n_produced = es_produce_count(c->es, e);
    const cond_id produced = c->es->events.at[e].produces;
    const cond_id *const uses = es_uses(c->es, e);
    struct config_entry s = {.event = e,
                             .undo = c->undo.len,
                             .readers = c->readers.len,
                             .rows = c->rows.len};

    find_causes(c, e);
    make_row(c, &s, pos);
    vec_push(&c->steps, s);
    c->has.at[e] |= CONFIG_HAS;
    for (uint32_t i = 0; i < n; i++)
        if (i < n_consumed)
            consume(c, uses[i], pos);
        else
            read(c, uses[i], pos);
    for (uint32_t i = 0; i < n_produced; i++)
        produce(c, produced + i, pos);
    return c->unsafe_place == PLACE_NONE;
}

static void unconsume(struct config *c, cond_id b)
{
    const place_id p = c->es->conds.at[b].place;

    last_of(c, p)->consumed = POS_NONE;
    c->state.at[b] = COND_CUT;
    mark_place(c, p, true);
}

static void unread(struct config *c, cond_id b)
{
    struct config_instance *const inst = last_of(c, c->es->conds.at[b].place);

    inst->reader = c->readers.at[inst->reader].next;
    c->n_readers.at[b]--;
}

static void unproduce(struct config *c, cond_id b)
{
    const place_id p = c->es->conds.at[b].place;

    (void)vec_pop(&c->chains[p]);
    c->state.at[b] = COND_OUT;
    mark_place(c, p, false);
}

void config_pop(struct config *c)
{
    const struct config_entry s = *vec_top(&c->steps);
    const uint32_t n = es_use_count(c->es, s.event);
    const uint32_t n_consumed = es_consume_count(c->es, s.event);
    const uint32_t n_produced = es_produce_count(c->es, s.event);
    const cond_id produced = c->es->events.at[s.event].produces;
    const cond_id *const uses = es_uses(c->es, s.event);

    c->has.at[s.event] &= CONFIG_SLEEPS;
    config_undo(c, s.undo);
    for (uint32_t i = n_produced; i-- > 0;)
        unproduce(c, produced + i);
    for (uint32_t i = n; i-- > 0;)
        if (i < n_consumed)
            unconsume(c, uses[i]);
        else
            unread(c, uses[i]);
    vec_cut(&c->readers, s.readers);
    (void)vec_pop(&c->steps);
    vec_cut(&c->rows, s.rows);
}

void config_grow(struct config *c)
{
    const uint32_t n = c->es->conds.len, old = c->state.len;

    while (c->has.len < c->es->events.len)
        vec_push(&c->has, 0);
    if (n == old)
        return;
    vec_reserve(&c->state, n - old);
    vec_reserve(&c->n_readers, n - old);
    memset(c->state.at + old, 0, (n - old) * sizeof *c->state.at);
    memset(c->n_readers.at + old, 0, (n - old) * sizeof *c->n_readers.at);
    c->state.len = c->n_readers.len = n;
}

void config_init(struct config *c, struct es *es)
{
    const struct compiled_net *const compiled = es->compiled;
    const struct config_en_node none = {EVENT_NONE, EN_NONE, TRANS_NONE,
                                        TRANS_NONE};

    *c = (struct config){
        .es = es, .compiled = compiled, .unsafe_place = PLACE_NONE};
    c->chains = mem_zero(compiled->n_places, sizeof *c->chains);
    c->marking = mem_zero(es->marking_words, sizeof *c->marking);
    c->en = mem_alloc((size_t)compiled->n_trans + 2, sizeof *c->en);
    for (uint32_t t = 0; t < compiled->n_trans + 2; t++) {
        c->en[t] = none;
        if (t >= compiled->n_trans)
            c->en[t].prev = c->en[t].next = t;
    }
    config_grow(c);
    (void)config_push(c, EVENT_BOTTOM);
}

void config_finish(struct config *c)
{
    for (place_id p = 0; c->chains && p < c->compiled->n_places; p++)
        vec_free(&c->chains[p]);
    mem_free(c->chains);
    mem_free(c->marking);
    mem_free(c->en);
    vec_free(&c->steps);
    vec_free(&c->readers);
    vec_free(&c->rows);
    vec_free(&c->causes);
    vec_free(&c->undo);
    vec_free(&c->state);
    vec_free(&c->has);
    vec_free(&c->n_readers);
    *c = (struct config){0};
}

void config_step(struct config *c, event_id e)
{
    const uint32_t n = es_use_count(c->es, e);
    const uint32_t n_consumed = es_consume_count(c->es, e);
    const uint32_t n_produced = es_produce_count(c->es, e);
    const cond_id produced = c->es->events.at[e].produces;
    const cond_id *const uses = es_uses(c->es, e);

    for (uint32_t i = 0; i < n; i++)
        if (i < n_consumed)
            c->state.at[uses[i]] = COND_CONSUMED;
        else
            c->n_readers.at[uses[i]]++;
    for (uint32_t i = 0; i < n_produced; i++)
        c->state.at[produced + i] = COND_CUT;
    c->has.at[e] |= CONFIG_HAS;
}

void config_unstep(struct config *c, event_id e)
{
    const uint32_t n = es_use_count(c->es, e);
    const uint32_t n_consumed = es_consume_count(c->es, e);
    const uint32_t n_produced = es_produce_count(c->es, e);
    const cond_id produced = c->es->events.at[e].produces;
    const cond_id *const uses = es_uses(c->es, e);

    c->has.at[e] &= CONFIG_SLEEPS;
    for (uint32_t i = 0; i < n_produced; i++)
        c->state.at[produced + i] = COND_OUT;
    for (uint32_t i = 0; i < n; i++)
        if (i < n_consumed)
            c->state.at[uses[i]] = COND_CUT;
        else
            c->n_readers.at[uses[i]]--;
}

const struct config_instance *config_inst(const struct config *c, cond_id b)
{
    const config_chain *const ch = &c->chains[c->es->conds.at[b].place];
    uint32_t low = 0, high = ch->len;

    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;

        if (ch->at[mid].cond < b)
            low = mid + 1;
        else
            high = mid;
    }
    return low < ch->len && ch->at[low].cond == b ? &ch->at[low] : NULL;
}

static void renumber_conds(struct config *c, const struct compact_map *map)
{
    uint32_t n = 0;

    for (place_id p = 0; p < c->compiled->n_places; p++)
        for (uint32_t i = 0; i < c->chains[p].len; i++)
            c->chains[p].at[i].cond = map->cond.at[c->chains[p].at[i].cond];
    for (cond_id b = 0; b < c->state.len; b++)
        if (map->cond.at[b] != COMPACT_REMOVED) {
            c->state.at[n] = c->state.at[b];
            c->n_readers.at[n++] = c->n_readers.at[b];
        }
    c->state.len = c->n_readers.len = n;
}

static void renumber_events(struct config *c, const struct compact_map *map)
{
    uint32_t n = 0;

    for (uint32_t pos = 0; pos < c->steps.len; pos++)
        c->steps.at[pos].event = compact_event(map, c->steps.at[pos].event);
    for (trans_id t = 0; t < c->compiled->n_trans; t++)
        c->en[t].event = compact_event(map, c->en[t].event);
    for (uint32_t i = 0; i < c->undo.len; i++)
        c->undo.at[i].old.event = compact_event(map, c->undo.at[i].old.event);
    for (event_id e = 0; e < c->has.len; e++)
        if (map->event.at[e] != COMPACT_REMOVED)
            c->has.at[n++] = c->has.at[e];
    c->has.len = n;
}

void config_renumber(struct config *c, const struct compact_map *map)
{
    renumber_conds(c, map);
    renumber_events(c, map);
}

size_t config_bytes(const struct config *c)
{
    return c->rows.cap * sizeof *c->rows.at +
           c->steps.cap * sizeof *c->steps.at +
           c->undo.cap * sizeof *c->undo.at +
           c->state.cap * sizeof *c->state.at +
           c->n_readers.cap * sizeof *c->n_readers.at;
}

/* c->has agrees with the trail and with en(C). */
static void check_has(const struct config *c)
{
    for (event_id e = 1; e < c->has.len; e++) {
        const struct config_en_node *const node =
            &c->en[c->es->events.at[e].trans];
        const bool sleeps = node->event == e && node->state == EN_ASLEEP;

        CHECK(sleeps == ((c->has.at[e] & CONFIG_SLEEPS) != 0));
    }
    for (uint32_t pos = 0; pos < c->steps.len; pos++)
        CHECK(config_has(c, c->steps.at[pos].event));
}

/* Rows and states, recomputed from the events alone. */
void config_check(const struct config *c)
{
    struct es_walk walk = {0};
    uint32_t n_cut = 0, n_tokens = 0;

    check_has(c);
    for (uint32_t pos = 0; pos < c->steps.len; pos++) {
        const event_id e = c->steps.at[pos].event;
        const struct es_span self = {&e, e != EVENT_BOTTOM};
        const struct es_span past = es_past(c->es, &walk, self);

        for (uint32_t i = 1; i < c->steps.len; i++)
            CHECK(es_walked(&walk, c->steps.at[i].event) ==
                  config_before(c, i, pos));
        for (uint32_t i = 0, found = 0; i <= pos; i++) {
            found += i && es_walked(&walk, c->steps.at[i].event);
            CHECK(i < pos || found == past.len);
        }
    }
    for (place_id p = 0; p < c->compiled->n_net_places; p++) {
        const config_chain *const ch = &c->chains[p];

        n_tokens += bits_has(c->marking, p);
        for (uint32_t i = 0; i < ch->len; i++) {
            const bool in_cut = ch->at[i].consumed == POS_NONE;

            CHECK(in_cut == (c->state.at[ch->at[i].cond] == COND_CUT));
            CHECK(!in_cut || i + 1 == ch->len);
            n_cut += in_cut;
        }
    }
    CHECK(n_cut == n_tokens);
    for (trans_id t = 0; t < c->compiled->n_trans; t++)
        CHECK((c->en[t].event != EVENT_NONE) ==
              marking_enabled(c->compiled->net, c->marking, t));
    es_walk_finish(&walk);
}
