#include "formats/cert.h"

#include "answer/reduction_check.h"
#include "base/bits.h"
#include "base/ids.h"
#include "base/stamp.h"
#include "base/text.h"
#include "formats/cert_steps.h"
#include "formats/scan.h"
#include "formats/source.h"
#include "net/formula_parser.h"

#include <stdlib.h>
#include <string.h>

struct cert_reader {
    struct scan scan;
    const struct net *net;
    struct cert *cert;
    text_buffer word;
    struct net_where where;  /* of the last word read */
    bool quoted;             /* was this word in quotes? */
    struct stamp places;     /* named in the current list */
    struct stamp members;    /* transitions of the current cube */
    uint32_t *line_of;       /* by transition: see sort_cube() */
    struct mutable_net left; /* while the steps of a reduction are read */
    uint32_t n_signs;        /* of the names of transitions that they make */
};

/* --- words ---------------------------------------------------------------- */

static bool at_line_end(struct scan *scan)
{
    const int c = scan_peek(scan);

    return c == '\n' || c == '#' || c == SCAN_END;
}

/* Moves to the next word on this line; false when there is none. */
static bool more(struct cert_reader *r)
{
    scan_skip_blanks(&r->scan);
    return !at_line_end(&r->scan);
}

static bool end_line(struct cert_reader *r)
{
    return !r->scan.failed &&
           (!more(r) || scan_error(&r->scan, "more than belongs on this line"));
}

static bool read_word(struct cert_reader *r, const char *what)
{
    struct scan *scan = &r->scan;
    char text[16];

    if (!more(r))
        return scan_error(scan, "expected %s, found %s", what,
                          scan_describe(scan_peek(scan), text));
    r->where = scan_where(scan);
    r->quoted = scan_peek(scan) == '"';
    if (!r->quoted)
        return scan_word(scan, &r->word);
    if (!scan_quoted(scan, '"', '"', '\\', &r->word))
        return false;

    const int c = scan_peek(scan);

    return c == ' ' || c == '\t' || at_line_end(scan) ||
           scan_error(scan, "expected a blank after the closing '\"'");
}

static bool is_word(struct cert_reader *r, const char *word)
{
    return !r->quoted && r->word.len == strlen(word) &&
           !memcmp(r->word.at, word, r->word.len);
}

static bool unexpected(struct cert_reader *r, const char *what)
{
    return scan_error_at(&r->scan, r->where, "expected %s, found '%.60s'", what,
                         text_make_utf8(&r->word));
}

static bool expect(struct cert_reader *r, const char *word, const char *what)
{
    return read_word(r, what) && (is_word(r, word) || unexpected(r, what));
}

static bool read_number(struct cert_reader *r, const char *what,
                        uint32_t *value)
{
    uint64_t number;

    if (!read_word(r, what))
        return false;
    if (r->quoted || !r->word.len ||
        strspn(text_end(&r->word), "0123456789") != r->word.len)
        return unexpected(r, what);
    if (text_number(text_end(&r->word), &number) != TEXT_NUMBER ||
        number > INT32_MAX)
        return scan_error_at(&r->scan, r->where, "%s is too large", what);
    *value = (uint32_t)number;
    return true;
}

static bool read_place(struct cert_reader *r, place_id *p)
{
    struct diag why = {0};

    if (!read_word(r, "a place"))
        return false;
    *p = net_find_place(r->net, text_make_utf8(&r->word), &why);
    return *p != PLACE_NONE ||
           scan_error_at(&r->scan, r->where, "%s", why.text);
}

static bool read_trans(struct cert_reader *r, trans_id *t)
{
    struct diag why = {0};

    if (!read_word(r, "a transition"))
        return false;
    *t = net_find_trans(r->net, text_make_utf8(&r->word), &why);
    return *t != TRANS_NONE ||
           scan_error_at(&r->scan, r->where, "%s", why.text);
}

