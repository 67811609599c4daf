#include "api/run/api_run.h"

#include "occurrence/run_process.h"
#include "question/formula_parser.h"

static void finish_part(struct api_run_part *part)
{
    if (part->run)
        api_run_finish(part->run);
    mem_free(part->run);
    goal_list_free(&part->goals);
    net_view_destroy(part->view);
}

void api_run_finish(struct api_run *run)
{
    answer_finish(&run->answer);
    prefix_finish(&run->shown);
    for (uint32_t t = 0; t < run->n_by_trans; t++)
        answer_finding_finish(&run->by_trans[t]);
    mem_free(run->by_trans);
    mem_free(run->conflicts.at);
    mem_free(run->conflicts.start);
    finish_part(&run->part);
    mem_free(run->certificate);
    mem_free(run->warning);
    profile_finish(&run->profile);
    api_safety_finish(&run->safety);
    api_reduce_destroy(run->reduced);
    net_view_destroy(run->view);
    *run = (struct api_run){0};
}

const struct prefix *api_run_prefix(const struct api_run *run)
{
    return run->shown.events.len ? &run->shown : &run->answer.prefix;
}

const struct api_reduce *api_run_reduced(const struct api_run *run)
{
    return run->shown.is_process ? NULL : run->reduced;
}

/* --- one answer ----------------------------------------------------------- */

/* Sorts the conflicts by event.  Those of an event come out increasing, since
 * the list is sorted by (a, b). */
static void index_conflicts(struct api_run *run)
{
    const struct prefix *const prefix = api_run_prefix(run);
    const uint32_t n_events = prefix->events.len;
    uint32_t *start = mem_zero((size_t)n_events + 2, sizeof *start);
    uint32_t *at = mem_alloc((size_t)2 * prefix->conflicts.len, sizeof *at);

    mem_free(run->conflicts.at);
    mem_free(run->conflicts.start);
    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        start[prefix->conflicts.at[i].a + 2]++;
        start[prefix->conflicts.at[i].b + 2]++;
    }
    for (uint32_t e = 0; e < n_events; e++)
        start[e + 2] += start[e + 1];
    for (uint32_t i = 0; i < prefix->conflicts.len; i++)
        at[start[prefix->conflicts.at[i].b + 1]++] = prefix->conflicts.at[i].a;
    for (uint32_t i = 0; i < prefix->conflicts.len; i++)
        at[start[prefix->conflicts.at[i].a + 1]++] = prefix->conflicts.at[i].b;
    run->conflicts.at = at;
    run->conflicts.start = start;
}

/* Certificates and some files need copies of read places; all else shows
 * reads.  A prefix for files alone, without conflicts, stays as it is. */
static void take_prefix(struct api_run *run, const struct api_problem *problem)
{
    const uint64_t prefix = api_problem_number(problem, SETTING_prefix);
    const bool conflicts = api_problem_number(problem, SETTING_conflicts);

    if (run->answer.prefix.has_copies && prefix &&
        (prefix < SETTINGS_PREFIX_MCI || conflicts))
        prefix_fold_reads(&run->answer.prefix, &run->shown);
    if (prefix && conflicts)
        index_conflicts(run);
}

/* Where a place can have several tokens, steps behind a transition change it,
 * and others may fire before the step that is one too many.  The run ends
 * before the transition. */
static void cut_unsafe(const struct net *net, struct answer *answer)
{
    witness_run *const run = &answer->unsafe_run;
    const trans_id t = answer->unsafe_trans == TRANS_NONE
                           ? TRANS_NONE
                           : net_given_trans(net, answer->unsafe_trans);

    given_run_cut(net, run);
    if (answer->stop == STOP_UNSAFE && net_bound(net, answer->unsafe_place) > 1)
        while (run->len && vec_pop(run) != t)
            ;
}

/* What the branches of a formula of CTL show, as text. */
static void name_branches(const struct net *net, const struct goal *goal,
                          answer_branch_list *branches)
{
    for (uint32_t k = 0; k < branches->len; k++) {
        const char *const end =
            branches->at[k].holds ? " holds" : " does not hold";
        text_buffer text = {0};

        formula_print_quantified(goal->temporal, net, branches->at[k].part,
                                 &text);
        text_put(&text, end);
        branches->at[k].shows = mem_text(text_end(&text));
        vec_free(&text);
    }
}

