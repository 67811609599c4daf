/* temporal_search.c - that no run satisfies a temporal formula: the engine asks
 * itself about products of the net and the automaton (THEORY, Theorem 98). */
#include "engine/automaton.h"
#include "engine/equation/equation_run.h"
#include "proof/product_net.h"
#include "structure/rank_program.h"
#include "temporal/tableau.h"

/* The work of a first search, and what later ones have times as much. */
static const uint64_t FIRST = 200000000;
enum { GROWTH_OF_SEARCH = 4 };

/* The cost of a product, for each node, arc and edge (watch.h). */
enum { COST_OF_PRODUCT = 300 };

/* A question, and the product for it. */
struct temporal_question {
    uint32_t g;
    bool is_ranked;      /* all ranks that linear programs find are */
    struct buchi *buchi; /* NULL: the fields below are not there */
    struct guards guards;
    struct recurrence recurrence;
    case_proof_ranks ranks;
    uint32_t rounds; /* fewer can be reached */
};

/* Half of the work that is left goes into a loop for the run that was found. */
static void seek_loop(struct equation_run *run, struct temporal_question *q,
                      const struct net_product *product,
                      const struct answer *answer, uint64_t most)
{
    struct net_product once;

    if (watch_work(&run->watch,
                   COST_OF_PRODUCT * equation_run_size(run->problem->net)) ||
        run->watch.work >= most ||
        !product_net_init(&once, run->problem->net, q->buchi, &q->guards,
                          &q->recurrence, 0))
        return;
    loop_search_find(run, q->g, product, &answer->findings->run, &once,
                     run->watch.work + (most - run->watch.work) / 2);
    net_product_finish(&once);
}

/* --- one question --------------------------------------------------------- */

static void close_temporal(struct temporal_question *q)
{
    buchi_destroy(q->buchi);
    guards_finish(&q->guards);
    recurrence_finish(&q->recurrence);
    vecs_free(&q->ranks);
}

/* --- ranks ---------------------------------------------------------------- */

static bool work(void *self, uint64_t n)
{
    struct equation_run *const run = self;

    return watch_work(&run->watch, n) || run->watch.work > run->most;
}

static uint64_t count_pairs(const struct equation_run *run,
                            const struct temporal_question *q)
{
    const uint32_t n_trans = net_trans_count(run->problem->net);
    uint64_t n = 0;

    for (uint32_t e = 0; e < q->buchi->edges.len; e++)
        for (trans_id t = 0; q->recurrence.recurs[e] && t < n_trans; t++)
            n += q->recurrence.pairs[(size_t)e * n_trans + t];
    return n;
}

static void recur(struct equation_run *run, struct temporal_question *q)
{
    recurrence_finish(&q->recurrence);
    recurrence_init(&q->recurrence, run->problem->net, q->buchi, &q->guards,
                    &q->ranks);
}

/* A rank of the component; true if it leaves fewer pairs. */
static bool find_rank(struct equation_run *run, struct temporal_question *q,
                      uint32_t component)
{
    const uint64_t n = count_pairs(run, q);

    if (!rank_program_find(run->problem->net, q->buchi, &q->recurrence,
                           component, &run->scope, work, run, &q->ranks))
        return false;
    recur(run, q);
    if (count_pairs(run, q) < n)
        return true;
    vecs_cut(&q->ranks, vecs_count(&q->ranks) - 1);
    recur(run, q);
    return false;
}

/* Within a share of the work; the next turn goes on. */
static void find_ranks(struct equation_run *run, struct temporal_question *q,
                       uint64_t share)
{
    bool again = true;

    run->most = run->watch.work + share;
    q->is_ranked = true;
    if (!q->recurrence.pairs || !lp_enter(&run->scope))
        return;
    while (again) {
        again = false;
        for (uint32_t s = 0; s < q->buchi->n_states; s++)
            again |= q->recurrence.component[s] == s && find_rank(run, q, s);
    }
    lp_leave(&run->scope);
    q->is_ranked = run->watch.work <= run->most;
}

