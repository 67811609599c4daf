#include "cli/report.h"

#include "base/diag.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

void report_verdict(FILE *out, const char *label, const char *answer,
                    const char *why)
{
    text_print(label, out);
    fprintf(out, ": %s", answer);
    if (why)
        fprintf(out, " (%s)", why);
    fputc('\n', out);
}

/* Is this the first byte of a character in UTF-8? */
static bool starts(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

/* Bytes that are printed on either side of the caret. */
enum { CARET_BEFORE = 50, CARET_AFTER = 25 };

void report_caret(FILE *out, const char *text, uint32_t column)
{
    const uint32_t len = (uint32_t)strlen(text), at = column - 1;
    uint32_t first = at > CARET_BEFORE ? at - CARET_BEFORE : 0;
    uint32_t end = len - at > CARET_AFTER ? at + CARET_AFTER : len;

    while (first > 0 && !starts(text[first]))
        first--;
    while (end < len && !starts(text[end]))
        end++;
    fputs(first > 0 ? "  ..." : "  ", out);
    for (uint32_t i = first; i < end; i++)
        fputc((unsigned char)text[i] < 0x20 || text[i] == 0x7f ? ' ' : text[i],
              out);
    fputs(end < len ? "...\n" : "\n", out);
    fputs(first > 0 ? "     " : "  ", out);
    for (uint32_t i = first; i < at; i++)
        if (starts(text[i]))
            fputc(' ', out);
    fputs("^\n", out);
}

static void print_step(FILE *out, const punfpor_net *net, uint32_t t)
{
    char *name = text_quoted(punfpor_transition_label(net, t));

    fputc(' ', out);
    text_print(name, out);
    mem_free(name);
}

static void print_steps(FILE *out, const punfpor_net *net,
                        const result_run *run)
{
    for (uint32_t i = 0; i < run->len; i++)
        print_step(out, net, run->at[i]);
}

void report_run(FILE *out, const punfpor_net *net, const char *label,
                const result_run *run)
{
    fputs("run of ", out);
    text_print(label, out);
    fprintf(out, ", %u step%s:", run->len, run->len == 1 ? "" : "s");
    print_steps(out, net, run);
    fputc('\n', out);
}

void report_answered(FILE *out, const char *file, const char *label,
                     uint32_t n_steps)
{
    text_print(file, out);
    fputs(": ", out);
    text_print(label, out);
    fprintf(out, ": after %u step%s\n", n_steps, n_steps == 1 ? "" : "s");
}

void report_stats(FILE *out, const punfpor *problem)
{
    for (uint32_t i = 0; i < punfpor_figure_count(problem); i++)
        fprintf(out, "%-22s %12" PRIu64 "  %s\n",
                punfpor_figure_name(problem, i), punfpor_figure(problem, i),
                punfpor_figure_about(problem, i));
    fprintf(out, "%-22s %12.3f  %s\n", "seconds",
            punfpor_total_seconds(problem),
            "time from the start of the exploration to its end");
    fprintf(out, "%-22s %12" PRIu64 "  %s\n", "peak_bytes",
            punfpor_peak_bytes(problem),
            "memory of the process at its highest");
}

void report_winners(FILE *out, const struct result *result)
{
    const uint32_t n_engines = punfpor_engine_count();
    const char *between = "";

    for (uint32_t i = 0; i <= n_engines; i++) {
        const char *const engine =
            i < n_engines ? punfpor_engine_name(i) : "several";
        uint32_t n = 0;

        for (uint32_t q = 0; q < result->n_findings; q++)
            n += !strcmp(result->findings[q].engine, engine);
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
    const result_run *run = &result->unsafe_run;
    const uint32_t capacity = punfpor_place_capacity(net, result->unsafe_place);
    char limit[80] = "";
    struct diag diag = {0};

    if (capacity)
        (void)snprintf(limit, sizeof limit,
                       "; the capacity of %u that the place has is not "
                       "modelled",
                       capacity);

    diag_report(&diag, DIAG_INPUT, file, 0, 0,
                "the net is not safe: transition '%s' puts a second token on "
                "place '%s'%s",
                punfpor_transition_label(net, result->unsafe_transition),
                punfpor_place_label(net, result->unsafe_place), limit);
    diag_print(&diag, out);
    fprintf(out, "run to the second token, %u step%s:", run->len + 1,
            run->len ? "s" : "");
    print_steps(out, net, run);
    print_step(out, net, result->unsafe_transition);
    fputc('\n', out);
}

static void print_count(FILE *out, uint32_t n, const char *what)
{
    fprintf(out, "%u %s%s", n, what, n == 1 ? "" : "s");
}

static void print_sizes(FILE *out, uint32_t places, uint32_t transitions,
                        uint32_t arcs, uint32_t read_arcs)
{
    print_count(out, places, "place");
    fputs(", ", out);
    print_count(out, transitions, "transition");
    fputs(", ", out);
    print_count(out, arcs, "arc");
    fputs(", ", out);
    print_count(out, read_arcs, "read arc");
    fputc('\n', out);
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

/* Progress. */

enum { LINE = 160 };
static const double INTERVAL = 0.2; /* seconds */

static double seconds_between(const struct timespec *from,
                              const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) +
           (double)(to->tv_nsec - from->tv_nsec) * 1e-9;
}

void report_progress_init(struct report_progress *progress, FILE *out)
{
    *progress = (struct report_progress){.out = out};
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
    progress->last = progress->start;
}

/* Three digits and a unit: "12", "4.56k", "78.9M". */
static const char *short_count(double n, char text[16])
{
    static const char units[] = " kMGTPE";
    uint32_t i = 0;

    for (; n >= 999.5 && units[i + 1] != '\0'; i++)
        n /= 1000;
    if (i == 0)
        snprintf(text, 16, "%.0f", n);
    else
        snprintf(text, 16, "%.*f%c",
                 n < 9.995   ? 2
                 : n < 99.95 ? 1
                             : 0,
                 n, units[i]);
    return text;
}

/* Overwrites the line on the terminal. */
static void put_line(struct report_progress *progress, const char *line)
{
    const int width = (int)strlen(line);

    fprintf(progress->out, "\r%s", line);
    for (int i = width; i < progress->width; i++)
        fputc(' ', progress->out);
    fputc('\r', progress->out);
    fflush(progress->out);
    progress->width = width;
}

/* Adds "  12.3k histories" to the line, unless there are none. */
static void add_count(char line[LINE], uint64_t n, const char *what)
{
    const size_t len = strlen(line);
    char count[16];

    if (n)
        (void)snprintf(line + len, LINE - len, "  %s %s",
                       short_count((double)n, count), what);
}

/* What the engine counts, whichever it is. */
static void add_counts(char line[LINE], const punfpor_progress *now)
{
    add_count(line, now->markings, "states");
    add_count(line, now->histories, "histories");
    add_count(line, now->explored, "explored");
    add_count(line, now->cutoffs, "cutoffs");
    add_count(line, now->maximal, "maximal");
    add_count(line, now->programs, "programs");
    add_count(line, now->clauses, "clauses");
    add_count(line, now->walks, "walks");
}

static void add_depth(char line[LINE], const punfpor_progress *now)
{
    const size_t len = strlen(line);

    if (now->bound)
        (void)snprintf(line + len, LINE - len, "  depth %u/%u", now->depth,
                       now->bound);
    else if (now->depth)
        (void)snprintf(line + len, LINE - len, "  depth %u", now->depth);
}

/* Steps in a second or, of an engine without steps, histories. */
static void add_rate(char line[LINE], const struct report_progress *progress,
                     const punfpor_progress *now, double since)
{
    const bool has_steps = now->steps > 0;
    const uint64_t n = has_steps ? now->steps : now->histories;
    const uint64_t before = has_steps ? progress->steps : progress->histories;

    add_count(line, (uint64_t)((double)(n > before ? n - before : 0) / since),
              has_steps ? "steps/s" : "histories/s");
}

void report_progress_show(void *self, const punfpor_progress *now)
{
    struct report_progress *progress = self;
    char line[LINE], memory[16];
    struct timespec time;
    size_t len;

    clock_gettime(CLOCK_MONOTONIC, &time);

    const double since = seconds_between(&progress->last, &time);

    if (since < INTERVAL)
        return;
    (void)snprintf(line, sizeof line, "%.0fs",
                   seconds_between(&progress->start, &time));
    add_counts(line, now);
    add_depth(line, now);
    add_rate(line, progress, now, since);
    len = strlen(line);
    (void)snprintf(line + len, sizeof line - len, "  %sB",
                   short_count((double)now->bytes, memory));
    progress->last = time;
    progress->steps = now->steps;
    progress->histories = now->histories;
    put_line(progress, line);
}

void report_progress_hide(void *self)
{
    struct report_progress *progress = self;

    if (progress->width)
        put_line(progress, "");
}
