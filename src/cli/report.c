#include "cli/report.h"

#include "formats/scn.h"

#include <inttypes.h>
#include <string.h>

/* Names come from the input: a control character must not break the line or
 * speak to the terminal. */
static void print_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;

        if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
}

void report_verdict(FILE *out, const struct goal *goal,
                    const struct answer *answer,
                    const struct answer_finding *finding)
{
    print_text(out, goal->label);
    fprintf(out, ": %s", answer_verdict_name(finding->verdict));
    if (finding->verdict == VERDICT_UNKNOWN)
        fprintf(out, " (%s)", answer_stop_name(answer->stop));
    fputc('\n', out);
}

static void print_step(FILE *out, const struct net *net, trans_id t)
{
    char *name = scn_name(net, t);

    fputc(' ', out);
    print_text(out, name);
    free(name);
}

static void print_steps(FILE *out, const struct net *net,
                        const witness_run *run)
{
    for (uint32_t i = 0; i < run->len; i++)
        print_step(out, net, run->at[i]);
}

void report_run(FILE *out, const struct net *net, const struct goal *goal,
                const witness_run *run)
{
    fputs("run of ", out);
    print_text(out, goal->label);
    fprintf(out, ", %u step%s:", run->len, run->len == 1 ? "" : "s");
    print_steps(out, net, run);
    fputc('\n', out);
}

void report_stats(FILE *out, const struct answer_stats *stats)
{
#define X(name, text) \
    fprintf(out, "%-22s %12" PRIu64 "  %s\n", #name, stats->name, text);
    if (stats->of_states) {
        STATE_STATS(X)
    } else {
        STATS(X)
    }
#undef X
    fprintf(out, "%-22s %12.3f  %s\n", "seconds", stats->seconds,
            "time from the start of the exploration to its end");
    fprintf(out, "%-22s %12" PRIu64 "  %s\n", "peak_bytes", stats->peak_bytes,
            "memory of the process at its highest");
}

void report_unsafe(FILE *out, const char *file, const struct net *net,
                   const struct answer *answer)
{
    struct diag diag = {0};

    diag_report(&diag, DIAG_INPUT, file, 0, 0,
                "the net is not safe: transition '%s' puts a second token on "
                "place '%s'",
                net_trans_label(net, answer->unsafe_trans),
                net_place_label(net, answer->unsafe_place));
    diag_print(&diag, out);
    fprintf(out,
            "run to the second token, %u step%s:", answer->unsafe_run.len + 1,
            answer->unsafe_run.len ? "s" : "");
    print_steps(out, net, &answer->unsafe_run);
    print_step(out, net, answer->unsafe_trans);
    fputc('\n', out);
}

static void print_count(FILE *out, uint32_t n, const char *what)
{
    fprintf(out, "%u %s%s", n, what, n == 1 ? "" : "s");
}

void report_net(FILE *out, const char *file, const struct net *net)
{
    print_text(out, file);
    fputs(": ", out);
    print_count(out, net_place_count(net), "place");
    fputs(", ", out);
    print_count(out, net_trans_count(net), "transition");
    fputs(", ", out);
    print_count(out, net_arc_count(net), "arc");
    fputs(", ", out);
    print_count(out, net_read_count(net), "read arc");
    fputc('\n', out);
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
    memset(progress, 0, sizeof *progress);
    progress->out = out;
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

/* Writes the line over the one that stands there. */
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

void report_progress_show(void *self, const struct answer_stats *stats,
                          uint32_t depth, uint32_t bound)
{
    struct report_progress *progress = self;
    const uint64_t steps = stats->pushes + stats->fired;
    char line[LINE], count[16], maximal[16], rate[16], memory[16], limit[16];
    struct timespec now;
    int n;

    clock_gettime(CLOCK_MONOTONIC, &now);

    const double since = seconds_between(&progress->last, &now);

    if (since < INTERVAL)
        return;
    limit[0] = '\0';
    if (bound)
        snprintf(limit, sizeof limit, "/%u", bound);
    n = snprintf(line, sizeof line, "%.0fs",
                 seconds_between(&progress->start, &now));
    if (stats->states)
        n += snprintf(line + n, sizeof line - (size_t)n, "  %s states",
                      short_count((double)stats->states, count));
    if (!stats->of_states)
        n += snprintf(
            line + n, sizeof line - (size_t)n, "  %s events  %s maximal",
            short_count((double)stats->events_created, count),
            short_count((double)stats->maximal_configurations, maximal));
    snprintf(line + n, sizeof line - (size_t)n, "  depth %u%s  %s steps/s  %sB",
             depth, limit,
             short_count((double)(steps - progress->steps) / since, rate),
             short_count((double)stats->peak_bytes, memory));
    progress->last = now;
    progress->steps = steps;
    put_line(progress, line);
}

void report_progress_hide(void *self)
{
    struct report_progress *progress = self;

    if (progress->width)
        put_line(progress, "");
}
