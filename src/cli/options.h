/* options.h - the command line, described once.
 *
 * The table below gives the struct, the defaults, the parser and --help; a
 * test ties it to the manual page and to the shell completion, so that no
 * option is left undocumented.
 *
 *     HEAD(title)
 *     X(kind, field, name, letter, argument, default, low, high, help)
 *
 * kind says what the argument may be and is the type of the field:
 *
 *     FLAG      none; true when given
 *     NUMBER    a whole number in [low, high]
 *     SECONDS   a decimal number, at least 0
 *     SIZE      a whole number, maybe with K, M or G for 2^10, 2^20, 2^30
 *     TEXT      anything; NULL when not given
 *     OUTPUT    an optional file name behind '='
 *     ORDER     size, parikh or foata
 *     CHOICE    largest or oldest
 *     STUBBORN  none, persistent or property
 *     SWITCH    on or off
 *     TABLE     on, off or a SIZE: entries of the marking table
 *     CACHE     none, unlimited or a SIZE
 *     FACTOR    off or a decimal number above 1
 *     QUESTION  appended to options.questions, in the order given
 *
 * The default is written as on the command line, NULL stands for zero. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "engine/engine.h"

/* clang-format off */
#define OPTIONS(HEAD, X)                                                       \
HEAD("Questions (several may be asked; without one, explore everything)")      \
X(QUESTION, reach, "reach", 0, "T", NULL, 0, 0,                                \
  "can transition T (id or name) fire?")                                       \
X(QUESTION, marking, "marking", 0, "EXPR", NULL, 0, 0,                         \
  "can places be marked and empty so?  \"p1 p4 !p7\": tokens on p1 and p4, "   \
  "none on p7, anything elsewhere")                                            \
X(QUESTION, marking_exact, "marking-exact", 0, "EXPR", NULL, 0, 0,             \
  "can exactly the places of EXPR be marked?")                                 \
X(QUESTION, deadlock, "deadlock", 0, NULL, NULL, 0, 0,                         \
  "can the net reach a marking that enables nothing?")                         \
X(QUESTION, all_transitions, "all-transitions", 0, NULL, NULL, 0, 0,           \
  "ask --reach for every transition")                                          \
HEAD("Answers")                                                                \
X(OUTPUT, witness, "witness", 0, "FILE", NULL, 0, 0,                           \
  "print the run that proves each yes, or write it to FILE (Tina's .scn)")     \
X(TEXT, certificate, "certificate", 0, "FILE", NULL, 0, 0,                     \
  "write a certificate of the answer, which punf-por-check accepts or "        \
  "rejects; asks one question")                                                \
X(TEXT, replay, "replay", 0, "FILE", NULL, 0, 0,                               \
  "explore nothing: fire the run in FILE (.scn) and let it answer")            \
X(OUTPUT, json, "json", 0, "FILE", NULL, 0, 0,                                 \
  "write everything as JSON to standard output or FILE")                       \
X(FLAG, stats, "stats", 0, NULL, NULL, 0, 0,                                   \
  "print the figures of the run as a table")                                   \
X(FLAG, quiet, "quiet", 'q', NULL, NULL, 0, 0,                                 \
  "verdicts and errors only")                                                  \
X(FLAG, verbose, "verbose", 'v', NULL, NULL, 0, 0,                             \
  "say what was read and how it is explored")                                  \
HEAD("Exploration")                                                            \
X(TEXT, engine, "engine", 0, "NAME", "auto", 0, 0,                             \
  "auto: a race of the others, for questions; por: stateless, by "             \
  "configurations; prefix: the complete prefix, by saturation; state: "  \
  "markings, towards each question")                                                             \
X(TEXT, dependency, "dependency", 0, "REL", "read", 0, 0,                      \
  "which transitions are dependent: none (all of them), classic, read, or a "  \
  "file of independent pairs")                                                 \
X(ORDER, order, "order", 0, "ORDER", "foata", 0, 0,                            \
  "adequate order of the cutoffs: size, parikh or foata")                      \
X(FLAG, no_cutoffs, "no-cutoffs", 0, NULL, NULL, 0, 0,                         \
  "cut nothing off; only nets whose runs all end are explored to the end")     \
X(TABLE, table, "table", 0, "on|off|SIZE", "on", 0, 0,                         \
  "marking table, of SIZE entries at most; off: cutoffs from events only")     \
X(CHOICE, choose, "choose", 0, "EVENT", "largest", 0, 0,                        \
  "which enabled event goes first: the one with the largest local "            \
  "configuration, or the oldest")                                              \
X(NUMBER, alternatives, "alternatives", 'k', "K", NULL, 0, UINT32_MAX,          \
  "resolve no more than K sleeping events in an alternative, which may then "  \
  "lead to blocked runs; 0: all of them, optimal")                             \
X(CACHE, cache, "cache", 0, "SIZE|none|unlimited", "unlimited", 0, 0,           \
  "keep the store of events below SIZE bytes by evicting those that are not "  \
  "needed; none: evict all of these")                                          \
X(FACTOR, deepening, "deepening", 0, "FACTOR|off", "1.5", 0, 0,                \
  "explore in passes whose bound on the size of events grows by FACTOR")       \
