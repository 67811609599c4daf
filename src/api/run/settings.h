/* settings.h - the options of the library.
 *
 * One table gives their names, defaults, parsers and help; engine.uses tells
 * which engine uses what.  The command line gets its options of the exploration
 * from this table through punfpor_option_name() and similar functions.
 *
 *     X(kind, id, name, argument, words, default, most, help)
 *
 * kind determines the possible values:
 *
 *     WORD     one of words; its number counts from 0 in their order
 *     TEXT     any text except ""
 *     NUMBER   a whole number, `most` at most
 *     THREADS  the same, but not 0, or auto for 0
 *     SECONDS  a decimal number of at least 0, with ms, s, m, h or d, or none
 *     MEMORY   auto (SETTINGS_OFF) or a SIZE, which is a whole number with an
 *              optional K, M or G for 2^10, 2^20, 2^30
 *     TABLE    on (0), off (SETTINGS_OFF) or a SIZE
 *     CACHE    unlimited (0), none (SETTINGS_OFF) or a SIZE
 *     FACTOR   off (0) or a decimal number above 1
 *     LIST     some of words, with commas between them: a set, 1 << number of
 *              the word, which counts from 0
 *     RULES    auto (SETTINGS_OFF), on, off or names of reductions with commas
 *              between them: a set, 1 << enum reduction_rule
 *
 * The enumerations of engine.h have the order of the words. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "base/diag.h"
#include "engine/race/engines.h"

#include <stdbool.h>
#include <stdint.h>

/* The words of the options of engines, as "auto|state" and "state,prefix". */
#define SETTINGS_WORD(word, module, help) "|" #word
#define SETTINGS_ITEM(word, module, help) "," #word
#define SETTINGS_LINE(word, module, help) "; " #word ": " help
#define SETTINGS_ENGINES (&(ENGINES(SETTINGS_WORD))[1])
#define SETTINGS_RACERS (&(ENGINES_RACING(SETTINGS_WORD))[1])

/* clang-format off */
#define SETTINGS(X)                                                           \
X(WORD, engine, "engine", SETTINGS_ENGINES, SETTINGS_ENGINES, "auto", 0,      \
  &(ENGINES(SETTINGS_LINE))[2])                                               \
X(LIST, racers, "racers", "ENGINE,...", SETTINGS_RACERS,                      \
  &(ENGINES_RACING(SETTINGS_ITEM))[1], 0,                                     \
  "the engines that race, where they can answer the questions")               \
X(TEXT, dependency, "dependency", "REL", NULL, "read", 0,                     \
  "which transitions are dependent: classic: two that share a place; read: "  \
  "the same, unless both only read it; none: any two; or any two but the "    \
  "pairs in a file")                                                          \
X(WORD, order, "order", "size|parikh|foata", "size|parikh|foata", "foata", 0, \
  "adequate order of the cutoffs: size (McMillan), parikh or foata "          \
  "(Esparza, Römer, Vogler)")                                                 \
X(WORD, cutoffs, "cutoffs", "on|off", "off|on", "on", 0,                      \
  "off: explore without cutoffs, which ends only on nets whose runs all end") \
X(TABLE, table, "table", "on|off|SIZE", NULL, "on", 0,                        \
  "keep a table of markings for the cutoffs, of SIZE entries at most; off: "  \
  "only events in memory cut events off")                                     \
X(WORD, choose, "choose", "largest|oldest", "largest|oldest", "largest", 0,   \
  "push first the enabled event with the largest local configuration, or "    \
  "the oldest one")                                                           \
X(NUMBER, alternatives, "alternatives", "K", NULL, "0", UINT32_MAX,           \
  "compute K-partial alternatives, with which runs may be blocked; 0: full "  \
  "alternatives, optimal")                                                    \
X(CACHE, cache, "cache", "SIZE|none|unlimited", NULL, "unlimited", 0,         \
  "evict events that are not needed when the store of events exceeds SIZE "   \
  "bytes; none: evict all of these")                                          \
X(FACTOR, deepening, "deepening", "FACTOR|off", NULL, "1.5", 0,               \
  "explore in passes; the bound on the size of local configurations grows "   \
  "by FACTOR")                                                                \
X(WORD, stubborn, "stubborn", "none|persistent|property",                     \
  "property|persistent|none", "property", 0,                                  \
  "fire at each marking none: all enabled transitions; persistent: a set "    \
  "chosen without regard to the question; property: a set chosen for the "    \
  "question")                                                                 \
X(WORD, interpolation, "interpolation", "on|off", "off|on", "on", 0,          \
  "learn from each marking without an answer a cube of markings that have "   \
  "none either")                                                              \
X(NUMBER, seed, "seed", "N", NULL, "1", UINT64_MAX,                           \
  "choose other walks: they depend on N and nothing else")                    \
X(NUMBER, from_prefix, "from-prefix", "N", NULL, "1000000", UINT64_MAX,       \
  "make the merged process from the prefix if that has N histories at most "  \
  "and is not much larger; otherwise directly")                               \
X(NUMBER, check, "check", "N", NULL, "0", 2,                                  \
  "recompute invariants while running: 1: the cheap ones; 2: extensions and " \
  "alternatives, too, from their definitions")                                \
X(SECONDS, timeout, "timeout", "TIME", NULL, "0", 0,                          \
  "stop after TIME, in seconds or with a unit: 90, 500ms, 1m, 2h")            \
X(NUMBER, max_events, "max-events", "N", NULL, "0", UINT64_MAX,               \
  "stop when N histories were created, or N markings explored")               \
