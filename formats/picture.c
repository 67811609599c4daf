#include "formats/picture.h"

#ifdef HAVE_GVC

#include <dlfcn.h>
#include <graphviz/gvc.h>

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

/* POSIX lets an object pointer hold a function; C11 has no cast for it. */
static bool find(void *library, const char *name, void *function)
{
    void *const symbol = dlsym(library, name);

    *(void **)function = symbol;
    return symbol;
}

static bool open_calls(struct picture_calls *calls)
{
    void *const library = dlopen(GVC_SONAME, RTLD_NOW | RTLD_LOCAL);
    bool found = library;

    if (!library)
        return false;
#define CALL(name) found = find(library, #name, &calls->name) && found;
    PICTURE_CALLS(CALL)
#undef CALL
    return found;
}

static bool write_all(const struct picture_calls *calls, GVC_t *context,
                      Agraph_t *graph, const char *format, FILE *file)
{
    char *bytes = NULL;
    unsigned len = 0;

    if (calls->gvRenderData(context, graph, format, &bytes, &len))
        return false;
    (void)fwrite(bytes, 1, len, file);
    calls->gvFreeRenderData(bytes);
    return true;
}

bool picture_write(Agraph_t *graph, const char *format, FILE *file,
                   struct diag *diag)
{
    struct picture_calls calls;
    GVC_t *context;
    bool good;

    if (!open_calls(&calls))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "Graphviz's library " GVC_SONAME " is not "
                           "installed: --dot writes what dot -T%s draws",
                           format);
    context = calls.gvContext();
    good = !calls.gvLayout(context, graph, "dot");
    if (good) {
        good = write_all(&calls, context, graph, format, file);
        (void)calls.gvFreeLayout(context, graph);
    }
    (void)calls.gvFreeContext(context);
    return good || diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                               "Graphviz cannot draw the %s", format);
}

#else

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
