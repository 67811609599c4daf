#include "cli/contest.h"

#include "base/mem.h"
#include "cli/error.h"
#include "cli/examine.h"
#include "cli/jobs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds of the budget that are kept for the start and the last lines, and the
 * part of the memory that is kept for the parent. */
static const double RESERVE_SECONDS = 5;
static const double PART_OF_CHILDREN = 0.85;

/* The first slice of a formula alone, in seconds; without a limit on time, and
 * the factor of the next round. */
static const double FIRST_SLICE = 0.5, GROWTH = 2;

enum examination {
    EXAMINATION_DEADLOCK,
    EXAMINATION_FORMULAS,
    EXAMINATION_BOUNDS,
    EXAMINATION_SAFE,
    EXAMINATION_QUASI_LIVE,
    EXAMINATION_STABLE,
    EXAMINATION_STATES,
    EXAMINATION_OTHER,
};

static enum examination examination_of(const char *name)
{
    static const struct examination_name {
        const char *name;
        enum examination examination;
    } names[] = {
        {"ReachabilityDeadlock", EXAMINATION_DEADLOCK},
        {"ReachabilityFireability", EXAMINATION_FORMULAS},
        {"ReachabilityCardinality", EXAMINATION_FORMULAS},
        {"UpperBounds", EXAMINATION_BOUNDS},
        {"OneSafe", EXAMINATION_SAFE},
        {"QuasiLiveness", EXAMINATION_QUASI_LIVE},
        {"StableMarking", EXAMINATION_STABLE},
        {"StateSpace", EXAMINATION_STATES},
    };

    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, name))
            return names[i].examination;
    return EXAMINATION_OTHER;
}

/* --- what is known -------------------------------------------------------- */

/* An answer that presumes that the net is safe waits until that is known. */
struct contest_answer {
    bool known, told;
    bool if_safe;
    char text[32]; /* TRUE, FALSE or a number */
    char techniques[64];
};

struct contest_run {
    const struct contest *contest;
    enum examination examination;
    punfpor_net *net;
    punfpor_properties *properties; /* NULL: none */
    uint32_t n_questions;
    struct contest_answer *answers;
    bool is_safe, is_unsafe;
    double end; /* of child_now(); 0: none */
    struct jobs jobs;
    VEC(uint32_t) open; /* scratch: questions */
    struct {            /* by transition */
        bool *fires;
        uint32_t n_known, n_firing;
        bool dead; /* one never fires */
        bool if_safe;
    } transitions;
    uint64_t states, fired, most_tokens;
    bool has_states;
};

static const char *techniques_of(const char *engine)
{
    return !strcmp(engine, "prefix") ? "NET_UNFOLDING SAT_SMT"
           : !strcmp(engine, "por")  ? "NET_UNFOLDING PARTIAL_ORDER"
                                     : "EXPLICIT STUBBORN_SETS";
}

static const char *id_of(const struct contest_run *run, uint32_t q)
{
    return run->properties ? punfpor_property_id(run->properties, q)
                           : run->contest->examination;
}

/* Tells what is known and may be told. */
static void tell(struct contest_run *run, uint32_t q)
{
    struct contest_answer *const answer = &run->answers[q];

    if (!answer->known || answer->told || run->is_unsafe ||
        (answer->if_safe && !run->is_safe))
        return;
    answer->told = true;
    printf("FORMULA %s %s TECHNIQUES %s %s\n", id_of(run, q), answer->text,
           answer->techniques,
           run->jobs.most > 1 ? "PARALLEL_PROCESSING"
                              : "SEQUENTIAL_PROCESSING");
    fflush(stdout);
}

static void answer(struct contest_run *run, uint32_t q, const char *text,
                   bool if_safe, const char *engine)
{
    struct contest_answer *const at = &run->answers[q];

    if (at->known && (!at->if_safe || if_safe))
        return;
    at->known = true;
    at->if_safe = if_safe;
    (void)snprintf(at->text, sizeof at->text, "%s", text);
    (void)snprintf(at->techniques, sizeof at->techniques, "%s",
                   techniques_of(engine));
    tell(run, q);
}

/* --- all transitions ------------------------------------------------------ */

