#include "formats/certificate/cert_parts.h"

#include <inttypes.h>
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

void cert_write_cube(FILE *file, const struct net *net,
                     struct net_place_span marked, struct net_place_span empty)
{
    cert_write_places(file, net, "marked", marked);
    cert_write_places(file, net, "empty", empty);
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
    for (uint32_t i = 0; weights && i < vecs_count(&weights->vectors); i++) {
        const struct weights_vector y = weights_vector(weights, i);

        fputs("weights", file);
        for (uint32_t k = 0; k < y.len; k++) {
            fprintf(file, " %" PRIu32, y.at[k].factor);
            cert_write_name(file, " ", net_place_label(net, y.at[k].place));
        }
        fputc('\n', file);
    }
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
        cert_proof_write(left, evidence->proof, file);
    else if (evidence->cases)
        cert_cases_write(left, goal, evidence->cases, file);
    else if (evidence->diagram)
        cert_diagram_write(left, evidence->diagram, file);
    else if (evidence->prefix)
        cert_prefix_write(left, evidence->prefix, evidence->copies, file);
    fputs("end\n", file);
}
