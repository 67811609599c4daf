#include "api/handle.h"

_Static_assert((int)PUNFPOR_UNKNOWN == (int)VERDICT_UNKNOWN &&
                   (int)PUNFPOR_YES == (int)VERDICT_YES &&
                   (int)PUNFPOR_NO == (int)VERDICT_NO,
               "the same verdicts");
_Static_assert((int)PUNFPOR_DONE == (int)STOP_DONE &&
                   (int)PUNFPOR_MEMORY_LIMIT == (int)STOP_MEMORY &&
                   (int)PUNFPOR_REPLAYED == (int)STOP_REPLAY &&
                   (int)PUNFPOR_AUTOMATON_LIMIT == (int)STOP_SIZE,
               "the same order");

/* Other reasons are no limits that a caller knows. */
enum punfpor_stop punfpor_stop_of(const punfpor *problem)
{
    const enum answer_stop stop = problem->run.answer.stop;

    return stop <= STOP_SIZE ? (enum punfpor_stop)stop : PUNFPOR_DONE;
}

/* NULL: the question was added after the run. */
static const struct answer_finding *any_finding(const punfpor *problem,
                                                uint32_t q)
{
    const struct answer *const answer = &problem->run.answer;

    return q < answer->n_findings ? &answer->findings[q] : NULL;
}

/* NULL: the question has no answer, either. */
static const struct answer_finding *finding(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const any = any_finding(problem, q);

    return any && any->verdict != VERDICT_UNKNOWN ? any : NULL;
}

static const struct question *row_of(const punfpor *problem, uint32_t q)
{
    return problem->asked.goals.at[q].question;
}

enum punfpor_verdict punfpor_verdict_of(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const found = finding(problem, q);

    if (!found)
        return PUNFPOR_UNKNOWN;
    return question_reads(row_of(problem, q), found->verdict == VERDICT_YES) ==
                   QUESTION_HOLDS
               ? PUNFPOR_YES
               : PUNFPOR_NO;
}

static const struct answer_finding *with_value(const punfpor *problem,
                                               uint32_t q)
{
    const struct answer_finding *const any = any_finding(problem, q);

    return any && any->has_value ? any : NULL;
}

int punfpor_bound(const punfpor *problem, uint32_t q, int64_t *value)
{
    const struct answer_finding *const found = with_value(problem, q);

    if (found)
        *value = found->value;
    return found != NULL;
}

int punfpor_limit(const punfpor *problem, uint32_t q, int64_t *value)
{
    const struct answer_finding *const found = any_finding(problem, q);

    if (!found || !found->has_limit || found->verdict != VERDICT_UNKNOWN)
        return 0;
    *value = found->limit;
    return 1;
}

int punfpor_is_bound(const punfpor *problem, uint32_t q)
{
    return row_of(problem, q)->goal == GOAL_BOUND;
}

/* Does a run show the outermost operator of a formula of CTL? */
static bool shows_ctl(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const found = finding(problem, q);

    return found && row_of(problem, q)->goal == GOAL_CTL && found->has_run;
}

int punfpor_has_run(const punfpor *problem, uint32_t q,
                    enum punfpor_verdict verdict)
{
    const struct question *const row = row_of(problem, q);

    if (punfpor_is_bound(problem, q))
        return with_value(problem, q) != NULL;
    if (row->goal == GOAL_CTL)
        return shows_ctl(problem, q) &&
               punfpor_verdict_of(problem, q) == verdict;
    if (problem->asked.goals.at[q].n_parts && finding(problem, q) &&
        finding(problem, q)->trans != TRANS_NONE)
        return 0; /* a transition never fires */
    return !question_is_about_all(row) && !row->lists &&
           verdict == (row->is_refuted ? PUNFPOR_NO : PUNFPOR_YES);
}

int punfpor_cost(const punfpor *problem, uint32_t q, uint64_t *cost)
{
    const struct answer_finding *const found = finding(problem, q);

    if (!found || !row_of(problem, q)->has_cost ||
        found->verdict != VERDICT_YES)
        return 0;
    *cost = found->cost;
    return 1;
}

const char *punfpor_answer_text(const punfpor *problem, uint32_t q,
                                enum punfpor_verdict verdict)
{
    return question_text(row_of(problem, q),
                         verdict == PUNFPOR_YES  ? QUESTION_HOLDS
                         : verdict == PUNFPOR_NO ? QUESTION_FAILS
                                                 : QUESTION_OPEN);
}

uint32_t punfpor_named_transition(const punfpor *problem, uint32_t q)
{
    return row_of(problem, q)->names &&
                   punfpor_verdict_of(problem, q) == PUNFPOR_NO
               ? finding(problem, q)->trans
               : PUNFPOR_NONE;
}