/* Moves to the first word of the next line that has one. */
static bool next_line(struct cert_reader *r, const char *what)
{
    for (;;) {
        scan_skip_space(&r->scan);
        if (scan_peek(&r->scan) != '#')
            return read_word(r, what);
        scan_skip_line(&r->scan);
    }
}

static bool expect_line(struct cert_reader *r, const char *word,
                        const char *what)
{
    return next_line(r, what) && (is_word(r, word) || unexpected(r, what));
}

/* --- the goal ------------------------------------------------------------- */

/* Is this the first occurrence in the current list? */
static bool place_is_new(struct cert_reader *r, place_id p)
{
    if (stamp_has(&r->places, p))
        return scan_error_at(&r->scan, r->where,
                             "place '%s' is named a second time",
                             net_place_label(r->net, p));
    stamp_add(&r->places, p);
    return true;
}

static bool read_wanted(struct cert_reader *r, struct goal *goal, bool marked)
{
    while (more(r)) {
        place_id p;

        if (!read_place(r, &p) || !place_is_new(r, p))
            return false;
        if (marked)
            vec_push(&goal->marked, p);
        else
            vec_push(&goal->empty, p);
    }
    return !r->scan.failed;
}

static bool read_marking(struct cert_reader *r, struct goal *goal)
{
    stamp_start(&r->places);
    if (!end_line(r) || !expect_line(r, "marked", "'marked'") ||
        !read_wanted(r, goal, true) || !end_line(r) ||
        !expect_line(r, "empty", "'empty'") || !read_wanted(r, goal, false))
        return false;
    ids_sort(goal->marked.at, goal->marked.len);
    ids_sort(goal->empty.at, goal->empty.len);
    return end_line(r);
}

static bool read_formula(struct cert_reader *r, struct goal *goal)
{
    struct diag why = {0};
    bool invariant;

    if (!read_word(r, "a formula"))
        return false;
    goal->kind = GOAL_FORMULA;
    goal->formula =
        formula_parser_read(r->net, text_end(&r->word), &invariant, &why);
    if (!goal->formula)
        return scan_error_at(&r->scan, r->where,
                             "in the formula, column %u: %s", why.column,
                             why.text);
    return end_line(r);
}

