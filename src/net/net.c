#include "net/net.h"

#include "base/similar.h"
#include "net/net_struct.h"
#include "net/signals.h"
#include "net/units.h"

#include <string.h>

_Static_assert((int)NET_STRUCT_ARCS == (int)NET_NEEDS + 1, "all kinds");
_Static_assert(offsetof(struct net, arcs) == 0, "net_relation()");

/* Searches the longer list for each element of the shorter one: a transition
 * may have very many arcs. */
bool net_spans_meet(struct net_place_span a, struct net_place_span b)
{
    if (a.len > b.len)
        return net_spans_meet(b, a);
    for (uint32_t i = 0; i < a.len; i++)
        if (ids_has(b.at, b.len, a.at[i]))
            return true;
    return false;
}

void net_destroy(struct net *net)
{
    if (!net)
        return;
    if (net->arcs[NET_NEEDS].at == net->arcs[NET_PRE].at)
        net->arcs[NET_NEEDS] = (struct relation){0};
    for (uint32_t kind = 0; kind < NET_STRUCT_ARCS; kind++)
        relation_finish(&net->arcs[kind]);
    names_finish(&net->places);
    names_finish(&net->transitions);
    mem_free(net->marked);
    mem_free(net->overflow);
    mem_free(net->shadowed);
    mem_free(net->locks);
    mem_free(net->tokens);
    mem_free(net->bounds);
    mem_free(net->levels);
    mem_free(net->bundles);
    mem_free(net->spare_resets);
    mem_free(net->capacities);
    vecs_free(&net->finals);
    vec_free(&net->final_tokens);
    units_destroy(net->units);
    signals_destroy(net->signals);
    for (uint32_t i = 0; i < net->warnings.len; i++)
        mem_free(net->warnings.at[i]);
    vec_free(&net->warnings);
    mem_free(net->name);
    mem_free(net);
}

struct net *net_view(const struct net *net, const bits_word *marked)
{
    struct net *const view = mem_copy(net, 1, sizeof *view);

    view->marked = mem_copy(marked, bits_words(net_place_count(net)),
                            sizeof *view->marked);
    return view;
}

void net_view_destroy(struct net *view)
{
    if (view)
        mem_free(view->marked);
    mem_free(view);
}

const char *net_name(const struct net *net)
{
    return net->name;
}

uint32_t net_place_count(const struct net *net)
{
    return names_count(&net->places);
}

uint32_t net_trans_count(const struct net *net)
{
    return names_count(&net->transitions);
}

uint32_t net_arc_count(const struct net *net)
{
    return relation_count(&net->arcs[NET_PRE]) +
           relation_count(&net->arcs[NET_POST]);
}

uint32_t net_read_count(const struct net *net)
{
    return relation_count(&net->arcs[NET_READ]);
}

uint64_t net_size(const struct net *net)
{
    return (uint64_t)net_place_count(net) + net_trans_count(net) +
           net_arc_count(net) + net_read_count(net);
}

const bits_word *net_initial(const struct net *net)
{
    return net->marked;
}

bool net_marked(const struct net *net, place_id p)
{
    ASSERT(p < net_place_count(net));
    return bits_has(net->marked, p);
}

uint32_t net_given_places(const struct net *net)
{
    return net->n_given_places;
}

uint32_t net_given_transitions(const struct net *net)
{
    return net->n_given_transitions;
}

trans_id net_given_trans(const struct net *net, trans_id t)
{
    ASSERT(t < net_trans_count(net));
    return t < net->n_given_transitions
               ? t
               : net->shadowed[t - net->n_given_transitions];
}

bool net_is_step(const struct net *net, trans_id t)
{
    return t >= net->n_given_transitions && net_overflow(net, t) == PLACE_NONE;
}

bool net_has_steps(const struct net *net)
{
    return net->locks != NULL;
}

place_id net_lock(const struct net *net, place_id p)
{
    ASSERT(p < net_place_count(net));
    return net->locks ? net->locks[p] : PLACE_NONE;
}

uint32_t net_tokens(const struct net *net, place_id p)
{
    return net->tokens ? net->tokens[p] : net_marked(net, p);
}

uint32_t net_bound(const struct net *net, place_id p)
{
    return net->bounds && p < net->n_given_places ? net->bounds[p] : 1;
}

place_id net_counted(const struct net *net)
{
    for (place_id p = 0; net->bounds && p < net->n_given_places; p++)
        if (net->bounds[p] > 1)
            return p;
    return PLACE_NONE;
}

place_id net_level(const struct net *net, place_id p, uint32_t n)
{
    ASSERT(n >= 1 && n <= net_bound(net, p));
    return n == 1 ? p : net->levels[p] + n - 2;
}

