/* options.h - the command line, described once.
 *
 * The table below gives the struct, the parser and --help; a test ties it to
 * the manual page and to the shell completion, so that no option is left
 * undocumented.  Each question of the library is an option as well, without a
 * row here: the topic "questions" begins with them.
 *
 *     HEAD(topic, title)        topic: the word behind --help
 *     X(kind, field, name, letter, argument, help)
 *
 * kind says what the argument may be and is the type of the field:
 *
 *     FLAG      none; true when given
 *     TEXT      anything; NULL when not given
 *     OUTPUT    an optional file name behind '='; of help, a topic; "" when
 *               none was given
 *     SETTING   the value of the library's option of that name, as text; NULL
 *               when not given.  The library knows its argument, default and
 *               help, and which engines use it. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "api/punfpor.h"
#include "base/diag.h"
#include "base/vec.h"

/* clang-format off */
#define OPTIONS(HEAD, X)                                                       \
HEAD("questions",                                                              \
  "Questions (several may be asked; without one, explore everything)")         \
X(TEXT, property, "property", 0, "FILE",                                       \
  "ask the formulas in FILE, a property file of the Model Checking Contest")   \
X(TEXT, cost, "cost", 0, "FILE",                                               \
  "of --cheapest: what a step costs, a transition and a whole number a line; "  \
  "transitions that FILE leaves out cost 1")                                   \
HEAD("net", "The net")                                                                \
X(TEXT, type, "type", 0, "TYPE",                                               \
  "read a PNML net as one of TYPE, whatever it says; TYPE: ptnet")             \
X(FLAG, untimed, "untimed", 0, NULL,                                           \
  "read a PNML net whose transitions are all timed as the net without time")   \
X(TEXT, initial, "initial", 0, "VALUES",                                       \
  "read a Boolean network with these initial values, as in \"A=1,B=0\"; the "    \
  "first transitions choose those of other variables")                         \
X(TEXT, tokens, "tokens", 0, "N|auto",                                         \
  "let each place have N tokens at most; auto: as many as place weights bound, " \
  "which is the default if a place has several initially")                      \
X(TEXT, list, "list", 0, "places|transitions",                                 \
  "print the names of the places or of the transitions, one a line")           \
HEAD("nets", "Several nets (each is answered for itself), and tasks")                  \
X(TEXT, nets_from, "nets-from", 0, "FILE",                                     \
  "answer for each net that FILE names, one name a line, # before comments; "  \
  "- is standard input")                                                       \
X(TEXT, jobs, "jobs", 0, "N",                                                  \
  "how many tasks run at once: nets, blocks of the questions about a net, or "  \
  "questions of --mcc; 1 if not given")                                        \
HEAD("contest", "The Model Checking Contest")                                             \
X(TEXT, mcc, "mcc", 0, "DIR",                                                  \
  "print what the contest asks of the folder DIR, with model.pnml and the "    \
  "property files")                                                            \
X(TEXT, examination, "examination", 0, "NAME",                                 \
  "the examination; without it, BK_EXAMINATION in the environment says it")    \
HEAD("answers", "Answers")                                                                \
X(OUTPUT, witness, "witness", 0, "FILE",                                       \
  "print a run that proves each yes, or write it to FILE (Tina's .scn)")       \
X(TEXT, certificate, "certificate", 0, "FILE",                                 \
  "write a certificate of the answer, which punf-por-check accepts or "        \
  "rejects; needs exactly one question")                                       \
X(TEXT, replay, "replay", 0, "FILE",                                           \
  "fire the run in FILE (.scn) and answer from it, without exploration")       \
X(OUTPUT, json, "json", 0, "FILE",                                             \
  "write all results as JSON to standard output or FILE")                      \
X(TEXT, profile, "profile", 0, "FILE",                                         \
  "write how the run grew to FILE.csv, or plot it to FILE.svg")                \
X(FLAG, stats, "stats", 0, NULL,                                               \
  "print the figures of the run as a table")                                   \
X(FLAG, quiet, "quiet", 'q', NULL,                                             \
  "print answers and errors only")                                             \
X(FLAG, verbose, "verbose", 'v', NULL,                                         \
  "print what was read and how it is explored")                                \
