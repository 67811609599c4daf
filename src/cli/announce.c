#include "cli/announce.h"

#include "base/mem.h"

/* What a callback must know of a question, whose problem it must not ask. */
struct announce_line {
    struct verdict_question question;
    const char *yes, *no; /* punfpor_answer_text() */
    bool known;
    struct verdict verdict;
};

void announce_init(struct announce *announce, FILE *out, const punfpor *problem,
                   const punfpor_net *net, struct report_progress *progress)
{
    const uint32_t n = punfpor_questions(problem);

    *announce = (struct announce){
        .out = out,
        .net = net,
        .lines = mem_zero(n, sizeof *announce->lines),
        .n = n,
        .progress = progress,
    };
    for (uint32_t q = 0; q < n; q++) {
        struct announce_line *const line = &announce->lines[q];

        line->question = verdict_question_of(problem, q);
        line->yes = punfpor_answer_text(problem, q, PUNFPOR_YES);
        line->no = punfpor_answer_text(problem, q, PUNFPOR_NO);
    }
    pthread_mutex_init(&announce->lock, NULL);
}

void announce_finish(struct announce *announce)
{
    pthread_mutex_destroy(&announce->lock);
    mem_free(announce->lines);
    announce->lines = NULL;
}

static void print_known(struct announce *announce)
{
    while (announce->next < announce->n &&
           announce->lines[announce->next].known) {
        const struct announce_line *const line =
            &announce->lines[announce->next++];

        report_progress_hide(announce->progress);
        verdict_print(announce->out, &line->verdict, &line->question,
                      announce->net, PUNFPOR_DONE);
    }
    (void)fflush(announce->out);
}

void announce_found(void *self, const punfpor_found *what)
{
    struct announce *const announce = self;
    struct announce_line *const line = &announce->lines[what->q];

    /* The list of a question is known when the engines have ended. */
    if (line->question.is_list)
        return;
    pthread_mutex_lock(&announce->lock);
    line->known = true;
    line->verdict = (struct verdict){
        .verdict = what->verdict,
        .has_value = line->question.is_bound,
        .value = what->value,
        .transition = what->transition,
        .text = what->verdict == PUNFPOR_YES ? line->yes : line->no,
    };
    print_known(announce);
    pthread_mutex_unlock(&announce->lock);
}

void announce_progress(void *self, const punfpor_progress *now)
{
    struct announce *const announce = self;

    pthread_mutex_lock(&announce->lock);
    report_progress_show(announce->progress, now);
    pthread_mutex_unlock(&announce->lock);
}
