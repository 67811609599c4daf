#include "formats/certificate/cert_parts.h"

#include "base/ids.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The rule of the reader: a word without quotes has no white space and begins
 * neither with a quote nor like a comment. */
static bool is_plain(const char *label)
{
    return *label && *label != '"' && *label != '#' &&
           !label[strcspn(label, " \t\r\n")];
}

void cert_write_name(FILE *file, const char *before, const char *label)
{
    text_buffer quoted = {0};

    if (!is_plain(label))
        text_put_name(&quoted, label);
    fputs(before, file);
    fputs(quoted.len ? text_end(&quoted) : label, file);
    vec_free(&quoted);
}

void cert_write_places(FILE *file, const struct net *net, const char *word,
                       struct net_place_span places)
{
    fputs(word, file);
    for (uint32_t i = 0; i < places.len; i++)
        cert_write_name(file, " ", net_place_label(net, places.at[i]));
    fputc('\n', file);
}

void cert_write_terms(FILE *file, const struct net *net, const char *word,
                      const struct formula_term *terms, uint32_t n)
{
    fputs(word, file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, " %" PRId64, terms[i].factor);
        cert_write_name(file, " ", net_place_label(net, terms[i].place));
    }
    fputc('\n', file);
}

void cert_write_trans(FILE *file, const struct net *net, const char *word,
                      trans_id t)
{
    fputs(word, file);
    cert_write_name(file, " ", net_trans_label(net, t));
}

void cert_write_steps(FILE *file, const struct net *net,
                      struct net_trans_span run, uint32_t loop)
{
    for (uint32_t i = 0; i < run.len; i++) {
        if (i == loop)
            fputs("loop\n", file);
        cert_write_trans(file, net, "fire", run.at[i]);
        fputc('\n', file);
    }
}

static void put_run(FILE *file, const struct net *net,
                    const struct cert_evidence *evidence, uint32_t loop)
{
    const struct circuit_goal *const circuit = evidence->circuit;

    fputs("run\n", file);
    cert_write_steps(
        file, net,
        (struct net_trans_span){evidence->run->at, evidence->run->len}, loop);
    if (loop == LTL_OPEN)
        fputs("open\n", file);
    if (circuit && circuit->first.len) {
        fputs("first\n", file);
        cert_write_steps(file, circuit->net->graph, circuit->first,
                         circuit->first.len);
    }
}

static void put_weights(FILE *file, const struct net *net,
                        const struct weights *weights)
{
    for (uint32_t i = 0; weights && i < weights->vectors.len; i++) {
        const struct weights_vector *const y = &weights->vectors.at[i];
        const struct weights_term *const terms = weights_terms(weights, y);

        fputs("weights", file);
        for (uint32_t k = 0; k < y->len; k++) {
            fprintf(file, " %" PRIu32, terms[k].factor);
            cert_write_name(file, " ", net_place_label(net, terms[k].place));
        }
        fputc('\n', file);
    }
}

/* --- a proof -------------------------------------------------------------- */

struct cert_write_blocked {
    place_id by;
    trans_id trans;
};

/* One line for each scapegoat.  scratch has room for all members. */
static void put_blocked(FILE *file, const struct net *net,
                        const struct proof_member *members, uint32_t n,
                        struct cert_write_blocked *scratch)
{
    uint32_t n_blocked = 0;

    for (uint32_t i = 0; i < n; i++)
        if (!members[i].active)
            scratch[n_blocked++] =
                (struct cert_write_blocked){members[i].by, members[i].trans};
    if (n_blocked)
        qsort(scratch, n_blocked, sizeof *scratch, ids_compare_pairs);
    for (uint32_t i = 0; i < n_blocked; i++) {
        if (!i || scratch[i].by != scratch[i - 1].by)
            cert_write_name(file, i ? "\nblocked " : "blocked ",
                            net_place_label(net, scratch[i].by));
        cert_write_name(file, " ", net_trans_label(net, scratch[i].trans));
    }
    if (n_blocked)
        fputc('\n', file);
}

static void put_reason(FILE *file, const struct net *net,
                       const struct proof_cube *cube)
{
    switch (cube->reason) {
    case PROOF_LACKS:
    case PROOF_HOLDS:
        cert_write_name(file, cube->reason == PROOF_LACKS ? "lacks " : "holds ",
                        net_place_label(net, cube->node));
        break;
    case PROOF_LIVE:
        cert_write_trans(file, net, "live", cube->node);
        break;
    case PROOF_REFUTED:
        fputs("refuted", file);
        break;
    }
    fputc('\n', file);
}