place_id net_overflow(const struct net *net, trans_id t)
{
    ASSERT(t < net_trans_count(net));
    return net->overflow ? net->overflow[t] : PLACE_NONE;
}

uint32_t net_final_count(const struct net *net)
{
    return vecs_count(&net->finals);
}

struct net_place_span net_final(const struct net *net, uint32_t i)
{
    return net_span_at(&net->finals, i);
}

const uint32_t *net_final_tokens(const struct net *net, uint32_t i)
{
    return net->final_tokens.at + vecs_from(&net->finals, i);
}

uint32_t net_capacity(const struct net *net, place_id p)
{
    ASSERT(p < net_place_count(net));
    return net->capacities && p < net->n_given_places ? net->capacities[p] : 0;
}

const struct units *net_units(const struct net *net)
{
    return net->units;
}

const struct signals *net_signals(const struct net *net)
{
    return net->signals;
}

uint32_t net_warning_count(const struct net *net)
{
    return net->warnings.len;
}

const char *net_warning(const struct net *net, uint32_t i)
{
    ASSERT(i < net->warnings.len);
    return net->warnings.at[i];
}

uint32_t net_bundle_count(const struct net *net)
{
    return net->n_bundles;
}

const char *net_place_id(const struct net *net, place_id p)
{
    return names_id(&net->places, p);
}

const char *net_place_name(const struct net *net, place_id p)
{
    return names_name(&net->places, p);
}

const char *net_place_label(const struct net *net, place_id p)
{
    return names_label(&net->places, p);
}

const char *net_trans_id(const struct net *net, trans_id t)
{
    return names_id(&net->transitions, t);
}

const char *net_trans_name(const struct net *net, trans_id t)
{
    return names_name(&net->transitions, t);
}

const char *net_trans_label(const struct net *net, trans_id t)
{
    return names_label(&net->transitions, t);
}

/* Reports two nodes with the name by their ids, which are unique. */
static void report_shared(const struct names *names, const char *kind,
                          const char *text, struct diag *diag)
{
    const char *ids[2] = {"", ""};
    uint32_t n_found = 0;

    for (uint32_t n = 0; n < names_count(names) && n_found < 2; n++) {
        const char *name = names_name(names, n);

        if (name && !strcmp(name, text))
            ids[n_found++] = names_id(names, n);
    }
    (void)diag_usage(
        diag, "several %ss are named '%s': use an id, such as '%s' or '%s'",
        kind, text, ids[0], ids[1]);
}

/* The nodes of a kind, as messages name them. */
struct kind {
    const char *name;
    const struct names *names;
    uint32_t n_given;
};

static struct kind places_of(const struct net *net)
{
    return (struct kind){"place", &net->places, net_given_places(net)};
}

static struct kind transitions_of(const struct net *net)
{
    return (struct kind){"transition", &net->transitions,
                         net_given_transitions(net)};
}

/* Reports a name that no node has: is it one of the other kind, or which ones
 * are like it? */
static void report_missing(const struct kind *kind, const struct kind *other,
                           const char *text, struct diag *diag)
{
    struct similar similar;
    char meant[SIMILAR_KEPT * (SIMILAR_LONGEST + 20)];

    if (names_has(other->names, text)) {
        (void)diag_usage(diag, "the net has no %s '%s'; '%s' is a %s",
                         kind->name, text, text, other->name);
        return;
    }
    similar_init(&similar, text);
    for (uint32_t n = 0; n < kind->n_given; n++) {
        similar_add(&similar, names_label(kind->names, n));
        similar_add(&similar, names_id(kind->names, n));
        if (names_name(kind->names, n))
            similar_add(&similar, names_name(kind->names, n));
    }
    similar_write(&similar, "'", "'", meant, sizeof meant);
    (void)diag_usage(diag, "the net has no %s '%s'%s", kind->name, text, meant);
}

static uint32_t find_node(struct kind kind, struct kind other, const char *text,
                          struct diag *diag)
{
    bool shared;
    const uint32_t n = names_find(kind.names, text, &shared);

    if (n != NAMES_NONE || !diag)
        return n;
    if (shared)
        report_shared(kind.names, kind.name, text, diag);
    else
        report_missing(&kind, &other, text, diag);
    return n;
}

place_id net_find_place(const struct net *net, const char *text,
                        struct diag *diag)
{
    return find_node(places_of(net), transitions_of(net), text, diag);
}

trans_id net_find_trans(const struct net *net, const char *text,
                        struct diag *diag)
{
    return find_node(transitions_of(net), places_of(net), text, diag);
}
