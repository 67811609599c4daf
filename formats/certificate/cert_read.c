#include "formats/certificate/cert_parts.h"

#include "base/mem.h"
#include "formats/text/source.h"

static bool read_head(struct cert_reader *r)
{
    static const char what[] = "'punf-por certificate'";
    uint32_t version = 0;

    if (!cert_reader_next_line(r, what))
        return false;
    if (!cert_reader_is(r, "punf-por"))
        return cert_reader_unexpected(r, what);
    if (!cert_reader_word(r, what))
        return false;
    if (!cert_reader_is(r, "certificate"))
        return cert_reader_unexpected(r, what);
    if (!cert_reader_number(r, "the version", &version))
        return false;
    return version == 1
               ? cert_reader_end_line(r)
               : scan_error_at(&r->scan, r->where,
                               "version %u is not known: only 1 is", version);
}

/* --- several tokens ------------------------------------------------------- */

/* Numbers of tokens and places, at least one of each, to the end of the line.
 */
static bool read_bounds(struct cert_reader *r, uint32_t *bounds)
{
    cert_reader_start_places(r);
    do {
        uint32_t n;
        place_id p;

        if (!cert_reader_number(r, "a number of tokens", &n) ||
            !cert_reader_new_place(r, &p))
            return false;
        if (n < 2 || p >= net_given_places(r->net))
            return scan_error_at(&r->scan, r->where,
                                 "such a place is one of the net and can have "
                                 "two tokens or more");
        bounds[p] = n;
    } while (cert_reader_more(r));
    return !r->scan.failed;
}

static bool has_room(struct cert_reader *r, const uint32_t *bounds)
{
    for (place_id p = 0; p < net_given_places(r->net); p++)
        if (net_tokens(r->net, p) > bounds[p])
            return scan_error_at(&r->scan, r->where,
                                 "place '%.80s' has %u tokens at the start, "
                                 "and the certificate allows %u",
                                 net_place_label(r->net, p),
                                 net_tokens(r->net, p), bounds[p]);
    return bounded_net_growth(r->net, bounds) <= BOUNDED_NET_GROWTH ||
           scan_error_at(&r->scan, r->where,
                         "so many tokens add more than %u nodes to the net",
                         BOUNDED_NET_GROWTH);
}

/* Without the line each place can have one token. */
static bool read_tokens(struct cert_reader *r)
{
    const uint32_t n = net_given_places(r->net);
    uint32_t *const bounds = mem_alloc(n, sizeof *bounds);
    const bool given = cert_reader_is(r, "tokens");
    bool good;

    for (place_id p = 0; p < n; p++)
        bounds[p] = 1;
    good = (!given || read_bounds(r, bounds)) && has_room(r, bounds);
    if (good && given) {
        r->cert->bounded = bounded_net(r->net, bounds);
        cert_reader_move(r, r->cert->bounded);
    }
    mem_free(bounds);
    return good && (!given || cert_reader_next_line(r, "'goal'"));
}

/* --- weights -------------------------------------------------------------- */

static bool read_vector(struct cert_reader *r)
{
    struct weights *const weights = &r->cert->weights;
    formula_terms terms = {0};
    bool good;

    cert_reader_note(r, FAULT_WEIGHTS);
    good = cert_reader_terms(r, "a weight", WEIGHTS_LARGEST, SIGN_POSITIVE,
                             &terms);
    for (uint32_t i = 0; i < terms.len; i++)
        weights_term(weights, terms.at[i].place, terms.at[i].factor);
    vecs_close(&weights->vectors);
    vec_free(&terms);
    return good;
}

/* Starts behind the word "weights"; ends behind the first word of the line
 * behind all vectors, for which `what` describes what may stand there. */
static bool read_weights(struct cert_reader *r, const char *what)
{
    r->cert->weighed = r->net;
    do {
        if (!read_vector(r) || !cert_reader_next_line(r, what))
            return false;
    } while (cert_reader_is(r, "weights"));
    return true;
}

static const struct {
    const char *word;
    enum cert_kind kind;
    bool (*read)(struct cert_reader *r);
} proofs[] = {
    {"proof", CERT_PROOF, cert_proof_read},
    {"cases", CERT_CASES, cert_cases_read},
    {"prefix", CERT_PREFIX, cert_prefix_read},
    {"diagram", CERT_DIAGRAM, cert_diagram_read},
};

