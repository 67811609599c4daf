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
  "can transition T (an id or a name) fire?")                                  \
X(QUESTION, marking, "marking", 0, "EXPR", NULL, 0, 0,                         \
  "is a marking reachable that fits EXPR?  \"p1 p4 !p7\": tokens on p1 and p4, " \
  "none on p7, anything elsewhere")                                            \
X(QUESTION, marking_exact, "marking-exact", 0, "EXPR", NULL, 0, 0,             \
  "is the marking reachable that marks exactly the places of EXPR?")           \
X(QUESTION, deadlock, "deadlock", 0, NULL, NULL, 0, 0,                         \
  "is a marking reachable that enables no transition?")                        \
X(QUESTION, all_transitions, "all-transitions", 0, NULL, NULL, 0, 0,           \
  "ask --reach of every transition")                                           \
HEAD("Answers")                                                                \
X(OUTPUT, witness, "witness", 0, "FILE", NULL, 0, 0,                           \
  "print a run that proves each yes, or write it to FILE (Tina's .scn)")       \
X(TEXT, certificate, "certificate", 0, "FILE", NULL, 0, 0,                     \
  "write a certificate of the answer, which punf-por-check accepts or "        \
  "rejects; needs exactly one question")                                       \
X(TEXT, replay, "replay", 0, "FILE", NULL, 0, 0,                               \
  "fire the run in FILE (.scn) and answer from it, without exploration")       \
X(OUTPUT, json, "json", 0, "FILE", NULL, 0, 0,                                 \
  "write all results as JSON to standard output or FILE")                      \
X(FLAG, stats, "stats", 0, NULL, NULL, 0, 0,                                   \
  "print the figures of the run as a table")                                   \
X(FLAG, quiet, "quiet", 'q', NULL, NULL, 0, 0,                                 \
  "print verdicts and errors only")                                            \
X(FLAG, verbose, "verbose", 'v', NULL, NULL, 0, 0,                             \
  "print what was read and how it is explored")                                \
HEAD("Exploration")                                                            \
X(TEXT, engine, "engine", 0, "NAME", "auto", 0, 0,                             \
  "por: maximal configurations one by one; prefix: the complete prefix, by "   \
  "saturation; state: markings, depth first towards each question; auto: a "   \
  "race of these three, without a question por")                               \
X(TEXT, dependency, "dependency", 0, "REL", "read", 0, 0,                      \
  "(por, prefix) which transitions are dependent: classic: two that share a "  \
  "place; read: the same, unless both only read it; none: any two; or any "    \
  "two but the pairs in a file")                                               \
X(ORDER, order, "order", 0, "size|parikh|foata", "foata", 0, 0,                \
  "(por, prefix) adequate order of the cutoffs: size (McMillan), parikh or "   \
  "foata (Esparza, Römer, Vogler)")                                            \
X(FLAG, no_cutoffs, "no-cutoffs", 0, NULL, NULL, 0, 0,                         \
  "(por, prefix) explore without cutoffs, which ends only on nets whose runs " \
  "all end")                                                                   \
X(TABLE, table, "table", 0, "on|off|SIZE", "on", 0, 0,                         \
  "(por) keep a table of markings for the cutoffs, of SIZE entries at most; "  \
  "off: only events in memory cut events off")                                 \
X(CHOICE, choose, "choose", 0, "largest|oldest", "largest", 0, 0,              \
  "(por) push first the enabled event with the largest local configuration, "  \
  "or the oldest one")                                                         \
X(NUMBER, alternatives, "alternatives", 'k', "K", NULL, 0, UINT32_MAX,         \
  "(por) compute K-partial alternatives, with which runs may be blocked; 0: "  \
  "full alternatives, optimal (default: 0)")                                   \
X(CACHE, cache, "cache", 0, "SIZE|none|unlimited", "unlimited", 0, 0,          \
  "(por) evict events that are not needed when the store of events exceeds "   \
  "SIZE bytes; none: evict all of these")                                      \
X(FACTOR, deepening, "deepening", 0, "FACTOR|off", "1.5", 0, 0,                \
  "(por) explore in passes; the bound on the size of local configurations "    \
  "grows by FACTOR")                                                           \
X(STUBBORN, stubborn, "stubborn", 0, "KIND", "property", 0, 0,                 \
  "(state) fire at each marking none: all enabled transitions; persistent: a " \
  "set chosen without regard to the question; property: a set chosen for the " \
  "question")                                                                  \
X(SWITCH, interpolation, "interpolation", 0, "on|off", "on", 0, 0,             \
  "(state) learn from each marking without an answer a cube of markings that " \
  "have none either")                                                          \
X(NUMBER, check, "check", 0, "N", NULL, 0, 2,                                  \
  "(por, state) recompute invariants while running: 1: the cheap ones; 2: "    \
  "extensions and alternatives, too, from their definitions (default: 0)")     \
X(FLAG, compare, "compare", 0, NULL, NULL, 0, 0,                               \
  "run por and prefix under every relation that applies and print a table; "   \
  "each run has its own limits, 60 seconds without --timeout")                 \
HEAD("Limits (0: none)")                                                       \
X(SECONDS, timeout, "timeout", 0, "SEC", NULL, 0, 0,                           \
  "stop after SEC seconds")                                                    \
X(NUMBER, max_events, "max-events", 0, "N", NULL, 0, UINT64_MAX,               \
  "stop when N events were created, or N markings explored")                   \
X(NUMBER, max_depth, "max-depth", 0, "N", NULL, 0, UINT32_MAX,                 \
  "leave out events whose local configuration has more than N events, and "    \
  "markings that the search reaches by more than N steps")                     \
X(NUMBER, threads, "threads", 0, "N", NULL, 1, 3,                              \
  "(auto) run 1, 2 or 3 engines of the race at once (default: one for each "   \
  "processor)")                                                                \
X(SIZE, max_memory, "max-memory", 0, "SIZE", NULL, 0, 0,                       \
  "stop when the process holds SIZE bytes; SIZE may end in K, M or G")         \
HEAD("Drawing and conversion")                                                 \
X(TEXT, dot, "dot", 0, "FILE", NULL, 0, 0,                                     \
  "draw the explored prefix as an event structure for Graphviz")               \
X(FLAG, dot_conditions, "dot-conditions", 0, NULL, NULL, 0, 0,                 \
  "let --dot draw the occurrence net, with its conditions")                    \
X(TEXT, mci, "mci", 0, "FILE", NULL, 0, 0,                                     \
  "write the complete prefix as Mole and PEP do; needs --engine prefix")       \
X(TEXT, dot_net, "dot-net", 0, "FILE", NULL, 0, 0,                             \
  "draw the net")                                                              \
X(TEXT, write, "write", 0, "FILE", NULL, 0, 0,                                 \
  "write the net to FILE.ll_net or FILE.pnml")                                 \
HEAD("About")                                                                  \
X(FLAG, version, "version", 'V', NULL, NULL, 0, 0,                             \
  "print the version and exit")                                                \
X(FLAG, help, "help", 'h', NULL, NULL, 0, 0,                                   \
  "print this help and exit")
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
