#include "formats/picture.h"

#ifdef HAVE_GVC

#include "base/library.h"
#include "base/mem.h"

#include <graphviz/gvc.h>
#include <string.h>

#define PICTURE_CALLS(CALL) \
    CALL(gvContext)         \
    CALL(gvFreeContext)     \
    CALL(gvLayout)          \
    CALL(gvFreeLayout)      \
    CALL(gvRenderData)      \
    CALL(gvFreeRenderData)

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

struct picture {
    struct picture_calls calls;
    GVC_t *context; /* NULL: the library is missing */
    Agraph_t *graph;
    bool is_laid_out;
    char *bytes; /* NULL: Graphviz failed */
    unsigned len;
    struct mem_guard guard;
};

static void undo(void *self)
{
    struct picture *const picture = self;

    if (picture->bytes)
        picture->calls.gvFreeRenderData(picture->bytes);
    if (picture->is_laid_out)
        (void)picture->calls.gvFreeLayout(picture->context, picture->graph);
    if (picture->context)
        (void)picture->calls.gvFreeContext(picture->context);
}

/* The bytes of the graph in this format, until close_picture(). */
static void open_picture(struct picture *picture, Agraph_t *graph,
                         const char *format)
{
    *picture = (struct picture){.graph = graph};
    mem_guard(&picture->guard, undo, picture);
    if (!open_calls(&picture->calls))
        return;
    picture->context = picture->calls.gvContext();
    picture->is_laid_out =
        !picture->calls.gvLayout(picture->context, graph, "dot");
    if (picture->is_laid_out &&
        picture->calls.gvRenderData(picture->context, graph, format,
                                    &picture->bytes, &picture->len))
        picture->bytes = NULL;
}

static void close_picture(struct picture *picture)
{
    mem_unguard(&picture->guard);
    undo(picture);
}

bool picture_write(Agraph_t *graph, const char *format, FILE *file,
                   struct diag *diag)
{
    struct picture picture;
    bool good;

    open_picture(&picture, graph, format);
    good = picture.bytes;
    if (good)
        (void)fwrite(picture.bytes, 1, picture.len, file);
    else if (!picture.context)
        (void)diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                          "Graphviz's library " GVC_SONAME " is not "
                          "installed: --dot writes what dot -T%s draws",
                          format);
    else
        (void)diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                          "Graphviz cannot draw the %s", format);
    close_picture(&picture);
    return good;
}

char *picture_text(Agraph_t *graph, const char *format)
{
    struct picture picture;
    char *text = NULL;

    open_picture(&picture, graph, format);
    if (picture.bytes) {
        text = mem_zero(picture.len + 1, 1);
        memcpy(text, picture.bytes, picture.len);
    }
    close_picture(&picture);
    return text;
}

#else

char *picture_text(Agraph_t *graph, const char *format)
{
    (void)graph;
    (void)format;
    return NULL;
}

bool picture_write(Agraph_t *graph, const char *format, FILE *file,
                   struct diag *diag)
{
    (void)graph;
    (void)file;
    return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "this build draws no %s: it was made without libgvc",
                       format);
}

#endif
