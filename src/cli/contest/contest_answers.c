#include "cli/contest/contest_answers.h"

#include <inttypes.h>
#include <string.h>

static const char *id_of(const struct contest_answers *answers, uint32_t q)
{
    return answers->properties ? punfpor_property_id(answers->properties, q)
                               : answers->input->examination;
}

static bool asks(const struct contest_answers *answers,
                 enum contest_input_question question)
{
    return answers->input->row->question == question;
}

/* The first word of lines about each object; NULL: there are none. */
static const char *word_of(const struct contest_answers *answers)
{
    return answers->input->row->word;
}

static bool is_bound(const struct contest_answers *answers)
{
    return answers->input->row->is_bound;
}

static const char *processing(const struct contest_answers *answers)
{
    return answers->input->jobs > 1 ? "PARALLEL_PROCESSING"
                                    : "SEQUENTIAL_PROCESSING";
}

/* --- the beginning and the end -------------------------------------------- */

void contest_answers_init(struct contest_answers *answers,
                          const struct contest_input *input,
                          const punfpor_properties *properties, uint32_t n,
                          FILE *out)
{
    *answers = (struct contest_answers){
        .input = input,
        .properties = properties,
        .n = n,
        .at = mem_zero(n, sizeof *answers->at),
        .out = out,
    };
    for (uint32_t q = 0; properties && q < n; q++)
        if (punfpor_property_kind(properties, q) == PUNFPOR_PROPERTY_BEYOND) {
            answers->at[q].known = answers->at[q].told = true;
            answers->n_told++;
            fprintf(out, "FORMULA %s CANNOT_COMPUTE\n", id_of(answers, q));
        }
    if (word_of(answers))
        fprintf(out, "TOTAL %s %" PRIu32 "\n", input->examination, n);
    (void)fflush(out);
}

void contest_answers_finish(struct contest_answers *answers)
{
    mem_free(answers->at);
    mem_free(answers->states);
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
    answers->n_told++;
    if (word_of(answers))
        fprintf(answers->out, "%s%" PRIu32 " %s ", word_of(answers), q,
                entry->text);
    else
        fprintf(answers->out, "FORMULA %s %s TECHNIQUES ", id_of(answers, q),
                entry->text);
    fprintf(answers->out, "%s %s\n", entry->techniques, processing(answers));
    (void)fflush(answers->out);
}

void contest_answers_note(struct contest_answers *answers, uint32_t q,
                          const char *text, bool if_safe, const char *engine)
{
    struct contest_answers_entry *const entry = &answers->at[q];

    if (entry->known && (!entry->if_safe || if_safe))
        return;
    entry->known = true;
    entry->if_safe = if_safe;
    entry->techniques = punfpor_techniques(engine);
    (void)snprintf(entry->text, sizeof entry->text, "%s", text);
    tell(answers, q);
}

/* --- which transitions fire ----------------------------------------------- */

/* How the structure of the net is named among the engines. */
static const char STRUCTURE[] = "structure";

static void list(struct contest_answers_firing *firing, const uint32_t *places,
                 uint32_t n)
{
    const uint32_t n_given = punfpor_net_given_places(firing->net);

    for (uint32_t i = 0; i < n && places[i] < n_given; i++)
        vec_push(&firing->changed, places[i]);
}

/* Makes the list of places of the file that t changes, or marks; some may be
 * twice in it, which does no harm. */
static void list_changed(struct contest_answers *answers, uint32_t t)
{
    struct contest_answers_firing *const firing = &answers->firing;
    const uint32_t *places;
    uint32_t n;

    vec_clear(&firing->changed);
    if (!is_bound(answers)) {
        places = punfpor_consumes(firing->net, t, &n);
        list(firing, places, n);
    }
    places = punfpor_produces(firing->net, t, &n);
    list(firing, places, n);
}

/* The place never changes, or is never marked, as all those are dead that would
 * do that. */
