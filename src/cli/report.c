#include "cli/report.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are printed on either side of the caret. */
enum { CARET_BEFORE = 50, CARET_AFTER = 25 };

void report_caret(FILE *out, const char *text, uint32_t column)
{
    const uint32_t len = (uint32_t)strlen(text), at = column - 1;
    uint32_t first = at > CARET_BEFORE ? at - CARET_BEFORE : 0;
    uint32_t end = len - at > CARET_AFTER ? at + CARET_AFTER : len;

    while (first > 0 && !text_begins(text[first]))
        first--;
    while (end < len && !text_begins(text[end]))
        end++;
    fputs(first > 0 ? "  ..." : "  ", out);
    for (uint32_t i = first; i < end; i++)
        fputc((unsigned char)text[i] < 0x20 || text[i] == 0x7f ? ' ' : text[i],
              out);
    fputs(end < len ? "...\n" : "\n", out);
    fputs(first > 0 ? "     " : "  ", out);
    fprintf(out, "%*s^\n", (int)text_letters(text + first, at - first), "");
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* --- answers -------------------------------------------------------------- */

/* In braces, if blanks or braces would end it: as in Tina's files. */
static void print_name(FILE *out, const char *label)
{
    const bool is_plain = *label && !strpbrk(label, " \t\n{}\\");
    char *const quoted = is_plain ? NULL : text_quoted(label);

    text_print(quoted ? quoted : label, out);
    mem_free(quoted);
}

static void print_bound(FILE *out, const punfpor *problem,
                        const struct result_finding *finding)
{
    const bool is_open = finding->verdict == PUNFPOR_UNKNOWN;

    if (is_open)
        fputs("unknown", out);
    if (finding->has_value)
        fprintf(out, "%s%" PRId64, is_open ? ", at least " : "",
                finding->value);
    if (finding->has_limit)
        fprintf(out, ", at most %" PRId64, finding->limit);
    if (finding->has_limit && !punfpor_is_safe(problem))
        fprintf(out, " if %s", punfpor_presumption(problem));
}

/* "2 dead: t7 t8" */
static void print_list(FILE *out, const punfpor *problem,
                       const punfpor_net *net, enum punfpor_verdict verdict,
                       const char *what)
{
    const uint32_t n_given = punfpor_net_given_transitions(net);
    uint32_t n = 0;

    for (uint32_t t = 0; t < n_given; t++)
        n += punfpor_fires(problem, t) == verdict;
    fprintf(out, "%" PRIu32 " %s%s", n, what, n ? ":" : "");
    for (uint32_t t = 0; t < n_given; t++)
        if (punfpor_fires(problem, t) == verdict) {
            fputc(' ', out);
            print_name(out, punfpor_transition_label(net, t));
        }
}

static void print_dead(FILE *out, const punfpor *problem,
                       const punfpor_net *net, enum punfpor_verdict verdict)
{
    char of[32];

    if (verdict == PUNFPOR_YES) {
        (void)snprintf(of, sizeof of, "of %" PRIu32,
                       punfpor_net_given_transitions(net));
        print_list(out, problem, net, PUNFPOR_NO, of);
        return;
    }
    fputs("unknown, ", out);
    print_list(out, problem, net, PUNFPOR_NO, "dead");
    fputs("; ", out);
    print_list(out, problem, net, PUNFPOR_YES, "fire");
    fputs("; ", out);
    print_list(out, problem, net, PUNFPOR_UNKNOWN, "open");
}

/* Attractors of one size, or of at most that. */
struct sizes {
    const char *size, *times;
    int at_most;
};

/* Numbers in decimal digits; those that are known come first. */
static int compare_sizes(const void *a, const void *b)
{
    const struct sizes *const s = a, *const t = b;
    const size_t m = strlen(s->size), n = strlen(t->size);

    if (s->at_most != t->at_most)
        return s->at_most - t->at_most;
    return m != n ? (m < n ? -1 : 1) : strcmp(s->size, t->size);
}

/* "20 fixed points, a set of 8 markings, 2 sets of 27648 markings". */
static void print_attractors(FILE *out, const punfpor *problem, uint32_t q)
{
    const uint32_t n = punfpor_items(problem, q);
    struct sizes *const at = mem_alloc(n, sizeof *at);
    uint32_t fixed = 0;

    for (uint32_t i = 0; i < n; i++) {
        at[i].size = punfpor_item_size(problem, q, i);
        at[i].times = punfpor_item_times(problem, q, i);
        at[i].at_most = punfpor_item_at_most(problem, q, i);
    }
    if (n)
        qsort(at, n, sizeof *at, compare_sizes);
    while (fixed < n && !strcmp(at[fixed].size, "1"))
        fixed++;
    if (fixed == 1)
        fprintf(out, "%s fixed point%s", at->times,
                strcmp(at->times, "1") != 0 ? "s" : "");
    else
        fprintf(out, "%" PRIu32 " fixed points", fixed);
    for (uint32_t i = fixed; i < n;) {
        const uint32_t from = i;
        uint64_t times = 0;

        for (; i < n && !compare_sizes(&at[i], &at[from]); i++)
            times += strtoull(at[i].times, NULL, 10);
        if (times == 1)
            fputs(", a set", out);
        else
            fprintf(out, ", %" PRIu64 " sets", times);
        fprintf(out, " of %s%s markings", at[from].at_most ? "at most " : "",
                at[from].size);
    }
    mem_free(at);
}

static void print_items(FILE *out, const punfpor *problem, uint32_t q,
                        bool is_known)
{
    const uint32_t n = punfpor_items(problem, q);

    if (!is_known && !n)
        return;
    fputs(is_known ? ", " : ", at least ", out);
    if (!strcmp(punfpor_listed(problem, q), "attractors"))
        print_attractors(out, problem, q);
    else
        fprintf(out, "%" PRIu32 " minimal doomed configuration%s", n,
                plural(n));
}

void report_answer(FILE *out, const punfpor_net *net, const punfpor *problem,
                   uint32_t q, const struct result_finding *finding,
                   enum punfpor_stop stop)
{
    const bool is_known = finding->verdict != PUNFPOR_UNKNOWN;
    const bool is_about_all = punfpor_is_about_all(problem, q);

    ASSERT(is_known || stop != PUNFPOR_DONE);
    text_print(punfpor_question_label(problem, q), out);
    fputs(": ", out);
    if (punfpor_is_list(problem, q))
        print_dead(out, problem, net, finding->verdict);
    else if (finding->has_value || finding->has_limit)
        print_bound(out, problem, finding);
    else
        fputs(punfpor_answer_text(problem, q, finding->verdict), out);
    if (finding->has_cost)
        fprintf(out, ", cost %" PRIu64, finding->cost);
    if (punfpor_listed(problem, q))
        print_items(out, problem, q, is_known);
    if (finding->transition) {
        fputs(is_about_all ? ", " : ", after a run ", out);
        print_name(out, finding->transition);
        fputs(is_about_all ? " never fires" : " never fires again", out);
    }
    if (finding->failure) {
        fputs(", ", out);
        text_print(finding->failure, out);
    }
    if (!is_known)
        fprintf(out, " (%s)", punfpor_stop_text(stop));
    else if (finding->if_safe)
        fprintf(out, " (if %s)", punfpor_presumption(problem));
    fputc('\n', out);
}

/* --- runs ----------------------------------------------------------------- */

static void print_step(FILE *out, const char *label)
{
    fputc(' ', out);
    print_name(out, label);
}

/* ", 2 steps: t1 t2" */
static void print_more(FILE *out, const punfpor_net *net, const uint32_t *steps,
                       uint32_t n, const char *what)
{
    fprintf(out, ", %u%s step%s:", n, what, plural(n));
    for (uint32_t i = 0; i < n; i++)
        print_step(out, punfpor_transition_label(net, steps[i]));
    fputc('\n', out);
}

/* "run of t3, 2 steps: t1 t3"; steps NULL: there is no run. */
static void print_run(FILE *out, const punfpor_net *net, const char *label,
                      const uint32_t *steps, uint32_t n_steps)
{
    if (!steps)
        return;
    fputs("run of ", out);
    text_print(label, out);
    print_more(out, net, steps, n_steps, "");
}

/* The first `common` steps of both runs are the same; the second begins behind
 * `first` steps. */
static void print_two_runs(FILE *out, const punfpor_net *net, const char *label,
                           const uint32_t *steps, uint32_t n_steps,
                           uint32_t first, uint32_t common)
{
    fputs("runs of ", out);
    text_print(label, out);
    print_more(out, net, steps, common, " common");
    fputs("the first goes on", out);
    print_more(out, net, steps + common, first - common, "");
    fputs("the second goes on", out);
    print_more(out, net, steps + first + common, n_steps - first - common, "");
}

/* ", 2 steps: t1 t2; for ever: t3" */
static void print_lasso(FILE *out, const punfpor_net *net,
                        const uint32_t *steps, uint32_t n_steps, uint32_t loop)
{
    fprintf(out, ", %u step%s:", loop, plural(loop));
    for (uint32_t i = 0; i < n_steps; i++) {
        if (i == loop)
            fputs("; for ever:", out);
        print_step(out, punfpor_transition_label(net, steps[i]));
    }
    fputs(loop < n_steps ? "\n" : "; deadlock\n", out);
}

/* "branch 1, behind the run, E G p holds, 1 step: t1" */
static void print_branch(FILE *out, const punfpor_net *net,
                         const punfpor *problem, uint32_t q, uint32_t k)
{
    const uint32_t of = punfpor_branch_of(problem, q, k);
    uint32_t n, loop;
    const uint32_t *const steps = punfpor_branch_run(problem, q, k, &n);
    const bool repeats = punfpor_branch_loop(problem, q, k, &loop);

    fprintf(out, "branch %u, ", k + 1);
    if (of)
        fprintf(out, "behind branch %u", of);
    else
        fputs(punfpor_has_run(problem, q, punfpor_verdict_of(problem, q))
                  ? "behind the run"
                  : "at the beginning",
              out);
    fputs(", ", out);
    text_print(punfpor_branch_text(problem, q, k), out);
    if (!steps)
        fputs(", by fixpoint\n", out);
    else if (repeats)
        print_lasso(out, net, steps, n, loop);
    else
        print_more(out, net, steps, n, "");
}

static void print_firing_runs(FILE *out, const punfpor_net *net,
                              const punfpor *problem)
{
    for (uint32_t t = 0; t < punfpor_net_given_transitions(net); t++) {
        uint32_t n;
        const uint32_t *const steps = punfpor_firing_run(problem, t, &n);

        print_run(out, net, punfpor_transition_label(net, t), steps, n);
    }
}

void report_runs(FILE *out, const punfpor_net *net, const punfpor *problem,
                 uint32_t q)
{
    const char *const label = punfpor_question_label(problem, q);
    uint32_t n, loop, first, common;
    const uint32_t *steps = punfpor_run(problem, q, &n);

    if (punfpor_loop(problem, q, &loop)) {
        fputs("run of ", out);
        text_print(label, out);
        print_lasso(out, net, steps, n, loop);
    } else if (punfpor_second_run(problem, q, &first, &common)) {
        print_two_runs(out, net, label, steps, n, first, common);
    } else {
        print_run(out, net, label, steps, n);
    }
    for (uint32_t k = 0; k < punfpor_branches(problem, q); k++)
        print_branch(out, net, problem, q, k);
    if (punfpor_branches_cut(problem, q))
        fputs("further branches are not listed\n", out);
    for (uint32_t i = 0; i < punfpor_items(problem, q); i++) {
        steps = punfpor_item_run(problem, q, i, &n);
        print_run(out, net, label, steps, n);
    }
    if (punfpor_is_about_all(problem, q))
        print_firing_runs(out, net, problem);
}

void report_stats(FILE *out, const punfpor *problem)
{
    for (uint32_t i = 0; i < punfpor_figure_count(problem); i++) {
        const char *const digits = punfpor_figure_text(problem, i);
        char text[24];

        (void)snprintf(text, sizeof text, "%" PRIu64,
                       punfpor_figure(problem, i));
        fprintf(out, "%-22s %12s  %s\n", punfpor_figure_name(problem, i),
                digits ? digits : text, punfpor_figure_about(problem, i));
    }
    fprintf(out, "%-22s %12.3f  %s\n", "seconds",
            punfpor_total_seconds(problem),
            "time from the start of the exploration to its end");
    fprintf(out, "%-22s %12" PRIu64 "  %s\n", "peak_bytes",
            punfpor_peak_bytes(problem),
            "memory of the process at its highest");
}

void report_winners(FILE *out, const punfpor *problem)
{
    const uint32_t n_engines = punfpor_engine_count();
    const char *between = "";

    for (uint32_t i = 0; i <= n_engines; i++) {
        const char *const engine =
            i < n_engines ? punfpor_engine_name(i) : "several";
        uint32_t n = 0;

        for (uint32_t q = 0; q < punfpor_questions(problem); q++) {
            const char *const by = punfpor_answered_by(problem, q);

            n += by && !strcmp(by, engine);
        }
        if (n == 0)
            continue;
        fprintf(out, "%s%s %" PRIu32, between, engine, n);
        between = ", ";
    }
    if (!*between)
        fputs("none", out);
}

void report_unsafe(FILE *out, const char *file, const punfpor_net *net,
                   const struct result *result)
{
    const uint32_t n_steps = result->unsafe_run.len;
    const uint32_t p = punfpor_find_place(net, result->unsafe_place, NULL);
    const uint32_t capacity =
        p == PUNFPOR_NONE ? 0 : punfpor_place_capacity(net, p);
    const uint32_t bound = p == PUNFPOR_NONE ? 1 : punfpor_place_bound(net, p);
    char limit[80] = "", count[32] = "a second token";
    struct diag diag = {0};

    if (bound > 1)
        (void)snprintf(count, sizeof count, "token %u", bound + 1);
    if (capacity)
        (void)snprintf(limit, sizeof limit,
                       "; the capacity of %u that the place has is not "
                       "modelled",
                       capacity);

    diag_input(&diag, file,
               "the net is not safe: transition '%s' puts %s on place '%s'%s",
               result->unsafe_transition, count, result->unsafe_place, limit);
    diag_print(&diag, out);
    fprintf(out,
            "run to %s, %u step%s:", bound > 1 ? count : "the second token",
            n_steps + 1, plural(n_steps + 1));
    for (uint32_t i = 0; i < n_steps; i++)
        print_step(out, result->unsafe_run.at[i]);
    print_step(out, result->unsafe_transition);
    fputs(bound > 1 ? "\n" : "\nwith --tokens N a place can have N tokens\n",
          out);
}

static void print_sizes(FILE *out, uint32_t places, uint32_t transitions,
                        uint32_t arcs, uint32_t read_arcs)
{
    fprintf(out, "%u place%s, %u transition%s, %u arc%s, %u read arc%s\n",
            places, plural(places), transitions, plural(transitions), arcs,
            plural(arcs), read_arcs, plural(read_arcs));
}

void report_net(FILE *out, const char *file, const punfpor_net *net)
{
    text_print(file, out);
    fputs(": ", out);
    print_sizes(out, punfpor_net_places(net), punfpor_net_transitions(net),
                punfpor_net_arcs(net), punfpor_net_read_arcs(net));
}

void report_warnings(FILE *out, const punfpor_net *net)
{
    for (uint32_t i = 0; i < punfpor_net_warnings(net); i++)
        fprintf(out, "%s\n", punfpor_net_warning(net, i));
}

void report_reduced(FILE *out, const punfpor *problem)
{
    uint32_t places, transitions, arcs, read_arcs;

    if (!punfpor_reduced(problem, &places, &transitions, &arcs, &read_arcs))
        return;
    fputs("explored a reduced net: ", out);
    print_sizes(out, places, transitions, arcs, read_arcs);
}
