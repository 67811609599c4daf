#include "engine/diagram/images.h"

/* In place of a change, of no level: the only step is none, the set itself,
 * within others, or a closed set within IMAGES_ANYWHERE; all steps, each once,
 * or in a closure as often as they lead to new words. */
#define STAY EFFECTS_END
#define EACH (EFFECTS_END + 1)

/* What is done with a node: one step from each of its words, or none, within
 * others; in a closure, the same and then all steps of this level and below, as
 * long as they lead to new words. */
struct images_frame {
    mdd_id n, within;
    uint32_t change;
    uint32_t level;
    uint32_t row;   /* its part of what is kept: n, within, and a node by value
                       that is being made */
    uint32_t dirty; /* its part of the values whose node has grown */
    uint32_t i;     /* the next arc of n, or the next step */
    uint32_t value; /* of which steps are taken, up to this one: */
    uint32_t end;
    uint32_t to; /* of the result of the frame above, in the row */
    bool fires;  /* the arcs of n are done */
};

/* How a run of the frames works. */
struct mode {
    enum images_direction direction;
    bool closes;
};

/* --- the steps of a net --------------------------------------------------- */

/* The number of a digit with a value: even, since steps that lead to the same
 * marking are in the slot after it. */
static uint32_t slot_of(const struct digits *digits, uint32_t level,
                        uint32_t value)
{
    return 2 * (digits->places.start[level] + level - 1 + value);
}

/* A step, the slot in which it is sought, and the level and value of its second
 * change. */
struct found_step {
    struct images_step step;
    uint32_t slot;
    uint64_t second;
};

typedef VEC(struct found_step) found_steps;

/* How many digits the step that begins with this change leaves different. */
static uint32_t count_moves(const struct images *steps, uint32_t change)
{
    uint32_t n = 0;

    for (; change != EFFECTS_END; change = steps->changes.at.at[change].next)
        n += steps->changes.at.at[change].from !=
             steps->changes.at.at[change].to;
    return n;
}

/* The step that begins with this change, once more: appends it if it is new.
 * step_of: its number plus 1, by change, 0 for none. */
static void add_step(struct images *steps, uint32_t change, uint32_t *step_of,
                     found_steps *found)
{
    const struct effects_change *const at = steps->changes.at.at;
    const struct effects_change *const second = &at[at[change].next];
    const uint32_t n_moves = count_moves(steps, change);
    struct found_step step = {.step = {.change = change}};

    if (n_moves > steps->most_moves)
        steps->most_moves = n_moves;
    if (!step_of[change]) {
        step.slot = slot_of(steps->digits, at[change].level, at[change].from) +
                    !n_moves;
        step.second = (uint64_t)second->level << 32 | second->from;
        vec_push(found, step);
        step_of[change] = found->len;
    }
    found->at[step_of[change] - 1].step.times++;
}

static int compare_found(const void *a, const void *b)
{
    const struct found_step *const p = a, *const q = b;

    if (p->slot != q->slot)
        return p->slot < q->slot ? -1 : 1;
    if (p->second != q->second)
        return p->second < q->second ? -1 : 1;
    return p->step.change < q->step.change ? -1 : 1;
}

/* Sorts the steps by what their first two changes need. */
static void order_steps(struct images *steps, enum images_direction direction,
                        found_steps *found)
{
    const uint32_t n_slots = slot_of(steps->digits, steps->n_levels + 1, 0) + 1;
    struct images_step *const heads = mem_alloc(found->len, sizeof *heads);
    uint32_t *const first = mem_zero((size_t)n_slots + 1, sizeof *first);

    if (found->len)
        qsort(found->at, found->len, sizeof *found->at, compare_found);
    for (uint32_t i = found->len; i-- > 0;) {
        const struct found_step *const step = &found->at[i];
        const bool is_last = i + 1 == found->len ||
                             step[1].slot != step->slot ||
                             step[1].second != step->second;

        heads[i] = step->step;
        heads[i].end = is_last ? i + 1 : heads[i + 1].end;
        first[step->slot + 1]++;
    }
    for (uint32_t slot = 0; slot < n_slots; slot++)
        first[slot + 1] += first[slot];
    steps->heads[direction] = heads;
    steps->first[direction] = first;
}

/* Is there a step whose highest change is of this level? */
static bool has_steps(const struct images *steps, uint32_t level)
{
    const uint32_t *const first = steps->first[IMAGES_FORWARDS];

    return first[slot_of(steps->digits, level, 0)] !=
           first[slot_of(steps->digits, level + 1, 0)];
}

