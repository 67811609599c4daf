#include "checker/judge.h"

#include "checker/process.h"
#include "circuit/circuit_goal.h"
#include "net/marking.h"
#include "proof/reduction/reduction.h"
#include "proof/verify.h"
#include "question/formula.h"

#include <string.h>

#define SAME(a, b)           \
    ((a)->len == (b)->len && \
     (!(a)->len || !memcmp((a)->at, (b)->at, (a)->len * sizeof *(a)->at)))

static bool same_sum(const struct formula *a, const struct formula *b)
{
    struct formula_view view;

    formula_view(&view, a, b->nodes.at[0].bound);
    return formula_equal(&view.formula, b);
}

static bool check_goal(const struct goal *goal, const struct cert *cert,
                       struct fault *fault)
{
    const struct goal *shown = &cert->goal;

    if (shown->kind == goal->kind && shown->trans == goal->trans &&
        SAME(&shown->marked, &goal->marked) &&
        SAME(&shown->empty, &goal->empty) &&
        ((goal->kind != GOAL_FORMULA && goal->kind != GOAL_HOME) ||
         formula_equal(shown->formula, goal->formula)) &&
        (goal->kind != GOAL_BOUND || same_sum(shown->formula, goal->formula)) &&
        (goal->kind != GOAL_LASSO ||
         (temporal_equal(shown->temporal, goal->temporal) &&
          SAME(&shown->temporal->fair, &goal->temporal->fair))))
        return true;
    return fault_report(fault, FAULT_GOAL, 0,
                        "this is not the goal that is asked for, '%s'",
                        goal->text);
}

/* At the step at which the run ends too early, or at the end. */
static bool report_run(const struct net *net, const struct cert *cert,
                       struct fault *fault, const char *why)
{
    place_id second;
    const uint32_t n = witness_fires(net, &cert->run, &second);

    return fault_report(fault, n < cert->run.len ? FAULT_STEP : FAULT_END,
                        n < cert->run.len ? n : 0, "%s", why);
}

/* The last step puts a second token on a place: the net is not safe. */
static bool check_second_token(const struct net *net, const struct cert *cert,
                               struct fault *fault)
{
    place_id second;

    return (witness_fires(net, &cert->run, &second) + 1 == cert->run.len &&
            second != PLACE_NONE) ||
           report_run(net, cert, fault,
                      "the run does not end with a second token on a place");
}

/* A run that repeats is one of which the formula holds. */
static bool check_run(const struct net *net, const struct goal *goal,
                      const struct cert *cert, struct fault *fault)
{
    const bool repeats = goal->kind == GOAL_LASSO;
    struct diag why = {0};

    if (goal->kind == GOAL_SAFE)
        return check_second_token(net, cert, fault);
    return (repeats ? temporal_holds(goal->temporal, net, cert->run.at,
                                     cert->run.len, cert->loop, &why)
                    : witness_replay(net, &cert->run, goal, &why)) ||
           report_run(net, cert, fault, why.text);
}

static bool check_proof(const struct net *net, const struct goal *goal,
                        const struct cert *cert, struct fault *fault)
{
    if (goal->kind == GOAL_SAFE || goal->kind == GOAL_LASSO)
        return fault_report(fault, FAULT_GOAL, 0,
                            "cubes prove nothing about %s",
                            goal->kind == GOAL_SAFE ? "safety" : "runs");
    return verify_proof(net, goal, cert->proof, fault);
}

/* The product is that of the formula of the certificate, which numbers its
 * parts. */
static bool check_cases(const struct net *net, const struct goal *goal,
                        const struct cert *cert, struct fault *fault)
{
    const struct weights_about about = {
        cert->weighed ? &cert->weights : NULL, cert->weighed,
        cert->reduces ? cert->map.old_place : NULL};

    return verify_cases_proof(net,
                              goal->kind == GOAL_LASSO ? &cert->goal : goal,
                              cert->cases, &about, fault);
}

