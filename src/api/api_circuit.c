#include "api/api_circuit.h"

#include "api/askers.h"
#include "api/handle.h"
#include "base/system.h"
#include "circuit/circuit_goal.h"
#include "marking/shorten.h"
#include "structure/disjunction.h"

#include <string.h>

/* What --circuit asks, one by one; QUESTION_NO_CIRCUIT: for a deadlock.  With
 * the words in questions, and what is said without a proof. */
static const struct {
    enum question_circuit property;
    const char *word, *no_proof;
} parts[] = {
    {QUESTION_CONSISTENT, "consistent",
     "no proof that it is consistent was found"},
    {QUESTION_NO_CIRCUIT, "deadlock",
     "no proof that it has no deadlock was found"},
    {QUESTION_PROPER, "input-proper",
     "no proof that it is input-proper was found"},
    {QUESTION_PERSISTENT, "persistent",
     "no proof that it is persistent was found"},
};

enum { PARTS = sizeof parts / sizeof *parts };

/* Transitions about whose conflicts one formula is, and how many formulas there
 * are at most.  Checks (option `check`) want several of small graphs. */
enum { SHARE = 500, SHARE_OF_CHECK = 4, MOST_SHARES = 16 };

struct circuit_run {
    const struct api_problem *problem;
    double start;
    struct diag *diag;
    struct api_circuit_values values;
    struct api_safety safety; /* of the graph; has_weights once it was asked */
    const char *word;         /* of the question at hand */
    bool proves;              /* a certificate is wanted, of the part at hand */
    struct api_run run;       /* the result so far */
};

/* No engine is needed: the structure shows that the property holds. */
static void hold_by_structure(const struct circuit_run *asker,
                              struct answer_finding *finding)
{
    finding->verdict = VERDICT_NO;
    finding->safe = true;
    finding->engine = "structure";
    finding->seconds = system_now() - asker->start;
}

/* --- runs of other nets --------------------------------------------------- */

/* A run for goals about this net, within the time that is left. */
static struct api_problem part_of_problem(const struct circuit_run *asker,
                                          const struct net *net,
                                          goal_list goals)
{
    struct api_problem part = api_problem_part(asker->problem, net, goals);

    api_problem_shorten(&part, asker->start);
    return part;
}

/* The same about the graph itself, without a goal. */
static struct api_problem part_about_graph(const struct circuit_run *asker)
{
    return part_of_problem(asker, asker->problem->net, (goal_list){0});
}

/* Takes how a run ended that leaves a question open.  A second token in the net
 * is one in the graph. */
static void take_graph_stop(struct circuit_run *asker,
                            const struct circuit_net *net,
                            const struct answer *answer)
{
    struct answer *const to = &asker->run.answer;
    const uint32_t n = net->n_transitions;
    net_trans_list steps = {0};

    to->stop = answer->stop;
    if (answer->stop != STOP_UNSAFE)
        return;
    to->unsafe_trans = net->given.at[answer->unsafe_trans % n];
    to->unsafe_place = answer->unsafe_place % net->n_places;
    circuit_net_run(net, answer->unsafe_trans / n, answer->unsafe_run.at,
                    answer->unsafe_run.len, &steps);
    vec_append(&to->unsafe_run, &steps);
    vec_free(&steps);
}

/* --- one question --------------------------------------------------------- */

/* Places of the graph that exclude each other, and weights that show it. */
static void find_safety(struct circuit_run *asker)
{
    struct api_problem part = part_about_graph(asker);

    if (asker->safety.work)
        return;
    part.settings.values[SETTING_certificate].number = 1;
    part.is_circuit = true;
    api_safety_prove(&part, NULL, &asker->safety);
}

/* Do the structure and no engine show that no part of the formula holds?  The
 * places of the graph come first in its net. */
static bool is_refuted(struct circuit_run *asker, const struct circuit_net *net,
                       const struct formula *formula)
{
    disjunction_parts refuted = {0};
    bool all;

    find_safety(asker);
    if (!asker->safety.shown || formula->nodes.at[0].op != FORMULA_OR)
        return false;
    disjunction_refute(net->net, formula, &asker->safety.exclusive, &refuted);
    all = refuted.len == formula->nodes.at[0].len;
    vec_free(&refuted);
    return all;
}

