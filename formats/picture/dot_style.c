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

enum { MOST_ATTRIBUTES = 5 };

#define WITNESS(fill)             \
    {                             \
        {"fillcolor", fill},      \
        {                         \
            "penwidth", DOT_THICK \
        }                         \
    }
#define UNDIRECTED            \
    {"dir", "none"},          \
    {                         \
        "constraint", "false" \
    }

static const struct {
    const char *sample, *meaning;
    struct {
        const char *name, *value;
    } attributes[MOST_ATTRIBUTES];
} kinds[LEGEND_COUNT] = {
    [LEGEND_EVENT] = {BOX("1", "white", "0"), "event", {{0}}},
    [LEGEND_RUN] = {BOX("2", DOT_WITNESS_FILL, "0"), "event of the run",
                    WITNESS(DOT_WITNESS_FILL)},
    [LEGEND_LOOP] = {BOX("2\" STYLE=\"rounded", DOT_WITNESS_FILL, "0"),
                     "event that repeats for ever", WITNESS(DOT_WITNESS_FILL)},
    [LEGEND_BOTH] = {BOX("2", DOT_WITNESS_FILL, "0"), "event of both runs",
                     WITNESS(DOT_WITNESS_FILL)},
    [LEGEND_FIRST] = {BOX("2", DOT_FIRST_FILL, "0"), "of the first run",
                      WITNESS(DOT_FIRST_FILL)},
    [LEGEND_SECOND] = {BOX("2", DOT_SECOND_FILL, "0"), "of the second run",
                       WITNESS(DOT_SECOND_FILL)},
    [LEGEND_FREE] = {BOX("1", DOT_FREE_FILL, "0"),
                     "free",
                     {{"fillcolor", DOT_FREE_FILL}}},
    [LEGEND_DOOMED] = {BOX("1", DOT_DOOMED_FILL, "0"),
                       "doomed",
                       {{"fillcolor", DOT_DOOMED_FILL}}},
    [LEGEND_BAD] = {BOX("1", DOT_BAD_FILL, "0"),
                    "bad",
                    {{"fillcolor", DOT_BAD_FILL}}},
    [LEGEND_CUTOFF] = {BOX("1", DOT_CUTOFF_FILL, "1"),
                       "cutoff",
                       {{"fillcolor", DOT_CUTOFF_FILL}, {"peripheries", "2"}}},
    [LEGEND_CONDITION] = {CIRCLE("rounded"), "condition", {{0}}},
    [LEGEND_CONDITION_AGAIN] = {CIRCLE("rounded,dashed"),
                                "the same condition as a full circle",
                                {{"style", "filled,dashed"}}},
    [LEGEND_MERGED_CONDITION] = {CIRCLE("rounded"),
                                 "place, #n: n-th in its past",
                                 {{0}}},
    [LEGEND_CAUSE] = {LINE("solid", CANVAS_INK, FULL_HEAD), "cause", {{0}}},
    [LEGEND_ARC] = {LINE("solid", CANVAS_INK, FULL_HEAD), "arc", {{0}}},
    [LEGEND_READ] = {LINE("solid", DOT_READ_INK, NO_HEAD),
                     "read arc",
                     {{"color", DOT_READ_INK}, {"dir", "none"}}},
    [LEGEND_HIDDEN_CAUSE] = {LINE("solid", DOT_HIDDEN_INK, EMPTY_HEAD),
                             "cause that no condition shows",
                             {{"color", DOT_HIDDEN_INK},
                              {"arrowhead", "empty"}}},
    [LEGEND_CONFLICT] = {LINE("dashed", DOT_CONFLICT_INK, NO_HEAD),
                         "immediate conflict",
                         {{"color", DOT_CONFLICT_INK},
                          {"style", "dashed"},
                          UNDIRECTED}},
    [LEGEND_COMPANION] = {LINE("dotted", DOT_COMPANION_INK, "&gt;"),
                          "has the same marking",
                          {{"color", DOT_COMPANION_INK},
                           {"style", "dotted"},
                           {"penwidth", "1.5"},
                           {"arrowhead", "vee"},
                           {"constraint", "false"}}},
    [LEGEND_TRANSITION] = {BOX("1", "white", "0"), "transition", {{0}}},
    [LEGEND_AGAIN] = {BOX("1\" STYLE=\"rounded", "white", "0"),
                      "transition that a run can fire twice",
                      {{"style", "filled,rounded"}}},
    [LEGEND_BEFORE] = {LINE("solid", CANVAS_INK, FULL_HEAD), "before", {{0}}},
    [LEGEND_EXCLUSIVE] = {LINE("dashed", DOT_CONFLICT_INK, NO_HEAD),
                          "exclusive",
                          {{"color", DOT_CONFLICT_INK},
                           {"style", "dashed"},
                           UNDIRECTED}},
    [LEGEND_CONCURRENT] = {LINE("dotted", DOT_COMPANION_INK, NO_HEAD),
                           "concurrent",
                           {{"color", DOT_COMPANION_INK},
                            {"style", "dotted"},
                            UNDIRECTED}},
    [LEGEND_INTERLEAVING] = {LINE("dotted", DOT_HIDDEN_INK, NO_HEAD),
                             "interleaving",
                             {{"color", DOT_HIDDEN_INK},
                              {"style", "dotted"},
                              UNDIRECTED}},
};

void dot_style_mark(struct dot_style_legend *legend, enum dot_style_kind kind,
                    void *object)
{
    legend->has[kind] = true;
    for (uint32_t i = 0; i < MOST_ATTRIBUTES && kinds[kind].attributes[i].name;
         i++)
        canvas_set(object, kinds[kind].attributes[i].name,
                   kinds[kind].attributes[i].value);
}

void dot_style_circle(struct canvas *canvas, Agnode_t *circle)
{
    canvas_label(canvas, circle);
    canvas_set(circle, "shape", "circle");
    canvas_set(circle, "fillcolor", DOT_PLACE_FILL);
    canvas_set(circle, "fontsize", "10");
    canvas_set(circle, "margin", "0.01");
}

void dot_style_title(struct canvas *canvas, const struct dot_options *options)
{
    if (options->left_to_right)
        canvas_set_graph(canvas, "rankdir", "LR");
    if (options->title && options->title[0]) {
        canvas_name(canvas, options->title);
        canvas_text(canvas, "\\n");
    }
    for (uint32_t i = 0; i < options->n_lines; i++) {
        canvas_name(canvas, options->lines[i]);
        canvas_text(canvas, "\\n");
    }
}

static void put_entries(const struct dot_style_legend *legend,
                        struct canvas *canvas)
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
        canvas_below(canvas, kinds[i].sample);
        canvas_below(canvas, "</TD>" TEXT_OPEN);
        canvas_below(canvas, kinds[i].meaning);
        canvas_below(canvas, TEXT_CLOSE);
        n++;
    }
    if (n)
        canvas_below(canvas, "</TR>" TABLE_CLOSE);
}

void dot_style_end_title(const struct dot_style_legend *legend,
                         const struct dot_options *options,
                         struct canvas *canvas)
{
    if (!options->no_legend)
        put_entries(legend, canvas);
    canvas_title(canvas);
}