int punfpor_is_about_all(const punfpor *problem, uint32_t q)
{
    return question_is_about_all(row_of(problem, q));
}

int punfpor_is_list(const punfpor *problem, uint32_t q)
{
    return row_of(problem, q)->is_list;
}

enum punfpor_verdict punfpor_fires(const punfpor *problem, uint32_t t)
{
    return t < problem->run.n_by_trans
               ? (enum punfpor_verdict)problem->run.by_trans[t].verdict
               : PUNFPOR_UNKNOWN;
}

int punfpor_if_safe(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const found = finding(problem, q);

    return found && !found->safe && !problem->run.answer.safe &&
           !problem->run.safety.shown &&
           (found->verdict == VERDICT_NO || row_of(problem, q)->presumes);
}

const char *punfpor_presumption(const punfpor *problem)
{
    return net_counted(problem->asked.net) == PLACE_NONE
               ? "the net is safe"
               : "no place gets more tokens than --tokens allows";
}

int punfpor_is_safe(const punfpor *problem)
{
    return problem->run.answer.safe || problem->run.safety.shown ||
           (problem->asked.prepared && problem->asked.prepared->safety.shown);
}

int punfpor_may_warn(const punfpor *problem)
{
    return api_safety_open_units(&problem->asked, &problem->run.safety) != NULL;
}

const char *punfpor_warning(const punfpor *problem)
{
    return problem->run.warning;
}

const char *punfpor_verdict_text(enum punfpor_verdict verdict)
{
    return answer_verdict_name((enum answer_verdict)verdict);
}

const char *punfpor_stop_text(enum punfpor_stop stop)
{
    return answer_stop_name((enum answer_stop)stop);
}

/* Never NULL, since the run exists. */
static const uint32_t *steps(const witness_run *run, uint32_t *length)
{
    static const uint32_t none = 0;

    *length = run->len;
    return run->len ? run->at : &none;
}

const uint32_t *punfpor_run(const punfpor *problem, uint32_t q,
                            uint32_t *length)
{
    *length = 0;
    return punfpor_has_run(problem, q, punfpor_verdict_of(problem, q))
               ? steps(&problem->run.answer.findings[q].run, length)
               : NULL;
}

const uint32_t *punfpor_firing_run(const punfpor *problem, uint32_t t,
                                   uint32_t *length)
{
    *length = 0;
    return punfpor_fires(problem, t) == PUNFPOR_YES
               ? steps(&problem->run.by_trans[t].run, length)
               : NULL;
}

int punfpor_loop(const punfpor *problem, uint32_t q, uint32_t *steps)
{
    const struct answer_finding *const found = finding(problem, q);

    if (!found || found->loop == LTL_OPEN ||
        !(shows_ctl(problem, q) || (row_of(problem, q)->goal == GOAL_LASSO &&
                                    found->verdict == VERDICT_YES)))
        return 0;
    *steps = found->loop;
    return 1;
}

uint32_t punfpor_branches(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const found = finding(problem, q);

    return found ? found->branches.len : 0;
}

int punfpor_branches_cut(const punfpor *problem, uint32_t q)
{
    return punfpor_branches(problem, q) && finding(problem, q)->branches_cut;
}

static const struct answer_branch *branch_at(const punfpor *problem, uint32_t q,
                                             uint32_t k)
{
    return &finding(problem, q)->branches.at[k];
}

const uint32_t *punfpor_branch_run(const punfpor *problem, uint32_t q,
                                   uint32_t k, uint32_t *length)
{
    const struct answer_branch *const branch = branch_at(problem, q, k);
    const uint32_t *const at = steps(&branch->run, length);

    return branch->has_run ? at : NULL;
}

uint32_t punfpor_branch_of(const punfpor *problem, uint32_t q, uint32_t k)
{
    return branch_at(problem, q, k)->of;
}

int punfpor_branch_loop(const punfpor *problem, uint32_t q, uint32_t k,
                        uint32_t *steps)
{
    *steps = branch_at(problem, q, k)->loop;
    return *steps != LTL_OPEN;
}

const char *punfpor_branch_text(const punfpor *problem, uint32_t q, uint32_t k)
{
    return branch_at(problem, q, k)->shows;
}

int punfpor_second_run(const punfpor *problem, uint32_t q, uint32_t *steps,
                       uint32_t *common)
{
    const struct answer_finding *const found = finding(problem, q);

    if (!found || !found->has_second)
        return 0;
    *steps = found->second;
    *common = found->common;
    return 1;
}

const char *punfpor_listed(const punfpor *problem, uint32_t q)
{
    return row_of(problem, q)->lists;
}

