#include "question/goal.h"

#include "base/ids.h"
#include "net/marking.h"
#include "question/formula_builder.h"
#include "question/formula_parser.h"

#include <string.h>

/* "reach t3". */
static char *join_words(const char *word, const char *argument)
{
    const size_t n = strlen(word), n_argument = strlen(argument);
    char *const text = mem_alloc(n + n_argument + 2, 1);

    memcpy(text, word, n);
    text[n] = ' ';
    memcpy(text + n + 1, argument, n_argument + 1);
    return text;
}

static void finish_one(struct goal *goal)
{
    vec_free(&goal->marked);
    vec_free(&goal->empty);
    formula_destroy(goal->formula);
    temporal_destroy(goal->temporal);
    mem_free(goal->text);
}

/* Parts have no parts. */
static void goal_finish(struct goal *goal)
{
    for (uint32_t i = 0; i < goal->n_parts; i++)
        finish_one(&goal->parts[i]);
    mem_free(goal->parts);
    finish_one(goal);
}

/* Appends a goal with its row and text, which it takes. */
static void push(goal_list *goals, const struct question *question,
                 struct goal goal, char *text)
{
    goal.kind = question->goal;
    goal.question = question;
    goal.text = text;
    vec_push(goals, goal);
}

/* The same with its word and an argument. */
static void push_with(goal_list *goals, const struct question *question,
                      struct goal goal, const char *argument)
{
    if (question->is_named)
        goal.label = (uint32_t)strlen(question->word) + 1;
    push(goals, question, goal, join_words(question->word, argument));
}

static bool add_trans(goal_list *goals, const struct question *question,
                      const struct net *net, const char *text,
                      struct diag *diag)
{
    const trans_id t = net_find_trans(net, text, diag);

    if (t != TRANS_NONE)
        push_with(goals, question, (struct goal){.trans = t}, text);
    return t != TRANS_NONE;
}

void goal_add_all_trans(goal_list *goals, const struct net *net)
{
    const struct question *const reach = question_find("reach");

    for (trans_id t = 0; t < net_given_transitions(net); t++)
        push_with(goals, reach, (struct goal){.trans = t},
                  net_trans_label(net, t));
}

void goal_add_plain(goal_list *goals, const char *word)
{
    goal_add_built(goals, question_find(word), NULL, word);
}

void goal_add_built(goal_list *goals, const struct question *question,
                    struct formula *formula, const char *text)
{
    push(goals, question,
         (struct goal){.trans = TRANS_NONE, .formula = formula},
         mem_text(text));
}

void goal_add_parts(goal_list *goals, const struct question *question,
                    goal_list *parts, const char *text)
{
    push(goals, question,
         (struct goal){
             .trans = TRANS_NONE, .parts = parts->at, .n_parts = parts->len},
         mem_text(text));
    *parts = (goal_list){0};
}

bool goal_add_temporal(goal_list *goals, const struct question *question,
                       const struct net *net, struct temporal *temporal,
                       const char *text, struct diag *diag)
{
    struct formula *condition;
    bool all;

    if (question->goal == GOAL_CTL) {
        temporal = ctl_laws_begin(temporal_trim(temporal), net);
        if (temporal_to_paths(temporal, &all))
            question =
                question_of_path(all ? QUESTION_ALL_PATHS : QUESTION_SOME_PATH);
    }
    condition = question->goal == GOAL_CTL ? NULL : begun_find(temporal, net);
    if (!condition) {
        push(goals, question,
             (struct goal){.trans = TRANS_NONE, .temporal = temporal},
             mem_text(text));
        return true;
    }
    temporal_destroy(temporal);
    condition = settled_formula(net, condition, diag);
    if (condition)
        goal_add_built(goals, question_at_marking(question), condition, text);
    return condition != NULL;
}

static bool add_temporal(goal_list *goals, const struct question *question,
                         const struct net *net, struct temporal *temporal,
                         const char *text, struct diag *diag)
{
    char *const full = join_words(question->word, text);
    const bool good =
        goal_add_temporal(goals, question, net, temporal, full, diag);

    if (good)
        vec_top(goals)->label = (uint32_t)strlen(question->word) + 1;
    mem_free(full);
    return good;
}