/* The sets of places that the goal wants marked together: a marking answers if
 * it marks one of them, and those of a formula only then.  That other places
 * are to be empty is no help.  False when a prefix proves nothing about the
 * goal. */
static bool list_cubes(const struct net *net, const struct goal *goal,
                       formula_cubes_list *cubes)
{
    struct formula_cubes_cube cube = {0};

    *cubes = (formula_cubes_list){0};
    if (goal->kind == GOAL_FORMULA)
        return formula_cubes_of(goal->formula, net, FORMULA_CUBES_CERTIFIED,
                                cubes);
    if (goal->kind != GOAL_MARKING)
        return goal->kind == GOAL_TRANSITION || goal->kind == GOAL_SAFE;
    vec_append(&cube.marked, &goal->marked);
    vec_push(cubes, cube);
    return goal->empty.len == 0;
}

/* Does no event carry the transition of the goal, and has no cube a
 * marking? */
static bool check_answer(struct process *process, const struct goal *goal,
                         const formula_cubes_list *cubes)
{
    const uint32_t n = process->cert->events.len;

    for (uint32_t e = 1; goal->kind == GOAL_TRANSITION && e < n; e++)
        if (process_event(process, e)->trans == goal->trans)
            return fault_report(process->fault, FAULT_EVENT, e,
                                "here the transition of the goal fires");
    for (uint32_t i = 0; i < cubes->len; i++)
        if (!closure_avoids(process, cubes->at[i].marked.at,
                            cubes->at[i].marked.len))
            return false;
    return true;
}

/* Each event is checked for safety as it is added. */
static bool check_process(const struct net *net, const struct goal *goal,
                          const struct cert *cert,
                          const formula_cubes_list *cubes, struct fault *fault)
{
    struct process process;
    bool good;

    process_init(&process, net, cert, fault);
    for (uint32_t i = 0; i < cubes->len; i++)
        process_connect(&process, cubes->at[i].marked.at,
                        cubes->at[i].marked.len);
    good = process_build(&process) && companion_check(&process) &&
           closure_check(&process) && check_answer(&process, goal, cubes);
    process_finish(&process);
    return good;
}

static bool check_prefix(const struct net *net, const struct goal *goal,
                         const struct cert *cert, struct fault *fault)
{
    formula_cubes_list cubes;
    const bool good =
        list_cubes(net, goal, &cubes)
            ? check_process(net, goal, cert, &cubes, fault)
            : fault_report(fault, FAULT_GOAL, 0,
                           "a prefix does not prove this kind of goal");

    formula_cubes_free(&cubes);
    return good;
}

/* What proves that no marking answers; false for evidence of another kind. */
static bool check_no(const struct net *net, const struct goal *goal,
                     const struct cert *cert, struct fault *fault)
{
    switch (cert->kind) {
    case CERT_PROOF:
        return check_proof(net, goal, cert, fault);
    case CERT_CASES:
        return check_cases(net, goal, cert, fault);
    case CERT_PREFIX:
        return check_prefix(net, goal, cert, fault);
    case CERT_DIAGRAM:
        return verify_diagram(net, goal, cert->diagram, fault);
    case CERT_RUN:
    case CERT_WEIGHTS:
        break;
    }
    return false;
}

/* The run reaches the value, and no marking exceeds it: by a proof, or because
 * all places that help are marked then. */
static bool check_bound(const struct net *net, const struct goal *goal,
                        const struct cert *cert, struct fault *fault)
{
    const struct formula *const shown = cert->goal.formula;
    const int64_t value = shown->nodes.at[0].bound;
    struct formula_view reached, exceeded;
    struct goal part = goal_of_formula(&reached.formula);

    part.text = goal->text;
    formula_view(&reached, shown, value);
    if (!check_run(net, &part, cert, fault))
        return false;
    formula_view(&exceeded, shown, value + 1);
    part.formula = &exceeded.formula;
    if (cert->kind != CERT_RUN)
        return check_no(net, &part, cert, fault);
    return value >= formula_limit(shown, shown->nodes.at) ||
           fault_report(fault, FAULT_END, 0,
                        "a proof that the sum is never larger is missing");
}