static void put_cube(FILE *file, const struct net *net,
                     const struct proof *proof, const struct proof_cube *cube,
                     struct cert_write_blocked *scratch)
{
    const struct proof_member *members = proof_members(proof, cube);

    put_reason(file, net, cube);
    cert_write_places(file, net, "marked", proof_places(proof, cube->pos));
    cert_write_places(file, net, "empty", proof_places(proof, cube->neg));
    for (uint32_t i = 0; i < cube->members.len; i++) {
        if (!members[i].active)
            continue;
        cert_write_trans(file, net, "active", members[i].trans);
        fprintf(file, " %u\n", members[i].by);
    }
    put_blocked(file, net, members, cube->members.len, scratch);
}

static void put_proof(FILE *file, const struct net *net,
                      const struct proof *proof)
{
    struct cert_write_blocked *const scratch =
        mem_alloc(net_trans_count(net), sizeof *scratch);

    fprintf(file, "proof\ninitial %u\n", proof->initial);
    for (uint32_t c = 0; c < proof->cubes.len; c++) {
        fprintf(file, "cube %u\n", c);
        put_cube(file, net, proof, &proof->cubes.at[c], scratch);
    }
    mem_free(scratch);
}

/* --- a proof by cases ----------------------------------------------------- */

/* Like cert_write_places(), but nothing if there are none. */
static void put_some(FILE *file, const struct net *net, const char *word,
                     const net_place_list *places)
{
    if (places->len)
        cert_write_places(file, net, word, net_span_of(places));
}

static void put_factors(FILE *file, const char *word,
                        const farkas_factors *factors)
{
    if (!factors->len)
        return;
    fputs(word, file);
    for (uint32_t i = 0; i < factors->len; i++)
        fprintf(file, " %" PRId64 " %u", factors->at[i].factor,
                factors->at[i].which);
    fputc('\n', file);
}

static void put_combination(FILE *file, const struct net *net,
                            const struct farkas *farkas)
{
    fputs("combination\n", file);
    put_some(file, net, "marked", &farkas->marked);
    put_some(file, net, "empty", &farkas->empty);
    put_factors(file, "comparisons", &farkas->comparisons);
    put_factors(file, "traps", &farkas->traps);
    if (farkas->vector)
        fprintf(file, "vector %" PRIu32 "\n", farkas->vector - 1);
    if (farkas->weights.len)
        cert_write_terms(file, net, "weights", farkas->weights.at,
                         farkas->weights.len);
}

/* The literals of one kind, on a line of their own. */
static void put_literals(FILE *file, const struct net *net,
                         const struct cert_parts_line *line,
                         struct case_proof_span span)
{
    bool begun = false;

    for (uint32_t i = 0; i < span.len; i++) {
        const struct case_proof_literal *const literal = &span.at[i];

        if (literal->about != line->about || literal->truth != line->truth)
            continue;
        fputs(begun ? "" : line->word, file);
        begun = true;
        if (line->about == CASE_PROOF_PLACE)
            cert_write_name(file, " ", net_place_label(net, literal->id));
        else if (line->about == CASE_PROOF_TRANS)
            cert_write_name(file, " ", net_trans_label(net, literal->id));
        else
            fprintf(file, " %u", literal->id);
    }
    if (begun)
        fputc('\n', file);
}

static void put_set(FILE *file, const struct net *net, const char *word,
                    struct case_proof_span span)
{
    fprintf(file, "%s\n", word);
    for (uint32_t i = 0; i < CERT_PARTS_LINES; i++)
        put_literals(file, net, &cert_cases_lines[i], span);
}

static void put_sets(FILE *file, const struct net *net,
                     const struct case_proof *proof)
{
    for (uint32_t i = 0; i < proof->traps.ends.len; i++)
        cert_write_places(file, net, "trap", farkas_trap(&proof->traps, i));
    for (uint32_t i = 0; i < proof->combinations.len; i++)
        put_combination(file, net, &proof->combinations.at[i]);
    for (uint32_t i = 0; i < proof->inductive.ends.len; i++)
        put_set(file, net, "inductive", case_proof_set(&proof->inductive, i));
    for (uint32_t i = 0; i < proof->lemmas.ends.len; i++)
        put_set(file, net, "lemma", case_proof_set(&proof->lemmas, i));
    for (uint32_t i = 0; i < proof->cases.ends.len; i++)
        put_set(file, net, "case", case_proof_set(&proof->cases, i));
}