HEAD("exploration", "Exploration")                                                            \
X(SETTING, engine, "engine", 0, NULL, NULL)                                    \
X(SETTING, racers, "racers", 0, NULL, NULL)                                    \
X(SETTING, fair, "fair", 0, NULL, NULL)                                        \
X(SETTING, reduce, "reduce", 0, NULL, NULL)                                    \
X(SETTING, dependency, "dependency", 0, NULL, NULL)                            \
X(SETTING, order, "order", 0, NULL, NULL)                                      \
X(FLAG, no_cutoffs, "no-cutoffs", 0, NULL,                                     \
  "(por, prefix) explore without cutoffs, which ends only on nets whose runs " \
  "all end")                                                                   \
X(SETTING, table, "table", 0, NULL, NULL)                                      \
X(SETTING, choose, "choose", 0, NULL, NULL)                                    \
X(SETTING, alternatives, "alternatives", 'k', NULL, NULL)                      \
X(SETTING, cache, "cache", 0, NULL, NULL)                                      \
X(SETTING, deepening, "deepening", 0, NULL, NULL)                              \
X(SETTING, stubborn, "stubborn", 0, NULL, NULL)                                \
X(SETTING, interpolation, "interpolation", 0, NULL, NULL)                      \
X(SETTING, seed, "seed", 0, NULL, NULL)                                        \
X(SETTING, from_prefix, "from-prefix", 0, NULL, NULL)                          \
X(SETTING, check, "check", 0, NULL, NULL)                                      \
X(FLAG, compare, "compare", 0, NULL,                                           \
  "run each engine that unfolds under every relation that applies and print "  \
  "a table; each run has its own limits, 60 seconds without --timeout")        \
HEAD("limits", "Limits (0: none)")                                                       \
X(SETTING, timeout, "timeout", 0, NULL, NULL)                                  \
X(SETTING, max_events, "max-events", 0, NULL, NULL)                            \
X(SETTING, max_depth, "max-depth", 0, NULL, NULL)                              \
X(SETTING, threads, "threads", 0, NULL, NULL)                                  \
X(SETTING, max_memory, "max-memory", 0, NULL, NULL)                            \
X(SETTING, checkpoint, "checkpoint", 0, NULL, NULL)                            \
X(SETTING, checkpoint_every, "checkpoint-every", 0, NULL, NULL)                \
X(SETTING, resume, "resume", 0, NULL, NULL)                                    \
HEAD("drawing", "Drawing and conversion")                                                 \
X(TEXT, dot, "dot", 0, "FILE",                                                 \
  "draw the explored prefix as an event structure for Graphviz")               \
X(FLAG, dot_conditions, "dot-conditions", 0, NULL,                             \
  "let --dot draw the occurrence net, with its conditions")                    \
X(FLAG, dot_merged, "dot-merged", 0, NULL,                                     \
  "let --dot draw the merged process of the prefix")                           \
X(FLAG, dot_left_to_right, "dot-left-to-right", 0, NULL,                       \
  "let --dot draw causes left of their effects")                               \
X(FLAG, dot_companions, "dot-companions", 0, NULL,                             \
  "let --dot draw the arrows from cutoffs to their companions in drawings of "  \
  "more than 100 events, too")                                                 \
X(FLAG, dot_no_companions, "dot-no-companions", 0, NULL,                       \
  "let --dot leave out the arrows from cutoffs to their companions")           \
X(FLAG, dot_no_legend, "dot-no-legend", 0, NULL,                               \
  "let --dot leave out the legend")                                            \
X(TEXT, dot_focus, "dot-focus", 0, "WHAT",                                     \
  "let --dot draw a part: WHAT is an event, as e12, a transition, or witness; " \
  "with its past, what follows and what is in conflict")                       \
X(TEXT, svg, "svg", 0, "FILE",                                                 \
  "draw what --dot draws as a picture; all options of --dot apply; with "      \
  "--compare, draw bars of the sizes")                                         \
X(TEXT, pdf, "pdf", 0, "FILE", "the same as PDF")                              \
X(TEXT, png, "png", 0, "FILE", "the same as PNG")                              \
X(TEXT, html, "html", 0, "FILE",                                               \
  "write the explored prefix as a page to explore in a browser")               \
X(TEXT, prefix_json, "prefix-json", 0, "FILE",                                 \
  "write the explored prefix as JSON, with questions, runs and the steps of "  \
  "the exploration")                                                           \
