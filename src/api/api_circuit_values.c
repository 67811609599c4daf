#include "api/api_circuit.h"

#include "base/system.h"
#include "question/formula_builder.h"

/* Can a signal rise or fall at all?  Transition t of the net stands for
 * given[t] of the graph, or for t itself if given is NULL. */
static void ask_for_changes(const struct net *net,
                            const struct signals *signals,
                            const trans_id *given, uint32_t signal,
                            goal_list *goals, struct diag *diag)
{
    const char *const name = names_id(&signals->ids, signal);
    struct formula_builder *const b = formula_builder_create();
    formula_builder_nodes nodes = {0};
    struct formula *formula;

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const trans_id u = given ? given[t] : t;

        if (signals->of.at[u] == signal && signals->edges.at[u] != '~')
            vec_push(&nodes, formula_builder_fireable(b, t));
    }
    formula = formula_builder_finish(
        b, formula_builder_all(b, FORMULA_OR, &nodes), false, diag);
    if (formula)
        goal_add_built(goals, question_of_path(QUESTION_AG), formula, name);
}

/* A run to a marking that enables a change, and that change. */
static witness_run add_change(const struct net *net, const witness_run *run,
                              const struct formula *formula)
{
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);
    witness_run longer = {0};

    marking_after(net, run->at, run->len, m);
    vec_append(&longer, run);
    for (uint32_t i = 0; i < formula->nodes.len && longer.len == run->len; i++)
        if (formula->nodes.at[i].op == FORMULA_FIREABLE &&
            marking_enabled(net, m, formula->nodes.at[i].trans))
            vec_push(&longer, formula->nodes.at[i].trans);
    mem_free(m);
    return longer;
}

static void find_machines(struct api_circuit_values *values,
                          const struct api_problem *problem)
{
    const struct net *const net = problem->net;
    struct api_problem_clock half = api_problem_half(problem, system_now());
    const struct stop stop = api_problem_stop(&half);
    const uint32_t n = signals_count(net_signals(net));
    enum signal_machines_value *const value = mem_zero(n, sizeof *value);

    values->sides = mem_zero(n, sizeof *values->sides);
    signal_machines_find(net, &stop, value, values->sides);
    values->alternates = mem_zero(n, sizeof *values->alternates);
    values->all_alternate = true;
    values->n = n;
    for (uint32_t s = 0; s < n; s++) {
        const enum signal_values_value first =
            value[s] == SIGNAL_MACHINES_ONE ? SIGNAL_ONE : SIGNAL_ZERO;

        if (values->signals.at[s] == SIGNAL_OPEN &&
            value[s] != SIGNAL_MACHINES_OPEN) {
            values->signals.at[s] = first;
            values->signals.n_open--;
        }
        values->alternates[s] =
            value[s] != SIGNAL_MACHINES_OPEN && values->signals.at[s] == first;
        values->all_alternate &= values->alternates[s];
    }
    mem_free(value);
}

/* Takes how a run ended that leaves a value open. */
static void take_stop(struct answer *stopped, const struct answer *answer)
{
    stopped->stop = answer->stop;
    if (answer->stop != STOP_UNSAFE)
        return;
    stopped->unsafe_trans = answer->unsafe_trans;
    stopped->unsafe_place = answer->unsafe_place;
    vec_append(&stopped->unsafe_run, &answer->unsafe_run);
}

static bool take_changes(struct api_circuit_values *values,
                         const struct net *net, const goal_list *goals,
                         const struct answer *answer)
{
    bool known = true;

    for (uint32_t g = 0; g < answer->n_findings; g++) {
        known &= answer->findings[g].verdict != VERDICT_UNKNOWN;
        if (answer->findings[g].verdict == VERDICT_YES) {
            witness_run run =
                add_change(net, &answer->findings[g].run, goals->at[g].formula);

            signal_values_note(&values->signals, net, run.at, run.len);
            vec_free(&run);
        }
    }
    return known;
}

/* Runs to a first change of each signal whose value is open. */
static bool find_changes(struct api_circuit_values *values,
                         const struct api_problem *problem,
                         struct answer *stopped, struct diag *diag)
{
    const uint32_t n = signals_count(net_signals(problem->net));
    struct api_problem part = *problem;
    struct api_run run;
    bool known;

    for (uint32_t s = 0; s < n; s++)
        if (values->signals.at[s] == SIGNAL_OPEN)
            ask_for_changes(problem->net, net_signals(problem->net), NULL, s,
                            &part.goals, diag);
    run = api_solve_run(&part, diag);
    known = take_changes(values, problem->net, &part.goals, &run.answer) &&
            diag->code == DIAG_NONE;
    if (!known)
        take_stop(stopped, &run.answer);
    goal_list_free(&part.goals);
    api_run_finish(&run);
    return known;
}

bool api_circuit_values_find(struct api_circuit_values *values,
                             const struct api_problem *problem,
                             struct answer *stopped, struct diag *diag)
{
    if (values->known)
        return true;
    signal_values_init(&values->signals, problem->net);
    if (!values->alternates && !net_bundle_count(problem->net))
        find_machines(values, problem);
    values->known =
        !values->signals.n_open || find_changes(values, problem, stopped, diag);
    if (!values->known)
        signal_values_finish(&values->signals);
    return values->known;
}

void api_circuit_values_show(const struct api_problem *problem,
                             const bool *ones, uint32_t signal,
                             net_trans_list *steps, struct diag *diag)
{
    const struct signals *const signals = net_signals(problem->net);
    const uint32_t n = signals_count(signals);
    bool *const others = mem_zero(n, sizeof *others);
    struct circuit_net net;

    for (uint32_t s = 0; s < n; s++)
        others[s] = s != signal;
    if (circuit_net_init(&net, problem->net, ones, others, 1, diag)) {
        goal_list goals = {0};
        struct api_problem part;
        struct api_run run;

        ask_for_changes(net.net, signals, net.given.at, signal, &goals, diag);
        part = api_problem_part(problem, net.net, goals);
        run = api_solve_run(&part, diag);
        if (run.answer.findings &&
            run.answer.findings->verdict == VERDICT_YES) {
            witness_run found = add_change(net.net, &run.answer.findings->run,
                                           goals.at->formula);

            circuit_net_run(&net, 0, found.at, found.len, steps);
            vec_free(&found);
        }
        api_run_finish(&run);
        goal_list_free(&goals);
    }
    circuit_net_finish(&net);
    mem_free(others);
}

void api_circuit_values_finish(struct api_circuit_values *values)
{
    if (values->known)
        signal_values_finish(&values->signals);
    for (uint32_t s = 0; values->sides && s < values->n; s++)
        for (uint32_t one = 0; one < 2; one++)
            vec_free(&values->sides[s].at[one]);
    mem_free(values->sides);
    mem_free(values->alternates);
}
