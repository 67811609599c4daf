#include "base/mem.h"
#include "formats/certificate/cert_parts.h"
#include "net/marking.h"

#include <inttypes.h>

/* --- a lost marking ------------------------------------------------------- */

/* Fires t, if it is enabled and puts no second token. */
static bool fire(const struct net *net, bits_word *m, trans_id t)
{
    if (!marking_enabled(net, m, t) || marking_unsafe(net, m, t) != PLACE_NONE)
        return false;
    marking_fire(net, m, t);
    return true;
}

/* The steps of the run, up to the first word behind them; m becomes the marking
 * that they lead to. */
static bool replay_steps(struct cert_reader *r, bits_word *m, const char *what)
{
    while (cert_reader_next_line(r, what) && cert_reader_is(r, "fire")) {
        trans_id t;

        if (!cert_reader_trans(r, &t) || !cert_reader_end_line(r))
            return false;
        if (!r->cert->broken && !fire(r->net, m, t))
            cert_reader_break_off(r, r->where.line,
                                  "the run cannot be fired up to here");
        vec_push(&r->cert->run, t);
        cert_reader_note(r, FAULT_STEP);
    }
    return !r->scan.failed;
}

/* What nothing reaches from the lost marking on. */
static bool read_never(struct cert_reader *r)
{
    struct goal *const part = &r->cert->part;

    part->trans = TRANS_NONE;
    if (r->cert->goal.kind == GOAL_HOME) {
        part->kind = GOAL_FORMULA;
        part->formula = formula_copy(r->cert->goal.formula);
        return true;
    }
    part->kind = GOAL_TRANSITION;
    if (!cert_reader_is(r, "never"))
        return cert_reader_unexpected(r, "'fire' or 'never'");
    if (!cert_reader_trans(r, &part->trans))
        return false;
    if (part->trans >= net_given_transitions(r->net))
        return cert_reader_unexpected(r, "a transition of the file");
    return cert_reader_end_line(r) && cert_reader_next_line(r, "'from'");
}

bool cert_recovery_lost_read(struct cert_reader *r, const char *what)
{
    struct cert *const cert = r->cert;
    bits_word *const m = marking_create(r->net);
    bool good;

    cert->lost = true;
    good = cert_reader_end_line(r) &&
           replay_steps(r, m,
                        cert->goal.kind == GOAL_LIVE ? "'fire' or 'never'"
                                                     : "'fire' or 'from'") &&
           read_never(r);
    good = good && cert_reader_must_be(r, "from") && cert_reader_end_line(r) &&
           (cert->broken || cert_reader_next_line(r, what));
    if (good && !cert->broken) {
        cert->from = net_view(r->net, m);
        cert_reader_move(r, cert->from);
    }
    mem_free(m);
    return good;
}

void cert_recovery_lost_write(const struct net *net,
                              const struct cert_evidence *evidence, FILE *file)
{
    const struct net_trans_span run = {evidence->run->at, evidence->run->len};

    fputs("lost\n", file);
    cert_write_steps(file, net, run, run.len);
    if (evidence->never != TRANS_NONE) {
        cert_write_trans(file, net, "never", evidence->never);
        fputc('\n', file);
    }
    fputs("from\n", file);
}

/* --- a recovery proof ----------------------------------------------------- */

/* What may stand behind the lines read so far. */
static const char behind_walks[] = "'walk', 'level', 'run', 'cube' or "
                                   "'outside'",
                  behind_levels[] = "'level', 'run', 'cube' or 'outside'",
                  behind_runs[] = "'run', 'cube' or 'outside'",
                  behind_cubes[] = "'cube' or 'outside'";

/* Transitions to the end of the line, at least one. */
static bool read_run_line(struct cert_reader *r, net_trans_lists *runs)
{
    do {
        trans_id t;

        if (!cert_reader_trans(r, &t))
            return false;
        vec_push(&runs->all, t);
    } while (cert_reader_more(r));
    vecs_close(runs);
    return cert_reader_end_line(r);
}

static bool read_home(struct cert_reader *r, struct recovery_proof *proof)
{
    if (!cert_reader_expect_line(r, "home"))
        return false;
    cert_reader_start_places(r);
    if (!cert_reader_places(r, &proof->home))
        return false;
    while (cert_reader_next_line(r, behind_walks) && cert_reader_is(r, "walk"))
        if (!read_run_line(r, &proof->walks))
            return false;
    return !r->scan.failed;
}

static bool read_level_weights(struct cert_reader *r,
                               struct recovery_proof *proof)
{
    if (!cert_reader_terms(r, "a weight", INT64_MAX / 4, SIGN_ANY,
                           &proof->weights.all))
        return false;
    vecs_close(&proof->weights);
    return cert_reader_next_line(r, behind_levels);
}

