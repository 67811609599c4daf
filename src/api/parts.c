#include "api/askers.h"

#include "base/system.h"
#include "base/text.h"

struct net *parts_view(const struct net *net)
{
    const place_id source = soundness_source(net);
    bits_word *marked;
    struct net *view;

    if (source == PLACE_NONE)
        return NULL;
    marked = mem_zero(marking_words(net), sizeof *marked);
    bits_add(marked, source);
    view = net_view(net, marked);
    mem_free(marked);
    return view;
}

/* "never executed: t", with a name where one is given. */
static char *failure(const char *words, const char *name)
{
    text_buffer text = {0};

    text_put(&text, words);
    if (name) {
        text_add(&text, ": ", 2);
        text_put(&text, name);
    }
    vec_push(&text, '\0');
    return text.at;
}

/* Makes the answer to a part one to the question: true when the other parts
 * need not be asked. */
static bool decide(const struct goal *part, const struct net *net,
                   struct api_run *run, struct diag *diag)
{
    struct answer *const answer = &run->answer;
    struct answer_finding *const finding = answer->findings;
    const char *name = NULL;

    if (!finding || finding->verdict == VERDICT_UNKNOWN)
        return true;
    if (answer->stop == STOP_UNSAFE && net_counted(net) != PLACE_NONE) {
        finding->verdict = VERDICT_UNKNOWN; /* more tokens than were allowed */
        return true;
    }
    if (answer->stop == STOP_UNSAFE) {
        name = net_place_label(net, answer->unsafe_place);
        answer->stop = STOP_DONE;
        *diag = (struct diag){0};
    }
    finding->safe = true;
    answer->safe = !name;
    if (question_reads(part->question, finding->verdict == VERDICT_YES) ==
        QUESTION_HOLDS) {
        finding->verdict = VERDICT_NO;
        return diag->code != DIAG_NONE;
    }
    if (part->kind == GOAL_EACH)
        name = net_trans_label(net, finding->trans);
    else
        finding->trans = TRANS_NONE;
    finding->verdict = VERDICT_YES;
    finding->failure = failure(part->question->fails, name);
    return true;
}

struct api_run parts_run(const struct api_problem_request *request,
                         struct diag *diag)
{
    const struct api_problem *const problem = request->problem;
    const struct goal *const all = &problem->goals.at[0];
    struct net *const view = parts_view(problem->net);
    struct api_run run = {0};
    bool decided = false;

    for (uint32_t i = 0; i < all->n_parts && !decided; i++) {
        struct api_problem part =
            api_problem_part(problem, view ? view : problem->net,
                             (goal_list){&all->parts[i], 1, 1});

        api_problem_shorten(&part, request->start);
        api_run_finish(&run);
        run = api_solve_run(&part, diag);
        decided = decide(&all->parts[i], problem->net, &run, diag);
    }
    run.view = view;
    run.answer.stats.seconds = system_now() - request->start;
    return run;
}
