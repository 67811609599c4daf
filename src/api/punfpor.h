/* punfpor.h - the library libpunfpor: questions about Petri nets.
 *
 * A net is loaded or built, a problem is made of it, options are set and
 * questions asked, and punfpor_solve() answers them:
 *
 *     punfpor_error error;
 *     punfpor_net *net = punfpor_net_load("dining.pnml", &error);
 *     punfpor *problem = punfpor_create(net, &error);
 *     uint32_t q;
 *
 *     punfpor_set(problem, "timeout", "10", &error);
 *     punfpor_ask_deadlock(problem, &q, &error);
 *     punfpor_solve(problem, &error);
 *     if (punfpor_verdict_of(problem, q) == PUNFPOR_YES)
 *         ... punfpor_run(problem, q, &length) ...
 *     punfpor_destroy(problem);
 *     punfpor_net_destroy(net);
 *
 * (Every call above can fail; doc/example.c tests them.)
 *
 * Conventions
 * -----------
 * Errors.  A function that can fail returns an enum punfpor_status, or NULL,
 * and fills *error.  `error` may be NULL in every call: then the message is
 * lost, the status is not.  A successful call does not change *error.  A
 * function that failed has changed nothing, except where it says so.
 *
 * Contracts.  Passing NULL where a handle is wanted, an index out of range, or
 * a freed handle is undefined.  Functions named ..._destroy accept NULL.
 *
 * Numbers.  Places, transitions, events, conditions and questions are numbered
 * from 0, densely, in the order in which they were added.  PUNFPOR_NONE is
 * never a number.  At most 2^32 - 2 of a kind are possible.
 *
 * Text.  All strings are UTF-8 and end with a zero byte.  A string or array
 * that a function returns belongs to the handle it was asked of.  It stays
 * valid until that handle is destroyed.  But strings and arrays about an answer
 * are valid only until the next punfpor_solve(), punfpor_replay() or
 * punfpor_replay_file() on the same handle.
 *
 * Threads.  Different handles may be used by different threads at the same
 * time.  A net does not change after it was made: any number of problems, in
 * any number of threads, may share one.  One problem, and one builder, is for
 * one thread at a time.  punfpor_solve() may start threads of its own; it joins
 * them before it returns.  The library has no global state except one
 * thread-local pointer.  Graphviz's libcgraph has global state, so only one
 * thread of the process may be in punfpor_draw() or punfpor_draw_net() at a
 * time.
 *
 * The process.  The library prints nothing, does not exit, handles no signal
 * and changes no locale.  It forks one kind of process: Graphviz lays pictures
 * out, and the drawings of a page, in a child, which the library ends when a
 * limit is met and waits for before it returns.  It reads and writes the files
 * that it is told to.  A file appears whole or not at all: it is written under
 * a temporary name in the same folder and renamed.  "-" stands for standard
 * input and standard output.  The option "check" is for debugging: when it
 * finds a broken invariant, the library writes one line to standard error and
 * aborts.
 *
 * Memory.  Where memory runs out, a call ends with PUNFPOR_OUT_OF_MEMORY.  What
 * it had allocated is freed, the files and threads that it had opened are
 * closed, and the handles are as before the call; the verdicts of an earlier
 * punfpor_solve() are gone when a later one fails.  An engine of a race that
 * finds no memory leaves the race to the others, as at the limit "max-memory",
 * and what it had answered holds.  There are exceptions.  The SAT solver that
 * engines use is C++ and ends the process when it finds no memory; Graphviz's
 * libcgraph, which builds drawings, may do the same.  When memory runs out in
 * libxml2, the call may fail with PUNFPOR_INPUT.  On systems that overcommit
 * memory (Linux by default) the kernel may kill the process before an
 * allocation fails: set the option "max-memory". */
#ifndef PUNFPOR_H
#define PUNFPOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define PUNFPOR_API __attribute__((visibility("default")))
#else
#define PUNFPOR_API
#endif

/* The interface that this header describes.  Programs compiled for one major
 * number work with every library of that number. */
#define PUNFPOR_MAJOR 0
#define PUNFPOR_MINOR 2

#define PUNFPOR_NONE UINT32_MAX

/* The version of the library that runs, such as "0.2.0". */
PUNFPOR_API const char *punfpor_version(void);

/* ---- errors ------------------------------------------------------------- */

enum punfpor_status {
    PUNFPOR_OK = 0,
    PUNFPOR_USAGE = 1,  /* an option, a name or a call that is wrong, or a
                           file that cannot be opened for writing */
    PUNFPOR_INPUT = 2,  /* a file that cannot be read or does not hold
                           what it should, or a net that is not safe */
    PUNFPOR_OUTPUT = 3, /* a file whose writing failed */
    PUNFPOR_OUT_OF_MEMORY = 4, /* see "Memory" above */
    PUNFPOR_INTERNAL = 5,      /* a fault of the library: an answer that its own
                                  checks refused */
    PUNFPOR_LIMIT = 6          /* a picture that is too large, or whose layout a
                                  limit or punfpor_set_terminate() ended */
};

typedef struct punfpor_error {
    enum punfpor_status status;
    char file[256];  /* the file it concerns, or "" */
    uint32_t line;   /* in that file, from 1; 0 when unknown */
    uint32_t column; /* in bytes, from 1; 0 when unknown */
    char text[768];  /* one sentence without newline, never empty */
} punfpor_error;

/* ---- nets --------------------------------------------------------------- */

/* A safe place/transition net with read arcs. */
typedef struct punfpor_net punfpor_net;

/* Reads a net from the file `path`: PNML, PEP's .ll_net, Tina's .net, a .g of
 * petrify or Workcraft, LoLA's .lola, TAPAAL's .tapn or a Boolean network
 * .bnet, maybe packed by gzip, xz, bzip2 or zip; the content decides which.
 * Colours, time and other extensions are refused with file, line and column.
 * Weights above 1, inhibitor and reset arcs and places with several tokens are
 * translated into a safe net, which may add nodes behind the nodes of the file.
 * NULL with PUNFPOR_INPUT or PUNFPOR_OUT_OF_MEMORY. */
PUNFPOR_API punfpor_net *punfpor_net_load(const char *path,
                                          punfpor_error *error);

/* The same, with a sum of these; one without effect is PUNFPOR_USAGE. */
enum punfpor_reading {
    PUNFPOR_READ_PTNET = 1,   /* a PNML net of any type as a P/T net */
    PUNFPOR_READ_UNTIMED = 2, /* PIPE's nets where all transitions are timed,
                                 without time */
};
PUNFPOR_API punfpor_net *
punfpor_net_load_with(const char *path, unsigned reading, punfpor_error *error);

#define PUNFPOR_TOKENS_AUTO UINT32_MAX

/* The same with more options; all zero is punfpor_net_load().  Values that are
 * wrong or without effect are PUNFPOR_USAGE. */
typedef struct punfpor_load_options {
    unsigned reading;    /* as for punfpor_net_load_with() */
    const char *initial; /* values of a Boolean network, "A=1,B=0"; NULL or
                            without a variable: its value is open, and the first
                            transitions choose it */
    uint32_t tokens;     /* how many each place may have, if place weights do
                            not show less; 0: as many as they show, if a place
                            has several initially; PUNFPOR_TOKENS_AUTO: as many
                            as they show, in any case */
} punfpor_load_options;

PUNFPOR_API punfpor_net *
punfpor_net_load_as(const char *path, const punfpor_load_options *options,
                    punfpor_error *error);