/* Does p keep its tokens: does no transition that changes it ever fire? */
static void mark_changed(const struct contest_run *run, bool *changed)
{
    for (uint32_t t = 0; t < punfpor_net_transitions(run->net); t++) {
        uint32_t n;
        const uint32_t *places = punfpor_consumes(run->net, t, &n);

        if (!run->transitions.fires[t])
            continue;
        for (uint32_t i = 0; i < n; i++)
            changed[places[i]] = true;
        places = punfpor_produces(run->net, t, &n);
        for (uint32_t i = 0; i < n; i++)
            changed[places[i]] = true;
    }
}

static bool all_change(const struct contest_run *run)
{
    const uint32_t n = punfpor_net_places(run->net);
    bool *changed = mem_zero(n, sizeof *changed);
    bool all = true;

    mark_changed(run, changed);
    for (uint32_t p = 0; p < n; p++)
        all = all && changed[p];
    mem_free(changed);
    return all;
}

/* What the verdicts on the transitions so far say about the examination. */
static void conclude_transitions(struct contest_run *run, const char *engine)
{
    const uint32_t n = punfpor_net_transitions(run->net);
    const bool all = run->transitions.n_known == n;

    if (run->examination == EXAMINATION_QUASI_LIVE) {
        if (run->transitions.dead)
            answer(run, 0, "FALSE", run->transitions.if_safe, engine);
        else if (all)
            answer(run, 0, "TRUE", false, engine);
        return;
    }
    /* Looked at often enough for large nets, and at the end. */
    if (!all && run->transitions.n_firing % (1 + n / 64) != 0)
        return;
    if (all_change(run))
        answer(run, 0, "FALSE", false, engine);
    else if (all)
        answer(run, 0, "TRUE", run->transitions.if_safe, engine);
}

static void note_transition(struct contest_run *run, uint32_t t, bool fires,
                            bool if_safe, const char *engine)
{
    run->transitions.n_known++;
    run->transitions.n_firing += fires;
    run->transitions.fires[t] = fires;
    if (!fires) {
        run->transitions.if_safe =
            if_safe && (!run->transitions.dead || run->transitions.if_safe ||
                        run->examination == EXAMINATION_STABLE);
        run->transitions.dead = true;
    }
    conclude_transitions(run, engine);
}

/* Another child starts from scratch. */
static void forget_transitions(struct contest_run *run)
{
    const uint32_t n = punfpor_net_transitions(run->net);

    mem_free(run->transitions.fires);
    memset(&run->transitions, 0, sizeof run->transitions);
    run->transitions.fires = mem_zero(n, sizeof *run->transitions.fires);
}

/* --- lines of children ---------------------------------------------------- */

static void note_safety(struct contest_run *run, bool is_safe)
{
    if (is_safe)
        run->is_safe = true;
    else
        run->is_unsafe = true;
    if (run->examination == EXAMINATION_SAFE) {
        run->is_unsafe = false; /* it has an answer of its own */
        answer(run, 0, is_safe ? "TRUE" : "FALSE", false, "prefix");
    }
    for (uint32_t q = 0; q < run->n_questions; q++)
        tell(run, q);
}

static void note_line(struct contest_run *run, const char *line)
{
    char text[32], how[16], engine[16];
    uint32_t q;

    if (sscanf(line, "answer %" SCNu32 " %31s %15s %15s", &q, text, how,
               engine) == 4) {
        const bool if_safe = !strcmp(how, "if_safe");

        if (run->transitions.fires)
            note_transition(run, q, !strcmp(text, "TRUE"), if_safe, engine);
        else
            answer(run, q, text, if_safe, engine);
    } else if (sscanf(line, "states %" SCNu64 " %" SCNu64 " %" SCNu64,
                      &run->states, &run->fired, &run->most_tokens) == 3) {
        run->has_states = true;
    } else if (sscanf(line, "safe %15s", how) == 1) {
        note_safety(run, !strcmp(how, "yes"));
    }
}

/* --- rounds --------------------------------------------------------------- */

struct contest_job {
    const struct contest_run *run;
    void (*examine)(const struct examine *x);
    const uint32_t *asked;
    uint32_t n_asked;
    const char *engine;
    double seconds;
};

