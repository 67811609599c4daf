#include "engine/merged/mp_questions.h"

#include "engine/formula_clauses.h"
#include "net/marking.h"

/* Calls of the solver before the first question. */
enum { FIRST_CALLS = 32 };

/* --- answers -------------------------------------------------------------- */

static void fill_run(const struct mp_config *config, witness_run *run)
{
    vec_clear(run);
    for (uint32_t i = 0; i < config->events.len; i++)
        vec_push(run, config->process->events.at[config->events.at[i]].trans);
}

static void say_yes(struct mp_questions *questions, uint32_t g)
{
    struct answer_finding *const finding = &questions->answer->findings[g];

    finding->verdict = VERDICT_YES;
    watch_found(questions->builder->watch, g, finding);
    if (--questions->n_open == 0 && !questions->problem->output.complete)
        questions->finished = true;
}

/* For the builder: the last event of the configuration is one of the process.
 */
static bool meet(void *self, const struct mp_config *config)
{
    struct mp_questions *const questions = self;
    const struct mp_process_event *const last =
        &config->process->events.at[*vec_top(&config->events)];

    for (uint32_t g = questions->goal_of[last->trans]; g;
         g = questions->same[g - 1]) {
        struct answer_finding *const finding =
            &questions->answer->findings[g - 1];

        if (finding->verdict == VERDICT_YES)
            break;
        fill_run(config, &finding->run);
        say_yes(questions, g - 1);
    }
    return questions->finished;
}

/* --- a marking ------------------------------------------------------------ */

static void add_of_formula(void *self, int literal)
{
    const struct mp_questions *const questions = self;

    mp_solver_put(&questions->builder->clauses.solver, literal);
}

static int marked(void *self, place_id p)
{
    const struct mp_questions *const questions = self;

    return questions->builder->clauses.net.places[p].marked;
}

static int empty(void *self, place_id p)
{
    return -marked(self, p);
}

static void add_dead(void *self, int literal)
{
    const struct mp_questions *const questions = self;
    const struct net *const net = questions->problem->net;

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span needs = net_needs(net, t);

        add_of_formula(self, -literal);
        for (uint32_t i = 0; i < needs.len; i++)
            add_of_formula(self, empty(self, needs.at[i]));
        add_of_formula(self, 0);
    }
}

static enum cadical_verdict ask(struct mp_questions *questions)
{
    struct mp_builder *const builder = questions->builder;
    trans_id t;

    return mp_clauses_ask(&builder->clauses, 0, MP_NONE, &builder->h, &t);
}

static enum cadical_verdict ask_formula(struct mp_questions *questions,
                                        const struct formula *formula)
{
    struct mp_clauses *const clauses = &questions->builder->clauses;
    const struct formula_clauses to = {.net = questions->problem->net,
                                       .watch = clauses->solver.watch,
                                       .n_vars = &clauses->solver.n_vars,
                                       .self = questions,
                                       .add = add_of_formula,
                                       .marked = marked,
                                       .empty = empty,
                                       .dead = add_dead};
    const int root = formula_clauses_add(&to, formula);

    if (!root)
        return CADICAL_UNKNOWN;
    mp_clauses_assume(clauses, root);
    return ask(questions);
}

static enum cadical_verdict ask_marking(struct mp_questions *questions,
                                        const struct goal *goal)
{
    struct mp_clauses *const clauses = &questions->builder->clauses;

    if (goal->kind == GOAL_DEADLOCK) {
        const int dead = mp_solver_var(&clauses->solver);

        add_dead(questions, dead);
        mp_clauses_assume(clauses, dead);
    }
    for (uint32_t i = 0; i < goal->marked.len; i++)
        mp_clauses_assume(clauses, marked(questions, goal->marked.at[i]));
    for (uint32_t i = 0; i < goal->empty.len; i++)
        mp_clauses_assume(clauses, empty(questions, goal->empty.at[i]));
    return ask(questions);
}

/* The largest value of a sum: each configuration that is found raises the bound
 * that the next one is to exceed. */
static enum cadical_verdict seek_bound(struct mp_questions *questions,
                                       uint32_t g)
{
    const struct goal *const goal = &questions->problem->question.goals[g];
    const int64_t limit = formula_limit(goal->formula, goal->formula->nodes.at);
    struct answer_finding *const finding = &questions->answer->findings[g];
    struct mp_builder *const builder = questions->builder;
    enum cadical_verdict verdict = CADICAL_YES;
    struct formula_view larger;
    int64_t sum;

    vec_clear(&builder->h.events);
    (void)mp_config_sort(&builder->h);
    finding->has_value = true;
    while (verdict == CADICAL_YES) {
        fill_run(&builder->h, &finding->run);
        vec_cut(&finding->run,
                witness_largest(questions->problem->net, &finding->run, goal,
                                &finding->value));
        watch_reached(builder->watch, g, finding);
        sum = finding->value - goal->constant;
        formula_view(&larger, goal->formula, sum + 1);
        verdict =
            sum == limit ? CADICAL_NO : ask_formula(questions, &larger.formula);
    }
    if (verdict == CADICAL_NO) {
        finding->safe = true;
        say_yes(questions, g);
    }
    return verdict;
}

