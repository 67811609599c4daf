#include "formats/picture/canvas.h"

#ifdef HAVE_GVC

/* What has no limits. */
#define INSTEAD                                                               \
    ": --dot-focus draws a part, --html shows parts on demand, --dot writes " \
    "what dot draws"

#include "base/library.h"
#include "base/mem.h"

#include <errno.h>
#include <graphviz/gvc.h>
#include <string.h>

#define PICTURE_CALLS(CALL) \
    CALL(gvContext)         \
    CALL(gvLayout)          \
    CALL(gvFreeLayout)      \
    CALL(gvRender)

struct picture_calls {
#define CALL(name) __typeof__(name) *name;
    PICTURE_CALLS(CALL)
#undef CALL
};

static bool open_calls(struct picture_calls *calls)
{
    void *const library = library_open(GVC_SONAME);
    bool found = library;

    if (!library)
        return false;
#define CALL(name) found = library_find(library, #name, &calls->name) && found;
    PICTURE_CALLS(CALL)
#undef CALL
    return found;
}

/* Lays the graph out and writes it in this format.  The process is a child that
 * ends soon, so the context stays. */
static bool render(const struct picture_calls *calls, Agraph_t *graph,
                   const char *format, FILE *out)
{
    GVC_t *const context = calls->gvContext();
    bool done;

    if (!context || calls->gvLayout(context, graph, "dot"))
        return false;
    done = !calls->gvRender(context, graph, format, out);
    (void)calls->gvFreeLayout(context, graph);
    return done;
}

struct picture_job {
    struct picture_calls calls;
    Agraph_t *graph;
    const char *format;
};

static bool draw(const void *self, FILE *out)
{
    const struct picture_job *const job = self;

    return render(&job->calls, job->graph, job->format, out) && !ferror(out);
}

/* Why there is no picture. */
static bool refuse(enum apart_end end, const char *format,
                   const struct apart_limits *limits, struct diag *diag)
{
    switch (end) {
    case APART_DONE:
        return true;
    case APART_LATE:
        return diag_report(diag, DIAG_LIMIT, NULL, 0, 0,
                           "Graphviz was still laying it out when the time was "
                           "over" INSTEAD);
    case APART_STOPPED:
        return diag_report(diag, DIAG_LIMIT, NULL, 0, 0,
                           "the layout by Graphviz was interrupted");
    case APART_FAILED:
        return diag_internal(diag, "Graphviz cannot draw the %s%s", format,
                             limits->bytes ? " in this memory" : "");
    case APART_ALONE:
        break;
    }
    return diag_internal(diag, "no process for Graphviz: %s", strerror(errno));
}

static bool is_small(Agraph_t *graph, struct diag *diag)
{
    const int n_nodes = agnnodes(graph), n_lines = agnedges(graph);

    return (n_nodes <= PICTURE_MOST_NODES && n_lines <= PICTURE_MOST_LINES) ||
           diag_report(diag, DIAG_LIMIT, NULL, 0, 0,
                       "it has %d nodes and %d lines, and Graphviz would take "
                       "too long for more than %d and %d" INSTEAD,
                       n_nodes, n_lines, PICTURE_MOST_NODES,
                       PICTURE_MOST_LINES);
}

bool picture_draw(Agraph_t *graph, const char *format,
                  const struct apart_limits *limits, text_buffer *bytes,
                  struct diag *diag)
{
    struct picture_job job = {.graph = graph, .format = format};

    if (!is_small(graph, diag))
        return false;
    if (!open_calls(&job.calls))
        return diag_usage(diag,
                          "Graphviz's library " GVC_SONAME
                          " is not installed: --dot writes what dot -T%s draws",
                          format);
    return refuse(apart_run(draw, &job, limits, bytes), format, limits, diag);
}

bool picture_lay_out(Agraph_t *graph)
{
    struct picture_calls calls;

    return open_calls(&calls) && render(&calls, graph, "dot", NULL);
}

#else

bool picture_lay_out(Agraph_t *graph)
{
    (void)graph;
    return false;
}

bool picture_draw(Agraph_t *graph, const char *format,
                  const struct apart_limits *limits, text_buffer *bytes,
                  struct diag *diag)
{
    (void)graph, (void)limits, (void)bytes;
    return diag_usage(
        diag, "this build draws no %s: it was made without libgvc", format);
}

#endif
