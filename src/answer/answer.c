#include "answer/answer.h"

#include <string.h>

void answer_init(struct answer *answer, uint32_t n_goals)
{
    memset(answer, 0, sizeof *answer);
    answer->findings = mem_zero(n_goals, sizeof *answer->findings);
    answer->n_findings = n_goals;
    answer->unsafe_trans = TRANS_NONE;
    answer->unsafe_place = PLACE_NONE;
}

static void free_branches(answer_branch_list *branches)
{
    for (uint32_t k = 0; k < branches->len; k++) {
        vec_free(&branches->at[k].run);
        mem_free(branches->at[k].shows);
    }
    vec_free(branches);
}

void answer_item_finish(struct answer_item *item)
{
    vec_free(&item->run);
    mem_free(item->size);
    mem_free(item->times);
}

static void free_items(answer_item_list *items)
{
    for (uint32_t i = 0; i < items->len; i++)
        answer_item_finish(&items->at[i]);
    vec_free(items);
}

void answer_finding_finish(struct answer_finding *finding)
{
    vec_free(&finding->run);
    mem_free(finding->failure);
    free_items(&finding->items);
    free_branches(&finding->branches);
    proof_destroy(finding->proof);
    case_proof_destroy(finding->cases);
    diagram_destroy(finding->diagram);
    recovery_proof_destroy(finding->recovery);
}

void answer_finish(struct answer *answer)
{
    for (uint32_t i = 0; i < answer->n_findings; i++)
        answer_finding_finish(&answer->findings[i]);
    mem_free(answer->findings);
    for (uint32_t i = 0; i < ANSWER_MOST_FIGURES; i++)
        mem_free(answer->exact[i]);
    vec_free(&answer->unsafe_run);
    vec_free(&answer->breach.run);
    prefix_finish(&answer->prefix);
    merged_finish(&answer->merged);
    concurrency_finish(&answer->concurrent);
    free_items(&answer->attractors);
    memset(answer, 0, sizeof *answer);
}

struct answer_progress answer_progress(const struct answer_stats *stats)
{
    struct answer_progress progress = {.seconds = stats->seconds,
                                       .peak_bytes = stats->peak_bytes};

    for (uint32_t i = 0; stats->figures && stats->figures[i].name; i++)
        progress.counts[stats->figures[i].count] += stats->at[i];
    return progress;
}

const char *answer_verdict_name(enum answer_verdict verdict)
{
    static const char *const names[] = {[VERDICT_UNKNOWN] = "unknown",
                                        [VERDICT_YES] = "reachable",
                                        [VERDICT_NO] = "unreachable"};

    return names[verdict];
}

const char *answer_stop_name(enum answer_stop stop)
{
    static const char *const names[] = {
        [STOP_DONE] = "done",
        [STOP_INTERRUPTED] = "interrupted",
        [STOP_TIME] = "timeout",
        [STOP_EVENTS] = "event limit",
        [STOP_DEPTH] = "depth limit",
        [STOP_MEMORY] = "memory limit",
        [STOP_UNSAFE] = "unsafe net",
        [STOP_REPLAY] = "not shown by this run",
        [STOP_OPEN] = "not refuted",
        [STOP_LOST] = "lost",
        [STOP_SIZE] = "automaton limit",
        [STOP_INPUT] = "bad input",
        [STOP_FAULT] = "internal error",
        [STOP_OVERTAKEN] = "overtaken",
    };

    return names[stop];
}