static void conclude_with(struct contest_answers *answers, uint32_t p,
                          const char *engine)
{
    const struct contest_answers_place *const place =
        &answers->firing.places[p];

    if (place->n_changers == 0 && !place->changes)
        contest_answers_note(answers, word_of(answers) ? p : 0,
                             is_bound(answers) ? "0" : "TRUE", place->if_safe,
                             engine);
}

/* The place changes, or is marked, and was not known to. */
static void tell_change(struct contest_answers *answers, uint32_t p,
                        const char *engine)
{
    answers->firing.n_stable--;
    if (word_of(answers))
        contest_answers_note(answers, p, is_bound(answers) ? "1" : "FALSE",
                             is_bound(answers), engine);
}

static void follow_places(struct contest_answers *answers)
{
    struct contest_answers_firing *const firing = &answers->firing;
    const uint32_t n = punfpor_net_given_places(firing->net);

    firing->places = mem_zero(n, sizeof *firing->places);
    firing->n_stable = n;
    for (uint32_t t = 0; t < firing->n_open; t++) {
        list_changed(answers, t);
        for (uint32_t i = 0; i < firing->changed.len; i++)
            firing->places[firing->changed.at[i]].n_changers++;
    }
    for (uint32_t p = 0; p < n; p++) {
        firing->places[p].changes =
            is_bound(answers) && punfpor_place_marked(firing->net, p);
        if (firing->places[p].changes)
            tell_change(answers, p, STRUCTURE);
        conclude_with(answers, p, STRUCTURE);
    }
    if (n == 0 && !word_of(answers))
        contest_answers_note(answers, 0, "FALSE", false, STRUCTURE);
}

void contest_answers_follow(struct contest_answers *answers,
                            const punfpor_net *net)
{
    const uint32_t n = punfpor_net_given_transitions(net);

    answers->firing = (struct contest_answers_firing){
        .net = net,
        .n_open = n,
        .known = mem_zero(n, sizeof(bool)),
    };
    if (asks(answers, CONTEST_INPUT_PLACES))
        follow_places(answers);
    else if (asks(answers, CONTEST_INPUT_TRANSITIONS) && n == 0 &&
             !word_of(answers))
        contest_answers_note(answers, 0, "TRUE", false, STRUCTURE);
}

static void note_quasi_liveness(struct contest_answers *answers, bool fires,
                                bool if_safe, const char *engine)
{
    if (!fires)
        contest_answers_note(answers, 0, "FALSE", if_safe, engine);
    else if (answers->firing.n_open == 0 && !answers->at[0].known &&
             asks(answers, CONTEST_INPUT_TRANSITIONS))
        contest_answers_note(answers, 0, "TRUE", false, engine);
}

void contest_answers_note_change(struct contest_answers *answers, uint32_t p,
                                 bool changes, bool if_safe, const char *engine)
{
    struct contest_answers_firing *const firing = &answers->firing;
    struct contest_answers_place *const place = &firing->places[p];

    if (!changes) {
        place->n_changers = 0;
        place->if_safe = if_safe;
        conclude_with(answers, p, engine);
    } else if (!place->changes) {
        place->changes = true;
        tell_change(answers, p, engine);
        if (firing->n_stable == 0 && !word_of(answers))
            contest_answers_note(answers, 0, "FALSE", false, engine);
    }
}

static void note_places(struct contest_answers *answers, uint32_t t, bool fires,
                        bool if_safe, const char *engine)
{
    struct contest_answers_firing *const firing = &answers->firing;

    list_changed(answers, t);
    for (uint32_t i = 0; i < firing->changed.len; i++) {
        const uint32_t p = firing->changed.at[i];

        if (fires) {
            contest_answers_note_change(answers, p, true, false, engine);
            continue;
        }
        firing->places[p].n_changers -= firing->places[p].n_changers > 0;
        firing->places[p].if_safe |= if_safe;
    }
    for (uint32_t i = 0; !fires && i < firing->changed.len; i++)
        conclude_with(answers, firing->changed.at[i], engine);
}