uint32_t punfpor_items(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const found = finding(problem, q);

    return found ? found->items.len : 0;
}

const uint32_t *punfpor_item_run(const punfpor *problem, uint32_t q, uint32_t i,
                                 uint32_t *length)
{
    return steps(&finding(problem, q)->items.at[i].run, length);
}

const char *punfpor_item_size(const punfpor *problem, uint32_t q, uint32_t i)
{
    return finding(problem, q)->items.at[i].size;
}

const char *punfpor_item_times(const punfpor *problem, uint32_t q, uint32_t i)
{
    const struct answer_item *const item = &finding(problem, q)->items.at[i];

    return item->size && !item->times ? "1" : item->times;
}

int punfpor_item_at_most(const punfpor *problem, uint32_t q, uint32_t i)
{
    return finding(problem, q)->items.at[i].is_at_most;
}

/* What moved p last says whether it is marked. */
int punfpor_item_marks(const punfpor *problem, uint32_t q, uint32_t i,
                       uint32_t p)
{
    const struct net *const net = problem->asked.net;
    const witness_run *const run = &finding(problem, q)->items.at[i].run;
    bool marked = net_marked(net, p);
    net_bundle_list arcs = {0};

    for (uint32_t k = 0; k < run->len; k++) {
        bundles_of(net, run->at[k], &arcs);
        for (uint32_t a = 0; a < arcs.len; a++)
            if (arcs.at[a].place == p &&
                (arcs.at[a].consume || arcs.at[a].produce || arcs.at[a].reset))
                marked = arcs.at[a].produce > 0;
    }
    vec_free(&arcs);
    return marked;
}

const char *punfpor_failure(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const found = any_finding(problem, q);

    return found ? found->failure : NULL;
}

double punfpor_seconds(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const found = finding(problem, q);

    return found ? found->seconds : 0;
}

const char *punfpor_answered_by(const punfpor *problem, uint32_t q)
{
    const struct answer_finding *const found = finding(problem, q);

    if (!found)
        return NULL;
    return found->engine ? found->engine : problem->run.engine;
}

const uint32_t *punfpor_unsafe(const punfpor *problem, uint32_t *length,
                               uint32_t *t, uint32_t *p)
{
    const struct answer *const answer = &problem->run.answer;

    if (answer->stop != STOP_UNSAFE)
        return NULL;
    *t = net_given_trans(problem->asked.net, answer->unsafe_trans);
    *p = answer->unsafe_place;
    return steps(&answer->unsafe_run, length);
}

int punfpor_reduced(const punfpor *problem, uint32_t *places,
                    uint32_t *transitions, uint32_t *arcs, uint32_t *read_arcs)
{
    const struct net *const net =
        problem->run.reduced ? problem->run.reduced->net : NULL;

    if (!net)
        return 0;
    *places = net_place_count(net);
    *transitions = net_trans_count(net);
    *arcs = net_arc_count(net);
    *read_arcs = net_read_count(net);
    return 1;
}

/* --- figures -------------------------------------------------------------- */

/* Without a run of an engine they are those of an exploration. */
static const struct answer_figure *figures_of(const punfpor *problem)
{
    return problem->run.answer.stats.figures
               ? problem->run.answer.stats.figures
               : engines_first(ENGINE_EXPLORES)->figures;
}

const char *punfpor_figures_engine(const punfpor *problem)
{
    return problem->run.answer.engine ? problem->run.answer.engine
                                      : problem->run.engine;
}

uint32_t punfpor_figure_count(const punfpor *problem)
{
    uint32_t n = 0;

    while (problem->run.engine && figures_of(problem)[n].name)
        n++;
    return n;
}

const char *punfpor_figure_name(const punfpor *problem, uint32_t i)
{
    const struct answer_figure *const figure =
        problem ? &figures_of(problem)[i] : engines_figure(i);

    return figure ? figure->name : NULL;
}

uint64_t punfpor_figure(const punfpor *problem, uint32_t i)
{
    return problem->run.answer.stats.at[i];
}

const char *punfpor_figure_text(const punfpor *problem, uint32_t i)
{
    return problem->run.answer.exact[i];
}

const char *punfpor_figure_about(const punfpor *problem, uint32_t i)
{
    return figures_of(problem)[i].meaning;
}

double punfpor_total_seconds(const punfpor *problem)
{
    return problem->run.answer.stats.seconds;
}

uint64_t punfpor_work(const punfpor *problem)
{
    return problem->run.answer.stats.work;
}

uint64_t punfpor_peak_bytes(const punfpor *problem)
{
    return problem->run.answer.stats.peak_bytes;
}