static bool read_ranked(struct cert_reader *r, struct recovery_proof *proof)
{
    uint32_t level;

    cert_reader_note(r, FAULT_RANKED);
    if (!cert_reader_number(r, "a level", &level) ||
        !read_run_line(r, &proof->runs))
        return false;
    vec_push(&proof->levels, level);
    return cert_reader_next_line(r, behind_runs);
}

/* Its last line: a step into another cube, or that the condition holds. */
static bool read_cube_step(struct cert_reader *r,
                           struct recovery_proof_cube *cube)
{
    if (cert_reader_is(r, "holds"))
        return cert_reader_end_line(r);
    if (!cert_reader_is(r, "step"))
        return cert_reader_unexpected(r, "'step' or 'holds'");
    return cert_reader_trans(r, &cube->trans) &&
           cert_reader_number(r, "a cube", &cube->next) &&
           cert_reader_end_line(r);
}

static bool read_recovery_cube(struct cert_reader *r,
                               struct recovery_proof *proof)
{
    const struct recovery_proof_cube none = {.trans = TRANS_NONE,
                                             .next = RECOVERY_PROOF_CONDITION};
    struct recovery_proof_cube *cube;

    cert_reader_note(r, FAULT_RECOVERY_CUBE);
    vec_push(&proof->cubes, none);
    cube = vec_top(&proof->cubes);
    return cert_reader_end_line(r) &&
           cert_reader_cube(r, &cube->marked, &cube->empty) &&
           cert_reader_next_line(r, "'step' or 'holds'") &&
           read_cube_step(r, cube) && cert_reader_next_line(r, behind_cubes);
}

/* The question about what is outside. */
static void ask_outside(struct cert_reader *r)
{
    struct cert *const cert = r->cert;

    cert->part = goal_of_formula(
        recovery_proof_outside(cert->recovery, r->net, &cert->goal));
    if (!cert->part.formula)
        cert_reader_break_off(r, r->where.line,
                              "the recovery proof is too large");
}

bool cert_recovery_read(struct cert_reader *r, const char *what)
{
    struct recovery_proof *const proof =
        mem_zero(1, sizeof(struct recovery_proof));
    bool good;

    r->cert->recovery = proof;
    good = cert_reader_end_line(r) &&
           (r->cert->goal.kind == GOAL_LIVE
                ? read_home(r, proof)
                : cert_reader_next_line(r, behind_levels));
    while (good && cert_reader_is(r, "level"))
        good = read_level_weights(r, proof);
    while (good && cert_reader_is(r, "run"))
        good = read_ranked(r, proof);
    while (good && cert_reader_is(r, "cube"))
        good = read_recovery_cube(r, proof);
    if (!good)
        return false;
    if (!cert_reader_is(r, "outside"))
        return cert_reader_unexpected(r, behind_cubes);
    ask_outside(r);
    return cert_reader_end_line(r) &&
           (r->cert->broken || cert_reader_next_line(r, what));
}

/* --- writing -------------------------------------------------------------- */

static void write_run(FILE *file, const struct net *net,
                      struct net_trans_span run)
{
    for (uint32_t i = 0; i < run.len; i++)
        cert_write_trans(file, net, "", run.at[i]);
    fputc('\n', file);
}

static void write_home(const struct net *net,
                       const struct recovery_proof *proof, FILE *file)
{
    cert_write_places(file, net, "home", net_span_of(&proof->home));
    for (uint32_t i = 0; i < vecs_count(&proof->walks); i++) {
        const struct net_trans_span walk = net_trans_span_at(&proof->walks, i);

        if (!walk.len)
            continue;
        fputs("walk", file);
        write_run(file, net, walk);
    }
}

static void write_cube(const struct net *net,
                       const struct recovery_proof_cube *cube, FILE *file)
{
    fputs("cube\n", file);
    cert_write_cube(file, net, net_span_of(&cube->marked),
                    net_span_of(&cube->empty));
    if (cube->trans == TRANS_NONE) {
        fputs("holds\n", file);
        return;
    }
    cert_write_trans(file, net, "step", cube->trans);
    fprintf(file, " %" PRIu32 "\n", cube->next);
}

void cert_recovery_write(const struct net *net,
                         const struct recovery_proof *proof, FILE *file)
{
    fputs("recovery\n", file);
    if (vecs_count(&proof->walks))
        write_home(net, proof, file);
    for (uint32_t i = 0; i < vecs_count(&proof->weights); i++)
        cert_write_terms(file, net, "level", vecs_at(&proof->weights, i),
                         vecs_len(&proof->weights, i));
    for (uint32_t i = 0; i < vecs_count(&proof->runs); i++) {
        fprintf(file, "run %" PRIu32, proof->levels.at[i]);
        write_run(file, net, net_trans_span_at(&proof->runs, i));
    }
    for (uint32_t i = 0; i < proof->cubes.len; i++)
        write_cube(net, &proof->cubes.at[i], file);
    fputs("outside\n", file);
}