/* False: its automaton is too large. */
static bool open_question(struct equation_run *run, struct temporal_question *q)
{
    const struct temporal *const temporal =
        run->problem->question.goals[q->g].temporal;
    const struct net *const net = run->problem->net;
    struct diag why = {0};

    q->buchi = run->problem->output.proof
                   ? tableau_plain(&temporal->ltl, temporal->sought,
                                   PRODUCT_NET_STATES, &why)
                   : tableau_create(&temporal->ltl, temporal->begun,
                                    PRODUCT_NET_STATES, &why);
    if (!q->buchi && !run->watch.limits->race)
        automaton_refuse(&run->answer->findings[q->g], &why);
    if (!q->buchi || q->buchi->edges.len > PRODUCT_NET_EDGES ||
        watch_work(&run->watch, COST_OF_PRODUCT * (q->buchi->edges.len + 1) *
                                    equation_run_size(net)))
        return false;
    guards_init(&q->guards, net, temporal, q->buchi);
    recurrence_init(&q->recurrence, net, q->buchi, &q->guards, NULL);
    return true;
}

/* The proof about the product becomes the one about runs. */
static void take_proof(struct temporal_question *q,
                       struct answer_finding *about, struct answer_finding *to)
{
    to->no_proof = about->no_proof;
    if (!about->cases)
        return;
    to->cases = about->cases;
    about->cases = NULL;
    to->cases->rounds = q->rounds;
    to->cases->ranks = q->ranks;
    q->ranks = (case_proof_ranks){0};
}

/* More and more rounds, while there is work left. */
static void seek_rounds(struct equation_run *run, struct temporal_question *q,
                        uint64_t most)
{
    enum answer_verdict verdict = VERDICT_YES;

    while (verdict == VERDICT_YES && run->watch.work < most &&
           equation_run_goes_on(run, q->g)) {
        struct net_product product;
        struct answer answer;
        struct goal goal;

        if (watch_work(&run->watch,
                       COST_OF_PRODUCT * equation_run_size(run->problem->net)))
            return;
        if (!product_net_init(&product, run->problem->net, q->buchi, &q->guards,
                              &q->recurrence, q->rounds))
            return;
        goal = goal_of_formula(product.sought);
        equation_run_ask(run, product.net, &goal, q->g, most, &answer);
        verdict = answer.findings->verdict;
        if (verdict == VERDICT_YES) {
            seek_loop(run, q, &product, &answer, most);
            q->rounds += q->rounds + 1;
        }
        if (verdict == VERDICT_NO) {
            take_proof(q, answer.findings, &run->answer->findings[q->g]);
            equation_run_answer(run, q->g, VERDICT_NO);
        }
        answer_finish(&answer);
        net_product_finish(&product);
    }
}

/* --- all questions -------------------------------------------------------- */

/* A turn of a question.  False: it needs no other one, since it is answered, or
 * more work would bring no more: the product is too large or not safe. */
static bool take_turn(struct equation_run *run, struct temporal_question *q,
                      uint64_t share)
{
    uint64_t most;

    if (!equation_run_goes_on(run, q->g) ||
        (!q->buchi && !open_question(run, q)))
        return false;
    if (!q->is_ranked)
        find_ranks(run, q, share);
    most = run->watch.work + share;
    seek_rounds(run, q, most);
    return equation_run_is_open(run, q->g) &&
           (!q->is_ranked || run->watch.work >= most);
}

void temporal_search_all(struct equation_run *run, uint32_t n_turns)
{
    const struct engine_question *const question = &run->problem->question;
    VEC(struct temporal_question) waiting = {0};
    const uint64_t budget = run->problem->test.budget;
    uint64_t share = budget ? budget : FIRST;

    for (uint32_t g = 0; g < question->n_goals; g++)
        if (question->goals[g].kind == GOAL_LASSO)
            vec_push(&waiting, ((struct temporal_question){.g = g}));
    while (n_turns-- > 0 && waiting.len && run->watch.reason == STOP_DONE) {
        uint32_t n = 0;

        for (uint32_t i = 0; i < waiting.len; i++)
            if (take_turn(run, &waiting.at[i], share))
                waiting.at[n++] = waiting.at[i];
            else
                close_temporal(&waiting.at[i]);
        vec_cut(&waiting, n);
        share *= GROWTH_OF_SEARCH;
    }
    for (uint32_t i = 0; i < waiting.len; i++)
        close_temporal(&waiting.at[i]);
    vec_free(&waiting);
}
