#include "engine/state/ctl_search.h"

#include "base/mem.h"

/* The values of a part at a marking.  From OPEN on it is being sought: of a
 * CTL_SEARCH_REACH it is OPEN plus its place in `open`. */
enum { UNKNOWN, FAILED, FOUND, OPEN };

/* What a step of the search costs. */
enum { STEP_COST = 40 };

static void add_part(struct ctl_search *search,
                     const struct temporal_quantified *quantified)
{
    const struct ltl_node node =
        search->formula->ltl.nodes.at[quantified->path];
    struct ctl_search_part part = {
        .negated = quantified->all,
        .fixed = CTL_SEARCH_OPEN,
        .left = node.left,
        .right = node.op == LTL_NEXT ? node.left : node.right,
    };

    part.way = node.op == LTL_NEXT                         ? CTL_SEARCH_NEXT
               : (node.op == LTL_UNTIL) != quantified->all ? CTL_SEARCH_REACH
                                                           : CTL_SEARCH_STAY;
    vec_push(&search->parts, part);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The depth of a formula whose parts have theirs. */
static uint32_t depth_of_formula(const struct ctl_search *search,
                                 struct ltl_node node)
{
    const struct ctl_search_part *part;

    if (node.op == LTL_AND || node.op == LTL_OR)
        return larger(search->depth[node.left], search->depth[node.right]);
    if ((node.op != LTL_ATOM && node.op != LTL_NOT) ||
        node.left < TEMPORAL_ATOMS)
        return 0;
    part = &search->parts.at[node.left - TEMPORAL_ATOMS];
    return part->way == CTL_SEARCH_NEXT
               ? search->depth[part->left] + 1
               : larger(search->depth[part->left], search->depth[part->right]) +
                     2;
}

/* Lists the parts of a condition that its truth depends on, in their order, and
 * behind them a number that is larger. */
static void list_needed(struct ctl_search *search, ltl_id id)
{
    bool *is_part;

    if (search->first[id] != UINT32_MAX)
        return;
    search->first[id] = search->needed.len;
    is_part = ltl_parts(&search->formula->ltl, id);
    for (ltl_id i = 0; i <= id; i++)
        if (is_part[i])
            vec_push(&search->needed, i);
    vec_push(&search->needed, UINT32_MAX);
    mem_free(is_part);
}

void ctl_search_init(struct ctl_search *search, struct local_graph *graph,
                     const struct temporal *formula)
{
    const uint32_t n = formula->ltl.nodes.len;

    *search = (struct ctl_search){.graph = graph, .formula = formula};
    search->touched = temporal_changes(formula, graph->goals->problem->net);
    for (uint32_t k = 0; k < formula->quantified.len; k++)
        add_part(search, &formula->quantified.at[k]);
    ctl_order_init(search);
    search->truth = mem_alloc(n, sizeof *search->truth);
    search->depth = mem_alloc(n, sizeof *search->depth);
    for (ltl_id i = 0; i < n; i++)
        search->depth[i] = depth_of_formula(search, formula->ltl.nodes.at[i]);
    search->first = mem_none(n);
    list_needed(search, formula->sought);
    for (uint32_t k = 0; k < search->parts.len; k++) {
        list_needed(search, search->parts.at[k].left);
        list_needed(search, search->parts.at[k].right);
    }
}

void ctl_search_finish(struct ctl_search *search)
{
    for (uint32_t k = 0; k < search->parts.len; k++) {
        vec_free(&search->parts.at[k].values);
        mem_free(search->parts.at[k].ranks);
    }
    vec_free(&search->parts);
    mem_free(search->depth);
    mem_free(search->truth);
    mem_free(search->first);
    vec_free(&search->needed);
    mem_free(search->atoms);
    mem_free(search->touched);
    vec_free(&search->letters);
    marking_set_finish(&search->lettered);
    vec_free(&search->frames);
    vec_free(&search->open);
    if (search->paths.temporal)
        ctl_paths_finish(&search->paths);
    *search = (struct ctl_search){0};
}

/* --- conditions ----------------------------------------------------------- */

static uint32_t *value_at(struct ctl_search_part *part, uint32_t marking)
{
    vec_fit(&part->values, marking + 1);
    return &part->values.at[marking];
}

/* The letter of the marking, where the atoms of `open` may differ from those of
 * the letter. */
static uint64_t read_letter(struct ctl_search *search, uint32_t marking,
                            uint64_t letter, uint64_t open)
{
    struct local_graph *const graph = search->graph;

    local_graph_move(graph, marking);
    graph->goals->watch->work += temporal_letter_work(search->formula, open);
    return temporal_letter_after(search->formula, enabled_set_at(graph->at),
                                 letter, open);
}

/* The letter of the marking from where this one was met, but for the atoms that
 * the step may change. */
static uint64_t next_letter(struct ctl_search *search, uint32_t marking)
{
    const struct local_graph *const graph = search->graph;
    const uint64_t before = search->letters.at[graph->parent.at[marking]];
    const uint64_t open = search->touched[graph->by.at[marking]];

    return open ? read_letter(search, marking, before, open) : before;
}

/* The atoms that hold at a marking. */
static uint64_t letter_of(struct ctl_search *search, uint32_t marking)
{
    const uint32_t parent = search->graph->parent.at[marking];

    vec_fit(&search->letters, marking + 1);
    if (marking_set_add(&search->lettered, marking))
        search->letters.at[marking] =
            marking && marking_set_has(&search->lettered, parent)
                ? next_letter(search, marking)
                : read_letter(search, marking, 0,
                              temporal_all_atoms(search->formula));
    return search->letters.at[marking];
}

static enum ctl_search_truth truth_of_atom(struct ctl_search *search,
                                           uint32_t atom, uint32_t marking,
                                           uint64_t letter, bool everywhere)
{
    const struct ctl_search_part *part;
    uint32_t value;

    if (atom < TEMPORAL_ATOMS)
        return everywhere && !(search->constant >> atom & 1) ? CTL_SEARCH_OPEN
               : letter >> atom & 1                          ? CTL_SEARCH_YES
                                                             : CTL_SEARCH_NO;
    part = &search->parts.at[atom - TEMPORAL_ATOMS];
    if (part->fixed != CTL_SEARCH_OPEN || everywhere)
        return part->fixed;
    value = marking < part->values.len ? part->values.at[marking] : UNKNOWN;
    return value != FOUND && value != FAILED   ? CTL_SEARCH_OPEN
           : (value == FOUND) != part->negated ? CTL_SEARCH_YES
                                               : CTL_SEARCH_NO;
}

static enum ctl_search_truth negation(enum ctl_search_truth truth)
{
    return truth == CTL_SEARCH_OPEN  ? CTL_SEARCH_OPEN
           : truth == CTL_SEARCH_YES ? CTL_SEARCH_NO
                                     : CTL_SEARCH_YES;
}

/* Of a and b, if `strong` is NO; of a or b, if it is YES. */
static enum ctl_search_truth join(enum ctl_search_truth a,
                                  enum ctl_search_truth b,
                                  enum ctl_search_truth strong)
{
    return a == strong || b == strong ? strong : a == CTL_SEARCH_OPEN ? a : b;
}

/* The quantified part on which the truth of a formula depends, whose truth is
 * open: of two operands the one with less in it. */
static uint32_t open_part(const struct ctl_search *search, ltl_id id)
{
    const struct ltl_node *const nodes = search->formula->ltl.nodes.at;

    while (nodes[id].op == LTL_AND || nodes[id].op == LTL_OR) {
        const ltl_id left = nodes[id].left, right = nodes[id].right;

        id = search->truth[left] != CTL_SEARCH_OPEN       ? right
             : search->truth[right] != CTL_SEARCH_OPEN    ? left
             : search->depth[right] < search->depth[left] ? right
                                                          : left;
    }
    return nodes[id].left - TEMPORAL_ATOMS;
}

static void begin(struct ctl_search *search, uint32_t part, uint32_t marking,
                  bool begins)
{
    const struct ctl_search_frame frame = {
        .part = part, .marking = marking, .begins = begins};
    const struct ctl_search_open open = {part, marking, search->open.len};
    const bool reaches = search->parts.at[part].way == CTL_SEARCH_REACH;

    *value_at(&search->parts.at[part], marking) =
        OPEN + (reaches ? search->open.len : 0);
    if (reaches)
        vec_push(&search->open, open);
    vec_push(&search->frames, frame);
}

/* The truth of a condition at a marking, or everywhere, as far as it is known,
 * with that of its parts. */
static enum ctl_search_truth evaluate(struct ctl_search *search, ltl_id id,
                                      uint32_t marking, bool everywhere)
{
    const struct ltl_node *const nodes = search->formula->ltl.nodes.at;
    const uint64_t letter = letter_of(search, marking);

    for (uint32_t k = search->first[id]; search->needed.at[k] <= id; k++) {
        const ltl_id i = search->needed.at[k];
        const struct ltl_node node = nodes[i];
        enum ctl_search_truth truth = CTL_SEARCH_OPEN;

        if (node.op == LTL_FALSE || node.op == LTL_TRUE)
            truth = node.op == LTL_TRUE ? CTL_SEARCH_YES : CTL_SEARCH_NO;
        else if (node.op == LTL_ATOM || node.op == LTL_NOT)
            truth =
                truth_of_atom(search, node.left, marking, letter, everywhere);
        else if (node.op == LTL_AND || node.op == LTL_OR)
            truth = join(search->truth[node.left], search->truth[node.right],
                         node.op == LTL_OR ? CTL_SEARCH_YES : CTL_SEARCH_NO);
        search->truth[i] =
            (unsigned char)(node.op == LTL_NOT ? negation(truth) : truth);
    }
    return search->truth[id];
}

enum ctl_search_truth ctl_search_truth_at(struct ctl_search *search,
                                          ltl_id condition, uint32_t marking)
{
    list_needed(search, condition);
    return evaluate(search, condition, marking, false);
}

bool ctl_search_has_found(const struct ctl_search *search, uint32_t part,
                          uint32_t marking)
{
    const struct ctl_search_part *const p = &search->parts.at[part];

    return marking < p->values.len && p->values.at[marking] == FOUND;
}

/* Is a condition true at a marking?  If that is open, begins the search for the
 * part on which it depends. */
static enum ctl_search_truth ask(struct ctl_search *search, ltl_id id,
                                 uint32_t marking)
{
    const enum ctl_search_truth truth = evaluate(search, id, marking, false);

    if (truth == CTL_SEARCH_OPEN)
        begin(search, open_part(search, id), marking, true);
    return truth;
}

/* As the search for a part sees it, which may be for the negation. */
static enum ctl_search_truth seen_by(const struct ctl_search_part *part,
                                     enum ctl_search_truth truth)
{
    return part->negated ? negation(truth) : truth;
}

/* --- a search for a part -------------------------------------------------- */

/* It ends: from all markings on its path, and from those of which it is not
 * settled where they lead to, what is sought is found. */
static void found(struct ctl_search *search)
{
    struct ctl_search_part *const part =
        &search->parts.at[vec_top(&search->frames)->part];
    struct ctl_search_frame frame;
    uint32_t *value, first;

    do {
        frame = vec_pop(&search->frames);
        value = value_at(part, frame.marking);
        first = *value - OPEN;
        *value = FOUND;
    } while (!frame.begins);
    if (part->way != CTL_SEARCH_REACH)
        return;
    for (uint32_t i = first; i < search->open.len; i++)
        *value_at(part, search->open.at[i].marking) = FOUND;
    vec_cut(&search->open, first);
}

/* All steps of the marking on top fail, or lead to markings that are open. */
static void leave_top(struct ctl_search *search)
{
    const struct ctl_search_frame frame = vec_pop(&search->frames);
    struct ctl_search_part *const part = &search->parts.at[frame.part];
    uint32_t *const value = value_at(part, frame.marking);

    if (part->way != CTL_SEARCH_REACH) {
        *value = FAILED;
        return;
    }

    const uint32_t first = *value - OPEN;
    const uint32_t low = search->open.at[first].low;

    if (low < first) { /* then it does not begin the search */
        const struct ctl_search_frame *const below = vec_top(&search->frames);
        uint32_t *const least =
            &search->open.at[*value_at(part, below->marking) - OPEN].low;

        *least = low < *least ? low : *least;
        return;
    }
    for (uint32_t i = first; i < search->open.len; i++)
        *value_at(part, search->open.at[i].marking) = FAILED;
    vec_cut(&search->open, first);
}

/* Does the marking on top decide by itself?  Otherwise its steps do.  False
 * when a step ends the search. */
static bool enter_top(struct ctl_search *search)
{
    const struct ctl_search_frame frame = *vec_top(&search->frames);
    struct ctl_search_part part = search->parts.at[frame.part];
    const bool reaches = part.way == CTL_SEARCH_REACH;

    if (part.way != CTL_SEARCH_NEXT) {
        const enum ctl_search_truth right =
            seen_by(&part, ask(search, part.right, frame.marking));
        enum ctl_search_truth left;

        if (right == CTL_SEARCH_OPEN)
            return true;
        if (reaches == (right == CTL_SEARCH_YES)) {
            reaches ? found(search) : leave_top(search);
            return true;
        }
        left = seen_by(&part, ask(search, part.left, frame.marking));
        if (left == CTL_SEARCH_OPEN)
            return true;
        if (reaches == (left == CTL_SEARCH_NO)) {
            reaches ? leave_top(search) : found(search);
            return true;
        }
    }
    if (!part.ranks)
        part.ranks = search->parts.at[frame.part].ranks =
            ctl_order_ranks(search, frame.part);
    if (!local_graph_expand(search->graph, frame.marking, part.ranks))
        return false;
    vec_top(&search->frames)->is_inside = true;
    if (part.way == CTL_SEARCH_STAY &&
        local_graph_count(search->graph, frame.marking) == 0)
        found(search);
    return true;
}

/* The next step of the marking on top leads to this one. */
static void follow(struct ctl_search *search, uint32_t to)
{
    struct ctl_search_frame *const frame = vec_top(&search->frames);
    struct ctl_search_part *const part = &search->parts.at[frame->part];
    const uint32_t value = *value_at(part, to);

    if (value == FOUND || (value >= OPEN && part->way == CTL_SEARCH_STAY)) {
        found(search);
        return;
    }
    frame->next++;
    if (value == UNKNOWN) {
        begin(search, frame->part, to, false); /* frame is stale from here */
    } else if (value >= OPEN) {
        uint32_t *const low =
            &search->open.at[*value_at(part, frame->marking) - OPEN].low;

        *low = value - OPEN < *low ? value - OPEN : *low;
    }
}

/* The same for E X. */
static void follow_next(struct ctl_search *search, uint32_t to)
{
    struct ctl_search_frame *const frame = vec_top(&search->frames);
    const struct ctl_search_part part = search->parts.at[frame->part];
    const enum ctl_search_truth truth =
        seen_by(&part, ask(search, part.left, to));

    if (truth == CTL_SEARCH_YES)
        found(search);
    else if (truth == CTL_SEARCH_NO)
        frame->next++;
}

/* False when a step ends the search. */
static bool step_at_top(struct ctl_search *search)
{
    struct local_graph *const graph = search->graph;
    const struct ctl_search_frame frame = *vec_top(&search->frames);
    uint32_t to;

    if (!frame.is_inside)
        return enter_top(search);
    if (frame.next == local_graph_count(graph, frame.marking)) {
        leave_top(search);
        return true;
    }
    to = local_graph_step(graph, frame.marking, frame.next);
    if (to == UINT32_MAX)
        return false;
    if (search->parts.at[frame.part].way == CTL_SEARCH_NEXT)
        follow_next(search, to);
    else
        follow(search, to);
    return true;
}

/* --- what others know ----------------------------------------------------- */

/* Takes back the searches for parts; what is settled stays so. */
static void stop(struct ctl_search *search)
{
    for (uint32_t i = 0; i < search->frames.len; i++) {
        const struct ctl_search_frame *const frame = &search->frames.at[i];

        *value_at(&search->parts.at[frame->part], frame->marking) = UNKNOWN;
    }
    for (uint32_t i = 0; i < search->open.len; i++)
        *value_at(&search->parts.at[search->open.at[i].part],
                  search->open.at[i].marking) = UNKNOWN;
    vec_clear(&search->frames);
    vec_clear(&search->open);
}

/* Which parts have the same truth at all markings, as those of `constant` do?
 * What never holds is not reached, and no path stays there; what always holds
 * is reached at once, and all paths stay there. */
static void fix_parts(struct ctl_search *search)
{
    for (uint32_t k = 0; k < search->parts.len; k++) {
        struct ctl_search_part *const part = &search->parts.at[k];
        enum ctl_search_truth truth = evaluate(search, part->right, 0, true);

        /* a deadlock has no next marking */
        if (part->way == CTL_SEARCH_NEXT &&
            (truth == CTL_SEARCH_YES) != part->negated)
            truth = CTL_SEARCH_OPEN;
        if (part->fixed == CTL_SEARCH_OPEN)
            part->fixed = truth;
    }
}

void ctl_search_settle(struct ctl_search *search, uint32_t atom)
{
    stop(search);
    search->constant |= UINT64_C(1) << atom;
    fix_parts(search);
}

void ctl_search_fix(struct ctl_search *search, uint32_t part, bool found)
{
    stop(search);
    search->parts.at[part].fixed = found != search->parts.at[part].negated
                                       ? CTL_SEARCH_YES
                                       : CTL_SEARCH_NO;
    fix_parts(search);
}

bool ctl_search_begins_with(struct ctl_search *search, uint32_t part)
{
    const struct ltl *const ltl = &search->formula->ltl;
    const ltl_id sought = search->formula->sought;
    bool is = false;

    if (evaluate(search, sought, 0, false) != CTL_SEARCH_OPEN)
        return false;
    for (uint32_t k = search->first[sought]; search->needed.at[k] <= sought;
         k++) {
        const ltl_id i = search->needed.at[k];
        const struct ltl_node node = ltl->nodes.at[i];

        is |= (node.op == LTL_ATOM || node.op == LTL_NOT) &&
              node.left == TEMPORAL_ATOMS + part &&
              search->truth[i] == CTL_SEARCH_OPEN;
    }
    return is;
}

void ctl_search_begin_with(struct ctl_search *search, uint32_t part, bool found)
{
    stop(search);
    *value_at(&search->parts.at[part], 0) = found ? FOUND : FAILED;
}

bool ctl_search_reads_atom(const struct ctl_search *search, uint32_t part,
                           uint32_t *atom, bool *holds)
{
    const struct ctl_search_part *const p = &search->parts.at[part];
    const struct ltl_node node = search->formula->ltl.nodes.at[p->right];
    const bool reaches = p->way == CTL_SEARCH_REACH;

    *atom = node.left;
    *holds = (node.op == LTL_ATOM) != p->negated;
    return p->fixed == CTL_SEARCH_OPEN && p->way != CTL_SEARCH_NEXT &&
           p->left == (p->negated == reaches ? LTL_NO : LTL_YES) &&
           (node.op == LTL_ATOM || node.op == LTL_NOT) &&
           node.left < TEMPORAL_ATOMS;
}

/* Backwards along the markings of a run, as long as a part is found at them for
 * what is known. */
static void go_back(struct ctl_search *search, struct ctl_search_part *part,
                    const uint32_t *markings, uint32_t n)
{
    const bool reaches = part->way == CTL_SEARCH_REACH;
    bool is_found = false;

    if (part->way == CTL_SEARCH_NEXT)
        return;
    while (n-- > 0) {
        const enum ctl_search_truth right =
            seen_by(part, evaluate(search, part->right, markings[n], false));
        uint32_t *const value = value_at(part, markings[n]);

        if (reaches && right == CTL_SEARCH_YES)
            is_found = true;
        else if (reaches
                     ? seen_by(part, evaluate(search, part->left, markings[n],
                                              false)) != CTL_SEARCH_YES
                     : right != CTL_SEARCH_YES)
            is_found = false;
        is_found |= *value == FOUND;
        if (is_found)
            *value = FOUND;
    }
}

void ctl_search_follow(struct ctl_search *search, const witness_run *run,
                       struct ctl_search_told told)
{
    uint32_t *const markings = mem_zero((size_t)run->len + 1, sizeof *markings);

    stop(search);
    local_graph_resume(search->graph);
    for (uint32_t i = 0; i < run->len && markings[i] != UINT32_MAX; i++)
        markings[i + 1] =
            local_graph_fire(search->graph, markings[i], run->at[i]);
    if (markings[run->len] != UINT32_MAX) {
        for (uint32_t i = told.first; i <= run->len; i++)
            *value_at(&search->parts.at[told.part], markings[i]) =
                told.found ? FOUND : FAILED;
        for (uint32_t k = 0; k < search->parts.len; k++)
            go_back(search, &search->parts.at[k], markings, run->len + 1);
    }
    mem_free(markings);
}

/* --- the search ----------------------------------------------------------- */

enum ctl_search_truth ctl_search_run(struct ctl_search *search,
                                     uint64_t budget_end)
{
    struct marking_goals *const goals = search->graph->goals;
    struct watch *const watch = goals->watch;

    (void)enabled_set_take_work(search->graph->at); /* of other searches */
    local_graph_resume(search->graph);
    for (;;) {
        if (!search->frames.len) {
            const enum ctl_search_truth truth =
                ask(search, search->formula->sought, 0);

            if (truth != CTL_SEARCH_OPEN)
                return truth;
        }
        watch->depth = search->frames.len;
        if (watch_work(watch,
                       STEP_COST + enabled_set_take_work(search->graph->at)) ||
            watch->work >= budget_end || !step_at_top(search) ||
            marking_goals_over(goals))
            return CTL_SEARCH_OPEN;
    }
}