static void add_goal(struct circuit_run *asker, const struct circuit_net *net,
                     enum question_circuit property,
                     struct circuit_goal_share share, goal_list *goals)
{
    struct formula *const formula =
        circuit_goal_formula(net, property, share, asker->diag);

    if (!formula)
        asker->diag->code = DIAG_LIMIT; /* it is too large */
    else if (!asker->proves && net->n_copies == 1 &&
             is_refuted(asker, net, formula))
        formula_destroy(formula);
    else
        goal_add_built(goals, question_of_path(QUESTION_AG), formula,
                       asker->word);
}

/* One property, in shares if it is about conflicts. */
static void add_shares(struct circuit_run *asker, const struct circuit_net *net,
                       enum question_circuit property, goal_list *goals)
{
    const bool checks = api_problem_number(asker->problem, SETTING_check) > 0;
    struct circuit_goal_share share = CIRCUIT_GOAL_ALL;

    if (property == QUESTION_PERSISTENT || property == QUESTION_PROPER)
        share.n += net->n_transitions / (checks ? SHARE_OF_CHECK : SHARE);
    if (share.n > MOST_SHARES)
        share.n = MOST_SHARES;
    for (; share.i < share.n; share.i++)
        add_goal(asker, net, property, share, goals);
}

/* A certificate is about one formula.  Without one, each part has a search and
 * a reduction of its own. */
static void add_property_goals(struct circuit_run *asker,
                               const struct circuit_net *net,
                               enum question_circuit property, goal_list *goals)
{
    if (asker->proves) {
        add_goal(asker, net, property, CIRCUIT_GOAL_ALL, goals);
    } else if (property != QUESTION_CIRCUIT) {
        add_shares(asker, net, property, goals);
    } else {
        for (uint32_t i = asker->values.all_alternate ? 1 : 0; i < PARTS; i++)
            if (parts[i].property == QUESTION_NO_CIRCUIT)
                goal_add_plain(goals, "deadlock");
            else
                add_shares(asker, net, parts[i].property, goals);
    }
}

/* The run to a violation, one copy behind the other, without loops. */
static witness_run order(const struct circuit_net *net, const struct goal *goal,
                         const witness_run *run)
{
    witness_run ordered = {0};
    net_trans_list steps = {0};

    for (uint32_t copy = 0; copy < net->n_copies; copy++)
        circuit_net_select(net, copy, run->at, run->len, &steps);
    vec_append(&ordered, &steps);
    vec_free(&steps);
    (void)shorten_run(net->net, goal, &ordered);
    return ordered;
}

/* The runs in the graph, how they violate the property, and a step that shows
 * it. */
static void tell(const struct circuit_net *net, enum question_circuit property,
                 const struct goal *goal, const witness_run *found,
                 struct answer_finding *finding)
{
    bits_word *const m = mem_zero(marking_words(net->net), sizeof *m);
    witness_run run = order(net, goal, found);
    text_buffer text = {0};
    net_trans_list first = {0}, second = {0};
    uint32_t n;

    marking_after(net->net, run.at, run.len, m);
    circuit_net_run(net, 0, run.at, run.len, &first);
    n = first.len;
    circuit_tell(net, property, m, &first, &text);
    if (net->n_copies > 1 && first.len == n) {
        circuit_net_run(net, 1, run.at, run.len, &second);
        finding->common = circuit_runs_align(net->graph, &first, &second);
        finding->second = first.len;
        finding->has_second = true;
    }
    vec_append(&finding->run, &first);
    vec_append(&finding->run, &second);
    finding->failure = mem_text(text_end(&text));
    vec_free(&first);
    vec_free(&second);
    vec_free(&text);
    vec_free(&run);
    mem_free(m);
}

/* A part that is violated decides, or that all of them hold. */
static void conclude(const struct circuit_net *net,
                     enum question_circuit property, const goal_list *goals,
                     const struct answer *answer,
                     struct answer_finding *finding)
{
    bool hold = true, safe = true;

    for (uint32_t i = 0; i < answer->n_findings; i++) {
        const struct answer_finding *const of = &answer->findings[i];

        if (of->verdict == VERDICT_YES) {
            finding->verdict = VERDICT_YES;
            finding->engine = of->engine;
            tell(net, property, &goals->at[i], &of->run, finding);
            return;
        }
        hold &= of->verdict == VERDICT_NO;
        safe &= of->safe;
    }
    if (!hold)
        return;
    finding->verdict = VERDICT_NO;
    finding->safe = safe;
    finding->engine = answer->findings[0].engine;
}