static bool add_formula(goal_list *goals, const struct net *net,
                        const char *text, struct diag *diag)
{
    struct temporal *temporal = NULL;
    enum question_path path;
    struct formula *formula =
        formula_parser_read(net, text, &path, &temporal, diag);

    if (temporal)
        return add_temporal(goals, question_of_path(path), net, temporal, text,
                            diag);
    formula = settled_formula(net, formula, diag);
    if (formula)
        push_with(goals, question_of_path(path),
                  (struct goal){.trans = TRANS_NONE, .formula = formula}, text);
    return formula != NULL;
}

/* The comparison sum >= 0, without the constant of the sum. */
static struct formula *compare_with_zero(const struct formula_sum *sum,
                                         struct diag *diag)
{
    struct formula_builder *const builder = formula_builder_create();
    struct formula_sum left = {0}, zero = {0};
    struct formula *formula;
    uint32_t root;

    formula_sum_add(&left, sum, 1);
    left.constant = 0;
    root = formula_builder_compare(builder, &left, FORMULA_GE, &zero);
    formula = formula_builder_finish(builder, root, false, diag);
    formula_sum_free(&left);
    return formula;
}

bool goal_add_built_bound(goal_list *goals, const struct formula_sum *sum,
                          const char *text, struct diag *diag)
{
    struct formula *const formula = compare_with_zero(sum, diag);

    if (!formula)
        return false;
    if (formula->nodes.at[0].op != FORMULA_AT_LEAST) {
        formula_destroy(formula);
        return diag_usage(diag, "the sum '%s' does not depend on a place",
                          text);
    }
    goal_add_built(goals, question_find("bounds"), formula, text);
    vec_top(goals)->constant = sum->constant;
    return true;
}

static bool add_bound(goal_list *goals, const struct net *net, const char *text,
                      struct diag *diag)
{
    struct formula_sum sum = {0};
    char *full;
    bool good;

    if (!formula_parser_sum(net, text, &sum, diag))
        return false;
    full = join_words("bounds", text);
    settled_sum(net, &sum);
    good = goal_add_built_bound(goals, &sum, full, diag);
    mem_free(full);
    formula_sum_free(&sum);
    return good;
}

void goal_index(const struct goal *goals, uint32_t n_goals,
                const struct net *net, uint32_t **goal_of, uint32_t **same)
{
    *goal_of = mem_zero(net_trans_count(net), sizeof **goal_of);
    *same = mem_alloc(n_goals, sizeof **same);
    for (uint32_t g = n_goals; g-- > 0;)
        if (goals[g].kind == GOAL_TRANSITION) {
            (*same)[g] = (*goal_of)[goals[g].trans];
            (*goal_of)[goals[g].trans] = g + 1;
        }
}

int64_t goal_value(const struct goal *goal, const bits_word *m)
{
    return formula_sum_at(goal->formula, goal->formula->nodes.at, m) +
           goal->constant;
}

/* Both lists are sorted. */
static bool are_disjoint(const struct goal *goal, const struct net *net,
                         struct diag *diag)
{
    const place_id p = ids_common(goal->marked.at, goal->marked.len,
                                  goal->empty.at, goal->empty.len);

    return p == PLACE_NONE ||
           diag_usage(diag, "place '%s' cannot be both marked and empty",
                      net_place_label(net, p));
}

/* Requires every place of the input that is not in marked to be empty. */
static void fill_empty(struct goal *goal, const struct net *net)
{
    uint32_t i = 0;

    goal->marked.len = ids_unique(goal->marked.at, goal->marked.len);
    for (place_id p = 0; p < net_given_places(net); p++)
        if (i < goal->marked.len && goal->marked.at[i] == p)
            i++;
        else
            vec_push(&goal->empty, p);
    goal->empty.len = ids_unique(goal->empty.at, goal->empty.len);
}