/* The warnings of the reader: complete lines of text. */
PUNFPOR_API uint32_t punfpor_net_warnings(const punfpor_net *net);
PUNFPOR_API const char *punfpor_net_warning(const punfpor_net *net, uint32_t i);

/* The same from `size` bytes of memory, which may be freed afterwards.
 * `name` is the name of the file in messages. */
PUNFPOR_API punfpor_net *punfpor_net_parse(const void *bytes, size_t size,
                                           const char *name,
                                           punfpor_error *error);
PUNFPOR_API punfpor_net *
punfpor_net_parse_as(const void *bytes, size_t size, const char *name,
                     const punfpor_load_options *options, punfpor_error *error);

/* Frees the net.  No problem made of it may be used afterwards, except for
 * punfpor_destroy(). */
PUNFPOR_API void punfpor_net_destroy(punfpor_net *net);

/* Writes the net to `path`; the ending says in which format: .pnml, .ll_net,
 * .net, .g, .lola, .tapn or .bnet. */
PUNFPOR_API enum punfpor_status punfpor_net_write(const punfpor_net *net,
                                                  const char *path,
                                                  punfpor_error *error);

/* The name of the net, "" when it has none. */
PUNFPOR_API const char *punfpor_net_name(const punfpor_net *net);
PUNFPOR_API uint32_t punfpor_net_places(const punfpor_net *net);
PUNFPOR_API uint32_t punfpor_net_transitions(const punfpor_net *net);
/* The numbers of places and of transitions of the file or the builder: the
 * translation of weights, inhibitor and reset arcs may add nodes, which have
 * larger numbers. */
PUNFPOR_API uint32_t punfpor_net_given_places(const punfpor_net *net);
PUNFPOR_API uint32_t punfpor_net_given_transitions(const punfpor_net *net);
/* Arcs that consume or produce; read arcs are counted apart.  A self-loop is a
 * read arc. */
PUNFPOR_API uint32_t punfpor_net_arcs(const punfpor_net *net);
PUNFPOR_API uint32_t punfpor_net_read_arcs(const punfpor_net *net);

/* A node has an id (its XML id, or its number in a .ll_net), perhaps a name
 * (NULL when it has none), and a label: the text used for it in messages. */
PUNFPOR_API const char *punfpor_place_id(const punfpor_net *net, uint32_t p);
PUNFPOR_API const char *punfpor_place_name(const punfpor_net *net, uint32_t p);
PUNFPOR_API const char *punfpor_place_label(const punfpor_net *net, uint32_t p);
PUNFPOR_API const char *punfpor_transition_id(const punfpor_net *net,
                                              uint32_t t);
PUNFPOR_API const char *punfpor_transition_name(const punfpor_net *net,
                                                uint32_t t);
PUNFPOR_API const char *punfpor_transition_label(const punfpor_net *net,
                                                 uint32_t t);

/* The node with this label, else this id, else this name.  PUNFPOR_NONE with
 * PUNFPOR_USAGE when there is none, or when several nodes have the name. */
PUNFPOR_API uint32_t punfpor_find_place(const punfpor_net *net,
                                        const char *text, punfpor_error *error);
PUNFPOR_API uint32_t punfpor_find_transition(const punfpor_net *net,
                                             const char *text,
                                             punfpor_error *error);

/* The capacity that the file gives the place, 0 when it gives none.  It is not
 * modelled: in a safe net no capacity matters. */
PUNFPOR_API uint32_t punfpor_place_capacity(const punfpor_net *net, uint32_t p);

/* How many tokens the place can have: 1, unless it was read with more. */
PUNFPOR_API uint32_t punfpor_place_bound(const punfpor_net *net, uint32_t p);

/* 1 when the place is marked at the beginning, else 0. */
PUNFPOR_API int punfpor_place_marked(const punfpor_net *net, uint32_t p);

/* The places that a transition consumes from, reads, and produces into, in
 * increasing order; *n is their number.  Never NULL. */
PUNFPOR_API const uint32_t *punfpor_consumes(const punfpor_net *net, uint32_t t,
                                             uint32_t *n);
PUNFPOR_API const uint32_t *punfpor_reads(const punfpor_net *net, uint32_t t,
                                          uint32_t *n);
PUNFPOR_API const uint32_t *punfpor_produces(const punfpor_net *net, uint32_t t,
                                             uint32_t *n);

/* The final markings of the file or the builder: how many there are, the places
 * with tokens at one of them, in increasing order, and how many each has; *n is
 * their number. */
PUNFPOR_API uint32_t punfpor_net_finals(const punfpor_net *net);
PUNFPOR_API const uint32_t *punfpor_net_final(const punfpor_net *net,
                                              uint32_t i, uint32_t *n);
PUNFPOR_API const uint32_t *punfpor_net_final_tokens(const punfpor_net *net,
                                                     uint32_t i);

/* ---- building a net ----------------------------------------------------- */

typedef struct punfpor_builder punfpor_builder;

/* An empty net; `name` may be NULL.  NULL when there is no memory. */
PUNFPOR_API punfpor_builder *punfpor_builder_create(const char *name,
                                                    punfpor_error *error);
PUNFPOR_API void punfpor_builder_destroy(punfpor_builder *builder);

/* How many tokens each place may have, as in punfpor_load_options; 0 until this
 * is called. */
PUNFPOR_API void punfpor_builder_tokens(punfpor_builder *builder,
                                        uint32_t tokens);

/* A new node; its number goes to *p or *t, which may be NULL.  Ids are unique
 * among places and among transitions, and not empty; `name` may be NULL.
 * tokens are there initially.  Whatever a builder refuses is PUNFPOR_USAGE. */
PUNFPOR_API enum punfpor_status
punfpor_builder_place(punfpor_builder *builder, const char *id,
                      const char *name, uint32_t tokens, uint32_t *p,
                      punfpor_error *error);
PUNFPOR_API enum punfpor_status
punfpor_builder_transition(punfpor_builder *builder, const char *id,
                           const char *name, uint32_t *t, punfpor_error *error);

enum punfpor_arc {
    PUNFPOR_CONSUMES,
    PUNFPOR_PRODUCES,
    PUNFPOR_READS,    /* the transition needs the tokens, which stay */
    PUNFPOR_INHIBITS, /* it needs less tokens there than these */
    PUNFPOR_RESETS,   /* it takes all tokens; the weight does not matter */
};

/* Adds an arc between nodes that exist, with a weight of at least 1.  The
 * weights of arcs that consume add up, and so do the weights of arcs that
 * produce; of the others the largest counts, and of inhibitor arcs the
 * smallest.  A place that a transition consumes from and produces on counts as
 * read. */
PUNFPOR_API enum punfpor_status
punfpor_builder_arc(punfpor_builder *builder, enum punfpor_arc kind, uint32_t p,
                    uint32_t t, uint32_t weight, punfpor_error *error);

/* The same with weight 1. */
PUNFPOR_API enum punfpor_status
punfpor_builder_consume(punfpor_builder *builder, uint32_t p, uint32_t t,
                        punfpor_error *error);
PUNFPOR_API enum punfpor_status
punfpor_builder_produce(punfpor_builder *builder, uint32_t t, uint32_t p,
                        punfpor_error *error);
PUNFPOR_API enum punfpor_status punfpor_builder_read(punfpor_builder *builder,
                                                     uint32_t p, uint32_t t,
                                                     punfpor_error *error);

/* Adds a final marking, for "sound": each of these n places has a token, or as
 * many as the times that it is listed. */