static void add_steps(struct images *steps, const struct net *net,
                      enum images_direction direction)
{
    struct effects *const changes = &steps->changes;
    VEC(uint32_t) step_of = {0};
    found_steps found = {0};

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const uint32_t change =
            effects_of(changes, net, t, direction == IMAGES_BACKWARDS);

        vec_fit(&step_of, changes->at.len);
        if (change == EFFECTS_END)
            steps->n_idle += direction == IMAGES_FORWARDS;
        else if (change != EFFECTS_NONE)
            add_step(steps, change, step_of.at, &found);
    }
    order_steps(steps, direction, &found);
    steps->n_steps = found.len;
    vec_free(&step_of);
    vec_free(&found);
}

void images_init(struct images *steps, const struct net *net,
                 const struct digits *digits, struct mdd *diagram)
{
    *steps = (struct images){.diagram = diagram,
                             .n_levels = digits->n_levels,
                             .lowest = 1,
                             .digits = digits};
    effects_init(&steps->changes, digits);
    add_steps(steps, net, IMAGES_FORWARDS);
    add_steps(steps, net, IMAGES_BACKWARDS);
    while (steps->lowest <= steps->n_levels && !has_steps(steps, steps->lowest))
        steps->lowest++;
}

void images_finish(struct images *steps)
{
    effects_finish(&steps->changes);
    for (uint32_t i = 0; i < 2; i++) {
        mem_free(steps->first[i]);
        mem_free(steps->heads[i]);
    }
    vec_free(&steps->frames);
    vec_free(&steps->dirty);
    *steps = (struct images){0};
}

/* --- frames --------------------------------------------------------------- */

static uint32_t code_of(struct mode mode, uint32_t change)
{
    return MDD_OPERATIONS + 4 * change + 2 * mode.direction + mode.closes;
}

static mdd_id child_within(const struct mdd *d, mdd_id within, uint32_t value)
{
    return within == IMAGES_ANYWHERE ? IMAGES_ANYWHERE
                                     : mdd_child(d, within, value);
}

static void push_frame(struct images *steps, mdd_id n, mdd_id within,
                       uint32_t change, uint32_t level)
{
    struct mdd *const d = steps->diagram;
    const uint32_t size = digits_size(steps->digits, level);
    const uint32_t row = d->kept.len, dirty = steps->dirty.len;

    vec_push(&steps->frames, ((struct images_frame){.n = n,
                                                    .within = within,
                                                    .change = change,
                                                    .level = level,
                                                    .row = row + 2,
                                                    .dirty = dirty}));
    vec_push(&d->kept, n);
    vec_push(&d->kept, within);
    vec_fit(&d->kept, row + 2 + size);
    vec_fit(&steps->dirty, dirty + size);
}

/* Is the change one of this level, and has node n none of the value that it
 * needs? */
static bool is_barred(const struct images *steps, uint32_t level, mdd_id n,
                      uint32_t change)
{
    const struct effects_change *const at = &steps->changes.at.at[change];

    return change > EACH && at->level == level &&
           !mdd_child(steps->diagram, n, at->from);
}

/* Is the result known at once?  Otherwise a new frame is to find it. */
static bool is_image_known(struct images *steps, struct mode mode,
                           uint32_t level, mdd_id n, mdd_id within,
                           uint32_t change, mdd_id *result)
{
    struct mdd *const d = steps->diagram;

    *result = MDD_EMPTY;
    if (!n || !within)
        return true;
    if (change == EACH && level < steps->lowest) {
        *result = mode.closes ? n : MDD_EMPTY;
        return true;
    }
    if (change == STAY &&
        (!level || within == IMAGES_ANYWHERE || within == n)) {
        *result = n;
        return true;
    }
    if (is_barred(steps, level, n, change))
        return true;
    if (mdd_recall(d, code_of(mode, change), n, within, result))
        return true;
    mdd_collect(d);
    push_frame(steps, n, within, change, level);
    return false;
}

static uint32_t *row_of(const struct images *steps,
                        const struct images_frame *frame)
{
    return steps->diagram->kept.at + frame->row;
}

/* Adds words to the node that the frame makes.  In a closure their steps are
 * due. */