X(TEXT, relations, "relations", 0, "FILE",                                     \
  "write how each two transitions are ordered to FILE.csv or .json, or draw "  \
  "it")                                                                        \
X(TEXT, concurrent, "concurrent", 0, "places|transitions",                     \
  "print which pairs of places can be marked together, or which pairs of "     \
  "transitions can fire together, as a triangle of 0 and 1; by engine "        \
  "symbolic, or prefix")                                                       \
X(TEXT, concurrent_file, "concurrent-file", 0, "FILE",                         \
  "write it to FILE; .csv: a table with names, .svg: a picture")               \
X(TEXT, mp, "mp", 0, "FILE",                                                   \
  "write the complete merged process, one node a line: directly with "         \
  "--engine merged, otherwise that of the complete prefix")                    \
X(TEXT, mci, "mci", 0, "FILE",                                                 \
  "write the complete prefix as Mole and PEP do, by engine prefix")             \
X(TEXT, prefix_pnml, "prefix-pnml", 0, "FILE",                                 \
  "write the complete prefix as PNML, an occurrence net, by engine prefix")    \
X(TEXT, dot_net, "dot-net", 0, "FILE",                                         \
  "draw the net, as a picture if FILE ends in .svg, .pdf or .png")             \
X(TEXT, write, "write", 0, "FILE",                                             \
  "write the net to FILE.pnml, .ll_net, .net, .g, .lola, .tapn or .bnet")             \
HEAD("about", "About")                                                                  \
X(FLAG, version, "version", 'V', NULL,                                         \
  "print the version and exit")                                                \
X(OUTPUT, help, "help", 'h', "TOPIC",                                          \
  "print the first ten options, those of TOPIC, or all of them, and exit")
/* clang-format on */

/* The rows; those of questions follow. */
enum options_id {
#define HEAD(topic, title)
#define X(kind, field, name, letter, argument, help) OPTIONS_##field,
    OPTIONS(HEAD, X)
#undef X
        OPTIONS_COUNT
};

struct options_question {
    uint32_t kind;    /* its number in the library */
    const char *text; /* NULL when the kind takes none */
};

typedef VEC(struct options_question) options_question_list;
typedef VEC(const char *) options_text_list;

#define OPTIONS_TYPE_FLAG bool
#define OPTIONS_TYPE_TEXT const char *
#define OPTIONS_TYPE_OUTPUT const char *
#define OPTIONS_TYPE_SETTING const char *

/* A row of the table. */
enum options_kind {
    OPTIONS_FLAG,
    OPTIONS_TEXT,
    OPTIONS_OUTPUT,
    OPTIONS_SETTING,
    OPTIONS_QUESTION,
};

struct options_row {
    enum options_kind kind;
    uint32_t number; /* of a SETTING or a QUESTION in the library */
    size_t field;    /* its place in struct options, but of a QUESTION */
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* "FILE", "on|off"; NULL: it takes none */
    bool is_optional;     /* the argument may be missing */
    const char *help;
};

struct options {
#define X(kind, field, name, letter, argument, help) OPTIONS_TYPE_##kind field;
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
    uint32_t n_jobs;        /* 0: not given */
    options_text_list nets; /* files, "-" for standard input */
    const char *net;        /* that is answered for; NULL: none */
    bool json_line;         /* --json is a line of several, printed later */
    options_question_list questions;
};

void options_finish(struct options *options);

/* The rows of the table and of questions. */
uint32_t options_count(void);
struct options_row options_row(uint32_t i);

/* The row with this name, or with the name in "reach=t3"; options_count():
 * there is none. */
uint32_t options_find(const char *word);

/* Was row i of the table given?  The argument that it has got; NULL: none. */
bool options_given(const struct options *options, enum options_id i);
const char *options_argument(const struct options *options, enum options_id i);

/* The name of the first of these rows that was given; NULL: none was.
 * OPTIONS_COUNT ends them. */
const char *options_first(const struct options *options,
                          const enum options_id *rows);

/* Is it the question of this word? */
bool options_asks(const struct options_question *question, const char *word);

/* The value that was given for option i of the library; NULL: none. */
const char *options_setting(const struct options *options, uint32_t i);

/* --timeout in seconds; 0: none. */
double options_seconds(const struct options *options);