PUNFPOR_API enum punfpor_status punfpor_builder_final(punfpor_builder *builder,
                                                      const uint32_t *places,
                                                      uint32_t n,
                                                      punfpor_error *error);

/* The net.  Frees the builder, also when it fails. */
PUNFPOR_API punfpor_net *punfpor_builder_finish(punfpor_builder *builder,
                                                punfpor_error *error);

/* ---- problems: options and questions ------------------------------------ */

/* A net with options, questions and, once solved, answers. */
typedef struct punfpor punfpor;

/* The net must outlive the problem.  NULL when there is no memory. */
PUNFPOR_API punfpor *punfpor_create(const punfpor_net *net,
                                    punfpor_error *error);
PUNFPOR_API void punfpor_destroy(punfpor *problem);

/* Sets an option.  Names and values are those of the command line without the
 * dashes: punfpor_set(problem, "order", "size", &error).  An option that is
 * set again has the newer value; NULL as value restores the default.  Fails
 * with PUNFPOR_USAGE when there is no such option or the value is invalid,
 * and with PUNFPOR_INPUT when "dependency" names a file that cannot be read.
 *
 * punfpor_solve() and punfpor_check() refuse an option that was set and that
 * the chosen engine does not use (punfpor_option_used()).  A race uses the
 * options of the engines that can race.  They also refuse options without
 * effect, such as "order", "table" and "deepening" when "cutoffs" is off (the
 * last two unless they are off as well), and "interpolation" or "reduce"
 * without a question.
 *
 * Besides the options of the command line there are
 *
 *     cutoffs       on or off: off is the flag --no-cutoffs
 *     prefix        off, on, complete, mci or pnml: what punfpor_solve() keeps
 *                   for the functions of "the explored prefix" below.  on: what
 *                   was explored until the questions were answered.  complete:
 *                   the complete prefix, which engine `prefix` builds.  mci:
 *                   the same for punfpor_write_mci(): without read arcs, for an
 *                   event consumes and produces what it reads; nets and
 *                   relations that such files cannot hold are refused.  pnml:
 *                   the same for punfpor_write_prefix_pnml(), for all nets and
 *                   relations: a place that transitions read has a copy for
 *                   each of them.  The other functions give the prefix with
 *                   reads all the same, unless "conflicts" is off: then these
 *                   two keep nothing of a run that a limit ends
 *     conflicts     on or off: find the immediate conflicts of that prefix,
 *                   too; this takes most of the time
 *     steps         off or on: keep the steps of the exploration with the
 *                   prefix, for punfpor_write_prefix_json(); the first million
 *                   of them and events of alternatives, and none with a bounded
 *                   "cache"
 *     profile       off or on: keep rows of figures over the work, for
 *                   punfpor_write_profile(); not of a race
 *     certificate   off or on: keep what punfpor_certificate() needs */
PUNFPOR_API enum punfpor_status punfpor_set(punfpor *problem, const char *name,
                                            const char *value,
                                            punfpor_error *error);

/* Would punfpor_set() take this value?  For programs that read their options
 * before their net.  It opens no files.  NULL is valid for every option. */
PUNFPOR_API enum punfpor_status
punfpor_option_check(const char *name, const char *value, punfpor_error *error);

/* What the firing of each transition of the file or the builder costs, for the
 * question "cheapest": at most 10^9 each.  NULL, and without these functions:
 * each costs 1.  The second one reads a file, which doc/FORMATS.md
 * describes. */
PUNFPOR_API enum punfpor_status punfpor_set_costs(punfpor *problem,
                                                  const uint32_t *costs,
                                                  punfpor_error *error);
PUNFPOR_API enum punfpor_status
punfpor_load_costs(punfpor *problem, const char *path, punfpor_error *error);

/* The value of an option as text, as punfpor_set() takes it; NULL when there is
 * no such option.  Valid until the option is set again. */
PUNFPOR_API const char *punfpor_get(const punfpor *problem, const char *name);

/* The options, in the order of the manual: there are punfpor_option_count() of
 * them.  `argument` describes the values ("on|off|SIZE"); `help` is one line.
 * The strings are constant. */
PUNFPOR_API uint32_t punfpor_option_count(void);
PUNFPOR_API const char *punfpor_option_name(uint32_t i);
PUNFPOR_API const char *punfpor_option_argument(uint32_t i);
PUNFPOR_API const char *punfpor_option_default(uint32_t i);
PUNFPOR_API const char *punfpor_option_help(uint32_t i);

/* The engines, which are the values of the option "engine"; the first one is
 * the race. */
PUNFPOR_API uint32_t punfpor_engine_count(void);
PUNFPOR_API const char *punfpor_engine_name(uint32_t engine);

/* Traits that some engines have. */
enum punfpor_trait {
    PUNFPOR_RACES,     /* lets others work */
    PUNFPOR_VISITS,    /* visits maximal configurations, and counts them */
    PUNFPOR_COMPLETES, /* builds the complete prefix */
    PUNFPOR_MERGES,    /* builds the complete merged process */
    PUNFPOR_LISTS,     /* lists all markings */
    PUNFPOR_COUNTS,    /* counts all markings, without listing them */
    PUNFPOR_SHARES,    /* shares a run among processes */
    PUNFPOR_INFERS,    /* proves by invariants what cannot be reached */
    PUNFPOR_AIMS,      /* searches towards each question, and only for a yes */
};
PUNFPOR_API int punfpor_engine_has(uint32_t engine, enum punfpor_trait trait);

/* Does the engine use option i?  Of the race: is the option about the race
 * itself, or about all engines? */
PUNFPOR_API int punfpor_option_used(uint32_t i, uint32_t engine);

/* The techniques of the engine of a verdict (punfpor_answered_by()), or of
 * "structure", in the words of the Model Checking Contest, with blanks between
 * them. */
PUNFPOR_API const char *punfpor_techniques(const char *engine);

/* The engine that punfpor_solve() will run with the options and questions as
 * they are now. */
PUNFPOR_API const char *punfpor_engine(const punfpor *problem);

/* Asks a question; its number goes to *q, which may be NULL.  Names that the
 * net does not have are PUNFPOR_USAGE.
 *
 * Can the transition fire?  `text` is found as by punfpor_find_transition(). */
PUNFPOR_API enum punfpor_status punfpor_ask_transition(punfpor *problem,
                                                       const char *text,
                                                       uint32_t *q,
                                                       punfpor_error *error);

/* Is a marking reachable that marks and leaves empty what the expression says?
 * "p1 p4 !p7": tokens on p1 and p4, none on p7, anything elsewhere. */
PUNFPOR_API enum punfpor_status punfpor_ask_marking(punfpor *problem,
                                                    const char *expression,
                                                    uint32_t *q,
                                                    punfpor_error *error);

/* Is exactly this marking reachable? */
PUNFPOR_API enum punfpor_status
punfpor_ask_exact_marking(punfpor *problem, const char *expression, uint32_t *q,
                          punfpor_error *error);

/* Does the formula hold?  "EF (p1 >= 1 and not fireable(t2))": is a marking
 * reachable at which the condition holds?  "AG ...": does it hold at all
 * reachable markings?  doc/FORMATS.md has the grammar.  In an error, column is
 * the position in the text. */
PUNFPOR_API enum punfpor_status punfpor_ask_formula(punfpor *problem,
                                                    const char *text,
                                                    uint32_t *q,
                                                    punfpor_error *error);

/* What is the largest value of the sum at a reachable marking?  "p1 + 2*p2".
 * PUNFPOR_YES says that it was found: see punfpor_bound(). */