X(NUMBER, max_depth, "max-depth", "N", NULL, "0", UINT32_MAX,                 \
  "leave out events whose local configuration has more than N events, and "   \
  "markings that the search reaches by more than N steps")                    \
X(THREADS, threads, "threads", "N|auto", NULL, "auto", 256,                   \
  "how many engines of a race run at once, or how many threads an engine "    \
  "has, up to 256; auto: one for each processor")                             \
X(TEXT, checkpoint, "checkpoint", "FILE|off", NULL, "off", 0,                 \
  "write to FILE what is done and what is left: in the beginning, at "        \
  "intervals and at the end, also when a signal or a limit ends the run; of " \
  "several nets, and with --jobs, a journal of finished tasks, by any engine")\
X(SECONDS, checkpoint_every, "checkpoint-every", "TIME", NULL, "60", 0,       \
  "let TIME pass between two checkpoints")                                    \
X(TEXT, resume, "resume", "FILE|off", NULL, "off", 0,                         \
  "go on with what a checkpoint or a journal has left, with any number of "   \
  "threads or jobs; FILE may also be that of the new checkpoint")             \
X(MEMORY, max_memory, "max-memory", "SIZE|auto", NULL, "auto", 0,             \
  "an engine stops when the process holds SIZE bytes; SIZE may end in K, M "  \
  "or G; auto: three quarters of what the machine or the control group has")  \
X(RULES, reduce, "reduce", "auto|on|off|RULE,...", NULL, "auto", 0,           \
  "reduce the net for the questions first: on: by all rules; or by the "      \
  "rules in a list; auto: on for a race, unless dependency, order, cutoffs "  \
  "or max-depth are set")                                                     \
X(TEXT, fair, "fair", "T,...|none", NULL, "none", 0,                          \
  "of formulas that begin with A or E, look only at runs on which each of "  \
  "these transitions fires again and again, or is disabled again and again")  \
X(WORD, prefix, "prefix", "off|on|complete|mci|pnml",                         \
  "off|on|complete|mci|pnml", "off", 0,                                       \
  "what to keep of the explored prefix; complete: all of the complete "       \
  "prefix; mci: the same, where .mci files can hold it; pnml: the same, "     \
  "without read arcs")                                                        \
X(WORD, conflicts, "conflicts", "on|off", "off|on", "on", 0,                  \
  "find the immediate conflicts of the prefix that is kept")                  \
X(WORD, steps, "steps", "off|on", "off|on", "off", 0,                         \
  "keep the steps of the exploration with the prefix")                        \
X(WORD, profile, "profile", "off|on", "off|on", "off", 0,                     \
  "keep rows of figures over the work")                                       \
X(WORD, certificate, "certificate", "off|on", "off|on", "off", 0,             \
  "keep what certifies the answer")
/* clang-format on */

enum settings_id {
#define X(kind, id, name, argument, words, value, most, help) SETTING_##id,
    SETTINGS(X)
#undef X
        SETTING_COUNT
};

enum settings_kind {
    SETTINGS_KIND_WORD,
    SETTINGS_KIND_TEXT,
    SETTINGS_KIND_NUMBER,
    SETTINGS_KIND_THREADS,
    SETTINGS_KIND_SECONDS,
    SETTINGS_KIND_MEMORY,
    SETTINGS_KIND_TABLE,
    SETTINGS_KIND_CACHE,
    SETTINGS_KIND_FACTOR,
    SETTINGS_KIND_LIST,
    SETTINGS_KIND_RULES,
};

struct settings_row {
    enum settings_kind kind;
    const char *name, *argument, *words, *value; /* value: the default */
    uint64_t most;
    const char *help;
};

extern const struct settings_row settings_rows[SETTING_COUNT];

/* The values of the option prefix. */
enum settings_prefix {
    SETTINGS_PREFIX_OFF,
    SETTINGS_PREFIX_ON,
    SETTINGS_PREFIX_COMPLETE,
    SETTINGS_PREFIX_MCI,
    SETTINGS_PREFIX_PNML,
};

#define SETTINGS_OFF UINT64_MAX

struct settings_value {
    uint64_t number; /* of WORD, NUMBER, THREADS, MEMORY, TABLE, CACHE */
    double real;     /* of SECONDS, FACTOR */
};

struct settings {
    struct settings_value values[SETTING_COUNT];
    char *texts[SETTING_COUNT]; /* as set; NULL: the default */
};

void settings_init(struct settings *settings);
void settings_finish(struct settings *settings);

/* The option with this name; SETTING_COUNT with a report when there is none. */
enum settings_id settings_find(const char *name, struct diag *diag);

/* text may be NULL: the default.  On an error reports and changes nothing. */
bool settings_set(struct settings *settings, enum settings_id id,
                  const char *text, struct diag *diag);

/* Would settings_set() accept text? */
bool settings_check(enum settings_id id, const char *text, struct diag *diag);

static inline uint64_t settings_number(const struct settings *settings,
                                       enum settings_id id)
{
    return settings->values[id].number;
}

static inline double settings_real(const struct settings *settings,
                                   enum settings_id id)
{
    return settings->values[id].real;
}

/* Was it set explicitly, possibly to the default? */
static inline bool settings_given(const struct settings *settings,
                                  enum settings_id id)
{
    return settings->texts[id] != NULL;
}

/* The value in the syntax of settings_set(); sizes in bytes. */
const char *settings_text(const struct settings *settings, enum settings_id id);

#endif