/* In the child. */
static int work(void *self, int fd)
{
    const struct contest_job *const job = self;
    const struct contest *const contest = job->run->contest;
    const uint64_t bytes =
        contest->bytes ? (uint64_t)((double)contest->bytes * PART_OF_CHILDREN) /
                             job->run->jobs.most
                       : 0;
    const struct examine x = {
        .net = job->run->net,
        .properties = job->run->properties,
        .asked = job->asked,
        .n_asked = job->n_asked,
        .engine = job->engine,
        .seconds = job->seconds,
        .bytes = bytes,
        .fd = fd,
    };

    if (bytes)
        child_bound_memory((size_t)bytes);
    job->examine(&x);
    return 0;
}

static double time_left(const struct contest_run *run)
{
    return run->end > 0 ? run->end - child_now() : 0;
}

static bool is_late(const struct contest_run *run)
{
    return (run->end > 0 && child_now() >= run->end) ||
           (run->contest->interrupted && *run->contest->interrupted);
}

static bool is_open(const struct contest_run *run, uint32_t q)
{
    return !run->answers[q].known;
}

static uint32_t count_open(const struct contest_run *run)
{
    uint32_t n = 0;

    for (uint32_t q = 0; q < run->n_questions; q++)
        n += is_open(run, q);
    return n;
}

/* Is there nothing left to be found out? */
static bool is_over(const struct contest_run *run)
{
    if (is_late(run) || run->is_unsafe)
        return true;
    for (uint32_t q = 0; q < run->n_questions; q++)
        if (!run->answers[q].told)
            return false;
    return run->examination != EXAMINATION_STATES || run->has_states;
}

/* Takes one event of the children; false when there is none left. */
static bool follow(struct contest_run *run)
{
    struct jobs_event event;

    if (!run->jobs.children.len)
        return false;
    if (jobs_next(&run->jobs, run->end, &event) == JOBS_LINE)
        note_line(run, event.line);
    return true;
}

/* Starts a child when one may run. */
static void start(struct contest_run *run, struct contest_job *job,
                  uint32_t number)
{
    const struct child_work child = {work, job};

    while (run->jobs.children.len >= run->jobs.most && !is_over(run))
        (void)follow(run);
    if (is_over(run))
        return;
    if (!run->contest->seconds)
        (void)jobs_start(&run->jobs, number, &child, job->seconds);
    else if (time_left(run) > 0)
        (void)jobs_start(&run->jobs, number, &child,
                         job->seconds < time_left(run) ? job->seconds
                                                       : time_left(run));
}

static void finish_round(struct contest_run *run)
{
    while (!is_over(run) && follow(run))
        continue;
    if (is_over(run)) {
        struct jobs *const jobs = &run->jobs;
        const uint32_t most = jobs->most;

        jobs_finish(jobs);
        jobs_init(jobs, most, run->contest->interrupted);
    }
}

/* Each open formula alone. */
static void round_of_each(struct contest_run *run, double seconds)
{
    for (uint32_t q = 0; q < run->n_questions && !is_over(run); q++) {
        struct contest_job job = {
            .run = run,
            .examine = examine_formulas,
            .asked = &q,
            .n_asked = 1,
            .engine = "auto",
            .seconds = seconds,
        };

        if (is_open(run, q))
            start(run, &job, q);
    }
    finish_round(run);
}

/* All open formulas in one exploration. */
static void round_of_all(struct contest_run *run, double seconds)
{
    struct contest_job job = {
        .run = run,
        .examine = examine_formulas,
        .engine = "auto",
        .seconds = seconds,
    };

    vec_clear(&run->open);
    for (uint32_t q = 0; q < run->n_questions; q++)
        if (is_open(run, q) && punfpor_property_kind(run->properties, q) ==
                                   PUNFPOR_PROPERTY_FORMULA)
            vec_push(&run->open, q);
    job.asked = run->open.at;
    job.n_asked = run->open.len;
    if (job.n_asked > 1 && !is_over(run))
        start(run, &job, 0);
    finish_round(run);
}

/* One question of the whole net, with one engine at a time or as a race. */
static void round_of_net(struct contest_run *run,
                         void (*examine)(const struct examine *x),
                         const char *engine, double seconds)
{
    struct contest_job job = {
        .run = run, .examine = examine, .engine = engine, .seconds = seconds};

    if (run->transitions.fires)
        forget_transitions(run);
    start(run, &job, 0);
    finish_round(run);
}