PUNFPOR_API enum punfpor_status punfpor_ask_bound(punfpor *problem,
                                                  const char *text, uint32_t *q,
                                                  punfpor_error *error);

/* Is a marking reachable that enables no transition? */
PUNFPOR_API enum punfpor_status
punfpor_ask_deadlock(punfpor *problem, uint32_t *q, punfpor_error *error);

/* Is the net safe?  PUNFPOR_YES when the structure of the net shows it, or when
 * a search has seen all reachable markings.  When a second token is found,
 * punfpor_solve() says so whatever is asked. */
PUNFPOR_API enum punfpor_status punfpor_ask_safe(punfpor *problem, uint32_t *q,
                                                 punfpor_error *error);

/* Which transitions never fire?  PUNFPOR_YES says that all of them are known.
 * What is known of each, punfpor_fires() tells, also where a limit was met. */
PUNFPOR_API enum punfpor_status
punfpor_ask_dead_transitions(punfpor *problem, uint32_t *q,
                             punfpor_error *error);

/* Can every transition fire, from the initial marking?  For a no,
 * punfpor_named_transition() is dead; for a yes there is a run to each:
 * punfpor_firing_run().  A no ends the search, and other transitions may remain
 * unknown. */
PUNFPOR_API enum punfpor_status
punfpor_ask_quasi_live(punfpor *problem, uint32_t *q, punfpor_error *error);

/* Is the net live: from every reachable marking, can every transition fire
 * again?  For a no, punfpor_run() leads to a marking from which
 * punfpor_named_transition() never fires.  punfpor_ask() with "home" and
 * "reversible" asks the same of conditions. */
PUNFPOR_API enum punfpor_status punfpor_ask_live(punfpor *problem, uint32_t *q,
                                                 punfpor_error *error);

/* Asks punfpor_ask_transition() of each transition, in the order of their
 * numbers, without the transitions that the translation of weights and
 * inhibitor arcs added; *q is the number of the first question. */
PUNFPOR_API enum punfpor_status
punfpor_ask_all_transitions(punfpor *problem, uint32_t *q,
                            punfpor_error *error);

/* Asks any question by the word of its option: "reach", "home", "csc", ...
 * (punfpor_kind_word()); `text` is NULL for a question that takes none. */
PUNFPOR_API enum punfpor_status punfpor_ask(punfpor *problem, const char *word,
                                            const char *text, uint32_t *q,
                                            punfpor_error *error);

/* The words of punfpor_ask(), what their texts are ("EXPR"; NULL: they take
 * none) and what is asked, in a line.  The strings are constant. */
PUNFPOR_API uint32_t punfpor_kind_count(void);
PUNFPOR_API const char *punfpor_kind_word(uint32_t i);
PUNFPOR_API const char *punfpor_kind_argument(uint32_t i);
PUNFPOR_API int punfpor_kind_is_optional(uint32_t i); /* the text */
PUNFPOR_API const char *punfpor_kind_help(uint32_t i);

/* The properties of a file of the Model Checking Contest. */
typedef struct punfpor_properties punfpor_properties;

enum punfpor_property {
    PUNFPOR_PROPERTY_FORMULA = 0, /* with one quantifier at most, or AG EF */
    PUNFPOR_PROPERTY_BOUND = 1,   /* the largest value of a sum of places */
    PUNFPOR_PROPERTY_BEYOND = 2,  /* any other temporal formula */
    PUNFPOR_PROPERTY_CTL = 3      /* of CTL, with several quantifiers */
};

/* The net must outlive the properties.  NULL on errors. */
PUNFPOR_API punfpor_properties *punfpor_properties_load(const punfpor_net *net,
                                                        const char *path,
                                                        punfpor_error *error);
PUNFPOR_API void punfpor_properties_destroy(punfpor_properties *properties);

/* Their number, and the id and the kind of one. */
PUNFPOR_API uint32_t
punfpor_property_count(const punfpor_properties *properties);
PUNFPOR_API const char *
punfpor_property_id(const punfpor_properties *properties, uint32_t i);
PUNFPOR_API enum punfpor_property
punfpor_property_kind(const punfpor_properties *properties, uint32_t i);

/* Asks property i: whether the formula holds, or the largest value as
 * punfpor_ask_bound() does.  PUNFPOR_USAGE for PUNFPOR_PROPERTY_BEYOND. The
 * label of the question is its id. */
PUNFPOR_API enum punfpor_status
punfpor_ask_property(punfpor *problem, const punfpor_properties *properties,
                     uint32_t i, uint32_t *q, punfpor_error *error);

PUNFPOR_API uint32_t punfpor_questions(const punfpor *problem);

/* A question in words, "reach t3", "marking p1 !p7", "deadlock" or "formula EF
 * p1 >= 1"; and as a verdict names it, "t3". */
PUNFPOR_API const char *punfpor_question_text(const punfpor *problem,
                                              uint32_t q);
PUNFPOR_API const char *punfpor_question_label(const punfpor *problem,
                                               uint32_t q);

/* Callbacks of punfpor_solve(), one of each kind; NULL removes it.  Of the
 * same problem they may call only functions that tell what was asked, such as
 * punfpor_question_label().  They must not leave by longjmp() or a C++
 * exception.
 *
 * terminate: a value other than 0 ends the run, and the open questions get
 * PUNFPOR_UNKNOWN with PUNFPOR_STOPPED.  An engine calls it about a thousand
 * times a second; a race calls it from several threads at a time.
 * punfpor_draw() and punfpor_write_page() call it as well, while Graphviz lays
 * out; then it ends the layout. */
PUNFPOR_API void punfpor_set_terminate(punfpor *problem,
                                       int (*terminate)(void *data),
                                       void *data);

typedef struct punfpor_progress {
    /* So far; 0 where the engine does not count it. */
    double seconds;        /* since the run began */
    uint64_t steps;        /* events pushed, or transitions fired */
    uint64_t histories;    /* created */
    uint64_t maximal;      /* maximal configurations */
    uint64_t markings;     /* explored */
    uint64_t bytes;        /* resident memory of the process, at its highest */
    uint32_t depth, bound; /* of the pass; bound 0: none */
    uint64_t explored;     /* histories whose extensions are known */
    uint64_t cutoffs;
    uint64_t programs;   /* linear programs solved */
    uint64_t clauses;    /* that IC3 has learnt */
    uint64_t walks;      /* from the initial marking */
    uint64_t automaton;  /* of temporal formulas: its states, and */
    uint64_t components; /* closed ones of the product with it */
} punfpor_progress;

/* progress: the figures so far, at most five times a second for each engine.  A
 * race adds up the figures of its engines, and calls it from the threads of the
 * engines, never from two threads at a time. */
PUNFPOR_API void
punfpor_set_progress(punfpor *problem,
                     void (*progress)(void *data, const punfpor_progress *now),
                     void *data);

/* ---- answers ------------------------------------------------------------ */

enum punfpor_verdict {
    PUNFPOR_UNKNOWN = 0, /* a limit was met, or the run was stopped */
    PUNFPOR_YES = 1,     /* reachable: there is a run; an AG formula holds */
    PUNFPOR_NO = 2       /* unreachable; an AG formula does not hold: there is a
                            run to a marking that refutes it */
};