/* Sets an option of the library, unless there is an error already. */
void options_set(punfpor *problem, const char *option, const char *value,
                 punfpor_error *error);

/* Sets the timeout of the problem, to a millisecond if the seconds are over. */
void options_set_seconds(punfpor *problem, double seconds);

/* Sets the options of the library that were given; false with an error. */
bool options_apply(const struct options *options, punfpor *problem,
                   punfpor_error *error);

/* The file that row i of the table names; NULL: it names none, or was not
 * given.  options_set_file() names another one instead. */
const char *options_file_of(const struct options *options, enum options_id i);
void options_set_file(struct options *options, enum options_id i,
                      const char *file);

/* The file that row i writes; NULL: there is none. */
const char *options_output_of(const struct options *options, enum options_id i);

/* Is a drawing of the prefix wanted, as --dot or as a picture? */
bool options_draws(const struct options *options);

/* The end of the path, if it is one of the formats, as in "csv|json". */
const char *options_format(const char *path, const char *formats,
                           const char *otherwise);

/* "svg", "pdf" or "png", as the path ends, and "dot" otherwise. */
const char *options_drawing_format(const char *path);

/* Is a picture wanted, or a page, that Graphviz lays out? */
bool options_draw_pictures(const struct options *options);

/* The name of a file about the explored prefix that is wanted, "dot" or
 * another; NULL: there is none. */
const char *options_prefix_file(const struct options *options);

/* Is a file about the exploration wanted, which needs no question? */
bool options_file(const struct options *options);

/* Is anything wanted besides --write, --dot-net, --relations, --concurrent and
 * --list, which need no exploration for questions? */
bool options_explore(const struct options *options);

/* How many of the files asked for are standard output: 0 or 1 once the
 * options were read. */
int options_take_stdout(const struct options *options);

/* Does the engine use this option of the library? */
bool options_use(const char *engine, const char *option);

struct options_text {
    char at[160];
};

/* The engines that use the option, as in "state, prefix or por". */
struct options_text options_users(const char *option);

/* The first engine with the trait that uses the option; NULL: any option. */
const char *options_engine(enum punfpor_trait trait, const char *option);

/* Is this the engine for which others race? */
bool options_is_race(const char *engine);

/* --- words (option_words.c) ----------------------------------------------- */

/* Fills the options; texts point into argv.  A name may be shortened to five
 * letters, where that names one option.  --help and --version end the reading:
 * later arguments are ignored.  Each option has a valid value; combine.c checks
 * them against each other. */
bool option_words_read(struct options *options, int argc, char **argv,
                       struct diag *diag);

/* --- the files that options name (option_files.c) ---------------------------
 *
 * A name may be a pattern, with placeholders for the net:
 *
 *     {}    the net as it was given      nets/ring.pnml
 *     {.}   without its extension        nets/ring
 *     {/}   without its folder           ring.pnml
 *     {//}  its folder                   nets
 *     {/.}  without both                 ring
 *
 * These are the placeholders of GNU parallel and of fd.  Other braces stay as
 * they are.  With several nets an output needs a placeholder, so that no net
 * replaces the output of another one; only --json may have one file for all
 * nets. */

/* Does the text have a placeholder? */
bool option_files_is_pattern(const char *text);

/* The text with the net in place of each placeholder; the caller frees it. */
char *option_files_name(const char *text, const char *net);

typedef VEC(char *) options_name_list;

/* The options for one net, in place of the placeholders.  The new names are
 * valid until option_files_finish(). */
struct options option_files_fill(const struct options *options, const char *net,
                                 options_name_list *names);
void option_files_finish(options_name_list *names);

/* Does each net have outputs of its own, which replace no input?  If not,
 * reports the first two names of one file.  Existing files are compared by
 * device and number, other files by folder and name.  Any number of outputs may
 * share a pipe, a device, or "-", a standard stream: these are equal to
 * nothing. */
bool option_files_check(const struct options *options, struct diag *diag);

/* --- help (usage.c) ------------------------------------------------------- */

/* Prints the help about a topic, which is a word of HEAD, an option or "all";
 * NULL: what a new user needs, in 25 lines.  Dashes before the word do not
 * count.  False with a report when there is no such topic. */
bool usage_print(FILE *out, const char *topic, struct diag *diag);

#endif
