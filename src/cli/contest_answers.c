#include "cli/contest_answers.h"

#include "base/mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *id_of(const struct contest_answers *answers, uint32_t q)
{
    return answers->properties ? punfpor_property_id(answers->properties, q)
                               : answers->examination;
}

/* --- the beginning and the end -------------------------------------------- */

static void leave_out(struct contest_answers *answers, uint32_t q)
{
    answers->at[q].known = answers->at[q].told = true;
    fprintf(answers->out, "FORMULA %s CANNOT_COMPUTE\n", id_of(answers, q));
    (void)fflush(answers->out);
}

void contest_answers_init(struct contest_answers *answers,
                          const char *examination,
                          const punfpor_properties *properties, uint32_t n,
                          bool wants_states, bool parallel, FILE *out)
{
    *answers = (struct contest_answers){
        .examination = examination,
        .properties = properties,
        .parallel = parallel,
        .n = n,
        .at = mem_zero(n, sizeof *answers->at),
        .wants_states = wants_states,
        .out = out,
    };
    for (uint32_t q = 0; properties && q < n; q++)
        if (punfpor_property_kind(properties, q) == PUNFPOR_PROPERTY_BEYOND)
            leave_out(answers, q);
}

void contest_answers_finish(struct contest_answers *answers)
{
    mem_free(answers->at);
    mem_free(answers->firing.known);
    mem_free(answers->firing.places);
    vec_free(&answers->firing.changed);
    *answers = (struct contest_answers){0};
}

/* --- what is found -------------------------------------------------------- */

/* Tells what is known and may be told. */
static void tell(struct contest_answers *answers, uint32_t q)
{
    struct contest_answers_entry *const entry = &answers->at[q];

    if (!entry->known || entry->told || answers->is_unsafe ||
        (entry->if_safe && !answers->is_safe))
        return;
    entry->told = true;
    fprintf(answers->out, "FORMULA %s %s TECHNIQUES %s %s\n", id_of(answers, q),
            entry->text, entry->techniques,
            answers->parallel ? "PARALLEL_PROCESSING"
                              : "SEQUENTIAL_PROCESSING");
    (void)fflush(answers->out);
}

static void note(struct contest_answers *answers, uint32_t q, const char *text,
                 bool if_safe, const char *engine)
{
    struct contest_answers_entry *const entry = &answers->at[q];

    if (entry->known && (!entry->if_safe || if_safe))
        return;
    entry->known = true;
    entry->if_safe = if_safe;
    (void)snprintf(entry->text, sizeof entry->text, "%s", text);
    (void)snprintf(entry->techniques, sizeof entry->techniques, "%s",
                   punfpor_techniques(engine));
    tell(answers, q);
}

/* --- which transitions fire ----------------------------------------------- */

/* How the structure of the net is named among the engines. */
static const char STRUCTURE[] = "structure";

/* Makes the list of places of the file that t changes; some may be twice in it,
 * which does no harm. */
static void list_changed(struct contest_answers_firing *firing, uint32_t t)
{
    const uint32_t n_given = punfpor_net_given_places(firing->net);
    uint32_t n;
    const uint32_t *places = punfpor_consumes(firing->net, t, &n);

    vec_clear(&firing->changed);
    for (uint32_t i = 0; i < n && places[i] < n_given; i++)
        vec_push(&firing->changed, places[i]);
    places = punfpor_produces(firing->net, t, &n);
    for (uint32_t i = 0; i < n && places[i] < n_given; i++)
        vec_push(&firing->changed, places[i]);
}

/* Answers with a place all of whose changers are dead. */
static void conclude_with(struct contest_answers *answers, uint32_t p,
                          const char *engine)
{
    const struct contest_answers_place *const place =
        &answers->firing.places[p];

    if (place->n_changers == 0)
        note(answers, 0, "TRUE", place->if_safe, engine);
}

static void follow_places(struct contest_answers *answers)
{
    struct contest_answers_firing *const firing = &answers->firing;
    const uint32_t n = punfpor_net_given_places(firing->net);

    firing->places = mem_zero(n, sizeof *firing->places);
    firing->n_stable = n;
    for (uint32_t t = 0; t < firing->n_open; t++) {
        list_changed(firing, t);
        for (uint32_t i = 0; i < firing->changed.len; i++)
            firing->places[firing->changed.at[i]].n_changers++;
    }
    for (uint32_t p = 0; p < n; p++)
        conclude_with(answers, p, STRUCTURE);
    if (n == 0)
        note(answers, 0, "FALSE", false, STRUCTURE);
}

void contest_answers_follow(struct contest_answers *answers,
                            const punfpor_net *net, bool is_stability)
{
    const uint32_t n = punfpor_net_given_transitions(net);

    answers->firing = (struct contest_answers_firing){
        .net = net,
        .is_stability = is_stability,
        .n_open = n,
        .known = mem_zero(n, sizeof(bool)),
    };
    if (is_stability)
        follow_places(answers);
    else if (n == 0)
        note(answers, 0, "TRUE", false, STRUCTURE);
}