void api_run_take(struct api_run *run, const struct api_problem *problem,
                  const struct api_goals *goals, struct answer *answer)
{
    run->by_trans = api_goals_fold(goals, answer);
    run->n_by_trans = goals->n;
    run->answer = *answer;
    for (uint32_t t = 0; run->by_trans && t < goals->n; t++)
        given_run_cut(problem->net, &run->by_trans[t].run);
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        given_run_cut(problem->net, &run->answer.findings[g].run);
        name_branches(problem->net, &problem->goals.at[g],
                      &run->answer.findings[g].branches);
    }
    cut_unsafe(problem->net, &run->answer);
    take_prefix(run, problem);
}

/* --- the process of a run ------------------------------------------------- */

/* The first question with a run, which is given; else their number. */
static uint32_t find_run(const struct answer *answer, const struct net *net,
                         const struct api_problem *problem, witness_run *full)
{
    uint32_t q = 0;

    for (; q < answer->n_findings && !full->len; q++)
        if (answer->findings[q].verdict == VERDICT_YES ||
            answer->findings[q].has_value)
            given_run_answer(net, &problem->goals.at[q],
                             &answer->findings[q].run, full);
    return q - (full->len > 0);
}

/* Of two runs, if they are short enough. */
static void fill_fork(struct api_run *run, const struct net *net,
                      const struct answer_finding *finding)
{
    const struct net_trans_span first = {finding->run.at, finding->second},
                                second = {finding->run.at + finding->second,
                                          finding->run.len - finding->second};

    if (finding->run.len <= RUN_PROCESS_STEPS)
        run_process_fork(net, first, second, finding->common, &run->shown);
}

static void fill_process(struct api_run *run, const struct api_problem *problem)
{
    const struct net *const net = run->view ? run->view : problem->net;
    witness_run full = {0};
    const uint32_t q = find_run(&run->answer, net, problem, &full);
    const struct answer_finding *const finding =
        q < run->answer.n_findings ? &run->answer.findings[q] : NULL;
    const bool loops = finding && problem->goals.at[q].kind == GOAL_LASSO;
    const uint32_t loop = loops ? finding->loop : full.len;

    if (finding && finding->has_second) {
        fill_fork(run, net, finding);
    } else {
        if (full.len > RUN_PROCESS_STEPS)
            full.len = RUN_PROCESS_STEPS;
        run_process_fill(net, full.at, full.len, loop, &run->shown);
    }
    vec_free(&full);
}

void api_run_keep_process(struct api_run *run,
                          const struct api_problem *problem)
{
    struct merged *const merged = &run->answer.merged;

    if (!api_problem_number(problem, SETTING_prefix) ||
        api_run_prefix(run)->events.len || run->answer.stop == STOP_MEMORY ||
        (merged->conditions.len && run->reduced))
        return;
    fill_process(run, problem);
    if (merged->conditions.len)
        merged_embed(merged, &run->shown, net_place_count(problem->net));
    if (run->conflicts.start)
        index_conflicts(run);
}

/* --- several answers ------------------------------------------------------ */

/* Of two findings without a verdict the one with the larger value is kept. */
static void take_finding(struct answer_finding *known,
                         struct answer_finding *found)
{
    const bool better = found->verdict != VERDICT_UNKNOWN ||
                        (found->has_value &&
                         (!known->has_value || found->value >= known->value));
    const struct answer_finding other = *known;

    if (!known->failure && found->verdict == VERDICT_UNKNOWN) {
        known->failure = found->failure;
        found->failure = NULL;
    }
    if (better) {
        *known = *found;
        *found = other;
    }
}

void api_run_add(struct api_run *run, struct api_run *part,
                 const uint32_t *which, uint32_t n)
{
    const struct answer known = run->answer;
    struct answer_finding *const found = part->answer.findings;

    for (uint32_t i = 0; i < n; i++)
        take_finding(&known.findings[which[i]], &found[which[i]]);
    run->answer = part->answer;
    run->answer.findings = known.findings;
    run->answer.safe |= known.safe;
    part->answer = known;
    part->answer.findings = found;
    if (known.breach.met && !run->answer.breach.met) {
        part->answer.breach = run->answer.breach;
        run->answer.breach = known.breach;
    }
    if (!run->warning) {
        run->warning = part->warning;
        part->warning = NULL;
    }
    api_run_finish(part);
}