/* A whole number with a sign, of an absolute value up to `most`. */
static bool read_signed(struct cert_reader *r, const char *what, int64_t most,
                        int64_t *value)
{
    uint64_t number;
    const char *text;
    bool negative;

    if (!read_word(r, what))
        return false;
    text = text_end(&r->word);
    negative = *text == '-';
    text += negative;
    if (r->quoted || !*text || text[strspn(text, "0123456789")])
        return unexpected(r, what);
    if (text_number(text, &number) != TEXT_NUMBER || number > (uint64_t)most)
        return scan_error_at(&r->scan, r->where, "%s is too large", what);
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

/* Factors and places, at least one of each, to the end of the line. */
static bool read_sum(struct cert_reader *r, struct formula_sum *sum)
{
    stamp_start(&r->places);
    do {
        int64_t factor;
        place_id p;

        if (!read_signed(r, "a factor", FORMULA_LARGEST, &factor))
            return false;
        if (factor == 0)
            return scan_error_at(&r->scan, r->where, "a factor is 0");
        if (!read_place(r, &p) || !place_is_new(r, p))
            return false;
        formula_sum_place(sum, p, factor);
    } while (more(r));
    return !r->scan.failed;
}

/* The comparison of the sum with its largest value. */
static bool make_bound(struct cert_reader *r, const struct formula_sum *sum,
                       int64_t value)
{
    goal_list goals = {0};
    struct diag why = {0};

    if (!goal_add_built_bound(&goals, sum, "", "in the line", &why)) {
        goal_list_free(&goals);
        return scan_error_at(&r->scan, r->where, "%s", why.text);
    }
    r->cert->goal.kind = GOAL_BOUND;
    r->cert->goal.formula = goals.at[0].formula;
    r->cert->goal.formula->nodes.at[0].bound = value;
    goals.at[0].formula = NULL;
    goal_list_free(&goals);
    return true;
}

static bool read_bound(struct cert_reader *r)
{
    struct formula_sum sum = {0};
    int64_t value;
    bool good;

    if (!read_signed(r, "a value", INT64_MAX / 4, &value) || !end_line(r) ||
        !expect_line(r, "sum", "'sum'"))
        return false;
    good = read_sum(r, &sum) && make_bound(r, &sum, value) && end_line(r);
    formula_sum_free(&sum);
    return good;
}

static bool read_goal(struct cert_reader *r)
{
    static const char what[] = "'transition', 'marking', 'deadlock', 'safe', "
                               "'bound' or 'formula'";
    struct goal *goal = &r->cert->goal;

    goal->trans = TRANS_NONE;
    if (!expect_line(r, "goal", "'goal'"))
        return false;
    r->cert->asked = r->where;
    if (!read_word(r, what))
        return false;
    if (is_word(r, "transition")) {
        goal->kind = GOAL_TRANSITION;
        return read_trans(r, &goal->trans) && end_line(r);
    }
    if (is_word(r, "deadlock")) {
        goal->kind = GOAL_DEADLOCK;
        return end_line(r);
    }
    if (is_word(r, "formula"))
        return read_formula(r, goal);
    if (is_word(r, "bound"))
        return read_bound(r);
    if (is_word(r, "safe")) {
        goal->kind = GOAL_SAFE;
        return end_line(r);
    }
    goal->kind = GOAL_MARKING;
    return is_word(r, "marking") ? read_marking(r, goal) : unexpected(r, what);
}

/* --- a run ---------------------------------------------------------------- */

/* Does the word, of a line behind the run, end it? */
static bool ends_run(struct cert_reader *r)
{
    return is_word(r, "end") || (r->cert->goal.kind == GOAL_BOUND &&
                                 (is_word(r, "proof") || is_word(r, "prefix")));
}

static bool read_run(struct cert_reader *r)
{
    const char *const what = r->cert->goal.kind == GOAL_BOUND
                                 ? "'fire', 'proof', 'prefix' or 'end'"
                                 : "'fire' or 'end'";
    struct cert *cert = r->cert;

    while (next_line(r, what) && !ends_run(r)) {
        const uint32_t line = r->where.line;
        trans_id t;

        if (!is_word(r, "fire"))
            return unexpected(r, what);
        if (!read_trans(r, &t) || !end_line(r))
            return false;
        vec_push(&cert->run, t);
        vec_push(&cert->step_lines, line);
    }
    return !r->scan.failed;
}

/* --- a proof -------------------------------------------------------------- */

static bool read_reason(struct cert_reader *r)
{
    static const char what[] = "'lacks', 'holds', 'live' or 'refuted'";
    struct proof *proof = r->cert->proof;
    uint32_t node;

    if (!next_line(r, what))
        return false;
    vec_top(&r->cert->cube_lines)->reason = r->where.line;

    const bool lacks = is_word(r, "lacks"), holds = is_word(r, "holds");

    if (lacks || holds) {
        if (!read_place(r, &node))
            return false;
        proof_add(proof, lacks ? PROOF_LACKS : PROOF_HOLDS, node);
        return end_line(r);
    }
    if (is_word(r, "refuted")) {
        proof_add(proof, PROOF_REFUTED, 0);
        return end_line(r);
    }
    if (!is_word(r, "live"))
        return unexpected(r, what);
    if (!read_trans(r, &node))
        return false;
    proof_add(proof, PROOF_LIVE, node);
    return end_line(r);
}

static bool read_places(struct cert_reader *r, bool pos)
{
    while (more(r)) {
        place_id p;

        if (!read_place(r, &p) || !place_is_new(r, p))
            return false;
        if (pos)
            proof_pos(r->cert->proof, p);
        else
            proof_neg(r->cert->proof, p);
    }
    return end_line(r);
}

/* The last transition read becomes a member. */
static bool add_member(struct cert_reader *r, trans_id t, bool active,
                       uint32_t by, uint32_t line)
{
    if (stamp_has(&r->members, t))
        return scan_error_at(&r->scan, r->where,
                             "transition '%s' is a member a second time",
                             net_trans_label(r->net, t));
    stamp_add(&r->members, t);
    if (active)
        proof_active(r->cert->proof, t, by);
    else
        proof_blocked(r->cert->proof, t, by);
    vec_push(&r->cert->member_lines, line);
    return true;
}

static bool read_active(struct cert_reader *r)
{
    const uint32_t line = r->where.line;
    trans_id t;
    uint32_t to;

    struct net_where where;

    if (!read_trans(r, &t))
        return false;
    where = r->where;
    if (!read_number(r, "the number of a cube", &to))
        return false;
    r->where = where; /* for a message about t */
    return add_member(r, t, true, to, line) && end_line(r);
}

/* One scapegoat and at least one member. */
static bool read_blocked(struct cert_reader *r)
{
    const uint32_t line = r->where.line;
    place_id by;

    if (!read_place(r, &by))
        return false;
    do {
        trans_id t;

        if (!read_trans(r, &t) || !add_member(r, t, false, by, line))
            return false;
    } while (more(r));
    return end_line(r);
}

/* Sorts the cube, and the lines of its members with it. */
static void sort_cube(struct cert_reader *r)
{
    struct proof *proof = r->cert->proof;
    const struct proof_cube *cube = vec_top(&proof->cubes);
    const struct proof_member *members = proof_members(proof, cube);
    uint32_t *lines = r->cert->member_lines.at;

    for (uint32_t i = 0; i < cube->members.len; i++)
        r->line_of[members[i].trans] = lines[cube->members.from + i];
    proof_sort(proof);
    for (uint32_t i = 0; i < cube->members.len; i++)
        lines[cube->members.from + i] = r->line_of[members[i].trans];
}

static bool read_members(struct cert_reader *r)
{
    static const char what[] = "'active', 'blocked', 'cube' or 'end'";

    while (next_line(r, what)) {
        const bool active = is_word(r, "active");

        if (!active && !is_word(r, "blocked"))
            return is_word(r, "cube") || is_word(r, "end") ||
                   unexpected(r, what);
        if (!(active ? read_active(r) : read_blocked(r)))
            return false;
    }
    return false;
}

/* Starts behind the word "cube"; ends behind the next "cube" or behind
 * "end". */
static bool read_cube(struct cert_reader *r)
{
    const struct cert_lines lines = {r->where.line, r->where.line};
    const uint32_t wanted = r->cert->proof->cubes.len;
    uint32_t number;

    vec_push(&r->cert->cube_lines, lines);
    if (!read_number(r, "the number of this cube", &number))
        return false;
    if (number != wanted)
        return scan_error_at(&r->scan, r->where,
                             "this is cube %u: cubes are numbered in order "
                             "from 0",
                             wanted);
    stamp_start(&r->places);
    stamp_start(&r->members);
    if (!end_line(r) || !read_reason(r) ||
        !expect_line(r, "marked", "'marked'") || !read_places(r, true) ||
        !expect_line(r, "empty", "'empty'"))
        return false;
    if (!read_places(r, false) || !read_members(r))
        return false;
    sort_cube(r);
    return true;
}

/* A cube may be used before its definition, so this runs last. */
static bool check_links(struct cert_reader *r)
{
    const struct cert *cert = r->cert;
    const struct proof *proof = cert->proof;
    struct net_where where = cert->initial;

    if (proof->initial >= proof->cubes.len)
        return scan_error_at(&r->scan, where, "there is no cube %u",
                             proof->initial);
    where.column = 0;
    for (uint32_t i = 0; i < proof->members.len; i++) {
        const struct proof_member *member = &proof->members.at[i];

        where.line = cert->member_lines.at[i];
        if (member->active && member->by >= proof->cubes.len)
            return scan_error_at(&r->scan, where, "there is no cube %u",
                                 member->by);
    }
    return true;
}

static bool read_proof(struct cert_reader *r)
{
    struct cert *cert = r->cert;

    cert->proof = proof_create();
    if (!expect_line(r, "initial", "'initial'") ||
        !read_number(r, "the number of a cube", &cert->proof->initial))
        return false;
    cert->initial = r->where;
    if (!end_line(r) || !expect_line(r, "cube", "'cube'"))
        return false;
    while (is_word(r, "cube"))
        if (!read_cube(r))
            return false;
    return check_links(r);
}

/* --- a prefix ------------------------------------------------------------- */

/* The producers of the tokens, up to the end of the line or the word "as". */
static bool read_producers(struct cert_reader *r, struct cert_event *event)
{
    struct cert *cert = r->cert;

    event->from = cert->producers.len;
    while (more(r)) {
        uint32_t producer;

        if (event->cutoff && scan_peek(&r->scan) == 'a')
            break;
        if (!read_number(r, "the number of an event", &producer))
            return false;
        if (producer >= cert->events.len)
            return scan_error_at(&r->scan, r->where,
                                 "event %u does not stand before this one",
                                 producer);
        vec_push(&cert->producers, producer);
        event->n_producers++;
    }
    return !r->scan.failed;
}

static bool read_event(struct cert_reader *r, bool cutoff)
{
    struct cert *cert = r->cert;
    struct cert_event event = {.cutoff = cutoff, .line = r->where.line};
    uint32_t number;

    if (!read_number(r, "the number of this event", &number))
        return false;
    if (number != cert->events.len)
        return scan_error_at(&r->scan, r->where,
                             "this is event %u: events are numbered in order "
                             "from 1",
                             cert->events.len);
    if (!read_trans(r, &event.trans) || !read_producers(r, &event))
        return false;
    if (cutoff && (!expect(r, "as", "'as'") ||
                   !read_number(r, "the number of an event", &event.companion)))
        return false;
    vec_push(&cert->events, event);
    return end_line(r);
}

static bool check_companions(struct cert_reader *r)
{
    const struct cert *cert = r->cert;

    for (uint32_t e = 1; e < cert->events.len; e++) {
        const struct cert_event *event = &cert->events.at[e];
        const struct net_where where = {cert->file, event->line, 0};

        if (event->companion >= cert->events.len)
            return scan_error_at(&r->scan, where, "there is no event %u",
                                 event->companion);
    }
    return true;
}

static bool read_prefix(struct cert_reader *r)
{
    static const char what[] = "'event', 'cutoff' or 'end'";
    const struct cert_event bottom = {.trans = TRANS_NONE};
    struct cert *cert = r->cert;

    if (!read_word(r, "'classic' or 'read'"))
        return false;
    cert->copies = is_word(r, "read");
    if (!cert->copies && !is_word(r, "classic"))
        return unexpected(r, "'classic' or 'read'");
    if (!end_line(r))
        return false;
    vec_push(&cert->events, bottom);
    while (next_line(r, what) && !is_word(r, "end")) {
        const bool cutoff = is_word(r, "cutoff");

        if (!cutoff && !is_word(r, "event"))
            return unexpected(r, what);
        if (!read_event(r, cutoff))
            return false;
    }
    return !r->scan.failed && check_companions(r);
}

/* --- a reduction ---------------------------------------------------------- */

static bool read_left_trans(struct cert_reader *r, trans_id *t)
{
    struct diag why = {0};

    if (!read_word(r, "a transition"))
        return false;
    *t = cert_steps_find(&r->left, r->n_signs, text_make_utf8(&r->word), &why);
    return *t != TRANS_NONE ||
           scan_error_at(&r->scan, r->where, "%s", why.text);
}

static bool read_left_place(struct cert_reader *r, place_id *p)
{
    return read_place(r, p) &&
           (mutable_net_has_place(&r->left, *p) ||
            scan_error_at(&r->scan, r->where,
                          "there is no place '%.200s' any more",
                          net_place_label(r->net, *p)));
}

static bool read_left_places(struct cert_reader *r, mutable_net_ids *places)
{
    stamp_start(&r->places);
    while (more(r)) {
        place_id p;

        if (!read_left_place(r, &p) || !place_is_new(r, p))
            return false;
        vec_push(places, p);
    }
    vec_reserve(places, 1);
    ids_sort(places->at, places->len);
    return !r->scan.failed;
}

/* The nodes of the step up to its end of line. */
static bool read_nodes(struct cert_reader *r, struct reduction_step *step,
                       mutable_net_ids *places)
{
    switch (cert_steps_form(step->rule)) {
    case CERT_STEPS_PLACE:
        return read_left_place(r, &step->a) && end_line(r);
    case CERT_STEPS_PLACES:
        return read_left_places(r, places) && end_line(r);
    case CERT_STEPS_PLACE_PLACES:
        return read_left_place(r, &step->a) && read_left_places(r, places) &&
               end_line(r);
    case CERT_STEPS_TRANS:
        return read_left_trans(r, &step->a) && end_line(r);
    case CERT_STEPS_TRANS_TRANS:
        return read_left_trans(r, &step->a) &&
               (!more(r) || read_left_trans(r, &step->b)) && end_line(r);
    case CERT_STEPS_READ:
        return read_left_trans(r, &step->a) && read_left_place(r, &step->b) &&
               read_left_places(r, places) && end_line(r);
    }
    return false;
}

static void break_off(struct cert_reader *r, uint32_t line, const char *why)
{
    r->cert->broken = mem_text(why);
    r->cert->broken_line = line;
}

/* Starts behind the name of the rule.  A step that is not allowed is not bad
 * input, but what follows cannot be read. */
static bool read_step(struct cert_reader *r,
                      const struct reduction_keeps *keeps)
{
    struct cert *const cert = r->cert;
    const uint32_t line = r->where.line;
    struct reduction_step step = {.rule = cert_steps_rule(text_end(&r->word)),
                                  .b = TRANS_NONE};
    char why[REDUCTION_CHECK_TEXT];
    mutable_net_ids places = {0};
    bool good;

    if (r->quoted || step.rule == REDUCTION_RULES)
        return unexpected(r, "a rule, 'proof' or 'prefix'");
    good = read_nodes(r, &step, &places);
    step.len = places.len;
    if (good && !reduction_check_step(&r->left, keeps, &step, places.at, why))
        break_off(r, line, why);
    else if (good)
        reduction_apply(&cert->reduction, &r->left, step, places.at);
    vec_free(&places);
    return good;
}

static bool read_steps(struct cert_reader *r)
{
    struct reduction_keeps keeps;
    bool good = true;

    reduction_keeps_init(&keeps, r->net);
    reduction_keeps_add(&keeps, r->net, &r->cert->goal);
    while (good && !r->cert->broken) {
        good = next_line(r, "a rule, 'proof' or 'prefix'");
        if (good && (is_word(r, "proof") || is_word(r, "prefix")))
            break;
        good = good && read_step(r, &keeps);
    }
    reduction_keeps_finish(&keeps);
    if (good && !r->cert->broken && r->left.n_overflows)
        break_off(r, r->where.line,
                  "a transition that puts two tokens on a place is left");
    return good;
}

/* Starts behind the word "reduction", and ends behind the first word of the
 * body, which is about what is left. */
static bool read_reduction(struct cert_reader *r)
{
    struct cert *const cert = r->cert;
    bool good;

    cert->reduces = true;
    reduction_init(&cert->reduction, r->net);
    mutable_net_init(&r->left, r->net);
    r->n_signs = mutable_net_signs(r->net);
    good = end_line(r) && read_steps(r);
    if (good && !cert->broken) {
        cert->net = mutable_net_freeze(&r->left, &cert->map);
        r->net = cert->net;
        stamp_fit(&r->places, net_place_count(r->net));
        stamp_fit(&r->members, net_trans_count(r->net));
        r->line_of =
            mem_resize(r->line_of, net_trans_count(r->net), sizeof *r->line_of);
    }
    mutable_net_finish(&r->left);
    return good;
}

/* --- the whole file ------------------------------------------------------- */

static bool read_head(struct cert_reader *r)
{
    uint32_t version = 0;

    if (!expect_line(r, "punf-por", "'punf-por certificate'") ||
        !expect(r, "certificate", "'punf-por certificate'") ||
        !read_number(r, "the version", &version))
        return false;
    return version == 1
               ? end_line(r)
               : scan_error_at(&r->scan, r->where,
                               "version %u is not known: only 1 is", version);
}

/* The word names what follows, which ends in the word "end". */
static bool read_evidence(struct cert_reader *r, const char *what)
{
    if (is_word(r, "reduction") && r->cert->goal.kind != GOAL_BOUND &&
        !read_reduction(r))
        return false;
    if (r->cert->broken)
        return true;
    if (r->cert->reduces && is_word(r, "run"))
        return unexpected(r, "'proof' or 'prefix'");
    if (is_word(r, "prefix")) {
        r->cert->kind = CERT_PREFIX;
        return read_prefix(r);
    }
    r->cert->kind = CERT_PROOF;
    return is_word(r, "proof") ? end_line(r) && read_proof(r)
                               : unexpected(r, what);
}

static bool read_body(struct cert_reader *r)
{
    const bool bound = r->cert->goal.kind == GOAL_BOUND;
    const char *const what =
        bound ? "'run'" : "'run', 'reduction', 'proof' or 'prefix'";

    if (!next_line(r, what))
        return false;
    if (!is_word(r, "run"))
        return bound ? unexpected(r, what) : read_evidence(r, what);
    r->cert->kind = CERT_RUN;
    if (!end_line(r) || !read_run(r))
        return false;
    return is_word(r, "end") || read_evidence(r, what);
}

/* Starts behind the word "end". */
static bool read_tail(struct cert_reader *r)
{
    r->cert->end_line = r->where.line;
    if (!end_line(r))
        return false;
    for (;;) {
        scan_skip_space(&r->scan);
        if (scan_peek(&r->scan) == SCAN_END)
            return scan_finish(&r->scan);
        if (scan_peek(&r->scan) != '#')
            return scan_error(&r->scan, "more behind 'end'");
        scan_skip_line(&r->scan);
    }
}

struct cert *cert_read(const struct net *net, const char *path,
                       struct diag *diag)
{
    struct source *source = source_open(path, diag);

    if (!source)
        return NULL;

    struct cert_reader *r = mem_zero(1, sizeof *r);
    struct cert *cert = mem_zero(1, sizeof *cert);

    cert->file = mem_text(source_name(source));
    scan_init(&r->scan, source, diag);
    r->net = net;
    r->cert = cert;
    stamp_fit(&r->places, net_place_count(net));
    stamp_fit(&r->members, net_trans_count(net));
    r->line_of = mem_alloc(net_trans_count(net), sizeof *r->line_of);
    if (!read_head(r) || !read_goal(r) || !read_body(r) ||
        (!cert->broken && !read_tail(r))) {
        cert_destroy(cert);
        cert = NULL;
    } else {
        cert->asked.file = cert->initial.file = cert->file;
    }
    vec_free(&r->word);
    stamp_finish(&r->places);
    stamp_finish(&r->members);
    mem_free(r->line_of);
    mem_free(r);
    source_close(source);
    return cert;
}

void cert_destroy(struct cert *cert)
{
    if (!cert)
        return;
    formula_destroy(cert->goal.formula);
    vec_free(&cert->goal.marked);
    vec_free(&cert->goal.empty);
    vec_free(&cert->run);
    vec_free(&cert->step_lines);
    proof_destroy(cert->proof);
    vec_free(&cert->cube_lines);
    vec_free(&cert->member_lines);
    vec_free(&cert->events);
    vec_free(&cert->producers);
    reduction_finish(&cert->reduction);
    mutable_net_map_free(&cert->map);
    net_destroy(cert->net);
    mem_free(cert->broken);
    mem_free(cert->file);
    mem_free(cert);
}
