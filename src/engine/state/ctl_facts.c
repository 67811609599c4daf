#include "engine/state/ctl_search.h"

#include "base/mem.h"
#include "net/marking.h"
#include "question/formula_builder.h"

/* The part of the work for a question about paths alone. */
enum { PART_OF_PATH = 8 };

/* What is asked about an atom, or about a part that is about one. */
enum fact {
    FACT_ATOM,    /* is it always as at the initial marking? */
    FACT_HOME,    /* can a marking that is sought always be reached? */
    FACT_SHOWN,   /* does a path from the initial marking show the part? */
    FACT_REFUTED, /* does none do that without which it does not hold? */
    FACT_NOWHERE, /* the same of all paths */
    FACTS,
};

struct asked {
    struct ctl_search *search;
    uint32_t number; /* of the atom, or the part */
};

struct asking {
    const struct engine_problem *problem;
    struct watch *watch;
    enum fact fact;
    VEC(struct asked) asked; /* by goal */
    goal_list goals;
};

/* --- questions ------------------------------------------------------------ */

/* That the atom holds, or that it does not, if that is not too large. */
static void add_condition(struct asking *asking, enum question_path path,
                          const struct formula *atom, bool holds)
{
    struct formula *const formula =
        holds ? formula_copy(atom) : formula_part_negation(atom);

    if (formula)
        goal_add_built(&asking->goals, question_of_path(path), formula, "ctl");
}

/* A path is sought of which a formula is. */
static void add_path(struct asking *asking, const struct ctl_paths *paths,
                     ltl_id formula)
{
    if (formula > LTL_YES)
        (void)goal_add_temporal(&asking->goals,
                                question_of_path(QUESTION_SOME_PATH),
                                asking->problem->net,
                                ctl_paths_formula(paths, formula), "ctl", NULL);
}

/* Has the answer to another question shown that a path of which the part could
 * hold begins somewhere, or is that the same question? */
static bool is_asked(struct ctl_search *search, uint32_t part, bool is_same)
{
    uint32_t atom;
    bool holds;

    return ctl_search_has_found(search, part, 0) ||
           (is_same && ctl_search_begins_with(search, part)) ||
           (search->parts.at[part].way == CTL_SEARCH_REACH &&
            ctl_search_reads_atom(search, part, &atom, &holds));
}

/* A part that a path shows, or that the lack of one refutes. */
static void add_paths(struct asking *asking, struct ctl_search *search,
                      uint32_t part)
{
    struct ctl_paths *const paths = &search->paths;
    ltl_id shown, refuted, somewhere;

    if (search->parts.at[part].fixed != CTL_SEARCH_OPEN)
        return;
    if (!paths->temporal)
        ctl_paths_init(paths, search->formula);
    shown = paths->shown[part];
    refuted = paths->refuted[part];
    somewhere = ltl_finally(&paths->temporal->ltl, refuted);
    if (asking->fact != FACT_NOWHERE && ctl_search_begins_with(search, part) &&
        (asking->fact == FACT_SHOWN || shown != refuted))
        add_path(asking, paths, asking->fact == FACT_SHOWN ? shown : refuted);
    else if (asking->fact == FACT_NOWHERE &&
             !is_asked(search, part, somewhere == refuted))
        add_path(asking, paths, somewhere);
}

static void add_fact_goals(struct asking *asking, struct ctl_search *search,
                           uint32_t number)
{
    const uint32_t n = asking->goals.len;
    const struct asked asked = {search, number};
    uint32_t atom;
    bool holds;

    if (asking->fact == FACT_ATOM) {
        if (!((search->constant | search->changes) >> number & 1))
            add_condition(asking, QUESTION_EF,
                          search->formula->atoms.at[number],
                          !(search->letters.at[0] >> number & 1));
    } else if (asking->fact != FACT_HOME) {
        add_paths(asking, search, number);
    } else if (ctl_search_reads_atom(search, number, &atom, &holds) &&
               search->parts.at[number].way == CTL_SEARCH_REACH) {
        add_condition(asking, QUESTION_AG_EF, search->formula->atoms.at[atom],
                      holds);
    }
    if (asking->goals.len > n)
        vec_push(&asking->asked, asked);
}

/* --- answers -------------------------------------------------------------- */

