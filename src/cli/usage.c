#include "cli/options.h"

#include "base/similar.h"
#include "base/text.h"

#include <string.h>

enum { HELP_INDENT = 26, HELP_WIDTH = 79 };

/* Prints the words of text from HELP_INDENT on; at is the column where the
 * cursor stands. */
static void print_wrapped(FILE *out, const char *text, int at)
{
    if (at + 2 > HELP_INDENT) {
        fputc('\n', out);
        at = 0;
    }
    at += fprintf(out, "%*s", HELP_INDENT - at - 1, "");
    while (*text != '\0') {
        const int n = (int)strcspn(text, " ");
        const int columns = (int)text_letters(text, (size_t)n);

        if (at + 1 + columns > HELP_WIDTH)
            at = fprintf(out, "\n%*s", HELP_INDENT - 1, "") - 1;
        fprintf(out, " %.*s", n, text);
        at += 1 + columns;
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* "(prefix, por) ": the engines that use option i, unless all do.  An option
 * that engines use is used by their race as well. */
static void add_engines(text_buffer *text, uint32_t i)
{
    const char *between = "(";
    uint32_t n = 0;

    for (uint32_t e = 1; e < punfpor_engine_count(); e++)
        n += punfpor_option_used(i, e);
    if (n + 1 == punfpor_engine_count())
        return;
    for (uint32_t e = n ? 1 : 0; e < punfpor_engine_count(); e++)
        if (punfpor_option_used(i, e)) {
            text_put(text, between);
            text_put(text, punfpor_engine_name(e));
            between = ", ";
        }
    text_put(text, ") ");
}

/* An option with its argument, and what it does. */
static void print_line(FILE *out, const struct options_row *row,
                       const char *help)
{
    const char *open = row->is_optional ? "[=" : " ";
    const char *close = row->is_optional ? "]" : "";
    int at =
        row->letter ? fprintf(out, "  -%c, ", row->letter) : fprintf(out, "  ");

    at += fprintf(out, "--%s", row->name);
    if (row->argument)
        at += fprintf(out, "%s%s%s", open, row->argument, close);
    print_wrapped(out, help, at);
}

static void print_row(FILE *out, uint32_t i)
{
    const struct options_row row = options_row(i);
    const bool sets = row.kind == OPTIONS_SETTING;
    text_buffer help = {0};

    if (sets)
        add_engines(&help, row.number);
    text_put(&help, row.help);
    if (sets) {
        text_put(&help, " (default: ");
        text_put(&help, punfpor_option_default(row.number));
        text_put(&help, ")");
    }
    print_line(out, &row, text_end(&help));
    vec_free(&help);
}

/* The table in order: a head, or a row. */
struct entry {
    const char *topic, *title; /* NULL: a row */
    enum options_id row;
};

static const struct entry entries[] = {
#define HEAD(topic, title) {topic, title, OPTIONS_COUNT},
#define X(kind, field, name, letter, argument, help) \
    {NULL, NULL, OPTIONS_##field},
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
};

enum { N_ENTRIES = sizeof entries / sizeof *entries };

/* The topic of questions, which stand in no table. */
static const char ASKS[] = "questions";

static void print_head(FILE *out, const struct entry *head, bool is_alone)
{
    fprintf(out, "%s%s:\n", is_alone ? "" : "\n", head->title);
    for (uint32_t i = OPTIONS_COUNT;
         !strcmp(head->topic, ASKS) && i < options_count(); i++)
        print_row(out, i);
}

/* The options of the topic; NULL: of all topics.  False: there is none. */
static bool print_topic(FILE *out, const char *topic)
{
    const char *at = "";
    bool found = false;

    for (uint32_t i = 0; i < N_ENTRIES; i++) {
        const struct entry *const entry = &entries[i];

        if (entry->topic)
            at = entry->topic;
        if (topic && strcmp(topic, at) != 0)
            continue;
        if (entry->topic)
            print_head(out, entry, topic != NULL);
        else
            print_row(out, entry->row);
        found = true;
    }
    return found;
}

static void print_all(FILE *out)
{
    fputs("usage: punf-por NET [options]\n\n"
          "Answers questions about a safe or bounded Petri net\n"
          "(PNML, .ll_net, .net, .g, .lola, .tapn or .bnet; - is standard "
          "input).\n"
          "Engines in parentheses are the ones that use the option.\n",
          out);
    (void)print_topic(out, NULL);
    fputs("\nExit code: 0 yes (several questions: all answered), 1 no, 2 "
          "unknown\n"
          "or a limit was met, 3 usage, 4 bad input, 5 out of memory or an\n"
          "internal error.\n",
          out);
}

/* --- the first hour ------------------------------------------------------- */

static const struct {
    const char *name;
    const char *help; /* of a line */
} first[] = {
    {"reach", "can transition T fire?"},
    {"marking", "can these places be marked?  \"p1 p4 !p7\""},
    {"deadlock", "can the net deadlock?"},
    {"formula", "\"EF p1 + p2 > 1\", \"AG not (p1 and p4)\""},
    {"witness", "print the run behind a yes"},
    {"json", "write all results as JSON"},
    {"stats", "print the figures of the run"},
    {"timeout", "stop after TIME: 90, 500ms, 1m, 2h"},
    {"svg", "draw the unfolding"},
    {"html", "write the unfolding as a page for a browser"},
};

/* "questions, net, nets". */
static const char *list_topics(text_buffer *topics)
{
    for (uint32_t i = 0; i < N_ENTRIES; i++)
        if (entries[i].topic) {
            text_put(topics, topics->len ? ", " : "");
            text_put(topics, entries[i].topic);
        }
    return text_end(topics);
}

static void print_first(FILE *out)
{
    text_buffer topics = {0};

    fputs("usage: punf-por NET [options]\n\n"
          "Answers questions about a safe or bounded Petri net.  NET is in "
          "PNML, .ll_net,\n.net, .g, .lola, .tapn or .bnet; - is standard "
          "input.\nWithout a question, everything is explored and the "
          "figures are the answer.\n\n",
          out);
    for (uint32_t i = 0; i < sizeof first / sizeof *first; i++) {
        const struct options_row row = options_row(options_find(first[i].name));

        print_line(out, &row, first[i].help);
    }
    fprintf(
        out,
        "\nExit code: 0 yes, 1 no, 2 unknown, 3 usage, 4 bad input, 5 internal "
        "error.\n\n"
        "--help TOPIC lists the options of a topic, which is one of\n  %s\n"
        "--help OPTION is about one option, --help all lists all of them.\n"
        "man punf-por explains them.\n",
        list_topics(&topics));
    vec_free(&topics);
}

/* --- all of it ------------------------------------------------------------ */

static bool report_topic(const char *word, struct diag *diag)
{
    struct similar similar;
    char meant[3 * SIMILAR_LONGEST];
    text_buffer topics = {0};

    similar_init(&similar, word);
    for (uint32_t i = 0; i < N_ENTRIES; i++)
        if (entries[i].topic)
            similar_add(&similar, entries[i].topic);
    for (uint32_t i = 0; i < options_count(); i++)
        similar_add(&similar, options_row(i).name);
    similar_write(&similar, "", "", meant, sizeof meant);
    (void)diag_usage(diag,
                     "there is no help about '%s'%s%s --help takes an option, "
                     "all, or one of %s",
                     word, meant, similar.n ? "" : ";", list_topics(&topics));
    vec_free(&topics);
    return false;
}

bool usage_print(FILE *out, const char *topic, struct diag *diag)
{
    const char *const word = topic ? topic + strspn(topic, "-") : NULL;
    const uint32_t i = word ? options_find(word) : 0;

    if (!word)
        print_first(out);
    else if (!strcmp(word, "all"))
        print_all(out);
    else if (print_topic(out, word))
        return true;
    else if (i < options_count())
        print_row(out, i);
    else
        return report_topic(word, diag);
    return true;
}