/* Answers wait for a proof that the net is safe. */
static void round_of_safety(struct contest_run *run)
{
    bool waits = false;

    for (uint32_t q = 0; q < run->n_questions; q++)
        waits = waits || (run->answers[q].known && !run->answers[q].told);
    if (waits && !is_over(run))
        round_of_net(run, examine_safety, "auto", time_left(run));
}

static void run_formulas(struct contest_run *run)
{
    double slice = FIRST_SLICE;

    if (!run->is_safe)
        round_of_net(run, examine_safety, "auto", FIRST_SLICE);
    while (!is_over(run) && count_open(run) > 0) {
        round_of_each(run, slice);
        if (!run->is_safe && !is_over(run))
            round_of_net(run, examine_safety, "auto", 2 * slice);
        slice *= GROWTH;
        if (!is_over(run))
            round_of_all(run, slice);
    }
    round_of_safety(run);
}

static void run_examination(struct contest_run *run)
{
    switch (run->examination) {
    case EXAMINATION_FORMULAS:
    case EXAMINATION_BOUNDS:
        run_formulas(run);
        return;
    case EXAMINATION_DEADLOCK:
        round_of_net(run, examine_deadlock, "auto", time_left(run));
        round_of_safety(run);
        return;
    case EXAMINATION_SAFE:
        round_of_net(run, examine_safety, "auto", time_left(run));
        return;
    case EXAMINATION_QUASI_LIVE:
    case EXAMINATION_STABLE:
        forget_transitions(run);
        round_of_net(run, examine_transitions, "auto", time_left(run));
        mem_free(run->transitions.fires);
        run->transitions.fires = NULL;
        round_of_safety(run);
        return;
    case EXAMINATION_STATES:
        round_of_net(run, examine_states, "state", time_left(run));
        return;
    case EXAMINATION_OTHER:
        return;
    }
}

/* --- the beginning and the end -------------------------------------------- */

static char *path_of(const struct contest *contest, const char *name)
{
    const size_t cap = strlen(contest->folder) + strlen(name) + 8;
    char *path = mem_alloc(cap, 1);

    (void)snprintf(path, cap, "%s/%s", contest->folder, name);
    return path;
}

/* Does a file of the folder contain the text?  False when there is none. */
static bool file_has(const struct contest *contest, const char *name,
                     const char *text)
{
    char *path = path_of(contest, name);
    FILE *const file = fopen(path, "r");
    char line[512];
    bool has = false;

    mem_free(path);
    if (!file)
        return false;
    while (!has && fgets(line, sizeof line, file))
        has = strstr(line, text) != NULL;
    (void)fclose(file);
    return has;
}

/* What the folder says about the net; its makers have proved it. */
static bool said_to_be(const struct contest *contest, const char *value)
{
    char text[64];

    (void)snprintf(text, sizeof text, "reference=\"SAFE\" value=\"%s\"", value);
    return file_has(contest, "GenericPropertiesVerdict.xml", text);
}

/* Only nets that the tool understands, and examinations that it knows. */
static bool load(struct contest_run *run, struct diag *diag)
{
    const struct contest *const contest = run->contest;
    char *path = path_of(contest, "model.pnml");
    punfpor_error error;

    run->net = punfpor_net_load(path, &error);
    mem_free(path);
    if (!run->net)
        return error_none(error.status, &error, diag);
    if (run->examination != EXAMINATION_FORMULAS &&
        run->examination != EXAMINATION_BOUNDS) {
        run->n_questions = run->examination != EXAMINATION_STATES;
        return true;
    }

    char name[128];

    (void)snprintf(name, sizeof name, "%.100s.xml", contest->examination);
    path = path_of(contest, name);
    run->properties = punfpor_properties_load(run->net, path, &error);
    mem_free(path);
    if (!run->properties)
        return error_none(error.status, &error, diag);
    run->n_questions = punfpor_property_count(run->properties);
    return true;
}