void contest_answers_note_firing(struct contest_answers *answers, uint32_t t,
                                 bool fires, bool if_safe, const char *engine)
{
    struct contest_answers_firing *const firing = &answers->firing;

    if (firing->known[t])
        return;
    firing->known[t] = true;
    firing->n_open--;
    if (firing->places)
        note_places(answers, t, fires, if_safe, engine);
    else if (word_of(answers))
        contest_answers_note(answers, t, fires ? "TRUE" : "FALSE", if_safe,
                             engine);
    else
        note_quasi_liveness(answers, fires, if_safe, engine);
}

bool contest_answers_is_open_node(const struct contest_answers *answers,
                                  enum contest_input_question question,
                                  uint32_t node)
{
    const struct contest_answers_firing *const firing = &answers->firing;

    return question == CONTEST_INPUT_PLACES
               ? !firing->places[node].changes &&
                     firing->places[node].n_changers > 0
               : !firing->known[node];
}

/* --- safety and states ---------------------------------------------------- */

void contest_answers_note_safety(struct contest_answers *answers, bool is_safe)
{
    answers->is_safe |= is_safe;
    answers->is_unsafe |= !is_safe;
    for (uint32_t q = 0; q < answers->n; q++)
        tell(answers, q);
}

void contest_answers_note_states(struct contest_answers *answers,
                                 const char *text)
{
    if (!answers->states)
        answers->states = mem_text(text);
}

/* --- what is left --------------------------------------------------------- */

uint32_t contest_answers_count_open(const struct contest_answers *answers)
{
    uint32_t n = 0;

    for (uint32_t q = 0; q < answers->n; q++)
        n += !answers->at[q].known;
    return n;
}

bool contest_answers_wait(const struct contest_answers *answers)
{
    return answers->n - contest_answers_count_open(answers) > answers->n_told;
}

bool contest_answers_are_complete(const struct contest_answers *answers)
{
    return answers->n_told == answers->n &&
           (!asks(answers, CONTEST_INPUT_STATES) || answers->states);
}

/* --- the last lines ------------------------------------------------------- */

/* Of the techniques only the first one. */
static void print_states(const struct contest_answers *answers)
{
    char *rest;
    const char *const techniques =
        punfpor_techniques(strtok_r(answers->states, " ", &rest));
    const char *const markings = strtok_r(NULL, " ", &rest);
    const char *const fired = strtok_r(NULL, " ", &rest);
    const char *const most_tokens = strtok_r(NULL, " ", &rest);
    const char *const words[][2] = {
        {"STATES", markings},
        {"TRANSITIONS", fired},
        {"MAX_TOKEN_PER_MARKING", most_tokens},
        {"MAX_TOKEN_IN_PLACE", strcmp(most_tokens, "0") ? "1" : "0"},
    };

    for (uint32_t i = 0; i < 4; i++)
        fprintf(answers->out, "STATE_SPACE %s %s TECHNIQUES %.*s %s\n",
                words[i][0], words[i][1], (int)strcspn(techniques, " "),
                techniques, processing(answers));
}

/* Bounds that are open: between which numbers they are. */
static void print_open_bounds(const struct contest_answers *answers)
{
    for (uint32_t p = 0; p < answers->n; p++)
        if (!answers->at[p].told)
            fprintf(answers->out, "BOUND p%" PRIu32 " ? %d %s\n", p,
                    answers->firing.places && answers->firing.places[p].changes,
                    answers->is_safe ? "1" : "inf");
}

void contest_answers_print_rest(const struct contest_answers *answers)
{
    const bool told = answers->n_told > 0;

    if (answers->states)
        print_states(answers);
    else if (answers->is_unsafe && !told)
        fputs("DO_NOT_COMPETE\n", answers->out);
    else if (asks(answers, CONTEST_INPUT_STATES))
        fputs("CANNOT_COMPUTE\n", answers->out);
    else if (is_bound(answers))
        print_open_bounds(answers);
    else if (!word_of(answers))
        for (uint32_t q = 0; q < answers->n; q++)
            if (!answers->at[q].told)
                fprintf(answers->out, "FORMULA %s CANNOT_COMPUTE\n",
                        id_of(answers, q));
}