/* What a run, or that there is none, shows of a part. */
static void tell_of_part(enum fact fact, struct asked asked, bool has_run)
{
    const struct ctl_paths *const paths = &asked.search->paths;
    const bool is_exact = paths->temporal && paths->shown[asked.number] ==
                                                 paths->refuted[asked.number];

    if (fact == FACT_HOME && !has_run)
        ctl_search_fix(asked.search, asked.number, true);
    else if (fact == FACT_SHOWN && (has_run || is_exact))
        ctl_search_begin_with(asked.search, asked.number, has_run);
    else if (fact == FACT_REFUTED && !has_run)
        ctl_search_begin_with(asked.search, asked.number, false);
    else if (fact == FACT_NOWHERE && !has_run)
        ctl_search_fix(asked.search, asked.number, false);
}

/* From the end of a run to a lost marking, what a part seeks is not found; from
 * where a run repeats for ever what a part seeks for ever, it is. */
static struct ctl_search_told told_of(enum fact fact, struct asked asked,
                                      const struct goal *goal,
                                      const struct answer_finding *finding)
{
    const bool repeats = fact == FACT_NOWHERE && goal->kind == GOAL_LASSO;
    struct ctl_search_told told = {.first = UINT32_MAX};
    uint32_t atom;
    bool holds;

    if (fact == FACT_HOME ||
        (repeats &&
         asked.search->parts.at[asked.number].way == CTL_SEARCH_STAY &&
         ctl_search_reads_atom(asked.search, asked.number, &atom, &holds)))
        told = (struct ctl_search_told){
            asked.number, repeats ? finding->loop : finding->run.len, repeats};
    return told;
}

static void tell(enum fact fact, struct asked asked, const struct goal *goal,
                 const struct answer_finding *finding)
{
    const bool has_run = finding->verdict == VERDICT_YES;

    if (finding->verdict == VERDICT_UNKNOWN)
        return;
    if (fact == FACT_ATOM && has_run)
        asked.search->changes |= UINT64_C(1) << asked.number;
    if (has_run)
        ctl_search_follow(asked.search, &finding->run,
                          told_of(fact, asked, goal, finding));
    if (fact != FACT_ATOM)
        tell_of_part(fact, asked, has_run);
    else if (!has_run)
        ctl_search_settle(asked.search, asked.number);
}

/* Asks n goals from `first` on. */
static void ask_some(struct asking *asking, uint32_t first, uint32_t n,
                     uint64_t work)
{
    const struct engine_problem *const problem = asking->problem;
    bits_word *const m = marking_create(problem->net);
    struct answer answer = {0};

    if (watch_ask(asking->watch, &problem->help, m, &asking->goals.at[first], n,
                  work, &answer))
        for (uint32_t g = 0; g < n; g++)
            tell(asking->fact, asking->asked.at[first + g],
                 &asking->goals.at[first + g], &answer.findings[g]);
    answer_finish(&answer);
    mem_free(m);
}

/* Questions about paths one by one, as soon as that is worth their reductions:
 * an engine seeks one after the other. */
static void ask_engines(struct asking *asking, uint64_t work, uint64_t least)
{
    const goal_list *const goals = &asking->goals;
    const uint64_t alone = work / PART_OF_PATH;

    for (uint32_t i = 0, n; i < goals->len; i += n) {
        const bool of_path = goals->at[i].kind == GOAL_LASSO;
        const bool is_alone = of_path && alone >= least;

        n = 1;
        while (i + n < goals->len && !is_alone &&
               (goals->at[i + n].kind == GOAL_LASSO) == of_path)
            n++;
        if (asking->watch->reason == STOP_DONE)
            ask_some(asking, i, n, is_alone ? alone : work);
    }
}

void ctl_facts_ask(const struct engine_problem *problem, struct watch *watch,
                   struct ctl_search *const *searches, uint32_t n,
                   uint64_t work, uint64_t least)
{
    struct asking asking = {.problem = problem, .watch = watch};

    for (; asking.fact < FACTS; asking.fact++) {
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t end = asking.fact == FACT_ATOM
                                     ? searches[i]->formula->atoms.len
                                     : searches[i]->parts.len;

            for (uint32_t k = 0; k < end; k++)
                add_fact_goals(&asking, searches[i], k);
        }
        ask_engines(&asking, work, least);
        goal_list_free(&asking.goals);
        vec_clear(&asking.asked);
    }
    vec_free(&asking.asked);
}