/* Temporal formulas beyond EF and AG have no answer. */
static void leave_out(struct contest_run *run)
{
    for (uint32_t q = 0; run->properties && q < run->n_questions; q++)
        if (punfpor_property_kind(run->properties, q) ==
            PUNFPOR_PROPERTY_BEYOND) {
            run->answers[q].known = run->answers[q].told = true;
            printf("FORMULA %s CANNOT_COMPUTE\n", id_of(run, q));
            fflush(stdout);
        }
}

static void print_states(const struct contest_run *run)
{
    static const char techniques[] = "EXPLICIT SEQUENTIAL_PROCESSING";

    printf("STATE_SPACE STATES %" PRIu64 " TECHNIQUES %s\n"
           "STATE_SPACE TRANSITIONS %" PRIu64 " TECHNIQUES %s\n"
           "STATE_SPACE MAX_TOKEN_PER_MARKING %" PRIu64 " TECHNIQUES %s\n"
           "STATE_SPACE MAX_TOKEN_IN_PLACE %d TECHNIQUES %s\n",
           run->states, techniques, run->fired, techniques, run->most_tokens,
           techniques, run->most_tokens > 0, techniques);
}

/* The lines about what has no answer. */
static void print_rest(const struct contest_run *run)
{
    bool told = false;

    for (uint32_t q = 0; q < run->n_questions; q++)
        told = told || run->answers[q].told;
    if (run->has_states)
        print_states(run);
    else if (run->is_unsafe && !told)
        puts("DO_NOT_COMPETE");
    else if (run->examination == EXAMINATION_STATES)
        puts("CANNOT_COMPUTE");
    else
        for (uint32_t q = 0; q < run->n_questions; q++)
            if (!run->answers[q].told)
                printf("FORMULA %s CANNOT_COMPUTE\n", id_of(run, q));
}

static void examine(struct contest_run *run)
{
    const struct contest *const contest = run->contest;

    run->answers = mem_zero(run->n_questions, sizeof *run->answers);
    run->is_safe = said_to_be(contest, "true");
    if (contest->seconds > 0)
        run->end = child_now() + contest->seconds;
    jobs_init(&run->jobs, contest->jobs, contest->interrupted);
    leave_out(run);
    run_examination(run);
    print_rest(run);
    jobs_finish(&run->jobs);
    mem_free(run->answers);
    mem_free(run->transitions.fires);
    vec_free(&run->open);
}

bool contest_run(const struct contest *contest)
{
    struct contest_run run = {.contest = contest,
                              .examination =
                                  examination_of(contest->examination)};
    struct diag diag = {0};

    if (run.examination == EXAMINATION_OTHER ||
        file_has(contest, "iscolored", "TRUE") ||
        (said_to_be(contest, "false") && run.examination != EXAMINATION_SAFE)) {
        puts("DO_NOT_COMPETE");
    } else if (load(&run, &diag)) {
        examine(&run);
    } else {
        diag_print(&diag, stderr);
        puts(diag.code == DIAG_INPUT && !run.net ? "DO_NOT_COMPETE"
                                                 : "CANNOT_COMPUTE");
    }
    punfpor_properties_destroy(run.properties);
    punfpor_net_destroy(run.net);
    return fflush(stdout) == 0 && !ferror(stdout);
}

/* --- the environment ------------------------------------------------------ */

static bool number_from(const char *name, double *value, struct diag *diag)
{
    const char *const text = getenv(name);
    char *end;

    if (!text || !*text)
        return true;
    *value = strtod(text, &end);
    return (*end == '\0' && *value > 0) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "%s is '%.80s', which is no positive number", name,
                       text);
}

bool contest_from_environment(struct contest *contest, struct diag *diag)
{
    double seconds = 0, megabytes = 0;

    if (!contest->examination)
        contest->examination = getenv("BK_EXAMINATION");
    if (!contest->examination)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--mcc needs --examination, or BK_EXAMINATION in "
                           "the environment");
    if (!number_from("BK_TIME_CONFINEMENT", &seconds, diag) ||
        !number_from("BK_MEMORY_CONFINEMENT", &megabytes, diag))
        return false;
    if (contest->seconds <= 0 && seconds > 0)
        contest->seconds = seconds > 2 * RESERVE_SECONDS
                               ? seconds - RESERVE_SECONDS
                               : seconds / 2;
    if (!contest->bytes)
        contest->bytes = (uint64_t)(megabytes * 1048576);
    return true;
}
