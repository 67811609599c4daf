#include "formats/certificate/cert.h"

#include "base/mem.h"

const struct goal *cert_asked(const struct cert *cert)
{
    return cert->lost || cert->recovery ? &cert->part : &cert->goal;
}

const struct net *cert_base(const struct cert *cert, const struct net *net)
{
    return cert->from ? cert->from : cert->circuit ? cert->graph.net : net;
}

/* What has no line is told of with the question. */
uint32_t cert_line(const struct cert *cert, const struct fault *fault)
{
    return fault->number < cert->lines[fault->part].len
               ? cert->lines[fault->part].at[fault->number]
               : *cert->lines[FAULT_GOAL].at;
}

void cert_destroy(struct cert *cert)
{
    if (!cert)
        return;
    net_destroy(cert->bounded);
    formula_destroy(cert->goal.formula);
    vec_free(&cert->goal.marked);
    vec_free(&cert->goal.empty);
    vec_free(&cert->run);
    vec_free(&cert->first);
    proof_destroy(cert->proof);
    case_proof_destroy(cert->cases);
    diagram_destroy(cert->diagram);
    weights_finish(&cert->weights);
    vec_free(&cert->events);
    vec_free(&cert->producers);
    reduction_finish(&cert->reduction);
    mutable_net_map_free(&cert->map);
    net_destroy(cert->net);
    formula_destroy(cert->part.formula);
    recovery_proof_destroy(cert->recovery);
    net_view_destroy(cert->from);
    temporal_destroy(cert->goal.temporal);
    net_product_finish(&cert->product);
    circuit_net_finish(&cert->graph);
    for (uint32_t i = 0; i < cert->parts.len; i++)
        cert_destroy(cert->parts.at[i]); /* which have no parts */
    vec_free(&cert->parts);
    for (uint32_t i = 0; i < FAULT_PARTS; i++)
        vec_free(&cert->lines[i]);
    mem_free(cert->broken);
    mem_free(cert->file);
    mem_free(cert);
}