X(STUBBORN, stubborn, "stubborn", 0, "KIND", "property", 0, 0,                                  \
  "engine state: explore of a marking none: everything, persistent: a set "    \
  "that is blind to the question, property: one that drives towards it")       \
X(SWITCH, interpolation, "interpolation", 0, "on|off", "on", 0, 0,             \
  "engine state: learn from what failed cubes that prune what is alike")       \
X(NUMBER, check, "check", 0, "N", NULL, 0, 2,                                   \
  "recompute invariants while running: 1 cheap ones, 2 from the definitions")  \
X(FLAG, compare, "compare", 0, NULL, NULL, 0, 0,                               \
  "run every engine and relation that applies and print a table; each row "    \
  "has its own limits, 60 seconds without --timeout")                          \
HEAD("Limits (0: none)")                                                       \
X(SECONDS, timeout, "timeout", 0, "SEC", NULL, 0, 0,                            \
  "stop after SEC seconds")                                                    \
X(NUMBER, max_events, "max-events", 0, "N", NULL, 0, UINT64_MAX,                \
  "stop when N events were created")                                           \
X(NUMBER, max_depth, "max-depth", 0, "N", NULL, 0, UINT32_MAX,                  \
  "leave out events whose local configuration has more than N events")         \
X(NUMBER, threads, "threads", 0, "N", NULL, 1, 3,                               \
  "engines of --engine auto that run at once: 1, 2 or 3 (default: one for "    \
  "each processor)")                                             \
X(SIZE, max_memory, "max-memory", 0, "SIZE", NULL, 0, 0,                        \
  "stop when the process holds SIZE bytes; SIZE may end in K, M or G")         \
HEAD("Drawing and conversion")                                                 \
X(TEXT, dot, "dot", 0, "FILE", NULL, 0, 0,                                     \
  "draw the explored prefix as an event structure for Graphviz")               \
X(FLAG, dot_conditions, "dot-conditions", 0, NULL, NULL, 0, 0,                 \
  "let --dot draw the occurrence net, conditions and all")                     \
X(TEXT, mci, "mci", 0, "FILE", NULL, 0, 0,                                     \
  "write the complete prefix as Mole and PEP do; needs --engine prefix")       \
X(TEXT, dot_net, "dot-net", 0, "FILE", NULL, 0, 0,                             \
  "draw the net itself")                                                       \
X(TEXT, write, "write", 0, "FILE", NULL, 0, 0,                                 \
  "write the net to FILE.ll_net or FILE.pnml")                                 \
HEAD("About")                                                                  \
X(FLAG, version, "version", 0, NULL, NULL, 0, 0,                               \
  "print the version and end")                                                 \
X(FLAG, help, "help", 0, NULL, NULL, 0, 0,                                     \
  "print this help and end")
/* clang-format on */

struct option_output {
    bool given;
    const char *file; /* NULL: no file was named */
};

struct option_table {
    bool on;
    uint64_t limit; /* entries at most, 0: no bound */
};

/* Which row a question comes from is its kind. */
enum option_id {
#define HEAD(title)
#define X(kind, field, name, letter, argument, value, low, high, help) \
    OPTION_##field,
    OPTIONS(HEAD, X)
#undef X
        OPTION_COUNT
};

struct option_question {
    enum option_id kind;
    const char *text; /* NULL when the kind takes none */
};

typedef VEC(struct option_question) option_questions;

#define OPTION_TYPE_FLAG bool
#define OPTION_TYPE_NUMBER uint64_t
#define OPTION_TYPE_SECONDS double
#define OPTION_TYPE_SIZE uint64_t
#define OPTION_TYPE_TEXT const char *
#define OPTION_TYPE_OUTPUT struct option_output
#define OPTION_TYPE_ORDER enum engine_order
#define OPTION_TYPE_CACHE uint64_t
#define OPTION_TYPE_CHOICE enum engine_choice
#define OPTION_TYPE_STUBBORN enum engine_stubborn
#define OPTION_TYPE_SWITCH bool
#define OPTION_TYPE_TABLE struct option_table
#define OPTION_TYPE_FACTOR double
#define OPTION_TYPE_QUESTION bool /* was it asked at all? */

struct options {
#define X(kind, field, name, letter, argument, value, low, high, help) \
    OPTION_TYPE_##kind field;
    OPTIONS(HEAD, X)
#undef X
#undef HEAD
    const char *net; /* the file, "-" for standard input */
    option_questions questions;
    bool timed; /* --timeout was given */
};

/* Fills the options; texts point into argv, which getopt_long() reorders.
 * --help and --version end the reading: what stands behind them is not
 * looked at, and net may be NULL. */
bool options_read(struct options *options, int argc, char **argv,
                  struct diag *diag);
void options_finish(struct options *options);

/* How many of the files asked for are standard output: 0 or 1 once the
 * options were read. */
int options_take_stdout(const struct options *options);

/* The text of --help, which is the same for everybody. */
void options_help(FILE *out);

/* The name of an order as --order takes it, and of stubborn sets as --stubborn
 * does.
 */
const char *options_order(enum engine_order order);
const char *options_stubborn(enum engine_stubborn stubborn);

#endif
