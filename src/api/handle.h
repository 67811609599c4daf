/* handle.h - the contents of the handles of punfpor.h. */
#ifndef HANDLE_H
#define HANDLE_H

#include "api/run/api_run.h"

struct punfpor_net {
    struct net *net;
    struct mem_link blocks; /* the other blocks of its builder */
};

/* It owns its blocks, including blocks that a failed call has left. */
struct punfpor_builder {
    struct net_builder *builder;
    uint32_t n_places, n_transitions;
    struct mem_link blocks;
};

struct punfpor {
    struct api_problem asked;
    struct api_run run; /* the last one; all zero before the first */
};

/* Has the last run kept its prefix?  Reports if not. */
bool api_files_has_prefix(const punfpor *problem, struct diag *diag);

/* The same of a merged process, of the engine or of the prefix. */
bool api_files_has_merged(const punfpor *problem, struct diag *diag);

/* Of Graphviz. */
struct apart_limits;
struct apart_limits api_drawings_limits(const punfpor *problem);

/* Is there such a format of drawings?  Reports if not. */
bool api_drawings_is_format(const char *format, struct diag *diag);

struct circuit_goal;

/* The certificate of a run about a net that stands for a circuit, which the
 * caller frees; NULL with a report. */
char *api_files_certificate(const punfpor *problem,
                            const struct circuit_goal *circuit, size_t *size,
                            struct diag *diag);

#endif