static bool read_marking(struct goal *goal, const struct net *net,
                         const char *expr, bool exact, struct diag *diag)
{
    if (!marking_parser_read(net, expr, exact, &goal->marked, &goal->empty,
                             diag))
        return false;
    goal->marked.len = ids_unique(goal->marked.at, goal->marked.len);
    goal->empty.len = ids_unique(goal->empty.at, goal->empty.len);
    if (exact)
        fill_empty(goal, net);
    else if (goal->marked.len + goal->empty.len == 0)
        return diag_usage(diag, "a marking must name a place");
    if (!are_disjoint(goal, net, diag))
        return false;
    settled_marking(net, &goal->marked, &goal->empty);
    return true;
}

static bool add_marking(goal_list *goals, const struct question *question,
                        const struct net *net, const char *expr,
                        struct diag *diag)
{
    struct goal goal = {.trans = TRANS_NONE};

    if (!read_marking(&goal, net, expr, question->reads == QUESTION_ALL_PLACES,
                      diag)) {
        goal_finish(&goal);
        return false;
    }
    push_with(goals, question, goal, expr);
    return true;
}

/* The marking as a condition. */
static struct formula *formula_of(const struct goal *goal, struct diag *diag)
{
    struct formula_builder *const b = formula_builder_create();
    const uint32_t root = formula_part_cube(b, net_span_of(&goal->marked),
                                            net_span_of(&goal->empty));

    return formula_builder_finish(b, root, false, diag);
}

static void read_initial(struct goal *goal, const struct net *net)
{
    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_marked(net, p))
            marking_parser_count(net, p, net_tokens(net, p), &goal->marked,
                                 &goal->empty);
    fill_empty(goal, net);
    settled_marking(net, &goal->marked, &goal->empty);
}

/* What is no marking is read as a condition, and its faults are those of a
 * condition. */
static bool add_home(goal_list *goals, const struct question *question,
                     const struct net *net, const char *text, struct diag *diag)
{
    const bool initial = question->reads == QUESTION_INITIAL;
    struct goal goal = {.trans = TRANS_NONE};

    if (initial)
        read_initial(&goal, net);
    if (initial || read_marking(&goal, net, text, false, NULL))
        goal.formula = formula_of(&goal, diag);
    else
        goal.formula = formula_parser_read(net, text, NULL, NULL, diag);
    if (!goal.marked.len && !goal.empty.len)
        goal.formula = settled_formula(net, goal.formula, diag);
    vec_free(&goal.marked);
    vec_free(&goal.empty);
    if (goal.formula && initial)
        push(goals, question, goal, mem_text(question->word));
    else if (goal.formula)
        push_with(goals, question, goal, text);
    return goal.formula != NULL;
}

/* A transition has the name before a place. */
static bool add_target(goal_list *goals, const struct question *question,
                       const struct net *net, const char *text,
                       struct diag *diag)
{
    if (add_trans(goals, question, net, text, NULL))
        vec_top(goals)->kind = GOAL_TRANSITION;
    else if (add_marking(goals, question, net, text, NULL))
        vec_top(goals)->kind = GOAL_MARKING;
    else
        return add_home(goals, question, net, text, diag);
    return true;
}

static bool add_signals(goal_list *goals, const struct question *question,
                        const struct net *net, struct diag *diag)
{
    if (!net_signals(net))
        return diag_usage(
            diag,
            "'%s' is about the signals of a .g file, and the net has none",
            question->word);
    goal_add_plain(goals, question->word);
    return true;
}

/* There are two tokens on a place, between steps. */
static struct formula *two_tokens(const struct net *net, struct diag *diag)
{
    struct formula_builder *const b = formula_builder_create();
    formula_builder_nodes nodes = {0};
    uint32_t root;

    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_bound(net, p) > 1)
            vec_push(&nodes, formula_part_place(b, net_level(net, p, 2), true));
    root = formula_builder_all(b, FORMULA_OR, &nodes);
    return settled_formula(net, formula_builder_finish(b, root, false, diag),
                           diag);
}

