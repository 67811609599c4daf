#include "engine/race/racer.h"

#include <stdatomic.h>

static const struct racer *racer_with(const struct racer_group *race,
                                      uint32_t goal,
                                      enum answer_verdict verdict)
{
    for (uint32_t i = 0; i < race->n_racers; i++)
        if (race->racers[i].answer.findings[goal].verdict == verdict)
            return &race->racers[i];
    return NULL;
}

static bool have_same_value(const struct racer_group *race, uint32_t goal)
{
    const struct answer_finding *first = NULL;

    if (!race_values_agree(&race->values, goal))
        return false;
    for (uint32_t i = 0; i < race->n_racers; i++) {
        const struct answer_finding *const finding =
            &race->racers[i].answer.findings[goal];

        if (finding->verdict != VERDICT_YES || !finding->has_value)
            continue;
        if (first && first->value != finding->value)
            return false;
        first = finding;
    }
    return true;
}

/* False with a diagnosis when one says yes and another no. */
static bool agree(const struct racer_group *race, uint32_t goal,
                  struct diag *diag)
{
    const struct racer *const yes = racer_with(race, goal, VERDICT_YES);
    const struct racer *const no = racer_with(race, goal, VERDICT_NO);

    if (!have_same_value(race, goal))
        return diag_internal(
            diag, "the engines differ about the largest value of '%.200s'",
            race->problem->question.goals[goal].text);
    return !yes || !no ||
           diag_internal(diag,
                         "the verdicts on '%.200s' differ: %s by engine %s, %s "
                         "by engine %s",
                         race->problem->question.goals[goal].text,
                         answer_verdict_name(VERDICT_YES), yes->engine->name,
                         answer_verdict_name(VERDICT_NO), no->engine->name);
}

/* The racer with the reason why the race ended without its last answer: a
 * reason that holds for all, of which the limit of the race is the last one,
 * comes before a limit of one engine.  The first one that has the reason. */
static struct racer *racer_with_reason(const struct racer_group *race)
{
    static const enum answer_stop reasons[] = {
        STOP_INTERRUPTED, STOP_TIME,   STOP_OVERTAKEN, STOP_MEMORY,
        STOP_DEPTH,       STOP_EVENTS, STOP_SIZE};

    for (uint32_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        for (uint32_t i = 0; i < race->n_racers; i++)
            if (race->racers[i].answer.stop == reasons[k])
                return &race->racers[i];
    return race->racers;
}

/* The parts of the answer that are about the race as a whole. */
static void take_end(struct answer *answer, struct racer *last)
{
    struct answer *const own = &last->answer;

    answer->stop = own->stop;
    answer->stats = own->stats;
    answer->engine = last->engine->name;
    answer->unsafe_trans = own->unsafe_trans;
    answer->unsafe_place = own->unsafe_place;
    answer->unsafe_run = own->unsafe_run;
    own->unsafe_run = (witness_run){0};
    answer->diag = own->diag;
}

/* What was too large for an engine. */
static void take_failure(struct racer_group *race, uint32_t g,
                         struct answer_finding *finding)
{
    for (uint32_t i = 0; i < race->n_racers && !finding->failure; i++) {
        struct answer_finding *const other =
            &race->racers[i].answer.findings[g];

        finding->failure = other->failure;
        other->failure = NULL;
    }
}

/* The largest value that an engine has found for a question that none could
 * answer. */
static void take_value(struct racer_group *race, uint32_t g,
                       struct answer_finding *finding)
{
    for (uint32_t i = 0; i < race->n_racers; i++) {
        struct answer_finding *const other =
            &race->racers[i].answer.findings[g];

        if (!other->has_value || other->verdict != VERDICT_UNKNOWN ||
            (finding->has_value && finding->value >= other->value))
            continue;
        vec_free(&finding->run);
        *finding = *other;
        *other = (struct answer_finding){0};
    }
    take_failure(race, g, finding);
    case_proof_destroy(finding->cases); /* that no value is larger */
    finding->cases = NULL;
    finding->has_limit = race->values.limits[g].given;
    finding->limit = race->values.limits[g].value;
}

/* The answer is complete, so it does not say that a limit kept an engine from
 * its proof. */
static void note_proof(const struct racer_group *race,
                       struct answer_finding *finding)
{
    if (race->problem->output.proof && finding->verdict == VERDICT_NO &&
        !answer_is_proved(finding) && !finding->no_proof)
        finding->no_proof = "the proof was not put together";
}

/* Has racer i, which has won, reached the largest value before it could show
 * this?  It may have shown it later. */
static bool is_joined(struct racer_group *race, uint32_t i, uint32_t g)
{
    const struct racer_answer *const own = &race->racers[i].answers[g];
    uint64_t clock;

    return race_values_answer(&race->values, i, g, &clock) &&
           !(own->given &&
             own->stats.work == race_clock_winner(&race->race_clock, g).clock);
}

/* The proof of the racer that has shown that no value is larger. */
static void take_cases(struct racer_group *race, uint32_t g,
                       struct answer_finding *finding)
{
    for (uint32_t i = 0; i < race->n_racers && !finding->cases; i++) {
        struct answer_finding *const other =
            &race->racers[i].answer.findings[g];

        if (!other->has_limit || other->limit != finding->value)
            continue;
        finding->cases = other->cases;
        other->cases = NULL;
    }
}

/* Racer i has reached the largest value, as another one has shown. */
static void take_largest(struct racer_group *race, uint32_t i, uint32_t g,
                         struct answer_finding *finding)
{
    const struct answer_finding largest =
        race_values_finding(&race->values, i, g);