/* Of a question about runs, the names are those of a product, which is built
 * once more. */
static void put_cases(FILE *file, const struct net *net,
                      const struct goal *goal, const struct case_proof *proof)
{
    struct net_product product;

    fputs("cases\n", file);
    if (goal->kind != GOAL_LASSO) {
        put_sets(file, net, proof);
        return;
    }
    cert_runs_write_product(net, proof, file);
    if (product_net_build(&product, net, goal->temporal, &proof->ranks,
                          proof->rounds))
        put_sets(file, product.net, proof);
    net_product_finish(&product);
}

/* --- a prefix ------------------------------------------------------------- */

/* A token that an event uses, on this place or on a copy of it. */
struct cert_write_use {
    place_id place;
    uint32_t rank, producer;
};

/* The producers by place; those of the copies of a place in the order of the
 * copies. */
static void put_producers(FILE *file, const struct prefix *prefix,
                          const struct prefix_event *event,
                          struct cert_write_use *uses)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < event->consumes.len; i++) {
        const struct prefix_condition *b =
            &prefix->conditions.at[prefix->pool.at[event->consumes.from + i]];

        if (b->original != PLACE_NONE)
            uses[n++] =
                (struct cert_write_use){b->original, b->rank, b->producer};
    }
    if (n)
        qsort(uses, n, sizeof *uses, ids_compare_pairs);
    for (uint32_t i = 0; i < n; i++)
        fprintf(file, " %u", uses[i].producer);
}

static void put_event(FILE *file, const struct net *net,
                      const struct prefix *prefix, uint32_t e,
                      struct cert_write_use *uses)
{
    const struct prefix_event *event = &prefix->events.at[e];

    fprintf(file, "%s %u", event->cutoff ? "cutoff" : "event", e);
    cert_write_name(file, " ", net_trans_label(net, event->trans));
    put_producers(file, prefix, event, uses);
    if (event->cutoff)
        fprintf(file, " as %u", event->companion);
    fputc('\n', file);
}

static uint32_t most_consumed(const struct prefix *prefix)
{
    uint32_t most = 0;

    for (uint32_t e = 1; e < prefix->events.len; e++)
        if (prefix->events.at[e].consumes.len > most)
            most = prefix->events.at[e].consumes.len;
    return most;
}

static void put_prefix(FILE *file, const struct net *net,
                       const struct prefix *prefix, bool copies)
{
    struct cert_write_use *uses =
        mem_alloc(most_consumed(prefix), sizeof *uses);

    fprintf(file, "prefix %s\n", copies ? "read" : "classic");
    for (uint32_t e = 1; e < prefix->events.len; e++)
        put_event(file, net, prefix, e, uses);
    mem_free(uses);
}

/* --- the whole ------------------------------------------------------------ */

/* The places that can have several tokens. */
static void put_tokens(FILE *file, const struct net *net)
{
    if (net_counted(net) == PLACE_NONE)
        return;
    fputs("tokens", file);
    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_bound(net, p) > 1) {
            fprintf(file, " %" PRIu32, net_bound(net, p));
            cert_write_name(file, " ", net_place_label(net, p));
        }
    fputc('\n', file);
}

void cert_write_file(const struct net *net, const struct goal *goal,
                     const struct cert_evidence *evidence, FILE *file)
{
    const struct cert_reduced *const reduced = evidence->reduced;
    const struct net *const left = reduced ? reduced->net : net;

    fputs("punf-por certificate 1\n", file);
    put_tokens(file, net);
    if (evidence->circuit)
        cert_circuit_write(evidence->circuit, file);
    else
        cert_goal_write(file, net, goal, evidence->value);
    put_weights(file, net, evidence->weights);
    if (evidence->lost)
        cert_recovery_lost_write(net, evidence, file);
    else if (evidence->run)
        put_run(file, net, evidence,
                goal->kind == GOAL_LASSO ? evidence->loop : evidence->run->len);
    if (evidence->recovery)
        cert_recovery_write(net, evidence->recovery, file);
    if (reduced)
        cert_reduction_write(reduced, file);
    if (evidence->proof)
        put_proof(file, left, evidence->proof);
    else if (evidence->cases)
        put_cases(file, left, goal, evidence->cases);
    else if (evidence->diagram)
        cert_diagram_write(left, evidence->diagram, file);
    else if (evidence->prefix)
        put_prefix(file, left, evidence->prefix, evidence->copies);
    fputs("end\n", file);
}
