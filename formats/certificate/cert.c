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

void cert_destroy(struct cert *cert)
{
    if (!cert)
        return;
    net_destroy(cert->bounded);
    formula_destroy(cert->goal.formula);
    vec_free(&cert->goal.marked);
    vec_free(&cert->goal.empty);
    vec_free(&cert->run);
    vec_free(&cert->step_lines);
    vec_free(&cert->first);
    proof_destroy(cert->proof);
    case_proof_destroy(cert->cases);
    diagram_destroy(cert->diagram);
    vec_free(&cert->level_lines);
    vec_free(&cert->node_lines);
    vec_free(&cert->trap_lines);
    vec_free(&cert->combination_lines);
    vec_free(&cert->inductive_lines);
    vec_free(&cert->lemma_lines);
    vec_free(&cert->case_lines);
    vec_free(&cert->cube_lines);
    vec_free(&cert->member_lines);
    weights_finish(&cert->weights);
    vec_free(&cert->weight_lines);
    vec_free(&cert->events);
    vec_free(&cert->producers);
    reduction_finish(&cert->reduction);
    mutable_net_map_free(&cert->map);
    net_destroy(cert->net);
    formula_destroy(cert->part.formula);
    recovery_proof_destroy(cert->recovery);
    vec_free(&cert->recovery_lines);
    if (cert->from)
        net_view_destroy(cert->from);
    temporal_destroy(cert->goal.temporal);
    net_product_finish(&cert->product);
    circuit_net_finish(&cert->graph);
    for (uint32_t i = 0; i < cert->parts.len; i++)
        cert_destroy(cert->parts.at[i]); /* which have no parts */
    vec_free(&cert->parts);
    mem_free(cert->broken);
    mem_free(cert->file);
    mem_free(cert);
}