/* Why a run ended. */
enum punfpor_stop {
    PUNFPOR_DONE = 0,            /* all is answered, or all is explored */
    PUNFPOR_STOPPED = 1,         /* by the terminate callback */
    PUNFPOR_TIME_LIMIT = 2,      /* option "timeout" */
    PUNFPOR_EVENT_LIMIT = 3,     /* option "max-events" */
    PUNFPOR_DEPTH_LIMIT = 4,     /* option "max-depth" */
    PUNFPOR_MEMORY_LIMIT = 5,    /* option "max-memory" */
    PUNFPOR_UNSAFE = 6,          /* a second token: see punfpor_unsafe() */
    PUNFPOR_REPLAYED = 7,        /* punfpor_replay() does not explore */
    PUNFPOR_OPEN = 8,            /* the engine cannot answer what is open */
    PUNFPOR_LOST = 9,            /* of several processes, one has failed */
    PUNFPOR_AUTOMATON_LIMIT = 10 /* of a formula: see punfpor_failure() */
};

/* A callback with the same rules. found: question q has this verdict, whose run
 * was fired.  Each question is reported once, when its first verdict comes in;
 * a race calls it from the threads of its engines, never from two at a time,
 * and another engine may be named for the question in the end.  A verdict holds
 * unless punfpor_solve() fails: a later second token, or a proof or relation
 * that does not hold, withdraws it. if_safe as for punfpor_if_safe().  A
 * question about all transitions is reported once all of them are known;
 * quasi-liveness already with a transition that never fires, unless
 * punfpor_ask_dead_transitions() asks for all of them; in the end another one
 * may be named. */
typedef struct punfpor_found {
    uint32_t q;
    enum punfpor_verdict verdict;
    int if_safe;
    int64_t value;       /* of punfpor_ask_bound(): the largest one */
    const char *engine;  /* that found it */
    uint32_t transition; /* as punfpor_named_transition() */
} punfpor_found;

PUNFPOR_API void punfpor_set_found(punfpor *problem,
                                   void (*found)(void *data,
                                                 const punfpor_found *what),
                                   void *data);

/* A callback with the same rules. final: question q has this verdict, and no
 * later finding changes the verdict, nor whether it presumes that the net is
 * safe.  The same questions are reported in every run with the same net,
 * options and questions, unless a limit on time or memory or a callback ends
 * it.  Some questions are never reported: in a race an answer is final only
 * when all engines have passed it, and a no that presumes that the net is safe
 * may presume less in the end. */
PUNFPOR_API void punfpor_set_final(punfpor *problem,
                                   void (*final)(void *data,
                                                 const punfpor_found *what),
                                   void *data);

/* Several processes, the ranks from 0 on, that share a run of the engine
 * reverse: all load the same net, set the same options, ask the same questions
 * and call punfpor_solve().  Rank 0 gets the answer; the call of the others
 * ends as if it were stopped.  When the call fails in one rank, that rank must
 * send an empty message: rank 0 to all others, another one to rank 0. */
typedef struct punfpor_ranks {
    uint32_t rank, n_ranks;
    /* Sends n words, which it copies, and never waits for the other rank.
     * Between two ranks messages arrive in the order in which they were sent.
     */
    void (*send)(void *data, uint32_t to, const uint32_t *words, size_t n);
    /* A message that has arrived, valid until the next call; NULL: none has. */
    const uint32_t *(*receive)(void *data, uint32_t *from, size_t *n);
    void *data;
} punfpor_ranks;

/* The ranks must remain valid; NULL: this process alone. */
PUNFPOR_API void punfpor_set_ranks(punfpor *problem,
                                   const punfpor_ranks *ranks);

/* Does the work that all questions of the problem have in common: seeks a proof
 * that the net is safe and, if the options ask for a reduction, reduces the net
 * as far as all questions allow.  The next runs of the problem begin with this,
 * and so do the runs of problems that borrow it by punfpor_begin_with(); each
 * run continues the reduction for its own questions.  Verdicts do not depend on
 * it.  The options "timeout" and "max-memory" limit it, and the callback
 * punfpor_set_terminate() ends it; then less is prepared.  Frees the answer of
 * the last run. */
PUNFPOR_API enum punfpor_status punfpor_prepare(punfpor *problem,
                                                punfpor_error *error);

/* Lets runs of the problem begin with the work of punfpor_prepare() on another
 * problem, which must outlive them; NULL: with nothing.  Without effect if the
 * other problem has another net.  A reduction is used when the other problem
 * has the same option "reduce" and has asked about everything that this one
 * asks about. */
PUNFPOR_API void punfpor_begin_with(punfpor *problem, const punfpor *prepared);

/* Answers the questions; without a question, explores everything.  May be
 * called again, after other options were set or more questions asked: each
 * call starts from scratch.
 *
 * Every run of a yes was fired by the token game, in a part of the library
 * that knows nothing of unfoldings, and every proof of a no was checked, before
 * this function returns.  An answer that fails this is PUNFPOR_INTERNAL.
 *
 * PUNFPOR_OK says that there are answers, some of which may be
 * PUNFPOR_UNKNOWN.  A net that turns out not to be safe gives PUNFPOR_INPUT and
 * punfpor_unsafe() gives the run; a relation that turns out to be wrong gives
 * PUNFPOR_INPUT.  After any other failure all verdicts are PUNFPOR_UNKNOWN. */
PUNFPOR_API enum punfpor_status punfpor_solve(punfpor *problem,
                                              punfpor_error *error);

/* Would punfpor_solve() refuse the options and questions as they are now?  If
 * so fails as it would, with PUNFPOR_USAGE; solves nothing. */
PUNFPOR_API enum punfpor_status punfpor_check(const punfpor *problem,
                                              punfpor_error *error);

/* Explores nothing: fires the run and answers PUNFPOR_YES to the questions that
 * it shows, at its end or on the way, and PUNFPOR_UNKNOWN to the others.
 * PUNFPOR_INPUT when a transition is not enabled when its turn comes, and
 * PUNFPOR_USAGE for a number that is no transition. */
PUNFPOR_API enum punfpor_status punfpor_replay(punfpor *problem,
                                               const uint32_t *run,
                                               uint32_t length,
                                               punfpor_error *error);

/* The same for a run in a file as Tina's tools write it (.scn); *length, which
 * may be NULL, is the number of its steps. */
PUNFPOR_API enum punfpor_status punfpor_replay_file(punfpor *problem,
                                                    const char *path,
                                                    uint32_t *length,
                                                    punfpor_error *error);

PUNFPOR_API enum punfpor_stop punfpor_stop_of(const punfpor *problem);
PUNFPOR_API enum punfpor_verdict punfpor_verdict_of(const punfpor *problem,
                                                    uint32_t q);

/* The largest value of a sum: with PUNFPOR_YES of all reachable markings, with
 * PUNFPOR_UNKNOWN of the markings seen. punfpor_run() leads to it.  Returns 0
 * when there is none, as for all other questions. */
PUNFPOR_API int punfpor_bound(const punfpor *problem, uint32_t q,
                              int64_t *value);

/* An upper bound of a sum with PUNFPOR_UNKNOWN: no reachable marking has a
 * larger value, if the net is safe (punfpor_is_safe()).  Returns 0 when no such
 * limit is known, or with another verdict. */
PUNFPOR_API int punfpor_limit(const punfpor *problem, uint32_t q,
                              int64_t *value);

/* The transition that a no of punfpor_ask_quasi_live() or punfpor_ask_live()
 * names; PUNFPOR_NONE for all other answers. */
PUNFPOR_API uint32_t punfpor_named_transition(const punfpor *problem,
                                              uint32_t q);

