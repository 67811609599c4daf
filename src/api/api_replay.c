/* Answers by the steps of a given run. */
#include "api/handle.h"
#include "formats/text/given_files.h"

/* Each question that the run answers, at its end or before, gets the verdict
 * yes with the steps up to there.  The others stay open, as does whether a run
 * is cheapest; of a largest value, it finds that of the markings on the run. */
static void answer_from(const struct net *net, const witness_run *run,
                        const goal_list *goals, struct answer *answer)
{
    uint32_t *lens = mem_alloc(goals->len, sizeof *lens);

    witness_first(net, run, goals->at, goals->len, lens);
    for (uint32_t g = 0; g < goals->len; g++) {
        struct answer_finding *const finding = &answer->findings[g];
        const struct question *const question = goals->at[g].question;

        if (question && question->has_cost)
            continue;
        if (goals->at[g].kind == GOAL_BOUND) {
            finding->has_value = true;
            lens[g] = witness_largest(net, run, &goals->at[g], &finding->value);
        } else if (lens[g] != UINT32_MAX) {
            finding->verdict = VERDICT_YES;
        }
        if (lens[g] != UINT32_MAX) {
            const witness_run steps = {run->at, lens[g], lens[g]};

            vec_append(&finding->run, &steps);
        }
    }
    mem_free(lens);
}

static bool replay(const struct api_problem *problem, const witness_run *run,
                   const char *file, struct api_run *shown, struct diag *diag)
{
    struct answer answer;
    struct api_goals goals;
    struct diag why = {0};

    if (!witness_replay(problem->net, run, NULL, &why))
        return diag_input(diag, file, "%s", why.text);
    api_goals_init(&goals, &problem->goals, problem->net, false);
    answer_init(&answer, goals.list.len);
    answer.stop = STOP_REPLAY;
    answer_from(problem->net, run, &goals.list, &answer);
    answer.breach.met = true;
    vec_append(&answer.breach.run, run);
    if (api_safety_open_units(problem, &shown->safety))
        shown->warning = api_safety_warning(problem->net, &answer, false);
    shown->engine = api_solve_engine(problem)->name;
    shown->certified = api_problem_number(problem, SETTING_certificate);
    api_run_take(shown, problem, &goals, &answer);
    api_goals_finish(&goals);
    return true;
}

/* The handle gets the run when it is complete. */
static bool replay_given(punfpor *handle, const witness_run *run,
                         const char *file, struct diag *diag)
{
    struct api_run shown = {0};
    witness_run full = {0};
    bool good;

    given_run_fill(handle->asked.net, run, &full);
    good = replay(&handle->asked, &full, file, &shown, diag);
    vec_free(&full);
    handle->run = shown;
    return good;
}

static bool take_steps(const punfpor *problem, const uint32_t *run,
                       uint32_t length, witness_run *steps, struct diag *diag)
{
    for (uint32_t i = 0; i < length; i++) {
        if (run[i] >= net_trans_count(problem->asked.net))
            return diag_usage(diag, "there is no transition %u", run[i]);
        vec_push(steps, run[i]);
    }
    return true;
}

enum punfpor_status punfpor_replay(punfpor *problem, const uint32_t *run,
                                   uint32_t length, punfpor_error *error)
{
    witness_run steps = {0};

    api_run_finish(&problem->run);
    CALL(call, error);
    if (take_steps(problem, run, length, &steps, &call.diag))
        (void)replay_given(problem, &steps, NULL, &call.diag);
    vec_free(&steps);
    return call_end(&call, error);
}

enum punfpor_status punfpor_replay_file(punfpor *problem, const char *path,
                                        uint32_t *length, punfpor_error *error)
{
    witness_run steps = {0};

    api_run_finish(&problem->run);
    CALL(call, error);
    if (scn_read(problem->asked.net, path, &steps, &call.diag) &&
        replay_given(problem, &steps, path, &call.diag) && length)
        *length = steps.len;
    vec_free(&steps);
    return call_end(&call, error);
}