/* Does the run show a violation?  If it needs the initial value of a signal,
 * appends a run of the graph that shows it. */
static bool shows(const struct circuit_run *asker,
                  const struct circuit_goal *circuit, const witness_run *run,
                  net_trans_list *first)
{
    const enum question_circuit property = circuit->question->circuit;
    const uint32_t signal =
        circuit_tell_needed(circuit->net, run->at, run->len);
    const struct net_trans_span none = {0};
    struct api_problem part;

    if (circuit_tell_shows(circuit->net, property, run->at, run->len, none))
        return true;
    if (signal == SIGNALS_NONE)
        return false;
    part = part_about_graph(asker);
    api_circuit_values_show(&part, circuit->ones, signal, first, asker->diag);
    return circuit_tell_shows(circuit->net, property, run->at, run->len,
                              (struct net_trans_span){first->at, first->len});
}

/* The certificate, or why there is none. */
static void certify(struct circuit_run *asker, const struct api_problem *part,
                    const struct circuit_goal *circuit, struct api_run *run,
                    struct answer_finding *finding)
{
    const struct answer_finding *const of = run->answer.findings;
    struct punfpor handle = {.asked = *part, .run = *run};
    struct circuit_goal shown = *circuit;
    net_trans_list first = {0};
    struct diag why = {0};

    if (of->verdict == VERDICT_YES &&
        !shows(asker, circuit, &of->run, &first)) {
        finding->no_proof = "no run was found that shows the initial value of "
                            "a signal";
    } else {
        shown.first = (struct net_trans_span){first.at, first.len};
        asker->run.certificate = api_files_certificate(
            &handle, &shown, &asker->run.certificate_size, &why);
    }
    vec_free(&first);
    if (why.code != DIAG_NONE)
        finding->no_proof =
            of->no_proof ? of->no_proof : "the proof was not put together";
}

static void take_run(struct circuit_run *asker,
                     const struct circuit_goal *circuit, const goal_list *goals,
                     struct api_run *run, struct answer_finding *finding)
{
    conclude(circuit->net, circuit->question->circuit, goals, &run->answer,
             finding);
    finding->safe |= run->answer.safe || run->safety.shown;
    if (finding->verdict == VERDICT_UNKNOWN || run->answer.stop == STOP_UNSAFE)
        take_graph_stop(asker, circuit->net, &run->answer);
    finding->seconds = system_now() - asker->start;
}

static void solve_by(struct circuit_run *asker,
                     const struct circuit_goal *circuit,
                     struct answer_finding *finding)
{
    goal_list goals = {0};

    add_property_goals(asker, circuit->net, circuit->question->circuit, &goals);
    if (asker->diag->code == DIAG_NONE && !goals.len) {
        hold_by_structure(asker, finding);
    } else if (asker->diag->code == DIAG_NONE) {
        struct api_problem part =
            part_of_problem(asker, circuit->net->net, goals);
        struct weights weights = {0};
        struct api_run run;

        if (asker->proves && asker->values.sides &&
            circuit_net_has_values(circuit->net))
            api_circuit_weights_add(circuit->net, asker->values.sides,
                                    &weights);
        else if (!asker->proves && circuit->net->n_copies == 1)
            weights_append(&weights, &asker->safety.weights);
        part.vectors = &weights;
        part.settings.values[SETTING_certificate].number = asker->proves;
        part.one_suffices = true;
        part.is_circuit = true;
        run = api_solve_run(&part, asker->diag);
        if (run.answer.findings)
            take_run(asker, circuit, &goals, &run, finding);
        if (finding->verdict != VERDICT_UNKNOWN && run.certified)
            certify(asker, &part, circuit, &run, finding);
        api_run_finish(&run);
        weights_finish(&weights);
    }
    goal_list_free(&goals);
}

/* The net has no values where none are asked about. */
static bool is_plain(const struct circuit_run *asker,
                     enum question_circuit property)
{
    return property == QUESTION_PERSISTENT || property == QUESTION_PROPER ||
           (property == QUESTION_CIRCUIT && asker->values.all_alternate &&
            !asker->proves);
}