    *finding = largest;
    finding->run = (witness_run){0};
    vec_append(&finding->run, &largest.run);
    take_cases(race, g, finding);
}

/* The finding of racer i, which has won. */
static void take_finding(struct racer_group *race, uint32_t i, uint32_t g,
                         struct answer_finding *finding)
{
    struct answer_finding *const own = &race->racers[i].answer.findings[g];

    if (is_joined(race, i, g)) {
        take_largest(race, i, g, finding);
    } else {
        *finding = *own;
        *own = (struct answer_finding){0};
    }
    finding->engine = race->racers[i].engine->name;
    note_proof(race, finding);
}

static void take_findings(struct racer_group *race, struct answer *answer)
{
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        const uint32_t i = race_clock_winner(&race->race_clock, g).racer;

        if (i == RACE_CLOCK_NONE)
            take_value(race, g, &answer->findings[g]);
        else
            take_finding(race, i, g, &answer->findings[g]);
        answer->safe |= i != RACE_CLOCK_NONE && answer->findings[g].safe;
    }
}

/* The racer with the last of the first answers may have continued after it,
 * even to its end when others had answered what it left open; how long depends
 * on the scheduler.  The figures are then those at that answer. */
static void take_figures(struct racer_group *race, struct answer *answer,
                         struct race_clock_first last)
{
    const struct racer *const racer = &race->racers[last.racer];

    if (racer->answer.stop == STOP_DONE &&
        racer->answer.stats.work == last.clock)
        return;
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        const struct race_clock_first first =
            race_clock_winner(&race->race_clock, g);

        if (first.racer != last.racer || first.clock != last.clock)
            continue;
        if (is_joined(race, last.racer, g))
            answer->stats = racer->answers[g].reached;
        else if (racer->answers[g].given)
            answer->stats = racer->answers[g].stats;
    }
}

/* The first one that was met before the end: who goes on beyond it, and how
 * far, depends on the scheduler. */
static void take_breach(struct racer_group *race, struct answer *answer)
{
    const uint64_t end = atomic_load(&race->race_clock.end);
    struct answer_breach *first = NULL;

    for (uint32_t i = 0; i < race->n_racers; i++) {
        struct answer_breach *const breach = &race->racers[i].answer.breach;

        if (breach->met && breach->work <= end &&
            (!first || breach->work < first->work))
            first = breach;
    }
    if (!first)
        return;
    answer->breach = *first;
    *first = (struct answer_breach){0};
}

void race_answer_join(struct racer_group *race, struct answer *answer)
{
    bool fatal;
    const struct race_clock_first last =
        race_clock_last(&race->race_clock, &fatal);
    const bool won = last.racer != RACE_CLOCK_NONE;

    take_end(answer, won ? &race->racers[last.racer] : racer_with_reason(race));
    if (fatal)
        return;
    for (uint32_t g = 0; g < answer->n_findings; g++)
        if (!agree(race, g, &answer->diag)) {
            answer->stop = STOP_FAULT;
            return;
        }
    if (won) {
        answer->stop = STOP_DONE;
        take_figures(race, answer, last);
    }
    take_findings(race, answer);
    take_breach(race, answer);
}
