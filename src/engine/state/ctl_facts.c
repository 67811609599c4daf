#include "engine/state/ctl_search.h"

#include "base/mem.h"
#include "net/marking.h"
#include "question/formula_builder.h"
#include "question/formula_part.h"

/* What a question costs besides. */
enum { ASK_COST = 1 << 16 };

/* What is asked about an atom, or about a part that is about one. */
enum fact {
    FACT_ATOM, /* is it always as at the initial marking? */
    FACT_HOME, /* can a marking that is sought always be reached? */
    FACT_PATH, /* is there a path for ever through such markings? */
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

/* That the atom holds, or that it does not.  NULL: it is too large. */
static struct formula *literal(const struct ctl_search *search, uint32_t atom,
                               bool holds)
{
    struct formula_builder *const b = formula_builder_create();
    const uint32_t root = formula_part(b, search->formula->atoms.at[atom]);
    struct diag ignored = {0};

    return formula_builder_finish(b, root, !holds, &ignored);
}

static void add_condition(struct asking *asking, enum question_path path,
                          struct formula *formula)
{
    if (formula)
        goal_add_built(&asking->goals, question_of_path(path), formula, "ctl");
}

/* A run is sought that is in the end, for ever, where the condition holds. */
static void add_path(struct asking *asking, struct formula *formula,
                     struct formula *negation)
{
    struct temporal *const temporal = temporal_create();
    goal_list goals = {0};
    struct diag ignored = {0};
    ltl_id atom;

    if (!formula || !negation ||
        !temporal_add(temporal, formula, negation, &atom, &ignored)) {
        temporal_destroy(temporal);
        return;
    }
    temporal->sought =
        ltl_finally(&temporal->ltl, ltl_globally(&temporal->ltl, atom));
    if (goal_add_temporal(&goals, question_of_path(QUESTION_SOME_PATH),
                          asking->problem->net, temporal, "ctl", &ignored) &&
        goals.at->kind == GOAL_LASSO) {
        vec_append(&asking->goals, &goals);
        vec_clear(&goals);
    }
    goal_list_free(&goals);
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
                          literal(search, number,
                                  !(search->letters.at[0] >> number & 1)));
    } else if (ctl_search_reads_atom(search, number, &atom, &holds)) {
        const bool reaches = search->parts.at[number].way == CTL_SEARCH_REACH;

        if (asking->fact == FACT_HOME && reaches)
            add_condition(asking, QUESTION_AG_EF, literal(search, atom, holds));
        else if (asking->fact == FACT_PATH && !reaches)
            add_path(asking, literal(search, atom, holds),
                     literal(search, atom, !holds));
    }
    if (asking->goals.len > n)
        vec_push(&asking->asked, asked);
}

/* --- answers -------------------------------------------------------------- */

static void tell(enum fact fact, struct asked asked,
                 const struct answer_finding *finding)
{
    const uint32_t part = fact == FACT_ATOM ? 0 : asked.number;
    const struct ctl_search_told told = {
        .part = part,
        .first = fact == FACT_ATOM   ? UINT32_MAX
                 : fact == FACT_HOME ? finding->run.len
                                     : finding->loop,
        .found = fact == FACT_PATH,
    };

    if (finding->verdict == VERDICT_YES) {
        if (fact == FACT_ATOM)
            asked.search->changes |= UINT64_C(1) << asked.number;
        ctl_search_follow(asked.search, &finding->run, told);
    } else if (finding->verdict == VERDICT_NO) {
        if (fact == FACT_ATOM)
            ctl_search_settle(asked.search, asked.number);
        else
            ctl_search_fix(asked.search, part, fact == FACT_HOME);
    }
}

static int is_over(void *self)
{
    const struct asking *const asking = self;
    const struct engine_limits *const limits = asking->watch->limits;

    return (limits->terminate && limits->terminate(limits->terminate_data)) ||
           atomic_load_explicit(asking->watch->end, memory_order_relaxed) <
               asking->watch->work;
}

static void ask_engines(struct asking *asking, uint64_t work)
{
    const struct engine_problem *const problem = asking->problem;
    bits_word *const m = marking_create(problem->net);
    struct answer answer = {0};

    problem->help.ask(problem->help.self, m, asking->goals.at,
                      asking->goals.len, work, is_over, asking, &answer);
    (void)watch_work(asking->watch, ASK_COST + answer.stats.work);
    if (answer.n_findings == asking->goals.len && answer.stop != STOP_UNSAFE)
        for (uint32_t g = 0; g < asking->goals.len; g++)
            tell(asking->fact, asking->asked.at[g], &answer.findings[g]);
    answer_finish(&answer);
    mem_free(m);
}

void ctl_facts_ask(const struct engine_problem *problem, struct watch *watch,
                   struct ctl_search *const *searches, uint32_t n,
                   uint64_t work)
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
        if (asking.goals.len && watch->reason == STOP_DONE)
            ask_engines(&asking, work);
        goal_list_free(&asking.goals);
        vec_clear(&asking.asked);
    }
    vec_free(&asking.asked);
}