static bool check_weights(const struct net *net, const struct cert *cert,
                          struct fault *fault)
{
    const struct weights *const weights = &cert->weights;
    struct weights_check check;
    bool good = true;
    trans_id t;
    place_id p;

    weights_check_init(&check, net);
    for (uint32_t i = 0; i < vecs_count(&weights->vectors) && good; i++) {
        const struct weights_vector y = weights_vector(weights, i);

        good = weights_check_add(&check, y.at, y.len, &t) ||
               fault_report(fault, FAULT_WEIGHTS, i,
                            "transition '%.200s' increases the weighted tokens",
                            net_trans_label(net, t));
    }
    if (good && !weights_check_safe(&check, &t, &p))
        good = fault_report(fault, FAULT_GOAL, 0,
                            "the weights do not show that '%.200s' puts no "
                            "second token on '%.200s'",
                            net_trans_label(net, t), net_place_label(net, p));
    weights_check_finish(&check);
    return good;
}

/* Weights alone are of the goal "safe", and checked before. */
static bool check_body(const struct net *net, const struct goal *goal,
                       const struct cert *cert, struct fault *fault)
{
    return cert->kind == CERT_RUN
               ? check_run(net, goal, cert, fault)
               : cert->kind == CERT_WEIGHTS || check_no(net, goal, cert, fault);
}

/* The reader has checked the steps; the rest is about what they leave. */
static bool check_reduced(const struct goal *goal, const struct cert *cert,
                          struct fault *fault)
{
    goal_list goals = {0};
    int64_t value;
    bool good;

    if (cert->broken)
        return fault_report(fault, FAULT_BROKEN, 0, "%s", cert->broken);
    good = reduction_goal_translate(&goals, &cert->reduction, &cert->map, goal,
                                    1, &value);
    good = good ? check_body(cert->net, goals.at, cert, fault)
                : fault_report(fault, FAULT_GOAL, 0,
                               "the formula is too large for a reduction");
    goal_list_free(&goals);
    return good;
}

static bool check_rest(const struct net *net, const struct goal *goal,
                       const struct cert *cert, struct fault *fault)
{
    return cert->reduces ? check_reduced(goal, cert, fault)
                         : check_body(net, goal, cert, fault);
}

/* What stays possible: the lost marking was reached by the reader, or the
 * recovery proof is one; the rest is about a marking. */
static bool check_again(const struct net *net, const struct goal *goal,
                        const struct cert *cert, struct fault *fault)
{
    struct goal part = *cert_asked(cert);

    part.text = goal->text;
    if (cert->recovery &&
        !verify_recovery_proof(net, goal, cert->recovery, fault))
        return false;
    return cert->broken
               ? fault_report(fault, FAULT_BROKEN, 0, "%s", cert->broken)
               : check_rest(cert_base(cert, net), &part, cert, fault);
}

/* The parts are all that is asked of a circuit, and each is shown. */
static bool check_parts(const struct net *net, const struct cert *cert,
                        struct fault *fault)
{
    static const char *const words[] = {"consistent", "deadlock",
                                        "input-proper", "persistent"};
    enum { N_WORDS = sizeof words / sizeof *words };

    for (uint32_t i = 0; i < cert->parts.len && i < N_WORDS; i++) {
        const struct cert *const part = cert->parts.at[i];
        char text[sizeof "input-proper"];
        struct goal goal = {.question = question_find(words[i]),
                            .trans = TRANS_NONE};

        memcpy(text, words[i], strlen(words[i]) + 1);
        goal.kind = goal.question->goal;
        goal.text = text;
        if (!judge_accepts(net, &goal, part, fault))
            return false;
        if (part->kind == CERT_RUN) {
            (void)fault_report(fault, FAULT_GOAL, 0,
                               "a part is no proof, but a run");
            fault->line = cert_line(part, fault);
            return false;
        }
    }
    return cert->parts.len == N_WORDS ||
           fault_report(fault, FAULT_END, 0,
                        "a circuit has %d parts: consistent, deadlock, "
                        "input-proper, persistent",
                        N_WORDS);
}

