/* reduction_rule.h - the rules of reduction.h, a row each.
 *
 * Whatever has to know all rules reads the rows.  The functions of a row are in
 * the files that the end of this header names.  A function that checks a step
 * returns true if the step is allowed, and otherwise reports why not.  Its
 * caller has checked that the nodes exist, and the fields of the row. */
#ifndef REDUCTION_RULE_H
#define REDUCTION_RULE_H

#include "proof/reduction/reduction.h"

/* Questions for which the steps of a rule are sound; each value allows fewer
 * questions than the one before it. */
enum reduction_rule_scope {
    REDUCTION_FOR_ALL,
    REDUCTION_FOR_DEADLOCKS, /* and places, but not for what is dead where */
    REDUCTION_FOR_PLACES,    /* for the markings of the visible places alone */
};

struct reduction_rule_look;

/* A row for each rule, by enum reduction_rule. */
struct reduction_rule_row {
    const char *name; /* the word of --reduce and of certificates */
    /* The nodes of a step in the order in which they are written: t and p are a
     * transition and a place, the first of them a, the second one b; ? is
     * transition b, or nothing, and * the places. */
    const char *form;
    enum reduction_rule_scope scope;
    enum reduction_words words; /* that it keeps of questions about runs */
    bool hidden;                /* place a must not matter to the question */
    bool empty; /* the places may matter: they never have a token */

    /* Is a step of that form, with nodes that exist, allowed?  Reports why
     * not. */
    bool (*check)(const struct reduction_rule_look *k);
    /* Takes the step that the reduction now ends with. */
    void (*apply)(struct reduction *reduction, struct mutable_net *m);
    /* For an allowed step: may the net be safe after it, and not before it
     * (THEORY, Lemma 61)?  NULL: never. */
    bool (*hides)(const struct reduction_rule_look *k);
};

extern const struct reduction_rule_row reduction_rule_rows[REDUCTION_RULES];

/* The rule of that name; REDUCTION_RULES: there is none. */
enum reduction_rule reduction_rule_find(const char *name, size_t len);

/* Is the rule sound for these questions? */
bool reduction_rule_suits(enum reduction_rule rule,
                          const struct reduction_keeps *keeps);

enum { REDUCTION_RULE_TEXT = 400 };

/* Is the step allowed on the net that m is, by the definition of its rule
 * (THEORY, Definition 55)?  Its nodes may be any numbers.  If not, text
 * (REDUCTION_RULE_TEXT bytes) says why in one sentence.  Nothing here depends
 * on how the step was found.  The original net is presumed to be safe, except
 * for questions about safety. */
bool reduction_rule_check(struct mutable_net *m,
                          const struct reduction_keeps *keeps,
                          const struct reduction_step *step,
                          const place_id *places, char *text);

/* May a step that is allowed hide a second token? */
bool reduction_rule_hides(struct mutable_net *m,
                          const struct reduction_step *step,
                          const place_id *places);

/* Applies an allowed step to the net and appends it to the list.  places are Q,
 * S or R. */
void reduction_rule_apply(struct reduction *reduction, struct mutable_net *m,
                          struct reduction_step step, const place_id *places);

/* --- for the rules -------------------------------------------------------- */

/* A step that is looked at. */
struct reduction_rule_look {
    struct mutable_net *m;
    const struct reduction_keeps *keeps;
    const struct reduction_step *step;
    const place_id *places;
    char *text;
};

/* Each reports and returns false.  In the second one `why` follows the name of
 * the place. */
bool reduction_rule_reject(const struct reduction_rule_look *k,
                           const char *why);
bool reduction_rule_reject_place(const struct reduction_rule_look *k,
                                 place_id p, const char *why);

/* Reports a place that matters to the question. */
bool reduction_rule_hidden(const struct reduction_rule_look *k, place_id p);

/* reduction_trans.c: transitions are removed. */
bool reduction_trans_overflow(const struct reduction_rule_look *k);
bool reduction_trans_dominated(const struct reduction_rule_look *k);
bool reduction_trans_neutral(const struct reduction_rule_look *k);
void reduction_trans_remove(struct reduction *reduction, struct mutable_net *m);

/* reduction_place.c: places and reads are removed. */
bool reduction_place_dead(const struct reduction_rule_look *k);
bool reduction_place_constant(const struct reduction_rule_look *k);
bool reduction_place_constant_hides(const struct reduction_rule_look *k);
bool reduction_place_sink(const struct reduction_rule_look *k);
bool reduction_place_redundant(const struct reduction_rule_look *k);
bool reduction_place_redundant_hides(const struct reduction_rule_look *k);
bool reduction_place_read(const struct reduction_rule_look *k);
bool reduction_place_slice(const struct reduction_rule_look *k);
void reduction_place_remove(struct reduction *reduction, struct mutable_net *m);
void reduction_place_remove_read(struct reduction *reduction,
                                 struct mutable_net *m);

/* All places of the step, and the transitions that consume or read them. */
void reduction_place_remove_all(struct reduction *reduction,
                                struct mutable_net *m);

/* reduction_agglomerate.c: two kinds of transitions around a place become
 * one. */
bool reduction_agglomerate_post(const struct reduction_rule_look *k);
bool reduction_agglomerate_post_hides(const struct reduction_rule_look *k);
bool reduction_agglomerate_pre(const struct reduction_rule_look *k);
void reduction_agglomerate_apply(struct reduction *reduction,
                                 struct mutable_net *m);
void reduction_agglomerate_apply_pre(struct reduction *reduction,
                                     struct mutable_net *m);

/* reduction_cycle.c: places between which a token moves unseen are merged.  A
 * *move* is a transition that consumes one place, produces another one and
 * reads none. */
bool reduction_cycle_check(const struct reduction_rule_look *k);
void reduction_cycle_merge(struct reduction *reduction, struct mutable_net *m);

/* What a transition does with the places of a step. */
struct reduction_rule_use {
    place_id need; /* consumes or reads it; PLACE_NONE: it needs none */
    place_id out;  /* produces it, or reads it; PLACE_NONE: it leaves none */
    bool moves;    /* a move from one of the places to another one */
};

/* False if t needs two of the places, produces two, or produces one while it
 * reads one: in a safe net such a transition never fires.  The places of a step
 * are step->a and the others, which are increasing. */
bool reduction_cycle_use(struct mutable_net *m,
                         const struct reduction_step *step,
                         const place_id *places, trans_id t,
                         struct reduction_rule_use *use);

#endif