/* Of a process that was taken, an event was not met by a configuration. */
static enum cadical_verdict ask_transition(struct mp_questions *questions,
                                           uint32_t g)
{
    struct mp_builder *const builder = questions->builder;
    const struct mp_process *const process = &builder->process;
    const trans_id t = questions->problem->question.goals[g].trans;
    enum cadical_verdict verdict = CADICAL_NO;
    uint32_t e = 0;

    while (e < process->events.len && process->events.at[e].trans != t)
        e++;
    if (e < process->events.len) {
        mp_clauses_assume(&builder->clauses, builder->clauses.net.selected[t]);
        verdict = mp_clauses_ask(&builder->clauses, 1u << MP_SELECTED, MP_NONE,
                                 &builder->h, &(trans_id){0});
    }
    if (verdict == CADICAL_YES)
        vec_push(&builder->h.events, e);
    return verdict;
}

static void answer_question(struct mp_questions *questions, uint32_t g)
{
    const struct goal *const goal = &questions->problem->question.goals[g];
    struct mp_builder *const builder = questions->builder;
    struct answer_finding *const finding = &questions->answer->findings[g];
    enum cadical_verdict verdict = CADICAL_NO;

    if (goal->kind == GOAL_BOUND)
        verdict = seek_bound(questions, g);
    else if (goal->kind == GOAL_FORMULA)
        verdict = ask_formula(questions, goal->formula);
    else if (goal->kind == GOAL_MARKING || goal->kind == GOAL_DEADLOCK)
        verdict = ask_marking(questions, goal);
    else if (goal->kind == GOAL_TRANSITION && builder->complete)
        verdict = ask_transition(questions, g);
    if (verdict == CADICAL_YES) {
        fill_run(&builder->h, &finding->run);
        say_yes(questions, g);
    }
    if (verdict == CADICAL_UNKNOWN && builder->watch->reason == STOP_DONE &&
        !watch_look(builder->watch))
        builder->watch->reason = STOP_MEMORY;
}

/* --- the end -------------------------------------------------------------- */

/* Does some run put a second token on a place? */
static bool is_unsafe(struct mp_questions *questions)
{
    struct mp_builder *const builder = questions->builder;
    struct answer *const answer = questions->answer;
    trans_id t;

    if (questions->is_safe)
        return false;
    if (mp_clauses_ask(&builder->clauses, 1u << MP_SELECTED | 1u << MP_UNSAFE,
                       MP_NONE, &builder->h, &t) != CADICAL_YES)
        return false;
    mp_config_marking(&builder->h, builder->marking);
    answer->unsafe_place =
        marking_unsafe(questions->problem->net, builder->marking, t);
    answer->stop = STOP_UNSAFE;
    answer->unsafe_trans = t;
    fill_run(&builder->h, &answer->unsafe_run);
    return true;
}

/* Puts those questions that are open, but not for the largest value unless the
 * process is complete. */
static void answer_open(struct mp_questions *questions)
{
    const struct mp_builder *const builder = questions->builder;
    const struct engine_question *const asked = &questions->problem->question;

    for (uint32_t g = 0; g < asked->n_goals; g++)
        if (builder->watch->reason == STOP_DONE &&
            questions->answer->findings[g].verdict == VERDICT_UNKNOWN &&
            (builder->complete || asked->goals[g].kind != GOAL_BOUND))
            answer_question(questions, g);
}

/* For the builder: the process has larger local configurations than before.
 * When the calls of the solver have doubled, asks whether some configuration is
 * an answer, or leads to a second token. */
static bool grow(void *self)
{
    struct mp_questions *const questions = self;
    struct mp_solver *const solver = &questions->builder->clauses.solver;

    if (solver->n_calls >= questions->due) {
        mp_solver_refresh(solver);
        questions->finished |= is_unsafe(questions);
        if (!questions->finished)
            answer_open(questions);
        questions->due = 2 * solver->n_calls;
    }
    return questions->finished;
}

void mp_questions_init(struct mp_questions *questions,
                       const struct engine_problem *problem,
                       struct answer *answer, struct mp_builder *builder)
{
    *questions = (struct mp_questions){.problem = problem,
                                       .answer = answer,
                                       .builder = builder,
                                       .due = FIRST_CALLS,
                                       .is_safe = problem->is_safe,
                                       .n_open = problem->question.n_goals};
    builder->listener = (struct mp_builder_listener){meet, grow, questions};
    goal_index(problem->question.goals, problem->question.n_goals, problem->net,
               &questions->goal_of, &questions->same);
}

void mp_questions_finish(struct mp_questions *questions)
{
    mem_free(questions->goal_of);
    mem_free(questions->same);
}

void mp_questions_close(struct mp_questions *questions)
{
    struct watch *const watch = questions->builder->watch;
    struct answer *const answer = questions->answer;

    if (answer->stop == STOP_UNSAFE ||
        (questions->builder->complete && is_unsafe(questions)))
        return;
    if (questions->builder->complete)
        answer_open(questions);
    answer->stop = questions->finished ? STOP_DONE : watch->reason;
    if (questions->builder->complete && watch->reason == STOP_DONE)
        watch_say_no(watch, answer);
}