/* The last step of a run that shows an initial value need not fire: it may put
 * a second token on a place, where it is enabled. */
static bool check_first(const struct net *net, const struct cert *cert,
                        struct fault *fault)
{
    witness_run before = {.at = cert->first.at, .len = cert->first.len};
    struct diag why = {0}, ignored = {0};

    if (witness_replay(net, &before, NULL, &why))
        return true;
    before.len--;
    return (witness_replay(net, &before, NULL, &ignored) &&
            witness_enables(net, &before, cert->first.at[before.len])) ||
           fault_report(fault, FAULT_FIRST, 0, "%s", why.text);
}

/* The run must not need the initial values, which are claimed. */
static bool check_values(const struct net *net, const struct cert *cert,
                         struct fault *fault)
{
    const struct net_trans_span first = {cert->first.at, cert->first.len};

    return check_first(net, cert, fault) &&
           (circuit_tell_shows(&cert->graph, cert->circuit->circuit,
                               cert->run.at, cert->run.len, first) ||
            fault_report(fault, FAULT_END, 0,
                         "the run depends on the initial value of a signal"));
}

/* A question about a graph: the rest is about a marking of its net. */
static bool check_circuit(const struct net *net, const struct goal *goal,
                          const struct cert *cert, struct fault *fault)
{
    struct goal part = *cert_asked(cert);

    if (goal->question != cert->circuit)
        return fault_report(fault, FAULT_GOAL, 0,
                            "this is not the goal that is asked for, '%s'",
                            goal->text);
    if (cert->divided)
        return check_parts(net, cert, fault);
    part.text = goal->text;
    if (vecs_count(&cert->weights.vectors) &&
        !check_weights(cert->graph.net, cert, fault))
        return false;
    if (!check_rest(cert->graph.net, &part, cert, fault))
        return false;
    return cert->kind != CERT_RUN || check_values(net, cert, fault);
}

static bool check_all(const struct net *net, const struct goal *goal,
                      const struct cert *cert, struct fault *fault)
{
    if (goal->kind == GOAL_OTHER || cert->circuit)
        return check_circuit(net, goal, cert, fault);
    if (!check_goal(goal, cert, fault))
        return false;
    if ((vecs_count(&cert->weights.vectors) || cert->kind == CERT_WEIGHTS) &&
        !check_weights(net, cert, fault))
        return false;
    if (goal->kind == GOAL_BOUND)
        return check_bound(net, goal, cert, fault);
    return question_asks_again(goal->kind) ? check_again(net, goal, cert, fault)
                                           : check_rest(net, goal, cert, fault);
}

bool judge_accepts(const struct net *net, const struct goal *goal,
                   const struct cert *cert, struct fault *fault)
{
    *fault = (struct fault){0};
    if (check_all(net, goal, cert, fault))
        return true;
    if (!fault->line) /* a part has told its own */
        fault->line = cert_line(cert, fault);
    return false;
}

bool judge_presumes_safe(const struct goal *goal, const struct cert *cert)
{
    bool presumes = false;

    for (uint32_t i = 0; i < cert->parts.len; i++)
        presumes |= judge_presumes_safe(goal, cert->parts.at[i]);
    if (vecs_count(&cert->weights.vectors) || cert->divided)
        return presumes;
    switch (cert->kind) {
    case CERT_RUN:
        return goal->kind == GOAL_BOUND;
    case CERT_PROOF:
    case CERT_CASES:
        return true;
    case CERT_PREFIX:
    case CERT_DIAGRAM:
        return cert->reduces && cert->reduction.hides;
    case CERT_WEIGHTS:
        return false;
    }
    return true;
}