enum { N_PROOFS = sizeof proofs / sizeof *proofs };

bool cert_read_starts_proof(struct cert_reader *r)
{
    for (uint32_t i = 0; i < N_PROOFS; i++)
        if (cert_reader_is(r, proofs[i].word))
            return true;
    return false;
}

/* Does the word, of a line behind the run, end it? */
static bool ends_run(struct cert_reader *r)
{
    return cert_reader_is(r, "end") ||
           (r->cert->circuit && cert_reader_is(r, "first")) ||
           (r->cert->goal.kind == GOAL_BOUND && cert_read_starts_proof(r));
}

/* The line "loop", or "open", of both one. */
static bool read_loop(struct cert_reader *r, bool *loops)
{
    const bool is_open = cert_reader_is(r, "open");

    if (*loops || r->cert->goal.kind != GOAL_LASSO)
        return cert_reader_unexpected(r, "'fire' or 'end'");
    *loops = true;
    r->cert->loop = is_open ? LTL_OPEN : r->cert->run.len;
    return cert_reader_end_line(r);
}

/* The transition of a line "fire". */
static bool read_firing(struct cert_reader *r, const char *what,
                        witness_run *run)
{
    trans_id t;

    if (!cert_reader_is(r, "fire"))
        return cert_reader_unexpected(r, what);
    if (!cert_reader_trans(r, &t) || !cert_reader_end_line(r))
        return false;
    vec_push(run, t);
    return true;
}

static bool read_run(struct cert_reader *r)
{
    const char *const what =
        r->cert->goal.kind == GOAL_BOUND   ? "'fire', 'end', " CERT_PARTS_PROOFS
        : r->cert->goal.kind == GOAL_LASSO ? "'fire', 'loop', 'open' or 'end'"
        : r->cert->circuit                 ? "'fire', 'first' or 'end'"
                                           : "'fire' or 'end'";
    struct cert *cert = r->cert;
    bool loops = false;

    while (cert_reader_next_line(r, what) && !ends_run(r)) {
        if (cert_reader_is(r, "loop") || cert_reader_is(r, "open")) {
            if (!read_loop(r, &loops))
                return false;
            continue;
        }
        if (!read_firing(r, what, &cert->run))
            return false;
        cert_reader_note(r, FAULT_STEP);
    }
    if (!loops)
        cert->loop = cert->run.len;
    return !r->scan.failed;
}

/* A run of the graph, whose transitions have other names than those of its net.
 * Starts behind the word "first". */
static bool read_first(struct cert_reader *r)
{
    struct cert *const cert = r->cert;

    cert_reader_note(r, FAULT_FIRST);
    if (!cert_reader_end_line(r))
        return false;
    cert_reader_move(r, cert->graph.graph);
    while (cert_reader_next_line(r, "'fire' or 'end'") &&
           !cert_reader_is(r, "end"))
        if (!read_firing(r, "'fire' or 'end'", &cert->first))
            return false;
    return !r->scan.failed;
}

/* The word names what follows, which ends in the word "end". */
static bool read_evidence(struct cert_reader *r, const char *what)
{
    if (cert_reader_is(r, "reduction") && r->cert->goal.kind != GOAL_BOUND &&
        r->cert->goal.kind != GOAL_LASSO && !cert_reduction_read(r))
        return false;
    if (r->cert->broken)
        return true;
    if (r->cert->reduces && cert_reader_is(r, "run"))
        return cert_reader_unexpected(r, CERT_PARTS_PROOFS);
    for (uint32_t i = 0; i < N_PROOFS; i++)
        if (cert_reader_is(r, proofs[i].word)) {
            r->cert->kind = proofs[i].kind;
            return proofs[i].read(r);
        }
    return cert_reader_unexpected(r, what);
}

/* About what stays possible: a run to a lost marking, or a recovery proof. */
static bool read_parts(struct cert_reader *r)
{
    static const char behind[] = "'reduction', " CERT_PARTS_PROOFS,
                      what[] = "'lost', 'recovery' or 'weights'";
    bool good;

    if (!cert_reader_next_line(r, what) ||
        (cert_reader_is(r, "weights") && !read_weights(r, what)))
        return false;
    if (cert_reader_is(r, "lost"))
        good = cert_recovery_lost_read(r, behind);
    else if (cert_reader_is(r, "recovery"))
        good = cert_recovery_read(r, behind);
    else
        good = cert_reader_unexpected(r, what);
    return good && (r->cert->broken || read_evidence(r, behind));
}

