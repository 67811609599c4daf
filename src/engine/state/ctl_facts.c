#include "engine/state/ctl_facts.h"

#include "base/mem.h"
#include "net/marking.h"
#include "question/formula_builder.h"
#include "question/formula_part.h"

/* What a question costs besides. */
enum { ASK_COST = 1 << 16 };

struct asked {
    uint32_t search, atom;
};

struct asking {
    struct watch *watch;
    char text[sizeof "ctl"]; /* of what it asks */
    VEC(struct asked) asked; /* by goal */
    goal_list goals;
};

/* Asks for a marking at which the atom is not as at the initial one. */
static void add(struct asking *asking, const struct ctl_search *search,
                uint32_t number, uint32_t atom)
{
    const bool holds = search->letters.at[0] >> atom & 1;
    struct formula_builder *const b = formula_builder_create();
    const uint32_t root = formula_part(b, search->formula->atoms.at[atom]);
    struct diag ignored = {0};
    const struct goal goal = {
        .kind = GOAL_FORMULA,
        .question = question_find("formula"),
        .trans = TRANS_NONE,
        .formula = formula_builder_finish(b, root, holds, &ignored),
        .text = asking->text,
        .label = asking->text,
    };
    const struct asked asked = {number, atom};

    if (!goal.formula)
        return;
    vec_push(&asking->goals, goal);
    vec_push(&asking->asked, asked);
}

static int is_over(void *self)
{
    const struct asking *const asking = self;
    const struct engine_limits *const limits = asking->watch->limits;

    return (limits->terminate && limits->terminate(limits->terminate_data)) ||
           atomic_load_explicit(asking->watch->end, memory_order_relaxed) <
               asking->watch->work;
}

static void tell(const struct asking *asking,
                 struct ctl_search *const *searches,
                 const struct answer *answer)
{
    for (uint32_t g = 0; g < asking->goals.len; g++) {
        const struct asked asked = asking->asked.at[g];
        struct ctl_search *const search = searches[asked.search];

        if (answer->findings[g].verdict == VERDICT_NO)
            ctl_search_settle(search, asked.atom);
        else if (answer->findings[g].verdict == VERDICT_YES)
            ctl_search_follow(search, asked.atom, &answer->findings[g].run);
    }
}

void ctl_facts_ask(const struct engine_problem *problem, struct watch *watch,
                   struct ctl_search *const *searches, uint32_t n,
                   uint64_t work)
{
    bits_word *const m = mem_zero(marking_words(problem->net), sizeof *m);
    struct asking asking = {.watch = watch, .text = "ctl"};
    struct answer answer = {0};

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t atom = 0; atom < searches[i]->formula->atoms.len; atom++)
            if (!((searches[i]->constant | searches[i]->changes) >> atom & 1))
                add(&asking, searches[i], i, atom);
    marking_initial(problem->net, m);
    if (asking.goals.len) {
        problem->help.ask(problem->help.self, m, asking.goals.at,
                          asking.goals.len, work, is_over, &asking, &answer);
        (void)watch_work(watch, ASK_COST + answer.stats.work);
        if (answer.n_findings == asking.goals.len && answer.stop != STOP_UNSAFE)
            tell(&asking, searches, &answer);
    }
    for (uint32_t g = 0; g < asking.goals.len; g++)
        formula_destroy(asking.goals.at[g].formula);
    vec_free(&asking.goals);
    vec_free(&asking.asked);
    answer_finish(&answer);
    mem_free(m);
}
