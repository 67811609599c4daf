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
    answers->at = NULL;
    answers->n = 0;
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

void contest_answers_note(struct contest_answers *answers, uint32_t q,
                          const char *text, bool if_safe, const char *engine)
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

bool contest_answers_has_open(const struct contest_answers *answers)
{
    for (uint32_t q = 0; q < answers->n; q++)
        if (!answers->at[q].known)
            return true;
    return false;
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