static bool read_body(struct cert_reader *r);

/* A certificate without its first line. */
static bool read_part(struct cert_reader *r)
{
    struct cert *const part = r->cert;

    part->file = mem_text(source_name(r->scan.source));
    return cert_reader_end_line(r) && cert_reader_next_line(r, "'goal'") &&
           cert_goal_read(r) &&
           (!part->divided || cert_reader_unexpected(r, "no part of a part")) &&
           read_body(r) && (part->broken || cert_reader_end_line(r));
}

/* The parts of a question about a circuit.  Starts behind the first "part";
 * ends behind "end", or where a part is broken. */
static bool read_divided(struct cert_reader *r)
{
    struct cert *const whole = r->cert;
    const struct net *const net = r->net;
    bool good = true, broken = false;

    do {
        struct cert *const part = mem_zero(1, sizeof *part);

        vec_push(&whole->parts, part);
        r->cert = part;
        cert_reader_move(r, net);
        good = read_part(r);
        cert_reader_note(r, FAULT_END);
        broken = part->broken;
    } while (good && !broken && cert_reader_next_line(r, "'part' or 'end'") &&
             cert_reader_is(r, "part"));
    r->cert = whole;
    cert_reader_move(r, net);
    whole->kind = whole->parts.at[0]->kind;
    if (broken)
        whole->broken = mem_text(vec_top(&whole->parts)[0]->broken);
    return good && !r->scan.failed &&
           (broken || cert_reader_is(r, "end") ||
            cert_reader_unexpected(r, "'part' or 'end'"));
}

static bool read_body(struct cert_reader *r)
{
    const bool bound = r->cert->goal.kind == GOAL_BOUND;
    const bool safe = r->cert->goal.kind == GOAL_SAFE;
    const char *const what =
        bound  ? "'run' or 'weights'"
        : safe ? "'run', 'weights', 'reduction', 'end', " CERT_PARTS_PROOFS
               : "'run', 'weights', 'reduction', " CERT_PARTS_PROOFS;

    if (r->cert->divided)
        return read_divided(r);
    if (question_asks_again(r->cert->goal.kind))
        return read_parts(r);
    if (!cert_reader_next_line(r, what))
        return false;
    if (cert_reader_is(r, "weights") && !read_weights(r, what))
        return false;
    if (safe && cert_reader_is(r, "end")) {
        r->cert->kind = CERT_WEIGHTS;
        return true;
    }
    if (!cert_reader_is(r, "run"))
        return bound ? cert_reader_unexpected(r, what) : read_evidence(r, what);
    r->cert->kind = CERT_RUN;
    if (!cert_reader_end_line(r) || !read_run(r))
        return false;
    if (cert_reader_is(r, "first"))
        return read_first(r);
    return cert_reader_is(r, "end") || read_evidence(r, what);
}

/* Starts behind the word "end". */
static bool read_tail(struct cert_reader *r)
{
    cert_reader_note(r, FAULT_END);
    if (!cert_reader_end_line(r))
        return false;
    scan_skip_gap(&r->scan, '#');
    return scan_peek(&r->scan) == SCAN_END
               ? scan_finish(&r->scan)
               : scan_error(&r->scan, "more behind 'end'");
}

struct cert *cert_read_file(const struct net *net, const char *path,
                            struct diag *diag)
{
    struct source *const source = source_open(path, diag);
    struct cert_reader r;
    struct cert *cert;

    if (!source)
        return NULL;
    cert = mem_zero(1, sizeof *cert);
    cert->file = mem_text(source_name(source));
    cert_reader_init(&r, cert, net, source, diag);
    if (!read_head(&r) || !cert_reader_next_line(&r, "'goal' or 'tokens'") ||
        !read_tokens(&r) || !cert_goal_read(&r) || !read_body(&r) ||
        (!cert->broken && !read_tail(&r))) {
        cert_destroy(cert);
        cert = NULL;
    }
    cert_reader_finish(&r);
    source_close(source);
    return cert;
}