static void add_words(struct images *steps, struct mode mode, mdd_id words)
{
    struct images_frame *const frame = vec_top(&steps->frames);
    const uint32_t at = frame->row + frame->to;
    const mdd_id before = steps->diagram->kept.at[at];
    mdd_id now;

    if (!words)
        return;
    now = mdd_combine(steps->diagram, MDD_UNION, before, words);
    if (now == before)
        return;
    steps->diagram->kept.at[at] = now;
    if (mode.closes)
        steps->dirty.at[frame->dirty + frame->to] = true;
}

/* --- one level ------------------------------------------------------------ */

/* What the frame above is to do: a node of the level below, within another, by
 * this change. */
struct operand {
    mdd_id n, within;
    uint32_t change;
};

/* The next arc of the frame's node.  False at their end. */
static bool next_arc(const struct images *steps, struct images_frame *frame,
                     struct operand *part)
{
    const struct mdd *const d = steps->diagram;
    const struct effects_change *const change =
        &steps->changes.at.at[frame->change];
    const bool here = change->level == frame->level;

    if (frame->i == (here ? 1 : mdd_len(d, frame->n)))
        return false;
    if (here) {
        part->n = mdd_child(d, frame->n, change->from);
        part->change = change->next;
        frame->to = change->to;
    } else {
        const struct mdd_arc arc = mdd_arcs(d, frame->n)[frame->i];

        part->n = arc.to;
        part->change = frame->change;
        frame->to = arc.value;
    }
    part->within = child_within(d, frame->within, frame->to);
    frame->i++;
    return true;
}

/* The next value of which steps are to be taken.  False: there is none. */
static bool next_value(struct images *steps, struct images_frame *frame,
                       struct mode mode)
{
    const uint32_t size = digits_size(steps->digits, frame->level);
    bool *const dirty = steps->dirty.at + frame->dirty;

    for (uint32_t v = 0; v < size; v++)
        if (dirty[v]) {
            const uint32_t slot = slot_of(steps->digits, frame->level, v);

            dirty[v] = false;
            frame->value = v;
            frame->i = steps->first[mode.direction][slot];
            frame->end =
                steps->first[mode.direction][slot + (mode.closes ? 1 : 2)];
            return true;
        }
    return false;
}

/* The next step of this level from a value of the node.  False when no step
 * leads to anything new. */
static bool next_step(struct images *steps, struct images_frame *frame,
                      struct mode mode, struct operand *part)
{
    const struct mdd *const d = steps->diagram;
    const struct images_step *const heads = steps->heads[mode.direction];

    for (;;) {
        const struct effects_change *change;

        if (frame->i == frame->end) {
            if (!next_value(steps, frame, mode))
                return false;
            continue;
        }
        change = &steps->changes.at.at[heads[frame->i].change];
        part->n = mode.closes ? row_of(steps, frame)[frame->value]
                              : mdd_child(d, frame->n, frame->value);
        if (is_barred(steps, frame->level - 1, part->n, change->next)) {
            frame->i = heads[frame->i].end;
            continue;
        }
        part->within = child_within(d, frame->within, change->to);
        part->change = change->next;
        frame->to = change->to;
        frame->i++;
        return true;
    }
}

/* The arcs of the node are done.  In a closure steps are due from all values
 * that the new node has; to take each step once, from those of the node. */
static void begin_steps(struct images *steps, struct images_frame *frame,
                        struct mode mode)
{
    const struct mdd *const d = steps->diagram;
    const uint32_t size = digits_size(steps->digits, frame->level);
    bool *const dirty = steps->dirty.at + frame->dirty;

    frame->fires = true;
    frame->i = frame->end = 0;
    for (uint32_t v = 0; v < size; v++)
        dirty[v] = mode.closes && row_of(steps, frame)[v];
    for (uint32_t i = 0; frame->change == EACH && i < mdd_len(d, frame->n); i++)
        dirty[mdd_arcs(d, frame->n)[i].value] = true;
}

static bool next_part(struct images *steps, struct mode mode,
                      struct operand *part)
{
    struct images_frame *const frame = vec_top(&steps->frames);

    if (!frame->fires) {
        if (next_arc(steps, frame, part))
            return true;
        begin_steps(steps, frame, mode);
    }
    return next_step(steps, frame, mode, part);
}