static void ask_net(struct circuit_run *asker, const struct question *question,
                    struct answer_finding *finding)
{
    const uint32_t n = signals_count(net_signals(asker->problem->net));
    const bool plain = is_plain(asker, question->circuit);
    bool *const ones = mem_zero(n, sizeof *ones);
    struct circuit_net net;

    asker->word = question->word;
    for (uint32_t s = 0; !plain && s < n; s++)
        ones[s] = asker->values.signals.at[s] == SIGNAL_ONE;
    if (circuit_net_init(&net, asker->problem->net, plain ? NULL : ones,
                         asker->proves ? NULL : asker->values.alternates,
                         question_circuit_copies(question->circuit),
                         asker->diag)) {
        solve_by(asker,
                 &(struct circuit_goal){.question = question,
                                        .net = &net,
                                        .ones = plain ? NULL : ones},
                 finding);
    }
    circuit_net_finish(&net);
    mem_free(ones);
}

/* --- a certificate of all parts -------------------------------------------
 *
 * First the answer, as without a certificate; then a proof for each part, of a
 * net and with a reduction of its own. */

/* The certificate that there is no deadlock. */
static void prove_live(struct circuit_run *asker,
                       struct answer_finding *finding)
{
    goal_list goals = {0};
    struct api_problem part;
    struct api_run run;

    goal_add_plain(&goals, "deadlock");
    part = part_of_problem(asker, asker->problem->net, goals);
    part.settings.values[SETTING_certificate].number = 1;
    part.is_circuit = true;
    run = api_solve_run(&part, asker->diag);
    if (run.answer.findings) {
        struct punfpor handle = {.asked = part, .run = run};
        struct diag why = {0};

        finding->verdict = run.answer.findings->verdict;
        if (finding->verdict == VERDICT_NO)
            asker->run.certificate = api_files_certificate(
                &handle, NULL, &asker->run.certificate_size, &why);
    }
    api_run_finish(&run);
    goal_list_free(&goals);
}

/* Appends the certificate of a part behind its first line; false: there is
 * none. */
static bool prove_part(struct circuit_run *asker, uint32_t i, text_buffer *text)
{
    struct answer_finding finding = {0};
    char *const own = asker->run.certificate;
    const char *from;

    asker->run.certificate = NULL;
    if (parts[i].property == QUESTION_NO_CIRCUIT)
        prove_live(asker, &finding);
    else
        ask_net(asker, question_find(parts[i].word), &finding);
    from = asker->run.certificate;
    if (from && finding.verdict == VERDICT_NO) {
        from = strchr(from, '\n') + 1;
        text_add(text, "part\n", 5);
        text_put(text, from);
    }
    mem_free(asker->run.certificate);
    asker->run.certificate = own;
    answer_finding_finish(&finding);
    return from && asker->diag->code == DIAG_NONE;
}

static void prove_parts(struct circuit_run *asker,
                        struct answer_finding *finding)
{
    static const char head[] = "punf-por certificate 1\ngoal circuit circuit\n";
    text_buffer text = {0};
    uint32_t i = 0;

    text_put(&text, head);
    while (i < PARTS && prove_part(asker, i, &text))
        i++;
    text_add(&text, "end\n", 4);
    if (i == PARTS) {
        asker->run.certificate_size = text.len;
        asker->run.certificate = mem_text(text_end(&text));
        asker->run.answer.stop = STOP_DONE;
    } else {
        finding->no_proof = parts[i].no_proof;
    }
    vec_free(&text);
}

/* The certificate of a violation is a run. */
static void prove_violation(struct circuit_run *asker,
                            const struct question *question,
                            struct answer_finding *finding)
{
    struct answer_finding again = {0};

    ask_net(asker, question, &again);
    if (again.verdict == VERDICT_YES) {
        answer_finding_finish(finding);
        *finding = again;
    } else {
        answer_finding_finish(&again);
    }
}

static void answer_and_prove(struct circuit_run *asker,
                             const struct question *question,
                             struct answer_finding *finding)
{
    asker->proves = false;
    ask_net(asker, question, finding);
    asker->proves = true;
    if (finding->verdict == VERDICT_NO)
        prove_parts(asker, finding);
    else if (finding->verdict == VERDICT_YES)
        prove_violation(asker, question, finding);
}

/* The places on which USC or CSC depends: where the codes tell which of them
 * are marked, it holds. */
