#include "cli/announce.h"

#include "base/mem.h"
#include "base/system.h"

#include <string.h>

/* --- progress ------------------------------------------------------------- */

enum { LINE = 160 };
static const double INTERVAL = 0.2; /* seconds */

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

static void put_line(struct announce *announce, const char *line)
{
    const int width = (int)strlen(line);

    fprintf(announce->terminal, "\r%-*s\r", announce->width, line);
    fflush(announce->terminal);
    announce->width = width;
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
    add_count(line, now->automaton, "automaton states");
    add_count(line, now->components, "components");
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
static void add_rate(char line[LINE], const struct announce *announce,
                     const punfpor_progress *now, double since)
{
    const bool has_steps = now->steps > 0;
    const uint64_t n = has_steps ? now->steps : now->histories;
    const uint64_t before = has_steps ? announce->steps : announce->histories;

    add_count(line, (uint64_t)((double)(n > before ? n - before : 0) / since),
              has_steps ? "steps/s" : "histories/s");
}

static void show(struct announce *announce, const punfpor_progress *now)
{
    char line[LINE], memory[16];
    const double time = system_now(), since = time - announce->last;
    size_t len;

    if (since < INTERVAL)
        return;
    (void)snprintf(line, sizeof line, "%.0fs", time - announce->start);
    add_counts(line, now);
    add_depth(line, now);
    add_rate(line, announce, now, since);
    len = strlen(line);
    (void)snprintf(line + len, sizeof line - len, "  %sB",
                   short_count((double)now->bytes, memory));
    announce->last = time;
    announce->steps = now->steps;
    announce->histories = now->histories;
    put_line(announce, line);
}

void announce_hide(struct announce *announce)
{
    if (announce->width)
        put_line(announce, "");
}

void announce_progress(void *self, const punfpor_progress *now)
{
    struct announce *const announce = self;

    pthread_mutex_lock(&announce->lock);
    show(announce, now);
    pthread_mutex_unlock(&announce->lock);
}

/* --- answers -------------------------------------------------------------- */

void announce_init(struct announce *announce, FILE *out, FILE *terminal,
                   const punfpor *problem, const punfpor_net *net)
{
    const uint32_t n = punfpor_questions(problem);
    const double now = system_now();

    *announce = (struct announce){
        .out = out,
        .terminal = terminal,
        .problem = problem,
        .net = net,
        .findings = mem_zero(n, sizeof *announce->findings),
        .n = n,
        .start = now,
        .last = now,
    };
    pthread_mutex_init(&announce->lock, NULL);
}

void announce_finish(struct announce *announce)
{
    announce_hide(announce);
    pthread_mutex_destroy(&announce->lock);
    mem_free(announce->findings);
    announce->findings = NULL;
}

static void print_known(struct announce *announce)
{
    const struct result_finding *const findings = announce->findings;

    for (uint32_t q = announce->next;
         q < announce->n && findings[q].verdict != PUNFPOR_UNKNOWN; q++) {
        announce_hide(announce);
        report_answer(announce->out, announce->net, announce->problem, q,
                      &findings[q], PUNFPOR_DONE);
        announce->next = q + 1;
    }
    (void)fflush(announce->out);
}

void announce_found(void *self, const punfpor_found *what)
{
    struct announce *const announce = self;
    struct result_finding *const finding = &announce->findings[what->q];

    /* The list of a question is known when the engines have ended. */
    if (punfpor_is_list(announce->problem, what->q))
        return;
    pthread_mutex_lock(&announce->lock);
    finding->verdict = what->verdict;
    finding->has_value = punfpor_is_bound(announce->problem, what->q);
    finding->value = what->value;
    if (what->transition != PUNFPOR_NONE)
        finding->transition =
            punfpor_transition_label(announce->net, what->transition);
    print_known(announce);
    pthread_mutex_unlock(&announce->lock);
}