/* The node that the frame has made. */
static mdd_id pop_frame(struct images *steps, struct mode mode)
{
    struct mdd *const d = steps->diagram;
    const struct images_frame frame = vec_pop(&steps->frames);
    const uint32_t start = d->draft.len;
    const uint32_t size = digits_size(steps->digits, frame.level);
    mdd_id result;

    for (uint32_t v = 0; v < size; v++)
        if (row_of(steps, &frame)[v])
            vec_push(&d->draft,
                     ((struct mdd_arc){v, row_of(steps, &frame)[v]}));
    result = mdd_close(d, start);
    vec_cut(&d->kept, frame.row - 2);
    vec_cut(&steps->dirty, frame.dirty);
    if (frame.n)
        mdd_remember(d, code_of(mode, frame.change), frame.n, frame.within,
                     result);
    return result;
}

/* Runs the frames to the result of the lowest one. */
static mdd_id run_frames(struct images *steps, struct mode mode)
{
    struct mdd *const d = steps->diagram;
    mdd_id result;
    struct operand part;

    while (!mdd_spend(d)) {
        d->work += 10;
        if (next_part(steps, mode, &part)) {
            if (is_image_known(steps, mode, vec_top(&steps->frames)->level - 1,
                               part.n, part.within, part.change, &result))
                add_words(steps, mode, result);
        } else {
            result = pop_frame(steps, mode);
            if (!steps->frames.len)
                return result;
            add_words(steps, mode, result);
        }
    }
    while (steps->frames.len)
        (void)pop_frame(steps, mode);
    return MDD_EMPTY;
}

/* --- operations ----------------------------------------------------------- */

static mdd_id run(struct images *steps, struct mode mode, mdd_id set,
                  mdd_id within, uint32_t change)
{
    mdd_id result;

    vec_push(&steps->diagram->kept, set);
    vec_push(&steps->diagram->kept, within);
    if (!is_image_known(steps, mode, steps->n_levels, set, within, change,
                        &result))
        result = run_frames(steps, mode);
    vec_cut(&steps->diagram->kept, steps->diagram->kept.len - 2);
    return result;
}

mdd_id images_closure(struct images *steps, mdd_id set)
{
    return run(steps, (struct mode){IMAGES_FORWARDS, true}, set,
               IMAGES_ANYWHERE, EACH);
}

/* Layers are few where a path through all values of a digit is short. */
static bool has_small_digits(const struct digits *digits)
{
    enum { MOST_PLACES = 4 /* of a digit, on average */ };

    return digits->n_places <= MOST_PLACES * digits->n_levels;
}

/* In layers: where each step changes one digit, as in a Boolean network, to
 * close all parts on the way costs many times more. */
static mdd_id close_in_layers(struct images *steps, mdd_id set, mdd_id within)
{
    struct mdd *const d = steps->diagram;
    const uint32_t at = d->kept.len;
    mdd_id layer = mdd_combine(d, MDD_INTERSECTION, set, within);

    vec_push(&d->kept, layer);  /* found */
    vec_push(&d->kept, within); /* left */
    while (layer && !mdd_spend(d)) {
        mdd_id *const kept = d->kept.at + at;

        kept[1] = mdd_combine(d, MDD_DIFFERENCE, kept[1], layer);
        layer = run(steps, (struct mode){IMAGES_BACKWARDS, false}, layer,
                    kept[1], EACH);
        d->kept.at[at] = mdd_combine(d, MDD_UNION, d->kept.at[at], layer);
    }
    set = d->kept.at[at];
    vec_cut(&d->kept, at);
    return set;
}

mdd_id images_close_back(struct images *steps, mdd_id set, mdd_id within)
{
    return steps->most_moves <= 1 && has_small_digits(steps->digits)
               ? close_in_layers(steps, set, within)
               : run(steps, (struct mode){IMAGES_BACKWARDS, true}, set, within,
                     STAY);
}

mdd_id images_step(struct images *steps, uint32_t change, mdd_id set)
{
    return run(steps, (struct mode){IMAGES_FORWARDS, false}, set,
               IMAGES_ANYWHERE, change);
}

mdd_id images_image(struct images *steps, enum images_direction direction,
                    mdd_id set, mdd_id within)
{
    struct mdd *const d = steps->diagram;
    const mdd_id others =
        run(steps, (struct mode){direction, false}, set, within, EACH);

    if (!steps->n_idle)
        return others;
    if (within != IMAGES_ANYWHERE)
        set = mdd_combine(d, MDD_INTERSECTION, set, within);
    return mdd_combine(d, MDD_UNION, others, set);
}