static void note_quasi_liveness(struct contest_answers *answers, bool fires,
                                bool if_safe, const char *engine)
{
    struct contest_answers_firing *const firing = &answers->firing;

    firing->dead |= !fires;
    if (!fires)
        note(answers, 0, "FALSE", if_safe, engine);
    else if (firing->n_open == 0 && !firing->dead)
        note(answers, 0, "TRUE", false, engine);
}

static void note_stability(struct contest_answers *answers, uint32_t t,
                           bool fires, bool if_safe, const char *engine)
{
    struct contest_answers_firing *const firing = &answers->firing;

    list_changed(firing, t);
    for (uint32_t i = 0; i < firing->changed.len; i++) {
        struct contest_answers_place *const place =
            &firing->places[firing->changed.at[i]];

        firing->n_stable -= fires && !place->changes;
        place->changes |= fires;
        place->n_changers -= !fires;
        place->if_safe |= !fires && if_safe;
    }
    for (uint32_t i = 0; !fires && i < firing->changed.len; i++)
        conclude_with(answers, firing->changed.at[i], engine);
    if (fires && firing->n_stable == 0)
        note(answers, 0, "FALSE", false, engine);
}

void contest_answers_note(struct contest_answers *answers, uint32_t q,
                          const char *text, bool if_safe, const char *engine)
{
    struct contest_answers_firing *const firing = &answers->firing;
    const bool fires = !strcmp(text, "TRUE");

    if (!firing->net) {
        note(answers, q, text, if_safe, engine);
        return;
    }
    if (firing->known[q])
        return;
    firing->known[q] = true;
    firing->n_open--;
    if (firing->is_stability)
        note_stability(answers, q, fires, if_safe, engine);
    else
        note_quasi_liveness(answers, fires, if_safe, engine);
}

/* --- safety and states ---------------------------------------------------- */

void contest_answers_note_safety(struct contest_answers *answers, bool is_safe)
{
    if (is_safe)
        answers->is_safe = true;
    else
        answers->is_unsafe = true;
    for (uint32_t q = 0; q < answers->n; q++)
        tell(answers, q);
}

void contest_answers_note_states(struct contest_answers *answers,
                                 const struct contest_answers_states *states)
{
    answers->states = *states;
    answers->has_states = true;
}

/* --- what is left --------------------------------------------------------- */

bool contest_answers_is_open(const struct contest_answers *answers, uint32_t q)
{
    return !answers->at[q].known;
}

uint32_t contest_answers_count_open(const struct contest_answers *answers)
{
    uint32_t n = 0;

    for (uint32_t q = 0; q < answers->n; q++)
        n += !answers->at[q].known;
    return n;
}

bool contest_answers_wait(const struct contest_answers *answers)
{
    for (uint32_t q = 0; q < answers->n; q++)
        if (answers->at[q].known && !answers->at[q].told)
            return true;
    return false;
}

bool contest_answers_are_complete(const struct contest_answers *answers)
{
    for (uint32_t q = 0; q < answers->n; q++)
        if (!answers->at[q].told)
            return false;
    return !answers->wants_states || answers->has_states;
}

/* --- the last lines ------------------------------------------------------- */

static void print_states(const struct contest_answers_states *states, FILE *out)
{
    static const char techniques[] = "EXPLICIT SEQUENTIAL_PROCESSING";

    fprintf(out,
            "STATE_SPACE STATES %" PRIu64 " TECHNIQUES %s\n"
            "STATE_SPACE TRANSITIONS %" PRIu64 " TECHNIQUES %s\n"
            "STATE_SPACE MAX_TOKEN_PER_MARKING %" PRIu64 " TECHNIQUES %s\n"
            "STATE_SPACE MAX_TOKEN_IN_PLACE %d TECHNIQUES %s\n",
            states->markings, techniques, states->fired, techniques,
            states->most_tokens, techniques, states->most_tokens > 0,
            techniques);
}

void contest_answers_print_rest(const struct contest_answers *answers)
{
    bool told = false;

    for (uint32_t q = 0; q < answers->n; q++)
        told = told || answers->at[q].told;
    if (answers->has_states)
        print_states(&answers->states, answers->out);
    else if (answers->is_unsafe && !told)
        fputs("DO_NOT_COMPETE\n", answers->out);
    else if (answers->wants_states)
        fputs("CANNOT_COMPUTE\n", answers->out);
    else
        for (uint32_t q = 0; q < answers->n; q++)
            if (!answers->at[q].told)
                fprintf(answers->out, "FORMULA %s CANNOT_COMPUTE\n",
                        id_of(answers, q));
}
