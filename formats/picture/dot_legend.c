#include "formats/picture/dot_legend.h"

#include "formats/picture/dot_style.h"

enum { COLUMNS = 3 };

#define BARE "BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\""
#define TABLE_OPEN "<TABLE " BARE ">"
#define TABLE_CLOSE "</TABLE>"
#define TEXT_OPEN "<TD ALIGN=\"LEFT\"><FONT POINT-SIZE=\"10\">"
#define TEXT_CLOSE "&#160;&#160;</FONT></TD>"

/* A box in a box: both borders of a cutoff. */
#define BOX(border, fill, inner)                                            \
    "<TABLE BORDER=\"" border "\" COLOR=\"" CANVAS_INK "\" BGCOLOR=\"" fill \
    "\" CELLBORDER=\"" inner "\" CELLSPACING=\"" inner                      \
    "\" CELLPADDING=\"0\"><TR><TD WIDTH=\"18\" HEIGHT=\"9\">"               \
    "</TD></TR></TABLE>"
#define CIRCLE(style)                                                 \
    "<TABLE BORDER=\"1\" STYLE=\"" style "\" COLOR=\"" CANVAS_INK     \
    "\" BGCOLOR=\"" DOT_PLACE_FILL "\" CELLBORDER=\"0\" CELLSPACING=" \
    "\"0\" CELLPADDING=\"0\"><TR><TD WIDTH=\"13\" HEIGHT=\"13\" "     \
    "FIXEDSIZE=\"TRUE\"></TD></TR></TABLE>"
/* The upper one of two cells has a lower border: the line.  The head stands
 * behind both. */
#define HALF "WIDTH=\"20\" HEIGHT=\"6\"></TD>"
#define LINE(style, ink, head)                                          \
    TABLE_OPEN                                                          \
    "<TR><TD BORDER=\"1\" SIDES=\"B\" STYLE=\"" style "\" COLOR=\"" ink \
    "\" " HALF "<TD ROWSPAN=\"2\" ALIGN=\"LEFT\"><FONT POINT-SIZE="     \
    "\"7\" COLOR=\"" ink "\">" head "</FONT></TD></TR><TR><TD " HALF    \
    "</TR>" TABLE_CLOSE
#define FULL_HEAD "&#9654;"
#define NO_HEAD "&#160;"
#define EMPTY_HEAD "&#9655;"

static const struct {
    const char *sample, *meaning;
} entries[LEGEND_COUNT] = {
    [LEGEND_EVENT] = {BOX("1", "white", "0"), "event"},
    [LEGEND_RUN] = {BOX("2", DOT_WITNESS_FILL, "0"), "event of the run"},
    [LEGEND_LOOP] = {BOX("2\" STYLE=\"rounded", DOT_WITNESS_FILL, "0"),
                     "event that repeats for ever"},
    [LEGEND_BOTH] = {BOX("2", DOT_WITNESS_FILL, "0"), "event of both runs"},
    [LEGEND_FIRST] = {BOX("2", DOT_FIRST_FILL, "0"), "of the first run"},
    [LEGEND_SECOND] = {BOX("2", DOT_SECOND_FILL, "0"), "of the second run"},
    [LEGEND_FREE] = {BOX("1", DOT_FREE_FILL, "0"), "free"},
    [LEGEND_DOOMED] = {BOX("1", DOT_DOOMED_FILL, "0"), "doomed"},
    [LEGEND_BAD] = {BOX("1", DOT_BAD_FILL, "0"), "bad"},
    [LEGEND_CUTOFF] = {BOX("1", DOT_CUTOFF_FILL, "1"), "cutoff"},
    [LEGEND_CONDITION] = {CIRCLE("rounded"), "condition"},
    [LEGEND_CONDITION_AGAIN] = {CIRCLE("rounded,dashed"),
                                "the same condition as a full circle"},
    [LEGEND_MERGED_CONDITION] = {CIRCLE("rounded"),
                                 "place, #n: n-th in its past"},
    [LEGEND_CAUSE] = {LINE("solid", CANVAS_INK, FULL_HEAD), "cause"},
    [LEGEND_ARC] = {LINE("solid", CANVAS_INK, FULL_HEAD), "arc"},
    [LEGEND_READ] = {LINE("solid", DOT_READ_INK, NO_HEAD), "read arc"},
    [LEGEND_HIDDEN_CAUSE] = {LINE("solid", DOT_HIDDEN_INK, EMPTY_HEAD),
                             "cause that no condition shows"},
    [LEGEND_CONFLICT] = {LINE("dashed", DOT_CONFLICT_INK, NO_HEAD),
                         "immediate conflict"},
    [LEGEND_COMPANION] = {LINE("dotted", DOT_COMPANION_INK, "&gt;"),
                          "has the same marking"},
    [LEGEND_TRANSITION] = {BOX("1", "white", "0"), "transition"},
    [LEGEND_AGAIN] = {BOX("1\" STYLE=\"rounded", "white", "0"),
                      "transition that a run can fire twice"},
    [LEGEND_BEFORE] = {LINE("solid", CANVAS_INK, FULL_HEAD), "before"},
    [LEGEND_EXCLUSIVE] = {LINE("dashed", DOT_CONFLICT_INK, NO_HEAD),
                          "exclusive"},
    [LEGEND_CONCURRENT] = {LINE("dotted", DOT_COMPANION_INK, NO_HEAD),
                           "concurrent"},
    [LEGEND_INTERLEAVING] = {LINE("dotted", DOT_HIDDEN_INK, NO_HEAD),
                             "interleaving"},
};

static void put_entries(const struct dot_legend *legend, struct canvas *canvas)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < LEGEND_COUNT; i++) {
        if (!legend->has[i])
            continue;
        canvas_below(canvas, n == 0             ? "<TABLE BORDER=\"0\" "
                                                  "CELLBORDER=\"0\" "
                                                  "CELLSPACING=\"4\" "
                                                  "CELLPADDING=\"0\"><TR>"
                             : n % COLUMNS == 0 ? "</TR><TR>"
                                                : "");
        canvas_below(canvas, "<TD>");
        canvas_below(canvas, entries[i].sample);
        canvas_below(canvas, "</TD>" TEXT_OPEN);
        canvas_below(canvas, entries[i].meaning);
        canvas_below(canvas, TEXT_CLOSE);
        n++;
    }
    if (n)
        canvas_below(canvas, "</TR>" TABLE_CLOSE);
}

void dot_legend_end_title(const struct dot_legend *legend,
                          const struct dot_options *options,
                          struct canvas *canvas)
{
    if (!options->no_legend)
        put_entries(legend, canvas);
    canvas_title(canvas);
}