/* For "attractors" and "doomed": the number of items in the list, and for each
 * item a run, to the attractor or of the configuration; for an attractor also
 * its number of markings, in decimal digits, as there may be more than an
 * integer holds; NULL for a configuration.  Where many attractors differ by
 * places that no step changes, an item stands for all of its size:
 * punfpor_item_times() says how many, in digits; "1" for itself, NULL for a
 * configuration.  punfpor_item_at_most() is 1 for an attractor that may have
 * fewer markings than punfpor_item_size(), since it takes too long to count
 * them.  punfpor_listed() is "attractors" or "configurations", NULL for other
 * questions; punfpor_item_marks() says whether place p is marked behind the
 * run. */
PUNFPOR_API uint32_t punfpor_items(const punfpor *problem, uint32_t q);
PUNFPOR_API const char *punfpor_listed(const punfpor *problem, uint32_t q);
PUNFPOR_API const uint32_t *punfpor_item_run(const punfpor *problem, uint32_t q,
                                             uint32_t i, uint32_t *length);
PUNFPOR_API const char *punfpor_item_size(const punfpor *problem, uint32_t q,
                                          uint32_t i);
PUNFPOR_API const char *punfpor_item_times(const punfpor *problem, uint32_t q,
                                           uint32_t i);
PUNFPOR_API int punfpor_item_at_most(const punfpor *problem, uint32_t q,
                                     uint32_t i);
PUNFPOR_API int punfpor_item_marks(const punfpor *problem, uint32_t q,
                                   uint32_t i, uint32_t p);

/* After punfpor_ask_dead_transitions() or punfpor_ask_quasi_live(), for which
 * punfpor_is_about_all() is 1: can transition t fire?  PUNFPOR_UNKNOWN where a
 * limit came first, and of transitions that the translation of the net added.
 * punfpor_firing_run() is the run of a yes; it ends with t.  A no presumes that
 * the net is safe if punfpor_if_safe() says so of the question. */
PUNFPOR_API int punfpor_is_about_all(const punfpor *problem, uint32_t q);
/* 1 for punfpor_ask_dead_transitions() alone. */
PUNFPOR_API int punfpor_is_list(const punfpor *problem, uint32_t q);
PUNFPOR_API enum punfpor_verdict punfpor_fires(const punfpor *problem,
                                               uint32_t t);
PUNFPOR_API const uint32_t *punfpor_firing_run(const punfpor *problem,
                                               uint32_t t, uint32_t *length);

/* Is this a question of punfpor_ask_bound()? */
PUNFPOR_API int punfpor_is_bound(const punfpor *problem, uint32_t q);

/* Does this verdict of the question come with a run?  1 for PUNFPOR_YES; of
 * formulas that begin with A, safety, liveness, "home", "reversible", circuits
 * and "sound", unless a transition is never executed, for PUNFPOR_NO.  Of a
 * bound, 1 if a value is known.  Of a formula of CTL, 1 for the verdict that
 * was found, if the engine has a run that shows the outermost operator.  Never
 * for a question about all transitions or with items (punfpor_items()). */
PUNFPOR_API int punfpor_has_run(const punfpor *problem, uint32_t q,
                                enum punfpor_verdict verdict);

/* Does the run of this answer go on for ever?  1 for a formula about paths,
 * with the steps before those that repeat; none repeat at a deadlock, where the
 * last marking stays.  0 if the run decides the formula however it goes on. */
PUNFPOR_API int punfpor_loop(const punfpor *problem, uint32_t q,
                             uint32_t *steps);

/* For a formula of CTL: further runs, which show whether parts of it hold, as
 * far as a run shows that; at most 32, the nearest ones first.  Branch k, below
 * their number, begins at the end of branch of - 1; where punfpor_branch_of()
 * is 0, at the end of punfpor_run(), or at the initial marking without one.
 * punfpor_branch_loop() is as punfpor_loop(); the text says the part and
 * whether it holds.  The run is NULL where no run shows that, and the engine
 * knows it by a search of all markings.  Valid until the next run.
 * punfpor_branches_cut(): are there more than 32, or have all so many steps
 * that further runs were not sought? */
PUNFPOR_API uint32_t punfpor_branches(const punfpor *problem, uint32_t q);
PUNFPOR_API int punfpor_branches_cut(const punfpor *problem, uint32_t q);
PUNFPOR_API const uint32_t *punfpor_branch_run(const punfpor *problem,
                                               uint32_t q, uint32_t k,
                                               uint32_t *length);
PUNFPOR_API uint32_t punfpor_branch_of(const punfpor *problem, uint32_t q,
                                       uint32_t k);
PUNFPOR_API int punfpor_branch_loop(const punfpor *problem, uint32_t q,
                                    uint32_t k, uint32_t *steps);
PUNFPOR_API const char *punfpor_branch_text(const punfpor *problem, uint32_t q,
                                            uint32_t k);

/* For a circuit without unique or complete state coding: two runs show it, and
 * punfpor_run() has both, one behind the other.  *steps is the length of the
 * first, *common how many steps both begin with. 0 without two runs. */
PUNFPOR_API int punfpor_second_run(const punfpor *problem, uint32_t q,
                                   uint32_t *steps, uint32_t *common);

/* For "cheapest" with verdict yes: the cost of the run; returns 1.  Otherwise
 * 0. */
PUNFPOR_API int punfpor_cost(const punfpor *problem, uint32_t q,
                             uint64_t *cost);

/* For a no to a question about a circuit or to "sound": what fails, in words.
 * For a temporal formula that is open because its automaton is too large: a
 * sentence with the size.  NULL otherwise.  Valid until the next run. */
PUNFPOR_API const char *punfpor_failure(const punfpor *problem, uint32_t q);

/* A verdict of the question in words: "unknown", "reachable", "unreachable",
 * "holds", "does not hold", "exact", "complete", "yes", "no", "free" or
 * "doomed".  Constant strings. */
PUNFPOR_API const char *punfpor_answer_text(const punfpor *problem, uint32_t q,
                                            enum punfpor_verdict verdict);

/* 1 when the verdict presumes that the net is safe: it comes without a run, the
 * search that found it has not seen all reachable markings, and nothing else
 * has shown that the net is safe. */
PUNFPOR_API int punfpor_if_safe(const punfpor *problem, uint32_t q);

/* What such verdicts presume: "the net is safe", or of a net whose places can
 * have several tokens "no place gets more tokens than --tokens allows". */
PUNFPOR_API const char *punfpor_presumption(const punfpor *problem);

/* 1 when the last run or punfpor_prepare() has shown that the net is safe: by
 * its structure, or because all reachable markings were seen. */
PUNFPOR_API int punfpor_is_safe(const punfpor *problem);

/* A warning that the runs of the answer refute the units of the file: two
 * places of one NUPN unit are marked together.  No answer relies on the units.
 * NULL: no warning. */
PUNFPOR_API const char *punfpor_warning(const punfpor *problem);

/* 1 when the file of the net claims that NUPN units are safe and the structure
 * does not show it, so that a warning may come.  May be called by found() and
 * after punfpor_solve(). */
PUNFPOR_API int punfpor_may_warn(const punfpor *problem);

/* 1 when the last run explored a reduced net, the option "reduce"; then these
 * are its numbers of places, transitions, arcs, and read arcs.  Figures and the
 * prefix are about that net, verdicts and runs about the net of the problem. */
PUNFPOR_API int punfpor_reduced(const punfpor *problem, uint32_t *places,
                                uint32_t *transitions, uint32_t *arcs,
                                uint32_t *read_arcs);

/* "unknown", "reachable", "unreachable"; and "done", "interrupted", "timeout",
 * "event limit", ..., as the command line prints them.  Constant strings. */
