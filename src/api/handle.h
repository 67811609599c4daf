/* handle.h - the contents of the handles of punfpor.h. */
#ifndef HANDLE_H
#define HANDLE_H

#include "answer/answer.h"
#include "api/punfpor.h"
#include "api/settings.h"
#include "engine/engine.h"
#include "net/dep.h"
#include "proof/weights.h"
#include "question/goal.h"

struct punfpor_net {
    struct net *net;
    struct mem_link blocks; /* the other blocks of its builder */
};

/* It owns its blocks, including those that a failed call has left. */
struct punfpor_builder {
    struct net_builder *builder;
    uint32_t n_places, n_transitions;
    struct mem_link blocks;
};

struct punfpor {
    const struct net *net;
    struct settings settings;
    struct dep *dep; /* of a user's file; NULL: settings name the relation */
    goal_list goals;
    int (*terminate)(void *data);
    void *terminate_data;
    void (*progress)(void *data, const punfpor_progress *now);
    void *progress_data;
    void (*found)(void *data, const punfpor_found *what);
    void *found_data;
    void (*final)(void *data, const punfpor_found *what);
    void *final_data;
    struct engine_ranks ranks; /* n_ranks is 0: this process alone */

    struct api_prepare *prepared; /* what runs begin with; NULL: nothing */
    const punfpor *begun_by;      /* or with what this one was prepared with */

    struct exclusive exclusive; /* places of net that exclude each other, as the
                                   last run found out */
    struct api_reduce *reduced; /* what the last run explored instead of net;
                                   NULL: net itself */

    /* The result of the last run; all zero before the first. */
    struct answer answer;
    struct prefix folded; /* answer.prefix with reads, where it has copies; all
                             zero when nobody asked for that */
    struct answer_finding *members; /* by transition, when all are asked about;
                                       or NULL */
    uint32_t n_members;
    const char *engine;    /* that was run */
    const char *structure; /* what shows that the net is safe, without any
                              engine: "units" or "weights"; or NULL */
    bool has_weights;      /* these show it, and are kept for certificates */
    struct weights weights;
    struct profile profile; /* of the last run, if it was requested */
    bool certified;         /* the run was to produce certificates */
    enum dep_kind relation;
    enum settings_prefix prefix;
    struct {
        uint32_t *at, *start; /* by event: at[start[e]] up to start[e + 1] */
    } conflicts;              /* of answer.prefix; NULL: not requested */
    char *certificate;        /* NULL: not written yet */
    size_t certificate_size;
    bool has_safe_units; /* the structure of the net shows it */
    char *warning; /* what the last run shows to be wrong in a file; or NULL */
};

#endif