/* In a net whose places can have several tokens: are two of them never on one
 * place?  From less than two, a step may lead beyond the bound at once. */
static bool add_safe(goal_list *goals, const struct question *question,
                     const struct net *net, struct diag *diag)
{
    struct formula *const two = two_tokens(net, diag);
    struct goal goal = {.trans = TRANS_NONE};
    struct formula_builder *b;
    formula_builder_nodes nodes = {0};
    uint32_t root;

    if (!two)
        return false;
    b = formula_builder_create();
    vec_push(&nodes, formula_part(b, two));
    formula_destroy(two);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (net_overflow(net, t) != PLACE_NONE)
            vec_push(&nodes, formula_builder_fireable(b, t));
    root = formula_builder_all(b, FORMULA_OR, &nodes);
    goal.formula = formula_builder_finish(b, root, false, diag);
    if (!goal.formula)
        return false;
    push(goals, question, goal, mem_text(question->word));
    vec_top(goals)->kind = GOAL_FORMULA;
    return true;
}

/* What is about places is about those of the input; a list of markings, parts
 * and signals are not. */
static bool add_of_several(goal_list *goals, const struct question *question,
                           const struct net *net, const char *text,
                           struct diag *diag)
{
    if (question->goal == GOAL_SAFE)
        return add_safe(goals, question, net, diag);
    if (question->reads == QUESTION_SOUND)
        return soundness_add(goals, question, net, text, diag);
    return diag_usage(diag,
                      "'%s' is not answered for nets with several tokens on a "
                      "place, as on '%.80s'",
                      question->word, net_place_label(net, net_counted(net)));
}

bool goal_add(goal_list *goals, const struct question *question,
              const struct net *net, const char *text, struct diag *diag)
{
    if ((question->goal == GOAL_SAFE || question->goal == GOAL_OTHER) &&
        net_counted(net) != PLACE_NONE)
        return add_of_several(goals, question, net, text, diag);
    switch (question->reads) {
    case QUESTION_NOTHING:
        goal_add_plain(goals, question->word);
        return true;
    case QUESTION_LIST:
        goal_add_all_trans(goals, net);
        return true;
    case QUESTION_SIGNALS:
        return add_signals(goals, question, net, diag);
    case QUESTION_TRANSITION:
        return add_trans(goals, question, net, text, diag);
    case QUESTION_PLACES:
    case QUESTION_ALL_PLACES:
        return add_marking(goals, question, net, text, diag);
    case QUESTION_TARGET:
        return add_target(goals, question, net, text, diag);
    case QUESTION_CONDITION:
    case QUESTION_INITIAL:
        return add_home(goals, question, net, text, diag);
    case QUESTION_FORMULA:
        return add_formula(goals, net, text, diag);
    case QUESTION_SUM:
        return add_bound(goals, net, text, diag);
    case QUESTION_SOUND:
        return soundness_add(goals, question, net, text, diag);
    }
    return false;
}

void goal_rename(struct goal *goal, const char *argument)
{
    mem_free(goal->text);
    goal->text = join_words(goal->question->word, argument);
}

void goal_list_free(goal_list *goals)
{
    for (uint32_t i = 0; i < goals->len; i++)
        goal_finish(&goals->at[i]);
    vec_free(goals);
}

static bool covers(const struct goal *goal, const bits_word *m)
{
    return marking_has_all(m, net_span_of(&goal->marked)) &&
           !marking_meets(m, net_span_of(&goal->empty));
}

bool goal_holds(const struct goal *goal, const struct net *net,
                const bits_word *m)
{
    return goal->kind == GOAL_TRANSITION ? marking_enabled(net, m, goal->trans)
           : goal->kind == GOAL_MARKING  ? covers(goal, m)
           : goal->kind == GOAL_DEADLOCK
               ? marking_is_dead(net, m)
               : goal->kind == GOAL_FORMULA &&
                     formula_holds(goal->formula, net, m);
}