PUNFPOR_API const char *punfpor_verdict_text(enum punfpor_verdict verdict);
PUNFPOR_API const char *punfpor_stop_text(enum punfpor_stop stop);

/* The run that shows a verdict: *length transitions.  It leads to the marking
 * asked for, or ends with the transition asked for.  NULL and 0 for verdicts
 * without one (punfpor_has_run()). */
PUNFPOR_API const uint32_t *punfpor_run(const punfpor *problem, uint32_t q,
                                        uint32_t *length);

/* Seconds from the start of the solving to the verdict; 0 when unknown. */
PUNFPOR_API double punfpor_seconds(const punfpor *problem, uint32_t q);

/* The engine that found the verdict, or NULL when it is unknown. */
PUNFPOR_API const char *punfpor_answered_by(const punfpor *problem, uint32_t q);

/* When the net is not safe: *length transitions that can be fired, and then
 * transition *t puts a second token on place *p.  NULL when no second token was
 * found. */
PUNFPOR_API const uint32_t *punfpor_unsafe(const punfpor *problem,
                                           uint32_t *length, uint32_t *t,
                                           uint32_t *p);

/* Figures of the run, those of punfpor_figures_engine(): there are
 * punfpor_figure_count() of them, each with a name that stays the same from
 * version to version, a value, and one line about it.  Of problem NULL: the
 * names of the figures of all engines, each once, then NULL. */
PUNFPOR_API const char *punfpor_figures_engine(const punfpor *problem);
PUNFPOR_API uint32_t punfpor_figure_count(const punfpor *problem);
PUNFPOR_API const char *punfpor_figure_name(const punfpor *problem, uint32_t i);
PUNFPOR_API uint64_t punfpor_figure(const punfpor *problem, uint32_t i);
PUNFPOR_API const char *punfpor_figure_about(const punfpor *problem,
                                             uint32_t i);

/* The decimal digits of a figure of 2^63 or more, for which punfpor_figure() is
 * 2^64 - 1; NULL: the figure is smaller. */
PUNFPOR_API const char *punfpor_figure_text(const punfpor *problem, uint32_t i);

/* The time that solving took, in seconds; the work, in units of about a
 * nanosecond that do not depend on the machine; and the resident memory of the
 * process at its highest, in bytes. */
PUNFPOR_API double punfpor_total_seconds(const punfpor *problem);
PUNFPOR_API uint64_t punfpor_work(const punfpor *problem);
PUNFPOR_API uint64_t punfpor_peak_bytes(const punfpor *problem);

/* The certificate of a verdict, which punf-por-check accepts or rejects, as
 * text of *size bytes.  There must be exactly one question, and the option
 * "certificate" must have been on.  NULL with PUNFPOR_USAGE otherwise, and
 * where the verdict is PUNFPOR_UNKNOWN or the engine has left no proof. */
PUNFPOR_API const char *punfpor_certificate(punfpor *problem, size_t *size,
                                            punfpor_error *error);

/* ---- files -------------------------------------------------------------- */

/* Writes the run that shows a verdict as Tina's tools read it (.scn). */
PUNFPOR_API enum punfpor_status punfpor_write_run(const punfpor *problem,
                                                  uint32_t q, const char *path,
                                                  punfpor_error *error);

/* Writes punfpor_firing_run(). */
PUNFPOR_API enum punfpor_status punfpor_write_firing_run(const punfpor *problem,
                                                         uint32_t t,
                                                         const char *path,
                                                         punfpor_error *error);

/* Writes what punfpor_certificate() gives. */
PUNFPOR_API enum punfpor_status punfpor_write_certificate(punfpor *problem,
                                                          const char *path,
                                                          punfpor_error *error);

/* How the explored prefix is drawn: a sum of these. */
enum punfpor_drawing {
    PUNFPOR_DRAW_CONDITIONS = 1, /* the occurrence net, with its conditions */
    PUNFPOR_DRAW_MERGED = 2,     /* the merged process */
    PUNFPOR_DRAW_LEFT_TO_RIGHT = 4, /* causes left of their effects */
    PUNFPOR_DRAW_NO_COMPANIONS = 8, /* no arrows from cutoffs to companions */
    PUNFPOR_DRAW_NO_LEGEND = 16,    /* no samples of boxes and lines */
    PUNFPOR_DRAW_COMPANIONS = 32,   /* those arrows above 100 events, too */
};

/* Draws the explored prefix, in format "dot" for Graphviz, or as a picture:
 * "svg", "pdf" or "png".  If the engines that answered have built none, it
 * draws the process of the first run that answers a question; so do the
 * functions that write the prefix as JSON and as a page.
 *
 * For pictures libgvc must be installed; only one thread of the process may
 * draw.  focus is NULL for all of it; the number of an event ("e12"), "witness"
 * for the events of the run that answers the first question,
 * or a transition as punfpor_find_transition() takes it: then only their pasts,
 * what follows at once, and immediate conflicts are drawn.  Not for a merged
 * process.  `title` may be NULL: the name of the net.  Needs the options
 * "prefix" and "conflicts".
 *
 * A picture of more nodes or lines than the two limits below is refused.
 * Others are drawn within the options "timeout", which counts from this call,
 * and "max-memory", and until the callback of punfpor_set_terminate() says so.
 * All this ends with PUNFPOR_LIMIT, and without a file. */
enum { PUNFPOR_PICTURE_NODES = 5000, PUNFPOR_PICTURE_LINES = 20000 };

PUNFPOR_API enum punfpor_status
punfpor_draw(const punfpor *problem, unsigned how, const char *focus,
             const char *format, const char *title, const char *path,
             punfpor_error *error);

/* Draws the net of the problem, in one of these formats and within the same
 * limits.  Needs no run. */
PUNFPOR_API enum punfpor_status punfpor_draw_net(const punfpor *problem,
                                                 const char *format,
                                                 const char *path,
                                                 punfpor_error *error);

/* Writes the explored prefix as JSON, with the net, the questions and their
 * runs, and with the steps of the exploration if the option "steps" was on;
 * doc/FORMATS.md describes it.  `title` may be NULL: the name of the net.
 * Needs the options "prefix" and "conflicts". */
PUNFPOR_API enum punfpor_status
punfpor_write_prefix_json(const punfpor *problem, const char *title,
                          const char *path, punfpor_error *error);

/* Writes the same as a page to explore in a browser: one HTML file, which needs
 * no network.  Small drawings are laid out by Graphviz, within the limits of
 * punfpor_draw(); where one is met, the page lays them out itself. */
PUNFPOR_API enum punfpor_status punfpor_write_page(const punfpor *problem,
                                                   const char *title,
                                                   const char *path,
                                                   punfpor_error *error);

/* Writes how the last run grew, in format "csv" as comma-separated values, or
 * in format "svg" as plots; doc/FORMATS.md describes the columns.  `title` may
 * be NULL: the name of the net.  Needs the option "profile". */
PUNFPOR_API enum punfpor_status punfpor_write_profile(const punfpor *problem,
                                                      const char *format,
                                                      const char *title,
                                                      const char *path,
                                                      punfpor_error *error);

/* How two transitions a and b are ordered, by all runs of the net. */
enum punfpor_relation {
    PUNFPOR_EXCLUSIVE,    /* no run fires both */
    PUNFPOR_BEFORE,       /* a run fires a and later b, and none b and later
                             a */
    PUNFPOR_AFTER,        /* the other way round */
    PUNFPOR_CONCURRENT,   /* both can fire in one step */
    PUNFPOR_INTERLEAVING, /* both orders, but never in one step */
};

