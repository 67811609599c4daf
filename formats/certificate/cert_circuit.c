#include "formats/certificate/cert_parts.h"

#include "base/mem.h"
#include "circuit/circuit_goal.h"

/* --- writing -------------------------------------------------------------- */

void cert_circuit_write(const struct circuit_goal *circuit, FILE *file)
{
    const struct signals *const signals = circuit->net->signals;

    fprintf(file, "goal circuit %s\n", circuit->question->word);
    if (!circuit->ones)
        return;
    fputs("ones", file);
    for (uint32_t s = 0; s < signals_count(signals); s++)
        if (circuit->ones[s])
            cert_write_name(file, " ", names_id(&signals->ids, s));
    fputc('\n', file);
}

/* --- reading -------------------------------------------------------------- */

static bool read_ones(struct cert_reader *r, const struct signals *signals,
                      bool *ones)
{
    while (cert_reader_more(r)) {
        uint32_t s;

        if (!cert_reader_word(r, "a signal"))
            return false;
        s = names_find(&signals->ids, text_end(&r->word), NULL);
        if (s == NAMES_NONE)
            return scan_error_at(&r->scan, r->where, "there is no signal '%s'",
                                 r->word.at);
        ones[s] = true;
    }
    return cert_reader_end_line(r);
}

/* The net that stands for the graph takes its place. */
static bool make_net(struct cert_reader *r, const bool *ones)
{
    struct cert *const cert = r->cert;
    const enum question_circuit property = cert->circuit->circuit;
    struct diag why = {0};

    if (!circuit_net_init(&cert->graph, r->net, ones, NULL,
                          question_circuit_copies(property), &why))
        return scan_error_at(&r->scan, r->where, "%s", why.text);
    cert->goal.kind = GOAL_FORMULA;
    cert->goal.formula =
        circuit_goal_formula(&cert->graph, property, CIRCUIT_GOAL_ALL, &why);
    if (!cert->goal.formula)
        return scan_error_at(&r->scan, r->where, "%s", why.text);
    cert_reader_move(r, cert->graph.net);
    return true;
}

bool cert_circuit_read(struct cert_reader *r)
{
    const struct signals *const signals = net_signals(r->net);
    enum question_circuit property;
    bool *ones = NULL;
    bool good;

    if (!cert_reader_word(r, "a question"))
        return false;
    r->cert->circuit = question_find(text_end(&r->word));
    if (!r->cert->circuit || r->cert->circuit->uncertified ||
        !r->cert->circuit->circuit || !signals)
        return cert_reader_unexpected(r, "a question about a circuit");
    property = r->cert->circuit->circuit;
    if (!cert_reader_end_line(r))
        return false;
    if (property == QUESTION_PERSISTENT || property == QUESTION_PROPER)
        return make_net(r, NULL);
    ones = mem_zero(signals_count(signals), sizeof *ones);
    good = cert_reader_next_line(r, "'ones' or 'part'");
    r->cert->divided =
        good && property == QUESTION_CIRCUIT && cert_reader_is(r, "part");
    if (good && !r->cert->divided)
        good = cert_reader_must_be(r, "ones") && read_ones(r, signals, ones) &&
               make_net(r, ones);
    mem_free(ones);
    return good;
}
