/* api_problem.h - what is asked: a net, questions, options, and what the caller
 * wants to hear.  It does not change while an engine runs (api_run.h). */
#ifndef API_PROBLEM_H
#define API_PROBLEM_H

#include "api/punfpor.h"
#include "api/run/settings.h"
#include "base/stop.h"
#include "engine/engine.h"
#include "question/goal.h"

struct api_reduce_prepared;

struct api_problem {
    const struct net *net;
    struct settings settings;
    struct dep *dep; /* of a user's file; NULL: settings name the relation */
    goal_list goals;
    uint32_t *costs; /* by transition of the input; NULL: each costs 1 */
    int (*terminate)(void *data);
    void *terminate_data;
    void (*progress)(void *data, const punfpor_progress *now);
    void *progress_data;
    void (*found)(void *data, const punfpor_found *what);
    void *found_data;
    void (*final)(void *data, const punfpor_found *what);
    void *final_data;
    struct engine_ranks ranks; /* n_ranks is 0: this process alone */
    bool
        one_suffices; /* what is found for one goal answers all that is asked */
    bool is_circuit;  /* a part of a question about a circuit, all of which are
                         about safe nets: the more work may show that */

    const struct weights *vectors;    /* of the net, which are right; NULL: none
                                         are known */
    enum concurrency_kind concurrent; /* is asked instead of questions */
    bool attractors;                  /* likewise */

    struct api_reduce_prepared
        *prepared; /* what runs begin with; NULL: nothing */
    const struct api_problem *begun_by; /* or with what this one was prepared
                                           with */
};

static inline uint64_t api_problem_number(const struct api_problem *problem,
                                          enum settings_id id)
{
    return settings_number(&problem->settings, id);
}

/* The engine that the options name; api_solve_engine() is the one that runs. */
static inline const struct engine *
api_problem_engine(const struct api_problem *problem)
{
    return engines_list[api_problem_number(problem, SETTING_engine)];
}

/* Is there a question for which a reduction must keep this? */
static inline bool api_problem_keeps(const struct api_problem *problem,
                                     enum question_keeps keeps)
{
    for (uint32_t q = 0; q < problem->goals.len; q++)
        if (problem->goals.at[q].question->keeps == keeps)
            return true;
    return false;
}

/* What ends work early that no engine does: time, memory or an interruption. */
struct api_problem_clock {
    const struct api_problem *problem;
    double start, end;     /* of system_now(); end 0: none */
    uint64_t memory;       /* bytes; 0: no limit */
    enum answer_stop stop; /* that ended it, but for memory; STOP_DONE: none */
};

/* Of a search that begins now, in all the time of the options; and of what
 * comes before the engines of a run that began at `start` (system_now()): half
 * of the time that is left and of the memory, so that they have the rest. */
struct api_problem_clock api_problem_clock(const struct api_problem *problem);
struct api_problem_clock api_problem_half(const struct api_problem *problem,
                                          double start);
struct stop api_problem_stop(struct api_problem_clock *clock);

/* Leaves the time that is left after `start` (system_now()). */
void api_problem_shorten(struct api_problem *part, double start);

/* A problem of other goals about another net under the same options: without
 * what the caller hears of verdicts, and without files.  Owns nothing. */
struct api_problem api_problem_part(const struct api_problem *problem,
                                    const struct net *net, goal_list goals);

/* The engine for the current options and questions. */
const struct engine *api_solve_engine(const struct api_problem *problem);

struct api_safety;

/* How an exploration begins, and how far it goes. */
struct api_problem_way {
    bool anew;        /* the reduction begins with the net as it is */
    bool infers;      /* of the racers these alone that infer (engine.h) */
    unsigned without; /* rules that the reduction leaves out (reducer.h) */
    uint64_t work;    /* the limit of a race; 0: none */
};

/* What an exploration goes by. */
struct api_problem_request {
    const struct api_problem *problem;
    const struct engine *engine;
    const struct dep *dep; /* for the net as it is */
    const struct api_safety *safety;
    struct api_problem_way way;
    double start; /* of the run (system_now()), which has a time limit */
    bool helps;   /* engines may ask for help (api_part_help()) */
};

/* What api_part_help() gets, beside what the engine asks. */
struct api_problem_helped {
    const struct api_problem_request *request; /* of the run that asks */
    const struct net *net;                     /* of the engine */
    const struct exclusive *exclusive;         /* of that net */
};

/* --- do its options go together?  (api_check.c) -----------------------------
 *
 * With each other, with the engine and with the questions.  The check runs
 * before the engine. */

/* What the options make of the input of an engine, for the net as it is. */
struct engine_problem api_check_given(const struct api_problem *problem,
                                      const struct dep *dep);

/* dep is the relation of the options.  False with a report when not. */
bool api_check_problem(const struct api_problem *problem,
                       const struct engine *engine, const struct dep *dep,
                       struct diag *diag);

/* "engine 'a'", "engines 'a', 'b' and 'c'": those of a set, 1 << number in
 * engines_list. */
struct api_problem_text {
    char at[256];
};

struct api_problem_text api_check_engines(unsigned set);

/* The engines that a race may have: the engines of option `racers`, and with a
 * certificate only engines that certify. */
unsigned api_check_racers(const struct api_problem *problem);

#endif