/* "exclusive", ... */
PUNFPOR_API const char *punfpor_relation_text(enum punfpor_relation relation);

/* The relations of all pairs of transitions of the file or the builder: that of
 * a and b is table[a * n + b], with n of punfpor_net_given_transitions().  A
 * transition is exclusive to itself when no run fires it twice, otherwise
 * interleaving.  Explores a complete prefix by itself, within the options of
 * the problem; at a limit, PUNFPOR_LIMIT.  A net that is not safe is
 * PUNFPOR_INPUT, one with reset arcs or several tokens PUNFPOR_USAGE. */
PUNFPOR_API enum punfpor_status punfpor_relations(const punfpor *problem,
                                                  unsigned char *table,
                                                  punfpor_error *error);

/* Writes the same in format "csv" or "json", or draws it in a format of
 * punfpor_draw(); doc/FORMATS.md describes them.  `title` may be NULL: the name
 * of the net. */
PUNFPOR_API enum punfpor_status punfpor_write_relations(const punfpor *problem,
                                                        const char *format,
                                                        const char *title,
                                                        const char *path,
                                                        punfpor_error *error);

enum punfpor_nodes { PUNFPOR_PLACES, PUNFPOR_TRANSITIONS };

/* Which pairs of places a reachable marking marks, or which pairs of
 * transitions can fire in one step: table[a * n + b] is 1 or 0, with n of
 * punfpor_net_given_places() or punfpor_net_given_transitions(); of a and a: a
 * can be marked, or fire.  By the engine of the problem, symbolic or prefix,
 * otherwise by symbolic, within the options; at a limit, PUNFPOR_LIMIT.  A net
 * that is not safe is PUNFPOR_INPUT, one with reset arcs or several tokens
 * PUNFPOR_USAGE. */
PUNFPOR_API enum punfpor_status punfpor_concurrent(const punfpor *problem,
                                                   enum punfpor_nodes nodes,
                                                   unsigned char *table,
                                                   punfpor_error *error);

/* Writes the same in format "text", "csv" or "svg"; doc/FORMATS.md describes
 * them.  `title` may be NULL: the name of the net. */
PUNFPOR_API enum punfpor_status
punfpor_write_concurrent(const punfpor *problem, enum punfpor_nodes nodes,
                         const char *format, const char *title,
                         const char *path, punfpor_error *error);

/* Writes the complete prefix as Mole, PEP and Punf do.  Needs "prefix" set to
 * mci, and PUNFPOR_DONE.  A prefix that was asked for as complete also suffices
 * if no event reads. */
PUNFPOR_API enum punfpor_status punfpor_write_mci(const punfpor *problem,
                                                  const char *path,
                                                  punfpor_error *error);

/* Writes the prefix as PNML: an occurrence net, whose places are conditions and
 * whose transitions are events.  This needs engine `prefix`, PUNFPOR_DONE, and
 * the option "prefix" as pnml or mci; complete suffices where no event reads a
 * place. */
PUNFPOR_API enum punfpor_status
punfpor_write_prefix_pnml(const punfpor *problem, const char *path,
                          punfpor_error *error);

/* ---- the explored prefix ------------------------------------------------ */

/* What punfpor_solve() explored, when the option "prefix" was not off; empty
 * otherwise.  Causes have smaller numbers than their effects.  Event 0 is
 * bottom: it has no transition and produces the initial conditions.
 *
 * There is an event for each history, and it produces conditions of its own.
 * Under the relation `read` an event of the unfolding may have several
 * histories, and these produce the same conditions: punfpor_histories() tells
 * which they are.
 *
 * There may be conditions of places that an engine has added.  They have
 * PUNFPOR_NONE as place, and figures do not count them. */
PUNFPOR_API uint32_t punfpor_event_count(const punfpor *problem);
PUNFPOR_API uint32_t punfpor_condition_count(const punfpor *problem);

/* By event: the first one that is a history of the same event; by condition:
 * the first one that is the same.  Each has room for all of them, or is NULL.
 * Fails with PUNFPOR_USAGE without the option "prefix". */
PUNFPOR_API enum punfpor_status punfpor_histories(const punfpor *problem,
                                                  uint32_t *events,
                                                  uint32_t *conditions,
                                                  punfpor_error *error);

/* The transition of an event, or PUNFPOR_NONE for bottom, and for an event of a
 * reduced net that stands for several transitions. */
PUNFPOR_API uint32_t punfpor_event_transition(const punfpor *problem,
                                              uint32_t e);

/* The maximal causes of an event in increasing order: {0} when there are none
 * but bottom, nothing for bottom itself. */
PUNFPOR_API const uint32_t *punfpor_event_causes(const punfpor *problem,
                                                 uint32_t e, uint32_t *n);

/* The events in immediate conflict with it, in increasing order.  Needs the
 * option "conflicts".  They are found among the first events, bottom included,
 * as many as the second function says: among all, unless that would take too
 * long. */
PUNFPOR_API const uint32_t *punfpor_event_conflicts(const punfpor *problem,
                                                    uint32_t e, uint32_t *n);
PUNFPOR_API uint32_t punfpor_compared_events(const punfpor *problem);

/* The conditions that it consumes, reads and produces. */
PUNFPOR_API const uint32_t *punfpor_event_consumes(const punfpor *problem,
                                                   uint32_t e, uint32_t *n);
PUNFPOR_API const uint32_t *punfpor_event_reads(const punfpor *problem,
                                                uint32_t e, uint32_t *n);
PUNFPOR_API const uint32_t *punfpor_event_produces(const punfpor *problem,
                                                   uint32_t e, uint32_t *n);

/* Events in its local configuration, itself included and bottom not. */
PUNFPOR_API uint32_t punfpor_event_size(const punfpor *problem, uint32_t e);

/* 1 when it is a cutoff.  Its companion is the event whose local configuration
 * reaches the same marking and is smaller, 0 for the empty configuration;
 * PUNFPOR_NONE when it is no cutoff, or when the smaller configuration is not
 * local to an event. */
PUNFPOR_API int punfpor_event_is_cutoff(const punfpor *problem, uint32_t e);
PUNFPOR_API uint32_t punfpor_event_companion(const punfpor *problem,
                                             uint32_t e);

/* 1 when it is part of the run that answers the first question, or below it. */
PUNFPOR_API int punfpor_event_in_witness(const punfpor *problem, uint32_t e);

/* The size of its merged process, or of the process that the engine `merged`
 * has built without a prefix: conditions of the same place and occurrence
 * depth counted once, and events of the same transition between the same ones;
 * a cutoff stands for cutoffs only.  Fails with PUNFPOR_USAGE without the
 * option "prefix". */
PUNFPOR_API enum punfpor_status
punfpor_merged(const punfpor *problem, uint32_t *conditions, uint32_t *events,
               uint32_t *cutoffs, punfpor_error *error);

/* Writes that process, one node a line; doc/FORMATS.md describes the file.
 * Needs the option "prefix" as complete, and PUNFPOR_DONE. */
PUNFPOR_API enum punfpor_status punfpor_write_merged(const punfpor *problem,
                                                     const char *path,
                                                     punfpor_error *error);

/* The place of a condition, and the event that produced it. */
PUNFPOR_API uint32_t punfpor_condition_place(const punfpor *problem,
                                             uint32_t b);
PUNFPOR_API uint32_t punfpor_condition_producer(const punfpor *problem,
                                                uint32_t b);

#ifdef __cplusplus
}
#endif

#endif