static void find_places_of_codes(const struct net *graph,
                                 enum question_circuit property,
                                 net_place_list *places)
{
    for (place_id p = 0; property == QUESTION_USC && p < net_place_count(graph);
         p++)
        vec_push(places, p);
    for (trans_id t = 0; property == QUESTION_CSC && t < net_trans_count(graph);
         t++) {
        const struct net_place_span needs = net_needs(graph, t);

        if (signals_is_local(net_signals(graph), t))
            vec_append(places, &needs);
    }
}

/* Do state machines show that it holds?  They are not asked where an engine was
 * named, or a certificate is wanted.  If so, of USC, each place is in one of
 * them, so the graph is safe. */
static bool codes_tell(struct circuit_run *asker,
                       enum question_circuit property)
{
    const struct net *const graph = asker->problem->net;
    const struct api_problem part = part_about_graph(asker);
    struct api_problem_clock half = api_problem_half(&part, system_now());
    const struct stop stop = api_problem_stop(&half);
    net_place_list places = {0};
    bool tell;

    if (question_circuit_copies(property) == 1 || asker->proves ||
        !engine_has(api_problem_engine(asker->problem), ENGINE_RACES) ||
        !asker->values.all_alternate || net_bundle_count(graph))
        return false;
    find_places_of_codes(graph, property, &places);
    tell = signal_codes_tell(graph, net_span_of(&places), &stop);
    vec_free(&places);
    if (tell && property == QUESTION_CSC)
        find_safety(asker);
    return tell;
}

static void answer(struct circuit_run *asker, const struct question *question,
                   struct answer_finding *finding)
{
    const struct api_problem part = part_about_graph(asker);

    if (!is_plain(asker, question->circuit) &&
        !api_circuit_values_find(&asker->values, &part, &asker->run.answer,
                                 asker->diag))
        return;
    if (question->circuit == QUESTION_CONSISTENT && !asker->proves &&
        asker->values.all_alternate) {
        hold_by_structure(asker, finding);
    } else if (codes_tell(asker, question->circuit)) {
        hold_by_structure(asker, finding);
        finding->safe =
            question->circuit == QUESTION_USC || asker->safety.shown;
    } else if (question->circuit == QUESTION_CIRCUIT && asker->proves) {
        answer_and_prove(asker, question, finding);
    } else {
        ask_net(asker, question, finding);
    }
}

/* --- all questions -------------------------------------------------------- */

/* The other questions, of the net as it is. */
static void answer_others(struct circuit_run *asker)
{
    const struct goal *const goals = asker->problem->goals.at;
    const uint32_t n = asker->problem->goals.len;
    goal_list others = {0};
    struct api_problem part;
    struct answer_finding *findings;
    uint32_t k = 0;

    for (uint32_t q = 0; q < n; q++)
        if (!goals[q].question->circuit)
            vec_push(&others, goals[q]);
    if (others.len) {
        part = part_of_problem(asker, asker->problem->net, others);
        asker->run = api_solve_run(&part, asker->diag);
    } else {
        answer_init(&asker->run.answer, 0);
    }
    findings = mem_zero(n, sizeof *findings);
    for (uint32_t q = 0; q < n && asker->run.answer.findings; q++)
        if (!goals[q].question->circuit)
            findings[q] = asker->run.answer.findings[k++];
    mem_free(asker->run.answer.findings);
    asker->run.answer.findings = findings;
    asker->run.answer.n_findings = n;
    vec_free(&others);
}

struct api_run api_circuit_run(const struct api_problem_request *request,
                               struct diag *diag)
{
    const struct api_problem *const problem = request->problem;
    struct circuit_run asker = {
        .problem = problem,
        .start = request->start,
        .diag = diag,
        .proves = api_problem_number(problem, SETTING_certificate)};

    answer_others(&asker);
    for (uint32_t q = 0; q < problem->goals.len; q++)
        if (problem->goals.at[q].question->circuit && diag->code == DIAG_NONE &&
            (asker.run.answer.stop == STOP_DONE ||
             asker.run.answer.stop == STOP_OPEN))
            answer(&asker, problem->goals.at[q].question,
                   &asker.run.answer.findings[q]);
    api_circuit_values_finish(&asker.values);
    api_safety_finish(&asker.safety);
    asker.run.answer.stats.seconds = system_now() - asker.start;
    return asker.run;
}
